"""Adapted layers: a `Normalization` that `adapt` gives its numbers.

`adapt` (keras/layers/preprocessing/normalization.py) reads data on the host, in batches of which the last may be
partial, and creates variables where it runs: inside the scope it is refused, outside of it the model that uses the
layer is. So the layer adapts outside, and one with its numbers is created inside.
"""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Block, block_of, statement_of
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.records import record

_CLASSES = ("keras.layers.Normalization", "keras.layers.experimental.preprocessing.Normalization")
_NUMBERS = ("mean", "variance")


@record
class Adapted:
    """A layer that adapts outside of the scope."""

    construction: ast.Call
    statement: ast.stmt  # which calls `adapt`
    name: str
    made_again: bool  # whether a layer with its numbers follows already

    def again(self, script: Script) -> str:
        """Return the statement that makes a layer with its numbers."""
        owner = ast.Name(self.name, ast.Load())
        numbers = [ast.keyword(number, ast.Attribute(owner, number, ast.Load())) for number in _NUMBERS]
        call = ast.Call(
            self.construction.func, self.construction.args, [*self.construction.keywords, *numbers]
        )
        return f"{self.name} = {text_of(script, call)}"


@once
def adapted_layers(script: Script) -> tuple[Adapted, ...]:
    """Return the layers of a script that adapt outside of the scope."""
    facts = facts_of(script)
    found: dict[ast.stmt, Adapted] = {}
    for call in facts.everywhere.adaptations:
        statement, func = statement_of(script, call.node), call.node.func
        is_plain = isinstance(statement, ast.Expr) and statement.value is call.node
        if call.in_scope or not is_plain or not isinstance(func, ast.Attribute):
            continue
        if call.receiver.name in _CLASSES and isinstance(func.value, ast.Name):
            construction = _construction(facts, func.value, block_of(script, statement))
            if construction is not None:
                made_again = _is_made_again(script, func.value, construction)
                found[statement] = Adapted(construction, statement, func.value.id, made_again)
    return tuple(found.values())


def _construction(facts: Facts, layer: ast.Name, block: Block) -> ast.Call | None:
    """The call in a block that makes the layer of a name."""
    script = facts.script
    bindings = bindings_of(script).reaching(layer)
    value = bindings[0].value if len(bindings) == 1 else None
    if not isinstance(value, ast.Call) or statement_of(script, value) not in block:
        return None
    return value if facts.everywhere.qualified.get(value) in _CLASSES else None


def _is_made_again(script: Script, layer: ast.Name, construction: ast.Call) -> bool:
    """True if the name of a layer gets another one below, with the numbers of the first."""
    bindings = bindings_of(script)
    values = (each.value for each in bindings.of(layer) if each.value is not None)
    return any(
        isinstance(node, ast.Attribute)
        and node.attr in _NUMBERS
        and isinstance(node.value, ast.Name)
        and node.value.id == layer.id
        and construction in (each.value for each in bindings.reaching(node.value))
        for value in values
        for node in ast.walk(value)
    )
