"""Where a script, or a module of its own, creates each layer: what a plan says is found again in the source."""

from __future__ import annotations

import functools
import os
import sys
from typing import Any, Callable

from ..keras2 import installed
from ..recording.loop_instrumentation import is_own

_PLACE = "_gpu2ipu_place"
_SIMULATOR = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep


def note(script: str) -> None:
    """Note the place of each layer that is created from now on; the main module is shown as the file `script`."""
    for module in installed.copies("engine.base_layer"):
        module.Layer.__init__ = _noting(module.Layer.__init__, script)


def place_of(layer: Any) -> dict[str, Any]:
    """Return the file and the line that create a layer; None for both if no code of the user does."""
    file, line = vars(layer).get(_PLACE, (None, None))
    return {"file": file, "line": line}


def _noting(stock: Callable[..., None], script: str) -> Callable[..., None]:
    @functools.wraps(stock)
    def __init__(layer: Any, *args: Any, **kwargs: Any) -> None:
        vars(layer).setdefault(
            _PLACE, _place(sys._getframe(1), layer, script)
        )  # Keras would track an attribute
        stock(layer, *args, **kwargs)

    return __init__


def _place(frame: Any, layer: Any, script: str) -> tuple[str | None, int | None]:
    """Return file and line of the innermost frame of the user that is not the constructor of the layer itself."""
    while frame is not None:
        file, code = frame.f_code.co_filename, frame.f_code
        is_constructor = bool(code.co_argcount) and frame.f_locals.get(code.co_varnames[0]) is layer
        if is_own(file) and not file.startswith(_SIMULATOR) and not is_constructor and os.path.isfile(file):
            is_main = frame.f_globals.get("__name__") == "__main__"
            return (script if is_main else file), int(frame.f_lineno)
        frame = frame.f_back
    return None, None
