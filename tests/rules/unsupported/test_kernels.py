"""The operations without a kernel are those that the simulator refuses."""

from __future__ import annotations

import ast
from pathlib import Path

from gpu2ipu import simulator
from gpu2ipu.rules.unsupported.kernels import LAYERS, OPERATIONS


def refused() -> set[str]:
    """The operations of `NO_IPU_KERNEL`, which only an interpreter with TensorFlow can import."""
    source = Path(simulator.__file__).parent / "compiler" / "kernels.py"
    statements = ast.parse(source.read_text(encoding="utf-8")).body
    (table,) = (
        each.value
        for each in statements
        if isinstance(each, ast.AnnAssign) and ast.unparse(each.target) == "NO_IPU_KERNEL"
    )
    assert table is not None
    words = (node.value for node in ast.walk(table) if isinstance(node, ast.Constant))
    return {str(word) for word in words}


def test_the_simulator_refuses_the_operations_of_the_rule() -> None:
    named = {name for why in OPERATIONS.values() for name in why.operations}
    assert named and named <= refused()


def test_each_has_a_workaround() -> None:
    assert all(why.reason and why.workaround for why in (*OPERATIONS.values(), *LAYERS.values()))
