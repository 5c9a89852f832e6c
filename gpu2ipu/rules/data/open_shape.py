"""IPU208: batches with an axis whose size TensorFlow does not know, although all of them are full.

keras/ipu/extensions/data_adapter.py of the SDK: "The provided set of data contains a shape (8, 16, 16, None) which is
not fully defined."
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.call_graph import with_named
from gpu2ipu.analysis.interpreter.facts import Facts, MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.fit_calls import Input, fit_calls_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.call_arguments import argument
from gpu2ipu.analysis.values.data import Batching, Dataset
from gpu2ipu.analysis.values.definitions import functions_of
from gpu2ipu.analysis.values.library_objects import KerasLayer
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.code.added_imports import module_alias
from gpu2ipu.port.port import Port
from gpu2ipu.records import record
from gpu2ipu.rules.rule import SET_UP, Effort, Rule

_IMAGES = ("decode_jpeg", "decode_png", "decode_image", "decode_and_crop_jpeg", "decode_bmp")
_DECODERS = frozenset(f"tensorflow.{module}.{name}" for module in ("image", "io") for name in _IMAGES)
_PYTHON = frozenset(
    f"tensorflow.{name}" for name in ("py_function", "numpy_function", "compat.v1.py_func", "io.parse_tensor")
)
_VECTORIZATION = "TextVectorization"
# What gives a tensor, or the last axis of an image, a size again.
_CLOSING = frozenset(("set_shape", "ensure_shape", "reshape"))
_CLOSING_IMAGES = _CLOSING | {"rgb_to_grayscale", "grayscale_to_rgb"}


@record
class _Opening:
    """A call that leaves an axis open, and what to do about it."""

    node: ast.Call
    advice: str
    closed_by: frozenset[str]


class OpenShape(Rule):
    """An element of a dataset has an axis of unknown size."""

    id = "IPU208"
    name = "open-shape"
    severity = Severity.ERROR
    effort = Effort.LOW
    what = "A function of `map` leaves an axis of what a model is fed with without a size."
    why = (
        'The IPU compiles for one shape: "The provided set of data contains a shape (8, 16, 16, None) which is not '
        'fully defined". `drop_remainder=True` fixes the number of samples only.'
    )
    fix = "`tf.ensure_shape` around a `TextVectorization`; the rest needs manual work"
    before = SET_UP + """
import tensorflow as tf

def load(path):
    return tf.image.resize(tf.image.decode_png(tf.io.read_file(path)), (8, 8)), 1.0

data = tf.data.Dataset.list_files("*.png").map(load).batch(8, drop_remainder=True)
with strategy.scope():
    model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
    model.compile(loss="mse", steps_per_execution=len(data))
model.fit(data)
"""
    after = before.replace("read_file(path))", "read_file(path), channels=3)")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each call, unless a function of some `map` gives the size."""
        script = port.script
        facts = facts_of(script)
        if not any(fit_call.input is Input.DATASET for fit_call in fit_calls_of(script)):
            return
        maps = [
            call for call in facts.method_calls if call.method == "map" and isinstance(call.receiver, Dataset)
        ]
        bodies = {each: _body(facts, each) for each in dict.fromkeys(call.node for call in maps)}
        found: dict[ast.Call, _Opening] = {}
        for call in maps:
            following = [body for other, body in bodies.items() if other.lineno >= call.node.lineno]
            called = {_last_name(node) for body in following for node in body}
            for node in bodies[call.node]:
                opening = _opening(facts, node, call)
                if opening is not None and not opening.closed_by & called:
                    found.setdefault(node, opening)
        for node, opening in found.items():
            message = f"`{ast.unparse(node.func)}` leaves an axis without a size, which an IPU needs"
            edits = _vectorized(script, facts, node, [call for call in maps if node in bodies[call.node]])
            fix = Fix("`tf.ensure_shape`", Safety.SAFE, edits) if edits else None
            yield self.finding(script.span(node), message + ("" if fix else f": {opening.advice}"), fix)


def _body(facts: Facts, call: ast.Call) -> list[ast.Call]:
    """The calls in the function of a `map`, and in those of the script that it names."""
    given = facts.value(argument(call, 0, "map_func"))
    functions = with_named(facts, {one.definition for one in functions_of(given)})
    return [node for function in functions for node in ast.walk(function) if isinstance(node, ast.Call)]


def _opening(facts: Facts, node: ast.Call, call: MethodCall) -> _Opening | None:
    name, function = facts.qualified.get(node, ""), facts.value(node.func)
    if name in _DECODERS and argument(node, 1, "channels") is None:
        return _Opening(node, "pass `channels=3`, or as many as the model takes", _CLOSING_IMAGES)
    if name in _PYTHON:
        return _Opening(node, "give its result a shape, `tf.ensure_shape(result, ...)`", _CLOSING)
    if _is_batched(call) and isinstance(function, KerasLayer) and function.name.endswith(_VECTORIZATION):
        return _Opening(
            node,
            "put this `map` in front of `batch`, or give its result a shape, "
            "`tf.ensure_shape(result, (batch_size, length))`",
            _CLOSING,
        )
    return None


def _vectorized(script: Script, facts: Facts, node: ast.Call, maps: list[MethodCall]) -> tuple[Edit, ...]:
    """The shape of what a `TextVectorization` makes of full batches, where its length is a number."""
    function = facts.value(node.func)
    if not isinstance(function, KerasLayer) or not all(map(_is_batched, maps)):
        return ()
    created = {call for *_, call in function.constructed_by if isinstance(call, ast.Call)}
    lengths = [facts.value(argument(call, None, "output_sequence_length")).number for call in created]
    text = node.args[0] if len(node.args) == 1 and not node.keywords else None
    if len(lengths) != 1 or not isinstance(text, ast.Name) or lengths[0] is None:
        return ()
    name, added = module_alias(script, facts, "tensorflow", "tf")
    template = f"{name}.ensure_shape({{call}}, ({text.id}.shape[0], {lengths[0]}))"
    return (*added, Replace(script.span(node), template, (("call", script.span(node)),)))


def _is_batched(call: MethodCall) -> bool:
    """True if the dataset of a `map` has batches for elements."""
    receiver = call.receiver
    return isinstance(receiver, Dataset) and receiver.batching in (Batching.PARTIAL, Batching.WHOLE)


def _last_name(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
