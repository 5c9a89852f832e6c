"""Attributes that models, callbacks and datasets of early releases had, and those of TensorFlow 2.6 do not."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from typing import TypeGuard

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.subclasses import CALLBACK_CLASSES, lineage, subclasses
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.analysis.values.data import Dataset
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.records import record
from gpu2ipu.rules.tf26.tables.older_keras import (
    DATASET_METHODS,
    EMPTY_CALLBACK_ATTRIBUTES,
    GONE_MODEL_ATTRIBUTES,
    OLDER_MODEL_ATTRIBUTES,
)


@record
class OlderAttribute:
    """A place that reads such an attribute; `new` is the name of what took its place, None if nothing did.

    `instead` is a template of what takes the place of the whole call.
    """

    node: ast.Attribute
    message: str
    new: str | None = None
    instead: str | None = None


def older_attributes(facts: Facts) -> Iterator[OlderAttribute]:
    """Yield each read of an attribute that the script does not bind itself."""
    bound = [node for node in facts.script.nodes if isinstance(node, ast.Attribute) and _is_bound(node)]
    names = {node.attr for node in bound}
    for node in facts.values:
        if not isinstance(node, ast.Attribute) or _is_bound(node) or node.attr in names:
            continue
        owner = facts.value(node.value)
        if isinstance(owner, Dataset) and node.attr in DATASET_METHODS:
            advice, instead = DATASET_METHODS[node.attr]
            is_called = isinstance(facts.script.parents[node], ast.Call)
            message = f"datasets of TensorFlow 2.6 have no `{node.attr}`: {advice}"
            yield OlderAttribute(node, message, instead=instead if is_called else None)
        if not isinstance(owner, KerasModel) or owner.definition is not None:
            continue
        if node.attr in OLDER_MODEL_ATTRIBUTES:
            new = OLDER_MODEL_ATTRIBUTES[node.attr]
            yield OlderAttribute(node, f"`{node.attr}` is called `{new}` in TensorFlow 2.6", new)
        elif node.attr in GONE_MODEL_ATTRIBUTES:
            advice = GONE_MODEL_ATTRIBUTES[node.attr]
            yield OlderAttribute(node, f"models of TensorFlow 2.6 have no `{node.attr}`: {advice}")
    yield from _of_callbacks(facts, {node.attr for node in bound if not _is_self(node.value)})


def _of_callbacks(facts: Facts, given: set[str]) -> Iterator[OlderAttribute]:
    """Parts that are taken of `self.validation_data`, which is None: a TypeError at the end of the first epoch."""
    wanted, found = EMPTY_CALLBACK_ATTRIBUTES.keys() - given, set[ast.Attribute]()
    for owner in subclasses(facts, CALLBACK_CLASSES) if wanted else ():
        parts = [
            node for each in lineage(facts, owner) for node in ast.walk(each) if _is_wanted(node, wanted)
        ]
        own = {node.attr for node in parts if _is_bound(node)}
        found.update(node for node in parts if node.attr not in own and _is_taken_apart(facts.script, node))
    for node in found:
        if not _is_tested(facts.script, node):
            message = f"`{node.attr}` of callbacks is None in TensorFlow 2.6: "
            yield OlderAttribute(node, message + EMPTY_CALLBACK_ATTRIBUTES[node.attr])


def _is_wanted(node: ast.AST, wanted: Set[str]) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and node.attr in wanted and _is_self(node.value)


def _is_bound(node: ast.Attribute) -> bool:
    return not isinstance(node.ctx, ast.Load)


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def _is_taken_apart(script: Script, node: ast.Attribute) -> bool:
    """True for `self.validation_data[0]` and `x, y = self.validation_data`."""
    match script.parents[node]:
        case ast.Subscript(value=value):
            return value is node
        case ast.Assign(targets=[ast.Tuple() | ast.List()]):
            return True
    return False


def _is_tested(script: Script, node: ast.Attribute) -> bool:
    """True if a condition around a place asks for the same attribute."""
    tests = (outer.test for outer in ancestors(script, node) if isinstance(outer, ast.If | ast.IfExp))
    return any(getattr(part, "attr", "") == node.attr for test in tests for part in ast.walk(test))
