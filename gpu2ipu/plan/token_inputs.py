"""Token inputs: which inputs of a model are whole numbers by nature, whatever the type of what is fed to them.

An `Embedding` takes the numbers of words: it casts others to int32 itself, and an `Input` of a whole type does as well.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from typing import NamedTuple

from gpu2ipu.analysis.evaluate import facts_of
from gpu2ipu.analysis.facts import Facts
from gpu2ipu.analysis.kinds import Kind
from gpu2ipu.analysis.script import Script
from gpu2ipu.analysis.structure import function_of, only_value
from gpu2ipu.plan.feeds import Feed

_EMBEDDING = "keras.layers.Embedding"
_INPUTS = ("keras.Input", "keras.layers.InputLayer")
_WHOLE_TYPES = ("int32", "int64", "uint8", "int16")
# The layers that compute with what they are given, and nothing else.
_OF_FRACTIONS = frozenset(
    f"keras.layers.{name}"
    for name in (
        "Dense",
        "Conv1D",
        "Conv2D",
        "LSTM",
        "GRU",
        "SimpleRNN",
        "BatchNormalization",
        "Normalization",
    )
)


class TokenInput(NamedTuple):
    """An input of a model: whether it is tokens, None where that cannot be seen, and what a dict may call it."""

    is_tokens: bool | None
    name: str = ""


def token_inputs(feed: Feed) -> tuple[TokenInput, ...]:
    """The inputs of the model of a call; empty where they cannot be seen."""
    script = feed.facts.everywhere.script
    found = {_inputs_of(script, chain) for chain in feed.call.receiver.made_by}
    return found.pop() if len(found) == 1 else ()


@functools.lru_cache(maxsize=256)
def _inputs_of(script: Script, chain: tuple[ast.AST, ...]) -> tuple[TokenInput, ...]:
    """Those of the model that is made at the end of a chain of calls."""
    facts, node = facts_of(script), chain[-1]
    name = facts.qualified.get(node, "") if isinstance(node, ast.Call) else ""
    if name == "keras.Sequential":
        return (TokenInput(_first_takes(facts, list(_layers_of(facts, chain)))),)
    if name != "keras.Model":
        return ()
    assert isinstance(node, ast.Call)
    keywords = facts.keywords(node)
    inputs = node.args[0] if node.args else keywords.get("inputs", keywords.get("input"))
    if isinstance(inputs, (ast.List, ast.Tuple)):
        return tuple(_input_of(facts, each) for each in inputs.elts)
    return () if inputs is None else (_input_of(facts, inputs),)


def _layers_of(facts: Facts, chain: tuple[ast.AST, ...]) -> Iterator[ast.expr]:
    """The layers of a `Sequential`, as far as they are written out."""
    node = chain[-1]
    assert isinstance(node, ast.Call)
    given = node.args[0] if node.args else facts.keywords(node).get("layers")
    if isinstance(given, (ast.List, ast.Tuple)):
        yield from given.elts
    elif given is not None:
        yield given
    for call in facts.method_calls:
        if call.method == "add" and chain in call.receiver.made_by and call.node.args:
            yield call.node.args[0]


def _first_takes(facts: Facts, layers: list[ast.expr]) -> bool | None:
    """Whether what goes into the first of some layers is tokens."""
    for layer in layers:
        name = facts.value(layer).name or facts.qualified.get(layer, "")
        if name not in _INPUTS:
            return _layer_takes(facts, layer)
        if _is_whole(facts, layer):
            return True
    return None


def _input_of(facts: Facts, node: ast.expr) -> TokenInput:
    """An input of a functional model: it is tokens by its type and by the layers that it goes into."""
    script = facts.script.file_of(node)
    made = only_value(script, node) if isinstance(node, ast.Name) else None
    if made is None or facts.qualified.get(made) != "keras.Input":
        return TokenInput(None)
    assert isinstance(node, ast.Name)
    takers = {_layer_takes(facts, call.func) for call in _calls_with(script, node)}
    if _is_whole(facts, made):
        takers = {True}
    name = facts.value(facts.keywords(made).get("name")).constant if isinstance(made, ast.Call) else None
    return TokenInput(takers.pop() if len(takers) == 1 else None, name if isinstance(name, str) else "")


def _calls_with(script: Script, name: ast.Name) -> Iterator[ast.Call]:
    """The calls in the function of a name that it is the data of; that of the model is none."""
    function = function_of(script, name)
    for call in _calls_by_data(script).get(name.id, ()):
        if function_of(script, call) is function and name not in ast.walk(call):
            yield call


@functools.lru_cache(maxsize=8)
def _calls_by_data(script: Script) -> dict[str, list[ast.Call]]:
    """The calls of a file by the names in their first argument."""
    found: dict[str, list[ast.Call]] = {}
    for node in script.nodes:
        if isinstance(node, ast.Call) and node.args:
            first = node.args[0]
            for part in first.elts if isinstance(first, (ast.List, ast.Tuple)) else [first]:
                if isinstance(part, ast.Name):
                    found.setdefault(part.id, []).append(node)
    return found


def _layer_takes(facts: Facts, node: ast.expr) -> bool | None:
    layer = facts.value(node)
    if layer.kind is not Kind.LAYER or layer.definition is not None:
        return None
    return True if layer.name == _EMBEDDING else False if layer.name in _OF_FRACTIONS else None


def _is_whole(facts: Facts, node: ast.expr) -> bool:
    """Whether an `Input` has a whole type."""
    dtype = facts.keywords(node).get("dtype") if isinstance(node, ast.Call) else None
    value = facts.value(dtype)
    return str(value.constant or value.name or value.dtype).rpartition(".")[2] in _WHOLE_TYPES
