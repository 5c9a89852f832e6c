"""Whether `batch` and `window` drop the remainder."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.keras.remainders import drops_remainder
from tests.analysis.evaluated import facts


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("d.batch(4)", False),
        ("d.batch(4, True)", True),
        ("d.batch(4, drop_remainder=True)", True),
        ("d.batch(4, drop_remainder=False)", False),
        ("d.batch(4, drop_remainder=None)", False),
        ("d.batch(4, drop_remainder=flag)", True),
        ("d.batch(4, drop_remainder=n > 3)", None),
        ("d.batch(4, **{'drop_remainder': True})", True),
        ("d.window(4, 1, 1, True)", True),
        ("d.window(4, 1, True)", False),
        ("d.padded_batch(4, None, None, True)", True),
        ("d.ragged_batch(4, True)", True),
    ],
)
def test_drops_remainder(call: str, expected: bool | None) -> None:
    found = facts(f"flag, d = True, tf.data.Dataset.range(9)\n{call}")
    node = next(node for node in found.values if ast.unparse(node) == call)
    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    assert drops_remainder(found, node, node.func.attr) is expected
