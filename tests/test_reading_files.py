"""Finding files, also inside archives; limits; what is out of reach, and bad input."""

from __future__ import annotations

import gzip
import io
import os
import random
import re
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from aligner import intake, reading
from aligner.cli import main
from aligner.config import Config
from aligner.model import AlignerError
from aligner.reading import streams

PAGE = "Otaria\n\n19/03/2021\n\nIt attacks.\n"


def archive(members: dict[str, str | bytes], **flags: object) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in members.items():
            packed.writestr(name, content)
    return out.getvalue()


def shown(paths: list[str]) -> tuple[list[str], list[str], list[str]]:
    sources, skipped, errors = reading.find_files(paths)
    return [one.shown for one in sources], skipped, errors


# --- finding files


def test_a_folder(folder) -> None:
    here = folder(
        {
            "pages/ru/otaria.txt": "Отария",
            "pages/.hidden.txt": "x",
            "pages/.git/config": "x",
            "pages/b.bin": b"\0\1",
            "pages/labels.csv": "a,b",
            "pages/expected.json": '{"must": []}',
            "pages/en.scryfall.json": '{"object": "list", "data": [{"comment": "x", "published_at": "2020-01-01"}]}',
            "pages/make.py": "print()",
            "pages/draft/en.txt": "x",
            "z.txt": "Z",
        }
    )
    sources, skipped, errors = reading.find_files(["pages", "z.txt", "./z.txt", "-"], ["draft"])
    assert [(one.shown, one.given, one.inside) for one in sources] == [
        ("pages/en.scryfall.json", False, "en.scryfall.json"),
        ("pages/ru/otaria.txt", False, "ru/otaria.txt"),
        ("z.txt", True, "z.txt"),
        ("-", True, "-"),
    ]
    names = (".git", ".hidden.txt", "b.bin", "expected.json", "labels.csv", "make.py")
    assert (skipped, errors) == ([f"pages/{name}" for name in names], [])
    (here / "elsewhere").mkdir()
    os.chdir(here / "elsewhere")
    sources, _, _ = reading.find_files(["../pages/ru", str(here / "z.txt")])
    assert [one.shown for one in sources] == ["ru/otaria.txt", "z.txt"]
    assert reading.read(sources[0])[0].language == "ru"


def test_what_is_out_of_reach(folder) -> None:
    here = folder({"pages/en.txt": "x", "pages/sub/ru.txt": "y"})
    (here / "pages" / "gone.txt").symlink_to(here / "nowhere")
    (here / "pages" / "sub" / "up").symlink_to(here / "pages")
    (here / ".secret.txt").write_text("x")
    sources, _, errors = reading.find_files(["pages", "missing.txt", ".secret.txt"])
    assert [one.shown for one in sources] == ["pages/en.txt", "pages/sub/ru.txt"]
    assert [error.partition(":")[0] for error in errors] == [
        "pages/gone.txt",
        "pages/sub/up",
        "missing.txt",
        ".secret.txt",
    ]


@pytest.fixture
def unprivileged() -> Iterator[None]:
    """Run the test as nobody where it was started as root, who may read everything."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    yield
    os.seteuid(0)


def test_no_permission(unprivileged: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as name:
        pages = Path(name) / "pages"
        (pages / "closed").mkdir(parents=True)
        for file in ("pt.txt", "ru.txt"):
            (pages / file).write_text("x")
            (pages / file).chmod(0 if file == "ru.txt" else 0o600)
        (pages / "closed").chmod(0)
        monkeypatch.chdir(name)
        sources, _, errors = reading.find_files(["pages"])
        assert [one.shown for one in sources] == ["pages/pt.txt", "pages/ru.txt"]
        assert errors == ["pages/closed: no permission to read it; change its permissions or leave it out"]
        with pytest.raises(AlignerError, match=r"^pages/ru\.txt: no permission"):
            reading.read(sources[1])
        (pages / "closed").chmod(0o700)
        monkeypatch.undo()


def test_an_endless_line_is_refused(folder) -> None:
    folder({"long.txt": b"Title\n\n" + b"x" * (3 << 20), "blob.txt": b"\0" * (2 << 20)})
    sources, _, _ = reading.find_files(["long.txt", "blob.txt"])
    with pytest.raises(AlignerError, match=r"^long\.txt:3: .*1 MB"):
        reading.read(sources[0])
    with pytest.raises(AlignerError, match=r"^blob\.txt: .*binary"):
        reading.read(sources[1])


# --- gz and zip


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("en.txt.gz", PAGE),
        ("en.csv.gz", "date,text\n2021-03-19,It attacks.\n"),
        ("en.json.gz", '[{"comment": "It attacks.", "published_at": "2021-03-19"}]'),
        ("en.html.gz", "<html><body><p>19/03/2021</p><p>It attacks.</p></body></html>"),
        ("en.md.gz", "# Otaria\n\n- 19/03/2021: It attacks.\n"),
        ("memory.tmx.gz", '<tmx><body><tu><tuv xml:lang="en"><seg>It attacks.</seg></tuv></tu></body></tmx>'),
        ("en.gz", PAGE),
    ],
)
def test_gz_of_every_format(name: str, text: str, folder) -> None:
    folder({f"pages/{name}": gzip.compress(text.encode())})
    sources, skipped, errors = reading.find_files(["pages"])
    assert ([one.shown for one in sources], skipped, errors) == ([f"pages/{name}"], [], [])
    (page,) = reading.read(sources[0])
    assert (page.language, page.file, page.rulings[0].text) == ("en", f"pages/{name}", "It attacks.")


def test_a_zip_is_read_as_a_folder(folder) -> None:
    data = archive(
        {
            "otaria/ru.txt": PAGE,
            "otaria/en.txt.gz": gzip.compress(PAGE.encode()),
            "table.csv": "lang,text\nen,One.\n",
            "glossary.csv": "concept,term\nx,y\n",
            ".hidden/x.txt": "x",
            "__MACOSX/x.txt": "x",
            "picture.png": b"\x89PNG\r\n\x1a\n\0\0\0",
        }
    )
    folder({"pages/cards.zip": data, "named.bin": data})
    for path, inside in (
        ("pages", "pages/cards.zip"),
        ("pages/cards.zip", "pages/cards.zip"),
        ("named.bin", "named.bin"),
    ):
        found, skipped, errors = shown([path])
        assert found == [f"{inside}/{name}" for name in ("otaria/en.txt.gz", "otaria/ru.txt", "table.csv")]
        assert sorted(skipped) == [
            f"{inside}/{n}" for n in (".hidden/x.txt", "__MACOSX/x.txt", "glossary.csv", "picture.png")
        ]
        assert errors == []
    sources, _, _ = reading.find_files(["pages"])
    pages = [page for source in sources for page in reading.read(source)]
    assert [(one.language, one.rulings[0].text) for one in pages] == [
        ("en", "It attacks."),
        ("ru", "It attacks."),
        ("en", "One."),
    ]
    assert pages[0].name == pages[1].name == "pages/cards.zip/otaria"


def test_what_an_archive_must_not_hold(folder) -> None:
    inner = archive({"en.txt": PAGE})
    bad = {
        "../out.txt": PAGE,
        "/etc/x.txt": PAGE,
        "a\\..\\b.txt": PAGE,
        "C:/x.txt": PAGE,
        "inner.zip": inner,
        "en.txt": PAGE,
    }
    folder({"bad.zip": archive(bad)})
    found, _, errors = shown(["bad.zip"])
    assert found == ["bad.zip/en.txt"]
    assert len(errors) == 5
    assert sum("climbs out" in one for one in errors) == 4
    assert sum("an archive in an archive; unpack it first" in one for one in errors) == 1


def test_a_member_whose_packed_bytes_are_damaged_is_named(folder) -> None:
    """The others are read: what stands in an archive is not lost with one of its files."""
    data = bytearray(archive({"en.txt": PAGE * 40, "ru.txt": PAGE}))
    for place in range(40, 60):
        data[place] ^= 0xFF
    folder({"p/bad.zip": bytes(data)})
    pages, errors, _ = intake.read_pages(["p"], Config())
    assert [page.file for page in pages] == ["p/bad.zip/ru.txt"]
    assert len(errors) == 1 and errors[0].startswith("p/bad.zip/en.txt: a damaged or cut-off archive")


def test_a_line_of_one_endless_word_is_read(folder) -> None:
    """It is looked through from its beginning only: from each of its letters on, it would take a day."""
    folder({"page.txt": PAGE.replace("attacks", "x" * 900_000)})
    (page,), errors, _ = intake.read_pages(["page.txt"], Config())
    assert (len(page.rulings[0].text), errors) == (900_004, [])


def test_bombs_are_refused(folder, monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"a line of text\n" * 300_000
    folder({"bomb.zip": archive({"en.txt": text, "ru.txt": PAGE}), "bomb.txt.gz": gzip.compress(text), "en.txt": PAGE})
    found, _, errors = shown(["bomb.zip", "bomb.txt.gz", "en.txt"])
    assert found == ["bomb.txt.gz", "en.txt"]
    assert len(errors) == 1 and errors[0].startswith("bomb.zip: more than 200 times")
    with pytest.raises(AlignerError, match=r"^bomb\.txt\.gz: more than 200 times"):
        reading.read(reading.Source("bomb.txt.gz", "bomb.txt.gz"))
    monkeypatch.setattr(streams, "UNPACKED", 100_000)
    letters = random.Random(1)
    long = "\n".join(letters.choice("abcdef ") * letters.randrange(20) for _ in range(20_000))
    folder({"long.txt.gz": gzip.compress(long.encode()), "long.zip": archive({"en.txt": long})})
    assert shown(["long.zip"])[2][0].startswith("long.zip: would unpack to more than")
    with pytest.raises(AlignerError, match=r"^long\.txt\.gz: larger than"):
        reading.read(reading.Source("long.txt.gz", "long.txt.gz"))


def test_broken_archives(folder) -> None:
    noise = bytes(random.Random(1).choices(range(32, 127), k=30_000))
    cut = gzip.compress(noise)[:15_000]
    whole = archive({"en.txt": noise})
    damaged = whole[:5000] + bytes(200) + whole[5200:]
    folder({"p/cut.txt.gz": cut, "p/a.zip": b"PK\3\4 no archive", "p/damaged.zip": damaged, "p/en.txt": PAGE})
    sources, _, errors = reading.find_files(["p"])
    assert [one.partition(":")[0] for one in errors] == ["p/a.zip"]
    for source in sources:
        if source.shown == "p/en.txt":
            assert reading.read(source)[0].title_text == "Otaria"
        else:
            with pytest.raises(AlignerError, match=rf"^{source.shown}: a damaged or cut-off archive .*again$"):
                reading.read(source)


def test_links_and_folders_that_look_like_files(folder) -> None:
    here = folder({"pages/en.txt/ru.txt": PAGE, "pages/x.zip/pt.txt": PAGE, "pages/x.json/de.txt": PAGE})
    (here / "pages" / "loop").symlink_to("loop")
    (here / "pages" / "up").symlink_to(".")
    found, _, errors = shown(["pages"])
    assert found == ["pages/en.txt/ru.txt", "pages/x.json/de.txt", "pages/x.zip/pt.txt"]
    assert [one.partition(":")[0] for one in errors] == ["pages/loop", "pages/up"]


def test_many_empty_files_in_an_archive(folder) -> None:
    folder({"many.zip": archive({f"{n}.txt": b"" for n in range(2000)})})
    sources, _, errors = reading.find_files(["many.zip"])
    assert (len(sources), errors) == (2000, [])
    assert all(not page.entries for source in sources for page in reading.read(source))


def test_bad_input_is_named_and_the_rest_is_read(folder) -> None:
    bad: dict[str, str | bytes] = {
        "cut.json": '{"object": "list",\n"data": [{"comment": "x',
        "twice.json": '[{"comment": "x", "published_at": "y", "comment": "z"}]',
        "cut.tmx": "<tmx><body>\n<tu>",
        "bomb.tmx": '<!DOCTYPE tmx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><tmx><body>'
        '<tu><tuv xml:lang="en"><seg>&b;</seg></tuv></tu></body></tmx>',
        "nul.txt": "Otaria\n\0\n",
        "long.txt": "x" * (1 << 21),
        "cut.csv": 'date,text\n2021-03-19,"One',
        "bomb.txt.gz": gzip.compress(b"a line of text\n" * 400_000),
        "bomb.zip": archive({"en.txt": b"a line of text\n" * 400_000}),
        "climbs.zip": archive({"../en.txt": PAGE}),
        "wrong.txt": "Отария".encode("utf-16")[:-1],
    }
    here = folder({f"pages/{name}": content for name, content in bad.items()} | {"pages/en.txt": PAGE})
    (here / "pages" / "loop").symlink_to(".")
    (here / "pages" / "gone").symlink_to("nowhere")
    pages, errors, skipped = intake.read_pages(["pages"], Config())
    assert ([page.file for page in pages], skipped) == (["pages/en.txt"], [])
    named = {re.match(r"pages/[^:]*?(?=[:]|/\.\.)", error)[0] for error in errors}  # type: ignore[index]
    assert named == {f"pages/{name}" for name in [*bad, "loop", "gone"]}
    assert all(re.search(r"; \w|: \w+ (?:it|them) again$", error) and "\n" not in error for error in errors)


def test_a_nul_in_a_text_is_named(folder) -> None:
    folder({"p/en.txt": PAGE.replace("attacks", "att\0acks"), "p/x.bin": b"\0\1\2\3" * 50, "p/one.bin": b"\0"})
    sources, skipped, errors = reading.find_files(["p"])
    assert ([one.shown for one in sources], skipped, errors) == (["p/en.txt"], ["p/one.bin", "p/x.bin"], [])
    with pytest.raises(AlignerError, match=r"^p/en\.txt:5: a NUL byte .*save it anew"):
        reading.read(sources[0])


def test_our_own_reports_are_no_pages(folder) -> None:
    """A report that was written beside the pages is left out of the next run."""
    folder({
        "en.txt": "Keeper\n\n12/02/2021\n\nDraw two cards, then discard a card.\n",
        "ru.txt": "Хранитель\n\n12/02/2021\n\nВозьмите три карты, затем сбросьте карту.\n",
    })  # fmt: skip
    written = []
    for command, styles in (
        ("check", ("csv", "xlsx", "json", "html", "sarif", "junit")),
        ("align", ("csv", "xlsx", "json", "html")),
        ("pages", ("csv", "json")),
        ("terms", ("csv", "json")),
    ):
        for style in styles:
            written.append(f"{command}.{style}")
            done = CliRunner().invoke(main, [command, ".", "--format", style, "-o", written[-1], "-q", "--no-config"])
            assert done.exit_code in (0, 1), done.output
    sources, skipped, errors = reading.find_files(["."])
    assert [source.shown for source in sources] == ["en.txt", "ru.txt"]
    assert sorted(skipped) == sorted(written)
    assert not errors


def test_a_folder_with_nothing_to_read_in_it_is_said(folder) -> None:
    here = folder({"full/otaria.en.txt": b"Otaria\n\n19/03/2021\n\nOne.\n"})
    (here / "void" / "deeper").mkdir(parents=True)
    found, skipped, errors = reading.find_files(["full", "full", "void"])
    assert ([one.shown for one in found], skipped) == (["full/otaria.en.txt"], [])
    assert errors == ["void: a folder with nothing to read in it; name one that has pages"]
    assert reading.find_files(["void"], ["*.txt"])[2] == []
