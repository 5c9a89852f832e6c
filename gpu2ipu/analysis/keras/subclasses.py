"""Classes of the script: what they inherit from, and which of them the script makes instances of."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.library.keras import CALLBACKS
from gpu2ipu.analysis.values.definitions import Instance
from gpu2ipu.analysis.values.library_objects import (
    External,
    KerasLayer,
    KerasModel,
    Metric,
    Optimizer,
    Strategy,
)

MODEL_CLASSES = ("keras.Model", "keras.Sequential")
CALLBACK_CLASSES = (CALLBACKS,)

EXTENSIONS_SWITCH = "enable_keras_extensions"
ITERATORS_SWITCH = "enable_dataset_iterators"

_INSTANCES = (Instance, KerasModel, KerasLayer, Optimizer, Metric)


def subclasses(facts: Facts, prefixes: tuple[str, ...]) -> list[ast.ClassDef]:
    """Return the classes of the script that come from one whose qualified name starts so, and that matter.

    Without an instance a class does not matter, unless the script is a module that makes no model at all.
    """
    classes = [node for node in facts.script.nodes if isinstance(node, ast.ClassDef)]
    found = [c for c in classes if any(name.startswith(prefixes) for name in outside_bases(facts, c))]
    if not found or not facts.makes_models:
        return found
    used = _used(facts)
    return [node for node in found if node in used]


def methods(node: ast.ClassDef, names: tuple[str, ...]) -> Iterator[ast.FunctionDef]:
    """Yield the methods of these names that a class defines itself."""
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef) and statement.name in names:
            yield statement


def own_train_steps(facts: Facts) -> list[ast.FunctionDef]:
    """Return the methods by which models of the script train in place of that of Keras."""
    return [method for node in subclasses(facts, MODEL_CLASSES) for method in methods(node, ("train_step",))]


def strategies(facts: Facts) -> list[ast.Call]:
    """Return the calls that make an IPUStrategy."""
    made = (node for node, value in facts.values.items() if isinstance(value, Strategy))
    return [
        node for node in made if isinstance(node, ast.Call) and "IPUStrategy" in facts.qualified.get(node, "")
    ]


def is_without_extensions(facts: Facts) -> bool:
    """True if the script makes its strategy without the Keras extensions, so that `fit` is that of Keras."""
    return _is_switched_off(facts, EXTENSIONS_SWITCH)


def leaves_iterators(facts: Facts) -> bool:
    """True if the script makes its strategy without iterators of its own, so that Python can read datasets inside."""
    return _is_switched_off(facts, ITERATORS_SWITCH)


def _is_switched_off(facts: Facts, switch: str) -> bool:
    given = (facts.argument(call, "", switch) for call in strategies(facts))
    return any(facts.value(each).constant is False for each in given)


def lineage(facts: Facts, node: ast.ClassDef) -> tuple[ast.ClassDef, ...]:
    """Return a class and those of the script that it inherits from, in the order in which attributes are looked up."""
    return tuple(dict.fromkeys([node, *(owner for owner, _ in _lineage(facts, node))]))


def outside_bases(facts: Facts, node: ast.ClassDef) -> Iterator[str]:
    """Yield the qualified names of the classes of libraries that a class inherits from, also through the script's."""
    for _, base in _lineage(facts, node):
        value = facts.value(base)
        if isinstance(value, External):
            yield value.name


def _used(facts: Facts) -> set[ast.ClassDef]:
    """The classes with an instance, and those of the script that they inherit from."""
    made = {
        value.definition
        for node, value in facts.everywhere.values.items()
        if isinstance(node, ast.Call) and isinstance(value, _INSTANCES)
    }
    return {owner for one in made if isinstance(one, ast.ClassDef) for owner in _family(facts, one)}


def _family(facts: Facts, node: ast.ClassDef) -> set[ast.ClassDef]:
    return {node, *(owner for owner, _ in _lineage(facts, node))}


def _lineage(facts: Facts, node: ast.ClassDef) -> Iterator[tuple[ast.ClassDef, ast.expr]]:
    """Each base with the class that names it, through the classes of the script."""
    pending, seen = [node], {node}
    while pending:
        owner = pending.pop(0)
        for base in owner.bases:
            yield owner, base
            definition = facts.value(base).definition
            if isinstance(definition, ast.ClassDef) and definition not in seen:
                seen.add(definition)
                pending.append(definition)
