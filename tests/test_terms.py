"""Terms in sentences."""

from __future__ import annotations

import csv
import itertools
import json
import pickle
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner.model import Match, Term
from aligner.terms import TermIndex, build_index, foreign_index, term_forms
from aligner.text import fold

GLOSSARY: dict[str, dict[str, str]] = {
    "ru": {
        "flashback": "воспоминание",
        "cost": "стоимость",
        "mana cost": "мана-стоимость|стоимость маны",
        "instant": "мгновенное заклинание",
        "spell": "заклинание",
        "card": "карта",
        "exile": "изгонять|изгнать",
        "stack": "стек",
        "cast": "разыграть",
        "target": "цель",
        "+1/+1 counter": "жетон +1/+1",
        "counter": "жетон",
    },
    "pt": {
        "cast": "conjurar",
        "cost": "custo",
        "mana cost": "custo de mana",
        "exile": "exilar",
        "instant": "mágica instantânea",
        "spell": "mágica",
        "kicker": "reforçar",
        "card": "card",
        "graveyard": "cemitério",
    },
    "es": {"exile": "exiliar", "spell": "hechizo", "cast": "lanzar", "flashback": "retrospectiva"},
    "it": {"cast": "lanciare", "exile": "esiliare", "ability": "abilità", "instant": "istantaneo"},
    "fr": {"instant": "éphémère", "exile": "exiler", "cost": "coût", "mana cost": "coût de mana"},
    "de": {
        "flashback": "Rückblende",
        "cost": "Kosten",
        "mana cost": "Manakosten",
        "creature": "Kreatur",
        "token": "Spielstein",
        "card": "Karte",
        "counter": "Marke",
        "cast": "wirken",
        "discard": "abwerfen",
        "-blocker": "auswirken",
    },
    "en": {"cast": "cast", "tap": "tap", "creature": "creature", "mana cost": "mana cost", "cost": "cost"},
    "ja": {
        "mana cost": "マナ・コスト",
        "cost": "コスト",
        "mana": "マナ",
        "card": "カード",
        "kicker": "キッカー",
        "cast": "唱える",
        "tap": "タップ",
        "untap": "アンタップ",
        "target": "対象",
        "exile": "追放する",
        "madness": "マッドネス",
        "-blocker": "絶対象徴",
    },
    "ko": {
        "card": "카드",
        "cost": "비용",
        "mana cost": "마나 비용",
        "spell": "주문",
        "target": "목표",
        "creature": "생물",
        "cast": "발동하다",
        "draw": "뽑다",
    },
    "zhs": {
        "cost": "费用",
        "mana cost": "法术力费用",
        "sorcery": "法术",
        "mana": "法术力",
        "card": "牌",
        "library": "牌库",
    },
}
INDEXES: dict[str, TermIndex] = {}


def terms(language: str) -> list[Term]:
    """Return the terms of the table above."""
    return [Term(concept, text, language) for concept, row in GLOSSARY[language].items() for text in row.split("|")]


def index(language: str) -> TermIndex:
    """Return the index of the table's terms, made once."""
    if language not in INDEXES:
        INDEXES[language] = build_index(terms(language), language)
    return INDEXES[language]


SENTENCES = [
    (
        "ru",
        "Все карты, разыгранные через Воспоминание, изгоняются из стека.",
        "card=карты cast=разыгранные flashback=Воспоминание exile=изгоняются stack=стека",
    ),
    ("ru", "У копии нет стоимости маны.", "mana cost=стоимости маны"),
    (
        "ru",
        "Сравните мана\u2011стоимость половин и мана–стоимости копий.",
        "mana cost=мана\u2011стоимость mana cost=мана–стоимости",
    ),
    ("ru", "Мана - стоимость дороги.", "cost=стоимость"),
    ("ru", "Мгновенное  заклинание —\nзаклинание.", "instant=Мгновенное  заклинание spell=заклинание"),
    ("ru", "Положите два жетона +1/+1 и жетон.", "+1/+1 counter=жетона +1/+1 counter=жетон"),
    ("ru", "Карточка из картона. Целый ход без цели.", "target=цели"),
    (
        "pt",
        "As cartas? Não: os cards conjurados. Exile-os ou conjure-os.",
        "card=cards cast=conjurados exile=Exile cast=conjure",
    ),
    (
        "pt",
        "Você pode conjurá-la pagando o custo de mana; reforçada, é uma mágica.",
        "cast=conjurá-la mana cost=custo de mana kicker=reforçada spell=mágica",
    ),
    ("pt", "O cartaz mostra um cartão.", ""),
    ("es", "Si lanzas el hechizo, exílialo.", "cast=lanzas spell=hechizo exile=exílialo"),
    ("it", "Puoi lanciarla; esiliala per dell'abilità.", "cast=lanciarla exile=esiliala ability=abilità"),
    ("fr", "Quand l’éphémère est payé, exilez-le.", "instant=éphémère exile=exilez"),
    ("de", "Die Rückblendekosten ersetzen die Manakosten.", "flashback=Rückblende cost=kosten mana cost=Manakosten"),
    ("de", "Drei Kreaturenspielsteine und eine Zeitmarke.", "creature=Kreaturen token=spielsteine counter=marke"),
    ("de", "Das kostet nichts und wirkt sich nicht aus.", ""),
    ("de", "Wirf eine Karte ab, und wirke sie.", "discard=Wirf card=Karte cast=wirke"),
    ("de", "Die kosten viel. DIE KOSTEN.", "cost=KOSTEN"),
    (
        "en",
        "The creature's mana cost; tapped CREATURES were cast.",
        "creature=creature mana cost=mana cost tap=tapped creature=CREATURES cast=cast",
    ),
    ("ja", "マナコストとマナ・コストと総コスト。", "mana cost=マナコスト mana cost=マナ・コスト cost=コスト"),
    ("ja", "マルチキッカーのカードプールをアンタップする。", "untap=アンタップ"),
    ("ja", "キッカータップカードとタップカードプール。", "kicker=キッカー tap=タップ card=カード"),
    ("ja", "絶対象徴の対象を唱えられ、追放した。", "target=対象 cast=唱え exile=追放"),
    ("ja", "ﾏﾅ･ｺｽﾄとカ－ド", "mana cost=ﾏﾅ･ｺｽﾄ card=カ－ド"),
    ("ja", "マッドネス―カードを捨てる。", "madness=マッドネス card=カード"),
    ("ko", "주문자는 카드사에서 목표물을 본다.", ""),
    ("ko", "카드들의 마나 비용에서부터 발동하거나 뽑습니다.", "card=카드 mana cost=마나 비용 cast=발동 draw=뽑"),
    ("ko", "생물카드를 발동할 수 있습니다.", "creature=생물 card=카드 cast=발동"),
    (
        "zhs",
        "法术力费用是费用；法术力；牌库里的牌。",
        "mana cost=法术力费用 cost=费用 mana=法术力 library=牌库 card=牌",
    ),
]


@pytest.mark.parametrize(("language", "text", "expected"), SENTENCES, ids=[f"{r[0]}-{r[1][:20]}" for r in SENTENCES])
def test_terms_in_sentences(language: str, text: str, expected: str) -> None:
    found = " ".join(f"{match.term.concept}={text[match.start : match.end]}" for match in index(language).find(text))
    assert found == expected


def concepts(found: tuple[Match, ...]) -> list[str]:
    """Return the concepts of the matches."""
    return [match.term.concept for match in found]


def test_which_term_a_shared_form_stands_for() -> None:
    rows = [
        Term("old", "цель", "ru", status="deprecated"),
        Term("ours", "цель", "ru", shipped=True),
        Term("theirs", "цель", "ru"),
        Term("later", "цель", "ru"),
    ]
    made = build_index(rows, "ru")
    (found,) = made.scan("Все цели.")
    assert (found.term.concept, [term.concept for term in found.shared]) == ("theirs", ["later", "ours", "old"])
    (match,) = made.find("Все цели.")
    assert made.shared("Все цели.", match) == found.shared
    assert made.shared("Все цели.", Match(0, 3, match.term)) == ()


def test_a_terms_own_form_goes_before_an_inflected_one() -> None:
    made = build_index([Term("exile", "exilar", "pt"), Term("an exile", "exilado", "pt")], "pt")
    assert concepts(made.find("exilado exilada")) == ["an exile", "exile"]


def test_listed_forms_and_lemmas() -> None:
    term = Term("cast", "разыграть", "ru", pos="verb", forms=("~разыгрывать", "в розыгрыше"))
    made = build_index([term], "ru")
    text = "Разыгрываете и разыграли карту, которая в розыгрыше."
    assert [text[m.start : m.end] for m in made.find(text)] == ["Разыгрываете", "разыграли", "в розыгрыше"]
    assert made.forms(term) == term_forms(term)
    assert not any(form.startswith("~") for form in made.forms(term))


def test_blockers_hide_and_are_not_reported() -> None:
    made = build_index([Term("target", "цель", "ru"), Term("-blocker", "в целях", "ru", pos="phrase")], "ru")
    assert [(m.start, m.end) for m in made.find("В целях ясности выберите цель.")] == [(25, 29)]


def test_the_longer_of_two_overlapping_terms_takes_the_place() -> None:
    made = build_index([Term("a", "目标", "zhs"), Term("b", "标准赛", "zhs"), Term("c", "目", "zhs")], "zhs")
    assert concepts(made.find("目标准赛")) == ["c", "b"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("mana  cost", ["mana  cost"]),
        ("mana\ncost", ["mana\ncost"]),
        ("mana, cost", ["mana", "cost"]),
        ("(mana cost)", ["mana cost"]),
        ("mana’ cost", ["mana’ cost"]),
        ("mana ‘cost", ["mana ‘cost"]),
        ("mana’ ‘cost", ["mana", "cost"]),
        ("mana - cost", ["mana", "cost"]),
        ("mana-cost", ["mana", "cost"]),
        ("ma\u00adna cost", ["ma\u00adna cost"]),
        ("mana", ["mana"]),
        ("mana  ", ["mana"]),
    ],
)
def test_what_may_part_the_words_of_a_term(text: str, found: list[str]) -> None:
    rows = [Term(name, name, "en") for name in ("mana", "cost", "mana cost")]
    matches = build_index(rows, "en").find(text)
    assert [text[match.start : match.end] for match in matches] == found


@pytest.mark.parametrize("language", sorted(GLOSSARY))
def test_a_pickled_index_finds_the_same(language: str) -> None:
    made = index(language)
    again = pickle.loads(pickle.dumps(made))
    assert (again.keys, again.words, again.terms) == (made.keys, made.words, made.terms)
    text = " ".join(form for term in made.terms for form in sorted(made.forms(term)))
    assert made.find(text)
    assert again.find(text) == made.find(text)
    assert again.scan(text) == made.scan(text)


def test_half_a_surrogate_pair_does_no_harm() -> None:
    assert [(match.start, match.end) for match in index("zhs").find("\ud83d费用\ude00。")] == [(1, 3)]


def test_words_of_an_index_and_terms_of_other_languages() -> None:
    made = build_index([Term("mana cost", "mana cost", "en"), Term("flashback", "воспоминание", "ru")], "en")
    assert made.words == {"mana", "cost", "costs"}
    assert made.find("воспоминание") == ()
    assert build_index([], "ru").find("Текст.") == ()


def foreign(
    own: list[Term], others: dict[str, list[Term]], text: str, words: frozenset[str] = frozenset()
) -> list[str]:
    """Return the foreign terms in a Portuguese text."""
    found = foreign_index(build_index(own, "pt"), others, words).find(text)
    return [f"{match.term.language}:{text[match.start : match.end]}" for match in found]


def test_terms_of_sibling_languages() -> None:
    own = [Term("flashback", "recapitular", "pt")]
    others = {
        "es": [
            Term("flashback", "retrospectiva", "es"),
            Term("x", "mago", "es"),
            Term("y", "antigua", "es", "deprecated"),
        ],
        "en": [Term("graveyard", "graveyard", "en")],
        "ru": [Term("card", "карта", "ru")],
    }
    text = "A Retrospectiva do mago antigua no graveyard карта."
    assert foreign(own, others, text) == ["es:Retrospectiva"]
    assert foreign(own, others, text, frozenset({"retrospectiva"})) == []
    rejected = Term("flashback", "retrospectiva", "pt", "deprecated")
    assert foreign([*own, rejected], others, text) == []  # an own row of any status wins


def test_a_language_of_another_script_has_no_siblings() -> None:
    made = foreign_index(build_index([], "ru"), {"es": [Term("flashback", "retrospectiva", "es")]})
    assert made.find("retrospectiva") == ()


@settings(max_examples=150)
@given(st.data(), st.sampled_from(sorted(GLOSSARY)))
def test_matches_are_in_order_apart_and_forms_of_their_terms(data: st.DataObject, language: str) -> None:
    pieces = [form for term in terms(language) for form in sorted(term_forms(term))[:12]]
    alphabet = st.sampled_from([*pieces, " ", "-", "・", "\u00ad", "\n", "ー", "들", "ab", ",", "’", "s", "カ"])
    text = data.draw(st.one_of(st.text(max_size=40), st.lists(alphabet, max_size=12).map("".join)))
    made = index(language)
    found = made.find(text)
    assert all(0 <= match.start < match.end <= len(text) for match in found)
    assert all(one.end <= other.start for one, other in itertools.pairwise(found))
    for match in found:
        word = re.sub(r"\s+", " ", fold(text[match.start : match.end], language))
        assert word in term_forms(match.term) or language in ("de", "ko") or "'" in word or "- " in word


def plain_words(keys: frozenset[tuple[str, ...]], text: str) -> list[tuple[int, int]]:
    """Return where terms stand, looked for in the plainest way: at each word, every key, the longest first."""
    words = list(re.finditer(r"[+-](?:\d+|x)/[+-](?:\d+|x)|[^\W_]+|-", text))
    found: list[tuple[int, int]] = []
    for at, word in enumerate(words):
        if found and word.start() < found[-1][1]:
            continue
        for key in sorted(keys, key=len, reverse=True):
            here = words[at : at + len(key)]
            gaps = [text[a.end() : b.start()] for a, b in itertools.pairwise(here)]
            hyphen = [a[0] == "-" or b[0] == "-" for a, b in itertools.pairwise(here)]
            joined = all(
                not gap or (not dash and gap.strip() in ("", "'")) for gap, dash in zip(gaps, hyphen, strict=True)
            )
            if tuple(one[0] for one in here) == key and joined:
                found.append((here[0].start(), here[-1].end()))
                break
    return found


def plain_strings(keys: frozenset[tuple[str, ...]], text: str) -> list[tuple[int, int]]:
    """Return where strings stand: of two that overlap the longer, which cuts the one before it short."""

    def runs_on(one: str, other: str) -> bool:
        kana = all("ァ" <= c <= "ヺ" or c in "ーヽヾ" for c in one + other)
        return kana or ((one + other).isascii() and (one + other).isalnum())

    terms = "|".join(re.escape(key[0]) for key in sorted(keys))

    def are_terms(run: re.Match[str] | None) -> bool:
        return run is not None and re.fullmatch(f"(?:{terms})+", run[0]) is not None

    def cut(start: int, end: int) -> bool:
        before = start > 0 and runs_on(text[start - 1], text[start])
        behind = end < len(text) and runs_on(text[end - 1], text[end])
        return (before and not are_terms(re.search(r"[ァ-ヺーヽヾ]+\Z", text[:start]))) or (
            behind and not are_terms(re.match(r"[ァ-ヺーヽヾ]+", text[end:]))
        )

    def longest(start: int, limit: int) -> int:
        for end in range(limit, start, -1):
            if (text[start:end],) in keys and not cut(start, end):
                return end
        return start

    ends = [longest(start, len(text)) for start in range(len(text))]
    found = []
    done = 0
    for start, end in enumerate(ends):
        if start < done or end == start:
            continue
        rival = next((at for at in range(start + 1, end) if ends[at] - at > end - start), 0)
        end = longest(start, rival) if rival else end
        if end > start:
            found.append((start, end))
            done = end
    return found


@settings(max_examples=150, deadline=None)
@given(st.data(), st.sampled_from(["ru", "pt", "fr", "en", "ja", "zhs"]))
def test_finding_fast_is_finding_plainly(data: st.DataObject, language: str) -> None:
    made = index(language)
    pieces = sorted({" ".join(key) for key in made.keys})
    alphabet = st.sampled_from([*pieces, "  ", " ", "-", "_", "・", "ー", "ab", ",", "'", "s", "カ", "\n"])
    text = fold(data.draw(st.lists(alphabet, max_size=14).map("".join)), language)
    plainly = plain_strings if language in ("ja", "zhs") else plain_words
    blocked = {term for term in made.terms if term.concept.startswith("-")}
    assert not blocked or language == "ja"
    found = [(match.start, match.end) for match in made.find(text)]
    hidden = [(a, b) for a, b in plainly(made.keys, text) if text[a:b] == "絶対象徴"]
    assert found == [span for span in plainly(made.keys, text) if span not in hidden]


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_korean_phrase_behind_the_text_changes_nothing_in_it(data: st.DataObject) -> None:
    rows = [
        Term("mana", "마나", "ko"),
        Term("mana cost", "마나 비용", "ko"),
        Term("without paying", "마나 비용을 지불하지 않고", "ko", pos="phrase"),
        Term("creature", "생물", "ko"),
        Term("card", "카드", "ko"),
        Term("draw", "카드를 뽑다", "ko", pos="verb"),
        Term("play", "발동하다", "ko", pos="verb"),
    ]
    made = build_index(rows, "ko")
    pieces = sorted({*(" ".join(key) for key in made.keys), "마나", "비용을", "지불하지", "카드를", "뽑", "생물"})
    alphabet = st.sampled_from([*pieces, " ", "  ", "은", "에서", "-", "'", ".", "자", "\n", "_"])
    text = data.draw(st.lists(alphabet, max_size=12).map("".join))
    longer = f"{text} . 마나 비용"
    assert [(one.start, one.end, one.term) for one in made.find(longer)][:-1] == list(made.find(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Return it to play under your control.", "return=Return it|battlefield=to play"),
        ("It returns to play tapped, to play it.", "return=returns|battlefield=to play|play=play"),
        ("You may return to play lands.", "return=return|battlefield=to play"),
        ("Counter target spell.", "counter a spell=Counter"),
    ],
)
def test_words_in_brackets_must_stand_there(text: str, expected: str) -> None:
    rows = [
        Term(
            "battlefield",
            "in play",
            "en",
            pos="phrase",
            forms=("[return] to play", "[returns] to play", "to play [under]"),
        ),
        Term("return", "return", "en", pos="verb", forms=("return it",)),
        Term("play", "play", "en", pos="verb"),
        Term("counter a spell", "countering", "en", pos="verb", forms=("counter [target]",)),
    ]
    found = build_index(rows, "en").find(text)
    assert "|".join(f"{match.term.concept}={text[match.start : match.end]}" for match in found) == expected


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Bringe sie auf die Hand ihres Besitzers zurück.", ["Bringe"]),
        ("Bringe sie zurück auf die Hand ihres Besitzers.", ["Bringe"]),
        ("Bringe sie auf die Hand ihres bzw. seines Besitzers zurück.", ["Bringe"]),
        ("Bringe sie ins Spiel. Leg sie zurück.", []),
        ("Bringe sie ins Spiel, als sie zurück war.", []),
    ],
)
def test_a_german_particle_that_stands_apart(text: str, found: list[str]) -> None:
    made = build_index([Term("return", "zurückbringen", "de", pos="verb")], "de")
    assert [text[match.start : match.end] for match in made.find(text)] == found


MATERIAL = Path(__file__).parent.parent.parent / "shared" / "cases"


@pytest.mark.skipif(not (MATERIAL / "sentences.tsv").exists(), reason="the optional material ../shared is absent")
def test_labelled_sentences() -> None:
    def decoded(text: str) -> str:
        return re.sub(r"\\u([0-9a-fA-F]{4})", lambda match: chr(int(match[1], 16)), text)

    with (MATERIAL / "sentences_glossary.tsv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    made = {}
    for column in rows[0].keys() - {"concept"}:
        code = "zhs" if column == "zh" else column
        found = [Term(row["concept"], text, code) for row in rows for text in re.split("[;|]", row[column]) if text]
        made[column] = build_index(found, code)
    faults = []
    with (MATERIAL / "sentences.tsv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["category"] not in ("term", "norm", "overlap", "homonym"):
                continue
            text = decoded(row["text"])
            wanted = [one for one in json.loads(row["expected"]) if one["type"] == "term"]
            got = {(m.term.concept, text[m.start : m.end]) for m in made[row["lang"]].find(text)}
            needed = {(one["concept"], decoded(one["text"])) for one in wanted if not one.get("ambiguous")}
            allowed = needed | {(one["concept"], decoded(one["text"])) for one in wanted}
            missing = {(c, t) for c, t in needed if not any(c == d and (t in u or u in t) for d, u in got)}
            extra = {(c, t) for c, t in got if not any(c == d and (t in u or u in t) for d, u in allowed)}
            if missing or (extra and row["category"] != "norm"):
                faults.append((row["id"], missing, extra))
    assert faults == []
