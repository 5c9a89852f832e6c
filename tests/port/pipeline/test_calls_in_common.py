"""The calls that lead to several places."""

from __future__ import annotations

import ast

from gpu2ipu.port.pipeline.calls_in_common import common_calls

A, B, C, D = (ast.Name(name) for name in "abcd")


def test_common_calls() -> None:
    assert common_calls([(A, B, C), (A, B, D)]) == (A, B)
    assert common_calls([(A, B, C), (A, D)]) == (A,)
    assert common_calls([(A, B, C), (D,)]) == ()
    assert common_calls([(A, B, C)]) == (A, B)
