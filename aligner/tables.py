"""Pages, groups, findings and renderings as typed pandas frames.

Words that repeat are categories (languages in the order of the reports, severities in theirs), dates are dates,
counts and places are nullable integers, and what a format or a page does not have is missing, not zero.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from aligner.evaluate import Score
from aligner.mining import Candidate
from aligner.model import LANGUAGES, Aligned, Finding, Severity
from aligner.renderings import Occurrence
from aligner.usage import Rendering

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

STATUSES = ("new", "known", "ignored")
"""The statuses of a finding."""
TERM_STATUSES = ("preferred", "admitted", "deprecated", "superseded")
"""The statuses of a term."""


def findings(rows: Iterable[Finding]) -> pd.DataFrame:
    """Return a row a finding, with the columns of the CSV; `related` holds tuples, so that `explode` works."""
    import pandas as pd

    found = list(rows)
    return pd.DataFrame({
        "code": _category(one.code for one in found),
        "name": _category(one.name for one in found),
        "severity": _category((str(one.severity) for one in found), [str(one) for one in Severity], ordered=True),
        "category": _category(one.category for one in found),
        "document": _category(one.document for one in found),
        "language": _languages(one.language for one in found),
        "date": _dates(datetime.date.fromisoformat(one.date) if one.date else None for one in found),
        "position": _integers(int(one.position) if one.position else None for one in found),
        "key": _texts(one.key for one in found),
        "file": _texts(one.file for one in found),
        "line": _integers(one.line or None for one in found),
        "column": _integers(one.column or None for one in found),
        "excerpt": _texts(one.excerpt for one in found),
        "message": _texts(one.message for one in found),
        "suggestion": _texts(one.suggestion for one in found),
        "concept": _category(one.concept or None for one in found),
        "related": pd.Series([one.related for one in found], dtype=object),
        "score": pd.Series([one.score for one in found], dtype="float64"),
        "status": _category((one.status for one in found), STATUSES),
        "fingerprint": _texts(one.fingerprint for one in found),
    })  # fmt: skip


def pages(corpus: Iterable[Aligned]) -> pd.DataFrame:
    """Return a row a page: what it was taken for; `first` and `last` are the dates of its oldest and newest ruling."""
    import pandas as pd

    rows = [(page, one.document) for one in corpus for page in one.document.pages]
    dates = [sorted(ruling.date for ruling in page.rulings if ruling.date) for page, _ in rows]
    return pd.DataFrame({
        "file": _texts(page.file for page, _ in rows),
        "title": _texts(page.title_text for page, _ in rows),
        "language": _languages(page.language for page, _ in rows),
        "region": _category(page.region or None for page, _ in rows),
        "document": _category(document.title for _, document in rows),
        "rulings": _integers(len(page.rulings) for page, _ in rows),
        "first": _dates(some[0] if some else None for some in dates),
        "last": _dates(some[-1] if some else None for some in dates),
        "format": _category(page.format for page, _ in rows),
        "encoding": _category(page.encoding for page, _ in rows),
        "language_source": _category(page.language_source for page, _ in rows),
        "reason": _texts(document.reason for _, document in rows),
        "doubtful": pd.Series([document.doubtful for _, document in rows], dtype=bool),
    })  # fmt: skip


def groups(corpus: Iterable[Aligned]) -> pd.DataFrame:
    """Return a row a ruling; the rulings of one group share document and group number.

    `group_id` counts the groups of all documents from 0, so that documents of one title stay apart. `score` is the
    weakest link's of the group, from 0 to 1; it is missing where a ruling stands alone.
    """
    import pandas as pd

    linked = enumerate((one.document, group) for one in corpus for group in one.groups)
    ids, rows = [], []
    for number, (document, group) in linked:
        for language, members in group.members.items():
            ids += [number] * len(members)
            rows += [(document, group, document.page(language), member) for member in members]
    alone = ["alone" in group.method.split() for _, group, _, _ in rows]
    scores = [None if lone else group.score for lone, (_, group, _, _) in zip(alone, rows, strict=True)]
    return pd.DataFrame({
        "group_id": _integers(ids),
        "document": _category(document.title for document, *_ in rows),
        "group": _integers(group.number for _, group, _, _ in rows),
        "language": _languages(page.language for *_, page, _ in rows),
        "file": _texts(page.file for *_, page, _ in rows),
        "position": _integers(member.position for *_, member in rows),
        "key": _texts(member.key for *_, member in rows),
        "line": _integers(member.line or None for *_, member in rows),
        "date": _dates(member.date for *_, member in rows),
        "score": pd.Series(scores, dtype="float64"),
        "method": _category(group.method for _, group, _, _ in rows),
        "doubtful": pd.Series([group.doubtful for _, group, _, _ in rows], dtype=bool),
        "text": _texts(member.text for *_, member in rows),
    })  # fmt: skip


def occurrences(found: Iterable[Occurrence]) -> pd.DataFrame:
    """Return a row an occurrence of a term: the concept, the glossary's rendering, and the words as written."""
    import pandas as pd

    rows = list(found)
    places = [one.ruling.place(one.match.start) for one in rows]
    return pd.DataFrame({
        "concept": _category(one.term.concept for one in rows),
        "language": _languages(one.page.language for one in rows),
        "rendering": _category(one.term.text for one in rows),
        "pos": _category(one.term.pos or None for one in rows),
        "status": _category((one.term.status for one in rows), TERM_STATUSES),
        "lawful": pd.Series([one.lawful for one in rows], dtype=bool),
        "date": _dates(one.ruling.date for one in rows),
        "file": _texts(one.page.file for one in rows),
        "line": _integers(line or None for line, _ in places),
        "column": _integers(column or None for _, column in places),
        "position": _integers(one.ruling.position for one in rows),
        "excerpt": _texts(one.written for one in rows),
    })  # fmt: skip


def renderings(rows: Iterable[Rendering]) -> pd.DataFrame:
    """Return a row a rendering of a concept in a language, with the place of its first example."""
    import pandas as pd

    found = list(rows)
    examples = [one.occurrences[0] for one in found]
    lines = [one.ruling.place(one.match.start)[0] for one in examples]
    return pd.DataFrame({
        "concept": _category(one.concept for one in found),
        "language": _languages(one.language for one in found),
        "rendering": _category(one.text for one in found),
        "pos": _category(one.pos or None for one in found),
        "status": _category((one.status for one in found), TERM_STATUSES),
        "count": _integers(one.count for one in found),
        "share": pd.Series([one.share for one in found], dtype="float64"),
        "first": _dates(one.first for one in found),
        "last": _dates(one.last for one in found),
        "file": _texts(one.page.file for one in examples),
        "line": _integers(line or None for line in lines),
    })  # fmt: skip


def consistency(rows: Iterable[Rendering]) -> pd.DataFrame:
    """Return the consistency share by concept (row) and language (column), the least consistent concept first.

    Renderings with the same part of speech compete; the share is that of the commonest ones in all occurrences.
    """
    table = renderings(rows).astype({"concept": "object", "pos": "object"}).fillna({"pos": ""})
    counts = table.groupby(["concept", "language", "pos"], observed=True)["count"].agg(["max", "sum"])
    added = counts.groupby(["concept", "language"], observed=True).sum()
    shares = (added["max"] / added["sum"]).astype("float64").unstack("language")
    order = shares.min(axis=1).sort_values(kind="stable").index
    return shares.loc[order]


def scores(rows: Iterable[Score]) -> pd.DataFrame:
    """Return a row a check and language: labels, findings, those found, and the measures with their 95 % intervals.

    A measure is missing where nothing was counted; `language` or `code` is "all" in a row that adds others up.
    """
    import pandas as pd

    found = list(rows)
    columns: dict[str, Any] = {
        "code": _category(one.code for one in found),
        "language": _languages(one.language for one in found),
        **{name: _integers(map(attrgetter(name), found)) for name in ("labels", "findings", "found")},
    }
    for name in ("precision", "recall", "f1"):
        intervals = [getattr(one, f"{name}_interval") or (None, None) for one in found]
        columns[name] = pd.Series([getattr(one, name) for one in found], dtype="float64")
        columns[f"{name}_low"] = pd.Series([low for low, _ in intervals], dtype="float64")
        columns[f"{name}_high"] = pd.Series([high for _, high in intervals], dtype="float64")
    return pd.DataFrame(columns)


def candidates(rows: Iterable[Candidate]) -> pd.DataFrame:
    """Return a row a candidate for a glossary, with an example in the reference (`source`) and the other language."""
    import pandas as pd

    found = list(rows)
    return pd.DataFrame({
        "concept": _texts(one.concept for one in found),
        "language": _languages(one.language for one in found),
        "rendering": _texts(one.text for one in found),
        "rank": _integers(one.rank for one in found),
        "support": _integers(one.support for one in found),
        **{name: pd.Series([getattr(one, name) for one in found], dtype="float64")
           for name in ("precision", "share", "score")},
        "source": _texts(one.example[0] for one in found),
        "target": _texts(one.example[1] for one in found),
    })  # fmt: skip


def matrix(values: NDArray[np.floating[Any]], rows: Sequence[int], columns: Sequence[int]) -> pd.DataFrame:
    """Return a table of likenesses; rows and columns are known by the positions of the rulings."""
    import pandas as pd

    return pd.DataFrame(values, index=pd.Index(rows, name="row"), columns=pd.Index(columns, name="column"))


def _category(values: Iterable[str | None], order: Sequence[str] = (), *, ordered: bool = False) -> pd.Series[Any]:
    """Return a column of categories: those of `order`, then what else there is, by the alphabet."""
    import pandas as pd

    held = list(values)
    others = sorted({value for value in held if value is not None} - set(order))
    kind = pd.CategoricalDtype([*order, *others], ordered=ordered)
    return pd.Series(pd.Categorical(held, dtype=kind))


def _languages(values: Iterable[str]) -> pd.Series[Any]:
    held = list(values)
    present = set(held)
    return _category(held, [code for code in LANGUAGES if code in present])


def _dates(values: Iterable[datetime.date | None]) -> pd.Series[Any]:
    """Return a column of dates; in seconds, which hold every year."""
    import numpy as np
    import pandas as pd

    return pd.Series(np.array(list(values), dtype="datetime64[s]"))


def _integers(values: Iterable[int | None]) -> pd.Series[Any]:
    import pandas as pd

    return pd.Series(pd.array(list(values), dtype="Int64"))


def _texts(values: Iterable[str]) -> pd.Series[Any]:
    import pandas as pd

    # Held by Python, since a page may hold a lone surrogate, which Arrow refuses.
    return pd.Series(list(values), dtype=pd.StringDtype("python"))
