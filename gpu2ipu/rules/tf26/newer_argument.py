"""IPU602: arguments that came after TensorFlow 2.6, the version of the SDK.

keras/utils/generic_utils.py of 2.6: "Keyword argument not understood:".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.qualified_names import dotted
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.call_arguments import keyword_of
from gpu2ipu.analysis.values.data import Dataset
from gpu2ipu.analysis.values.library_objects import KerasLayer, KerasModel
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.code.call_arguments import remove_argument, written_argument
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Effort, Rule
from gpu2ipu.rules.tf26.api_uses import is_guarded, is_harmless, renamed_keyword, unfolded
from gpu2ipu.rules.tf26.identifiers import configurations
from gpu2ipu.rules.tf26.tables.changed_parameters import RENAMED
from gpu2ipu.rules.tf26.tables.newer_arguments import (
    DATASET,
    DATASET_ARGUMENT,
    DEPENDS_ON,
    INSTEAD,
    NEWER_CALL_ARGUMENTS,
    NEWER_MODEL_ARGUMENTS,
    Harmless,
    newer_arguments,
)

_Arguments = Mapping[str, Harmless]


class NewerArgument(Rule):
    """An argument that TensorFlow 2.6 does not have."""

    id = "IPU602"
    name = "newer-argument"
    severity = Severity.ERROR
    effort = Effort.LOW
    both_devices = True
    alone = True
    what = "A call of Keras or TensorFlow has an argument that was added after TensorFlow 2.6."
    why = (
        "The SDK's TensorFlow is 2.6, where it is a TypeError: \"('Keyword argument not understood:', "
        '\'synchronized\')" of a layer, "Unexpected keyword argument passed to optimizer: weight_decay".'
    )
    fix = "remove it, where the results stay the same; the rest needs manual work"
    before = """\
import tensorflow as tf

layer = tf.keras.layers.BatchNormalization(synchronized=True)
"""
    after = """\
import tensorflow as tf

layer = tf.keras.layers.BatchNormalization()
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each argument."""
        script = port.script
        facts = facts_of(script)
        for node, arguments in _calls(facts).items():
            given = facts.possible_keywords(node)
            renamed = RENAMED.get(unfolded(facts.qualified.get(node, "")), {})
            for keyword in () if is_guarded(script, node) else given:
                if keyword in renamed:
                    yield self._renamed(script, node, keyword, renamed[keyword])
                elif keyword in arguments:
                    yield self._argument(script, _shown(node), given, keyword, arguments)
        for name, given in configurations(facts):
            arguments = newer_arguments(name)
            for keyword in (each for each in given if each in arguments):
                yield self._argument(script, name.rpartition(".")[2], given, keyword, arguments)

    def _argument(
        self, script: Script, name: str, given: dict[str, ast.expr], keyword: str, arguments: _Arguments
    ) -> Finding:
        message = f"`{name}` has no `{keyword}` in TensorFlow 2.6"
        removal = None
        if _changes_nothing(script, given, keyword, arguments):
            removal = remove_argument(script, facts_of(script), given[keyword])
        if removal is None:
            instead = INSTEAD.get(keyword, "remove it, or implement it yourself")
            return self.finding(script.span(given[keyword]), f"{message}: {instead}")
        return self.finding(script.span(given[keyword]), message, Fix("remove it", Safety.SAFE, (removal,)))

    def _renamed(self, script: Script, node: ast.Call, keyword: str, old: str) -> Finding:
        message, given = f"`{keyword}` is called `{old}` in TensorFlow 2.6", keyword_of(node, keyword)
        if given is None or keyword_of(node, old) is not None:
            return self.finding(script.span(node), message)
        fix = Fix(f"`{old}`", Safety.SAFE, (renamed_keyword(script, given, old),))
        return self.finding(script.span(given.value), message, fix)


def _shown(node: ast.Call) -> str:
    """What is called, as it is written."""
    if name := dotted(node.func):
        return name
    return f".{node.func.attr}" if isinstance(node.func, ast.Attribute) else ast.unparse(node.func)


def _calls(facts: Facts) -> dict[ast.Call, _Arguments]:
    """The calls of things that got new arguments."""
    found: dict[ast.Call, _Arguments] = {}
    for node, name in facts.qualified.items():
        if isinstance(node, ast.Call) and node.keywords:
            if name.startswith(DATASET + "."):
                found[node] = _of_dataset(name)
            elif arguments := {
                **dict.fromkeys(RENAMED.get(unfolded(name), ()), ()),
                **newer_arguments(unfolded(name)),
            }:
                found[node] = arguments
    for each in facts.script.nodes:
        layer = facts.value(each.func) if isinstance(each, ast.Call) and each.keywords else None
        if (
            isinstance(each, ast.Call)
            and isinstance(layer, KerasLayer)
            and layer.name in NEWER_CALL_ARGUMENTS
        ):
            found[each] = NEWER_CALL_ARGUMENTS[layer.name]
    for call in facts.method_calls:
        if call.node.keywords and isinstance(call.receiver, Dataset):
            found[call.node] = _of_dataset(f"{DATASET}.{call.method}")
        elif isinstance(call.receiver, KerasModel) and call.method in NEWER_MODEL_ARGUMENTS:
            found[call.node] = NEWER_MODEL_ARGUMENTS[call.method]
    return found


def _of_dataset(method: str) -> _Arguments:
    return {**newer_arguments(method), DATASET_ARGUMENT: None}


def _changes_nothing(script: Script, given: dict[str, ast.expr], keyword: str, arguments: _Arguments) -> bool:
    other = DEPENDS_ON.get(keyword)
    if other in given and not _changes_nothing(script, given, other, arguments):
        return False
    written = written_argument(script, facts_of(script), given[keyword])
    return is_harmless(given[keyword] if written is None else written, arguments[keyword])
