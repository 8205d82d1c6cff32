"""Alignment: every ruling once, nothing shifted, nothing called missing that only moved."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import align, encoding
from aligner.linking import anchors, evidence, matching
from aligner.model import Document, Group, Page, Ruling

ENCODERS = {name: encoding.load_encoder(name) for name in ("embedded", "none")}
DAY = datetime.date(2021, 3, 19)
LATER = datetime.date(2022, 4, 29)


def fingerprint(language: str, text: str) -> Mapping[str, int]:
    """Return symbols, sizes and numbers, the least that a caller gives."""
    bag = Counter(f"s:{found}" for found in re.findall(r"\{[^}]*\}", text))
    rest = re.sub(r"\{[^}]*\}", " ", text)
    bag.update(f"p:{found}" for found in re.findall(r"\d+/\d+", rest))
    bag.update(f"n:{found}" for found in re.findall(r"\d+", re.sub(r"\d+/\d+", " ", rest)))
    return bag


def page(language: str, *texts: str | tuple[str, datetime.date | None] | Ruling, day=DAY) -> Page:
    rulings = []
    for position, text in enumerate(texts, 1):
        if isinstance(text, Ruling):
            rulings.append(replace(text, position=position))
        else:
            words, date = text if isinstance(text, tuple) else (text, day)
            rulings.append(Ruling(words, position, 4 * position + 1, 1, date))
    return Page(f"{language}.txt", language, Ruling("T", 0, 1, 1, kind="title"), tuple(rulings))


def aligned(*pages: Page, encoder: str = "embedded", reference: str = "") -> tuple[Group, ...]:
    return align.align(Document("T", pages), ENCODERS[encoder], fingerprint, reference)


def places(groups: Sequence[Group]) -> list[dict[str, list[int]]]:
    return [{code: [one.position for one in some] for code, some in group.members.items()} for group in groups]


VAULT_EN = (
    "Each key counter lets you draw one extra card.",
    "Paying {3} twice puts two key counters on the Vault, not one.",
    "If the Vault has 9 counters on it, its last ability costs {W}{U} to activate.",
    "The 4/4 Golem token is created only if the Vault is untapped.",
    "If the Vault leaves the battlefield, the exiled cards stay exiled.",
)
VAULT_RU = (
    "Каждый жетон ключа позволяет вам взять одну дополнительную карту.",
    "Если дважды заплатить {3}, на Хранилище кладутся два жетона ключа, а не один.",
    "Если на Хранилище 9 жетонов, активация его последней способности стоит {W}{U}.",
    "Фишка голема 4/4 создаётся, только если Хранилище развёрнуто.",
    "Если Хранилище покидает поле битвы, изгнанные карты остаются в изгнании.",
)
VAULT_JA = (
    "鍵カウンター１個につき、あなたはカードを追加で１枚引ける。",
    "{3}を２回支払うと、宝物庫の上に鍵カウンターは１個ではなく２個置かれる。",
    "宝物庫の上にカウンターが9個あるなら、最後の能力の起動コストは{W}{U}である。",
    "4/4のゴーレム・トークンは、宝物庫がアンタップ状態である場合にのみ生成される。",
    "宝物庫が戦場を離れても、追放されたカードは追放されたままである。",
)


@pytest.mark.parametrize("encoder", ["embedded", "none"])
def test_equal_pages_pair_by_position(encoder: str) -> None:
    groups = aligned(page("en", *VAULT_EN), page("ru", *VAULT_RU), page("ja", *VAULT_JA), encoder=encoder)
    assert places(groups) == [{"en": [n], "ru": [n], "ja": [n]} for n in range(1, 6)]
    assert not any(group.doubtful for group in groups)
    assert [group.number for group in groups] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("encoder", ["embedded", "none"])
@pytest.mark.parametrize("gone", range(5))
def test_a_missing_ruling_shifts_nothing(gone: int, encoder: str) -> None:
    left = [text for n, text in enumerate(VAULT_RU) if n != gone]
    groups = aligned(page("en", *VAULT_EN), page("ru", *left), encoder=encoder)
    expected = [{"en": [n + 1], "ru": [n + 1 - (n > gone)]} for n in range(5)]
    expected[gone] = {"en": [gone + 1]}
    assert places(groups) == expected
    if encoder == "embedded":
        assert not groups[gone].doubtful
        assert groups[gone].method == "alone"


def test_every_language_may_miss_another_one() -> None:
    groups = aligned(page("en", *VAULT_EN[1:]), page("ru", *VAULT_RU[:4]), page("ja", *VAULT_JA[:2], *VAULT_JA[3:]))
    assert places(groups) == [
        {"ru": [1], "ja": [1]},
        {"en": [1], "ru": [2], "ja": [2]},
        {"en": [2], "ru": [3]},
        {"en": [3], "ru": [4], "ja": [3]},
        {"en": [4], "ja": [4]},
    ]


def test_another_order_is_found() -> None:
    order = (3, 0, 4, 1, 2)
    groups = aligned(page("en", *VAULT_EN), page("ru", *(VAULT_RU[n] for n in order)))
    assert places(groups) == [{"en": [n + 1], "ru": [order.index(n) + 1]} for n in range(5)]


def test_newest_first_aligns_by_date() -> None:
    en = page("en", (VAULT_EN[0], DAY), (VAULT_EN[1], LATER), (VAULT_EN[3], LATER))
    ja = page("ja", (VAULT_JA[1], LATER), (VAULT_JA[3], LATER), (VAULT_JA[0], DAY))
    assert places(aligned(en, ja, encoder="none")) == [
        {"en": [1], "ja": [3]},
        {"en": [2], "ja": [1]},
        {"en": [3], "ja": [2]},
    ]


def test_one_wrong_date_does_not_break_the_pairs() -> None:
    en = page("en", *VAULT_EN)
    ru = page("ru", VAULT_RU[0], (VAULT_RU[1], LATER), *VAULT_RU[2:])
    for encoder in ("embedded", "none"):
        assert places(aligned(en, ru, encoder=encoder)) == [{"en": [n], "ru": [n]} for n in range(1, 6)]


def test_dates_missing_on_one_page() -> None:
    ru = page("ru", *VAULT_RU[1:], day=None)
    expected = [{"en": [1]}, *({"en": [n], "ru": [n - 1]} for n in range(2, 6))]
    assert places(aligned(page("en", *VAULT_EN), ru)) == expected


@pytest.mark.parametrize("encoder", ["embedded", "none"])
def test_a_date_without_text_keeps_its_place(encoder: str) -> None:
    ru = page("ru", VAULT_RU[0], "", *VAULT_RU[2:])
    expected = [{"en": [n], "ru": [n]} for n in range(1, 6)]
    assert places(aligned(page("en", *VAULT_EN), ru, encoder=encoder)) == expected
    short = page("ru", VAULT_RU[0], "", *VAULT_RU[2:4])  # the last one is missing besides
    assert places(aligned(page("en", *VAULT_EN), short, encoder=encoder)) == [*expected[:4], {"en": [5]}]


def test_a_copy_stands_alone_and_the_first_is_linked() -> None:
    ru = page("ru", *VAULT_RU[:3], VAULT_RU[0].upper(), *VAULT_RU[3:])
    groups = aligned(page("en", *VAULT_EN), ru)
    assert {"ru": [4]} in places(groups)
    assert {"en": [1], "ru": [1]} in places(groups)
    assert {"en": [4], "ru": [5]} in places(groups)


def test_copies_of_both_languages_answer_one_another_by_date() -> None:
    en = page("en", (VAULT_EN[0], DAY), (VAULT_EN[1], DAY), (VAULT_EN[0], LATER), (VAULT_EN[4], LATER))
    ru = page("ru", (VAULT_RU[0], LATER), (VAULT_RU[0], DAY), (VAULT_RU[1], DAY))
    assert places(aligned(en, ru)) == [
        {"en": [1], "ru": [2]},
        {"en": [2], "ru": [3]},
        {"en": [3], "ru": [1]},
        {"en": [4]},
    ]


def test_untranslated_rulings_are_sure_evidence() -> None:
    ru = page("ru", VAULT_EN[4], *VAULT_RU[:2], VAULT_EN[3])
    pt = page("pt", VAULT_EN[3], VAULT_EN[4])
    assert places(aligned(ru, pt)) == [{"ru": [1], "pt": [2]}, {"ru": [2]}, {"ru": [3]}, {"ru": [4], "pt": [1]}]


def test_two_rulings_in_one_are_one_group() -> None:
    ru = page("ru", VAULT_RU[0], f"{VAULT_RU[1]} {VAULT_RU[2]}", *VAULT_RU[3:])
    assert {"en": [2, 3], "ru": [2]} in places(aligned(page("en", *VAULT_EN), ru))


def test_keys_go_before_position() -> None:
    def rule(key: str, text: str, kind: str = "ruling") -> Ruling:
        return Ruling(text, 0, 1, 1, key=key, label=key, kind=kind)

    en = page(
        "en",
        rule("7.1", "Lands", "heading"),
        rule("7.1a", VAULT_EN[0]),
        rule("7.1b", VAULT_EN[1]),
        rule("7.1c", VAULT_EN[3]),
    )
    ru = page("ru", rule("7.1c", VAULT_RU[3]), rule("7.1", "Земли", "heading"), rule("7.1a", VAULT_RU[0]))
    groups = aligned(en, ru, encoder="none")
    assert places(groups) == [{"en": [1], "ru": [2]}, {"en": [2], "ru": [3]}, {"en": [3]}, {"en": [4], "ru": [1]}]
    assert [group.method for group in groups] == ["key", "key", "alone", "key"]


def test_text_decides_where_an_edition_renumbered() -> None:
    marks = ("{W}{W}", "{U}{U}", "{B}{B}", "{R}{R}", "{G}{G}", "{C}{C}")
    en = [Ruling(f"Paying {mark} this way taps a land.", 0, key=f"7.{n}") for n, mark in enumerate(marks)]
    ru = [Ruling(f"Такая уплата {mark} поворачивает землю.", 0, key=f"7.{n + 1}") for n, mark in enumerate(marks)]
    groups = aligned(page("en", *en), page("ru", *ru), encoder="none")
    assert places(groups) == [{"en": [n], "ru": [n]} for n in range(1, 7)]


def test_the_reference_gives_the_order() -> None:
    order = (3, 0, 4, 1, 2)
    ru = page("ru", *(VAULT_RU[n] for n in order))
    groups = aligned(page("en", *VAULT_EN), ru, reference="ru")
    assert [group.members["ru"][0].position for group in groups] == [1, 2, 3, 4, 5]


def compendium(size: int, gone: int) -> tuple[Page, Page]:
    en = [f"Entry {n}: put {n * 7 % 13 + 2} counters on the creature, then draw a card." for n in range(1, size + 1)]
    pt = [
        f"Registro {n}: coloque {n * 7 % 13 + 2} marcadores na criatura e compre um card." for n in range(1, size + 1)
    ]
    return page("en", *en), page("pt", *(text for n, text in enumerate(pt, 1) if n != gone))


def test_a_long_page_needs_no_model() -> None:
    groups = aligned(*compendium(1200, 600), encoder="none")
    assert [one for one in places(groups) if len(one) == 1] == [{"en": [600]}]
    assert all(one["pt"] == [one["en"][0] - (one["en"][0] > 600)] for one in places(groups) if len(one) == 2)
    assert not any(group.doubtful for group in groups)


def test_a_long_page_without_marks_is_doubted_not_guessed() -> None:
    en = page("en", *(f"same words {chr(0x4E00 + n)}" for n in range(600)))
    pt = page("pt", *(f"mesmas palavras {chr(0x5E00 + n)}" for n in range(450)))
    groups = align.align(Document("T", (en, pt)), ENCODERS["none"], fingerprint)
    assert len(groups) == 600 + 450
    firsts = [group for group in groups if next(iter(group.members.values()))[0].position <= 5]
    assert all(group.doubtful for group in firsts)


WORDS = st.sampled_from(["", " ", "{X}", "pay {2}", "Pay {2}", "«pay {2}»", "draw 3 cards", "a 4/4", "exile it", "3"])
RULINGS = st.builds(
    Ruling,
    WORDS,
    st.just(0),
    st.just(1),
    st.just(1),
    st.sampled_from([None, DAY, LATER]),
    st.sampled_from(["", "", "", "7.1", "7.2"]),
    st.sampled_from(["ruling", "ruling", "heading"]),
)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.lists(RULINGS, max_size=7), min_size=1, max_size=4), st.sampled_from(["none", "embedded"]))
def test_every_ruling_is_in_exactly_one_group(pages: list[list[Ruling]], encoder: str) -> None:
    document = Document(
        "T", tuple(page(code, *rulings) for code, rulings in zip(("ru", "en", "ja", "pt"), pages, strict=False))
    )
    groups = align.align(document, ENCODERS[encoder], fingerprint)
    found = [id(one) for group in groups for some in group.members.values() for one in some]
    assert sorted(found) == sorted(id(one) for home in document.pages for one in home.rulings)
    assert [group.number for group in groups] == list(range(1, len(groups) + 1))
    assert all(set(group.members) <= set(document.languages) for group in groups)
    assert all(0 <= group.score <= 1 for group in groups)


def test_the_seeds_make_sixteen_groups_of_three(shared) -> None:
    from aligner import reading

    sources, _, _ = reading.find_files([str(shared / "seeds")], ())
    pages = [one for source in sources for one in reading.read(source)][:3]
    pages = [replace(one, language=code) for one, code in zip(pages, ("ru", "pt", "ja"), strict=True)]
    for encoder in ("embedded", "none"):
        groups = aligned(*pages, encoder=encoder)
        assert places(groups) == [{"ru": [n], "pt": [n], "ja": [n]} for n in range(1, 17)]


@pytest.mark.parametrize(
    ("pairs", "longest"),
    [
        ([], []),
        ([(0, 0), (1, 1)], [(0, 0), (1, 1)]),
        ([(0, 5), (1, 1), (2, 2), (3, 0)], [(1, 1), (2, 2)]),
    ],
)
def test_longest_run_in_order(pairs: list[tuple[int, int]], longest: list[tuple[int, int]]) -> None:
    assert matching.increasing(pairs) == longest


def test_unique_marks_anchor_in_order() -> None:
    first = [{"n:1": 1, "n:5": 1}, {"n:2": 1, "n:5": 1}, {"n:3": 1}]
    second = [{"n:1": 1}, {"n:3": 1, "n:5": 1}]
    assert anchors.unique_marks(first, second) == [(0, 0), (2, 1)]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ('Say "flashback" twice.', "say «Flashback»  twice.", True),
        ("„Blitz“ wirken", '"Blitz" wirken', True),
        ("「速攻」を持つ", "『速攻』 を持つ", True),
        ("Draw 2 cards.", "Draw 3 cards.", False),
        ("If it attacks", "If it blocks", False),
    ],
)
def test_what_makes_a_copy(one: str, other: str, same: bool) -> None:
    assert (evidence.fold(one) == evidence.fold(other)) is same


def test_copies_that_another_language_words_unlike_are_linked() -> None:
    en = page("en", VAULT_EN[4], VAULT_EN[0], VAULT_EN[1], VAULT_EN[4], VAULT_EN[3])
    unlike = "Если Хранилище покинет поле битвы, карты, изгнанные им, останутся изгнанными."
    ru = page("ru", VAULT_RU[4], VAULT_RU[0], VAULT_RU[1], unlike)
    groups = aligned(en, ru)
    assert places(groups) == [*({"en": [n], "ru": [n]} for n in range(1, 5)), {"en": [5]}]


def test_a_ruling_that_took_anothers_place_is_held_in_doubt() -> None:
    other = "{T}: добавьте {R}{R}. Тратьте эту ману только на разыгрывание заклинаний артефактов."
    ru = page("ru", VAULT_RU[0], VAULT_RU[1], other, *VAULT_RU[3:])
    for pages, weakest in (
        ((page("en", *VAULT_EN), ru), "ru"),
        ((page("en", *VAULT_EN), ru, page("ja", *VAULT_JA)), "ru"),
    ):
        groups = aligned(*pages)
        assert [list(one.values()) for one in places(groups)] == [[[n]] * len(pages) for n in range(1, 6)]
        assert [group.doubtful for group in groups] == [False, False, True, False, False]
        assert groups[2].score < 0.5
        assert groups[2].weakest in ("", weakest)


def test_halves_of_a_ruling_are_one_group() -> None:
    ru = page("ru", VAULT_RU[0], f"{VAULT_RU[1]} {VAULT_RU[2]}", VAULT_RU[3], VAULT_RU[4])
    for pages in ((page("en", *VAULT_EN), ru), (page("en", *VAULT_EN), ru, page("ja", *VAULT_JA))):
        merged = aligned(*pages)[1]
        assert {code: len(some) for code, some in merged.members.items()} == {
            home.language: 1 if home is ru else 2 for home in pages
        }
        assert not merged.doubtful


VAULT_ZHS = (
    "每个钥匙指示物都让你能多抓一张牌。",
    "支付{3}两次会使宝库上放置两个钥匙指示物，而不是一个。",
    "如果宝库上有9个指示物，则其最后一个异能的起动费用为{W}{U}。",
    "只有在宝库未横置的情况下，才会派出4/4魔像衍生物。",
    "如果宝库离开战场，则被放逐的牌仍会留在放逐区。",
)


@pytest.mark.parametrize("at", range(4))
def test_where_two_rulings_became_one_each_answers_a_part(at: int) -> None:
    parts = [*VAULT_ZHS[:at], VAULT_ZHS[at] + VAULT_ZHS[at + 1], *VAULT_ZHS[at + 2 :]]
    merged = aligned(page("en", *VAULT_EN), page("zhs", *parts))[at]
    assert {code: len(some) for code, some in merged.members.items()} == {"en": 2, "zhs": 1}
    assert not merged.doubtful


def test_a_missing_ruling_is_no_part_of_its_neighbour() -> None:
    for gone in range(5):
        left = [text for n, text in enumerate(VAULT_ZHS) if n != gone]
        groups = aligned(page("en", *VAULT_EN), page("zhs", *left))
        assert all(len(some) == 1 for group in groups for some in group.members.values())


def test_a_copy_of_half_a_merged_ruling_is_kept() -> None:
    ru = page("ru", VAULT_RU[0], f"{VAULT_RU[1]} {VAULT_RU[2]}", *VAULT_RU[3:])
    groups = aligned(page("en", *VAULT_EN, VAULT_EN[2]), ru)
    assert {"en": [2, 3], "ru": [2]} in places(groups)
    assert {"en": [6]} in places(groups)


@pytest.mark.parametrize("batch", [1, 3, 1000])
def test_the_batch_size_changes_nothing(monkeypatch: pytest.MonkeyPatch, batch: int) -> None:
    ru = page("ru", VAULT_RU[3], f"{VAULT_RU[1]} {VAULT_RU[2]}", VAULT_RU[0])
    document = Document("T", (page("en", *VAULT_EN), ru, page("ja", *VAULT_JA[1:])))
    usual = align.align(document, encoding.load_encoder(), fingerprint)
    vectors = encoding.load_encoder().encode([*VAULT_EN, *VAULT_RU])
    monkeypatch.setattr(encoding, "BATCH", batch)
    assert align.align(document, encoding.load_encoder(), fingerprint) == usual
    again = encoding.load_encoder().encode([*VAULT_EN[::-1], *VAULT_RU[::-1]])
    assert vectors is not None
    assert again is not None
    assert vectors[: len(VAULT_EN)].tobytes() == again[: len(VAULT_EN)][::-1].tobytes()


@pytest.mark.parametrize(
    ("ru", "sure"),
    [
        ("Выплатив {3} дважды, вы положите на Хранилище два жетона ключа, а не один.", True),
        ("Если Хранилище покинет поле битвы, изгнанные им карты так и останутся изгнанными.", False),
        ("Сыграйте {2}, чтобы повернуть его.", False),
    ],
)
def test_of_two_pages_with_one_ruling_each_the_marks_must_agree(ru: str, sure: bool) -> None:
    (group, *others) = aligned(page("en", VAULT_EN[1]), page("ru", ru))
    assert others == []
    assert group.doubtful is not sure


def test_three_parts_of_a_ruling_are_one_group() -> None:
    whole = "When the Vault enters, draw a card. Then discard {2} cards. You lose 3 life at end of turn."
    parts = (
        "Когда Хранилище выходит на поле битвы, возьмите карту.",
        "Затем сбросьте {2} карты.",
        "Вы теряете 3 жизни в конце хода.",
    )
    groups = aligned(page("en", VAULT_EN[0], whole, *VAULT_EN[3:]), page("ru", VAULT_RU[0], *parts, *VAULT_RU[3:]))
    assert {"en": [2], "ru": [2, 3, 4]} in places(groups)


def test_a_ruling_left_in_english_is_not_linked_with_another_one() -> None:
    left = "Paying {3} three times puts three key counters on the Vault, and it becomes untapped."
    ru = page("ru", VAULT_RU[0], left, VAULT_RU[2], VAULT_RU[4])
    groups = aligned(page("en", VAULT_EN[0], VAULT_EN[2], VAULT_EN[3], VAULT_EN[4]), ru)
    assert not any(set(one) == {"en", "ru"} and one["ru"] == [2] for one in places(groups))


@pytest.mark.parametrize(
    ("one", "two", "alike"),
    [
        ("You may pay the cost only once each turn.", "You may pay the cost only once each turn.", 1.0),
        (
            "You may pay the cost only once each turn.",
            "You may pay the cost only once each turn. If you do, draw.",
            0.75,
        ),
        ("You may pay the cost only once each turn.", "The token is created when the land is untapped.", 0.0),
    ],
)
def test_how_alike_two_english_texts_are(one: str, two: str, alike: float) -> None:
    words = [evidence.english_words(text) for text in (one, two)]
    assert evidence.overlap(*words) == pytest.approx(alike, abs=0.05)


@pytest.mark.parametrize(
    "text",
    [
        "Você não pode ativar a habilidade se a criatura já estiver virada.",
        "Non puoi attivare l'abilità se la creatura è già TAPpata.",
        "Du kannst die Fähigkeit nicht aktivieren, falls die Kreatur bereits getappt ist.",
        "Эту способность нельзя активировать.",
        "Flying, first strike",
    ],
)
def test_what_is_not_english(text: str) -> None:
    assert evidence.english_words(text) == frozenset()
