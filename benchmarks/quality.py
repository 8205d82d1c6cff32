"""Plant faults into clean pages, count what the checks find, and write docs/quality.md.

    python benchmarks/quality.py                    writes docs/quality.md
    python benchmarks/quality.py --kinds LNG,FRM001 --misses 5     prints some kinds, with examples of what was missed

The clean pages are those of corpus/clean and, where ../shared is there, the English and Chinese rulings of its data.
One fault a document; everything is seeded. Findings that the clean document has as well do not count.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from alarms import alarms
from click.testing import CliRunner
from material import ROOT, Bench, by_language, chinese_documents, corpus_documents, parallel
from planted import Tally, allowed_table, clean_findings, clean_run, is_run_wide, measured, measured_in_run, table

from aligner import checks, encoding, injection, run
from aligner.cli import main as command_line
from aligner.config import Config
from aligner.facts import FactBook
from aligner.model import Aligned

COUNT = 200  # faults of each kind in each material


def everyday() -> frozenset[str]:
    """Return the codes of the checks of pages that run without being asked for."""
    registry = checks.registry()
    return frozenset(
        code
        for code in run.selection(Config())
        if "off" not in registry[code].needs and registry[code].scope in checks.SCOPES
    )


def main() -> None:
    """Measure, and write the page or print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=COUNT, help="faults of each kind in each material")
    parser.add_argument("--kinds", default="", help="names or codes, with commas; prints instead of writing")
    parser.add_argument("--misses", type=int, default=0, help="examples of misses and false alarms, on stderr")
    parser.add_argument("--no-alarms", action="store_true", help="leave the clean rulings out")
    options = parser.parse_args()
    asked = everyday()
    codes = frozenset(code for code in asked if "C" not in checks.registry()[code].needs.split())
    bench = Bench(encoding.load_encoder("embedded"), FactBook(run.glossaries(Config())), codes, asked)
    wanted = [word.strip() for word in options.kinds.split(",") if word.strip()]
    chosen = [
        name
        for name, one in injection.kinds().items()
        if set(one.codes) & asked and (not wanted or any(name == w or one.codes[0].startswith(w) for w in wanted))
    ]
    sources = (
        ("corpus/clean", corpus_documents()),
        ("English and Chinese rulings", chinese_documents(bench)),
    )
    recall: list[str] = []
    false: list[str] = []
    for name, documents in sources:
        if not documents:
            continue
        recall += table(name, planted(chosen, documents, options.count, bench), options.misses)
        if not options.no_alarms:
            false += alarms(name, documents, bench, options.misses)
    if wanted:
        print("\n".join(recall + false))
    else:
        (ROOT / "docs" / "quality.md").write_text(page(options.count, chosen, recall, false), encoding="utf-8")


def planted(
    chosen: Sequence[str], documents: Sequence[Aligned], count: int, bench: Bench
) -> dict[str, dict[str, Tally]]:
    """Return what became of the faults of each kind, by language; kinds that have no place here are left out."""
    whole = parallel(documents, bench)
    material = by_language(whole, bench)
    alone = clean_findings(material, bench)
    together = clean_run(whole, bench) if any(map(is_run_wide, chosen)) else set()
    results = {
        kind: measured_in_run(kind, whole, count, bench, together)
        if is_run_wide(kind)
        else measured(kind, material, count, bench, alone)
        for kind in chosen
    }
    return {kind: found for kind, found in results.items() if found}


def page(count: int, chosen: Sequence[str], recall: Sequence[str], false: Sequence[str]) -> str:
    """Return docs/quality.md."""
    command = "python benchmarks/quality.py" + (f" --count {count}" if count != COUNT else "")
    lines = [
        "# How right the checks are",
        "",
        f"Made by `{command}`. The English and Chinese rulings are those of `../shared`,",
        "where it is there. Intervals are Wilson's, 95 %.",
        "",
        "## The corpus and its labels",
        "",
        "```console",
        "$ aligner evaluate corpus/labels.csv corpus --quiet",
        corpus_evaluation().rstrip("\n"),
        "```",
        "",
        "## Planted faults",
        "",
        f"Up to {count} of each kind in each material, one a document, seeded. *Found* is a finding of the code at",
        "the damaged ruling, or one that names it as a counterpart; *said beside* counts the documents in which",
        "another code spoke too. **below** marks what is under the goal: .99 for symbols, slots, look-alikes and whole",
        "rulings, else .95. Kinds that show beside other documents are planted into a run over all of them. What only",
        "a file can have is not planted (RDG001, RDG003, RDG005, RDG008): `tests/cases`, `corpus/labels.csv` have it.",
        "",
        *allowed_table(chosen),
        *recall,
        "## What is reported of clean rulings",
        "",
        "Nobody had proofread the Chinese rulings, so every finding was judged with both texts beside each other, for",
        "TRM008 with both translations (`benchmarks/ruling_judgements.csv`). False is what no careful translator would",
        "call a fault of either text, notes included; what nobody has judged counts as false. The goal is one false",
        "alarm in 500 rulings by check.",
        "",
        *false,
    ]
    return "\n".join(lines).rstrip("\n") + "\n"


def corpus_evaluation() -> str:
    """Return what `aligner evaluate` prints of the corpus."""
    import os

    here = Path.cwd()
    os.chdir(ROOT)
    try:
        return CliRunner().invoke(command_line, ["evaluate", "corpus/labels.csv", "corpus", "--quiet"]).stdout
    finally:
        os.chdir(here)


if __name__ == "__main__":
    main()
