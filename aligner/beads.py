"""Two texts of one segment a line: read and linked; alignments in vecalign's format: read and scored."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from aligner import identify
from aligner.encoding import Encoder
from aligner.linking.lines import Bead, link_lines
from aligner.model import Aligned, AlignerError, Document, Group, Page, Ruling
from aligner.reading import decoding, naming
from aligner.reading.files import shown_name

COLUMNS = ("scoring", "gold", "found", "precision", "recall", "f1")
UNKNOWN = "und"  # what BCP 47 has for a language that nobody knows
_BEAD = re.compile(r"\[([\d\s,]*)\]\s*:\s*\[([\d\s,]*)\](?:\s*:\s*[-+.\deE]*(?:nan|inf)?)?")
_Pair = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Score:
    """How right an alignment is: `scoring` is "strict" (the whole bead) or "lax" (a link in common).

    `gold` and `found` are the numbers of beads that recall and precision are shares of.
    """

    scoring: str
    gold: int
    found: int
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Return the harmonic mean of precision and recall."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    @property
    def row(self) -> tuple[object, ...]:
        """Return the cells of COLUMNS."""
        return self.scoring, self.gold, self.found, *(f"{n:.4f}" for n in (self.precision, self.recall, self.f1))


def read_lines(path: str) -> list[str]:
    """Return the lines of a text file, blank ones too; AlignerError where it is no text or holds nothing."""
    text, _ = decoding.decode(_bytes(path), shown_name(path), naming.named(shown_name(path), path).language)
    lines = re.split(r"\r\n|\r|\n", text)
    lines = lines if lines[-1] else lines[:-1]
    if not any(line.strip() for line in lines):
        raise AlignerError(f"{path}: holds no text; give a file with one segment a line")
    return lines


def align_files(first: str, second: str, encoder: Encoder) -> Aligned:
    """Return two text files as a document of two pages, each line a ruling, and the groups that the beads make."""
    lines = read_lines(first), read_lines(second)
    beads = link_lines(*lines, encoder)
    languages = [_language(path, some) for path, some in zip((first, second), lines, strict=True)]
    if languages[0] == languages[1]:
        languages[1] += "-x-b"  # a document has one page a language
    pages = [
        Page(
            shown_name(path),
            language,
            None,
            tuple(Ruling(line, n, n, 1) for n, line in enumerate(some, 1)),
            format="lines",
        )
        for path, language, some in zip((first, second), languages, lines, strict=True)
    ]
    method = "position" if encoder.name == "none" else "vectors"
    groups = []
    for number, bead in enumerate(beads, 1):
        sides = zip(pages, (bead.first, bead.second), strict=True)
        members = {page.language: tuple(page.rulings[n] for n in some) for page, some in sides if some}
        linked = len(members) > 1
        groups.append(Group(number, members, bead.score if linked else 1.0, method if linked else "alone"))
    return Aligned(Document(Path(first).stem, tuple(pages), "lines"), tuple(groups))


def _language(path: str, lines: Sequence[str]) -> str:
    """Return the language that the suffix or another part of the name says, else that of the text."""
    suffix = naming.suffix(shown_name(path)).removeprefix(".")
    told = naming.language(suffix)
    if told is None and re.fullmatch(r"[a-z]{2}", suffix):
        return suffix  # a language that is none of ours: corpora are called x.et, x.cy
    found = told[0] if told else naming.named(shown_name(path), Path(path).name).language
    return found or identify.page_language(lines) or UNKNOWN


def _bytes(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise AlignerError(f"{path}: cannot read it ({error.strerror}); give a file with one segment a line") from error


def beads_of(aligned: Aligned) -> list[Bead]:
    """Return the groups of two texts as beads."""
    first, second = (page.language for page in aligned.document.pages)
    return [
        Bead(_indices(group.members.get(first, ())), _indices(group.members.get(second, ())), group.score)
        for group in aligned.groups
    ]


def _indices(members: Iterable[Ruling]) -> tuple[int, ...]:
    return tuple(ruling.position - 1 for ruling in members)


def evaluate_files(golds: Sequence[str], files: Sequence[str], encoder: Encoder) -> tuple[Score, Score]:
    """Align pairs of text files, and score each pair against its gold; all are counted together.

    AlignerError where there are not two files for each gold.
    """
    if len(files) != 2 * len(golds):
        raise AlignerError(
            f"--alignment: {len(golds)} gold and {len(files)} text file{'s' * (len(files) > 1)}; "
            "give two text files for each --alignment, in its order"
        )
    pairs = []
    for gold, first, second in zip(golds, files[::2], files[1::2], strict=True):
        aligned = align_files(first, second, encoder)
        sizes = [len(page.rulings) for page in aligned.document.pages]
        pairs.append((read(gold, (sizes[0], sizes[1])), beads_of(aligned)))
    return score(pairs)


def read(path: str, sizes: tuple[int, int] | None = None) -> list[Bead]:
    """Return the beads of a file in vecalign's format: `[0, 1]:[0]:0.25` a line, indices from 0, the score optional.

    `sizes` are the numbers of lines of the two texts. AlignerError names the line of the file that is no bead, or that
    names a line which the texts do not have.
    """
    text, _ = decoding.decode(_bytes(path), shown_name(path))
    beads = []
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _BEAD.fullmatch(line.strip())
        if not found:
            raise AlignerError(f"{path}:{number}: {line.strip()[:40]!r} is no bead; give lines such as [0, 1]:[0]:0.25")
        sides = [tuple(int(n) for n in re.findall(r"\d+", part)) for part in (found[1], found[2])]
        for side, size in zip(sides, sizes or (), strict=False):
            if side and max(side) >= size:
                raise AlignerError(
                    f"{path}:{number}: line {max(side)} is none of the {size} (from 0) of the text; "
                    "give the alignment of these two files, in their order"
                )
        beads.append(Bead(sides[0], sides[1]))
    if not beads:
        raise AlignerError(f"{path}: holds no beads; give lines such as [0, 1]:[0]:0.25")
    return beads


def score(pairs: Iterable[tuple[Sequence[Bead], Sequence[Bead]]]) -> tuple[Score, Score]:
    """Return the strict and the lax score of alignments, each given as (gold, found), all counted together.

    A bead is right strictly where the gold has it as it is, and laxly where the gold links one of its lines with
    another of its lines. Lines alone count in the precision and not in the recall, as usual since W11-4624.
    """
    counts: dict[str, list[int]] = {"found": [0, 0, 0], "gold": [0, 0, 0]}
    for gold, found in pairs:
        wanted, made = _pairs(gold), _pairs(found)
        for name, some, other in (("found", made, wanted), ("gold", _linked(wanted), _linked(made))):
            counts[name] = [a + b for a, b in zip(counts[name], _right(some, other), strict=True)]
    (precise, lax_precise, found_), (recalled, lax_recalled, gold_) = counts["found"], counts["gold"]
    return (
        Score("strict", gold_, found_, precise / max(1, found_), recalled / max(1, gold_)),
        Score("lax", gold_, found_, lax_precise / max(1, found_), lax_recalled / max(1, gold_)),
    )


def _pairs(beads: Iterable[Bead]) -> dict[_Pair, None]:
    return dict.fromkeys((bead.first, bead.second) for bead in beads if bead.first or bead.second)


def _linked(pairs: Iterable[_Pair]) -> dict[_Pair, None]:
    return dict.fromkeys(pair for pair in pairs if all(pair))


def _right(some: Iterable[_Pair], others: Iterable[_Pair]) -> tuple[int, int, int]:
    """Return how many of the beads the others have strictly, how many laxly, and how many there are."""
    whole = set(others)
    answers: dict[int, set[int]] = defaultdict(set)
    for first, second in whole:
        for i in first:
            answers[i].update(second)
    strict = lax = everything = 0
    for pair in some:
        everything += 1
        strict += pair in whole
        lax += pair in whole or any(answers[i].intersection(pair[1]) for i in pair[0])
    return strict, lax, everything
