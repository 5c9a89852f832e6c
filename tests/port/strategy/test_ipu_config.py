"""The statements that configure an IPU: once, above the first model, by names that the script does not use."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import Insert
from gpu2ipu.port.port import Port
from gpu2ipu.port.strategy.ipu_config import configuration, strategy_name
from tests.analysis.evaluated import script_of

MODEL = "model = keras.Sequential([keras.layers.Dense(1)])"
IMPORT = "from tensorflow.python import ipu"
OTHERS = "import tensorflow as tf\nfrom tensorflow import keras\n"
LINES = """\
ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
"""


def keras_script(code: str) -> Script:
    return script_of(code, imports=OTHERS)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (MODEL, [IMPORT, f"\n{LINES}"]),
        (f"{IMPORT}\n{MODEL}", [f"\n{LINES}"]),
        (f"{IMPORT} as i\n{MODEL}", ["\n" + LINES.replace("ipu.", "i.")]),
        (f"strategy = 1\n{MODEL}", [IMPORT, "\n" + LINES.replace("strategy = ", "ipu_strategy = ", 1)]),
        (f"{IMPORT}\ns = ipu.ipu_strategy.IPUStrategy()\n{MODEL}", []),
        ("x = 1", []),
    ],
)
def test_what_configures_an_ipu(code: str, expected: list[str]) -> None:
    edits = configuration(Port(keras_script(code)))
    assert [edit.template for edit in edits if isinstance(edit, Insert)] == expected
    assert len(edits) == len(expected)


def test_another_strategy_gives_its_place() -> None:
    edits = configuration(
        Port(keras_script(f"s = tf.distribute.MirroredStrategy()\nwith s.scope():\n    {MODEL}"))
    )
    templates = [getattr(edit, "template", "") for edit in edits]
    assert templates == [IMPORT, LINES.replace("strategy = ", "s = ").rstrip()]


def test_the_name_of_the_strategy_is_that_of_the_script() -> None:
    assert strategy_name(Port(keras_script(MODEL))) == "strategy"
    made = keras_script(f"{IMPORT}\nmine = ipu.ipu_strategy.IPUStrategy()\n{MODEL}")
    assert strategy_name(Port(made)) == "mine"
    assert made.imports_ipu and not keras_script(MODEL).imports_ipu
