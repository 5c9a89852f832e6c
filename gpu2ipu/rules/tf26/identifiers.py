"""Identifiers: texts that stand for something of Keras, `activation="silu"`, and that TensorFlow 2.6 does not know.

They are names of later releases, or of Keras 1 and early Keras 2, `loss="cosine_proximity"`.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import replace

from gpu2ipu.analysis.dataflow.binding import How
from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.library import public_api
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.call_arguments import before_unpacking
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.port.code.call_arguments import written_item
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.records import record
from gpu2ipu.rules.tf26.api_uses import unfolded
from gpu2ipu.rules.tf26.tables.newer_api import equivalent
from gpu2ipu.rules.tf26.tables.newer_identifiers import NEWER_IDENTIFIERS
from gpu2ipu.rules.tf26.tables.older_keras import OLDER_IDENTIFIERS

# what the name of a parameter ends in -> the module whose `get` is given the argument
_ENDS = {
    "activation": "activations",
    "_constraint": "constraints",
    "initializer": "initializers",
    "regularizer": "regularizers",
}
# argument of `compile` -> module
_OF_COMPILE = {
    "optimizer": "optimizers",
    "loss": "losses",
    "metrics": "metrics",
    "weighted_metrics": "metrics",
}
_COMPILE = "keras.Model.compile"


@record
class Identifier:
    """A text that names something of a module of Keras."""

    node: ast.expr
    module: str
    text: str
    name: str  # the qualified name of what it stands for, if that is public
    replacement: str = ""  # as written, where something does the same in 2.6
    edits: tuple[Edit, ...] = ()


def newer_identifiers(script: Script, facts: Facts) -> Iterator[Identifier]:
    """Yield the texts of later releases that TensorFlow 2.6 does not know."""
    for each in _identifiers(script, facts):
        if each.text in NEWER_IDENTIFIERS.get(each.module, ()):
            yield _replaced(script, replace(each, name=_name_of(each.module, each.text)))


def older_identifiers(script: Script, facts: Facts) -> Iterator[Identifier]:
    """Yield the texts of Keras 1 and early Keras 2 that TensorFlow 2.6 does not know."""
    for each in _identifiers(script, facts):
        name = f"keras.{each.module}.{each.text}"
        if name in OLDER_IDENTIFIERS:
            yield _written_as(script, replace(each, name=name), OLDER_IDENTIFIERS[name])


def _identifiers(script: Script, facts: Facts) -> Iterator[Identifier]:
    given = [*_of_calls(facts), *_of_compile(facts)]
    places = {node for _, outer in given for node in _items(outer)}
    seen: set[ast.expr] = set()
    for module, outer in given:
        for node in (each for item in _items(outer) for each in _texts(script, facts, item, places)):
            text = facts.value(node).constant
            if isinstance(text, str) and node not in seen:
                seen.add(node)
                yield Identifier(node, module, text, "")


def _name_of(module: str, text: str) -> str:
    """The public name that a text stands for."""
    plain, above = text.replace("_", "").lower(), f"keras.{module}."
    if public_api.find(above + text):
        return above + text
    names = (name for name in public_api.names() if name.startswith(above))
    return next((name for name in names if name[len(above) :].replace("_", "").lower() == plain), "")


def _replaced(script: Script, each: Identifier) -> Identifier:
    """With what does the same in 2.6, and the edits that put it where the text is written."""
    return _written_as(script, each, equivalent(each.name) or _class_in_sdk(each))


def _written_as(script: Script, each: Identifier, name: str | None) -> Identifier:
    if not name:
        return each
    text = text_of(script, ast.Constant(_last(name)))
    is_written = isinstance(each.node, ast.Constant) and each.node in script.parents
    edits = (Replace(script.span(each.node), text),) if is_written else ()
    return replace(each, replacement=text, edits=edits)


def _class_in_sdk(each: Identifier) -> str:
    """The class of 2.6 that a text stands for: `"precision"` is `"Precision"` there, with the same name in logs."""
    found = public_api.find(each.name)
    if found is None or not found.is_in_sdk or found.kind != "class" or _last(found.name) == each.text:
        return ""
    names = {
        parameter.default
        for change in found.changes
        for parameter in change.parameters or ()
        if parameter.name == "name" and parameter.default != "None"
    }
    is_known = _last(found.name) not in NEWER_IDENTIFIERS[each.module]
    return found.name if is_known and len(names) < 2 else ""


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _of_calls(facts: Facts) -> Iterator[tuple[str, ast.expr]]:
    """What layers are given, and the functions `get`."""
    for node, qualified in facts.qualified.items():
        name = unfolded(qualified)
        if not isinstance(node, ast.Call) or not name.startswith("keras."):
            continue
        module, _, last = name.removeprefix("keras.").rpartition(".")
        if last == "get" and node.args:
            yield module, node.args[0]
            continue
        for parameter, value in (*_by_position(name, node), *facts.possible_keywords(node).items()):
            for end, kind in _ENDS.items():
                if parameter.endswith(end):
                    yield kind, value


def _by_position(name: str, node: ast.Call) -> Iterator[tuple[str, ast.expr]]:
    found = public_api.find(name) if node.args and name.startswith("keras.layers.") else None
    if found is not None:
        parameters = [each.name for each in found.changes[0].parameters or () if each.is_positional]
        yield from zip(parameters, before_unpacking(node))


def _of_compile(facts: Facts) -> Iterator[tuple[str, ast.expr]]:
    for call in facts.method_calls:
        if isinstance(call.receiver, KerasModel) and call.method == "compile":
            for parameter, module in _OF_COMPILE.items():
                value = facts.argument(call.node, _COMPILE, parameter)
                if value is not None:
                    yield module, value


def _items(node: ast.expr) -> Iterator[ast.expr]:
    """The items of what is given, through lists and dicts that are written out."""
    if isinstance(node, (ast.List, ast.Tuple, ast.Dict)):
        for item in node.values if isinstance(node, ast.Dict) else node.elts:
            yield from _items(item)
    else:
        yield node


def _texts(script: Script, facts: Facts, node: ast.expr, places: Collection[ast.expr]) -> list[ast.expr]:
    """What is written for an item: in a dict that is unpacked, or bound to a name that is only read in such places."""
    if node in facts.unpacked:
        written = written_item(script, facts, facts.unpacked[node])
        return [node if written is None else written]
    variable = bindings_of(script).variable(node) if isinstance(node, ast.Name) else None
    if variable is None or any(read not in places for read in variable.reads):
        return [node]
    sources = [each.source for each in variable.bindings if each.how is not How.DECLARED]
    written_out = [item for source in sources if source is not None for item in _items(source)]
    texts = [each.value for each in written_out if isinstance(each, ast.Constant)]
    if len(texts) < len(written_out):
        return [node]
    return written_out if facts.value(node).constant in texts else [*written_out, node]
