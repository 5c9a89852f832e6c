"""What later releases changed of positions and defaults, against the generated table and the packages themselves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.analysis.library import public_api
from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from gpu2ipu.rules.tf26.changed_parameters import _with_changed_default
from gpu2ipu.rules.tf26.tables.changed_parameters import RENAMED

#: All that is written into calls of a script for a release with another default.
DEFAULTS = {
    *(
        ("keras.layers." + name, "recurrent_activation")
        for name in ("ConvLSTM1D", "ConvLSTM2D", "ConvLSTM3D")
    ),
    ("keras.layers.dot", "axes"),
    ("keras.metrics.KLDivergence", "name"),
    *(
        ("keras.preprocessing.image.apply_affine_transform", name)
        for name in ("channel_axis", "col_axis", "row_axis")
    ),
    ("keras.regularizers.l1_l2", "l1"),
    ("keras.regularizers.l1_l2", "l2"),
}


def test_the_defaults_that_change_results() -> None:
    found = set()
    for name in public_api.names():
        symbol = public_api.find(name)
        assert symbol is not None
        if symbol.is_in_sdk and not name.startswith("tensorflow.raw_ops."):
            found |= {(name, each.name) for each in _with_changed_default(symbol)}
    assert found == DEFAULTS


def test_a_renamed_parameter_is_where_the_old_one_was() -> None:
    for name, renamed in RENAMED.items():
        symbol = public_api.find(name)
        assert symbol is not None and symbol.is_in_sdk
        old = {each.name for each in symbol.changes[0].parameters or ()}
        new = {each.name for change in symbol.changes[1:] for each in change.parameters or ()}
        for newer, older in renamed.items():
            assert newer in new - old, (name, newer)
            assert older in old or symbol.changes[0].takes_all_keywords, (name, older)


#: Scripts of which the last line prints a number that a changed default, or a position, decides.
SCRIPTS = {
    "l1_l2": "r = keras.regularizers.l1_l2(l1=0.5)\nprint('R', float(r(ops.ones((2, 2)))))",
    "leaky": "r = keras.layers.LeakyReLU(negative_slope=0.5)\nprint('R', float(ops.sum(r(-ops.ones((2,))))))",
    "relu": "r = keras.activations.relu(-ops.ones((2,)), negative_slope=0.5)\nprint('R', float(ops.sum(r)))",
    "to_categorical": "r = keras.utils.to_categorical(x=[1], num_classes=2)\nprint('R', r.tolist())",
    "dot": "r = keras.layers.dot([ops.ones((2, 3)), ops.ones((2, 3))])\nprint('R', float(ops.sum(r)))",
    "gelu": "r = ops.gelu(ops.ones((2,)))\nprint('R', round(float(ops.sum(r)), 5))",
    "name of a metric": "r = keras.metrics.KLDivergence()\nprint('R', r.name)",
    "ignored class": (
        "r = keras.losses.SparseCategoricalCrossentropy(True, None, 'sum')\n"
        "print('R', round(float(r(ops.zeros((3,)), ops.ones((3, 2)))), 4))"
    ),
    "convolution": (
        "r = keras.layers.ConvLSTM2D(1, 2, kernel_initializer='ones', recurrent_initializer='ones')\n"
        "print('R', round(float(ops.sum(r(ops.ones((1, 3, 3, 3, 1))))), 3))"
    ),
    "silu": (
        "r = keras.layers.Dense(1, 'silu', kernel_initializer='ones')\n"
        "print('R', round(float(ops.sum(r(ops.ones((2, 2))))), 4))"
    ),
    "a loss": (
        "class Own(keras.losses.Loss):\n    def __init__(self):\n        super().__init__('own', 'sum')\n"
        "    def call(self, t, p):\n        return ops.square(t - p)\n"
        "r = Own()\nprint('R', float(r(ops.ones((3,)), ops.zeros((3,)))), r.name)"
    ),
}
TEMPLATE = "import keras\nfrom keras import ops\n{}\n"


def printed(python: str, texts: list[str], tmp_path: Path) -> list[Any]:
    """What each script prints."""
    run = (
        "import contextlib, io, json, sys\nfound = []\nfor text in json.load(sys.stdin):\n"
        "    out = io.StringIO()\n    with contextlib.redirect_stdout(out):\n"
        "        exec(compile(text, 'train.py', 'exec'), {'__name__': '__main__'})\n"
        "    found.append([each for each in out.getvalue().splitlines() if each.startswith('R ')])\n"
        "print('FOUND' + json.dumps(found))"
    )
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    environment.pop("TF_USE_LEGACY_KERAS", None)
    child = subprocess.run(
        [python, "-c", run],
        input=json.dumps(texts),
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=240,
    )
    lines = [line for line in child.stdout.splitlines() if line.startswith("FOUND")]
    assert lines, child.stderr[-3000:]
    found: list[Any] = json.loads(lines[0].removeprefix("FOUND"))
    return found


@pytest.mark.tf26
@pytest.mark.tensorflow
def test_ports_print_what_the_originals_print(python38: str, tmp_path: Path) -> None:
    originals = [TEMPLATE.format(text) for text in SCRIPTS.values()]
    config = Config(select=("IPU601", "IPU602", "IPU603", "IPU609"))
    ports = [convert_text(Path("train.py"), text, config).text for text in originals]
    new, old = printed(sys.executable, originals, tmp_path), printed(python38, ports, tmp_path)
    assert all(new)
    assert dict(zip(SCRIPTS, old)) == dict(zip(SCRIPTS, new))
