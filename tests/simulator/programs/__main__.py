"""Runs all programs in this process, kept and broken, and prints as JSON what becomes of them."""

from __future__ import annotations

import json
import sys
from typing import Any

from . import Machine, Program, load, plain


def outcome(machine: Machine, program: Program, broken: bool) -> Any:
    """The numbers of a program, or type and text of the error that ends it."""
    machine.reset()
    try:
        return {"numbers": plain(program.run(machine, broken))}
    except BaseException as error:
        return {"error": type(error).__name__, "text": str(error)}


def main() -> None:
    machine = Machine()
    outcomes = {
        name: [outcome(machine, program, broken) for broken in ((False, True) if program.error else (False,))]
        for name, program in load().items()
    }
    json.dump(outcomes, sys.stdout)


if __name__ == "__main__":
    main()
