"""What is written out of the defaults of TensorFlow 1's recurrent layers, and where that cannot be done."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.rules.tf26.private_recurrent_layers import written_defaults
from tests.port.proposed import script_of


@pytest.mark.parametrize(
    ("code", "written"),
    [
        ("GRU(4)", {"recurrent_activation": '"hard_sigmoid"', "reset_after": "False"}),
        ("LSTM(4)", {"recurrent_activation": '"hard_sigmoid"'}),
        ("LSTM(4, 'tanh', 'sigmoid')", {}),
        ("GRU(4, reset_after=True, recurrent_activation='relu')", {}),
        ("Dense(4)", {}),
        ("LSTM(4, **options)", None),
        ("LSTM(*sizes)", None),
        ("make(LSTM)", None),
    ],
)
def test_defaults(code: str, written: dict[str, str] | None) -> None:
    script = script_of(code, imports="from tensorflow.python.keras.layers import GRU, LSTM, Dense\n")
    (statement,) = (node for node in script.nodes if isinstance(node, ast.ImportFrom))
    edits = written_defaults(script, statement)
    assert written == (None if edits is None else {edit.keyword: edit.template for edit in edits})
