"""Drop parameters: a function that batches datasets for training and for prediction drops the remainder of the former.

Whether it does is a new parameter of the functions around the batch call, for which the calls for training give `True`.
"""

from __future__ import annotations

import ast

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.tree import function_of
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.edits import AddArgument, AddParameter, Edit
from gpu2ipu.port.code.call_arguments import set_argument
from gpu2ipu.port.outcome import unique
from gpu2ipu.records import record

_KEYWORD = "drop_remainder"


@record
class DropParameter:
    """What lets some of the paths to a batch call drop the remainder."""

    paths: frozenset[CallPath]
    name: str
    function: str  # that batches
    edits: tuple[Edit, ...]


def drop_parameter(
    facts: Facts, node: ast.Call, drops: frozenset[CallPath], keeps: frozenset[CallPath]
) -> DropParameter | None:
    """Return the parameter that tells some paths to a batch call from the others; None where no call does."""
    script, function = facts.script, function_of(facts.script, node)
    if not drops or not isinstance(function, ast.FunctionDef):
        return None
    name = fresh_name(script, _KEYWORD, "drops_remainder")
    given = facts.argument(node, "tensorflow.data.Dataset.batch", _KEYWORD)
    outer = _through_callers(facts, name, function, _callers(drops), _callers(keeps))
    if outer is None:
        return None
    edits = (set_argument(script, facts, node, _KEYWORD, given, name), *outer)
    return DropParameter(drops, name, function.name, unique(edits))


def _through_callers(
    facts: Facts, name: str, function: ast.FunctionDef, drops: frozenset[CallPath], keeps: frozenset[CallPath]
) -> tuple[Edit, ...] | None:
    """Return what makes the parameter of a function true for the calls that end some paths, and false for others."""
    script = facts.script
    edits: list[Edit] = [AddParameter(script.span(function), name, "False")]
    for call in dict.fromkeys(path[-1] if path else None for path in drops):
        if not (isinstance(call, ast.Call) and _takes_arguments_of(facts, call, function)):
            return None
        others, outer = frozenset(path for path in keeps if path[-1:] == (call,)), function_of(script, call)
        edits.append(AddArgument(script.span(call), name, name if others else "True"))
        if others:
            if not isinstance(outer, ast.FunctionDef):
                return None
            same_call = frozenset(path for path in drops if path[-1] is call)
            further = _through_callers(facts, name, outer, _callers(same_call), _callers(others))
            if further is None:
                return None
            edits += further
    return tuple(edits)


def _callers(paths: frozenset[CallPath]) -> frozenset[CallPath]:
    return frozenset(path[:-1] for path in paths)


def _takes_arguments_of(facts: Facts, call: ast.Call, function: ast.FunctionDef) -> bool:
    """True if a call passes its arguments to a function itself, and not to what calls it."""
    definition = facts.value(call.func).definition
    return function in facts.called.get(call, {}) and (
        definition is function or isinstance(definition, ast.ClassDef)
    )
