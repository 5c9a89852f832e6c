"""Where a script, or a module of its own, creates each layer: what a plan says is found again in the source."""

from __future__ import annotations

import functools
import itertools
import os
import sys
from typing import Any, Callable, Iterator

from ..keras2 import installed
from ..recording.loop_instrumentation import is_own

_PLACE = "_gpu2ipu_place"
# Functions that are only a part of the expression around them, before Python 3.12.
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


def note(script: str) -> None:
    """Note the place of each layer that is created from now on; the main module is shown as the file `script`."""
    numbers = itertools.count()
    for module in installed.copies("engine.base_layer"):
        module.Layer.__init__ = _noting(module.Layer.__init__, script, numbers)


def place_of(layer: Any) -> dict[str, Any]:
    """Return the file and the line that create a layer, or None for both if no code of the user does.

    Then the calls that lead there, outermost first, each with its file and line, and the number of the layer among all
    that were created.
    """
    number, lines = vars(layer).get(_PLACE, (0, []))
    places = [{"file": file, "line": line} for file, line in lines] or [{"file": None, "line": None}]
    return {**places[-1], "callers": places[:-1], "created": number}


def _noting(stock: Callable[..., None], script: str, numbers: Iterator[int]) -> Callable[..., None]:
    @functools.wraps(stock)
    def __init__(layer: Any, *args: Any, **kwargs: Any) -> None:
        if _PLACE not in vars(layer):  # Keras would track an attribute
            vars(layer)[_PLACE] = (next(numbers), _lines(sys._getframe(1), layer, script)[::-1])
        stock(layer, *args, **kwargs)

    return __init__


def _lines(frame: Any, layer: Any, script: str) -> list[tuple[str, int]]:
    """Return file and line of the frames of the user, innermost first, without the constructor of the layer itself."""
    found: list[tuple[str, int]] = []
    is_inside = False  # of an expression whose frame is still to come
    while frame is not None:
        file, code = frame.f_code.co_filename, frame.f_code
        is_constructor = bool(code.co_argcount) and frame.f_locals.get(code.co_varnames[0]) is layer
        if is_own(file) and not is_constructor and os.path.isfile(file):
            is_main = frame.f_globals.get("__name__") == "__main__"
            if not is_inside:
                found.append((script if is_main else file, int(frame.f_lineno)))
            is_inside = code.co_name in _COMPREHENSIONS
        frame = frame.f_back
    return found
