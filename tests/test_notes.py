"""Findings as notes in XLIFF and PO: beside their units, replaced by the next run, and no other byte changed."""

from __future__ import annotations

import importlib.util
import re
from dataclasses import replace

import click.testing
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aligner import pairing, reading
from aligner.cli import main
from aligner.model import AlignerError, Finding, Page
from aligner.writing import notes

needs_moz = pytest.mark.skipif(importlib.util.find_spec("moz") is None, reason="moz.l10n is not installed")
needs_toolkit = pytest.mark.skipif(importlib.util.find_spec("translate") is None, reason="no translate-toolkit")

OLD = """<?xml version="1.0" encoding="UTF-8"?>
<!-- <trans-unit id="no"> -->
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" xmlns:o="urn:o">
  <file original='a "> b.html' source-language="en" target-language="ru" datatype="html">
    <header><o:unit/><note from="aligner">of the file</note></header>
    <body>
      <trans-unit id="1" o:hint="a > b">
        <source>Tap <g id="1">it</g>.</source>
        <target state="translated">Поверните <g  id='1'>его</g >.</target>
        <note>Look.</note>
        <alt-trans><source>Tap.</source><target>Да.</target><note>no</note></alt-trans>
      </trans-unit>
      <trans-unit id="2"><source>Untap it.</source></trans-unit>
      <trans-unit id="3">
        <source><![CDATA[</source> & <target>]]></source>
        <target/>
      </trans-unit>
    </body>
  </file>
</xliff>
"""
NEW = """<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="ru">
  <file id="f">
    <unit id="1">
      <originalData><data id="d">&lt;b></data></originalData>
      <segment id="s"><source>Tap <ph id="1" dataRef="d"/>it.</source><target>Поверните.</target></segment>
    </unit>
    <unit id="2">
      <notes>
        <note category="mine">Look.</note>
      </notes>
      <segment><source>Untap it.</source></segment>
    </unit>
    <unit id="3"><segment><source>Exile it.</source></segment></unit>
  </file>
</xliff>
"""
PREFIXED = re.sub(
    r"(</?)(xliff|file|unit|segment|source|target|notes?|originalData|data|ph)\b", r"\1x:\2", NEW
).replace("xmlns=", "xmlns:x=")
PO = """# Head.
msgid ""
msgstr ""
"Language: ru\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

# Look.
#. For whom.
#: a.c:3
msgctxt "1"
msgid "Tap it."
msgstr "Поверните."
msgctxt "2"
msgid ""
"Untap "
"it."
msgstr ""

#, fuzzy
msgctxt "x"
msgid "Exile it."
msgstr "Да."

msgctxt "3"
msgid "Exile it."
msgid_plural "Exile them."
msgstr[0] "Изгоните."
msgstr[1] ""

#~ msgid "gone"
#~ msgstr "нет"
"""
FILES = {"a.xlf": OLD, "b.xlf": NEW, "c.xlf": PREFIXED, "d.po": PO}


def finding(
    file: str, key: str, language: str = "ru", severity: str = "error", message: str = "it is <wrong> & bad"
) -> Finding:
    where = (file, language, "", "1", key, file, 1, 0)
    return Finding("LNG001", "untranslated-ruling", severity, "", *where, "", message, "so")


def written(name: str, data: bytes, *findings: Finding) -> bytes:
    documents = pairing.by_name(reading.read_bytes(data, name))
    return notes.written(data, name, documents, findings)[0]


def texts(data: bytes, name: str) -> list[list[tuple[str, str]]]:
    return [[(one.key, one.text) for one in page.rulings] for page in reading.read_bytes(data, name)]


def test_an_old_unit_gets_its_note_behind_source_and_target() -> None:
    made = written("a.xlf", OLD.encode(), finding("a.xlf", "1"), finding("a.xlf", "2", "en", "note")).decode()
    assert made == OLD.replace(
        "</g >.</target>\n",
        '</g >.</target>\n        <note from="aligner" priority="1" annotates="target">LNG001 untranslated-ruling: '
        "it is &lt;wrong&gt; &amp; bad → so</note>\n",
    ).replace(
        "Untap it.</source>",
        'Untap it.</source><note from="aligner" priority="8" annotates="source">LNG001 untranslated-ruling: '
        "it is &lt;wrong&gt; &amp; bad → so</note>",
    )


@pytest.mark.parametrize(("name", "prefix"), [("b.xlf", ""), ("c.xlf", "x:")])
def test_a_new_unit_gets_its_notes_before_its_segments(name: str, prefix: str) -> None:
    data = FILES[name].encode()
    made = written(name, data, finding(name, "1"), finding(name, "2"), finding(name, "3")).decode()
    note = (
        f'<{prefix}note category="aligner" priority="1" appliesTo="target">LNG001 untranslated-ruling: '
        f"it is &lt;wrong&gt; &amp; bad → so</{prefix}note>"
    )
    assert (
        f'id="1">\n      <{prefix}notes>\n        {note}\n      </{prefix}notes>\n      <{prefix}originalData>' in made
    )
    assert f"Look.</{prefix}note>\n        {note}\n      </{prefix}notes>" in made
    assert f'<{prefix}unit id="3"><{prefix}notes>{note}</{prefix}notes><{prefix}segment>' in made


def test_a_message_gets_its_note_behind_the_translators_comments() -> None:
    made = written("d.po", PO.encode(), *(finding("d.po", key) for key in ("1", "2", "3[1]"))).decode()
    note = "# aligner: LNG001 untranslated-ruling: it is <wrong> & bad → so\n"
    assert made == PO.replace("# Look.\n", f"# Look.\n{note}").replace('msgctxt "2"', f'{note}msgctxt "2"').replace(
        'msgctxt "3"', note.replace("LNG", "3[1]: LNG") + 'msgctxt "3"'
    )


CODECS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le")  # a catalogue in UTF-16 has a mark, or is no text


@pytest.mark.parametrize(
    ("name", "codec"), [(name, codec) for name in FILES for codec in CODECS if (name, codec) != ("d.po", "utf-16-le")]
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_other_byte_stays(name: str, codec: str, end: str) -> None:
    text = FILES[name].replace("\n", end)
    if "16" in codec and name != "d.po":
        text = text.replace("UTF-8", "UTF-16") if text.startswith("<?xml") else f'<?xml version="1.0"?>{text}'
    data = text.encode(codec)
    made = written(name, data, finding(name, "1"), finding(name, "2", message="日本 \u0301"))
    assert len(made) > len(data) and texts(made, name) == texts(data, name)
    assert written(name, made, finding(name, "1"), finding(name, "2", message="日本 \u0301")) == made
    assert written(name, made, finding(name, "3")) == written(name, data, finding(name, "3"))
    assert written(name, made) == data


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(sorted(FILES)), st.lists(st.tuples(st.sampled_from(["1", "2", "3", "9"]), st.text(max_size=8))))
def test_notes_leave_no_trace_when_they_go(name: str, said: list[tuple[str, str]]) -> None:
    data = FILES[name].encode()
    made = written(name, data, *(finding(name, key, message=message) for key, message in said))
    assert texts(made, name) == texts(data, name)
    assert written(name, made) == data


def test_a_letter_that_the_encoding_lacks_is_written_as_a_number() -> None:
    data = OLD.replace("UTF-8", "windows-1251").encode("cp1251")
    made = written("a.xlf", data, finding("a.xlf", "1", message="日"))
    assert b"&#26085;" in made and written("a.xlf", made) == data


def test_an_encoding_that_cannot_be_kept_is_an_error() -> None:
    data = b'<?xml version="1.0" encoding="ISO-8859-1"?>' + OLD.partition("?>")[2].encode()
    page = Page("a.xlf", "en", None, (), format="xliff 1.2")
    with pytest.raises(AlignerError, match=r"^a\.xlf: its encoding utf-7 .*UTF-8$"):
        notes.written(data.replace(b"ISO-8859-1", b"utf-7"), "a.xlf", pairing.by_name([page]), [])


def test_a_finding_about_the_whole_file_is_counted() -> None:
    data = OLD.encode()
    documents = pairing.by_name(reading.read_bytes(data, "a.xlf"))
    assert notes.written(data, "a.xlf", documents, [finding("a.xlf", ""), finding("other.xlf", "1")]) == (data, 1)


def test_the_same_id_in_two_files_is_two_units() -> None:
    file = (
        '<file original="{}" source-language="en" target-language="ru"><body><trans-unit id="1"><source>{}</source>'
        "</trans-unit></body></file>"
    ).format
    data = f'<xliff version="1.2">{file("a", "Tap it.")}{file("b", "Untap it.")}</xliff>'.encode()
    documents = pairing.by_name(reading.read_bytes(data, "a.xlf"))
    about = replace(finding("a.xlf", "1"), document=documents[1].title)
    made = notes.written(data, "a.xlf", documents, [about])[0].decode()
    assert re.findall(r"(\w+ it\.)</source><note", made) == ["Untap it."]


@needs_moz
@needs_toolkit
def test_other_programs_see_the_notes() -> None:
    from moz.l10n.formats import Format
    from moz.l10n.resource import parse_resource
    from translate.storage import factory

    made = written("a.xlf", OLD.encode(), finding("a.xlf", "1"))
    said = "LNG001 untranslated-ruling: it is <wrong> & bad → so"
    entries = [one for section in parse_resource(Format.xliff, made).sections for one in section.entries]
    assert said in entries[0].comment and "Look." in entries[0].comment
    for name in ("a.xlf", "d.po"):
        store = factory.getclass(name).parsestring(written(name, FILES[name].encode(), finding(name, "1")))
        unit = next(one for one in store.units if one.source == "Tap it.")
        assert said in unit.getnotes() and "Look." in unit.getnotes()


# The command


def check(*arguments: str) -> click.testing.Result:
    return click.testing.CliRunner().invoke(main, ["check", "--encoder", "none", "--quiet", *arguments])


def test_copies_are_written_and_no_input_unless_asked(folder) -> None:
    here = folder({"in/a.xlf": OLD, "in/sub/d.po": PO, "in/en.txt": "Otaria\n\nTap it.\n"})
    assert check("in", "--write-notes", "out").exit_code == 1
    assert sorted(path.relative_to(here / "out").as_posix() for path in (here / "out").rglob("*.*")) == [
        "a.xlf",
        "sub/d.po",
    ]
    assert b'<note from="aligner"' in (here / "out/a.xlf").read_bytes()
    assert (here / "in/a.xlf").read_text(encoding="utf-8") == OLD
    done = check("in", "--write-notes", "in")
    assert (done.exit_code, done.stderr) == (
        2, "aligner: in/a.xlf: is the file that was read; choose another folder, or add --overwrite\n",
    )  # fmt: skip
    assert (here / "in/a.xlf").read_text(encoding="utf-8") == OLD
    assert check("in", "--write-notes", "in", "--overwrite").exit_code == 1
    made = (here / "in/a.xlf").read_bytes()
    assert made == (here / "out/a.xlf").read_bytes()
    check("in", "--write-notes", "in", "--overwrite")
    assert (here / "in/a.xlf").read_bytes() == made


def test_notes_need_a_file_that_has_room_for_them(folder) -> None:
    folder({"en.txt": "Otaria\n\nTap it.\n"})
    done = check("en.txt", "--write-notes", "out")
    assert done.exit_code == 2 and "no XLIFF or PO file was read" in done.stderr


def test_two_files_of_one_name_and_overwriting_nothing_are_refused(folder) -> None:
    folder({"x/a.xlf": OLD, "y/a.xlf": OLD})
    done = check("x/a.xlf", "y/a.xlf", "--write-notes", "out")
    assert done.exit_code == 2 and "out/a.xlf: two files would have this name" in done.stderr
    assert check("x", "--overwrite").exit_code == 2


def test_notes_that_are_there_already_are_not_written_again(folder) -> None:
    here = folder({"a.xlf": OLD})
    check("a.xlf", "--write-notes", ".", "--overwrite")
    before = (here / "a.xlf").stat()
    check("a.xlf", "--write-notes", ".", "--overwrite")
    assert (here / "a.xlf").stat().st_ino == before.st_ino
