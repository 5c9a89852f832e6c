"""IPU609: arguments by positions, and defaults, that later releases changed.

Fixed before anything else is: the other rules read arguments as TensorFlow 2.6 has them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.subclasses import outside_bases
from gpu2ipu.analysis.syntax.qualified_names import dotted
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.analysis.values.call_arguments import before_unpacking, has_unpacking
from gpu2ipu.analysis.values.library_objects import KerasModel, LibraryObject
from gpu2ipu.analysis.values.value import Value
from gpu2ipu.edits import AddArgument, Parts, Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Effort, Rule
from gpu2ipu.rules.tf26.api_uses import is_guarded, is_harmless, unfolded
from gpu2ipu.rules.tf26.changed_parameters import (
    PassedArguments,
    Position,
    changed_defaults,
    moved_arguments,
)
from gpu2ipu.rules.tf26.tables.newer_arguments import newer_arguments
from gpu2ipu.rules.tf26.weight_arguments import in_order, is_in_new_order

_PARTIAL = "functools.partial"
_ZIP = "tensorflow.data.Dataset.zip"


class ChangedSignature(Rule):
    """A call that means something else in TensorFlow 2.6."""

    id = "IPU609"
    name = "changed-signature"
    severity = Severity.ERROR
    effort = Effort.LOW
    both_devices = True
    what = "A call passes an argument by a position, or leaves one to a default, that later releases of Keras changed."
    why = (
        "The SDK's TensorFlow is 2.6: there the second argument of `SparseCategoricalCrossentropy` is the reduction "
        "and not `ignore_class`, and `l1_l2(l1=0.01)` adds an L2 of 0.01, too."
    )
    fix = "the name of the argument; the newer default"
    before = """\
import tensorflow as tf

tf.keras.utils.set_random_seed(1)
loss = tf.keras.losses.SparseCategoricalCrossentropy(True, None, "sum")
"""
    after = """\
import tensorflow as tf

tf.keras.utils.set_random_seed(1)
loss = tf.keras.losses.SparseCategoricalCrossentropy(True, reduction="sum")
"""
    prepares = True

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each call whose positions changed, and for each default."""
        script = port.script
        facts = facts_of(script)
        for node, function in _calls(script, facts):
            if is_guarded(script, node):
                continue
            passed = _passed(facts, node, function)
            if moved := moved_arguments(facts, passed):
                yield self._moved(script, node, function, moved)
            for default in changed_defaults(facts, passed) if not has_unpacking(node) else ():
                message = (
                    f"`{_written(node)}` has another default for `{default.parameter}` in TensorFlow 2.6"
                )
                value = text_of(script, ast.parse(default.text, mode="eval").body)
                edit = AddArgument(script.span(node), default.parameter, value)
                fix = Fix(f"`{default.parameter}={value}`", Safety.SAFE, (edit,))
                yield self.finding(script.span(node), message, fix)
        for call in (node for node in script.nodes if isinstance(node, ast.Call)):
            if is_in_new_order(facts, call) and not is_guarded(script, call):
                yield self._moved(script, call, "keras.layers.Layer.add_weight", in_order(call))
            elif facts.qualified.get(call) == _ZIP and len(call.args) > 1 and not is_guarded(script, call):
                yield self._zip(script, call)

    def _moved(self, script: Script, node: ast.Call, function: str, moved: tuple[Position, ...]) -> Finding:
        harmless = newer_arguments(unfolded(function))
        left = [
            each
            for each in moved
            if not each.is_in_sdk
            and not (
                isinstance(each.value, ast.Constant)
                and is_harmless(each.value, harmless.get(each.parameter, (None,)))
            )
        ]
        place = script.span(moved[0].value)
        if left:
            message = f"`{_written(node)}` has no `{left[0].parameter}`, its argument here, in TensorFlow 2.6"
            return self.finding(script.span(left[0].value), f"{message}: remove it, or implement it yourself")
        message = (
            f"`{ast.unparse(moved[0].value)}` is for `{moved[0].parameter}`, "
            f"which `{_written(node)}` has at another position in TensorFlow 2.6"
        )
        return self.finding(
            place, message, Fix("name the arguments", Safety.SAFE, (_named(script, node, moved),))
        )

    def _zip(self, script: Script, node: ast.Call) -> Finding:
        parts = [("func", script.span(node.func))]
        parts += [(f"a{number}", script.span(value)) for number, value in enumerate(node.args)]
        items = ", ".join(f"{{{hole}}}" for hole, _ in parts[1:])
        message = f"`{_written(node)}` takes one tuple of datasets in TensorFlow 2.6"
        fix = None
        if not node.keywords and len(before_unpacking(node)) == len(node.args):
            fix = Fix(
                "a tuple", Safety.SAFE, (Replace(script.span(node), f"{{func}}(({items}))", tuple(parts)),)
            )
        return self.finding(script.span(node), message, fix)


def _calls(script: Script, facts: Facts) -> Iterator[tuple[ast.Call, str]]:
    """The calls of what is public, by qualified names; also those that `functools.partial` holds."""
    for node, name in facts.qualified.items():
        if isinstance(node, ast.Call) and not _is_object(facts.value(node.func)):
            if name == _PARTIAL and node.args:
                yield node, facts.value(node.args[0]).name
            else:
                yield node, name
    for call in {call.node: call for call in facts.method_calls}.values():
        if isinstance(call.receiver, KerasModel) and isinstance(call.node.func, ast.Attribute):
            yield call.node, f"keras.Model.{call.method}"
    for each in script.nodes:
        if isinstance(each, ast.Call) and _calls_constructor_above(each):
            owner = next(
                (outer for outer in ancestors(script, each) if isinstance(outer, ast.ClassDef)), None
            )
            bases = set(outside_bases(facts, owner)) if owner is not None else set()
            if len(bases) == 1:
                yield each, bases.pop()


def _is_object(value: Value) -> bool:
    """True for an object of a class, which has the qualified name of that."""
    return isinstance(value, LibraryObject) or value.definition is not None


def _calls_constructor_above(node: ast.Call) -> bool:
    """True for `super().__init__(...)`."""
    return (
        isinstance(node.func, ast.Attribute)
        and node.func.attr == "__init__"
        and isinstance(node.func.value, ast.Call)
        and isinstance(node.func.value.func, ast.Name)
        and node.func.value.func.id == "super"
    )


def _passed(facts: Facts, node: ast.Call, function: str) -> PassedArguments:
    is_held = facts.qualified.get(node) == _PARTIAL
    keywords = frozenset(keyword.arg for keyword in node.keywords if keyword.arg is not None)
    return PassedArguments(function, tuple(before_unpacking(node)[is_held:]), keywords)


def _named(script: Script, node: ast.Call, moved: tuple[Position, ...]) -> Replace:
    """The call with names for the arguments that are elsewhere; what 2.6 has no parameter for is left out."""
    kept = [value for value in node.args if all(value is not each.value for each in moved)]
    named = [(each.parameter, each.value) for each in moved if each.is_in_sdk]
    named += [(keyword.arg or "", keyword.value) for keyword in node.keywords]
    parts: list[tuple[str, object]] = [("func", script.span(node.func))]
    texts = []
    for number, (name, value) in enumerate([*((None, value) for value in kept), *named]):
        stars = "*" if name is None and isinstance(value, ast.Starred) else "**" if name == "" else ""
        inner = value.value if isinstance(value, ast.Starred) else value
        texts.append(f"{stars}{f'{name}=' if name else ''}{{a{number}}}")
        parts.append((f"a{number}", script.span(inner)))
    holes: Parts = tuple(parts)  # type: ignore[arg-type]
    return Replace(script.span(node), f"{{func}}({', '.join(texts)})", holes)


def _written(node: ast.Call) -> str:
    return dotted(node.func) or ast.unparse(node.func)
