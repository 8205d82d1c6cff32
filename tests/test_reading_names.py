"""Encodings, and what the names of files say of languages and documents."""

from __future__ import annotations

import random

import pytest

from aligner import identify, reading
from aligner.model import AlignerError
from aligner.reading import decoding, naming

# --- encodings


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1251", "koi8-r", "cp866"])
def test_encodings(encoding: str) -> None:
    text = "Застывшая Книга\n\n26/01/2018\n\nМана-стоимость не меняется, её нельзя уплатить дважды."
    found, name = decoding.decode(text.encode(encoding), "page.txt", "ru")
    assert found == text
    assert name == {"utf-8-sig": "utf-8", "koi8-r": "koi8_r"}.get(encoding, encoding)


def test_the_name_tells_the_code_page() -> None:
    (read,) = reading.read_bytes("Ключ\n\n26/01/2018\n\nДа.".encode("cp866"), "ru.cp866.txt")
    assert (read.encoding, read.title_text, read.language) == ("cp866", "Ключ", "ru")


def test_a_few_broken_bytes_leave_utf8_as_it_is() -> None:
    found, name = decoding.decode("Le coût, ".encode() * 9 + b"co\xfbt", "fr.txt")
    assert (found[-4:], name) == ("co\ufffdt", "utf-8")


@pytest.mark.parametrize("data", [b"PK\3\4\0\0", b"\x89PNG\r\n\x1a\n" + bytes(range(32)) * 3, b"\xff\xfe\x00"])
def test_what_is_no_text(data: bytes) -> None:
    with pytest.raises(AlignerError, match=r"^x\.bin"):
        reading.read_bytes(data, "x.bin")


@pytest.mark.parametrize(
    ("shown", "language", "region", "name"),
    [
        ("ru.txt", "ru", "", "."),
        ("cards/ru.txt", "ru", "", "cards"),
        ("otaria.ru.txt", "ru", "", "otaria"),
        ("otaria_ru.txt", "ru", "", "otaria"),
        ("cards/otaria.ru.txt", "ru", "", "cards/otaria"),
        ("ru/otaria.txt", "ru", "", "otaria"),
        ("en-US.txt", "en", "US", "."),
        ("otaria.pt_BR.txt", "pt", "BR", "otaria"),
        ("zh_TW.txt", "zht", "TW", "."),
        ("zh-Hans.txt", "zhs", "", "."),
        ("ru.cp1251.txt", "ru", "", "."),
        ("en.scryfall.json", "en", "", "."),
        ("RU.TXT", "ru", "", "."),
        ("ru", "ru", "", "."),
        ("000_561ea6e107d4299a.txt", "", "", ""),
        ("de-luxe.txt", "", "", ""),
        ("no.txt", "", "", ""),
        ("item.txt", "", "", ""),
        ("notes.txt", "", "", ""),
    ],
)
def test_names(shown: str, language: str, region: str, name: str) -> None:
    assert naming.named(shown, shown) == naming.Named(language, region, name)


def test_the_path_given_tells_the_language_where_the_name_below_it_does_not() -> None:
    assert naming.named("it/otaria.ru.txt", "otaria.ru.txt").language == "ru"
    assert naming.named("it/otaria.txt", "otaria.txt").language == "it"


TEXTS = {
    "ru": "Застывшая Книга\n\n26/01/2018\n\nМана-стоимость не меняется, её нельзя уплатить дважды.\n",
    "fr": "Forêt\n\n26/01/2018\n\nLa créature n’est pas dégagée à l’étape de dégagement, même si elle l’était.\n",
    "ja": "オタリア\n\n26/01/2018\n\nこの呪文は打ち消されない。あなたはカードを１枚引く。クリーチャーをタップする。\n",
    "ko": "오타리아\n\n26/01/2018\n\n이 주문은 무효화될 수 없습니다. 당신은 카드 한 장을 뽑습니다.\n",
    "zhs": "奥塔里亚\n\n26/01/2018\n\n此咒语不能被反击。你可以抓一张牌。该生物不能进行攻击或阻挡。\n",
    "zht": "奧塔里亞\n\n26/01/2018\n\n此咒語不能被反擊。你可以抽一張牌。該生物不能進行攻擊或阻擋。\n",
}


@pytest.mark.parametrize(
    ("language", "encoding"),
    [
        ("ru", "cp1251"),
        ("ru", "koi8_r"),
        ("fr", "cp1252"),
        ("ja", "cp932"),
        ("ja", "euc_jp"),
        ("ja", "iso2022_jp"),
        ("ko", "cp949"),
        ("ko", "euc_kr"),
        ("zhs", "gbk"),
        ("zht", "big5"),
        *((language, wide) for language in ("ru", "fr", "ja", "zht") for wide in ("utf-16-le", "utf-16-be", "utf-16")),
    ],
)
@pytest.mark.parametrize("named", [True, False])
def test_code_pages_and_utf16_without_a_mark(language: str, encoding: str, named: bool, folder) -> None:
    name = f"{language}.txt" if named else "page.txt"
    folder({f"p/{name}": TEXTS[language].encode(encoding)})
    sources, skipped, _ = reading.find_files(["p"])
    assert skipped == []
    (page,) = reading.read(sources[0])
    assert page.rulings[0].text == TEXTS[language].split("\n")[4]
    assert page.encoding != "utf-8" or encoding == "utf-8"


def test_an_encoding_that_nobody_knows_is_an_error() -> None:
    noise = bytes(random.Random(1).choices(range(128, 256), k=400))
    with pytest.raises(AlignerError, match=r"^x\.txt:3: in no encoding .*; save the text as UTF-8$"):
        decoding.decode(b"Otaria\n\n" + noise, "x.txt")
    assert decoding.decode(b"caf\xe9 au lait, s'il vous pla\xeet", "fr.txt", "fr")[0] == "café au lait, s'il vous plaît"


def test_a_half_character_of_utf16_is_an_error() -> None:
    with pytest.raises(AlignerError, match=r"^x\.txt:\d+: not the UTF-16"):
        decoding.decode(TEXTS["ru"].encode("utf-16-le")[:-1], "x.txt")


# --- names


@pytest.mark.parametrize(
    ("name", "language", "document"),
    [
        ("uk.txt", "uk", "."),
        ("otaria.ca.txt", "ca", "otaria"),
        ("otaria_ca.txt", "ca", "otaria"),
        ("ca/otaria.txt", "ca", "otaria"),
        ("sr.md", "sr", "."),
        ("da.txt", "da", "."),
        ("otaria.da.txt", "da", "otaria"),
        ("da-DK/otaria.txt", "da", "otaria"),
        ("no-NO.txt", "no", "."),
        ("el_GR.txt", "el", "."),
        ("uk-UA.csv", "uk", "."),
        ("ml/en.txt", "en", "ml"),
        ("ru.txt.gz", "ru", "."),
        ("cards.zip/uk.txt", "uk", "cards.zip"),
        ("no.txt", "", ""),
        ("to-do.txt", "", ""),
        ("no-go.txt", "", ""),
        ("ca_notes.txt", "", ""),
        ("card_as_printed.txt", "", ""),
        ("how.to.play.txt", "", ""),
        ("my.cards.txt", "", ""),
        ("ml/page.txt", "", ""),
        ("readme.md", "", ""),
        ("v1.0.txt", "", ""),
    ],
)
def test_languages_in_names(name: str, language: str, document: str) -> None:
    found = naming.named(name, name)
    assert (found.language, found.name) == (language, document)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Якщо ви контролюєте дві істоти, ви можете розіграти це заклинання без сплати його мана-вартості.", "uk"),
        ("Калі вы кантралюеце дзве істоты, вы можаце разыграць гэта заклінанне ўвогуле без выдаткаў.", "be"),
        (
            "Ако контролирате две същества, можете да изиграете заклинанието. Първият път, когато съществото бъде тук.",
            "bg",
        ),
        ("Ако контролишете два створења, можете бацити ову чаролију без плаћања њене цене.", "sr"),
        ("Вы можете разыграть это заклинание, не уплачивая.".encode().decode("cp1251"), "ru"),
        ("Объект не объявляется повторно; если объект изъят, он больше не съедает карту.", "ru"),
        ("Если вы контролируете два существа, вы можете разыграть это заклинание. Подъём, объявление.", "ru"),
        ("Если вы контролируете два существа, вы можете разыграть этo зaклинание, cущество уничтожaется.", "ru"),
    ],
)
def test_languages_in_cyrillic(text: str, language: str) -> None:
    assert identify.page_language([text]) == language
    assert identify.ruling_language(text, language) == language
