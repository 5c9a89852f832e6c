"""Sentences about a file as a whole: why it could not be read, and why nothing was done to it."""

from __future__ import annotations

import ast
from pathlib import Path

from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.convert.suppression import ignores_file
from gpu2ipu.errors import InternalError, Trouble


def why_idle(script: Script) -> str:
    """Return why `convert` had nothing to do with a script."""
    if ignores_file(script):
        return "nothing to port: a `# gpu2ipu: ignore-file` comment takes it out"
    if all(statement.lineno in script.borders for statement in script.tree.body):
        return "nothing to port: it has no Python code"
    if not _imports_keras(script.tree):
        return "nothing to port: it does not use Keras"
    return "nothing to port: no rule has anything to change"


def _imports_keras(tree: ast.Module) -> bool:
    names = [
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or ""] if isinstance(node, ast.ImportFrom) else [a.name for a in node.names]
        )
    ]
    return any(name.partition(".")[0] in ("tensorflow", "keras", "tf_keras") for name in names)


def why_failed(path: Path, error: Exception) -> str:
    """One line for people about what went wrong with a file."""
    match error:
        case Trouble():
            return str(error)
        case SyntaxError():
            where = error.filename or path  # of a notebook with the cell
            return f"{where}:{error.lineno or 1}: cannot be parsed: {error.msg}{_python2(error.msg)}"
        case ValueError() if "null byte" in str(error):
            return f"{path}:1: cannot be parsed: it contains null bytes"
        case RecursionError() | MemoryError():
            return f"{path}:1: cannot be parsed: it is nested too deeply"
        case InternalError():
            return f"{path}: internal error: {error}; please report it"
    import traceback

    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(frame.filename).name}:{frame.lineno}"
    return f"{path}: internal error: {type(error).__name__} in {place}: {error}; please report it"


def _python2(message: str) -> str:
    marks = ("Missing parentheses in call to", "multiple exception types must be", "leading zeros in decimal")
    return " (it looks like Python 2; port it to Python 3 first)" if message.startswith(marks) else ""
