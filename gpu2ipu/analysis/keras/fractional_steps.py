"""Fractional steps: numbers of steps that are floats, such as `len(x) / 32`. Keras takes steps until it has so many."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from typing import NamedTuple

from gpu2ipu.analysis.dataflow.evaluation import NotClosedError, evaluate
from gpu2ipu.analysis.dataflow.expansion import expansions
from gpu2ipu.analysis.dataflow.symbols import Symbol
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.fit_calls import FitCall, fit_calls_of
from gpu2ipu.analysis.syntax.script import Script

_SAMPLES = (1009, 7)  # numbers that stand, in turns, for those that are not known


class FractionalSteps(NamedTuple):
    """An argument that says how many batches to take, and may be a float."""

    fit_call: FitCall
    argument: str
    node: ast.expr


def fractional_steps(script: Script) -> Iterator[FractionalSteps]:
    """Yield the numbers of steps of a script that are floats on some path."""
    for fit_call in fit_calls_of(script):
        names = (fit_call.steps_argument, *(["validation_steps"] if fit_call.method == "fit" else []))
        for name in names if not fit_call.opaque else ():
            node = fit_call.arguments.get(name)
            if node is not None and fit_call.given(name) and is_fractional(script, node):
                yield FractionalSteps(fit_call, name, node)


def is_fractional(script: Script, node: ast.expr) -> bool:
    """True if a number is certainly a float on some path through the script."""
    known = facts_of(script).everywhere.value(node).constant
    return isinstance(known, float) or any(map(_is_float, expansions(script, node)))


def may_be_fraction(script: Script, node: ast.expr) -> bool:
    """True if a number may have decimal places, as a learning rate has, and `np.ceil(n / 32)` has not."""
    numbers = (number for whole in expansions(script, node) for number in _samples_of(whole))
    return any(isinstance(number, float) and not number.is_integer() for number in numbers)


def _is_float(expanded: ast.expr) -> bool:
    return any(isinstance(number, float) for number in _samples_of(expanded))


def _samples_of(expanded: ast.expr) -> list[object]:
    symbols = {part.id: part.number for part in ast.walk(expanded) if isinstance(part, Symbol)}
    try:
        return [
            evaluate(expanded, {name: number or next(numbers) for name, number in symbols.items()})
            for numbers in (itertools.cycle(_SAMPLES), itertools.cycle(_SAMPLES[::-1]))
        ]
    except NotClosedError:
        return []
