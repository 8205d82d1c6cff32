"""Align many documents, or one very long one, and print seconds and memory.

    python benchmarks/alignment_scale.py                 2,000 documents in four languages, one in ten damaged
    python benchmarks/alignment_scale.py --jobs 2        the same by two processes
    python benchmarks/alignment_scale.py --damaged 1     all of them damaged
    python benchmarks/alignment_scale.py --long 20000    one document of so many rulings a side, without dates, some
                                                         missing, merged and moved

The texts are printed cards of ../shared, with a number in each that keeps one card's copies apart; everything is
seeded. Seconds are processor seconds of this process and its children.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from multiprocessing import get_context
from random import Random
from typing import Any

import alignment as stress
import scale
from alignment import Entry, Side

from aligner import align, batches, encoding, run
from aligner.config import Config
from aligner.facts import FactBook
from aligner.model import Document
from aligner.results import Kept
from aligner.survey import survey

LANGUAGES = ("en", "ru", "de", "ja")
ONE = 0.01  # of the rulings of a long document


class Timed:
    """An encoder that counts the seconds spent in it."""

    def __init__(self, encoder: encoding.Encoder) -> None:
        self.encoder, self.name, self.seconds, self.texts = encoder, encoder.name, 0.0, 0
        self.calls = 0

    def encode(self, texts: Sequence[str]) -> encoding.Vectors | None:
        """Return what the encoder returns."""
        self.calls += 1
        start, before = time.process_time(), getattr(self.encoder, "encoded", 0)
        found = self.encoder.encode(texts)
        self.seconds += time.process_time() - start
        self.texts += getattr(self.encoder, "encoded", 0) - before
        return found


def damages(side: Side, rng: Random) -> Side:
    """Return the side with one kind of damage."""
    kind = rng.choice((stress.drop(0.1), stress.shuffle, stress.merge, stress.split, stress.duplicate, stress.redate))
    return kind(side, rng)


def documents(count: int, damaged: float) -> list[Document]:
    """Return documents of 5 to 30 rulings; the share `damaged` has one page that differs."""
    rng, pool = Random(count), stress.cards([code for code in LANGUAGES if code != "en"])
    found = []
    for number in range(count):
        sides = stress.drawn(pool, rng, LANGUAGES, near=False, least=5)
        if rng.random() < damaged:
            code = rng.choice(LANGUAGES)
            sides[code] = damages(sides[code], rng)
        sides = {code: [replace(one, text=f"{one.text} ({number})") for one in side] for code, side in sides.items()}
        found.append(Document(f"D{number}", tuple(stress.page(code, side) for code, side in sides.items())))
    return found


def long(count: int) -> Document:
    """Return a document of so many rulings in two languages, without dates.

    One in a hundred is dropped on each page, and in the second as many are merged with their neighbours, and moved.
    """
    rng, pool = Random(count), stress.cards(("de",))
    rows = [(pool[rng.randrange(len(pool))], rng.randrange(2, 100)) for _ in range(count)]
    sides = {
        code: stress.drop(ONE)(
            [Entry(f"{row[code]} {number}", None, frozenset({n})) for n, (row, number) in enumerate(rows)], rng
        )
        for code in ("en", "de")
    }
    sides["de"] = moved(stress.merge(sides["de"], rng, ONE), rng)
    return Document("Long", tuple(stress.page(code, side) for code, side in sides.items()))


def moved(side: Side, rng: Random) -> Side:
    """Return the side with one in a hundred anywhere else."""
    taken = [rng.random() < ONE for _ in side]
    result = [one for one, gone in zip(side, taken, strict=True) if not gone]
    for one, gone in zip(side, taken, strict=True):
        if gone:
            result.insert(rng.randrange(len(result) + 1), one)
    return result


def watched(root: int, peak: Any) -> None:
    """Keep the peak of the memory in KB of a process and its children, what they share counted once (Linux)."""
    while True:
        peak.value = max(peak.value, sum(scale.memory(one) for one in scale.family(root) - {os.getpid()}))
        time.sleep(0.2)


def by_workers(made: Sequence[Document], encoder: str, jobs: int) -> None:
    """Align the documents as `aligner check --jobs` does, without any check, and print what it took."""
    peak = get_context("fork").Value("q", 0)
    get_context("fork").Process(target=watched, args=(os.getpid(), peak), daemon=True).start()
    start, own = time.perf_counter(), time.process_time()
    terms = batches.Terms(run.glossaries(Config()), encoder, frozenset(), (), survey(made), "")
    groups = sum(
        len(Kept(order.document, answer.groups).groups)
        for order, answer in batches.by_workers(batches.orders(made, {}), terms, terms.judge(), jobs)
        if answer
    )
    wall, own = time.perf_counter() - start, time.process_time() - own
    workers, memory = (resource.getrusage(who) for who in (resource.RUSAGE_CHILDREN, resource.RUSAGE_SELF))
    print(f"{len(made):,} documents, {groups:,} groups, {jobs} workers: {wall:.1f} s by the clock")
    print(f"CPU s: first process {own:.1f}, workers {workers.ru_utime + workers.ru_stime:.1f}")
    print(f"MB: first process {memory.ru_maxrss / 1024:,.0f}, all of them at once {peak.value / 1024:,.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=2000, help="documents")
    parser.add_argument("--damaged", type=float, default=0.1, help="share of the documents with a damaged page")
    parser.add_argument("--long", type=int, metavar="RULINGS", help="one document with so many rulings a side instead")
    parser.add_argument("--encoder", default="embedded")
    parser.add_argument("--jobs", type=int, default=1, help="processes that align, as `aligner check --jobs` has them")
    options = parser.parse_args()
    if options.jobs > 1:
        by_workers(documents(options.count, options.damaged), options.encoder, options.jobs)
        return
    encoder, facts = Timed(encoding.load_encoder(options.encoder)), FactBook(run.glossaries(Config()))
    made = [long(options.long)] if options.long else documents(options.count, options.damaged)
    rulings = sum(len(page.rulings) for document in made for page in document.pages)
    start, marks = time.process_time(), 0.0

    def fingerprint(language: str, text: str) -> Mapping[str, int]:
        nonlocal marks
        before = time.process_time()
        bag = facts.fingerprint(language, text)
        marks += time.process_time() - before
        return bag

    asking = 0
    for document in made:
        before = encoder.calls
        align.align(document, encoder, fingerprint)
        asking += encoder.calls > before
    seconds = time.process_time() - start
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{len(made):,} documents, {rulings:,} rulings, {encoder.texts:,} texts encoded, {memory:,.0f} MB")
    rest = seconds - marks - encoder.seconds
    print(f"{asking:,} documents ({asking / len(made):.1%}) asked for vectors")
    print(f"{seconds:.1f} s: marks {marks:.1f}, vectors {encoder.seconds:.1f}, the rest {rest:.1f}")


if __name__ == "__main__":
    main()
