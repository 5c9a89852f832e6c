"""IPU606: names of Keras 1 and early Keras 2 that TensorFlow 2.6, the version of the SDK, does not have.

Fixed before anything else is: the other rules know the names of today.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.layers import Layer
from gpu2ipu.analysis.keras.model import Model, models_of
from gpu2ipu.analysis.library import public_api
from gpu2ipu.analysis.library.keras_public_names import PUBLIC_NAMES
from gpu2ipu.analysis.syntax.qualified_names import canonical
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors, block_of, statement_of
from gpu2ipu.analysis.values.call_arguments import argument, bound, passed_values
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.edits import Edit, Remove, Replace, Span
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.code.helper_functions import classes_of
from gpu2ipu.port.gpu_code.sessions import removed_with_sessions
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import Effort, Rule
from gpu2ipu.rules.tf26 import api_uses, keras_wheel
from gpu2ipu.rules.tf26.identifiers import older_identifiers
from gpu2ipu.rules.tf26.older_attributes import older_attributes
from gpu2ipu.rules.tf26.tables.keras_moves import MOVED_MODULES
from gpu2ipu.rules.tf26.tables.older_keras import (
    DATA_FORMATS,
    GONE_NAMES,
    MERGE_MODES,
    MERGE_PARAMETERS,
    OLDER_MODULES,
    OLDER_NAMES,
    RAISING_NAMES,
)
from gpu2ipu.rules.tf26.tables.tensorflow_1 import GONE_PACKAGES, NAMES_BELOW, NAMES_OF_1, NAMES_OF_2

_MODULES = MOVED_MODULES | OLDER_MODULES
_OF_OTHER_RULES = ("*", "CuDNNGRU", "CuDNNLSTM", "multi_gpu_model")
_HOMES = ("layers", "models", "callbacks", "optimizers", "losses", "metrics")
_BACKEND = "backend"
_MERGE_NAME = "merge"
_MERGE = f"keras.layers.{_MERGE_NAME}"
# modules that `import *` of the one above brought, and what has their names today
_STARRED_MODULES = {
    f"keras.{old}": new for old, new in MOVED_MODULES.items() if old.startswith("utils.") and "_" in old
}
_SET_ORDERING = "keras.backend.set_image_dim_ordering"
_ORDERING = "keras.backend.image_dim_ordering"
_PREDICTIONS = ("predict_classes", "predict_proba")
# whether there are several outputs -> what makes classes of them, and its words
_CLASSES: dict[bool | None, tuple[str, str]] = {
    True: ("{whole}.argmax(axis=-1)", "`predict`, and the largest output"),
    False: ('({whole} > 0.5).astype("int32")', "`predict`, and whether it exceeds 0.5"),
}


class OlderApi(Rule):
    """A name that was removed."""

    id = "IPU606"
    name = "older-api"
    severity = Severity.ERROR
    effort = Effort.LOW
    both_devices = True
    alone = True
    what = "A script uses a name of TensorFlow 1, Keras 1 or early Keras 2 that was removed before TensorFlow 2.6."
    why = (
        "The SDK's TensorFlow is 2.6, where the name is an AttributeError or ImportError: "
        "\"cannot import name 'adam' from 'tensorflow.keras.optimizers'\"."
    )
    fix = "its replacement, where it does the same; the rest needs manual work"
    before = """\
from tensorflow.keras import backend as K
from tensorflow.keras.optimizers import sgd

K.set_image_dim_ordering("tf")
optimizer = sgd(0.1)
"""
    after = """\
from tensorflow.keras import backend as K
from tensorflow.keras.optimizers import SGD as sgd

K.set_image_data_format("channels_last")
optimizer = sgd(0.1)
"""
    prepares = True

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each use and each import."""
        script = port.script
        facts = facts_of(script)
        found = [
            *self._imports(port, facts),
            *self._attributes(port, facts),
            *self._starred(script, facts),
            *self._of_objects(script, facts),
            *self._identifiers(script, facts),
            *self._calls(script, facts),
            *self._predictions(script, facts),
            *self._of_version_1(script, facts),
        ]
        removed = removed_with_sessions(port)
        for node, finding in found:
            if node not in removed and not (
                api_uses.is_guarded(script, node) or api_uses.is_of_version_1(facts, node)
            ):
                yield finding

    def _imports(self, port: Port, facts: Facts) -> Iterator[tuple[ast.AST, Finding]]:
        script = port.script
        for each in api_uses.imported(facts):
            new = _place_today(each.name)
            name = _public(each.name)
            if name in GONE_NAMES and name != _MERGE:
                yield each.node, self._absent(script, each, _gone(name), GONE_NAMES[name])
            elif new is not None and each.name.startswith("keras."):
                message = f"`{each.alias.name}` is called `{new}` in TensorFlow 2.6"
                edit = api_uses.changed_import(script, each.node, _moves(each.node))
                fix = Fix(f"import `{new}`", Safety.SAFE, (edit,))
                yield each.node, self.finding(script.span(each.alias), message, fix)
            elif _is_absent(each.name):
                home = _home(each.name)
                if home is None:
                    if keras_wheel.serves(port, each.node):
                        continue
                    verb = "is not public in the Keras of TensorFlow 2.6"
                    yield each.node, self._absent(script, each, verb, "implement it yourself")
                else:
                    verb = "is" if home == _BACKEND else "is in"
                    message = f"`{each.alias.name}` {verb} `keras.{home}` in TensorFlow 2.6"
                    edit = api_uses.changed_import(script, each.node, _moves(each.node))
                    fix = Fix(f"import it from `keras.{home}`", Safety.SAFE, (edit,))
                    yield each.node, self.finding(script.span(each.alias), message, fix)

    def _absent(self, script: Script, each: api_uses.Imported, verb: str, hint: str) -> Finding:
        """An imported name that is nowhere; once nothing uses it, it goes."""
        fix, message = api_uses.without_unused(script, each), f"`{each.alias.name}` {verb}"
        return self.finding(script.span(each.alias), message if fix else f"{message}: {hint}", fix)

    def _attributes(self, port: Port, facts: Facts) -> Iterator[tuple[ast.AST, Finding]]:
        script = port.script
        for node, name in api_uses.attributes(facts, OLDER_NAMES):
            new = OLDER_NAMES[name]
            message = f"`{node.attr}` is called `{new}` in TensorFlow 2.6"
            edit = Replace(script.span(node), f"{{base}}.{new}", (("base", script.span(node.value)),))
            yield node, self.finding(script.span(node), message, Fix(f"`{new}`", Safety.SAFE, (edit,)))
        for node, name in api_uses.attributes(facts, GONE_NAMES):
            if name != _MERGE and not keras_wheel.served_name(port, node):
                message = f"`{node.attr}` {_gone(name)}: {GONE_NAMES[name]}"
                yield node, self.finding(script.span(node), message)

    def _starred(self, script: Script, facts: Facts) -> Iterator[tuple[ast.AST, Finding]]:
        """The names that `import *` brought in older releases."""
        for node, name in api_uses.starred(facts, OLDER_NAMES):
            new = OLDER_NAMES[name]
            message = f"`{node.id}` is called `{new}` in TensorFlow 2.6"
            edit = Replace(script.span(node), new)
            is_free = bindings_of(script).visible(new, node) is None
            fix = Fix(f"`{new}`", Safety.SAFE, (edit,)) if is_free else None
            yield node, self.finding(script.span(node), message, fix)
        for node, name in api_uses.starred(facts, GONE_NAMES):
            message = f"`{node.id}` is not in TensorFlow 2.6: {GONE_NAMES[name]}"
            call = script.parents[node]
            is_merged = name == _MERGE and isinstance(call, ast.Call) and call.func is node
            fix = _merged(script, call) if is_merged and isinstance(call, ast.Call) else None
            yield node, self.finding(script.span(node), message, fix)
        for node, name in api_uses.starred(facts, _STARRED_MODULES):
            tf, added = api_uses.name_of_module(script, facts, "tensorflow", "tf", statement_of(script, node))
            new = f"{tf}.keras.{_STARRED_MODULES[name]}"
            fix = Fix(f"`{new}`", Safety.SAFE, (*added, Replace(script.span(node), new)))
            yield node, self.finding(script.span(node), f"`{node.id}` is not in TensorFlow 2.6", fix)

    def _of_objects(self, script: Script, facts: Facts) -> Iterator[tuple[ast.AST, Finding]]:
        for each in older_attributes(facts):
            place, base = script.span(each.node), (("base", script.span(each.node.value)),)
            fix, message = None, each.message
            if each.new:
                fix = Fix(f"`{each.new}`", Safety.SAFE, (Replace(place, f"{{base}}.{each.new}", base),))
            elif each.instead and isinstance(call := script.parents[each.node], ast.Call):
                whole = Replace(script.span(call), each.instead, base)
                fix = Fix(message.rpartition(": ")[2], Safety.SAFE, (whole,))
                message = message.rpartition(": ")[0]
            yield each.node, self.finding(place, message, fix)

    def _identifiers(self, script: Script, facts: Facts) -> Iterator[tuple[ast.AST, Finding]]:
        """`loss="cosine_proximity"`."""
        for each in older_identifiers(script, facts):
            message = f"`{each.text}` of `keras.{each.module}` is not in TensorFlow 2.6"
            fix = Fix(each.replacement, Safety.SAFE, each.edits) if each.edits else None
            if fix is None:
                hint = GONE_NAMES.get(each.name) or f"write {each.replacement}"
                message = f"{message}: {hint}"
            yield each.node, self.finding(script.span(each.node), message, fix)

    def _of_version_1(self, script: Script, facts: Facts) -> Iterator[tuple[ast.AST, Finding]]:
        """`tf.log`, `tf.contrib` and so on: what was right below `tf` in TensorFlow 1."""
        for node in script.nodes:
            if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load):
                continue
            base, name = _below_tensorflow(facts, node)
            if base is not None:
                new = NAMES_OF_2.get(name)
                whole = (("base", script.span(base)),)
                edits = (Replace(script.span(node), f"{{base}}.{new}", whole),) if new else ()
                yield node, self._of_name(script.span(node), name, edits)
        for each in api_uses.imported(facts):
            package, _, name = each.name.partition(".")
            name = name.split(".")[0] if name.split(".")[0] in GONE_PACKAGES else name
            if package == "tensorflow" and name in NAMES_OF_1 | NAMES_BELOW:
                moves: dict[str, str | None] = {each.alias.name: f"tensorflow.{NAMES_OF_2.get(name)}"}
                edit = api_uses.changed_import(script, each.node, moves) if name in NAMES_OF_2 else None
                if name in GONE_PACKAGES and not any(api_uses.is_read(script, it) for it in each.node.names):
                    message = f"`tf.{name}` is of TensorFlow 1 and gone in 2.6, and nothing uses this import"
                    fix = Fix("remove the import", Safety.SAFE, (Remove(script.span(each.node)),))
                    yield each.node, self.finding(script.span(each.node), message, fix)
                    continue
                yield each.node, self._of_name(script.span(each.alias), name, (edit,) if edit else ())

        for statement in dict.fromkeys(each for each, _, _ in facts.imports if isinstance(each, ast.Import)):
            names = [
                alias.name.split(".") for alias in statement.names if alias.name.startswith("tensorflow.")
            ]
            for name in dict.fromkeys(parts[1] for parts in names if parts[1] in GONE_PACKAGES):
                yield statement, self._of_name(script.span(statement), name, ())

    def _of_name(self, span: Span, name: str, edits: tuple[Edit, ...]) -> Finding:
        message = f"`tf.{name}` is of TensorFlow 1"
        if edits:
            return self.finding(span, message, Fix(f"`tf.{NAMES_OF_2[name]}`", Safety.SAFE, edits))
        if name in GONE_PACKAGES:
            return self.finding(span, f"{message} and gone in 2.6: {GONE_PACKAGES[name]}")
        return self.finding(
            span, f"{message}; `tf.compat.v1.{name}` needs graph mode: implement it with Keras"
        )

    def _calls(self, script: Script, facts: Facts) -> Iterator[tuple[ast.AST, Finding]]:
        for node, name in facts.qualified.items():
            if not isinstance(node, ast.Call):
                continue
            if name == _MERGE:
                message = f"`merge` is not in TensorFlow 2.6: {GONE_NAMES[_MERGE]}"
                yield node, self.finding(script.span(node), message, _merged(script, node))
            elif name == _SET_ORDERING:
                message = "`set_image_dim_ordering` is called `set_image_data_format` in TensorFlow 2.6"
                yield node, self.finding(script.span(node), message, _set_format(script, node))
            elif name == _ORDERING:
                message = "`image_dim_ordering` is called `image_data_format` in TensorFlow 2.6"
                yield node, self.finding(script.span(node), message, _asked_format(script, node))

    def _predictions(self, script: Script, facts: Facts) -> Iterator[tuple[ast.AST, Finding]]:
        seen: set[ast.Call] = set()
        for call in facts.method_calls:
            if (
                call.method in _PREDICTIONS
                and isinstance(call.receiver, KerasModel)
                and call.node not in seen
                and call.receiver.definition is None  # a class of the script may have a method of that name
            ):
                seen.add(call.node)
                yield call.node, self._prediction(script, facts, call.node, call.method)

    def _prediction(self, script: Script, facts: Facts, node: ast.Call, method: str) -> Finding:
        message = f"`{method}` is not in TensorFlow 2.6"
        if not isinstance(node.func, ast.Attribute):  # called under another name
            return self.finding(script.span(node), message)
        place, base = script.span(node.func), (("base", script.span(node.func.value)),)
        edits: tuple[Edit, ...] = (Replace(place, "{base}.predict", base),)
        if method == "predict_proba":
            return self.finding(place, message, Fix("`predict`", Safety.SAFE, edits))
        found = {_gives_several(facts, model) for model in models_of(facts, facts.value(node.func.value))}
        template, title = _CLASSES.get(found.pop() if len(found) == 1 else None, ("", ""))
        if not template:
            helper = classes_of(script, facts)
            edits += helper.edits
            template, title = (
                f"{helper.name}({{whole}})",
                "`predict`, and the largest output if there are several",
            )
        edits += (Replace(script.span(node), template, (("whole", script.span(node)),)),)
        return self.finding(place, message, Fix(title, Safety.SAFE, edits))


def _gone(name: str) -> str:
    return f"{'only raises an error' if name in RAISING_NAMES else 'is not'} in TensorFlow 2.6"


def _below_tensorflow(facts: Facts, node: ast.Attribute) -> tuple[ast.expr | None, str]:
    """The module and the name of what TensorFlow 1 had right below `tf`, or below a package of it."""
    if node.attr in NAMES_OF_1 and facts.value(node.value).name == "tensorflow":
        return node.value, node.attr
    package = node.value
    if isinstance(package, ast.Attribute) and (name := f"{package.attr}.{node.attr}") in NAMES_BELOW:
        return (package.value if facts.value(package.value).name == "tensorflow" else None), name
    return None, ""


def _is_absent(name: str) -> bool:
    """True if a module whose names are all known does not have one; what other rules speak of is left to them."""
    module, _, last = name.removeprefix("keras.").rpartition(".")
    if not name.startswith("keras.") or last in _OF_OTHER_RULES or public_api.find(name):
        return False
    inside = f"{module}.{last}"
    is_module = last == "experimental" or inside in PUBLIC_NAMES or inside in _MODULES
    return bool(module) and module in PUBLIC_NAMES and not is_module and last not in PUBLIC_NAMES[module]


def _home(name: str) -> str | None:
    """The one module below Keras that has a class of that name, which another one, such as `keras.models`, imported."""
    last = name.rpartition(".")[2]
    if last == "K":  # which the modules of Keras called the backend by
        return _BACKEND
    homes = {canonical(f"keras.{home}.{last}"): home for home in _HOMES if last in PUBLIC_NAMES[home]}
    return next(iter(homes.values())) if len(homes) == 1 and last[0].isupper() else None


def _public(name: str) -> str:
    return api_uses.public(name, _MODULES)


def _place_today(name: str) -> str | None:
    """The last part of the name that took the place of an imported one; None where it is as it was."""
    below = name.removeprefix("keras.")
    if below in OLDER_MODULES:
        return OLDER_MODULES[below]
    new = OLDER_NAMES.get(_public(name))
    module, _, last = below.rpartition(".")
    return new or (last if module in OLDER_MODULES else None)


def _moves(node: ast.ImportFrom) -> dict[str, str | None]:
    """Where each name of an import statement is to be imported from."""
    moves: dict[str, str | None] = {}
    for alias in node.names:
        name = canonical(f"{node.module}.{alias.name}")
        new = _place_today(name)
        if new is not None:
            moves[alias.name] = f"{_module_today(node.module or '')}.{new}"
        elif _is_absent(name) and (home := _home(name)) is not None:
            module = name.removeprefix("keras.").rpartition(".")[0]
            place = home if home == _BACKEND else f"{home}.{alias.name}"
            moves[alias.name] = f"{(node.module or '').removesuffix(module)}{place}"
    return moves


def _module_today(module: str) -> str:
    for old, new in OLDER_MODULES.items():
        if module.endswith(f".{old}"):
            return module[: -len(old)] + new
    return module


def _merged(script: Script, node: ast.Call) -> Fix | None:
    """`merge([a, b], mode="concat", concat_axis=1)` becomes `concatenate([a, b], axis=1)`."""
    given = bound(node, MERGE_PARAMETERS)
    known = {*MERGE_PARAMETERS, "name"}
    mode = given.get("mode", ast.Constant("sum"))
    if len(given) != len(node.args) + len(node.keywords) or not given.keys() <= known:
        return None
    if not (isinstance(mode, ast.Constant) and mode.value in MERGE_MODES and "inputs" in given):
        return None
    new = MERGE_MODES[mode.value]
    template, parts = "({inputs}", [("inputs", script.span(given["inputs"]))]
    options = {"axis": given.get("concat_axis"), "name": given.get("name")}
    for keyword, value in options.items():
        if value is not None and (keyword != "axis" or new == "concatenate"):
            template += f", {keyword}={{{keyword}}}"
            parts.append((keyword, script.span(value)))
    parts.append(("func", script.span(node.func)))
    func = "{func}."
    if isinstance(node.func, ast.Attribute):
        parts[-1] = ("func", script.span(node.func.value))
    elif bindings_of(script).visible(_MERGE_NAME, node) is None:  # `import *` binds what takes its place
        func = ""
        del parts[-1]
    edit = Replace(script.span(node), f"{func}{new}{template})", tuple(parts))
    return Fix(f"`{new}`", Safety.SAFE, (edit,))


def _renamed(script: Script, func: ast.expr, new: str) -> Replace | None:
    """Another method of the same module; None for a function that was imported by itself."""
    if not isinstance(func, ast.Attribute):
        return None
    return Replace(script.span(func), f"{{base}}.{new}", (("base", script.span(func.value)),))


def _set_format(script: Script, node: ast.Call) -> Fix | None:
    name = _renamed(script, node.func, "set_image_data_format")
    given = argument(node, 0)
    if name is None or len(node.args) != 1 or node.keywords or not isinstance(given, ast.Constant):
        return None
    data_format = DATA_FORMATS.get(str(given.value))
    if data_format is None:
        return None
    edit = Replace(script.span(given), f'"{data_format}"')
    return Fix(f"`set_image_data_format({data_format!r})`", Safety.SAFE, (name, edit))


def _asked_format(script: Script, node: ast.Call) -> Fix | None:
    """`K.image_dim_ordering() == "th"` becomes `K.image_data_format() == "channels_first"`."""
    name = _renamed(script, node.func, "image_data_format")
    test = next(ancestors(script, node))
    if name is None or not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return None
    other = test.comparators[0] if test.left is node else test.left
    if not isinstance(other, ast.Constant) or other.value not in DATA_FORMATS:
        return None
    data_format = DATA_FORMATS[str(other.value)]
    edit = Replace(script.span(other), f'"{data_format}"')
    return Fix(f"`image_data_format`, which is {data_format!r}", Safety.SAFE, (name, edit))


def _gives_several(facts: Facts, model: Model) -> bool | None:
    """Return True if a Sequential model has more than one output, or None if that cannot be determined."""
    layers = [each.node for each in _last_layers(facts, model)]
    while layers and _class_of(facts, layers[-1]) == "Activation":
        if _is_softmax(layers.pop()):
            return True
    return _is_several(facts, layers[-1]) if layers else None


def _last_layers(facts: Facts, model: Model) -> list[Layer]:
    """Return the layers that certainly are the last ones of a model: before them it may have others."""
    if model.layers is not None:
        return list(model.layers)
    script, last = facts.everywhere.script, list[Layer]()
    block = block_of(script, statement_of(script, model.node))
    for layer in reversed(model.written_layers):
        if statement_of(script, layer.node) not in block:
            break
        last.insert(0, layer)
    is_popped = any(call.method == "pop" for call in facts.method_calls)
    return [] if is_popped else last


def _class_of(facts: Facts, node: ast.expr) -> str:
    """The class of Keras that a call constructs a layer of."""
    name = _public(facts.qualified.get(node, "")) if isinstance(node, ast.Call) else ""
    return name.removeprefix("keras.layers.") if name.startswith("keras.layers.") else ""


def _is_several(facts: Facts, layer: ast.expr) -> bool | None:
    """True if a layer has more than one output; a softmax over a single one would say nothing."""
    if not isinstance(layer, ast.Call):
        return None
    if _class_of(facts, layer) == "TimeDistributed":
        inner = facts.argument(layer, "keras.layers.TimeDistributed", "layer")
        return None if inner is None else _is_several(facts, inner)
    if _class_of(facts, layer) != "Dense":
        return None
    if _is_softmax(layer):
        return True
    units = facts.value(facts.argument(layer, "keras.layers.Dense", "units", "output_dim")).number
    return None if units is None else units > 1


def _is_softmax(layer: ast.expr) -> bool:
    return isinstance(layer, ast.Call) and any(
        isinstance(given, ast.Constant) and given.value == "softmax" for given in passed_values(layer)
    )
