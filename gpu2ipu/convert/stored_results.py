"""Results of `check` as JSON and back, with the edits of their fixes, which some formats show.

A value is itself, or a list that begins with its type: `["Span", 3, 0, 3, 12]`. What is read may be anything: only the
types that are listed here are created.
"""

from __future__ import annotations

import enum
import json
from collections.abc import Callable, Sequence
from dataclasses import fields
from pathlib import Path
from typing import NamedTuple

from gpu2ipu import edits
from gpu2ipu.convert.engine import FileResult
from gpu2ipu.edits import Span, Where
from gpu2ipu.findings import Cell, Elsewhere, Finding, Fix, Safety, Severity

_RECORDS: tuple[type, ...] = (
    Finding,
    Fix,
    Elsewhere,
    Cell,
    edits.AddArgument,
    edits.RemoveArgument,
    edits.RemoveElement,
    edits.RemoveItem,
    edits.SetItem,
    edits.AddParameter,
    edits.AddDecorator,
    edits.Replace,
    edits.Insert,
    edits.Remove,
    edits.Wrap,
    edits.Unwrap,
    edits.MatchToIf,
)
_ENUMS: tuple[type[enum.Enum], ...] = (Severity, Safety, Where)
_FIELDS = {kind: tuple(field.name for field in fields(kind)) for kind in _RECORDS}
_TUPLE, _PATH = "()", "Path"
_CREATED: dict[str, Callable[..., object]] = {
    **{kind.__name__: kind for kind in (*_RECORDS, *_ENUMS)},
    Span.__name__: Span,
    _TUPLE: lambda *items: items,
    _PATH: Path,
}


# as the `json` module has it
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class StoredResult(NamedTuple):
    """What is kept of the result of a file, whose path and text are those of the question."""

    error: str | None
    findings: tuple[Finding, ...]


def encoded(results: Sequence[FileResult]) -> str:
    """Return the results of some files as JSON."""
    return json.dumps(
        [[result.error, _encoded(result.findings)] for result in results], separators=(",", ":")
    )


def decoded(text: str) -> list[StoredResult]:
    """Return what `encoded` was given. Raises ValueError for any other text."""
    try:
        return [StoredResult(error, _findings(_decoded(findings))) for error, findings in json.loads(text)]
    except (TypeError, KeyError, RecursionError) as error:
        raise ValueError("no results of check") from error


def _findings(value: object) -> tuple[Finding, ...]:
    if not isinstance(value, tuple) or not all(isinstance(each, Finding) for each in value):
        raise TypeError("no findings")
    return value


def _encoded(value: object) -> Json:
    if value is None or isinstance(value, (str, int)):
        return value
    kind = type(value)
    if kind in _FIELDS:
        return [kind.__name__, *(_encoded(getattr(value, name)) for name in _FIELDS[kind])]
    if isinstance(value, enum.Enum):
        return [kind.__name__, value.value]
    if isinstance(value, Path):
        return [_PATH, str(value)]
    if isinstance(value, tuple):
        return [_TUPLE if kind is tuple else kind.__name__, *map(_encoded, value)]
    raise TypeError(f"no part of a finding: {value!r}")


def _decoded(value: Json) -> object:
    if not isinstance(value, list):
        return value
    name, *items = value
    return _CREATED[str(name)](*map(_decoded, items))
