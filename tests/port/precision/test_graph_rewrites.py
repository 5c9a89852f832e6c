"""Automatic mixed precision, which only GPUs have."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import check_text

HEAD = "import tensorflow as tf\nmodel = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n"
WRAPPER = "tf.train.experimental.enable_mixed_precision_graph_rewrite"


def fixed(code: str) -> list[bool]:
    findings = check_text(Path("train.py"), f"{HEAD}{code}\n", Config(select=("IPU313",)))
    return [each.fix is not None for each in findings]


@pytest.mark.parametrize(
    ("code", "is_fixed"),
    [
        (f"o = {WRAPPER}(tf.keras.optimizers.SGD())", True),
        (f"o = tf.keras.optimizers.SGD()\no = {WRAPPER}(o)", True),
        (f"model.compile({WRAPPER}(opt='sgd'), 'mse')", True),
        ("tf.config.optimizer.set_experimental_options({'auto_mixed_precision': True})", True),
        (
            "tf.config.optimizer.set_experimental_options({'auto_mixed_precision': True, 'remapping': 1})",
            False,
        ),
    ],
)
def test_switches(code: str, is_fixed: bool) -> None:
    assert fixed(code) == [is_fixed]


@pytest.mark.parametrize("options", ["{'auto_mixed_precision': False}", "{'remapping': True}", "options"])
def test_other_options(options: str) -> None:
    assert not fixed(f"tf.config.optimizer.set_experimental_options({options})")
