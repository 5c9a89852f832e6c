"""The generated tables, against what the packages say of themselves; and that what is asked of them is there."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from gpu2ipu.analysis.library.reductions import AXES
from gpu2ipu.analysis.library.signatures import PARAMETERS
from tests.tools.generated import ROOT, checked

LOOK_UPS = ("argument", "arguments")  # methods of Facts whose second argument is the name of a function


@pytest.mark.tf26
@pytest.mark.tensorflow
def test_the_files_are_what_the_tool_writes(python38: str) -> None:
    child = checked("tables.py", python38)
    assert (child.returncode, child.stdout) == (0, ""), child.stderr


def asked_for() -> Iterator[str]:
    """The functions that the package asks the arguments of by a name that is written out."""
    for path in sorted((ROOT / "gpu2ipu").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in LOOK_UPS
            ):
                function = node.args[1] if len(node.args) > 1 else None
                if isinstance(function, ast.Constant) and isinstance(function.value, str) and function.value:
                    yield function.value


def test_functions_that_are_asked_for_have_a_signature() -> None:
    names = set(asked_for())
    assert "keras.Model.compile" in names
    assert names <= PARAMETERS.keys()


@pytest.mark.parametrize(
    ("function", "parameter", "position"),
    [
        ("keras.Model.compile", "steps_per_execution", 6),
        ("tensorflow.data.Dataset.padded_batch", "drop_remainder", 3),
        ("tensorflow.data.Dataset.ragged_batch", "drop_remainder", 1),
        ("keras.callbacks.TensorBoard", "update_freq", 5),
        ("keras.layers.LSTM", "recurrent_activation", 2),
    ],
)
def test_parameters_are_in_the_order_of_the_call(function: str, parameter: str, position: int) -> None:
    assert PARAMETERS[function].index(parameter) == position


def test_axes_say_whether_they_are_gone() -> None:
    assert AXES["keras.backend.argmax"] == (1, "axis", -1, True)
    assert AXES["tensorflow.cumsum"] == (1, "axis", 0, False)
    assert AXES["tensorflow.nn.moments"].keyword == "axes"
