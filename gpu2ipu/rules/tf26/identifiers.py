"""Identifiers: texts that stand for something of Keras, `activation="silu"`, and that TensorFlow 2.6 does not know.

They are names of later releases, or of Keras 1 and early Keras 2, `loss="cosine_proximity"`. The configuration of an
object names its class, `{"class_name": "AdamW", "config": {...}}`, and what it is given.
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
from gpu2ipu.analysis.syntax.tree import statement_of
from gpu2ipu.analysis.values.call_arguments import before_unpacking
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.port.code.call_arguments import written_item
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.records import record
from gpu2ipu.rules.tf26.api_uses import name_of_module, unfolded
from gpu2ipu.rules.tf26.tables.newer_api import equivalent, since
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
_LAYERS = "layers"
# functions of 2.6 that its `get` does not find by their names; by these names they are in logs, too
_FUNCTIONS = ("keras.metrics.kl_divergence",)
# what has another name in logs, unless it is said; a metric of its own for each model
_METRICS = {"keras.metrics.kld": 'tf.keras.metrics.KLDivergence(name="kld")'}


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
        of_layer = each.module == _LAYERS and since(f"keras.{_LAYERS}.{each.text}") is not None
        if of_layer or each.text in NEWER_IDENTIFIERS.get(each.module, ()):
            yield _replaced(script, facts, replace(each, name=_name_of(each.module, each.text)))


def older_identifiers(script: Script, facts: Facts) -> Iterator[Identifier]:
    """Yield the texts of Keras 1 and early Keras 2 that TensorFlow 2.6 does not know."""
    for each in _identifiers(script, facts):
        name = f"keras.{each.module}.{each.text}"
        if name in OLDER_IDENTIFIERS:
            yield _written_as(script, replace(each, name=name), OLDER_IDENTIFIERS[name])


def configurations(facts: Facts) -> Iterator[tuple[str, dict[str, ast.expr]]]:
    """Yield the classes of Keras of which `get` and `deserialize` are given a configuration, with its items."""
    for module, given in _of_calls(facts):
        items = _written_items(given)
        text = facts.value(items.get("class_name")).constant
        if isinstance(text, str) and public_api.find(f"keras.{module}.{text}"):
            yield f"keras.{module}.{text}", _written_items(items.get("config"))


def _identifiers(script: Script, facts: Facts) -> Iterator[Identifier]:
    of_calls = (part for module, given in _of_calls(facts) for part in _of_config(module, given))
    given = [*of_calls, *_of_compile(facts)]
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


def _replaced(script: Script, facts: Facts, each: Identifier) -> Identifier:
    """With what does the same in 2.6, and the edits that put it where the text is written."""
    if each.name in _FUNCTIONS and _is_written(script, each):
        statement = statement_of(script, each.node)
        tf, added = name_of_module(script, facts, "tensorflow", "tf", statement)
        edit = Replace(script.span(each.node), f"{tf}.{each.name}")
        return replace(each, replacement=f"tf.{each.name}", edits=(*added, edit))
    if each.name in _METRICS:
        return replace(each, replacement=_METRICS[each.name])
    return _written_as(script, each, equivalent(each.name) or _class_in_sdk(each))


def _written_as(script: Script, each: Identifier, name: str | None) -> Identifier:
    if not name:
        return each
    text = text_of(script, ast.Constant(_last(name)))
    edits = (Replace(script.span(each.node), text),) if _is_written(script, each) else ()
    return replace(each, replacement=text, edits=edits)


def _is_written(script: Script, each: Identifier) -> bool:
    return isinstance(each.node, ast.Constant) and each.node in script.parents


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
    """What layers are given, and the functions `get` and `deserialize`."""
    for node, qualified in facts.qualified.items():
        name = unfolded(qualified)
        if not isinstance(node, ast.Call) or not name.startswith("keras."):
            continue
        module, _, last = name.removeprefix("keras.").rpartition(".")
        if last in ("get", "deserialize") and node.args:
            yield module, node.args[0]
            continue
        for parameter, value in (*_by_position(name, node), *facts.possible_keywords(node).items()):
            for end, kind in _ENDS.items():
                if parameter.endswith(end):
                    yield kind, value


def _of_config(module: str, given: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """What a text stands for, or the configuration of an object with those in it."""
    items = _written_items(given)
    if "class_name" not in items:
        yield module, given
        return
    yield module, items["class_name"]
    for parameter, value in _written_items(items.get("config")).items():
        for end, kind in _ENDS.items():
            if parameter.endswith(end):
                yield from _of_config(kind, value)


def _written_items(node: ast.expr | None) -> dict[str, ast.expr]:
    """The items of a dict that is written out."""
    pairs = zip(node.keys, node.values) if isinstance(node, ast.Dict) else ()
    return {
        key.value: value
        for key, value in pairs
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    }


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
