"""Statements that share a name are one group."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.port.gpu_code.statement_groups import groups_of
from tests.port.proposed import script_of


def test_groups() -> None:
    script = script_of("a = 1\nb = 2\nc = 3\nprint(a, c)\nprint(b)\n")
    statements = [each for each in script.tree.body if each.lineno >= script.tree.body[-5].lineno]
    found = [
        [ast.unparse(each) for each in group.statements]
        for group in groups_of(bindings_of(script), statements)
    ]
    assert sorted(found) == [["a = 1", "c = 3", "print(a, c)"], ["b = 2", "print(b)"]]
