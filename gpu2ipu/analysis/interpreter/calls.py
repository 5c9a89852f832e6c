"""Calls: the part of the evaluator that understands what is called, on what, and what comes back."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from dataclasses import replace

from gpu2ipu.analysis.interpreter.expressions import bound_method
from gpu2ipu.analysis.interpreter.facts import Construction, Frame, MethodCall
from gpu2ipu.analysis.interpreter.partials import held_call, with_held
from gpu2ipu.analysis.interpreter.unpacking import Unpacking
from gpu2ipu.analysis.library import keras, numpy, pandas_sklearn, tensorflow, tensorflow_datasets, tf_data
from gpu2ipu.analysis.library.python_builtins import builtin_call
from gpu2ipu.analysis.syntax.tree import Function, in_loop, is_decorated
from gpu2ipu.analysis.values import dicts
from gpu2ipu.analysis.values.call_arguments import Arguments, argument
from gpu2ipu.analysis.values.value import (
    NONE,
    UNKNOWN,
    Batching,
    Kind,
    Size,
    Value,
    altered,
    array,
    collection,
    external,
    join,
    list_of,
    tensor,
)

# Names of the SDK, wherever they are imported from.
_STRATEGIES = ("ipu_strategy.IPUStrategy", "ipu_strategy.IPUStrategyV1", "popdist_strategy.PopDistStrategy")
_OTHER_LEARNERS = ("sklearn.", "xgboost.", "lightgbm.", "catboost.", "statsmodels.", "scipy.")
_FIND_PLACES = ("index", "find", "rindex", "rfind")  # methods of lists and strings
_CHANGES_LENGTH = ("append", "extend", "insert", "update", "pop", "remove", "clear")
_MAKINGS = (Kind.MODEL, Kind.LAYER, Kind.OPTIMIZER, Kind.METRIC, Kind.SYMBOL)


class Calls(Unpacking):
    """Evaluation of calls: methods of known things, functions and classes of the script, everything from outside."""

    def of_Call(self, node: ast.Call) -> Value:
        """A call: of a method, a function of the script, or something from outside."""
        function = self.expression(node.func)
        owner = self.now(node.func.value) if isinstance(node.func, ast.Attribute) else UNKNOWN
        function, arguments = self._whole_call(node, function, self.arguments(node))
        if function.kind is Kind.EXTERNAL:
            self.facts.qualified[node] = function.name
            if dicts.may_change(function.name):
                self._hand_out(node)
            if function.name == "keras.backend.clear_session":
                self.facts.resets.append((*self.stack, Frame(self.function, node)))
            if function.name == "builtins.setattr" and len(arguments.positional) == 3:
                self._set_by_name(*arguments.positional)
        for changed in self._changed_unseen(node):
            self._forget(changed)
        result = self._method(node, owner, arguments) if isinstance(node.func, ast.Attribute) else None
        if result is None and function.is_method:
            assert function.owner is not None
            if function.name:
                result = self._method_of_model(node, function.owner, function.name, arguments)
            else:
                self._note_unseen(node, "", function.owner)
        is_builtin = function.name.startswith("builtins.") and function.name != "builtins.map"
        if function.kind not in (Kind.FUNCTION, Kind.CLASS) and not is_builtin:
            self._note_methods_handed_on(node, arguments)
        if result is None:
            result = self._called(node, function, arguments)
        if result.kind in (Kind.UNKNOWN, Kind.ARRAY) and self._takes_symbol(arguments):
            result = Value(Kind.SYMBOL)
        if result.kind in _MAKINGS and function.kind is not Kind.FUNCTION:
            self._note_making(node, result)
        return result

    def _whole_call(self, node: ast.Call, function: Value, arguments: Arguments) -> tuple[Value, Arguments]:
        """The function that is called, and all its arguments: a `partial`, or one of another, holds some of them."""
        while function.name == keras.HELD_CALL:
            assert isinstance(function.definition, ast.Call)
            self.facts.partials.setdefault(node, set()).add(function.definition)
            function, arguments = with_held(function, arguments)
        return function, arguments

    def _hand_out(self, node: ast.Call) -> None:
        """What a function from elsewhere is given it may change: nothing is known of such a dict afterwards."""
        for given in (*node.args, *(keyword.value for keyword in node.keywords if keyword.arg)):
            if dicts.is_known(value := self.now(given)):
                self.change(given, dicts.some(*value.items, UNKNOWN))

    def _changed_unseen(self, node: ast.Call) -> Iterator[Value]:
        """The objects whose attributes come from elsewhere: `vars(a).update(…)`, `parse_args(namespace=a)`."""
        given = argument(node, None, "namespace")
        if given is not None:
            yield self.now(given)
        owner = (
            node.func.value if isinstance(node.func, ast.Attribute) and node.func.attr == "update" else None
        )
        if isinstance(owner, ast.Attribute) and owner.attr == "__dict__":
            yield self.now(owner.value)
        if isinstance(owner, ast.Call) and self.now(owner.func).name == "builtins.vars" and owner.args:
            yield self.now(owner.args[0])

    def _takes_symbol(self, arguments: Arguments) -> bool:
        return any(value.kind is Kind.SYMBOL for value in self._leaves(arguments))

    def _leaves(self, arguments: Arguments) -> list[Value]:
        given = [*arguments.positional, *arguments.keywords.values()]
        return given + [item for value in given if value.kind is Kind.COLLECTION for item in value.items]

    def _note_making(self, node: ast.Call, value: Value) -> None:
        stack = (*self.stack, Frame(self.function, node))
        self.facts.constructions.append(Construction(node, value, stack, self.strategy_depth > 0))

    def _note_method(self, node: ast.Call, method: str, receiver: Value) -> None:
        self.facts.method_calls.append(self._method_call(node, method, receiver))

    def _note_unseen(self, node: ast.Call, method: str, receiver: Value) -> None:
        self.facts.unseen_calls.append(self._method_call(node, method, receiver))

    def _method_call(self, node: ast.Call, method: str, receiver: Value) -> MethodCall:
        stack = (*self.stack, Frame(self.function, node))
        return MethodCall(node, method, receiver, stack, self.strategy_depth > 0)

    def _method(self, node: ast.Call, owner: Value, arguments: Arguments) -> Value | None:
        """A method of something whose kind is known; None when it is an ordinary function in an attribute."""
        assert isinstance(node.func, ast.Attribute)
        method = node.func.attr
        if owner.kind is Kind.MODEL and self.now(node.func).kind is not Kind.FUNCTION:
            return self._method_of_model(node, owner, method, arguments)
        of_class = owner.kind is Kind.EXTERNAL and owner.name in ("keras.Model", "keras.Sequential")
        if (owner.kind is Kind.UNKNOWN or of_class) and method in keras.FEEDING:
            self._note_unseen(node, method, owner)
        if owner.kind is Kind.LAYER and method == "adapt":
            self.facts.adaptations.append(self._method_call(node, method, owner))
            return NONE
        if owner.kind is Kind.DATASET:
            self._note_method(node, method, owner)
            return self._dataset_method(node, owner, method, arguments)
        if owner.kind is Kind.ARRAY:
            return numpy.array_method(owner, method, arguments)
        if owner.kind is Kind.STRATEGY and method == "scope":
            return owner
        if owner.kind is Kind.CONFIG:
            self._note_method(node, method, owner)
            return NONE
        if dicts.is_known(owner):
            if (changed := dicts.changed(owner, method, arguments)) is not None:
                self.change(node.func.value, changed)
            return dicts.result(owner, method, arguments)
        if owner.is_dict and method in dicts.READING:
            return dicts.result(owner, method, arguments)
        if method in ("values", "items") and owner.is_list:
            return _entries(owner, method == "items")
        if method in _FIND_PLACES:
            return Value(Kind.CONSTANT, dtype="int64")
        if method in _CHANGES_LENGTH and (owner.kind is Kind.COLLECTION or owner.is_list):
            added = arguments.positional[-1:] if method in ("append", "insert") else ()
            counted = method == "append" and owner.kind is Kind.COLLECTION and self._happens_once(node)
            self.change(node.func.value, (collection if counted else list_of)(*owner.items, *added))
            return UNKNOWN
        return None

    def _happens_once(self, node: ast.Call) -> bool:
        """Whether a list of a function, or of the module, grows by a call in every run of it, and only once."""
        assert isinstance(node.func, ast.Attribute)
        of_scope = isinstance(node.func.value, ast.Name) and node.func.value.id in self.scope.names
        parents = self.facts.script.parents
        return of_scope and parents[parents[node]] is (self.function or self.facts.script.file_of(node).tree)

    def _method_of_model(self, node: ast.Call, owner: Value, method: str, arguments: Arguments) -> Value:
        method = keras.LEGACY_FEEDING.get(method, method)
        self._note_method(node, method, owner)
        if method in keras.MAKING:
            self._note_making(node, owner)
        return self._model_method(owner, method, arguments)

    def _note_methods_handed_on(self, node: ast.Call, arguments: Arguments) -> None:
        """`partial(model.fit, …)`, `methodcaller("fit", …)`, `explain(x, model.predict)`: called who knows how."""
        for value in (*arguments.positional, *arguments.keywords.values()):
            method = keras.LEGACY_FEEDING.get(value.name, value.name)
            if value.is_method and method in keras.FEEDING:
                self._note_unseen(node, method, value.owner or UNKNOWN)
        if self.facts.qualified.get(node) == keras.METHOD_CALLER and arguments.positional:
            name = str(arguments.positional[0].constant)
            if (method := keras.LEGACY_FEEDING.get(name, name)) in keras.FEEDING:
                self._note_unseen(node, method, UNKNOWN)

    def _model_method(self, owner: Value, method: str, arguments: Arguments) -> Value:
        """What a method of a model gives: predictions have the rows of what they are made from."""
        if method not in ("predict", "predict_on_batch"):
            return UNKNOWN
        x = arguments.get(0, "x") or UNKNOWN
        rows = next((part.rows for part in (x, *x.items) if part.kind is Kind.ARRAY and part.rows), None)
        outputs = [array(rows) for _ in owner.items]
        return outputs[0] if len(outputs) == 1 else collection(*outputs) if outputs else UNKNOWN

    def _dataset_method(self, node: ast.Call, owner: Value, method: str, arguments: Arguments) -> Value:
        if method == "map":
            return self._mapped(node, owner, arguments)
        if method in tf_data.FLATTENERS:
            return self._flattened(node, owner, arguments)
        if method in ("apply", "group_by_window"):
            return self._transformed(node, owner, method, arguments)
        if method in tf_data.READERS:
            self.facts.note_reading(owner, node)
        result = tf_data.dataset_method(owner, method, arguments)
        if method in tf_data.BATCHERS:
            result = altered(result, origins=owner.origins | {node})
            if arguments.starred:
                result = altered(result, batching=Batching.UNKNOWN)
        return result

    def _mapped(self, node: ast.Call, owner: Value, arguments: Arguments) -> Value:
        """The elements after `map`: the function is called with the parts of one element."""
        given = Arguments(owner.items or (UNKNOWN, UNKNOWN), starred=not owner.items)
        function, given = self._whole_call(node, arguments.get(0, "map_func") or UNKNOWN, given)
        if function.kind is not Kind.FUNCTION:
            return altered(owner, items=())
        element = self.call_function(function, given, node)
        if element.kind is Kind.COLLECTION and not element.is_dict:
            return altered(owner, items=element.items)
        is_known = element.kind in (Kind.ARRAY, Kind.COLLECTION, Kind.DATASET)
        return altered(owner, items=(element,) if is_known else ())

    def _flattened(self, node: ast.Call, owner: Value, arguments: Arguments) -> Value:
        """The elements of the datasets that the function makes of each element."""
        parts = self._mapped(node, owner, arguments).items
        whole = tf_data.dataset_method(owner, "flat_map", arguments)
        return altered(whole, items=parts[0].items if len(parts) == 1 else ())

    def _transformed(self, node: ast.Call, owner: Value, method: str, arguments: Arguments) -> Value:
        """What a function of the script makes of the dataset, or of each group of its elements."""
        is_grouped = method == "group_by_window"
        function = arguments.get(1, "reduce_func") if is_grouped else arguments.get(0, "transformation_func")
        if function is not None and function.kind is Kind.FUNCTION:
            given = (UNKNOWN, altered(owner, rows=None)) if is_grouped else (owner,)
            made = self.call_function(function, Arguments(given), node)
            if made.kind is Kind.DATASET:
                return altered(made, rows=None, remainder=None, size=Size.UNSIZED) if is_grouped else made
        return tf_data.dataset_method(owner, method, arguments)

    def _called(self, node: ast.Call, function: Value, arguments: Arguments) -> Value:
        if function.kind is Kind.FUNCTION:
            owner = function.owner
            if owner is not None and (
                owner.kind is not Kind.CLASS or is_decorated(function.definition, "classmethod")
            ):
                arguments = replace(arguments, positional=(owner, *arguments.positional))
            return self.call_function(function, arguments, node)
        if function.kind is Kind.CLASS:
            return self._instance(node, function, arguments)
        if function.kind is Kind.INSTANCE:
            return self._called_object(node, function, arguments)
        if function.kind in (Kind.LAYER, Kind.MODEL):
            symbolic = self._is_symbolic(arguments) and not self._computes(node, arguments)
            return Value(Kind.SYMBOL) if symbolic else tensor()
        if function.kind is Kind.EXTERNAL:
            return self._external(function.name, arguments, node)
        return UNKNOWN

    def _called_object(self, node: ast.Call, instance: Value, arguments: Arguments) -> Value:
        """An instance of a class with `__call__`."""
        owners = (key for key in self._owners(instance) if (key, "__call__") in self.attributes)
        method = next((self.attributes[key, "__call__"] for key in owners), UNKNOWN)
        if method.kind is not Kind.FUNCTION:
            return UNKNOWN
        return self.call_function(
            method, replace(arguments, positional=(instance, *arguments.positional)), node
        )

    def _is_symbolic(self, arguments: Arguments) -> bool:
        return any(value.kind is not Kind.ARRAY for value in self._leaves(arguments)[:1])

    def _computes(self, node: ast.Call, arguments: Arguments) -> bool:
        """Whether a model or layer is run on data, and not on symbols: under a tape, or in a step of a loop, say."""
        if self._takes_symbol(arguments):
            return False
        is_of_strings = self.now(node.func).name.rpartition(".")[2] in keras.STRING_LAYERS
        written = any(value.kind in (Kind.CONSTANT, Kind.COLLECTION) for value in self._leaves(arguments)[:1])
        if self.open_tapes or (is_of_strings and written):  # such layers work on the host
            return True
        function = self.function if isinstance(self.function, Function) else None
        is_graph = function is not None and self.facts.tf_function(function) is not None
        return "training" in arguments.keywords and (is_graph or in_loop(self.facts.script, node))

    def _external(self, name: str, arguments: Arguments, node: ast.Call) -> Value:
        if name.endswith(_STRATEGIES):
            return Value(Kind.STRATEGY, name=name)
        if name == keras.TAPE:
            return external(keras.OPEN_TAPE)
        if name.endswith((".IPUConfig", ".IpuOptions")):
            return Value(Kind.CONFIG, name=name)
        if name.startswith("tensorflow.distribute.") and name.rpartition(".")[2].endswith("Strategy"):
            return Value(Kind.OTHER_STRATEGY, name=name)
        if name == keras.PARTIAL:
            return held_call(node, arguments) or UNKNOWN
        if name == "tensorflow.nest.map_structure" and len(arguments.positional) > 1:
            return self._mapped_structure(node, *arguments.positional[:2])
        if name in ("copy.copy", "copy.deepcopy") and arguments.positional:
            return altered(arguments.positional[0])
        if name == "builtins.getattr" and len(arguments.positional) > 1:
            owner, attribute = arguments.positional[:2]
            return bound_method(owner, str(attribute.constant or ""))
        if name.startswith("builtins."):
            called = self._call_back(node, arguments)
            if name == "builtins.map":
                return Value(
                    Kind.GENERATOR, name=keras.PYTHON_GENERATOR, items=() if called is None else (called,)
                )
            return builtin_call(name.removeprefix("builtins."), arguments)
        result = keras.keras_call(name, arguments) or tf_data.dataset_call(name, arguments)
        result = result or tensorflow_datasets.tfds_call(name, arguments)
        if result is not None:
            if result.name.startswith("keras.losses."):
                return altered(result, definition=node)
            if result.kind is not Kind.MODEL:
                return result
            return altered(
                result, constructed_by=self._made_by(node), items=keras.model_outputs(name, arguments)
            )
        if name.startswith("tensorflow."):
            return tensorflow.tensor_call(name.removeprefix("tensorflow."), arguments) or UNKNOWN
        if name.startswith(("pandas.", "sklearn.")):
            return pandas_sklearn.table_call(name, arguments) or _from_outside(name)
        return numpy.array_call(name, arguments) or _from_outside(name)

    def _call_back(self, node: ast.Call, arguments: Arguments) -> Value | None:
        """`map`, `sorted(key=…)` and the like call a function with each item; what the first function gives."""
        given = [*arguments.positional, *arguments.keywords.values()]
        for value in given:
            self.facts.note_reading(value, node)
        functions = [value for value in given if value.kind is Kind.FUNCTION]
        items = [self.item_of(value) for value in arguments.positional if value.kind is not Kind.FUNCTION]
        results = [self.call_function(function, Arguments(tuple(items[:1])), node) for function in functions]
        first = given[0] if given else UNKNOWN
        if first.kind is Kind.EXTERNAL and first.name.startswith("builtins."):
            return builtin_call(first.name.removeprefix("builtins."), Arguments(tuple(items[1:2])))
        return results[0] if results else None

    def _mapped_structure(self, node: ast.Call, function: Value, structure: Value) -> Value:
        """The same structure, of what the function gives for each of its arrays."""
        if function.kind is not Kind.FUNCTION:
            return UNKNOWN
        if structure.kind is Kind.COLLECTION and structure.items:
            items = (self._mapped_structure(node, function, item) for item in structure.items)
            return altered(structure, items=tuple(items))
        leaf = array() if structure.is_unknown else structure  # `map_structure` hands over single arrays
        return self.call_function(function, Arguments((leaf,)), node)

    def _made_by(self, node: ast.Call) -> frozenset[tuple[ast.AST, ...]]:
        """A constructor call, told apart by the calls that lead to it: a builder called twice makes two models."""
        return frozenset({(*(frame.call for frame in self.stack), node)})

    def _instance(self, node: ast.Call, function: Value, arguments: Arguments) -> Value:
        """An instance of a class of the script; `__init__` is evaluated."""
        kind, name = self._class_kind(function)
        constructed_by = self._made_by(node) if kind is Kind.MODEL else frozenset()
        result = Value(kind, name=name, definition=function.definition, constructed_by=constructed_by)
        init = next(
            (
                self.attributes[key, "__init__"]
                for key in self._owners(function)
                if (key, "__init__") in self.attributes
            ),
            None,
        )
        if init is not None and init.kind is Kind.FUNCTION:
            self.call_function(init, replace(arguments, positional=(result, *arguments.positional)), node)
        elif kind is Kind.INSTANCE:
            self._fill_fields(result, arguments)
        return result

    def _fill_fields(self, instance: Value, arguments: Arguments) -> None:
        """The arguments of a class without `__init__`, such as a dataclass, stand for the defaults in its body."""
        fields = self._fields(instance)
        given = dict(zip(fields, arguments.positional)) | arguments.keywords
        for name in fields if arguments.starred else ():
            given.setdefault(name, UNKNOWN)
        for name, value in given.items():
            self._set_attribute(instance, name, value)

    def _fields(self, instance: Value) -> list[str]:
        """The annotated names of the class and its bases, in the order of a dataclass."""
        found: dict[str, None] = {}
        for owner in reversed(self._owners(instance)):
            for statement in owner.body if isinstance(owner, ast.ClassDef) else ():
                if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                    found[statement.target.id] = None
        return list(found)

    def _set_attribute(self, owner: Value, name: str, value: Value) -> None:
        """Bind an attribute, which all instances of a class share here: what they do not agree on is unknown."""
        keys = self._owners(owner)
        values = [value, *(self.attributes[key, name] for key in keys if (key, name) in self.attributes)]
        if keys:
            self.attributes[keys[0], name] = functools.reduce(join, values)

    def _set_by_name(self, owner: Value, name: Value, value: Value) -> None:
        """`setattr`: of a name that is known, or of any."""
        if isinstance(name.constant, str):
            self._set_attribute(owner, name.constant, value)
        else:
            self._forget(owner)

    def _forget(self, owner: Value) -> None:
        """Something unseen may have set any attribute of an object."""
        for key in self._owners(owner):
            for attribute, value in list(self.attributes.items()):
                if attribute[0] is key and value.kind is Kind.CONSTANT:
                    self.attributes[attribute] = UNKNOWN

    def _class_kind(self, function: Value) -> tuple[Kind, str]:
        """What instances of a class are, by the classes that it inherits from."""
        for key in self._owners(function):
            if not isinstance(key, ast.ClassDef):
                continue
            for base in key.bases:
                name = self.now(base).name
                if name in ("keras.Model", "keras.Sequential"):
                    return Kind.MODEL, name
                if name in keras.SEQUENCES:
                    return Kind.GENERATOR, name
                value = keras.keras_call(name, Arguments())
                if value is not None:
                    return value.kind, name
        return Kind.INSTANCE, ""


def _entries(values: Value, with_keys: bool) -> Value:
    """The values of a dict of which the keys are not known, each with its key where that is asked for."""
    return list_of(*(collection(Value(Kind.CONSTANT), item) if with_keys else item for item in values.items))


def _from_outside(name: str) -> Value:
    """An object of a library whose `fit` and `predict` are not Keras's; anything else is unknown."""
    return external(f"{name}()") if name.startswith(_OTHER_LEARNERS) else UNKNOWN
