"""Code that stands in for newer names: in TensorFlow 2.6 it gives the numbers that these give today."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from gpu2ipu.explain import api_pages
from gpu2ipu.rules.tf26.tables.newer_api import HINTS, NEWER_NAMES
from gpu2ipu.rules.tf26.tables.workarounds import WORKAROUNDS

HEAD = """
import json
import numpy as np
import tensorflow as tf

x = np.array([[0.1, 0.25, 0.5], [0.75, 0.9, 0.3]], "float32")
y = np.array([[0.0, 1.0, 1.0], [1.0, 0.0, 0.0]], "float32")
"""
#: Name -> what is done with the class, which is called `Own`, and printed.
USES = {
    "keras.layers.Identity": "result = Own()(tf.constant(x))",
    "keras.layers.UnitNormalization": "result = Own(axis=1)(tf.constant(x))",
    "keras.losses.BinaryFocalCrossentropy": (
        "result = [float(Own()(y, x)), float(Own(gamma=3.0, from_logits=True, label_smoothing=0.1)(y, x))]"
    ),
    "keras.optimizers.AdamW": (
        "v = tf.Variable([[1.0, -2.0], [3.0, 0.5]])\n"
        "o = Own(learning_rate=0.1, weight_decay=0.05)\n"
        "for step in range(4):\n"
        "    o.apply_gradients([(tf.constant([[0.5, 0.25], [-1.0, step / 2]]), v)])\n"
        "result = v"
    ),
}


def result(python: str, head: str, use: str) -> Any:
    code = f"{HEAD}{head}\n{use}\nprint('RESULT' + json.dumps(np.asarray(result).tolist()))"
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    environment.pop("TF_USE_LEGACY_KERAS", None)
    child = subprocess.run([python, "-c", code], env=environment, capture_output=True, text=True, timeout=120)
    lines = [line for line in child.stdout.splitlines() if line.startswith("RESULT")]
    assert lines, child.stderr[-3000:]
    return json.loads(lines[0].removeprefix("RESULT"))


@pytest.mark.tf26
@pytest.mark.tensorflow
@pytest.mark.parametrize("name", WORKAROUNDS)
def test_the_numbers_are_the_same(name: str, python38: str) -> None:
    last = name.rpartition(".")[2]
    old = result(python38, f"{WORKAROUNDS[name]}\nOwn = {last}", USES[name])
    new = result(sys.executable, f"import keras\nOwn = {name}", USES[name])
    assert np.allclose(old, new, rtol=1e-5, atol=1e-6), (old, new)


@pytest.mark.parametrize("name", WORKAROUNDS)
def test_the_page_of_a_name_shows_the_code(name: str) -> None:
    found = api_pages.find(name)
    assert found is not None
    assert name in NEWER_NAMES
    assert f"gpu2ipu explain {name}" in HINTS[name]
    assert api_pages.api_page(found).endswith(WORKAROUNDS[name].rstrip())
