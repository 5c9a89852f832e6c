"""Named objects: what a statement builds and trains at once, `build().fit(x, y)`, gets a name, so that only the
building goes into the scope.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Mapping

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors, statement_of
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.edits import Insert, Replace
from gpu2ipu.port.code.computed_first import may_come_first
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.strategy.outcomes import NamedObject


def named_objects(
    facts: Facts, building: Mapping[ast.stmt, Collection[ast.expr]], training: Collection[ast.AST]
) -> list[NamedObject]:
    """Return what gets a name, by the expressions that build in each statement, and the calls that train."""
    script, used = facts.script, Counter[str]()
    trained_in: dict[ast.stmt, set[ast.AST]] = {}
    for call in training:
        trained_in.setdefault(statement_of(script, call), set()).add(call)
    found: list[NamedObject] = []
    for statement in (each for each in building if each in trained_in):
        built = building[statement]
        for node in _outermost(script, built):
            is_trained = not trained_in[statement].isdisjoint(ast.walk(node))
            if is_trained or not may_come_first(script, node, built):
                continue
            name = _name(facts, node, used)
            text = f"{name} = {text_of(script, node)}"
            edits = (Insert(script.span(statement), text), Replace(script.span(node), name))
            found.append(NamedObject(statement, name, text, edits=edits))
    return found


def _outermost(script: Script, nodes: Collection[ast.expr]) -> list[ast.expr]:
    """The expressions that are not inside of others, in their order."""
    every = set(nodes)
    kept = [node for node in every if every.isdisjoint(ancestors(script, node))]
    return sorted(kept, key=lambda node: (node.lineno, node.col_offset))


def _name(facts: Facts, node: ast.expr, used: Counter[str]) -> str:
    """A name for a model, or for an object of a class; `used` says how often each was given."""
    value = facts.value(node)
    class_name = getattr(value.definition, "name", "") if not isinstance(value, KerasModel) else ""
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", class_name).lower() or "model"
    used[name] += 1
    numbered = name if used[name] == 1 else f"{name}_{used[name]}"
    return fresh_name(facts.script, numbered, f"ipu_{numbered}")
