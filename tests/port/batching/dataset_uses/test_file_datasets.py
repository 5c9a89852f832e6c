"""Datasets of files: their batch size, and which of them stay as they are."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.port.batching.dataset_uses.file_datasets import (
    file_datasets,
    files_in_a_batch,
    keeps_every_file,
)
from gpu2ipu.port.port import Port
from gpu2ipu.target import Target
from tests.port.proposed import script_of

IMPORTS = """\
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.utils import image_dataset_from_directory as images, text_dataset_from_directory as texts
"""


def port_of(code: str) -> Port:
    model = 'model = keras.Sequential([keras.layers.Dense(1)])\nmodel.compile("sgd", "mse")\n'
    return Port(script_of(model + code, imports=IMPORTS), Target())


@pytest.mark.parametrize(
    ("call", "size"),
    [
        ("images('a')", "32"),
        ("texts('a', batch_size=16)", "16"),
        ("images('a', batch_size=n)", "n"),
        ("images('a', batch_size=int(input()))", None),
        ("images(**options)", None),
    ],
)
def test_batch_size(call: str, size: str | None) -> None:
    port = port_of(f"n = int(input())\ndata = {call}\nmodel.fit(data)")
    (files,) = file_datasets(port)
    found = files_in_a_batch(facts_of(port.script), files.node)
    assert (found and ast.unparse(found.written)) == size


@pytest.mark.parametrize(
    ("code", "loses", "keeps"),
    [
        ("model.fit(images('a'))", False, False),
        ("model.evaluate(images('a'))", False, False),
        ("model.evaluate(images('a', shuffle=False))", True, True),
        ("model.predict(texts('a'))", True, True),
        ("model.predict(images('a'), steps=3)", True, False),
        ("data = images('a', shuffle=False)\nmodel.fit(data)\nmodel.evaluate(data)", True, False),
        ("data = images('a')\nmodel.evaluate(data)\nmodel.predict(data)", True, True),
        ("model.predict(images('a').concatenate(texts('b')))", True, False),
    ],
)
def test_what_stays(code: str, loses: bool, keeps: bool) -> None:
    port = port_of(code)
    first, *_ = file_datasets(port)
    assert (first.loses_samples, keeps_every_file(port, first)) == (loses, keeps)
