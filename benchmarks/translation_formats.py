"""Measure how fast the formats of translators are read: rulings a second of one core, and the memory of a large file.

    python benchmarks/translation_formats.py                     the table of docs/formats.md
    python benchmarks/translation_formats.py --rulings 200000    with more rulings a format
    python benchmarks/translation_formats.py --large 400         a made-up memory of so many MB, read as a stream

The texts are made up from a seed. Times are CPU seconds of this process, the best of three runs.
"""

from __future__ import annotations

import argparse
import gc
import resource
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

from aligner import reading
from aligner.reading import Source

WORDS = {
    "en": "the creature spell ability target player cast from graveyard owner control until end of this turn if you",
    "ru": "существо заклинание способность цель игрок разыграть из кладбища владелец контроль до конца хода если вы",
}
RUNS = 3
Pair = tuple[str, str]
OLD = '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
NEW = '<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="ru">'


def pairs(count: int, inline: str = "") -> Iterator[Pair]:
    """Yield a text in two languages so many times, with an inline code in each where there is one."""
    random = Random(7)
    words = {language: some.split() for language, some in WORDS.items()}
    for _ in range(count):
        one, two = (" ".join(random.choices(words[language], k=20)).capitalize() for language in ("en", "ru"))
        yield f"{one}{inline}.", f"{two}{inline}."


def tmx(rows: Iterable[Pair]) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="{}"?><tmx version="1.4"><header srclang="en-US"/><body>\n'
    for n, (one, two) in enumerate(rows):
        yield f'<tu tuid="u{n}"><tuv xml:lang="en-US"><seg>{one}</seg></tuv>\n'
        yield f'<tuv xml:lang="RU-ru"><seg>{two}</seg></tuv></tu>\n'
    yield "</body></tmx>\n"


def old_xliff(rows: Iterable[Pair]) -> Iterator[str]:
    yield f'{OLD}<file original="a" source-language="en" target-language="ru"><body>\n'
    for n, (one, two) in enumerate(rows):
        yield f'<trans-unit id="u{n}"><source>{one}</source>\n<target state="final">{two}</target></trans-unit>\n'
    yield "</body></file></xliff>\n"


def new_xliff(rows: Iterable[Pair]) -> Iterator[str]:
    yield f'{NEW}<file id="f">\n'
    for n, (one, two) in enumerate(rows):
        yield f'<unit id="u{n}"><segment><source>{one}</source>\n<target>{two}</target></segment></unit>\n'
    yield "</file></xliff>\n"


def po(rows: Iterable[Pair]) -> Iterator[str]:
    yield 'msgid ""\nmsgstr "Language: ru\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    for n, (one, two) in enumerate(rows):
        yield f'#: a.c:{n}\nmsgctxt "u{n}"\nmsgid "{one}"\nmsgstr "{two}"\n\n'


CODE = ' {<ph id="1"/>}<pc id="2">x</pc>'
FORMATS: tuple[tuple[str, str, str, str, Callable[[Iterable[Pair]], Iterator[str]]], ...] = (
    ("TMX", "a.tmx", "utf-8", "", tmx),
    ("TMX, UTF-16", "a.tmx", "utf-16", "", tmx),
    ("TMX, codes in each text", "a.tmx", "utf-8", '<bpt i="1">b</bpt>x<ept i="1"/>', tmx),
    ("XLIFF 1.2", "a.xlf", "utf-8", "", old_xliff),
    ("XLIFF 1.2, codes in each text", "a.xlf", "utf-8", ' <g id="1">x</g><x id="2"/>', old_xliff),
    ("XLIFF 2.1", "a.xlf", "utf-8", "", new_xliff),
    ("XLIFF 2.1, codes in each text", "a.xlf", "utf-8", CODE, new_xliff),
    ("PO", "a.po", "utf-8", "", po),
)


def measure(data: bytes, name: str) -> tuple[int, float]:
    """Return how many rulings a file holds, and the CPU seconds of reading it."""
    best = float("inf")
    count = 0
    for _ in range(RUNS):
        gc.collect()
        begun = time.process_time()
        pages = reading.read_bytes(data, name)
        best = min(best, time.process_time() - begun)
        count = sum(len(page.rulings) for page in pages)
    return count, best


def table(rulings: int) -> None:
    print("| format | rulings | MB | rulings a second |\n|---|---|---|---|")
    for label, name, codec, inline, made in FORMATS:
        text = "".join(made(pairs(rulings // 2, inline))).replace("{}", codec, 1)
        data = text.encode(codec)
        count, seconds = measure(data, name)
        print(f"| {label} | {count:,} | {len(data) / 1e6:.0f} | {count / seconds:,.0f} |")


def large(size: int) -> None:
    """Write a memory of so many MB, read it as a stream, and print how much memory that took beside its texts."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.tmx"
        with path.open("w", encoding="utf-8") as file:
            for piece in tmx(pairs(size * 1_000_000 // 470)):
                file.write(piece.replace("{}", "utf-8"))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        begun = time.process_time()
        pages = reading.read(Source(str(path), "large.tmx"))
        seconds = time.process_time() - begun
        texts = sum(len(one.text.encode("utf-16-le")) + 48 for page in pages for one in page.rulings)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        count = sum(len(page.rulings) for page in pages)
        megabytes = path.stat().st_size / 1e6
    print(f"{megabytes:.0f} MB, {count:,} rulings, {count / seconds:,.0f} rulings a second")
    print(f"{peak / 1000:.0f} MB of memory, of which the texts themselves are about {texts / 1e6:.0f} MB")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rulings", type=int, default=40_000)
    options.add_argument("--large", type=int, metavar="MB")
    chosen = options.parse_args()
    large(chosen.large) if chosen.large else table(chosen.rulings)


if __name__ == "__main__":
    main()
