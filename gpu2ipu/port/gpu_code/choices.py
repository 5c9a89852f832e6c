"""Choices by whether there is a GPU: those that make a difference, `64 if gpus else 32`, and those that make none."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Collection, Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Block, ancestors
from gpu2ipu.edits import Replace
from gpu2ipu.port.gpu_code.api_calls import prints
from gpu2ipu.port.gpu_code.devices import Devices
from gpu2ipu.port.gpu_code.outcomes import GpuQuery

DEVICE_WORDS = re.compile(r"[gct]pu|cuda|devices?\b|\bcards?\b|memory|accelerat|nvidia", re.IGNORECASE)


def choice_by_device(script: Script, facts: Facts, devices: Devices, node: ast.AST) -> ast.expr | None:
    """Return what an expression chooses by, if it asks for GPUs; None where only a text is made, or a device named."""
    match node:
        case ast.IfExp(test=asking, body=body, orelse=otherwise) if not (
            _names_device(body, otherwise) or ast.dump(body) == ast.dump(otherwise)
        ):
            pass
        case ast.Subscript(value=value, slice=asking, ctx=ast.Load()) if not devices.asks(value):
            pass
        case _:
            return None
    if isinstance(script.parents[node], ast.withitem):  # a scope, of which its own rules speak
        return None
    return asking if devices.asks(asking) and not _is_shown(script, facts, node) else None


def same_either_way(script: Script, devices: Devices, gone: Collection[ast.AST]) -> Iterator[GpuQuery]:
    """Yield the expressions that are the same with a GPU and without one, but for those that go."""
    for node in script.nodes:
        if not isinstance(node, ast.IfExp) or node in gone:
            continue
        is_choice = devices.asks(node.test) and devices.is_pure(node.test)
        if is_choice and ast.dump(node.body) == ast.dump(node.orelse):
            edit = Replace(script.span(node), "{value}", (("value", script.span(node.body)),))
            yield GpuQuery(node.test, edits=(edit,))


def are_same(first: Block, second: Block) -> bool:
    """Return whether two ways do the same."""
    return _meaning(first) == _meaning(second)


def _meaning(block: Block) -> list[str]:
    """The statements of a way, through an `elif` that makes no difference."""
    only = block[0] if len(block) == 1 else None
    if isinstance(only, ast.If) and are_same(only.body, only.orelse):
        return _meaning(only.body)
    return [ast.dump(statement) for statement in block]


def _names_device(*values: ast.expr) -> bool:
    """True for `"/GPU:0"` and `"/CPU:0"`: what is done by them is looked at where they are read."""
    texts = [value.value for value in values if isinstance(value, ast.Constant)]
    is_named = any(isinstance(text, str) and DEVICE_WORDS.search(text) for text in texts)
    return is_named and len(texts) == len(values)


def _is_shown(script: Script, facts: Facts, node: ast.AST) -> bool:
    """True if an expression only becomes a part of a text, or of what is printed."""
    around = itertools.takewhile(
        lambda outer: isinstance(outer, (ast.expr, ast.keyword)), ancestors(script, node)
    )
    return any(
        isinstance(outer, ast.JoinedStr) or (isinstance(outer, ast.Call) and prints(facts, outer))
        for outer in around
    )
