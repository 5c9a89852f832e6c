"""Adapted layers: a `Normalization` that `adapt` gives its numbers.

`adapt` reads data on the host, in batches of which the last may be short, and makes variables where it runs: inside
the scope it is refused, outside of it the model that uses the layer is. So the layer adapts outside, and one with its
numbers is made inside.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Block, block_of, statement_of
from gpu2ipu.port.code.expression_text import text_of

_CLASSES = ("keras.layers.Normalization", "keras.layers.experimental.preprocessing.Normalization")
_NUMBERS = ("mean", "variance")


class Adapted(NamedTuple):
    """A layer that adapts outside of the scope."""

    construction: ast.Call
    statement: ast.stmt  # which calls `adapt`
    name: str
    made_again: bool  # whether a layer with its numbers follows already

    def again(self, script: Script) -> str:
        """The statement that makes a layer with its numbers."""
        owner = ast.Name(self.name, ast.Load())
        numbers = [ast.keyword(number, ast.Attribute(owner, number, ast.Load())) for number in _NUMBERS]
        call = ast.Call(
            self.construction.func, self.construction.args, [*self.construction.keywords, *numbers]
        )
        return f"{self.name} = {text_of(script, call)}"


@once
def adapted_layers(script: Script) -> tuple[Adapted, ...]:
    """The layers of a script that adapt outside of the scope."""
    facts = facts_of(script)
    found: dict[ast.stmt, Adapted] = {}
    for call in facts.everywhere.adaptations:
        statement, func = statement_of(script, call.node), call.node.func
        is_plain = isinstance(statement, ast.Expr) and statement.value is call.node
        if call.in_scope or not is_plain or not isinstance(func, ast.Attribute):
            continue
        if call.receiver.name in _CLASSES and isinstance(func.value, ast.Name):
            block, name = block_of(script, statement), func.value.id
            construction = _making(facts, block, statement, name)
            if construction is not None:
                found[statement] = Adapted(
                    construction, statement, name, _is_made_again(block, statement, name)
                )
    return tuple(found.values())


def _making(facts: Facts, block: Block, before: ast.stmt, name: str) -> ast.Call | None:
    """The call that makes the layer of a name, the last one in a block before a statement."""
    for statement in reversed(block[: block.index(before)]):
        if isinstance(statement, ast.Assign) and _binds(statement, name):
            value = statement.value
            is_layer = isinstance(value, ast.Call) and facts.everywhere.qualified.get(value) in _CLASSES
            return value if is_layer and isinstance(value, ast.Call) else None
    return None


def _is_made_again(block: Block, after: ast.stmt, name: str) -> bool:
    later = (node for statement in block[block.index(after) :] for node in ast.walk(statement))
    made = (node.value for node in later if isinstance(node, ast.Assign) and _binds(node, name))
    return any(f"{name}.mean" in ast.unparse(value) for value in made)


def _binds(statement: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in statement.targets)
