"""The fixed parts of a text: symbols, slots, numbers, references, sizes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from aligner import symbols
from aligner.fixed import fixed, fold
from aligner.model import LANGUAGES


def _values(pieces) -> list[str]:
    return [piece.value for piece in pieces]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Pay {W/U}, {2/W}, {G/P}, {G/U/P} or {C/B}.", "{W/U} {2/W} {G/P} {G/U/P} {C/B}"),
        ("en", "{0}{20}{100}{1000000}{½}{∞}{HW}{S}{E}{TK}{PW}{CHAOS}{T}{Q}{X}{A}", None),
        ("en", "Small letters: {w}, {b/w}, {chaos}.", "{W} {W/B} {CHAOS}"),
        ("ja", "｛２｝｛Ｗ／Ｕ｝を支払う。", "{2} {W/U}"),
        ("zhs", "支付{二}{红}{红/绿}，得到{能能}。", "{2} {R} {R/G} {E} {E}"),
    ],
)
def test_lawful_symbols(language: str, text: str, expected: str | None) -> None:
    found = fixed(text, language)
    assert found.malformed == ()
    assert " ".join(_values(found.symbols)) == (expected or text.replace("}{", "} {"))


@pytest.mark.parametrize(
    ("language", "text", "wrong", "meant"),
    [
        ("de", "Die Kosten betragen {4R}.", "{4R}", "{4}{R}"),
        ("es", "{2}0 representa veinte manás.", "{2}0", "{20}"),
        ("fr", "Vous pouvez payer o1oR à la place.", "o1oR", "{1}{R}"),
        ("en", "oT: Add one green mana.", "oT", "{T}"),
        ("en", "oc\nT: Draw a card.", "oc\nT", "{T}"),
        ("en", "Cycling o1o\nBo\nB is cheap.", "o1o\nBo\nB", "{1}{B}{B}"),
        ("en", "Flying\noo\nR +1/+0 until end of turn", "oo\nR", "{R}"),
        ("en", "o\nX, Sacrifice a creature: Draw X cards.", "o\nX", "{X}"),
        ("ru", "Заплатите {Х}.", "{Х}", "{X}"),
        ("ru", "Заплатите {З}.", "{З}", "{3}"),
        ("en", "Add {WW}.", "{WW}", "{W}{W}"),
        ("en", "Pay {WB}.", "{WB}", "{W/B}"),
        ("en", "Pay {W\\B}.", "{W\\B}", "{W/B}"),
        ("en", "Pay {PR}.", "{PR}", "{R/P}"),
        ("en", "{T: Add {G}.", "{T", "{T}"),
        ("en", "T}: Add {G}.", "T}", "{T}"),
        ("ja", "変容1}{U}", "1}", "{1}"),
        ("en", "{{T}}: Draw a card.", "{{T}}", "{T}"),
        ("en", "{Tap}: Draw a card.", "{Tap}", "{T}"),
        ("en", "It costs {2}U more.", "{2}U", "{2}{U}"),
        ("en", "Put {name} here.", "{name}", ""),
        ("en", "Put {} here.", "{}", ""),
    ],
)
def test_malformed_symbols(language: str, text: str, wrong: str, meant: str) -> None:
    (found,) = fixed(text, language).malformed
    assert (text[found.start : found.end], found.value, found.suggestion) == (wrong, wrong, meant)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ja", "{E}２つを得る。{2}1回につき"),
        ("pt", "escolha um ou outro; o X da mágica"),
        ("it", "uno o l'altro, oR"[:15]),
        ("fr", "ou o T"),
        ("en", "o'clock, oOo, foT"),
        ("pt", "escolha o\nX, e o\nGrimório"),
        ("es", "dos o\nX. Elige uno o\nRoba una carta."),
    ],
)
def test_no_symbol_is_malformed(language: str, text: str) -> None:
    assert fixed(text, language).malformed == ()


@pytest.mark.parametrize(
    ("text", "value", "closed"),
    [
        ("by paying [cost].", "cost", True),
        ("［コスト］を支払う", "コスト", True),
        ("indem du [Kosten bezahlst. Danach", "Kosten bezahlst", False),
    ],
)
def test_slots(text: str, value: str, closed: bool) -> None:
    (slot,) = fixed(text, "en").slots
    assert (slot.value, slot.closed) == (value, closed)


def test_loyalty_in_brackets_is_a_number_and_no_slot() -> None:
    found = fixed("[−3]: Draw a card.", "en")
    assert found.slots == ()
    assert [number.value for number in found.numbers] == ["-3"]


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "rules 409.1b and 409.1f-h", ["409.1b", "409.1f-h"]),
        ("en", "CR 704.5k, see rule 706.", ["704.5k", "706"]),
        ("ru", "502.32а и правило 706", ["502.32a", "706"]),
        ("ja", "ルール７０６を参照", ["706"]),
        ("ko", "규칙 706", ["706"]),
        ("zhs", "规则706，规则704.5k。", ["706", "704.5k"]),
        ("pt", "regra 706", ["706"]),
        ("de", "Regel 706 und 100.000 Marken", ["706"]),
        ("en", "The form 502.25.c is odd.", ["502.25c"]),
    ],
)
def test_references(language: str, text: str, expected: list[str]) -> None:
    assert _values(fixed(text, language).references) == expected


@pytest.mark.parametrize(
    ("text", "powers", "malformed"),
    [
        ("2/2, +1/+1, −1/−1, X/X, */*, １/１", ["2/2", "+1/+1", "-1/-1", "X/X", "*/*", "1/1"], []),
        ("With -4/-0 it is a -2/4 creature.", ["-4/-0", "-2/4"], []),
        ("jeton +1/1", [], [("+1/1", "+1/+1")]),
        ("gets +2/0, gets 2/+2", [], [("+2/0", "+2/+0"), ("2/+2", "+2/+2")]),
        ("recebe+1/+0 e +2+0", ["+1/+0"], [("+2+0", "+2/+0")]),
        ("two +l/+1 counters and +/1+1", [], [("+l/+1", "+1/+1"), ("+/1+1", "+1/+1")]),
        ("a -1/1 counter", [], [("-1/1", "-1/-1")]),
        ("放置一个+1/1指示物", [], [("+1/1", "+1/+1")]),
        ("on 19/03/2021", [], []),
    ],
)
def test_sizes(text: str, powers: list[str], malformed: list[tuple[str, str]]) -> None:
    found = fixed(text, "en")
    assert _values(found.powers) == powers
    assert [(one.value, one.suggestion) for one in found.malformed_powers] == malformed


@pytest.mark.parametrize(
    ("language", "text", "sure"),
    [
        ("en", "Repeat it 1,000 times, then 3.5 and 20.", ["1000", "3.5", "20"]),
        ("de", "1.000-mal, 3,5; zwölf", ["1000", "3.5", "12"]),
        ("fr", "1\u202f000 fois, 20\xa0000, 3,5 ; deux", ["1000", "20000", "3.5", "2"]),
        ("ru", "20 000 жетонов, 3,5, двумя", ["20000", "3.5", "2"]),
        ("pt", "10.000 vezes, dezesseis", ["10000", "16"]),
        ("es", "once cartas", ["11"]),
        ("ja", "カードを２枚、二体、１２体", ["2", "2", "12"]),
        ("zhs", "两张牌，十二个", ["2", "12"]),
        ("ko", "카드 두 장, 세 개, 3점", ["2", "3", "3"]),
        ("en", "٣ and ３ damage", ["3", "3"]),
        ("en", "-3: fewer than three", ["-3", "3"]),
        ("ru", "—7: создайте три фишки", ["-7", "3"]),
        # what need not have a counterpart
        ("en", "one, a single, both, twice, second, 3rd, Chapter III, 19 March 2021, March 19, as of 2010", []),
        ("en", "twenty-one, one hundred, two thousand, Two-Headed Giant", []),
        ("es", "ninguno de los dos, las dos, el segundo, 3º", []),
        ("fr", "aucun des deux", []),
        ("de", "beide, keines von beiden, Hälfte, einundzwanzig", []),
        ("ru", "дважды, оба, 3-й, однажды, двадцать один", []),
        ("pt", "um único, cada um, ambos", []),
        ("ja", "クリーチャー１体、３つ目、第三、２度目、以下の３つから１つを選ぶ、十分に", []),
        ("zhs", "一张、第三个、两者、数十张、(1)先，2)后", []),
        ("ko", "두 번째, 한 장", []),
        ("en", "1. first\n2. second", []),
        ("en", "{3}, 2/2, rule 706, [cost 3], X", []),
    ],
)
def test_sure_numbers(language: str, text: str, sure: list[str]) -> None:
    assert [number.value for number in fixed(text, language).numbers if number.sure] == sure


@pytest.mark.parametrize("text", ["It deals {} damage.", "Pay [{}].", "Pay {{{}}}."])
def test_thousands_of_digits_are_no_number(text: str) -> None:
    """Python refuses to make one of them."""
    assert fixed(text.format("7" * 5_000), "en").numbers == ()


def test_an_ambiguous_separator_gives_both_readings() -> None:
    (number,) = fixed("It happens 1.000 times.", "en").numbers
    assert set(number.values) == {"1000", "1"}


@pytest.mark.parametrize(
    ("language", "text", "limit"),
    [
        ("en", "more than one creature", "≥2"),
        ("ja", "２体以上のクリーチャー", "≥2"),
        ("en", "fewer than three", "≤2"),
        ("ru", "меньше двух", "≤1"),
        ("de", "2 oder weniger", "≤2"),
        ("zhs", "至少两个", "≥2"),
        ("en", "exactly three", ""),
    ],
)
def test_limits(language: str, text: str, limit: str) -> None:
    assert [number.bound for number in fixed(text, language).numbers] == [limit]


@pytest.mark.parametrize("value", range(2, 21))
def test_number_words_from_two_to_twenty(value: int) -> None:
    words = {
        "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty",
        "ru": "ноль один двух трёх четырёх пяти шести семи восьми девяти десяти одиннадцати двенадцати тринадцати "
        "четырнадцати пятнадцати шестнадцати семнадцати восемнадцати девятнадцати двадцати",
        "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn "
        "siebzehn achtzehn neunzehn zwanzig",
        "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept "
        "dix-huit dix-neuf vingt",
        "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
        "diecisiete dieciocho diecinueve veinte",
        "it": "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici "
        "sedici diciassette diciotto diciannove venti",
        "pt": "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis "
        "dezessete dezoito dezenove vinte",
    }
    for language, forms in words.items():
        found = fixed(f"({forms.split()[value]})", language).numbers
        assert [number.value for number in found] == [str(value)], language


def test_a_symbol_has_a_symbol_as_its_likely_form() -> None:
    for inner in ("WU", "4R", "2W", "Х", "W U", "WUBRG", "10G", "TAP"):
        for reading in symbols.likely(inner):
            assert all(symbols.canonical(symbol.strip("{}")) == symbol for symbol in reading)


_ALPHABET = "{}[]/+-.,:0129WUBRGXTol 二两一枚張第ХЗ１２｛｝［］—\n\xa0ab"
_TEXTS = st.text(st.sampled_from(_ALPHABET) | st.characters(), max_size=40)


@given(_TEXTS, st.sampled_from((*LANGUAGES, "tr")))
def test_any_text_gives_ordered_spans_inside_it(text: str, language: str) -> None:
    assert len(fold(text)) == len(text)
    found = fixed(text, language)
    kinds = (found.symbols, found.malformed, found.slots, found.references, found.powers, found.numbers)
    for pieces in kinds:
        spans = [(piece.start, piece.end) for piece in pieces]
        assert all(0 <= start < end <= len(text) for start, end in spans)
        assert all(a[1] <= b[0] or a == b for a, b in pairwise(spans))


@given(st.integers(2, 9_999_999), st.sampled_from(LANGUAGES))
def test_a_number_is_read_back_with_the_separators_of_its_language(number: int, language: str) -> None:
    mark = {"ru": "\xa0", "fr": "\u202f", "de": ".", "pt": ".", "es": ".", "it": "."}.get(language, ",")
    assume(not 701_100 <= number <= 702_999)  # those look like the numbers of rules where a point groups
    written = f"{number:,}".replace(",", mark)
    assert fixed(f"({written} x", language).numbers[0].value == str(number)
