"""An entailment model from a file: what it doubts, and what is told when it cannot be used."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from onnx_fakes import a_model

from pipeline.hosted.entailment import open_reader
from vault.errors import InputError

WITH_EXTRA = all(find_spec(name) is not None for name in ("onnxruntime", "tokenizers"))
needs_extra = pytest.mark.skipif(not WITH_EXTRA, reason="the extra opencouncil[opinion] is not installed")

LAYOUTS = [
    pytest.param((1.0,), (), id="one output"),
    pytest.param((-1.0, 1.0), (), id="two outputs"),
    pytest.param((1.0, 0.0, -1.0), ("ENTAILMENT", "NEUTRAL", "CONTRADICTION"), id="three outputs, entailment first"),
    pytest.param((-1.0, 0.0, 1.0), ("contradiction", "neutral", "entailment"), id="three outputs, entailment last"),
]


@needs_extra
@pytest.mark.parametrize(("outputs", "labels"), LAYOUTS)
def test_what_the_model_does_not_find_entailed_is_doubted(
    tmp_path: Path, outputs: tuple[float, ...], labels: tuple[str, ...]
) -> None:
    outputs = tuple(8 * one for one in outputs)
    reader = open_reader(a_model(tmp_path, outputs, labels=labels))
    assert reader.name == "reader.onnx"
    assert not reader.doubts("The board approved it", "The board approved it")
    assert reader.doubts("The board approved it", "The board approved it unless")
    assert reader.doubts("The board approved it unless", "The board approved it")


@needs_extra
def test_a_pair_longer_than_the_model_reads_is_cut(tmp_path: Path) -> None:
    reader = open_reader(a_model(tmp_path))
    assert not reader.doubts("the board", "the board " * 2000)


@needs_extra
def test_three_outputs_without_labels_are_refused(tmp_path: Path) -> None:
    reader = open_reader(a_model(tmp_path, (1.0, 0.0, -1.0)))
    with pytest.raises(InputError, match="which of the 3 outputs") as told:
        reader.doubts("the board", "the board")
    assert "config.json" in told.value.next_step


@needs_extra
def test_an_input_that_no_pair_classifier_has_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="decoder_input_ids"):
        open_reader(a_model(tmp_path, ids="decoder_input_ids"))


@needs_extra
def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    path = a_model(tmp_path)
    path.write_bytes(b"not a model")
    with pytest.raises(InputError, match="cannot be read"):
        open_reader(path)


def test_a_missing_file_is_told_with_its_variable(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="OPENCOUNCIL_SECOND_OPINION: there is no file") as told:
        open_reader(tmp_path / "none.onnx")
    assert told.value.code == "E_INPUT"
    assert "unset the variable" in told.value.next_step


def test_a_missing_tokenizer_is_told(tmp_path: Path) -> None:
    path = a_model(tmp_path)
    (tmp_path / "tokenizer.json").unlink()
    with pytest.raises(InputError, match=r"tokenizer\.json"):
        open_reader(path)


@pytest.mark.skipif(WITH_EXTRA, reason="the extra is installed")
def test_a_missing_extra_is_told_with_the_command(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not installed") as told:
        open_reader(a_model(tmp_path))
    assert "opencouncil[opinion]" in told.value.next_step
