"""Options of a command line that are None where the user says nothing: of argparse, click and absl."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function
from gpu2ipu.analysis.values.call_arguments import argument

_FLAGS = ("DEFINE_integer", "DEFINE_float", "DEFINE_string")
_ALWAYS_GIVEN = ("required", "prompt", "is_flag", "count", "multiple", "action")  # or never None


@once
def options_without_value(script: Script) -> frozenset[str]:
    """Return the attributes of what argparse or absl gives that may be None."""
    calls = (node for node in script.nodes if isinstance(node, ast.Call))
    return frozenset(name for call in calls for name in _attributes(call))


def _attributes(call: ast.Call) -> Iterator[str]:
    function = _name_of(call)
    if function == "add_argument" and is_none(argument(call, None, "default")) and not _is_given(call):
        names, dest = _names(call), _text(argument(call, None, "dest"))
        is_positional = not any(name.startswith("-") for name in names)
        if not is_positional or _text(argument(call, None, "nargs")) == "?":
            yield dest or _identifier(names)
    elif function in _FLAGS and is_none(argument(call, 1, "default")):
        yield _text(argument(call, 0, "name"))


def parameters_without_value(function: Function) -> frozenset[str]:
    """Return the parameters of a command of click that may be None."""
    options = [each for each in function.decorator_list if isinstance(each, ast.Call)]
    return frozenset(
        next((name for name in names if not name.startswith("-")), _identifier(names))
        for call in options
        if _name_of(call) == "option" and is_none(argument(call, None, "default")) and not _is_given(call)
        for names in [_names(call)]
    )


def _name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _is_given(call: ast.Call) -> bool:
    return any(keyword.arg is None or keyword.arg in _ALWAYS_GIVEN for keyword in call.keywords)


def is_none(node: ast.expr | None) -> bool:
    """True if a default is None, or there is none."""
    return node is None or (isinstance(node, ast.Constant) and node.value is None)


def _text(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _names(call: ast.Call) -> list[str]:
    return [text for node in call.args if (text := _text(node))]


def _identifier(names: list[str]) -> str:
    """The attribute of an option: its first long name, else its first one."""
    first = next((name for name in names if name.startswith("--")), next(iter(names), ""))
    return first.lstrip("-").replace("-", "_")
