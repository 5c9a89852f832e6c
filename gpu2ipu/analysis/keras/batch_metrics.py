"""Metrics and losses that are computed from a whole batch: over batches of another size their mean is another number.

Keras averages over batches what a function of the script's own gives for each: an F1 score of sums over the batch, a
Dice coefficient, R². Where an evaluation gets another batch size so that it sees every row, a person is asked to look.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import function_of
from gpu2ipu.analysis.values.value import Kind, Value

_REDUCTIONS = frozenset(("all", "any", "max", "mean", "min", "prod", "std", "sum", "var", "variance"))
# Not the same for a mean as for what it is the mean of.
_BENDING = frozenset(("divide", "exp", "log", "log10", "pow", "reciprocal", "rsqrt", "sqrt", "square"))
_AXIS = 1  # where it stands among the arguments of a reduction
_PLACES = {"loss": 1, "metrics": 2, "weighted_metrics": 4}  # of what `compile` is given


def depends_on_batch(fit_call: FitCall) -> str:
    """What an evaluation computes from whole batches, for people; nothing where all is computed row by row."""
    script, constructed_by = fit_call.facts.everywhere.script, fit_call.call.receiver.constructed_by
    compiled = _compiled(script)
    calls = [
        call.node for call in fit_call.facts.compile_calls if call.receiver.constructed_by & constructed_by
    ]
    names = dict.fromkeys((*(name for node in calls for name in compiled.get(node, ())), *_added(script)))
    if not names:
        return ""
    verb = "is" if len(names) == 1 else "are"
    return f"{', '.join(f'`{name}`' for name in names)} {verb} computed from each batch, and averaged"


@once
def _compiled(script: Script) -> Mapping[ast.Call, tuple[str, ...]]:
    """The compile calls with the functions that they are given and that look at a whole batch."""
    facts = facts_of(script)
    nodes = dict.fromkeys(call.node for call in facts.compile_calls)
    return MappingProxyType({node: tuple(dict.fromkeys(_batchwise(facts, node))) for node in nodes})


def _batchwise(facts: Facts, node: ast.Call) -> Iterator[str]:
    keywords = facts.keywords(node)
    for argument, place in _PLACES.items():
        given = keywords.get(argument, node.args[place] if len(node.args) > place else None)
        for function in _functions(facts.value(given)):
            if _looks_at_batch(facts, function, argument == "loss", set()):
                yield getattr(function, "name", argument)


def _functions(value: Value) -> Iterator[ast.AST]:
    """The functions of the script in a value, or in lists and dicts of them."""
    if value.kind is Kind.FUNCTION and value.definition is not None:
        yield value.definition
    for item in value.items:
        yield from _functions(item)


def _looks_at_batch(facts: Facts, function: ast.AST, is_loss: bool, seen: set[ast.AST]) -> bool:
    """Whether a function gives one number for all rows that is not the mean of those of the rows.

    A loss is weighted by the rows of its batch, so that means of rows stay what they are; a metric is not.
    """
    seen.add(function)
    for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
        name = _name(call)
        if _is_over_rows(call) and not (is_loss and name == "mean"):
            return True
        if name in _BENDING and any(isinstance(n, ast.Call) and _is_over_rows(n) for n in ast.walk(call)):
            return True
        called = [each for each in _functions(facts.value(call.func)) if each not in seen]
        if any(_looks_at_batch(facts, each, is_loss, seen) for each in called):
            return True
    return False


def _name(call: ast.Call) -> str:
    """The name of what is called, without `reduce_`."""
    return (call.func.attr if isinstance(call.func, ast.Attribute) else ast.unparse(call.func)).removeprefix(
        "reduce_"
    )


def _is_over_rows(call: ast.Call) -> bool:
    """Whether a call reduces all axes, or that of the rows."""
    if _name(call) not in _REDUCTIONS or not _is_of_a_library(call.func) or not call.args:
        return False
    given = [keyword.value for keyword in call.keywords if keyword.arg == "axis"] or call.args[_AXIS:]
    if not given:
        return True
    try:
        axis = ast.literal_eval(given[0])
    except ValueError:
        return False
    return axis is None or axis == 0 or (isinstance(axis, (list, tuple)) and 0 in axis)


def _is_of_a_library(func: ast.expr) -> bool:
    """Not Python's own `sum` or `max`."""
    return isinstance(func, ast.Attribute) or (isinstance(func, ast.Name) and func.id.startswith("reduce_"))


@once
def _added(script: Script) -> tuple[str, ...]:
    """The metrics that layers and models add by themselves, from numbers for a whole batch."""
    if "add_metric" not in script.text:
        return ()
    found: list[str] = []
    for node in script.nodes:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if node.func.attr == "add_metric" and any(map(_is_over_rows, _calls_around(script, node))):
            names = [keyword.value for keyword in node.keywords if keyword.arg == "name"]
            found += [str(name.value) for name in names if isinstance(name, ast.Constant)] or ["add_metric"]
    return tuple(dict.fromkeys(found))


def _calls_around(script: Script, call: ast.Call) -> Iterator[ast.Call]:
    """The calls in the function of another one; at module level those in its own arguments."""
    yield from (node for node in ast.walk(function_of(script, call) or call) if isinstance(node, ast.Call))
