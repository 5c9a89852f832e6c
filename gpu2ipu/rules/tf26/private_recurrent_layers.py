"""Recurrent layers of TensorFlow's private Keras, whose defaults are not those of `tensorflow.keras`.

`tensorflow.python.keras.layers` is loaded before TensorFlow 2 turns its behaviour on, so that `LSTM` and `GRU` there
are the ones of TensorFlow 1. Source: layers/recurrent.py and recurrent_v2.py of TensorFlow 2.6.5; 2.3 to 2.21 agree.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.signatures import PARAMETERS
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.qualified_names import canonical, dotted
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.analysis.values.call_arguments import bound, has_unpacking
from gpu2ipu.edits import AddArgument

Import = ast.Import | ast.ImportFrom

_ACTIVATION = {"recurrent_activation": '"hard_sigmoid"'}
_GATED = _ACTIVATION | {"reset_after": "False"}
_DEFAULTS = {"LSTM": _ACTIVATION, "LSTMCell": _ACTIVATION, "GRU": _GATED, "GRUCell": _GATED}
_MODULES = (
    "tensorflow.python.keras.layers",
    "tensorflow.python.keras.layers.recurrent",
    "tensorflow.contrib.keras.layers",
    "keras.layers.recurrent",  # in all versions but 2.3, which has sigmoid
)
_PRIVATE = {f"{module}.{name}": name for module in _MODULES for name in _DEFAULTS}

_OLDER_NAMES = {"recurrent_activation": "inner_activation"}  # those of Keras 1


def written_defaults(script: Script, statement: Import) -> tuple[AddArgument, ...] | None:
    """The defaults of the layers that a statement imports, written out; None where that cannot be done."""
    edits: list[AddArgument] = []
    for node, name in _uses(script).get(statement, ()):
        call = next(ancestors(script, node))
        if not isinstance(call, ast.Call) or call.func is not node:
            return None
        if has_unpacking(call):
            return None
        given = bound(call, PARAMETERS[f"keras.layers.{name}"])
        for keyword, value in _DEFAULTS[name].items():
            if keyword not in given and _OLDER_NAMES.get(keyword) not in given:
                edits.append(AddArgument(script.span(call), keyword, value))
    return tuple(edits)


@once
def _uses(script: Script) -> Mapping[Import, Sequence[tuple[ast.expr, str]]]:
    """Where such a layer is named by what a statement imports, with its own name."""
    facts, uses = facts_of(script), defaultdict[Import, list[tuple[ast.expr, str]]](list)
    imports = _by_name(facts)
    for node in facts.values:
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load):
            source, name = _origin(imports, node)
            if source is not None and name in _PRIVATE:
                uses[source].append((node, _PRIVATE[name]))
    return uses


class _Entry(NamedTuple):
    """What one import binds a name to; a later line comes after, and of one line the first entry is the last."""

    line: int
    order: int
    source: Import
    target: str


def _by_name(facts: Facts) -> Mapping[str, Sequence[_Entry]]:
    """What a script imports, by the name that it has then; "*" is all public names of a module of Keras."""
    found = defaultdict[str, list[_Entry]](list)
    for number, (source, local, target) in enumerate(facts.imports):
        if local != "*" or canonical(target).startswith("keras."):
            found[local].append(_Entry(source.lineno, -number, source, target))
    return {local: sorted(entries, key=lambda entry: entry[:2]) for local, entries in found.items()}


def _origin(imports: Mapping[str, Sequence[_Entry]], node: ast.expr) -> tuple[Import | None, str]:
    """The import that a dotted name goes back to, the last one above it, and the name as it is spelt out there."""
    path = dotted(node)
    if path is None:
        return None, ""
    root, dot, rest = path.partition(".")
    above = [(entry, f"{entry.target}{dot}{rest}") for entry in _last(imports.get(root, ()), node.lineno)]
    above += [(entry, f"{entry.target}.{path}") for entry in _last(imports.get("*", ()), node.lineno)]
    entry, name = max(above, key=lambda each: each[0][:2], default=(None, ""))
    return entry and entry.source, name


def _last(entries: Sequence[_Entry], line: int) -> Sequence[_Entry]:
    """The last entry that is not below a line, if there is one."""
    end = bisect_right(entries, line, key=lambda entry: entry.line)
    return entries[max(end - 1, 0) : end]
