"""Pictures of the frames, for notebooks: bars, heat maps, a rendering over time, a matrix, measures with intervals.

Every function draws into new axes and returns them, so that title, size and colours can be changed afterwards.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from aligner.languages import profile

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#666666", "#8C564B", "#000000")
"""Colours that stay apart for colour-blind eyes."""
_SAMPLES = {
    "Cyrillic": "Жя",
    "Japanese": "カ墓",
    "Korean": "묘지",
    "simplified Chinese": "坟场",
    "traditional Chinese": "墳場",
}
_JAPANESE = "matplotlib_fontja"  # the package that brings the second of the fonts
_FIRST = ("DejaVu Sans", "IPAexGothic")
# Fonts of the usual systems that have what the first two lack.
_SYSTEM_FONTS = (
    "Noto Sans CJK JP", "Noto Sans CJK SC", "Noto Sans CJK KR", "Noto Sans KR", "Noto Sans SC", "Microsoft YaHei",
    "Malgun Gothic", "Yu Gothic", "PingFang SC", "Hiragino Sans", "Apple SD Gothic Neo", "Arial Unicode MS",
    "WenQuanYi Zen Hei", "NanumGothic",
)  # fmt: skip
_MARGIN = 30  # beside the first and the last date, in days
_WIDTH = 9.0  # of a picture, in inches
_ROW = 0.32  # height of a row of labels, in inches


def fonts() -> tuple[str, ...]:
    """Choose fonts for every script that this machine can show, and return the scripts that it cannot.

    matplotlib itself has Cyrillic; Japanese comes with the package matplotlib-fontja, the rest from the system.
    Letters without a font are drawn as boxes, without a warning for each.
    """
    from matplotlib import font_manager, rcParams

    _add_japanese()
    known = set(font_manager.get_font_names())
    families = [*_FIRST, *_SYSTEM_FONTS]
    rcParams["font.family"] = [name for name in families if name in known]
    rcParams["axes.unicode_minus"] = False
    covered: set[int] = set()
    for name in rcParams["font.family"]:
        covered.update(font_manager.get_font(font_manager.findfont(name)).get_charmap())
    missing = tuple(script for script, sample in _SAMPLES.items() if not covered.issuperset(map(ord, sample)))
    if missing:
        warnings.filterwarnings("ignore", message=r"Glyph \d+ .* missing from")
        print(f"No font for {', '.join(missing)}: those letters are boxes. Installing Noto Sans CJK mends that.")
    return missing


def _add_japanese() -> None:
    """Make the font of matplotlib-fontja known; importing the package would make it the only one."""
    from importlib.util import find_spec

    from matplotlib import font_manager

    found = find_spec(_JAPANESE)
    for folder in (found.submodule_search_locations or ()) if found else ():
        for file in sorted(Path(folder).glob("fonts/*.ttf")):
            font_manager.fontManager.addfont(file)


def counts(findings: pd.DataFrame, title: str = "Findings by check and language") -> Axes:
    """Draw how many findings each check has, a bar a check, a colour a language."""
    from matplotlib.ticker import MaxNLocator

    table = findings.groupby(["code", "language"], observed=True).size().unstack("language", fill_value=0)
    names = findings.drop_duplicates("code").set_index("code")["name"]
    axes = _axes(title, len(table))
    if table.empty:
        return _blank(axes)
    left = [0] * len(table)
    labels = [f"{code} {names[code]}" for code in table.index]
    for number, language in enumerate(table.columns):
        values = table[language].tolist()
        colour = COLOURS[number % len(COLOURS)]
        axes.barh(labels, values, left=left, color=colour, label=_language(language))
        left = [one + other for one, other in zip(left, values, strict=True)]
    axes.invert_yaxis()
    axes.set_xlabel("findings (number)")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(title="language")
    return axes


def heat_map(shares: pd.DataFrame, title: str = "Consistency share by concept and language") -> Axes:
    """Draw a table of shares from 0 to 1 as colours, with the figures in per cent; what is missing stays blank."""
    import numpy as np

    axes = _axes(title, len(shares))
    if shares.empty:
        return _blank(axes)
    values = shares.to_numpy(dtype=float, na_value=np.nan)
    image = axes.imshow(values, cmap="YlOrRd_r", vmin=0.5, vmax=1, aspect="auto")
    axes.set_xticks(range(shares.shape[1]), [_language(name) for name in shares.columns])
    axes.set_yticks(range(shares.shape[0]), [str(name) for name in shares.index])
    for (row, column), share in np.ndenumerate(values):
        if share == share:
            axes.text(column, row, f"{share:.0%}", ha="center", va="center", color="white" if share < 0.7 else "black")
    axes.figure.colorbar(image, ax=axes, label="share of the commonest rendering", extend="min",
                         format=lambda share, _: f"{share:.0%}")  # fmt: skip
    axes.tick_params(length=0)
    return axes


def timeline(occurrences: pd.DataFrame, concept: str, language: str) -> Axes:
    """Draw when each rendering of a concept stands on the pages: a row a rendering, a dot an occurrence."""
    from matplotlib.dates import DateFormatter

    wanted = (occurrences["concept"] == concept) & (occurrences["language"] == language)
    found = occurrences[wanted & occurrences["date"].notna()]
    order = found["rendering"].astype(str).value_counts()
    axes = _axes(
        f"What the {_language(language)} pages write for “{concept}”, by the date of the ruling", len(order) + 2
    )
    if found.empty:
        return _blank(axes)
    for row, rendering in enumerate(order.index):
        dates = found.loc[found["rendering"] == rendering, "date"]
        near = dates.groupby(dates).cumcount()  # occurrences of one day stand above one another
        axes.plot(dates.to_numpy(), (row - 0.08 * near).to_numpy(), "o", alpha=0.7, color=COLOURS[row % len(COLOURS)])
    axes.set_yticks(range(len(order)), [f"{name} ({count}×)" for name, count in order.items()])
    axes.set_ylim(len(order) - 0.5, -0.9)
    first, last = found["date"].min(), found["date"].max()
    margin = max(_MARGIN, (last - first).days // 20)
    axes.set_xlim(first - timedelta(days=margin), last + timedelta(days=margin))
    axes.xaxis.set_major_formatter(DateFormatter("%Y-%m-%d"))  # type: ignore[no-untyped-call]
    axes.set_xlabel("date of the ruling")
    axes.grid(axis="x", alpha=0.3)
    axes.figure.autofmt_xdate(rotation=30)
    return axes


def matrix(likeness: pd.DataFrame, title: str, row: str, column: str) -> Axes:
    """Draw how alike the rulings of two pages are, from blue (unlike) to yellow (alike)."""
    axes = _axes(title, max(len(likeness), 12), width=7.5)
    if likeness.empty:
        return _blank(axes)
    image = axes.imshow(likeness.to_numpy(), cmap="cividis", vmin=0, vmax=1)
    for ticks, labels in ((axes.set_xticks, likeness.columns), (axes.set_yticks, likeness.index)):
        step = max(1, len(labels) // 20)
        ticks(range(0, len(labels), step), [str(label) for label in labels[::step]])
    axes.set_xlabel(f"{_language(column)} page: ruling number")
    axes.set_ylabel(f"{_language(row)} page: ruling number")
    axes.figure.colorbar(image, ax=axes, label="likeness of meaning (cosine, 1 is the same)")
    return axes


def links(groups: pd.DataFrame, title: str = "How sure the alignment is") -> Axes:
    """Draw the score of each group of rulings, a row a document, a colour the method that linked it."""
    found = groups.drop_duplicates("group_id").dropna(subset="score")
    documents = [name for name in groups["document"].cat.categories if (found["document"] == name).any()]
    axes = _axes(title, len(documents) + 2)
    if found.empty:
        return _blank(axes)
    for number, method in enumerate(found["method"].cat.categories):
        rows = found[found["method"] == method]
        heights = [documents.index(name) for name in rows["document"]]
        spread = rows.groupby(["document", "score"], observed=True).cumcount() * 0.05
        places = [height - step for height, step in zip(heights, spread, strict=True)]
        if places:
            axes.plot(rows["score"].to_numpy(), places, "o", alpha=0.6, color=COLOURS[number], label=str(method))
    axes.set_yticks(range(len(documents)), documents)
    axes.set_ylim(len(documents) - 0.5, -0.9)
    axes.set_xlim(-0.02, 1.05)
    axes.set_xlabel("score of the weakest link in the group (1 is certain)")
    axes.grid(axis="x", alpha=0.3)
    axes.legend(title="linked by", loc="center left", bbox_to_anchor=(1, 0.5))
    return axes


def measures(scores: pd.DataFrame, title: str = "Precision and recall by check") -> Axes:
    """Draw precision and recall with their 95 % intervals, a row a check; what was not counted has no dot."""
    scores = scores.groupby("code", observed=True, sort=False).tail(1)  # the last row of a check adds the others up
    axes = _axes(title, len(scores) + 1)
    if scores.empty:
        return _blank(axes)
    for number, (name, sign) in enumerate((("precision", "o"), ("recall", "s"))):
        rows = [place + 0.3 * number - 0.15 for place in range(len(scores))]
        low, high = (abs(scores[name] - scores[f"{name}_{end}"]) for end in ("low", "high"))
        axes.errorbar(scores[name], rows, xerr=[low, high], fmt=sign, capsize=2, color=COLOURS[number], label=name)
    told = zip(scores["code"], scores["labels"], scores["findings"], strict=True)
    labels = [f"{code} ({_number(labels, 'fault')}, {_number(findings, 'finding')})" for code, labels, findings in told]
    axes.set_yticks(range(len(scores)), labels)
    axes.invert_yaxis()
    axes.set_xlim(-0.02, 1.02)
    axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
    axes.set_xlabel("share, with the 95 % confidence interval")
    axes.grid(axis="x", alpha=0.3)
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))
    return axes


def bars(values: Sequence[float], labels: Sequence[str], title: str, unit: str) -> Axes:
    """Draw one bar a label, the first on top."""
    from matplotlib.ticker import MaxNLocator

    axes = _axes(title, len(labels))
    if not labels:
        return _blank(axes)
    drawn = axes.barh(range(len(labels)), list(values), color=COLOURS[0])
    axes.set_yticks(range(len(labels)), list(labels))
    axes.bar_label(drawn, fmt="{:g}", padding=3)
    axes.invert_yaxis()
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(unit)
    return axes


def _axes(title: str, rows: int, width: float = _WIDTH) -> Axes:
    """Return new axes, high enough for so many rows."""
    from matplotlib import pyplot

    _, axes = pyplot.subplots(figsize=(width, 1.2 + _ROW * max(rows, 2)), layout="constrained")
    axes.set_title(title, loc="left")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return axes


def _blank(axes: Axes) -> Axes:
    """Say in the picture that there is nothing to draw."""
    axes.set_axis_off()
    axes.text(0.5, 0.5, "nothing to show on these pages", ha="center", va="center", transform=axes.transAxes)
    return axes


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _language(code: object) -> str:
    return profile(str(code)).name or "unknown"
