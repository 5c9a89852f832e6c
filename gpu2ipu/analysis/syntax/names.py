"""The names that a script uses, so that a new one can be chosen beside them."""

from __future__ import annotations

import ast
import itertools

from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script


@once
def names_in(script: Script) -> frozenset[str]:
    """Return every identifier that a script uses for a variable, function, class or module, in whatever scope."""
    found: set[str] = set()
    for node in script.nodes:
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).split(".")[0])
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            found.update(node.names)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
    return frozenset(found)


def fresh_name(script: Script, *candidates: str) -> str:
    """Return the first candidate that a script does not use; the last one gets a number if it uses all of them."""
    used = names_in(script)
    numbered = (f"{candidates[-1]}_{number}" for number in itertools.count(2))
    return next(name for name in itertools.chain(candidates, numbered) if name not in used)
