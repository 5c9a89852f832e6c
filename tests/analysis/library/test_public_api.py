"""The generated table of public names."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.library import public_api
from gpu2ipu.analysis.library.public_api import PublicName


def found(name: str) -> PublicName:
    symbol = public_api.find(name)
    assert symbol is not None
    return symbol


def test_every_line_can_be_read() -> None:
    kinds = {"attribute", "class", "function", "method", "module", "value"}
    for name in public_api.names():
        symbol = found(name)
        assert symbol.kind in kinds
        assert not symbol.changes[0].is_removal
        for change in symbol.changes:
            assert change.parameters is not None or change.text in "-?"
            assert change.title.startswith(("TensorFlow 2.", "Keras 3"))


@pytest.mark.parametrize(
    ("name", "since", "is_in_sdk"),
    [
        ("keras.layers.Dense", "TensorFlow 2.6", True),
        ("tensorflow.reduce_sum", "TensorFlow 2.6", True),
        ("keras.Model.fit", "TensorFlow 2.6", True),
        ("keras.optimizers.AdamW", "TensorFlow 2.12", False),
        ("tensorflow.data.Dataset.rebatch", "TensorFlow 2.11", False),
        ("keras.ops.mean", "Keras 3", False),
        ("keras.saving.load_model", "TensorFlow 2.12", False),
    ],
)
def test_since(name: str, since: str, is_in_sdk: bool) -> None:
    assert (found(name).since, found(name).is_in_sdk) == (since, is_in_sdk)


def test_parameters() -> None:
    first, *_, last = found("tensorflow.data.Dataset.batch").changes
    assert first.parameters is not None and last.parameters is not None
    assert [(each.name, each.default) for each in first.parameters] == [
        ("batch_size", None),
        ("drop_remainder", "False"),
        ("num_parallel_calls", "None"),
        ("deterministic", "None"),
    ]
    assert (last.release, last.parameters[-1].name) == ("2.7", "name")
    operation = found("keras.ops.mean").changes[0].parameters or ()
    layer = found("keras.layers.Layer").changes[-1].parameters or ()
    assert [each.is_positional for each in operation] == [True] * 3
    assert [each.name for each in layer if not each.is_positional][:2] == [
        "activity_regularizer",
        "trainable",
    ]


def test_keywords_that_are_not_named() -> None:
    assert found("keras.layers.Dense").changes[0].takes_all_keywords
    assert not found("tensorflow.data.Dataset.batch").changes[0].takes_all_keywords
    assert found("keras.layers").changes[0].takes_all_keywords


def test_what_a_release_has() -> None:
    name = found("keras.layers.BatchNormalization")
    assert "synchronized" not in name.at("2.11") and "synchronized=False" in name.at("2.12")
    assert name.at("2.15") == name.at("2.12")
    assert found("keras.optimizers.experimental").at("3.0") == "-"
    assert found("keras.ops").at("2.15") == "-"


def test_files_of_the_implementation_are_not_public() -> None:
    assert not [name for name in public_api.names() if f"{name}.".startswith("keras.src.")]


def test_other_names() -> None:
    for name in ("keras.layers.Dence", "numpy.sum", "keras", ""):
        assert public_api.find(name) is None
