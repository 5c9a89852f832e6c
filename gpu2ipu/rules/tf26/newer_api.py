"""IPU601: names that came after TensorFlow 2.6, the version of the SDK.

https://github.com/tensorflow/tensorflow/blob/master/RELEASE.md
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.subclasses import MODEL_CLASSES, methods, subclasses
from gpu2ipu.analysis.syntax.qualified_names import canonical, dotted
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors, statement_of
from gpu2ipu.analysis.values.call_arguments import keyword_of, passed_values
from gpu2ipu.analysis.values.data import Dataset
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.edits import AddArgument, Edit, Insert, Remove, Replace, Where
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.gpu_code.api_calls import is_pure_talk
from gpu2ipu.port.gpu_code.leftovers import read_by_other_files
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Effort, Rule
from gpu2ipu.rules.tf26 import api_uses
from gpu2ipu.rules.tf26.identifiers import Identifier, newer_identifiers
from gpu2ipu.rules.tf26.scheduled_rates import scheduled_rates
from gpu2ipu.rules.tf26.tables.keras_operations import OPERATIONS, Operation
from gpu2ipu.rules.tf26.tables.newer_api import (
    DATASET,
    EQUIVALENTS,
    HINTS,
    MODEL,
    NEWER_HOOKS,
    NEWER_NAMES,
    NO_EFFECT,
    SEEDS_ALL,
    equivalent,
    since,
)

_GONE = {*NO_EFFECT, SEEDS_ALL}
_OPERATIONS = ("keras.ops.", "keras.random.")
_BY_HAND = "implement it yourself"


class NewerApi(Rule):
    """A name that TensorFlow 2.6 does not have."""

    id = "IPU601"
    name = "newer-api"
    severity = Severity.ERROR
    effort = Effort.LOW
    both_devices = True
    alone = True
    what = "A script uses a name of Keras or TensorFlow that was added after TensorFlow 2.6."
    why = (
        "The SDK's TensorFlow is 2.6, where the name is an AttributeError or ImportError: "
        "\"module 'tensorflow.keras.utils' has no attribute 'set_random_seed'\"."
    )
    fix = "the equivalent in 2.6; the rest needs manual work"
    before = """\
import tensorflow as tf

tf.keras.utils.set_random_seed(1)
optimizer = tf.keras.optimizers.legacy.Adam(0.01)
"""
    after = """\
import tensorflow as tf
import random
import numpy as np

random.seed(1)
np.random.seed(1)
tf.random.set_seed(1)
optimizer = tf.keras.optimizers.Adam(0.01)
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each use and each import."""
        script = port.script
        facts = facts_of(script)
        for attribute, name in _told(facts).items():
            yield from self._unless_guarded(script, attribute, self._use(script, facts, attribute, name))
        for starred, name in _told_of_stars(script, facts):
            yield from self._unless_guarded(script, starred, self._starred(script, facts, starred, name))
        for use, name in api_uses.names(facts, _GONE):
            yield from self._unless_guarded(script, use, self._gone(script, facts, use, name))
        yield from self._hooks(script, facts)
        for node in dict.fromkeys(node for node, _, _ in facts.imports):
            if isinstance(node, ast.Import):
                yield from self._plain_import(script, node)
        for each in api_uses.imported(facts):
            if each.name.startswith(("keras.", "tensorflow.")) and (
                found := self._import(script, facts, each)
            ):
                yield from self._unless_guarded(script, each.node, found)
        yield from self._methods(script, facts)
        for identifier in newer_identifiers(script, facts):
            found = self._identifier(script, facts, identifier)
            yield from self._unless_guarded(script, facts.place(identifier.node), found)
        for rate in scheduled_rates(script, facts):
            message = f"`{ast.unparse(rate)}` is a schedule in TensorFlow 2.6, and not the rate of a step"
            found = self.finding(
                script.span(rate), f"{message}: call the schedule, `schedule(optimizer.iterations)`"
            )
            yield from self._unless_guarded(script, rate, found)

    def _unless_guarded(self, script: Script, node: ast.AST, found: Finding) -> Iterator[Finding]:
        if not api_uses.is_guarded(script, node):
            yield found

    def _use(self, script: Script, facts: Facts, node: ast.Attribute, name: str) -> Finding:
        if name in _GONE:
            return self._gone(script, facts, node, name)
        old = equivalent(name)
        message = _message(name)
        if old is None:
            return self.finding(script.span(node), f"{message}: {HINTS.get(name, _BY_HAND)}")
        if name in OPERATIONS and not _takes_the_same(script, node, name):
            return self.finding(script.span(node), f"{message}: use `{_shown(old)}`")
        edits = _written_otherwise(script, facts, node, name, old)
        fix = Fix(f"`{_shown(old)}`", Safety.SAFE, edits) if edits else None
        return self.finding(script.span(node), message if fix else f"{message}: use `{_shown(old)}`", fix)

    def _starred(self, script: Script, facts: Facts, node: ast.Name, name: str) -> Finding:
        """A name that `import *` binds where a module has it: written as one of TensorFlow."""
        if name in _GONE:
            return self._gone(script, facts, node, name)
        old, message = equivalent(name), _message(name)
        if old is None:
            return self.finding(script.span(node), f"{message}: {HINTS.get(name, _BY_HAND)}")
        if name in OPERATIONS and not _takes_the_same(script, node, name):
            return self.finding(script.span(node), f"{message}: use `{_shown(old)}`")
        edits = _below_tensorflow(script, facts, node, name, old)
        return self.finding(script.span(node), message, Fix(f"`{_shown(old)}`", Safety.SAFE, edits))

    def _identifier(self, script: Script, facts: Facts, each: Identifier) -> Finding:
        """`activation="silu"`."""
        release = since(each.name) if each.name else None
        came = f"came with {release} and is" if release else "is"
        message = f"`{each.text}` of `keras.{each.module}` {came} not in TensorFlow 2.6"
        fix = Fix(f"`{each.replacement}`", Safety.SAFE, each.edits) if each.edits else None
        if fix is None:
            message += (
                f": {f'use `{each.replacement}`' if each.replacement else HINTS.get(each.name, _BY_HAND)}"
            )
        return self.finding(script.span(facts.place(each.node)), message, fix)

    def _gone(self, script: Script, facts: Facts, node: ast.expr, name: str) -> Finding:
        """A call that goes, or becomes several."""
        call, statement = _statement_of_call(script, node)
        if name == SEEDS_ALL:
            message = _message(name)
            edits = _three_seeds(script, facts, call, statement) if call and statement else ()
            fix = Fix("seed Python, NumPy and TensorFlow", Safety.SAFE, edits) if edits else None
            message += "" if fix else ": seed `random`, `numpy.random` and `tf.random`"
            return self.finding(script.span(node), message, fix)
        fix = Fix("remove it", Safety.SAFE, (Remove(script.span(statement)),)) if statement else None
        return self.finding(script.span(node), _message(name), fix)

    def _import(self, script: Script, facts: Facts, each: api_uses.Imported) -> Finding | None:
        """What is said of one imported name; the edit is that of the whole statement, the same for each."""
        moved = _moved(script, facts, each)
        if moved is None:
            return None
        old, new = moved
        place, message = script.span(each.alias), _message(old)
        if each.alias.name == "*" and new == each.name:
            return self._star_import(script, facts, each, message)
        if new == each.name:  # no equivalent
            fix = api_uses.without_unused(script, each)
            return self.finding(
                place, message if fix else f"{message}: {HINTS.get(each.name, _BY_HAND)}", fix
            )
        if not api_uses.is_settled(each.node):  # its module's name is changed first
            return self.finding(place, message)
        if new is not None and new in _unlike(script, facts, each.node):
            return self.finding(place, f"{message}: use `{_shown(new)}`, of which the arguments are others")
        moves = {}
        defaults = list[Edit]()
        for other in api_uses.imported(facts):
            if other.node is each.node and (found := _moved(script, facts, other)) and found[1] != other.name:
                if found[1] in _unlike(script, facts, each.node):
                    continue
                moves[other.alias.name] = _written(found[1])
                for use in _uses(facts, other) if other.name in OPERATIONS else ():
                    defaults += _adapted(script, use, OPERATIONS[other.name])
        title = f"import `{_shown(new)}`" if new else "remove it with its calls"
        edit = api_uses.changed_import(script, each.node, moves)
        return self.finding(place, message, Fix(title, Safety.SAFE, (edit, *defaults)))

    def _star_import(self, script: Script, facts: Facts, each: api_uses.Imported, message: str) -> Finding:
        """`from keras.ops import *`, which goes once nothing that is left needs it."""
        place, module = script.span(each.alias), each.name.removesuffix("*")
        uses = [(use, name) for use, name in _told_of_stars(script, facts) if name.startswith(module)]
        if not api_uses.is_settled(each.node):  # its module's name is changed first
            return self.finding(place, message)
        if read_by_other_files(script) or any(
            self._starred(script, facts, use, name).fix is None for use, name in uses
        ):
            return self.finding(place, f"{message}: {_BY_HAND}")
        edit = Remove(script.span(each.node))
        return self.finding(place, message, Fix("remove it: nothing else needs it", Safety.SAFE, (edit,)))

    def _plain_import(self, script: Script, node: ast.Import) -> Iterator[Finding]:
        """`import tensorflow.keras.optimizers.legacy as optimizers`."""
        for alias in node.names:
            name = canonical(alias.name)
            if name in NEWER_NAMES:
                found = self.finding(script.span(alias), _message(name))
                yield from self._unless_guarded(script, node, found)

    def _hooks(self, script: Script, facts: Facts) -> Iterator[Finding]:
        """Methods that `fit` does not call yet; without `y_pred`, or called by the class, it is the script's own."""
        if not any(hook in script.text for hook in NEWER_HOOKS):
            return
        for owner in subclasses(facts, MODEL_CLASSES):
            for method in methods(owner, NEWER_HOOKS):
                takes_outputs = "y_pred" in (parameter.arg for parameter in method.args.args)
                if takes_outputs and not _is_read_by(owner, f"self.{method.name}"):
                    message = f"`fit` calls `{method.name}` since {since(MODEL + '.' + method.name)}"
                    message += ", but never in TensorFlow 2.6"
                    yield self.finding(
                        script.span(method), f"{message}: compile the model with this loss or metric"
                    )

    def _methods(self, script: Script, facts: Facts) -> Iterator[Finding]:
        seen: set[ast.Call] = set()
        for call in facts.method_calls:
            is_model = isinstance(call.receiver, KerasModel)
            is_known = is_model or isinstance(call.receiver, Dataset)
            name = f"{MODEL if is_model else DATASET}.{call.method}"
            if not is_known or name not in NEWER_NAMES or call.node in seen:
                continue
            seen.add(call.node)
            hint = HINTS.get(name)
            message = f"`{call.method}` came with {since(name)} and is not in TensorFlow 2.6"
            message += f": {hint}" if hint else ""
            yield from self._unless_guarded(
                script, call.node, self.finding(script.span(call.node.func), message)
            )


def _is_read_by(owner: ast.ClassDef, name: str) -> bool:
    return any(isinstance(node, ast.Attribute) and dotted(node) == name for node in ast.walk(owner))


def _told(facts: Facts) -> dict[ast.Attribute, str]:
    """The uses of newer names: of `a.b.c` the whole, unless an import of `a.b` is told already."""
    used = dict(api_uses.attributes(facts, NEWER_NAMES))
    for outer, name in list(used.items()):
        module = facts.value(outer.value)
        is_imported = isinstance(outer.value, ast.Name) and module.name in NEWER_NAMES
        if is_imported and name not in EQUIVALENTS and name not in _GONE:
            del used[outer]
        used.pop(outer.value, None)  # type: ignore[call-overload]
    return used


def _told_of_stars(script: Script, facts: Facts) -> Iterator[tuple[ast.Name, str]]:
    """The uses of newer names that `import *` binds: not of a module of which something is told already."""
    for node, name in api_uses.starred(facts, NEWER_NAMES):
        outer = script.parents[node]
        if not (isinstance(outer, ast.Attribute) and facts.value(outer).name in NEWER_NAMES):
            yield node, name


def _message(name: str) -> str:
    return f"`{_shown(name)}` came with {since(name)} and is not in TensorFlow 2.6"


def _shown(name: str) -> str:
    """A qualified name as people write it."""
    return "tf." + (name.removeprefix("tensorflow.") if name.startswith("tensorflow.") else name)


def _written(name: str | None) -> str | None:
    """A qualified name as an import spells it."""
    return f"tensorflow.{name}" if name and name.startswith("keras") else name


def _uses(facts: Facts, each: api_uses.Imported) -> list[ast.Name]:
    """Where a script reads what an import binds."""
    bound = each.alias.asname or each.alias.name
    return [use for use, name in api_uses.names(facts, {each.name}) if name == each.name and use.id == bound]


def _unlike(script: Script, facts: Facts, node: ast.ImportFrom) -> set[str | None]:
    """The operations that an import would name, of which not all uses are the same in TensorFlow."""
    return {
        equivalent(each.name)
        for each in api_uses.imported(facts)
        if each.node is node
        and each.name in OPERATIONS
        and not all(_takes_the_same(script, use, each.name) for use in _uses(facts, each))
    }


def _takes_the_same(script: Script, node: ast.expr, name: str) -> bool:
    """True if a call of an operation has arguments that both versions call the same."""
    call, operation = next(ancestors(script, node)), OPERATIONS[name]
    is_called = isinstance(call, ast.Call) and call.func is node
    if not isinstance(call, ast.Call) or not (is_called or "partial" in (dotted(call.func) or "")):
        return not operation.least
    are_known = all(operation.takes(keyword.arg) for keyword in call.keywords)
    if not is_called:  # what `functools.partial` holds
        return are_known and not operation.least and operation.renamed is None
    given = len(passed_values(call)) + bool(operation.default)
    return are_known and len(call.args) <= operation.most and given >= operation.least


def _written_otherwise(
    script: Script, facts: Facts, node: ast.Attribute, name: str, old: str
) -> tuple[Edit, ...]:
    """`a.b.new` becomes `a.b.old`, with as much of the path kept as both names share."""
    rest, path = name, [node.attr]
    base: ast.expr = node.value
    if name.startswith(_OPERATIONS) or name in OPERATIONS:
        return _below_tensorflow(script, facts, node, name, old)
    while not old.startswith((rest := rest.rpartition(".")[0]) + ".") and old != rest:
        if not isinstance(base, ast.Attribute):
            return ()
        path.append(base.attr)
        base = base.value
    if api_uses.unfolded(facts.value(base).name) != rest:
        return ()
    below = old[len(rest) :]
    return (Replace(script.span(node), f"{{base}}{below}", (("base", script.span(base)),)),)


def _below_tensorflow(script: Script, facts: Facts, node: ast.expr, name: str, old: str) -> tuple[Edit, ...]:
    """A name, or a dotted one, becomes `tf.old`."""
    module, added = api_uses.name_of_module(script, facts, "tensorflow", "tf", statement_of(script, node))
    replaced = Replace(script.span(node), f"{module}.{old.removeprefix('tensorflow.')}")
    return (*added, replaced, *_adapted(script, node, OPERATIONS.get(name)))


def _adapted(script: Script, node: ast.expr, operation: Operation | None) -> tuple[Edit, ...]:
    """The argument that TensorFlow needs, where a call leaves it to the default of Keras, or has by another name."""
    call = next(ancestors(script, node))
    if operation is None or not isinstance(call, ast.Call) or call.func is not node:
        return ()
    if operation.renamed is not None and (given := keyword_of(call, operation.renamed[0])) is not None:
        return (api_uses.renamed_keyword(script, given, operation.renamed[1]),)
    if not operation.default:
        return ()
    is_given = len(passed_values(call)) >= operation.least
    keyword, value = operation.default
    return () if is_given else (AddArgument(script.span(call), keyword, value),)


def _statement_of_call(script: Script, node: ast.expr) -> tuple[ast.Call | None, ast.Expr | None]:
    """The call of a function and the statement that is nothing but this call."""
    call = next(ancestors(script, node))
    if not (isinstance(call, ast.Call) and call.func is node):
        return None, None
    statement = statement_of(script, call)
    return call, statement if isinstance(statement, ast.Expr) and statement.value is call else None


def _three_seeds(script: Script, facts: Facts, call: ast.Call, statement: ast.Expr) -> tuple[Edit, ...]:
    given = passed_values(call)
    if len(given) != 1 or isinstance(given[0], ast.Starred) or not is_pure_talk(facts, given[0]):
        return ()
    names: list[str] = []
    edits: list[Edit] = []
    for module, alias in (("random", "random"), ("numpy", "np"), ("tensorflow", "tf")):
        name, added = api_uses.name_of_module(script, facts, module, alias, statement)
        names.append(name)
        edits += added
    seed = (("seed", script.span(given[0])),)
    template = f"{names[1]}.random.seed({{seed}})\n{names[2]}.random.set_seed({{seed}})"
    edits.append(Replace(script.span(call), f"{names[0]}.seed({{seed}})", seed))
    edits.append(Insert(script.span(statement), template, Where.AFTER, seed))
    return tuple(edits)


def _moved(script: Script, facts: Facts, each: api_uses.Imported) -> tuple[str, str | None] | None:
    """The newer name that an import has, and the new name of what it imports: the same where there is nothing.

    None instead of a new name where it goes; None instead of both where TensorFlow 2.6 has it.
    """
    if each.name in _GONE:
        settled = all(
            _goes(script, facts, use, each.name)
            for use, name in api_uses.names(facts, {each.name})
            if name == each.name
        )
        return each.name, None if settled else each.name
    newer = each.name
    while newer and newer not in NEWER_NAMES:
        newer = newer.rpartition(".")[0]
    return (newer, equivalent(each.name) or each.name) if newer else None


def _goes(script: Script, facts: Facts, use: ast.expr, name: str) -> bool:
    call, statement = _statement_of_call(script, use)
    if call is None or statement is None:
        return False
    return name != SEEDS_ALL or bool(_three_seeds(script, facts, call, statement))
