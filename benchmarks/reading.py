"""Measure how fast each format is read: rulings a second of one core, and the memory that a large file takes.

    python benchmarks/reading.py                     the table of docs/formats.md
    python benchmarks/reading.py --rulings 50000     with more rulings a format
    python benchmarks/reading.py --large 500         a made-up AllPrintings of so many MB, read as a stream

The texts are made up from a seed. Times are CPU seconds of this process, the best of some runs, with the garbage
collector set as a run sets it. XLSX is compared with openpyxl's own reading of the same file.
"""

from __future__ import annotations

import argparse
import csv
import gc
import io
import json
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from xml.sax.saxutils import escape

from aligner import reading
from aligner.workers import SELDOM

LANGUAGES = {
    "en": "English",
    "ru": "Russian",
    "ja": "Japanese",
    "de": "German",
    "pt": "Portuguese (Brazil)",
    "fr": "French",
}
WORDS = {
    "en": "the creature spell ability target player cast from graveyard owner control until end of this turn if you",
    "ru": "существо заклинание способность цель игрок разыграть из кладбища владелец контроль до конца хода если вы",
    "ja": "クリーチャー 呪文 能力 対象 プレイヤー 墓地 から 唱える ターン 終了時 まで あなた もし",
    "de": "die Kreatur Zauberspruch Fähigkeit Ziel Spieler wirken aus Friedhof Besitzer bis Ende dieses Zuges wenn du",
    "pt": "a criatura mágica habilidade alvo jogador conjurar do cemitério dono controle até o final do turno se você",
    "fr": "la créature sort capacité cible joueur lancer depuis cimetière propriétaire jusqu’à la fin du tour si vous",
}
RULINGS_A_PAGE = 19  # as the five real pages of ../shared/seeds have on average
Row = tuple[str, str, str, str]
"""Language, card, ISO date and text."""


def texts(count: int) -> list[Row]:
    """Return rulings of cards, two languages a card."""
    random = Random(7)
    words = {language: some.split() for language, some in WORDS.items()}
    found = []
    for number in range(count):
        card, place = divmod(number, 2 * RULINGS_A_PAGE)
        language = ("en", "ru")[place // RULINGS_A_PAGE]
        text = " ".join(random.choices(words[language], k=28)).capitalize() + " {T}."
        day = place % RULINGS_A_PAGE
        found.append((language, f"Card {card}", f"20{10 + card % 10}-{1 + card % 12:02}-{1 + day:02}", text))
    return found


def by_page(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    for start in range(0, len(rows), RULINGS_A_PAGE):
        yield rows[start : start + RULINGS_A_PAGE]


def pages(rows: Sequence[Row]) -> list[tuple[str, bytes]]:
    return [
        (f"{n}.{page[0][0]}.txt", "\n\n".join([page[0][1], *(f"{day}\n\n{text}" for _, _, day, text in page)]).encode())
        for n, page in enumerate(by_page(rows))
    ]


def markdown(rows: Sequence[Row]) -> list[tuple[str, bytes]]:
    return [
        (
            f"{n}.{page[0][0]}.md",
            "\n\n".join([f"# {page[0][1]}", *(f"## {day}\n\n- {text}" for _, _, day, text in page)]).encode(),
        )
        for n, page in enumerate(by_page(rows))
    ]


def html(rows: Sequence[Row]) -> list[tuple[str, bytes]]:
    made = []
    for n, page in enumerate(by_page(rows)):
        lines = "\n".join(f"<tr><td>{day}</td><td>{escape(text)}</td></tr>" for _, _, day, text in page)
        head = f"<!DOCTYPE html><html><head><title>{page[0][1]}</title></head><body><h1>{page[0][1]}</h1>"
        made.append((f"{n}.{page[0][0]}.html", f"{head}<table>\n{lines}\n</table></body></html>".encode()))
    return made


def table(rows: Sequence[Row], mark: str, name: str) -> list[tuple[str, bytes]]:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=mark)
    writer.writerow(("language", "card", "date", "text"))
    writer.writerows(rows)
    return [(name, out.getvalue().encode())]


def wide_table(rows: Sequence[Row]) -> list[tuple[str, bytes]]:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("card", "date", "en", "ru"))
    for number, page in enumerate(by_page(rows)):
        if number % 2 == 0:
            english = page
        else:
            writer.writerows((a[1], a[2], a[3], b[3]) for a, b in zip(english, page, strict=False))
    return [("wide.csv", out.getvalue().encode())]


def workbook(rows: Sequence[Row]) -> list[tuple[str, bytes]]:
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("rulings")
    sheet.append(("language", "card", "date", "text"))
    for row in rows:
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return [("table.xlsx", out.getvalue())]


def scryfall(rows: Sequence[Row]) -> list[tuple[str, bytes]]:
    items = [
        {"object": "ruling", "oracle_id": card, "source": "wotc", "published_at": day, "comment": text}
        for _, card, day, text in rows
    ]
    return [("rulings.json", json.dumps(items, ensure_ascii=False).encode())]


def card(number: int, name: str, rows: Sequence[Row], words: dict[str, list[str]], random: Random) -> dict[str, object]:
    """Return a card as MTGJSON writes it, with as much around its texts as there is in the real files."""
    own = f"{number:08x}"
    return {
        "artist": "Nobody",
        "availability": ["mtgo", "paper"],
        "colors": ["W"],
        "foreignData": [
            {
                "faceName": None,
                "flavorText": " ".join(random.choices(words[code], k=12)),
                "identifiers": {"multiverseId": str(number), "scryfallId": f"{own}-0000-4000-8000-{number:012x}"},
                "language": language,
                "name": f"{name} {code}",
                "text": " ".join(random.choices(words[code], k=25)) + ".",
                "type": "Creature",
                "uuid": f"{own}-1111-5000-8000-{number:012x}",
            }
            for code, language in LANGUAGES.items()
            if code != "en"
        ],
        "identifiers": {
            f"{kind}Id": f"{own}-2222-4000-8000-{number:012x}" for kind in ("mtgjsonV4", "scryfall", "tcg")
        },
        "language": "English",
        "legalities": dict.fromkeys(("commander", "duel", "legacy", "modern", "oathbreaker", "vintage"), "Legal"),
        "name": name,
        "number": str(number),
        "printings": ["AAA", "BBB", "CCC"],
        "purchaseUrls": {shop: f"https://example.org/links/{own}{shop}" for shop in ("cardKingdom", "tcgplayer")},
        "rulings": [{"date": day, "text": text} for _, _, day, text in rows],
        "setCode": "AAA",
        "text": " ".join(random.choices(words["en"], k=25)) + ".",
        "uuid": f"{own}-3333-5000-8000-{number:012x}",
    }


def sets(rows: Sequence[Row]) -> Iterator[str]:
    """Yield an AllPrintings in pieces: each page's rulings are a card's."""
    random = Random(11)
    words = {language: some.split() for language, some in WORDS.items()}
    yield '{"meta": {"date": "2026-01-01", "version": "5.2.2"}, "data": {'
    number = 0
    for start in range(0, len(rows), 100 * RULINGS_A_PAGE):
        cards = []
        for page in by_page(rows[start : start + 100 * RULINGS_A_PAGE]):
            number += 1
            cards.append(json.dumps(card(number, f"Card {number}", page[:3], words, random), ensure_ascii=False))
        mark = ", " if start else ""
        every = ", ".join(cards)
        yield f'{mark}"S{start}": {{"baseSetSize": 100, "cards": [{every}], "code": "S{start}", "tokens": []}}'
    yield "}}"


def mtgjson(rows: Sequence[Row]) -> list[tuple[str, bytes]]:
    return [("AllPrintings.json", "".join(sets(rows)).encode())]


def tmx(rows: Sequence[Row]) -> list[tuple[str, bytes]]:
    units = [
        f'<tu tuid="{n}"><tuv xml:lang="en-US"><seg>{escape(text)}</seg></tuv>'
        f'<tuv xml:lang="ru-RU"><seg>{escape(text)}</seg></tuv></tu>'
        for n, (_, _, _, text) in enumerate(rows[::2])
    ]
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4"><header srclang="en-US"/><body>\n'
    return [("memory.tmx", (head + "\n".join(units) + "\n</body></tmx>").encode())]


def xliff(rows: Sequence[Row]) -> list[tuple[str, bytes]]:
    units = [
        f'<trans-unit id="{n}"><source>{escape(text)}</source>'
        f'<target state="final">{escape(text)}</target></trans-unit>'
        for n, (_, _, _, text) in enumerate(rows[::2])
    ]
    head = '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" datatype="plaintext" '
    head += 'source-language="en" target-language="ru"><body>\n'
    return [("rulings.xlf", (head + "\n".join(units) + "\n</body></file></xliff>").encode())]


FORMATS: dict[str, Callable[[Sequence[Row]], list[tuple[str, bytes]]]] = {
    "pages": pages,
    "Markdown": markdown,
    "HTML": html,
    "CSV": lambda rows: table(rows, ",", "table.csv"),
    "CSV, a column a language": wide_table,
    "semicolons": lambda rows: table(rows, ";", "table.csv"),
    "TSV": lambda rows: table(rows, "\t", "table.tsv"),
    "XLSX": workbook,
    "Scryfall": scryfall,
    "MTGJSON": mtgjson,
    "TMX": tmx,
    "XLIFF": xliff,
}


def timed(work: Callable[[], int], times: int) -> tuple[int, float]:
    """Return what the work counted, and the CPU seconds of its fastest run."""
    gc.set_threshold(*SELDOM)
    best, count = float("inf"), 0
    for _ in range(times):
        gc.collect()
        start = time.process_time()
        count = work()
        best = min(best, time.process_time() - start)
    return count, best


def read_all(files: Sequence[tuple[str, bytes]]) -> int:
    return sum(len(page.rulings) for name, data in files for page in reading.read_bytes(data, name))


def bare(data: bytes) -> int:
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    return sum(1 for sheet in book.worksheets for _ in sheet.iter_rows(values_only=True)) - 1


def speeds(count: int, times: int) -> None:
    rows = texts(count)
    print("| format | rulings | MB | rulings a second and core |\n|---|---:|---:|---:|")
    for name, make in FORMATS.items():
        files = make(rows)
        read_all(files[:1])  # imports are no part of it
        found, seconds = timed(lambda files=files: read_all(files), times)  # type: ignore[misc]
        note = ""
        if name == "XLSX":
            _, own = timed(lambda files=files: bare(files[0][1]), times)  # type: ignore[misc]
            note = f" ({own / seconds:.0%} of openpyxl's own speed)"
        size = sum(len(data) for _, data in files) / 1e6
        print(f"| {name} | {found:,} | {size:.1f} | {found / seconds:,.0f}{note} |", flush=True)


def large(megabytes: int, keep: bool) -> None:
    """Write an AllPrintings of this size, read it from its file, and print the time and the most memory taken."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "AllPrintings.json"
        pieces = [piece.removeprefix(", ") for piece in list(sets(texts(20_000)))[1:-1]]
        size = part = 0
        with path.open("w", encoding="utf-8") as file:
            size += file.write('{"meta": {}, "data": {"first": {"cards": []}')
            while size < megabytes * 1_000_000:
                for piece in pieces:
                    part += 1
                    body = piece.replace('"S', f'"P{part}S', 1)
                    size += len(body.encode())
                    file.write(f", {body}")
            file.write("}}")
        del pieces
        gc.collect()
        source = reading.Source(str(path), "AllPrintings.json")
        before = memory()
        start = time.process_time()
        pages = rulings = 0
        for page in reading.stream(source):
            pages, rulings = pages + 1, rulings + len(page.rulings)
        seconds = time.process_time() - start
        print(
            f"{path.stat().st_size / 1e6:.0f} MB: {pages:,} pages, {rulings:,} rulings in {seconds:.1f} CPU seconds, "
        )
        print(f"{rulings / seconds:,.0f} a second; memory at most {memory():.0f} MB ({before:.0f} MB before reading)")
        if keep:
            kept = reading.read(source)
            print(f"with all {len(kept):,} pages kept: at most {memory():.0f} MB")


def memory() -> float:
    """Return the most memory that this process has had so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulings", type=int, default=24_000, help="rulings a format")
    parser.add_argument("--times", type=int, default=7, help="runs, of which the fastest counts")
    parser.add_argument("--large", type=int, default=0, metavar="MB", help="read one large file as a stream instead")
    parser.add_argument("--keep", action="store_true", help="then read it again and keep all its pages")
    chosen = parser.parse_args()
    if chosen.large:
        large(chosen.large, chosen.keep)
    else:
        speeds(chosen.rulings, chosen.times)


if __name__ == "__main__":
    main()
