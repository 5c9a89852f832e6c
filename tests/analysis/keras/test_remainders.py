"""Whether `batch` and `window` drop the remainder."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.keras.remainders import counted_split, drops_remainder
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


DATA = "ds = tf.data.Dataset.from_tensor_slices(np.zeros((385, 4))).batch(16)\n"


@pytest.mark.parametrize(
    ("code", "cut"),
    [
        ("k = len(ds) // 5\nval, train = ds.take(k), ds.skip(k)", "ds.take(k)"),
        ("k = int(ds.cardinality().numpy() * 0.2)\ntrain = ds.shuffle(9).skip(k)", "ds.shuffle(9).skip(k)"),
        (
            "val = ds.take(tf.data.experimental.cardinality(ds) // 5)",
            "ds.take(tf.data.experimental.cardinality(ds) // 5)",
        ),
        ("print(len(ds))\nval = ds.take(5)", None),
        ("val = ds.take(n)", None),
        ("k = len(ds)", None),
    ],
)
def test_the_first_cut_by_a_number_of_batches(code: str, cut: str | None) -> None:
    found = facts(DATA + code)
    batched = next(call.node for call in found.method_calls if call.method == "batch")
    node = counted_split(found.script, batched)
    assert (None if node is None else ast.unparse(node)) == cut
