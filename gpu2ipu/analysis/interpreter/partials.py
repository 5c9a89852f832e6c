"""Held calls: what `functools.partial` gives, a function and some of its arguments for a call that brings the rest."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.library.keras import HELD_CALL
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.containers import dict_of
from gpu2ipu.analysis.values.definitions import FunctionChoice, ScriptClass, ScriptFunction
from gpu2ipu.analysis.values.library_objects import PartialFunction
from gpu2ipu.analysis.values.value import UNKNOWN, Value

_MAKE_MODELS = ("keras.Model", "keras.Sequential", "keras.models.", "keras.applications.")


def held_call(made: ast.Call, arguments: Arguments) -> PartialFunction | None:
    """Return a function or class of the script, or what creates models, with arguments; None for anything else."""
    function, *positional = arguments.positional or (UNKNOWN,)
    is_own = isinstance(function, (ScriptFunction, FunctionChoice, ScriptClass, PartialFunction))
    if arguments.starred or not (is_own or function.name.startswith(_MAKE_MODELS)):
        return None
    return PartialFunction(HELD_CALL, made, function, tuple(positional), dict_of(arguments.keywords))


def with_held(held: PartialFunction, arguments: Arguments) -> tuple[Value, Arguments]:
    """Return the function that is held, and its arguments with those of a call."""
    named = {str(name): value for name, value in held.keywords.entries.items()}
    every = (*held.positional, *arguments.positional)
    return held.function, Arguments(every, {**named, **arguments.keywords}, arguments.starred)
