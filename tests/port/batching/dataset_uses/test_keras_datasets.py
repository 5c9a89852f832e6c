"""Datasets that Keras batches: their batch size, and which of them stay as they are."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.port.batching.dataset_uses.keras_datasets import (
    keeps_every_sample,
    keras_datasets,
    samples_in_a_batch,
)
from gpu2ipu.port.port import Port
from gpu2ipu.target import Target
from tests.port.proposed import script_of

IMPORTS = """\
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.utils import image_dataset_from_directory as images, text_dataset_from_directory as texts
from tensorflow.keras.preprocessing import timeseries_dataset_from_array as windows
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
        ("images('a', 'inferred', 'int', None, 'rgb', 8)", "8"),
        ("windows(a, b, 20)", "128"),
        ("windows(a, b, 20, 1, 1, n)", "n"),
        ("windows(a, b, 20, batch_size=64)", "64"),
        ("windows(a, b, 20, **options)", None),
    ],
)
def test_batch_size(call: str, size: str | None) -> None:
    port = port_of(f"n = int(input())\ndata = {call}\nmodel.fit(data)")
    (files,) = keras_datasets(port)
    found = samples_in_a_batch(facts_of(port.script), files.node)
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
        ("model.evaluate(windows(a, b, 20))", True, True),
        ("model.evaluate(windows(a, b, 20, shuffle=True))", False, False),
        ("model.fit(x, validation_data=windows(a, b, 20))", False, False),
        ("data = windows(a, b, 20)\nmodel.fit(data)\nmodel.predict(data)", True, False),
        ("model.predict(images('a').concatenate(texts('b')))", True, False),
    ],
)
def test_what_stays(code: str, loses: bool, keeps: bool) -> None:
    port = port_of(code)
    first, *_ = keras_datasets(port)
    assert (first.loses_samples, keeps_every_sample(port, first)) == (loses, keeps)
