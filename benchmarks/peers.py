"""Check the same English and Russian pairs with `aligner check`, pofilter and termflex, and print what each costs.

    python benchmarks/peers.py                        1,000 and 10,000 pairs
    python benchmarks/peers.py --pairs 100000 --rounds 1 --without termflex

The pairs are those of benchmarks/scale.py, all distinct, and each tool has them in one file: we in a table of a row a
pair, with card, date and titles, the others in a PO file (translate-toolkit's checks are all on; termflex has our
glossary as `term_quality.py --rival` gives it). What we need for the same rulings in a file a page is printed as well.
Each tool is a program of its own; CPU seconds are the system's, start-up included, the peak is that of its largest
process, medians of the rounds.
hunalign and vecalign check nothing and are not on PyPI; what aligning costs is in benchmarks/alignment_scale.py.
"""

from __future__ import annotations

import argparse
import csv
import json
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import polib
import rival
import scale

from aligner import glossary

LANGUAGES = ("en", "ru")


def po_file(pages: Path, target: Path) -> None:
    """Write the pairs of the pages as one PO file."""
    file = polib.POFile()
    file.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Language": "ru"}
    for home, _, pairs in _documents(pages):
        for number, (_, source, translation) in enumerate(pairs):
            file.append(polib.POEntry(msgctxt=f"{home} {number}", msgid=source, msgstr=translation))
    file.save(str(target))


def table(pages: Path, target: Path) -> None:
    """Write the pairs of the pages as one table, with what else the pages tell."""
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["card", *(f"title_{one}" for one in LANGUAGES), "date", *LANGUAGES])
        for home, titles, pairs in _documents(pages):
            writer.writerows([home, *titles, *pair] for pair in pairs)


def _documents(pages: Path) -> Iterator[tuple[str, list[str], list[tuple[str, ...]]]]:
    """Yield the name of each document, its titles, and the date and the two texts of each pair."""
    for home in sorted(pages.iterdir()):
        blocks = [
            (home / f"{language}.txt").read_text(encoding="utf-8").strip().split("\n\n") for language in LANGUAGES
        ]
        yield (
            home.name,
            [some[0] for some in blocks],
            list(zip(blocks[0][1::2], *(some[2::2] for some in blocks), strict=True)),
        )


def commands(pages: Path, folder: Path, without: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the tools with their command lines."""
    here = Path(sys.executable).parent
    po, rows = folder / "pairs.po", folder / "pairs.csv"
    po_file(pages, po)
    table(pages, rows)
    program = [sys.executable, "-m", "aligner", "check", "--no-config", "-q", "--format", "csv", "--cache", "none"]
    yield "aligner", [*program, str(rows)]
    yield "aligner, a file a page", [*program, str(pages)]
    if "pofilter" not in without:
        yield "pofilter", [str(here / "pofilter"), "--progress=none", "--language=ru", str(po), str(folder / "out.po")]
    if "termflex" not in without:
        shipped = glossary.merge((), glossary.read_shipped())
        terms = folder / "terms.json"
        rows = [{"en": source, "ru": target} for source, target in rival.equivalents(shipped, "ru")]
        terms.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
        schema = json.dumps({"source": "en", "target": "ru"})
        command = [
            str(here / "termflex"),
            "-q",
            "--workers",
            "1",
            "--glossary",
            str(terms),
            "--glossary-schema",
            schema,
        ]
        yield (
            "termflex",
            [*command, "--src", "en", "--tgt", "ru", "--target-lemmatizer", rival.BACKENDS["ru"][0], str(po)],
        )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", default="1000,10000")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--without", default="", help="pofilter, termflex or both")
    return parser.parse_args()


def main() -> None:
    """Print the table."""
    options = _arguments()
    print("| pairs | tool | CPU s | pairs a CPU s | of ours | peak MB |\n|--:|---|--:|--:|--:|--:|")
    for wanted in map(int, options.pairs.split(",")):
        with tempfile.TemporaryDirectory() as temporary:
            pages = Path(temporary, "pages")
            scale.make(pages, scale.plan(wanted, 0.0), LANGUAGES)
            tools = dict(commands(pages, Path(temporary), options.without.split(",")))
            runs: dict[str, list[scale.Cost]] = {name: [] for name in tools}
            for _ in range(options.rounds):
                for name, command in tools.items():
                    runs[name].append(scale.cost(command))
                    if runs[name][-1].status not in (0, 1):
                        raise SystemExit(f"{name} ended with {runs[name][-1].status}: {' '.join(command)}")
        ours = statistics.median(one.cpu for one in runs["aligner"])
        for name, costs in runs.items():
            cpu, peak = (statistics.median(getattr(one, what) for one in costs) for what in ("cpu", "peak"))
            print(
                f"| {wanted:,} | {name} | {cpu:.1f} | {wanted / cpu:,.0f} | {ours / cpu:.2f} | {peak:.0f} |", flush=True
            )


if __name__ == "__main__":
    main()
