"""Run the whole of `aligner check` on generated pages, and print what it costs.

    python benchmarks/scale.py [--rulings 1000,10000] [--languages en,ru] [--repeats 0] [--rounds 1] [-- OPTIONS]

The pages are made by a seeded generator of corpus/clean and of the sentences that matches must stand out against
(aligner/linking/background.csv): sentences that stand in every one of the languages are put together anew, with other
numbers and names, eight rulings a document. `--repeats` is the share of rulings that stand word for word on an earlier
page; all others are distinct. `--keep DIR` makes the pages there and leaves them; `--made DIR` runs on such pages. What
stands behind `--` goes to `aligner check`. CPU seconds are as the system counts them; the peak of the largest process,
and the memory of all processes at once, what they share counted once, are looked at five times a second (Linux).

With `--real` the cards are those of `../shared/data/rulings_en.tsv.gz`, with as many rulings as they have; first all
rulings are distinct, then they repeat one another as the real ones do.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import gzip
import itertools
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from aligner.linking import background

ROOT = Path(__file__).resolve().parent.parent
CLEAN = ROOT / "corpus" / "clean"
REAL = ROOT.parent / "shared" / "data" / "rulings_en.tsv.gz"
ON_A_PAGE = 8
TRIES = 20  # to make a new ruling, before it gets a sentence more
TEN = ("en", "ru", "pt", "de", "fr", "es", "it", "ja", "ko", "zhs")
_DATE = re.compile(r"\d{2}[/.]\d{2}[/.]\d{4}")
_SENTENCE = re.compile(r"(?<=[.。])\s+(?=[^\W\d_a-zа-я])|(?<=。)(?!$)")
_COST = re.compile(r"\{\d+\}")
_NAME = "\N{REPLACEMENT CHARACTER}"
_STEMS = "вал рен дор мир кас тал бор сел нив гар лот пер зум фин хад кел".split()
_LATIN = dict(zip("абвгдезиклмнопрстуфх", "a b v g d e z i k l m n o p r s t u f h".split(), strict=True))
_OTHERS = {
    "ja": "ヴァ レン ドー ミル カス タル ボル セル ニヴ ガー ロト ペル ズム フィン ハド ケル".split(),
    "ko": list("발렌돌밀카탈볼셀닙가롯펠줌핀핫켈"),
    "zhs": list("瓦伦多米卡塔波塞尼加洛佩祖芬哈凯"),
    "zht": list("瓦倫多米卡塔波塞尼加洛佩祖芬哈凱"),
}

Sentence = Mapping[str, str]
"""One sentence in each of the languages."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one run took: CPU and wall seconds, peaks of its largest process and of all in MB, and its exit status."""

    cpu: float
    wall: float
    peak: float
    together: float
    status: int


def sentences(languages: Sequence[str]) -> list[Sentence]:
    """Return the sentences of corpus/clean that have a counterpart in each of the languages."""
    found: list[Sentence] = []
    for folder in sorted(CLEAN.iterdir()):
        if not all((folder / f"{language}.txt").is_file() for language in languages):
            continue
        pages = {language: _rulings(folder / f"{language}.txt") for language in languages}
        if len({len(rulings) for rulings in pages.values()}) > 1:
            continue
        for rulings in zip(*pages.values(), strict=True):
            parts = [_SENTENCE.split(ruling.strip()) for ruling in rulings]
            whole = len({len(part) for part in parts}) > 1  # somebody joined two sentences
            rows = [rulings] if whole else zip(*parts, strict=True)
            found += [dict(zip(languages, row, strict=True)) for row in rows]
    own = background.sentences()
    if all(language in own for language in languages):
        found += [dict(zip(languages, row, strict=True)) for row in zip(*(own[one] for one in languages), strict=True)]
    # A name that is inflected somewhere cannot be replaced by another one.
    return [one for one in found if len({_NAME in text for text in one.values()}) == 1]


def _rulings(path: Path) -> list[str]:
    title, *rest = [block.strip() for block in path.read_text(encoding="utf-8").split("\n\n")]
    return [block.replace(title, _NAME) for block in rest if block and not _DATE.fullmatch(block)]


def _titles(seed: random.Random) -> Iterator[Mapping[str, str]]:
    """Yield invented names by language, "en" for all that have Latin letters, each once."""
    seen: set[tuple[int, ...]] = set()
    while True:
        stems = tuple(seed.choices(range(len(_STEMS)), k=6))
        if stems in seen:
            continue
        seen.add(stems)
        name = "".join(_STEMS[one] for one in stems[:3]).capitalize(), "".join(_STEMS[one] for one in stems[3:])
        russian = " ".join((name[0], name[1].capitalize()))
        latin = "".join(_LATIN.get(letter, letter) for letter in russian.lower()).title()
        yield {
            "ru": russian,
            "en": latin,
            **{code: "".join(some[one] for one in stems) for code, some in _OTHERS.items()},
        }


Plan = Sequence[Sequence[tuple[int, datetime.date]]]
"""The rulings of each document by a number, with their dates; equal numbers are equal texts."""


def plan(wanted: int, repeats: float) -> Plan:
    """Return a plan of eight rulings a document, this share of which stand in an earlier place too."""
    seed, found, new = random.Random(1), [], 0
    for _ in range(wanted):
        again = new and seed.random() < repeats
        found.append(seed.randrange(new) if again else new)
        new += not again
    starts = range(0, wanted, ON_A_PAGE)
    return [
        [(which, _date(number, place)) for place, which in enumerate(found[start : start + ON_A_PAGE])]
        for number, start in enumerate(starts)
    ]


def _date(number: int, place: int) -> datetime.date:
    return datetime.date(2024 - place % 20, 1 + place % 12, 1 + number % 28)


def real_plan(repeats: bool) -> Plan:
    """Return a plan in which each card has as many rulings as it really has, of the same dates, with the real repeats.

    Without `repeats` all are distinct. From `../shared/data/rulings_en.tsv.gz`.
    """
    with gzip.open(REAL, "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    cards: dict[str, list[tuple[int, datetime.date]]] = {}
    known: dict[str, int] = {}
    for number, row in enumerate(rows):
        which = known.setdefault(row["text"], number) if repeats else number
        cards.setdefault(row["card"], []).append((which, datetime.date.fromisoformat(row["date"])))
    return list(cards.values())


def make(folder: Path, planned: Plan, languages: Sequence[str]) -> int:
    """Write pages of the planned rulings into the folder; return how many of the rulings are distinct."""
    seed, known = random.Random(1), sentences(languages)
    titles = _titles(random.Random(1))
    times = Counter(which for rulings in planned for which, _ in rulings)
    nameless = [one for one in known if _NAME not in one[languages[0]]]
    made: dict[int, Sentence] = {}
    seen: set[tuple[str, ...]] = set()
    for number, rulings in enumerate(planned):
        title = next(titles)
        pages: dict[str, list[str]] = {language: [] for language in languages}
        for which, day in rulings:
            if which not in made:
                made[which] = _new(seed, nameless if times[which] > 1 else known, seen, title)
            for language, text in made[which].items():
                date = day.strftime("%d.%m.%Y" if language == "de" else "%d/%m/%Y")
                pages[language].append(f"{date}\n\n{text}\n")
        home = folder / f"card-{number:06}"
        home.mkdir(parents=True)
        for language, some in pages.items():
            name = title.get(language, title["en"])
            (home / f"{language}.txt").write_text(f"{name}\n\n" + "\n".join(some), encoding="utf-8")
    return len(seen)


def _new(
    seed: random.Random, known: Sequence[Sentence], seen: set[tuple[str, ...]], title: Mapping[str, str]
) -> dict[str, str]:
    """Return a ruling in every language whose texts no earlier one has; it is longer where short ones are used up."""
    for tries in itertools.count():
        chosen = seed.sample(known, seed.choice((1, 2, 2, 3)) + tries // TRIES)
        cost = f"{{{seed.randrange(2, 16)}}}"
        ruling = {}
        for language in chosen[0]:
            joint = "" if language in ("ja", "zhs", "zht") else " "
            text = _COST.sub(cost, joint.join(one[language] for one in chosen))
            ruling[language] = text.replace(_NAME, title.get(language, title["en"]))
        if (key := tuple(ruling.values())) not in seen:
            seen.add(key)
            return ruling
    raise AssertionError("one of them is new")


def measure(folder: Path, options: Sequence[str]) -> Cost:
    """Run the check on the folder and return what it cost, its workers included."""
    program = [sys.executable, "-m", "aligner", "check", str(folder), "--no-config", "-q", "--format", "csv"]
    return cost([*program, "--cache", "none", *options])


def cost(command: Sequence[str]) -> Cost:
    """Run a program and return what it cost, its children included."""
    start = time.perf_counter()
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL, cwd=ROOT)
        ended = threading.Event()
        looks, largest = [0], [0]
        watch = threading.Thread(target=lambda: _watch(process.pid, ended, looks, largest))
        watch.start()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - start
    ended.set()
    watch.join()
    # What the system counts begins with the memory of this process, which the program was started from.
    peak, together = (max(largest) or used.ru_maxrss) / 1024, max(looks) / 1024
    return Cost(used.ru_utime + used.ru_stime, wall, peak, together, process.returncode)


def _watch(root: int, ended: threading.Event, looks: list[int], largest: list[int]) -> None:
    while not ended.wait(0.2):
        some = family(root)
        looks.append(sum(memory(one) for one in some))
        largest += [high_water(one) for one in some]


def family(root: int) -> set[int]:
    """Return a process and its descendants by their numbers (Linux)."""
    found = {root}
    for entry in sorted(Path("/proc").glob("[0-9]*"), key=lambda one: int(one.name)):
        with suppress(OSError, IndexError, ValueError):
            if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) in found:
                found.add(int(entry.name))
    return found


def memory(process: int) -> int:
    """Return the memory of a process in KB, its part of what it shares with others; 0 where it is gone (Linux)."""
    with suppress(OSError, IndexError):
        return int((Path("/proc") / str(process) / "smaps_rollup").read_text().split("Pss:")[1].split()[0])
    return 0


def high_water(process: int) -> int:
    """Return the most memory in KB that a process has had so far; 0 where it is gone (Linux)."""
    with suppress(OSError, IndexError):
        return int((Path("/proc") / str(process) / "status").read_text().split("VmHWM:")[1].split()[0])
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulings", default="1000,10000")
    parser.add_argument("--languages", default="en,ru", help="such as en,ru,pt; `all` for ten")
    parser.add_argument("--repeats", type=float, default=0.0)
    parser.add_argument("--real", action="store_true", help="as many rulings a card as there really are, see above")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--made", type=Path, help="run on pages that --keep has left, and make none")
    parser.add_argument("options", nargs="*", help="behind --: options of `aligner check`")
    return parser.parse_args()


def main() -> None:
    """Make the pages, run the check on them and print a table."""
    options = _arguments()
    languages = (options.languages if options.languages != "all" else ",".join(TEN)).split(",")
    plans = [plan(wanted, options.repeats) for wanted in map(int, options.rulings.split(","))]
    if options.real:
        plans = [real_plan(repeats=False), real_plan(repeats=True)]
    print("rulings a language  languages  distinct  CPU s  wall s  rulings a CPU s  peak MB  together MB  exit")
    for number, planned in enumerate(plans, 1):
        wanted = sum(map(len, planned))
        with tempfile.TemporaryDirectory() as temporary:
            folder = (options.made or options.keep or Path(temporary)) / f"pages-{number}"
            share = f"{make(folder, planned, languages) / wanted:.0%}" if not options.made else ""
            if options.keep:
                continue
            runs = [measure(folder, options.options) for _ in range(options.rounds)]
        cpu, wall, peak, together = (
            statistics.median(getattr(run, one) for run in runs) for one in ("cpu", "wall", "peak", "together")
        )
        print(
            f"{wanted:>18,}  {len(languages):>9}  {share:>8}  {cpu:>5.1f}  {wall:>6.1f}  "
            f"{wanted * len(languages) / cpu:>15,.0f}  {peak:>7.0f}  {together:>11.0f}  {runs[0].status:>4}",
            flush=True,
        )


if __name__ == "__main__":
    main()
