"""Glossary files, how they are read, how a user's goes before ours, and whether ours are sound."""

from __future__ import annotations

import datetime
import unicodedata
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner.glossary import Glossary, concept_key, load, merge, read_shipped, term_key
from aligner.model import AlignerError, Term

SHIPPED = read_shipped()
OURS = Glossary(SHIPPED)
SCRIPTS = {
    "en": ("LATIN",),
    "pt": ("LATIN",),
    "ru": ("CYRILLIC",),
    "ja": ("HIRAGANA", "KATAKANA", "CJK", "IDEOGRAPHIC"),
}


def write(folder: Path, text: str, name: str = "ru.csv", encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


# --- reading


def test_every_column(tmp_path: Path) -> None:
    header = "concept,term,status,pos,forms,since,until,note,source"
    row = "exile,удалить из игры,superseded,v,~удалять из игры|удалите его,2005-07-29,2009-07-17,old,cards"
    (term,) = load(write(tmp_path, f"{header}\n{row}\n"))
    assert term == Term(
        concept="exile",
        text="удалить из игры",
        language="ru",
        status="superseded",
        pos="verb",
        forms=("~удалять из игры", "удалите его"),
        since=datetime.date(2005, 7, 29),
        until=datetime.date(2009, 7, 17),
        note="old",
        source="cards",
    )


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_separators_and_encodings(tmp_path: Path, separator: str, encoding: str, line_end: str) -> None:
    lines = [["concept", "lang", "term", "status", "note"], ["cost", "de", "Kosten", "allowed", '"a, b; c"'], [""] * 5]
    text = line_end.join(separator.join(cells) for cells in lines)
    (term,) = load(write(tmp_path, text, "terms.csv", encoding))
    assert (term.language, term.text, term.status, term.note) == ("de", "Kosten", "admitted", "a, b; c")


@pytest.mark.parametrize(
    ("written", "status"),
    [
        ("", "preferred"),
        ("Preferred", "preferred"),
        ("admitted", "admitted"),
        ("allowed", "admitted"),
        ("deprecated", "deprecated"),
        ("FORBIDDEN", "deprecated"),
        ("superseded", "superseded"),
    ],
)
def test_status_words(tmp_path: Path, written: str, status: str) -> None:
    assert load(write(tmp_path, f"concept,term,status\ncard,карта,{written}\n"))[0].status == status


@pytest.mark.parametrize(
    ("name", "language"), [("ru.csv", "ru"), ("pt-BR.csv", "pt"), ("terms.ja.csv", "ja"), ("house_de.csv", "de")]
)
def test_language_from_the_name(tmp_path: Path, name: str, language: str) -> None:
    assert load(write(tmp_path, "concept,term\ncard,x\n", name))[0].language == language


@pytest.mark.parametrize(
    ("tag", "language"),
    [("pt-BR", "pt"), ("ZH-Hans", "zhs"), ("zh-TW", "zht"), ("EN", "en"), ("tr", "tr"), ("Japanese", "ja")],
)
def test_language_tags(tmp_path: Path, tag: str, language: str) -> None:
    assert load(write(tmp_path, f"concept,language,term\ncard,{tag},x\n"))[0].language == language


def test_a_folder_is_read_by_name(tmp_path: Path) -> None:
    for name, term in (("ru.csv", "карта"), ("en.csv", "card"), (".pt.csv", "carta")):
        write(tmp_path, f"concept,term\ncard,{term}\n", name)
    write(tmp_path, "no glossary", "notes.txt")
    assert [term.text for term in load(tmp_path)] == ["card", "карта"]


def test_the_same_row_twice_does_no_harm(tmp_path: Path) -> None:
    rows = load(write(tmp_path, "concept,term\nMana Cost,мана-стоимость\nmana_cost,Мана\u2011стоимость\n"))
    assert [row.text for row in rows] == ["мана-стоимость"]


def test_same_term_with_another_status_is_kept(tmp_path: Path) -> None:
    rows = load(write(tmp_path, "concept,term,status\ncard,карта,preferred\ncard,карта,forbidden\n"))
    assert [row.status for row in rows] == ["preferred", "deprecated"]


@pytest.mark.parametrize(
    ("name", "text", "place", "says"),
    [
        ("ru.csv", "concept,term,statsu\n", ":1:", "did you mean 'status'"),
        ("ru.csv", "concept,term,xyzzy\n", ":1:", "unknown column 'xyzzy'"),
        ("terms.csv", "concept,en,ru\ncard,card,карта\n", ":1:", "a column 'language'"),
        ("ru.csv", "concept,note\ncard,x\n", ":1:", "no column 'term'"),
        ("ru.csv", "concept,term,term\n", ":1:", "stands twice"),
        ("ru.csv", "", ":1:", "empty"),
        ("ru.csv", "\n\nconcept,term,pso\n", ":3:", "did you mean 'pos'"),
        ("terms.csv", "concept,term\ncard,карта\n", ":2:", "no language"),
        ("terms.csv", "concept,term,language\ncard,карта,klingonese\n", ":2:", "unknown language 'klingonese'"),
        ("terms.csv", "concept,term,language\ncard,карта,xx\n", ":2:", "unknown language 'xx'"),
        ("terms.csv", "concept,term,language\ncard,карта,\n", ":2:", "no language"),
        ("ru.csv", "concept,term,status\ncard,карта,forbiden\n", ":2:", "did you mean 'forbidden'"),
        ("ru.csv", "concept,term,status\ncard,карта,42\n", ":2:", "unknown status '42'"),
        ("ru.csv", "concept,term,until\ncard,карта,17.07.2009\n", ":2:", "year-month-day"),
        ("ru.csv", "concept,term,since\ncard,карта,2009-02-30\n", ":2:", "since '2009-02-30' is no date"),
        ("ru.csv", "concept,term,since,until\ncard,карта,2009-07-17,2009-07-17\n", ":2:", "not after"),
        ("ru.csv", 'concept,term,note\ncard,карта,"a\nb"\n,карта,\n', ":4:", "empty concept"),
        ("ru.csv", "concept,term\ncard, \n", ":2:", "empty term"),
        ("ru.csv", "concept,term\ncard,карта,x\n", ":2:", "more cells than columns"),
        ("ru.csv", "concept,term\ncard,кар\0та\n", ":2:", "not text"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, name: str, text: str, place: str, says: str) -> None:
    path = write(tmp_path, text, name)
    with pytest.raises(AlignerError) as raised:
        load(path)
    message = str(raised.value)
    assert message.startswith(f"{path}{place}")
    assert says in message
    assert "\n" not in message


def test_another_encoding_is_named(tmp_path: Path) -> None:
    path = write(tmp_path, "concept,term\ncard,карта\n", encoding="cp1251")
    with pytest.raises(AlignerError, match=r"ru\.csv:2: .*UTF-8"):
        load(path)


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(AlignerError, match="cannot be read"):
        load(tmp_path / "ru.csv")
    with pytest.raises(AlignerError, match=r"no \.csv file"):
        load(tmp_path)


@given(st.binary(max_size=200))
def test_any_bytes_give_rows_or_one_error(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "ru.csv"
    path.write_bytes(b"concept,term\n" + data)
    try:
        rows = load(path)
    except AlignerError as error:
        assert str(error).startswith(f"{path}:")
    else:
        assert all(row.concept and row.text and row.language == "ru" for row in rows)


# --- the user's before ours


def user(*rows: str) -> tuple[Term, ...]:
    """Make rows of `concept language term status` from words with a bar between them."""
    made = [[cell.strip() for cell in row.split("|")] for row in rows]
    return tuple(Term(concept, text, language, *status) for concept, language, text, *status in made)


@pytest.mark.parametrize(
    ("mine", "ours"),
    [
        ("mana_cost | ru | стоимость маны", "mana cost"),  # the same name but for the line
        ("MANA-COST | ru | что угодно", "mana cost"),
        ("alt_cost | ja | 代替コスト", "alternative cost"),  # a shared term in another language
        ("zurückblenden | pt | Recapitular", "flashback"),
        ("mana price | pt | custo de mana", "mana cost"),
        ("mv | ru | мана-ценность", "mana value"),  # shared, though ours refuses it
    ],
)
def test_a_concept_joins_ours_and_keeps_its_name(mine: str, ours: str) -> None:
    rows = user(mine)
    glossary = merge(rows, SHIPPED)
    name = rows[0].concept
    assert concept_key(ours) == concept_key(name) or ours not in glossary.concepts
    assert name in glossary.concepts
    wanted = OURS.preferred(ours, "en")
    assert wanted is not None
    found = glossary.preferred(name, "en")
    assert found is not None
    assert (found.text, found.concept) == (wanted.text, name)


def test_the_most_shared_terms_decide_between_homographs() -> None:
    glossary = merge(user("stop | ja | 打ち消す", "stop | ru | отменить", "stop | ru | жетон | deprecated"), SHIPPED)
    assert glossary.of("stop", "en")[0].text == OURS.of("counter a spell", "en")[0].text
    assert "counter" in glossary.concepts
    assert "counter a spell" not in glossary.concepts


def test_two_of_the_users_concepts_never_join_one_of_ours() -> None:
    glossary = merge(user("cast | ru | разыграть", "play it | ru | разыгрывать"), SHIPPED)
    assert {"cast", "play it"} <= set(glossary.concepts)
    assert glossary.preferred("play it", "en") is None


def test_preferred_replaces_ours() -> None:
    glossary = merge(user("card | pt | carta"), SHIPPED)
    assert [(term.text, term.status) for term in glossary.of("card", "pt")] == [
        ("carta", "preferred"),
        ("card", "deprecated"),
    ]
    assert not glossary.of("card", "pt")[0].shipped
    assert glossary.of("card", "es")[0].status == "preferred"  # the user said nothing about Spanish


def test_preferring_one_of_ours_refuses_only_the_one_it_replaces() -> None:
    ours = [Term("cost", "A", "pt", pos="noun"), Term("cost", "B", "pt", status="admitted", pos="noun")]
    held = merge([Term("cost", "B", "pt")], [*ours, Term("cost", "C", "pt", status="admitted", pos="verb")])
    assert {term.text: term.status for term in held.of("cost", "pt")} == {
        "B": "preferred",
        "A": "deprecated",
        "C": "admitted",
    }


def test_a_term_of_another_part_of_speech_completes_ours() -> None:
    ours = [
        Term("target", "цель", "ru", pos="noun"),
        Term("target", "целевой", "ru", status="admitted", pos="adjective"),
    ]
    held = merge([Term("target", "нацеленный", "ru", pos="adjective")], ours).of("target", "ru")
    assert [(term.text, term.status) for term in held] == [
        ("нацеленный", "preferred"),
        ("цель", "admitted"),
        ("целевой", "admitted"),
    ]


def test_a_replaced_term_is_reported_with_the_users() -> None:
    from aligner import judging
    from aligner.facts import FactBook
    from aligner.model import Aligned, Document, Page, Ruling

    page = Page(
        "a.ru.txt", "ru", Ruling("Отария", 0, 1, 1, kind="title"), (Ruling("Положите её на кладбище.", 1, 3, 1),)
    )
    facts = FactBook(merge(user("graveyard | ru | могильник"), SHIPPED))
    (found,) = judging.run([Aligned(Document("Отария", (page,)), ())], facts, {"TRM003"})
    assert (found.excerpt, found.suggestion, found.concept) == ("кладбище", "могильник", "graveyard")


def test_candidates_are_kept_apart() -> None:
    rows = [Term("card", "cartinha", "pt", status="candidate"), Term("new", "novo", "pt", status="candidate")]
    held = merge(rows, SHIPPED)
    assert held.preferred("card", "pt") == OURS.preferred("card", "pt")
    assert held.of("new", "pt") == ()
    alone = Glossary(tuple(rows))
    assert (alone.rows, alone.terms("pt"), alone.of("card", "pt"), alone.languages) == (tuple(rows), (), (), ())


@pytest.mark.parametrize("status", ["admitted", "deprecated", "superseded"])
def test_the_users_status_wins(status: str) -> None:
    glossary = merge(user(f"flashback | ru | воспоминание | {status}"), SHIPPED)
    assert [term.status for term in glossary.of("flashback", "ru") if term.text == "воспоминание"] == [status]


def test_without_a_preferred_term_ours_stays_preferred() -> None:
    glossary = merge(user("card | pt | cartinha | admitted"), SHIPPED)
    preferred = glossary.preferred("card", "pt")
    assert preferred is not None
    assert preferred.text == "card"


def test_aspect_partners_stay_one_term() -> None:
    rows = user("exile | ru | изгнать", "exile | ru | изгонять | admitted", "exile | ru | изгнание | admitted")
    found = merge(rows, SHIPPED).of("exile", "ru")
    verbs = [term for term in found if term.pos == "verb" and term.accepted]
    assert [term.text for term in verbs] == ["изгнать"]
    assert "~изгонять" in verbs[0].forms
    assert [(term.text, term.pos, term.shipped) for term in found if term.text == "изгнание"] == [
        ("изгнание", "noun", False)
    ]


def test_the_other_aspect_may_be_the_preferred_one() -> None:
    preferred = merge(user("exile | ru | изгонять"), SHIPPED).preferred("exile", "ru")
    assert preferred is not None
    assert (preferred.text, preferred.pos) == ("изгонять", "verb")
    assert "~изгнать" in preferred.forms


def test_the_users_own_forms_and_note_are_kept_beside_ours() -> None:
    mine = Term("return", "вернуть", "ru", forms=("возвернуть",), note="see the style guide")
    (found,) = [term for term in merge([mine], SHIPPED).of("return", "ru") if term.pos == "verb"]
    assert found.forms[0] == "возвернуть"
    assert "~возвращать" in found.forms
    assert found.note == "common; see the style guide"


def test_a_refused_aspect_is_no_form_of_ours() -> None:
    found = merge(user("exile | ru | изгонять | deprecated"), SHIPPED).of("exile", "ru")
    assert {term.text: term.status for term in found}["изгонять"] == "deprecated"
    assert all("~изгонять" not in term.forms for term in found if term.accepted)


def test_without_a_users_glossary_ours_is_as_it_was() -> None:
    assert merge((), SHIPPED).rows == SHIPPED
    assert Glossary().concepts == ()
    assert Glossary().preferred("card", "en") is None


_names = st.sampled_from(("card", "Card", "cast", "mana_cost", "foo", "тень"))
_texts = st.sampled_from(("карта", "разыграть", "разыгрывать", "стек", "стоимость маны", "новое"))
_rows = st.lists(
    st.builds(
        Term,
        concept=_names,
        text=_texts,
        language=st.sampled_from(("ru", "de")),
        status=st.sampled_from(("preferred", "admitted", "deprecated", "superseded")),
    ),
    max_size=6,
)


@settings(max_examples=40, deadline=None)
@given(_rows)
def test_merging_loses_no_decision_of_the_users(rows: list[Term]) -> None:
    glossary = merge(rows, SHIPPED)
    for row in rows:
        held = [term for term in glossary.of(row.concept, row.language) if term_key(row.text) in _all_words(term)]
        assert any(term.status == row.status or (term.accepted and row.accepted) for term in held)
    assert set(glossary.languages) >= {row.language for row in rows}


def _all_words(term: Term) -> set[str]:
    return {term_key(word.lstrip("~")) for word in (term.text, *term.forms)}


# --- ours


def test_ours_is_large_enough() -> None:
    for language in ("ru", "pt", "ja"):
        concepts = {term.concept for term in OURS.terms(language) if not term.concept.startswith("-")}
        assert len(concepts) >= 180, language


def test_every_concept_has_its_english() -> None:
    english = {term.concept for term in OURS.terms("en")}
    assert set(OURS.concepts) <= english


@pytest.mark.parametrize("language", ["en", "ru", "pt", "ja"])
def test_ours_is_consistent(language: str) -> None:
    rows = [term for term in OURS.terms(language) if not term.concept.startswith("-")]
    doubled = Counter((concept_key(term.concept), term_key(term.text)) for term in rows)
    assert [key for key, count in doubled.items() if count > 1] == []
    preferred = Counter(concept_key(term.concept) for term in rows if term.status == "preferred")
    assert [concept for concept, count in preferred.items() if count > 1] == []
    unsettled = {term.concept for term in rows} - {term.concept for term in rows if term.status == "preferred"}
    assert unsettled <= {"split card"}  # no card prints any of its renderings
    for term in rows:
        assert term.pos in ("noun", "verb", "adjective", "phrase"), term
        assert term.source, term
        assert term.text == term.text.strip() == unicodedata.normalize("NFC", term.text), term
        assert (term.status == "superseded") == (term.until is not None), term


def test_ours_has_no_competing_terms() -> None:
    """Two accepted terms with one part of speech would count as drift; the forms of one word share a row."""
    rows = [term for term in SHIPPED if term.accepted and not term.concept.startswith("-")]
    counts = Counter((term.language, term.concept, term.pos) for term in rows)
    assert {key for key, count in counts.items() if count > 1} == {("ru", "split card", "noun")}


@pytest.mark.parametrize("language", ["en", "ru", "pt", "ja"])
def test_ours_has_no_form_both_accepted_and_refused(language: str) -> None:
    accepted = {(t.concept, word) for t in OURS.terms(language) if t.accepted for word in _all_words(t)}
    refused = {(t.concept, word) for t in OURS.terms(language) if not t.accepted for word in _all_words(t)}
    assert accepted & refused == set()


@pytest.mark.parametrize("language", ["en", "ru", "pt", "ja"])
def test_ours_shares_no_term_between_concepts(language: str) -> None:
    words = Counter(word for term in OURS.terms(language) if term.accepted for word in _all_words(term))
    lawful = {"エンチャント"}  # the card type and the keyword that says what an Aura enchants
    assert {word for word, count in words.items() if count > 1} <= lawful


@pytest.mark.parametrize("language", ["en", "ru", "pt", "ja"])
def test_ours_is_written_in_its_own_script(language: str) -> None:
    for term in OURS.terms(language):
        if "Latin letters" in term.note:
            continue
        for word in (term.text, *term.forms):
            names = [unicodedata.name(letter) for letter in word if letter.isalpha()]
            assert all(name.startswith(SCRIPTS[language]) for name in names), word


@pytest.mark.parametrize(
    ("concept", "language", "text", "status"),
    [
        ("mana cost", "ru", "мана-стоимость", "preferred"),
        ("mana cost", "ru", "стоимость маны", "deprecated"),
        ("mana value", "ru", "мановая ценность", "preferred"),
        ("mana value", "ru", "мана-ценность", "deprecated"),
        ("mana value", "ru", "мана-значение", "deprecated"),
        ("mana value", "ru", "конвертированная мана-стоимость", "superseded"),
        ("mana value", "pt", "custo de mana convertido", "superseded"),
        ("mana value", "ja", "点数で見たマナ・コスト", "superseded"),
        ("kicker", "ru", "усилитель", "preferred"),
        ("amplify", "ru", "усиление", "preferred"),
        ("kicker", "pt", "reforçar", "preferred"),
        ("reinforce", "pt", "fortalecer", "preferred"),
        ("reinforce", "pt", "reforçar", "superseded"),
        ("overload", "ja", "超過", "preferred"),
        ("card", "pt", "card", "preferred"),
        ("card", "pt", "carta", "deprecated"),
        ("aftermath", "ru", "последствия", "preferred"),
        ("aftermath", "ru", "последействие", "deprecated"),
        ("static ability", "ru", "статическая способность", "preferred"),
        ("static ability", "ru", "статичная способность", "deprecated"),
        ("split card", "ru", "сдвоенная карта", "admitted"),
        ("split card", "ru", "раздвоенная карта", "admitted"),
        ("split card", "ru", "разделенная карта", "admitted"),
        ("target", "ru", "цель", "preferred"),
        ("target", "ru", "целевой", "admitted"),
        ("exile", "ru", "удалить из игры", "superseded"),
    ],
)
def test_what_printed_cards_settle(concept: str, language: str, text: str, status: str) -> None:
    assert {term.text: term.status for term in OURS.of(concept, language)}.get(text) == status
