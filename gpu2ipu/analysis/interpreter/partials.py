"""Held calls: what `functools.partial` gives, a function and some of its arguments for a call that brings the rest."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.library.keras import HELD_CALL
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.value import UNKNOWN, Kind, Value, collection, dict_of

_MAKE_MODELS = ("keras.Model", "keras.Sequential", "keras.models.", "keras.applications.")


def held_call(made: ast.Call, arguments: Arguments) -> Value | None:
    """A function or class of the script, or what makes models, with arguments; None for anything else."""
    function, *positional = arguments.positional or (UNKNOWN,)
    is_own = function.kind in (Kind.FUNCTION, Kind.CLASS) or function.name == HELD_CALL
    if arguments.starred or not (is_own or function.name.startswith(_MAKE_MODELS)):
        return None
    held = (function, collection(*positional), dict_of(arguments.keywords))
    return Value(Kind.EXTERNAL, name=HELD_CALL, items=held, definition=made)


def with_held(held: Value, arguments: Arguments) -> tuple[Value, Arguments]:
    """The function that is held, and its arguments with those of a call."""
    function, positional, keywords = held.items
    named = {str(name): value for name, value in keywords.entries.items()}
    every = (*positional.items, *arguments.positional)
    return function, Arguments(every, {**named, **arguments.keywords}, arguments.starred)
