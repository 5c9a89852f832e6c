"""IPU503: a block is put on a GPU with `tf.device`.

https://docs.graphcore.ai/projects/tensorflow-user-guide/en/latest/tensorflow/keras_tf2.html: the scope of the strategy
places what is created in it; `tf.device` must not be used with it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import RemoveItem, Unwrap
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.gpu_code.devices import devices_of
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Effort, Rule

_DEVICE = ("tensorflow.device", "tensorflow.compat.v1.device")


class GpuDeviceScope(Rule):
    """A block is placed on a device that IPU hosts do not have."""

    id = "IPU503"
    name = "gpu-device-scope"
    severity = Severity.ERROR
    effort = Effort.LOW
    alone = True
    what = 'A `with tf.device("/GPU:0"):` block, or one with a device from a variable.'
    why = (
        'Without the GPU the operation fails, "Could not satisfy device specification", or is put on the CPU where '
        "soft placement is on, outside of the strategy's control."
    )
    fix = "unwrap the block; the strategy's scope places its body"
    before = """\
import tensorflow as tf

with tf.device("/GPU:0"):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
"""
    after = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each block; one on the CPU stays, it may be there for the data."""
        script = port.script
        facts = facts_of(script)
        if not facts.constructions and not facts.unseen_calls:
            return
        for node in script.nodes:
            if isinstance(node, ast.With):
                yield from self._block(script, facts, node)

    def _block(self, script: Script, facts: Facts, node: ast.With) -> Iterator[Finding]:
        for item in node.items:
            call = item.context_expr
            if not isinstance(call, ast.Call) or facts.qualified.get(call, "") not in _DEVICE:
                continue
            device = facts.argument(call, "tensorflow.device", "device_name", "device_name_or_function")
            if device is None:
                continue
            named = _names_gpu(script, facts, device)
            span, text = script.span(call), ast.unparse(call)
            if named is None:
                message = f"cannot determine whether `{text}` is a GPU; if it is, unwrap the block"
                yield self.finding(span, message)
            elif named and len(node.items) > 1 and not _are_all_gpus(script, facts, node):
                message = f"`{text}`: there is no GPU on IPU hosts, so remove it from this `with`"
                edits = (RemoveItem(script.span(node), span),) if item.optional_vars is None else ()
                yield self.finding(span, message, Fix("remove it", Safety.SAFE, edits) if edits else None)
            elif named:
                fix = Fix("unwrap the block", Safety.SAFE, (Unwrap(script.span(node)),))
                yield self.finding(
                    span,
                    f"`{text}`: there is no GPU on IPU hosts; the strategy's scope places operations",
                    fix,
                )


def _are_all_gpus(script: Script, facts: Facts, node: ast.With) -> bool:
    """True if a block is in the scopes of GPUs and in nothing else."""
    calls = [item.context_expr for item in node.items]
    if not all(isinstance(call, ast.Call) and facts.qualified.get(call, "") in _DEVICE for call in calls):
        return False
    given = (
        facts.argument(call, "tensorflow.device", "device_name")
        for call in calls
        if isinstance(call, ast.Call)
    )
    return all(device is not None and _names_gpu(script, facts, device) for device in given)


def _names_gpu(script: Script, facts: Facts, device: ast.expr) -> bool | None:
    """True if a device is a GPU, at least on one path through the script; None when nothing is known of it."""
    constant = facts.value(device).constant
    if isinstance(constant, str):
        return "gpu" in constant.lower()
    names = bindings_of(script)
    bound = names.of(device) if isinstance(device, ast.Name) else ()
    assigned = [each.origin for each in bound if each.origin is not None]
    nodes = [node for value in (device, *assigned) for node in ast.walk(value)]
    texts = [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    asks = any(map(devices_of(script).asks_itself, nodes))
    if asks or any("gpu" in text.lower() for text in texts):
        return True
    return False if any("cpu" in text.lower() for text in texts) else None
