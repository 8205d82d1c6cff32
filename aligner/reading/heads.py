"""The heads of the columns of a table: what each column holds, in the words of several languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from aligner.model import LANGUAGES
from aligner.reading import naming

# What a head may say, by what the column holds, with commas between; of several columns of one kind the first counts.
_HEADS = {
    "text": (
        "text, ruling, rulings, ruling text, rule text, comment, translation, body, content",
        "текст, правило, разъяснение, решение, перевод",
        "texto, decisão, regra, tradução, regla, traducción, decisión",
        "regeltext, regel, übersetzung, texte, règle, décision, traduction, testo, regola, decisione, traduzione",
        "テキスト, 裁定, 本文, ルール, 訳文, 텍스트, 판정, 재정, 본문, 번역",
        "文本, 裁決, 规则, 規則, 译文, 譯文, 内容, 內容",
    ),
    "date": ("date, published, published at, ruling date, day, дата, data, fecha, datum, 日付, 日期, 날짜",),
    "language": (
        "language, lang, locale, language code, язык, idioma, língua, linguagem, lengua, sprache, langue, lingua",
        "言語, 语言, 語言, 언어",
    ),
    "card": ("card, card name, document, oracle id, page",),
    "title": (
        "title, name, printed name, heading, название, заголовок, карта, имя, имя карты, título, nome, nome da carta",
        "carta, nombre, nombre de la carta, titel, karte, titre, carte, nom, titolo",
        "タイトル, カード, カード名, 名前, 标题, 標題, 卡牌, 卡牌名, 牌名, 名称, 名稱, 카드, 카드명, 제목, 이름",
    ),
    "key": (
        "key, id, number, rule, tuid, unit, ключ, номер, №, nr, no, numéro, número, numero, 番号, 编号, 編號, 번호",
    ),
}
_REPORTS = (  # heads of the tables that we write ourselves
    {"code", "severity"},
    {"rulings", "reason"},
    {"group", "score", "method"},
)
_OTHER_TABLES = (  # heads that stand in a glossary or a list of labels
    {"concept"},
    {"term"},
    {"code", "excerpt"},
    {"codes", "excerpt"},
)
_NOTES = "comment"  # a text only where there is no other column of texts
_LONGEST, _WORDS = 60, 8  # characters and words of a head at most
_TAG_BEHIND = re.compile(r"(?P<role>.+?)[\s_]*[(\[]?(?P<tag>[^\s_()\[\]]+)[)\]]?")
_TAG_BEFORE = re.compile(r"(?P<tag>[^\s_]+)[\s_]+(?P<role>.+)")


@dataclass(frozen=True, slots=True)
class Columns:
    """Where in a row what stands. `texts` and `titles` are by language; of a row a ruling there is one, of ""."""

    texts: dict[str, int]
    titles: dict[str, int]
    date: int | None = None
    language: int | None = None
    card: int | None = None
    key: int | None = None

    @property
    def wide(self) -> bool:
        """Return whether there is a column a language."""
        return "" not in self.texts

    @property
    def width(self) -> int:
        """Return how many cells a row must have."""
        single = [n for n in (self.date, self.language, self.card, self.key) if n is not None]
        return 1 + max([*self.texts.values(), *self.titles.values(), *single])


@lru_cache(maxsize=1)
def _roles() -> dict[str, str]:
    roles: dict[str, str] = {}
    for role, some in _HEADS.items():
        for words in some:
            for word in words.split(", "):
                roles.setdefault(word, role)
    return roles


def language(head: str) -> str:
    """Return the language tag or name that a head is, as written, empty where it is none."""
    from aligner.languages import canonical

    return head if naming.language(head) or canonical(head)[0] in LANGUAGES else ""


@lru_cache(maxsize=1024)
def _split(head: str) -> tuple[str, str]:
    """Return the role and the language of a head such as `text_ru`, `Ruling (German)` or `pt-BR`."""
    bare = _bare(re.sub(r"[:.*]+", " ", head))
    role = _roles().get(bare, "")
    if role:
        return role, ""
    tag = language(head.strip())
    if tag:
        return "text", tag
    for pattern in (_TAG_BEHIND, _TAG_BEFORE):
        found = pattern.fullmatch(head.strip())
        role = _roles().get(_bare(found["role"]), "") if found else ""
        if found and role in ("text", "title") and language(found["tag"]):
            return role, found["tag"]
    return "", ""


def _bare(head: str) -> str:
    return " ".join(head.casefold().replace("_", " ").split())


def is_report(header: Sequence[str]) -> bool:
    """Return whether these are the heads of a report of ours."""
    return _holds(header, _REPORTS)


def is_other_table(header: Sequence[str]) -> bool:
    """Return whether these are the heads of a glossary, of labels or of a report: a table, and none of rulings."""
    return _holds(header, (*_REPORTS, *_OTHER_TABLES))


def _holds(header: Sequence[str], kinds: Sequence[set[str]]) -> bool:
    """Return whether all heads of one of these kinds of tables stand here."""
    bare = set(map(_bare, header))
    return any(heads <= bare for heads in kinds)


def columns(header: Sequence[str]) -> Columns | None:
    """Return where the columns of a table of rulings are, None where these heads are of no such table."""
    if len(header) < 2:
        return None
    places: dict[str, int] = {}
    texts: dict[str, int] = {}
    titles: dict[str, int] = {}
    for index, head in enumerate(header):
        role, tag = _split(head) if 0 < len(head) <= _LONGEST and head.count(" ") < _WORDS else ("", "")
        if tag:
            (texts if role == "text" else titles).setdefault(tag, index)
        elif role == "text" and "text" in places and _bare(header[places["text"]]) == _NOTES:
            places["text"] = index
        elif role:
            places.setdefault(role, index)
    if not (texts or "text" in places) or is_other_table(header):
        return None
    rest = {role: places.get(role) for role in ("date", "language", "card", "key")}
    if texts and "language" not in places and (len(texts) > 1 or rest["date"] is not None or rest["card"] is not None):
        return Columns(texts, titles, **rest)
    if "text" in places and len(places) > 1:
        return Columns({"": places["text"]}, {"": places["title"]} if "title" in places else {}, **rest)
    return None
