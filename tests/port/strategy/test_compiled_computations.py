"""Which scripts compile a graph of TensorFlow 1 for an IPU themselves."""

from __future__ import annotations

import pytest

from gpu2ipu.port.strategy.compiled_computations import compiles_computations
from tests.port.proposed import script_of


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("from tensorflow.python import ipu\nr = ipu.ipu_compiler.compile(net, inputs=[])", True),
        ("from tensorflow.python.ipu import ipu_compiler as c\nr = c.compile(net)", True),
        (
            "from tensorflow.python.ipu import application_compile_op as op\n"
            "op.experimental_application_compile_op(net, output_path='net.poplar_exec')",
            True,
        ),
        ("from tensorflow.python import ipu\nr = ipu.ipu_compiler", False),
        ("model.compile('sgd', 'mse')", False),
    ],
)
def test_compiles_computations(code: str, found: bool) -> None:
    assert compiles_computations(script_of(code)) is found
