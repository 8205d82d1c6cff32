"""LNG001 to LNG007 on whole pages: one finding for one cause, severities, messages and places."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from aligner import run
from aligner.config import Config
from aligner.model import Finding

RULING = {
    "en": "The copy is created on the stack, so nobody has cast it.",
    "ru": "Копия создаётся в стеке, поэтому никто её не разыграл.",
    "pt": "A cópia é criada na pilha, então ninguém a conjurou.",
    "ja": "そのコピーはスタックに生成されるので、誰もそれを唱えていない。",
    "de": "Die Kopie wird auf dem Stapel erzeugt, also hat sie niemand gewirkt.",
    "fr": "La copie est créée sur la pile, donc personne ne l’a lancée.",
    "es": "La copia se crea en la pila, así que nadie la ha lanzado.",
}


def page(title: str, *rulings: str) -> str:
    return "\n\n".join([title, *(part for ruling in rulings for part in ("19/03/2021", ruling))])


@pytest.fixture
def findings(folder):
    """Return a function: the findings of the family LNG on these pages."""

    def check(pages: Mapping[str, str], *select: str, glossary: bool = False) -> list[Finding]:
        folder({f"{language}.txt": text for language, text in pages.items()})
        report = run.check(["."], Config(select=select or ("LNG",), shipped_glossary=glossary))
        return list(report.findings)

    return check


def brief(found: list[Finding]) -> list[tuple[str, str, str]]:
    return [(one.code, one.language, one.excerpt) for one in found]


def test_an_untranslated_ruling_is_one_finding(findings) -> None:
    english = "If you pay [cost] (such as a flashback cost), Chandra’s Lantern gets a +1/+1 counter."
    found = findings({"ru": page("Фонарь", RULING["ru"], english), "pt": page("Lanterna", RULING["pt"], english)})
    assert brief(found) == [("LNG001", "pt", english), ("LNG001", "ru", english)]
    assert {one.severity for one in found} == {"error"}


def test_silenced_rulings_stay_silent_when_lng001_is_not_selected(findings) -> None:
    pages = {"ru": page("Фонарь", RULING["ru"], "If you pay [cost], the token stays tapped.")}
    assert findings(pages, "LNG002", "LNG003") == []


def test_a_translated_page_has_no_finding(findings) -> None:
    assert findings({language: page(f"Titel {language}", text) for language, text in RULING.items()}) == []


def test_counterparts_are_related_and_related_are_translated(findings) -> None:
    pages = {"ru": page("Копия", RULING["en"]), "pt": page("Cópia", RULING["pt"]), "fr": page("Copie", RULING["en"])}
    assert {one.language: one.related for one in findings(pages)} == {"ru": ("pt.txt:5",), "fr": ("pt.txt:5",)}


def test_a_short_copy_of_the_english_ruling(findings) -> None:
    pages = {
        "en": page("Bell", "Mana counter.", "Menace."),
        "ja": page("鐘", "Mana counter.", "威迫。"),
        "fr": page("Cloche", "Marqueur de mana.", "Menace."),
    }
    assert [(code, language) for code, language, _ in brief(findings(pages))] == [("LNG001", "ja")]


@pytest.mark.parametrize(("with_english", "code"), [(False, "LNG001"), (True, "LNG006")])
def test_the_language_that_the_pages_come_from(findings, with_english: bool, code: str) -> None:
    pages = {"de": page("Kopie", RULING["de"]), "fr": page("Copie", RULING["de"])}
    if with_english:
        pages["en"] = page("Copy", RULING["en"])
    assert [(one.code, one.language) for one in findings(pages)] == [(code, "fr")]


def test_the_slot_of_the_others_is_quoted_and_suggested(findings) -> None:
    (found,) = findings(
        {
            "ru": page("Второе дыхание", "«Воспоминание [стоимость]»: вы можете заплатить [стоимость] вместо неё."),
            "pt": page("Segundo fôlego", "“Recapitular [cost]”: você pode pagar [cost] em vez dele."),
        },
        glossary=True,
    )
    assert (found.code, found.language, found.excerpt, found.suggestion) == ("LNG003", "pt", "[cost]", "[custo]")
    assert "2 times" in found.message and "[стоимость]" in found.message
    assert found.related == ("ru.txt:5",)


def test_one_name_is_a_note_and_the_pages_own_card_a_warning(findings) -> None:
    found = findings(
        {
            "en": page("Tidewatcher", "Tidewatcher copies the spell of Hollow Bell."),
            "ru": page(
                "Смотритель прилива", "Tidewatcher копирует заклинание карты Hollow Bell. Tidewatcher бессмертен."
            ),
        }
    )
    assert [(one.code, one.excerpt, one.severity, one.suggestion) for one in found] == [
        ("LNG004", "Tidewatcher", "warning", "Смотритель прилива"),
        ("LNG004", "Hollow Bell", "note", ""),
    ]


def test_a_half_and_a_short_name_are_the_pages_own_card(findings) -> None:
    found = findings(
        {
            "en": page("Dawn // Dusk", "You may cast Dusk from your graveyard if you control the spell."),
            "ru": page(
                "Рассвет // Закат", "Вы можете разыграть Dusk со своего кладбища, если контролируете заклинание."
            ),
        }
    )
    assert [(one.excerpt, one.severity, one.suggestion) for one in found] == [("Dusk", "warning", "Закат")]


def test_one_half_of_a_title_left_in_english(findings) -> None:
    found = findings(
        {
            "en": page("Bright Dawn // Long Dusk", RULING["en"]),
            "de": page("Heller Morgen // Long Dusk", RULING["de"]),
            "fr": page("Aube claire // Long crépuscule", RULING["fr"]),
        }
    )
    assert [(one.code, one.language, one.excerpt, one.column) for one in found] == [("LNG005", "de", "Long Dusk", 18)]


@pytest.mark.parametrize(
    ("titles", "found"),
    [
        ({"en": "Ember Sentinel", "de": "Ember Sentinel", "fr": "Sentinelle de braise"}, [("de", "Ember Sentinel")]),
        ({"en": "Alin Verres", "de": "Alin Verres", "es": "Alin Verres", "ru": "Алин Веррес"}, []),
        ({"en": "Meruna", "de": "Meruna", "fr": "Mérune"}, []),
        ({"en": "Meruna", "ru": "Meruna", "ja": "メルナ"}, [("ru", "Meruna")]),
        ({"en": "Meruna", "ru": "Meruna", "de": "Meruna"}, []),
        ({"ru": "Comprehensive Rules: 5. Additional Rules"}, [("ru", "Comprehensive Rules: 5. Additional Rules")]),
        ({"ru": "Правила: Additional Rules"}, [("ru", "Additional Rules")]),
        ({"ru": "Magic: The Gathering"}, []),
    ],
)
def test_titles(findings, titles: dict[str, str], found: list[tuple[str, str]]) -> None:
    pages = {language: page(title, RULING[language]) for language, title in titles.items()}
    assert [(one.language, one.excerpt) for one in findings(pages, "LNG005")] == found


def test_the_same_words_twice_are_one_finding(findings) -> None:
    (found,) = findings(
        {"ru": page("Маяк", "Заклинание с flashback изгоняется, а без flashback остаётся на кладбище.")}
    )
    assert (found.code, found.excerpt) == ("LNG002", "flashback")
    assert "2 times" in found.message


def test_a_look_alike_in_a_rule_number_is_named(findings) -> None:
    text = "Правила: способности\n\n702.9a Полёт -- это способность.\n\n702.9с. Его не блокируют.\n\n702.9d Не важно."
    (found,) = findings({"ru": text})
    assert (found.code, found.excerpt, found.suggestion) == ("LNG007", "702.9с", "702.9c")
    assert (found.line, found.column) == (5, 1)
    assert "U+0441" in found.message
