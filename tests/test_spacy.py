"""The spaCy pipeline: terms as spans in eleven languages, offline, beside the user's own rules."""

from __future__ import annotations

import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

import aligner
from aligner.glossary import read_shipped
from aligner.model import LANGUAGES, AlignerError, Term

SENTENCES = {
    "en": ("Cast this card from your graveyard.", "graveyard"),
    "ru": ("Разыграйте эту карту с вашего кладбища.", "кладбища"),
    "pt": ("Conjure este card de seu cemitério.", "cemitério"),
    "ja": ("あなたの墓地にあるこのカードを唱える。", "墓地"),
    "de": ("Wirke diese Karte aus deinem Friedhof.", "Friedhof"),
    "fr": ("Lancez cette carte depuis votre cimetière.", "cimetière"),
    "it": ("Lancia questa carta dal tuo cimitero.", "cimitero"),
    "es": ("Lanza esta carta desde tu cementerio.", "cementerio"),
    "ko": ("당신의 무덤에서 이 카드를 발동한다.", "무덤에서"),
    "zhs": ("从你的坟墓场施放此牌。", "坟墓场"),
    "zht": ("從你的墳墓場施放此牌。", "墳墓場"),
}


def spans(pipeline, text: str) -> list[tuple[str, str]]:
    doc = pipeline(text)  # the spans live as long as the doc
    return [(span.text, span.label_) for span in doc.spans["terms"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_terms_are_spans_in_every_language(language: str) -> None:
    text, written = SENTENCES[language]
    own = [term for term in read_shipped((language,)) if term.concept == "graveyard"]
    assert (written, "graveyard") in spans(aligner.spacy_pipeline(language, own), text)


def test_the_shipped_glossary_is_the_default() -> None:
    assert ("무덤에서", "graveyard") in spans(aligner.spacy_pipeline("ko"), SENTENCES["ko"][0])


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_lost(language: str) -> None:
    text = f"  {SENTENCES[language][0]}\n\n{{T}}: 2/2 «X»  "
    doc = aligner.spacy_pipeline(language, ())(text)
    assert doc.text == text
    assert list(doc.spans["terms"]) == []


def test_a_tag_of_a_region_is_a_language() -> None:
    assert aligner.spacy_pipeline("pt-BR", ()).lang == "pt"
    assert aligner.spacy_pipeline("zh-Hant", ()).lang == "zh"


def test_an_unknown_language_is_the_users_mistake() -> None:
    with pytest.raises(AlignerError, match="'klingon' is no language"):
        aligner.spacy_pipeline("klingon")


def test_the_users_terms() -> None:
    own = [Term("deck", "колода", "ru", pos="noun"), Term("deck", "deck", "en")]
    doc = aligner.spacy_pipeline("ru", own)("Перетасуйте свою колоду.")
    assert [(span.text, span.label_, span.id_) for span in doc.spans["terms"]] == [("колоду", "deck", "колода")]


def test_a_glossary_file_goes_before_ours(tmp_path: Path) -> None:
    (tmp_path / "ko.csv").write_text("concept,term\nmy own thing,강철 갑옷\n", encoding="utf-8")
    pipeline = aligner.spacy_pipeline("ko", tmp_path / "ko.csv")
    assert spans(pipeline, "강철 갑옷 무덤") == [("강철 갑옷", "my own thing"), ("무덤", "graveyard")]


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("key", ["ruler", "terms"])
def test_a_span_ruler_works_beside_it(first: bool, key: str) -> None:
    pipeline = aligner.spacy_pipeline("en", [Term("graveyard", "graveyard", "en")])
    config = {"spans_key": key, "overwrite": False}
    ruler = pipeline.add_pipe("span_ruler", config=config, **({"first": True} if first else {"last": True}))
    ruler.add_patterns([{"label": "MINE", "pattern": "from your graveyard"}])
    doc = pipeline("Cast it from your graveyard.")
    assert ("from your graveyard", "MINE") in [(span.text, span.label_) for span in doc.spans[key]]
    assert ("graveyard", "graveyard") in [(span.text, span.label_) for span in doc.spans["terms"]]


def test_displacy_shows_the_terms() -> None:
    from spacy import displacy

    doc = aligner.spacy_pipeline("ja", [Term("graveyard", "墓地", "ja")])("墓地に置く。")
    page = displacy.render(doc, style="span", options={"spans_key": "terms"}, jupyter=False)
    assert "graveyard" in page


def test_it_is_saved_and_loaded(tmp_path: Path) -> None:
    import spacy

    aligner.spacy_pipeline("ja", [Term("graveyard", "墓地", "ja", forms=("ぼち",))]).to_disk(tmp_path / "model")
    assert spans(spacy.load(tmp_path / "model"), "ぼちと墓地") == [("ぼち", "graveyard"), ("墓地", "graveyard")]


def test_what_was_saved_is_loaded_where_nobody_imports_us(tmp_path: Path) -> None:
    for language in ("ko", "zht"):
        own = [term for term in read_shipped((language,)) if term.concept == "graveyard"]
        aligner.spacy_pipeline(language, own).to_disk(tmp_path / language)
    code = (
        "import sys, spacy; blocked = sys.modules['mecab'] = sys.modules['natto'] = None\n"
        "for folder, text in zip(sys.argv[1::2], sys.argv[2::2]):\n"
        "    doc = spacy.load(folder)(text); print([(s.text, s.label_) for s in doc.spans['terms']])\n"
    )
    arguments = [part for language in ("ko", "zht") for part in (str(tmp_path / language), SENTENCES[language][0])]
    command = [sys.executable, "-X", "utf8", "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.splitlines() == ["[('무덤에서', 'graveyard')]", "[('墳墓場', 'graveyard')]"]


def test_bytes_carry_the_terms() -> None:
    own = [Term("graveyard", "墓地", "ja", status="superseded", forms=("ぼち",), until=date(2030, 1, 2), shipped=True)]
    pipeline = aligner.spacy_pipeline("ja", own)
    other = aligner.spacy_pipeline("ja", ())
    other.from_bytes(pipeline.to_bytes())
    assert spans(other, "ぼちと墓地") == [("ぼち", "graveyard"), ("墓地", "graveyard")]
    assert other.get_pipe("aligner_terms").index.terms == tuple(own)


def test_importing_the_package_loads_no_spacy() -> None:
    code = "import sys, aligner; print('spacy' in sys.modules, 'aligner.spacy_bridge' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        _ = aligner.nothing_of_the_kind
