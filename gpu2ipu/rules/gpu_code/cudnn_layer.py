"""IPU506: `CuDNNLSTM` and `CuDNNGRU`, layers that only run on an NVIDIA GPU.

Keras 2.6 has them under `tf.compat.v1` alone. Its `LSTM` and `GRU` compute the same by default and load their weights:
https://www.tensorflow.org/api_docs/python/tf/keras/layers/LSTM, "requirements to use the cuDNN implementation".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.names import names_in
from gpu2ipu.analysis.syntax.qualified_names import canonical
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.analysis.values.library_objects import External
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Effort, Rule
from gpu2ipu.rules.tf26.api_uses import VERSION_1, is_of_version_1

_PLAIN = {"CuDNNLSTM": "LSTM", "CuDNNGRU": "GRU"}


class CudnnLayer(Rule):
    """A recurrent layer of cuDNN."""

    id = "IPU506"
    name = "cudnn-layer"
    severity = Severity.ERROR
    effort = Effort.LOW
    both_devices = True  # the plain layers use cuDNN by themselves
    alone = True
    what = "A model uses `CuDNNLSTM` or `CuDNNGRU`."
    why = (
        "They are calls of NVIDIA's cuDNN, and the Keras of TensorFlow 2.6 does not have them any more: "
        "\"has no attribute 'CuDNNLSTM'\"."
    )
    fix = "`LSTM` or `GRU`, which compute the same"
    before = """\
from tensorflow import keras

model = keras.Sequential([keras.layers.CuDNNLSTM(8, input_shape=(20, 3)), keras.layers.Dense(1)])
"""
    after = before.replace("CuDNNLSTM", "LSTM")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each import and each use."""
        script = port.script
        facts = facts_of(script)
        yield from self._imports(script, facts)
        for node, name in _uses(facts):
            plain = _PLAIN[name.rpartition(".")[2]]
            message = f"`{name.rpartition('.')[2]}` runs on NVIDIA GPUs only"
            reason = _difference(script, facts, node)
            if reason:
                yield self.finding(script.span(node), f"{message}: use `{plain}`; {reason}")
                continue
            edits = _renamed(script, facts, node, plain)
            fix = Fix(f"`{plain}`, which computes the same", Safety.SAFE, edits) if edits else None
            yield self.finding(script.span(node), message, fix)

    def _imports(self, script: Script, facts: Facts) -> Iterator[Finding]:
        for node, _, target in facts.imports:
            name = target.rpartition(".")[2]
            is_keras = canonical(target).startswith("keras.") and VERSION_1 not in target
            if name not in _PLAIN or not isinstance(node, ast.ImportFrom) or not is_keras:
                continue
            alias = next(alias for alias in node.names if alias.name == name)
            edit = _import_edit(script, facts, node, alias)
            fix = Fix(f"import `{_PLAIN[name]}`", Safety.SAFE, (edit,))
            yield self.finding(script.span(alias), f"`{name}` is not in the Keras of TensorFlow 2.6", fix)


def _uses(facts: Facts) -> Iterator[tuple[ast.expr, str]]:
    """Names and attributes that stand for such a layer by its own name, with their qualified name."""
    for node, value in facts.values.items():
        own = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
        is_load = isinstance(getattr(node, "ctx", None), ast.Load)
        external = isinstance(value, External) and value.name.rpartition(".")[2] == own
        if own in _PLAIN and is_load and external and _is_keras(facts, value.name):
            yield node, value.name


def _is_keras(facts: Facts, name: str) -> bool:
    """True if a name is Keras's; after a star import of Keras, one that nothing binds may be."""
    if name.startswith("builtins."):
        return any(
            bound == "*" and canonical(target).startswith("keras") for _, bound, target in facts.imports
        )
    return name.startswith("keras.") or ".keras." in name


def _difference(script: Script, facts: Facts, node: ast.expr) -> str:
    """Why the plain layer would not do the same here; nothing where it would."""
    call = next(ancestors(script, node))
    if is_of_version_1(facts, node):
        return "that of `tf.compat.v1` has other activations by default, so use the one of `tf.keras.layers`"
    if isinstance(call, ast.Call) and call.func is node and (len(call.args) > 1 or _is_starred(call)):
        return "its positional arguments have another order, so pass them by name"
    return ""


def _is_starred(call: ast.Call) -> bool:
    return any(isinstance(argument, ast.Starred) for argument in call.args)


def _renamed(script: Script, facts: Facts, node: ast.expr, plain: str) -> tuple[Edit, ...]:
    """The plain layer in place of a use; nothing where its name means something else."""
    span = script.span(node)
    if isinstance(node, ast.Attribute):
        return (Replace(span, f"{{module}}.{plain}", (("module", script.span(node.value)),)),)
    return (Replace(span, plain),) if _is_free(facts, plain) else ()


def _is_free(facts: Facts, plain: str) -> bool:
    """True if a name is unused so far, or the layer's own."""
    own = any(name == plain and target.endswith(f".layers.{plain}") for _, name, target in facts.imports)
    return plain not in names_in(facts.script) or own


def _import_edit(script: Script, facts: Facts, node: ast.ImportFrom, alias: ast.alias) -> Edit:
    """The import with the plain name in its place: only the name is touched where nothing else has to change."""
    plain = _PLAIN[alias.name]
    bound = alias.asname or (plain if _is_free(facts, plain) else alias.name)
    new = plain if bound == plain else f"{plain} as {bound}"
    others = [other.name + (f" as {other.asname}" if other.asname else "") for other in node.names]
    if new == plain and alias.asname is None and plain not in others:
        return Replace(script.span(alias), plain)
    names = [new if other is alias else text for other, text in zip(node.names, others)]
    return Replace(
        script.span(node),
        f"from {'.' * node.level}{node.module or ''} import {', '.join(dict.fromkeys(names))}",
    )
