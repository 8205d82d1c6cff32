"""Language profiles, tags and names, and the forms of words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner.languages import PROFILES, canonical, forms, part_of_speech, profile, siblings
from aligner.languages.german import divide, separated_forms, split_verb
from aligner.languages.korean import lawful_tail
from aligner.model import LANGUAGES


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("pt-BR", ("pt", "BR")),
        ("PT_br", ("pt", "BR")),
        ("en-US", ("en", "US")),
        ("es-419", ("es", "419")),
        ("zh", ("zhs", "")),
        ("zh-Hans", ("zhs", "")),
        ("zh-CN", ("zhs", "CN")),
        ("zh-Hant-TW", ("zht", "TW")),
        ("zh-HK", ("zht", "HK")),
        ("ZHT", ("zht", "")),
        ("jp", ("ja", "")),
        ("kr", ("ko", "")),
        ("rus", ("ru", "")),
        ("en_US.UTF-8", ("en", "US")),
        ("Portuguese (Brazil)", ("pt", "BR")),
        ("Brazilian Portuguese", ("pt", "BR")),
        ("Chinese Simplified", ("zhs", "")),
        ("Simplified Chinese", ("zhs", "")),
        ("Chinese (Traditional)", ("zht", "")),
        ("繁體中文", ("zht", "")),
        ("Русский", ("ru", "")),
        ("deutsch", ("de", "")),
        ("tr", ("tr", "")),
        ("PL", ("pl", "")),
        ("Otaria", ("", "")),
        ("English Russian", ("", "")),
        ("well-formedness", ("", "")),
        ("x", ("", "")),
        ("", ("", "")),
    ],
)
def test_tags_and_names(tag: str, expected: tuple[str, str]) -> None:
    assert canonical(tag) == expected


@given(st.text(max_size=20))
def test_any_text_may_be_asked_for_its_language(tag: str) -> None:
    code, _ = canonical(tag)
    assert code == "" or canonical(code)[0] == code


def test_every_language_has_a_profile() -> None:
    assert set(PROFILES) == set(LANGUAGES)
    assert all(profile(code).known and profile(code).quotes and profile(code).ends for code in LANGUAGES)
    assert not profile("tr").known
    assert profile("tr").spaced


def test_siblings_share_a_script_and_english_is_none() -> None:
    assert set(siblings("pt")) == {"de", "fr", "it", "es"}
    assert siblings("ru") == siblings("ja") == siblings("zhs") == siblings("en") == ()


@pytest.mark.parametrize(
    ("pos", "expected"),
    [("n.", "noun"), ("Verb", "verb"), ("noun phrase", "noun"), ("phrase", "phrase"), ("keyword", ""), ("", "")],
)
def test_parts_of_speech(pos: str, expected: str) -> None:
    assert part_of_speech(pos) == expected


INFLECTED = [
    # Russian
    ("ru", "воспоминание", "noun", "воспоминания воспоминанием воспоминаний"),
    ("ru", "стек", "", "стеке стека стеком"),
    ("ru", "Последствия", "", "последствие последствием последствий"),
    ("ru", "изгонять", "verb", "изгоняется изгоняя изгоняющая изгоняемых изгоняй изгоняли"),
    ("ru", "разыграть", "verb", "разыграйте разыграв разыгранные разыграно разыграна"),
    ("ru", "целевой", "adjective", "целевое целевого целевых целевыми"),
    ("ru", "развёрнутый", "adjective", "развернутое развернута развернутых"),
    ("ru", "альтернативная стоимость", "noun", "альтернативную стоимость|альтернативных стоимостей"),
    ("ru", "мгновенное заклинание", "", "мгновенных заклинаний|мгновенным заклинанием"),
    ("ru", "стоимость маны", "", "стоимости маны|стоимостью маны"),
    ("ru", "мана-стоимость", "noun", "мана-стоимости|мана стоимостью|мана-стоимостью"),
    ("ru", "конвертированная мана-стоимость", "noun", "конвертированной мана-стоимостью"),
    ("ru", "жетон +1/+1", "noun", "жетонов +1/+1|жетона +1/+1"),
    ("ru", "карта с воспоминанием", "noun", "карты с воспоминанием|картами с воспоминаниями"),
    ("ru", "сила и выносливость", "noun", "силу и выносливость|силы и выносливости"),
    ("ru", "взять карту", "verb", "возьмите карту|взяв карты"),
    # Portuguese
    ("pt", "exilar", "verb", "exile exilou exiladas exilando exilá-la exilaria exilarem"),
    ("pt", "escolher", "verb", "escolha escolheu escolhido escolhê-los"),
    ("pt", "destruir", "verb", "destrua destruída destrói destroem destruí-la"),
    ("pt", "sacrificar", "verb", "sacrifique sacrificou sacrificada"),
    ("pt", "pagar", "verb", "pague paguem pagá-lo"),
    ("pt", "habilidade", "noun", "habilidades"),
    ("pt", "planeswalker", "noun", "planeswalkers"),
    ("pt", "mágica instantânea", "noun", "mágicas instantâneas"),
    ("pt", "custo de mana", "noun", "custos de mana"),
    ("pt", "jogador ativo", "noun", "jogadores ativos|jogadora ativa"),
    # Spanish
    ("es", "exiliar", "verb", "exilia exilie exílialo exiliarla exiliándola exiliado"),
    ("es", "devolver", "verb", "devuelve devuelva devuelto devuélvela"),
    ("es", "elegir", "verb", "elige elija eligió eligiendo elegida"),
    ("es", "destruir", "verb", "destruye destruya destrúyela destruyó"),
    ("es", "poner", "verb", "pon ponga puesto pondrá ponlo póngalo"),
    ("es", "lanzar", "verb", "lance lancen lanzarlo lanzárselo"),
    ("es", "contador", "noun", "contadores"),
    ("es", "coste de maná", "noun", "costes de maná"),
    # Italian
    ("it", "lanciare", "verb", "lancia lanci lancerà lanciarla lanciandolo lanciate"),
    ("it", "esiliare", "verb", "esilia esili esilierà esiliala esiliata"),
    ("it", "scegliere", "verb", "scegli scelga scelto scelta"),
    ("it", "distruggere", "verb", "distruggi distrutta distruggila"),
    ("it", "sacrificare", "verb", "sacrifichi sacrificherà sacrificato"),
    ("it", "istantaneo", "noun", "istantanei"),
    ("it", "magia", "noun", "magie"),
    ("it", "giocatore", "noun", "giocatori giocatrice"),
    ("it", "costo di mana", "noun", "costi di mana"),
    # French
    ("fr", "lancer", "verb", "lancez lancé lancées lançant lancera"),
    ("fr", "engager", "verb", "engagez engageant engagée"),
    ("fr", "révéler", "verb", "révèle révélez révélera"),
    ("fr", "détruire", "verb", "détruit détruisez détruites"),
    ("fr", "mettre", "verb", "met mettez mise mettant"),
    ("fr", "prévenir", "verb", "prévient préviendra prévenues"),
    ("fr", "choisir", "verb", "choisit choisissez choisies"),
    ("fr", "se résoudre", "verb", "résout|résolvent"),
    ("fr", "coût supplémentaire", "noun", "coûts supplémentaires"),
    ("fr", "créature", "noun", "créatures"),
    # German
    ("de", "Zauberspruch", "noun", "zauberspruchs zaubersprüche zaubersprüchen"),
    ("de", "Ziel", "noun", "ziele zielen ziels"),
    ("de", "Spielstein", "", "spielsteine spielsteinen"),
    ("de", "Stapel", "", "stapels stapeln"),
    ("de", "Land", "noun", "länder ländern landes"),
    ("de", "wirken", "verb", "wirkt gewirkt gewirkten wirkte"),
    ("de", "bestimmen", "verb", "bestimmte bestimmten bestimmt"),
    ("de", "rechnen", "verb", "rechnete gerechneten"),
    ("de", "abwerfen", "verb", "abgeworfene abwirft abzuwerfen"),
    ("de", "opfern", "verb", "opfere geopfert opferst"),
    ("de", "verlieren", "verb", "verliert verloren verlor"),
    ("de", "zusätzliche Kosten", "noun", "zusätzlichen kosten|zusätzlicher kosten"),
    # English
    ("en", "tap", "verb", "taps tapped tapping"),
    ("en", "cast", "verb", "casts casting"),
    ("en", "sacrifice", "verb", "sacrificed sacrificing"),
    ("en", "equip", "verb", "equipped equips"),
    ("en", "ability", "noun", "abilities"),
    ("en", "mana ability", "noun", "mana abilities"),
    ("en", "source of damage", "noun", "sources of damage"),
    # without inflection
    ("ja", "唱える", "verb", "唱え"),
    ("ja", "戻す", "verb", "戻し 戻さ 戻す 戻せ"),
    ("ja", "追放する", "verb", "追放"),
    ("ja", "マナ・コスト", "noun", "マナコスト マナ・コスト"),
    ("zhs", "+1/+1指示物", "noun", "+1/+1指示物|+1/+1 指示物"),
    ("ko", "발동하다", "verb", "발동"),
    ("ko", "버리다", "verb", "버린 버려 버렸 버립"),
    ("ko", "만들다", "verb", "만든 만들"),
]


@pytest.mark.parametrize(("language", "term", "pos", "expected"), INFLECTED, ids=[f"{r[0]}-{r[1]}" for r in INFLECTED])
def test_forms_that_are_made(language: str, term: str, pos: str, expected: str) -> None:
    wanted = expected.split("|") if " " in term or "|" in expected else expected.split()
    assert [form for form in wanted if form not in forms(term, pos, language)] == []


@pytest.mark.parametrize(
    ("language", "term", "pos", "unwanted"),
    [
        ("ru", "стек", "noun", "стекла стечь стекло стекут"),
        ("ru", "цель", "noun", "целый целая целая"),
        ("ru", "усилитель", "noun", "усиления усилить"),
        ("ru", "последствие", "noun", "последействие последействием"),
        ("ru", "карта", "noun", "карточка карту-картон картон"),
        ("ru", "первый удар", "noun", "первых удары|первого удар|первейшего удара"),
        ("ru", "альтернативная стоимость", "noun", "альтернативных стоимости"),
        ("ru", "атакующий игрок", "noun", "атакующего игрок|атакующие игроков"),
        ("ru", "цикл базовых земель", "noun", "цикл базового земель|цикл базовых земли"),
        ("ru", "умереть", "verb", "ум умереюсь"),
        ("ru", "лицом вниз", "phrase", "лицами вниз"),
        ("pt", "poder", "noun", "poderá pode podem pôde"),
        ("pt", "card", "noun", "carda cartas"),
        ("pt", "custo", "noun", "custa custam"),
        ("es", "carta", "noun", "cartera cartel"),
        ("it", "mago", "noun", "magico magica"),
        ("fr", "sort", "noun", "sorte sortie sortir"),
        ("de", "Karte", "noun", "karton kartograph"),
        ("de", "Spiel", "noun", "spieler spielern"),
        ("de", "Kampf", "noun", "kämpfer"),
        ("es", "fortalecer", "verb", "fortaleza"),
        ("en", "card", "noun", "carded carding cardinal"),
        ("ja", "能力", "noun", "能"),
        ("ko", "주문", "noun", "주문자"),
    ],
)
def test_forms_that_are_not_made(language: str, term: str, pos: str, unwanted: str) -> None:
    refused = unwanted.split("|") if " " in term else unwanted.split()
    assert forms(term, pos, language).isdisjoint(refused)


def test_a_language_we_do_not_know_has_the_surface_only() -> None:
    assert forms("Güç  Kartı", "noun", "tr") == {"güç kartı"}
    assert forms("", "", "ru") == frozenset()


@settings(max_examples=60)
@given(
    st.text(alphabet="aeiourstlcgnzháéíãçßxy' -абвгдйёьтся가다하르ーカる唱1+/", max_size=14),
    st.sampled_from(["", "noun", "verb", "adjective", "adverb", "phrase"]),
    st.sampled_from([*LANGUAGES, "tr"]),
)
def test_any_text_may_be_a_term(text: str, pos: str, language: str) -> None:
    found = forms(text, pos, language)
    assert all(found)
    assert bool(found) == bool(forms(text, "phrase", language))


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("rückblendekosten", [("rückblende", "r"), ("kosten", "k")]),
        ("kreaturenspielsteine", [("kreaturen", "c"), ("spielsteine", "s")]),
        ("fähigkeitskosten", [("fähigkeit", "f"), ("kosten", "k")]),
        ("zusatzkosten", [("kosten", "k")]),
        ("kreaturentyp", [("kreaturen", "c")]),
        ("kostenlos", []),
        ("landschaft", []),
    ],
)
def test_compounds_divide_at_known_parts(word: str, expected: list[tuple[str, str]]) -> None:
    parts = {"rückblende": "r", "kosten": "k", "kreatur": "c", "kreaturen": "c", "spielsteine": "s", "fähigkeit": "f"}
    assert [(word[a:b], part) for a, b, part in divide(word, parts, 4)] == expected


def test_separable_verbs() -> None:
    assert split_verb("abwerfen") == ("ab", "werfen")
    assert split_verb("zurückbringen") == ("zurück", "bringen")
    assert split_verb("wirken") == ("", "wirken")
    assert split_verb("durchsuchen") == ("", "durchsuchen")
    particle, finite = separated_forms("angreifen")
    assert particle == "an"
    assert {"greift", "greife", "griff"} <= finite


@pytest.mark.parametrize("tail", ["", "을", "들의", "에서부터", "에게서는", "입니다", "하거나", "되었을", "이라면"])
def test_what_may_follow_a_korean_noun(tail: str) -> None:
    assert lawful_tail(tail, verb=False)


@pytest.mark.parametrize("tail", ["자", "사", "물", "력", "장소"])
def test_what_may_not_follow_a_korean_noun(tail: str) -> None:
    assert not lawful_tail(tail, verb=False)
