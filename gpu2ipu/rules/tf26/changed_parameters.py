"""Arguments by position, and arguments left to their defaults, that mean something else in TensorFlow 2.6.

What a call means is certain where the script needs a release (`written_for.py`) from which on the function has been as
it is, or where only one of its orders suits the values. Anything else is what it says in 2.6.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.library import public_api
from gpu2ipu.analysis.library.public_api import Parameter, PublicName, ReleaseChange
from gpu2ipu.analysis.values.containers import Dict, ListOrTuple
from gpu2ipu.analysis.values.data import Dataset
from gpu2ipu.analysis.values.value import NoneValue, Value
from gpu2ipu.records import record
from gpu2ipu.rules.tf26.api_uses import unfolded
from gpu2ipu.rules.tf26.tables.changed_parameters import (
    DTYPES,
    FLAGS,
    LISTS_OF_NUMBERS,
    LISTS_OF_OTHERS,
    NAMED_IN_LOGS,
    NO_RESULTS,
    NUMBERS,
    RENAMED,
    WORDS,
)
from gpu2ipu.rules.tf26.tables.newer_arguments import newer_arguments
from gpu2ipu.rules.tf26.written_for import written_for


@record
class PassedArguments:
    """What a call passes to a function of the public API; by position only what is certain of that."""

    function: str  # qualified
    positional: tuple[ast.expr, ...]
    keywords: frozenset[str]


class Default(NamedTuple):
    """A parameter that a call leaves to a default, and that of the release it was written for, as written."""

    parameter: str
    text: str


class Position(NamedTuple):
    """A positional argument, and the parameter that it is for: by the name of 2.6, if that has it."""

    value: ast.expr
    parameter: str
    is_in_sdk: bool


def moved_arguments(facts: Facts, passed: PassedArguments) -> tuple[Position, ...]:
    """Return the positional arguments from the first on that is for another parameter in 2.6; none if all are right."""
    given = passed.positional
    found = public_api.find(unfolded(passed.function)) if given else None
    old = _positional(found, found.changes[0]) if found is not None and found.is_in_sdk else ()
    if found is None or not old:
        return ()
    later = [_positional(found, change) for change in found.changes[1:]]
    if all(_names(each, given) == _names(old, given) for each in later):
        return ()
    needed = written_for(facts)
    in_force = found.from_release(needed) if needed is not None else found.changes
    if any("*args" in change.text for change in in_force):
        return ()  # takes any number
    fitting = {
        _names(each, given): each
        for change in in_force
        if (each := _positional(found, change)) and _suits(facts, passed, each, change)
    }
    if len(fitting) != 1 or _names(old, given) in fitting:
        return ()
    ((names, _),) = fitting.items()
    first = next(at for at, name in enumerate(names) if at >= len(old) or old[at].name != name)
    newer = newer_arguments(found.name)
    return tuple(Position(given[at], names[at], names[at] not in newer) for at in range(first, len(given)))


def changed_defaults(facts: Facts, passed: PassedArguments) -> Iterator[Default]:
    """Yield what a call leaves to defaults that have other values in 2.6, where that changes what is computed."""
    found = public_api.find(unfolded(passed.function))
    if found is None or not found.is_in_sdk or len(found.changes) == 1:
        return
    by_position = {each.name for each in _positional(found, found.changes[0])[: len(passed.positional)]}
    for parameter in _with_changed_default(found):
        if parameter.name in passed.keywords or parameter.name in by_position:
            continue
        needed = written_for(facts)
        if needed is None and parameter.default is not None:
            continue
        in_force = found.from_release(needed) if needed is not None else found.changes[1:]
        defaults = {_default(change, parameter.name) for change in in_force} - {None}
        (text,) = defaults if len(defaults) == 1 else (None,)
        if text is not None and _is_changed(in_force, parameter):
            yield Default(parameter.name, text)


def _positional(found: PublicName, change: ReleaseChange) -> tuple[Parameter, ...]:
    """The positional parameters in order, those with another name by that of 2.6."""
    renamed = RENAMED.get(found.name, {})
    return tuple(
        Parameter(renamed.get(each.name, each.name), each.default, True)
        for each in change.parameters or ()
        if each.is_positional
    )


def _names(order: Sequence[Parameter], given: Sequence[object]) -> tuple[str, ...]:
    return tuple(each.name for each in order[: len(given)])


def _suits(facts: Facts, passed: PassedArguments, order: Sequence[Parameter], change: ReleaseChange) -> bool:
    """True if a call may have been written for an order of the parameters."""
    if len(passed.positional) > len(order) or not passed.keywords.isdisjoint(
        _names(order, passed.positional)
    ):
        return False
    known = {each.name for each in change.parameters or ()} | {each.name for each in order}
    if not change.takes_all_keywords and not passed.keywords <= known:
        return False
    return all(_may_be(facts.value(value), value, each) for value, each in zip(passed.positional, order))


def _may_be(value: Value, node: ast.expr, parameter: Parameter) -> bool:
    """False if a value is certainly not meant for a parameter."""
    if isinstance(value, NoneValue) or (isinstance(node, ast.Constant) and node.value is None):
        return parameter.default in (None, "None")
    constant, name = value.constant, parameter.name
    if name in LISTS_OF_NUMBERS or name in LISTS_OF_OTHERS:
        items = value.items if isinstance(value, ListOrTuple) else ()
        are_numbers = [isinstance(item.constant, (int, float)) for item in items or ()]
        if name in LISTS_OF_NUMBERS:
            return constant is None and all(are_numbers)
        return not any(are_numbers)
    if isinstance(value, (ListOrTuple, Dict, Dataset)):
        return not _is_scalar(parameter)
    if constant is None:
        return True
    if name in WORDS:
        return constant in WORDS[name]
    return _is_alike(constant, parameter)


def _is_scalar(parameter: Parameter) -> bool:
    return isinstance(_literal(parameter.default), (bool, int, float, str)) or parameter.name in (
        *NUMBERS,
        *FLAGS,
        "dtype",
        "name",
    )


def _is_alike(constant: object, parameter: Parameter) -> bool:
    """True if a literal is of the type that a parameter is of."""
    name, default = parameter.name, _literal(parameter.default)
    is_flag, is_number = isinstance(constant, bool), isinstance(constant, (int, float))
    if name in ("name", "dtype"):
        return isinstance(constant, str) and (constant in DTYPES) is (name == "dtype")
    if isinstance(default, bool) or name in FLAGS:
        return is_flag
    if isinstance(default, (int, float)) or name in NUMBERS:
        return is_number and not is_flag
    if isinstance(default, str):
        return isinstance(constant, str)
    return True


@functools.cache
def _with_changed_default(found: PublicName) -> tuple[Parameter, ...]:
    """The parameters whose default has been another one since."""
    old = found.changes[0].parameters or ()
    return tuple(
        each
        for each in old
        if _changes_results(found.name, each.name) and _is_changed(found.changes[1:], each)
    )


def _changes_results(function: str, parameter: str) -> bool:
    return parameter not in NO_RESULTS and (parameter != "name" or function.startswith(NAMED_IN_LOGS))


def _is_changed(changes: Sequence[ReleaseChange], parameter: Parameter) -> bool:
    """True if a parameter has a literal default after 2.6 that means something else."""
    old = _plain(_literal(parameter.default))
    news = [_default(change, parameter.name) for change in changes]
    found = {_plain(value) for text in news if (value := _literal(text)) is not None}
    return bool(found) and found != {old} and (old is not None or parameter.default is None)


def _default(change: ReleaseChange, parameter: str) -> str | None:
    return next((each.default for each in change.parameters or () if each.name == parameter), None)


def _literal(text: str | None) -> object:
    """The value of a default; None for one that is none, or no literal."""
    try:
        return None if text is None else ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return None


def _plain(value: object) -> object:
    """`(1, 1)` says the same as 1, `"Zeros"` as `"zeros"`."""
    if isinstance(value, str):
        return value.lower()
    if isinstance(value, tuple) and value and all(each == value[0] for each in value):
        return value[0]
    return value
