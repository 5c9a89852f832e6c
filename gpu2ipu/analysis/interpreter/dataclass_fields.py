"""Fields of dataclasses: what the generated `__init__` takes, and how a field gets its value without an argument."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import NamedTuple

from gpu2ipu.analysis.values.call_arguments import keyword_of

FIELD = "dataclasses.field"


class Field(NamedTuple):
    """An annotated name in the body of a class."""

    name: str
    factory: ast.expr | None  # what makes its value for each object that is not given one
    is_for_init: bool  # handed on to `__post_init__`, and no attribute


def fields_of(classes: Iterable[ast.AST | str]) -> dict[str, Field]:
    """Return the fields of a class and its bases, from the farthest base on."""
    found: dict[str, Field] = {}
    for owner in classes:
        for statement in owner.body if isinstance(owner, ast.ClassDef) else ():
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                kind, name = _kind(statement.annotation), statement.target.id
                if kind not in ("ClassVar", "KW_ONLY"):
                    found[name] = Field(name, factory_of(statement.value), kind == "InitVar")
    return found


def factory_of(value: ast.expr | None) -> ast.expr | None:
    """Return the function in `field(default_factory=…)`."""
    factory = keyword_of(value, "default_factory") if isinstance(value, ast.Call) else None
    return None if factory is None else factory.value


def _kind(annotation: ast.expr) -> str:
    """The last part of the name of an annotation: `InitVar` of `dataclasses.InitVar[int]`."""
    outer = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    return outer.attr if isinstance(outer, ast.Attribute) else outer.id if isinstance(outer, ast.Name) else ""
