"""Calls: the part of the evaluator that understands what is called, on what, and what comes back."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from gpu2ipu.analysis.interpreter.dataclass_fields import FIELD, fields_of
from gpu2ipu.analysis.interpreter.facts import Frame, LayersGiven
from gpu2ipu.analysis.interpreter.model_calls import ModelCalls
from gpu2ipu.analysis.interpreter.partials import held_call
from gpu2ipu.analysis.interpreter.value_attributes import bound_method
from gpu2ipu.analysis.library import keras, numpy, pandas_sklearn, tensorflow, tensorflow_datasets, tf_data
from gpu2ipu.analysis.library.callers import IPU_ESTIMATORS, calls_back
from gpu2ipu.analysis.library.python_builtins import builtin_call
from gpu2ipu.analysis.syntax.tree import Function, ancestors, in_loop, is_decorated
from gpu2ipu.analysis.values import dicts
from gpu2ipu.analysis.values.arrays import Array, KerasTensor, array, tensor
from gpu2ipu.analysis.values.call_arguments import Arguments, argument
from gpu2ipu.analysis.values.containers import (
    Dict,
    DictOf,
    ListOf,
    ListOrTuple,
    collection,
    has_unknown_items,
    items_in,
    list_of,
)
from gpu2ipu.analysis.values.data import Dataset, KerasSequence, PythonGenerator
from gpu2ipu.analysis.values.definitions import (
    FunctionChoice,
    Instance,
    ScriptClass,
    ScriptFunction,
    functions_of,
)
from gpu2ipu.analysis.values.library_objects import (
    DefaultStrategy,
    External,
    IpuConfig,
    KerasLayer,
    KerasModel,
    KerasObject,
    Metric,
    ModelMethod,
    Optimizer,
    RateSchedule,
    Strategy,
    StrategyScope,
    TfDistributeStrategy,
    external,
)
from gpu2ipu.analysis.values.scalars import Number, Text
from gpu2ipu.analysis.values.symbols import is_from_elsewhere
from gpu2ipu.analysis.values.value import NONE, UNKNOWN, Unknown, Value, altered, each_of

# Names of the SDK, wherever they are imported from.
_STRATEGIES = ("ipu_strategy.IPUStrategy", "ipu_strategy.IPUStrategyV1", "popdist_strategy.PopDistStrategy")
_CONFIGURE = "configure_ipu_system"
_CONFIGURING = (
    *IPU_ESTIMATORS,
    *(f"tensorflow.python.ipu.{each}.{_CONFIGURE}" for each in ("config", "utils")),
    "popdist.tensorflow.set_ipu_config",  # unless it is told `configure_device=False`
)
# `umap.ParametricUMAP` is a model of Keras
_LEARNERS = (
    "sklearn. xgboost. lightgbm. catboost. statsmodels. scipy. imblearn. umap.UMAP hdbscan. tslearn. pmdarima. "
    "prophet. fbprophet. hmmlearn. gensim."
)
_OTHER_LEARNERS = (*_LEARNERS.split(), *IPU_ESTIMATORS)
_FIND_PLACES = ("index", "find", "rindex", "rfind")  # methods of lists and strings
_CHANGES_LENGTH = ("append", "extend", "insert", "update", "pop", "remove", "clear")
_CREATED = (KerasModel, KerasLayer, Optimizer, Metric, KerasTensor)  # what belongs into a strategy's scope
_FUNCTIONS = (ScriptFunction, FunctionChoice)
_ON_HOST = ("keras.utils.", "keras.preprocessing.")  # what these make of a tensor is no part of a model
_COUNTED = (ListOrTuple, Dict)  # of a known number of items
B = TypeVar("B", bound=KerasLayer | KerasModel)


class Calls(ModelCalls):
    """Evaluation of calls: methods of known things, functions and classes of the script, everything from outside."""

    def of_Call(self, node: ast.Call) -> Value:
        """A call: of a method, a function of the script, or something from outside."""
        function = self.expression(node.func)
        owner = self.now(node.func.value) if isinstance(node.func, ast.Attribute) else UNKNOWN
        function, arguments = self._whole_call(node, function, self.arguments(node))
        if isinstance(function, External):
            self.facts.qualified[node] = function.name
            if dicts.may_change(function.name):
                self._hand_out(node)
            if function.name == "keras.backend.clear_session":
                self.differs_by_call()
                self.facts.resets.append((*self.stack, Frame(self.function, node)))
            if function.name == "builtins.setattr" and len(arguments.positional) == 3:
                self._set_by_name(node, *arguments.positional)
        for changed in self._changed_unseen(node):
            self._forget(changed)
        result = self._method(node, owner, arguments) if isinstance(node.func, ast.Attribute) else None
        if result is None and isinstance(function, ModelMethod):
            if function.name:
                result = self._method_of_model(node, function.owner, function.name, arguments)
            else:
                self._note_unseen(node, "", function.owner)
        is_builtin = function.name.startswith("builtins.") and function.name != "builtins.map"
        if not isinstance(function, (*_FUNCTIONS, ScriptClass)) and not is_builtin:
            self._note_methods_handed_on(node, arguments)
        if result is None:
            result = self._called(node, function, arguments)
            self._run_commands(node)
            if is_from_elsewhere(function):
                self.note_passed_on(arguments, node)
        is_symbolic = isinstance(result, (Array, Unknown))
        is_on_host = function.name.startswith(_ON_HOST)
        is_inferred = is_symbolic and not is_on_host and self._takes_symbol(arguments)
        if is_inferred:
            result = KerasTensor()
        if isinstance(result, KerasTensor) and keras.is_operation(function):
            result = self.symbol(node, keras.operands_of(function, arguments), result.dtype)
        if isinstance(function, External) and function.name in keras.VARIABLES:
            self._note_variable(node, result)
        if isinstance(function, KerasModel) and not isinstance(result, KerasTensor):
            self._note_first_call(node, function)
        is_created = isinstance(result, _CREATED) and not isinstance(function, _FUNCTIONS)
        is_unread = is_inferred and not isinstance(owner, KerasModel) and self._is_statement(node)
        if is_created and not is_unread:
            self._note_making(node, result)
        return result

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

    def _is_statement(self, node: ast.Call) -> bool:
        """True if nothing reads the result of a call: only a method, such as `add_loss`, adds it to a model then."""
        return isinstance(next(ancestors(self.facts.script, node), None), ast.Expr)

    def _takes_symbol(self, arguments: Arguments) -> bool:
        return any(isinstance(value, KerasTensor) for value in self._leaves(arguments))

    def _leaves(self, arguments: Arguments) -> list[Value]:
        given = [*arguments.positional, *arguments.keywords.values()]
        return given + [item for value in given if isinstance(value, _COUNTED) for item in value.items]

    def _method(self, node: ast.Call, owner: Value, arguments: Arguments) -> Value | None:
        """A method of something whose kind is known; None when it is an ordinary function in an attribute."""
        assert isinstance(node.func, ast.Attribute)
        method = node.func.attr
        if isinstance(owner, KerasModel) and not isinstance(self.now(node.func), _FUNCTIONS):
            return self._method_of_model(node, owner, method, arguments)
        of_class = isinstance(owner, External) and owner.name in ("keras.Model", "keras.Sequential")
        if (isinstance(owner, Unknown) or of_class) and method in keras.FEEDING:
            self._note_unseen(node, method, owner)
        if isinstance(owner, KerasLayer) and method == "adapt":
            self.facts.adaptations.append(self._method_call(node, method, owner))
            return NONE
        if isinstance(owner, Dataset):
            self._note_method(node, method, owner)
            return self._dataset_method(node, owner, method, arguments)
        if isinstance(owner, Array):
            return numpy.array_method(owner, method, arguments)
        if isinstance(owner, PythonGenerator) and method in ("next", "get_next", "__next__"):
            return owner.item or UNKNOWN
        if isinstance(owner, Strategy) and method == "scope":
            return owner
        if method == "experimental_distribute_dataset" and isinstance(
            owner, (Unknown, TfDistributeStrategy, DefaultStrategy)
        ):
            return arguments.first("dataset") or UNKNOWN
        if isinstance(owner, IpuConfig):
            self._note_method(node, method, owner)
            return NONE
        if dicts.is_known(owner):
            if (changed := dicts.changed(owner, method, arguments)) is not None:
                self.change(node.func.value, changed)
            return dicts.result(owner, method, arguments)
        if isinstance(owner, (Dict, DictOf)) and method in dicts.READING:
            return dicts.result(owner, method, arguments)
        if method in ("values", "items") and isinstance(owner, ListOf):
            return _entries(owner, method == "items")
        if isinstance(owner, Unknown) and dicts.may_lack(method, arguments):
            return altered(UNKNOWN, may_be_none=True)
        if method in _FIND_PLACES:
            return Number(dtype="int64")
        if method in _CHANGES_LENGTH and isinstance(owner, (ListOf, DictOf, *_COUNTED)):
            added = arguments.positional[-1:] if method in ("append", "insert") else ()
            counted = method == "append" and isinstance(owner, _COUNTED) and self._happens_once(node)
            self.change(node.func.value, (collection if counted else list_of)(*items_in(owner), *added))
            return UNKNOWN
        return None

    def _happens_once(self, node: ast.Call) -> bool:
        """True if a list of a function, or of the module, grows by a call in every run of it, and only once."""
        assert isinstance(node.func, ast.Attribute)
        of_scope = isinstance(node.func.value, ast.Name) and node.func.value.id in self.scope.names
        parents = self.facts.script.parents
        return of_scope and parents[parents[node]] is (self.function or self.facts.script.file_of(node).tree)

    def _called(self, node: ast.Call, function: Value, arguments: Arguments) -> Value:
        if isinstance(function, _FUNCTIONS):
            return each_of(self._called_function(one, arguments, node) for one in functions_of(function))
        if isinstance(function, ScriptClass):
            return self._instance(node, function, arguments)
        if isinstance(function, Instance):
            return self._called_object(node, function, arguments)
        if isinstance(function, (KerasLayer, KerasModel)):
            symbolic = self._is_symbolic(arguments) and not self._computes(node, arguments)
            return KerasTensor() if symbolic else tensor(dtype=keras.computed_type(function))
        if isinstance(function, StrategyScope):
            return function.strategy
        if isinstance(function, External) and not isinstance(function, RateSchedule):
            return self._external(function.name, arguments, node)
        return UNKNOWN

    def _called_function(self, function: ScriptFunction, arguments: Arguments, node: ast.Call) -> Value:
        owner = function.owner
        if owner is not None and (
            not isinstance(owner, ScriptClass) or is_decorated(function.definition, "classmethod")
        ):
            arguments = replace(arguments, positional=(owner, *arguments.positional))
        return self.call_function(function, arguments, node)

    def _called_object(self, node: ast.Call, instance: Value, arguments: Arguments) -> Value:
        """An instance of a class with `__call__`."""
        method = self.attribute(self._owners(instance), "__call__")
        if not isinstance(method, _FUNCTIONS):
            return UNKNOWN
        return self.call_function(
            method, replace(arguments, positional=(instance, *arguments.positional)), node
        )

    def _is_symbolic(self, arguments: Arguments) -> bool:
        return any(not isinstance(value, Array) for value in self._leaves(arguments)[:1])

    def _computes(self, node: ast.Call, arguments: Arguments) -> bool:
        """True if a model or layer is run on data, and not on symbols: under a tape, or in a step of a loop, say."""
        if self._takes_symbol(arguments):
            return False
        is_of_strings = self.now(node.func).name.rpartition(".")[2] in keras.STRING_LAYERS
        written = any(isinstance(value, (Number, Text, *_COUNTED)) for value in self._leaves(arguments)[:1])
        if self.open_tapes or (is_of_strings and written):  # such layers work on the host
            return True
        function = self.function if isinstance(self.function, Function) else None
        is_graph = function is not None and self.facts.tf_function(function) is not None
        return "training" in arguments.keywords and (is_graph or in_loop(self.facts.script, node))

    def _external(self, name: str, arguments: Arguments, node: ast.Call) -> Value:
        self._call_by_library(name, node, arguments)
        if name.endswith(_STRATEGIES):
            return Strategy(name)
        if name == keras.TAPE:
            return external(keras.OPEN_TAPE)
        if name.endswith((".IPUConfig", ".IpuOptions")):
            return IpuConfig(name)
        if name == FIELD:
            return arguments.keywords.get("default", UNKNOWN)
        if name in _CONFIGURING:
            self._note_method(node, _CONFIGURE, IpuConfig(name))
        if name == tensorflow.DEFAULT_STRATEGY or tensorflow.is_scope_of_host(name, arguments):
            return DefaultStrategy(name)
        if name.startswith("tensorflow.distribute.") and name.rpartition(".")[2].endswith("Strategy"):
            return TfDistributeStrategy(name)
        if name == keras.PARTIAL:
            return held_call(node, arguments) or UNKNOWN
        if name.startswith("keras.") and name.endswith(".multi_gpu_model"):
            return arguments.first("model") or UNKNOWN
        if name == "tensorflow.nest.map_structure" and len(arguments.positional) > 1:
            return self._mapped_structure(node, *arguments.positional[:2])
        if name in ("copy.copy", "copy.deepcopy") and arguments.positional:
            return altered(arguments.positional[0])
        if name == "builtins.getattr" and len(arguments.positional) > 1:
            owner, attribute = arguments.positional[:2]
            return bound_method(owner, str(attribute.constant or ""))
        if name.startswith("builtins."):
            called = self._call_back(name, node, arguments)
            if name == "builtins.map":
                return PythonGenerator(called)
            return builtin_call(name.removeprefix("builtins."), arguments)
        result = keras.keras_call(name, arguments) or tf_data.dataset_call(name, arguments)
        result = result or tensorflow_datasets.tfds_call(name, arguments)
        if result is not None:
            if isinstance(result, External) and result.name.startswith("keras.losses."):
                return altered(result, definition=node)
            if isinstance(result, KerasLayer):
                return self._constructed(result, node)
            if isinstance(result, Dataset) and keras.makes_batches(name):
                self.differs_by_call()
                return altered(result, batched_by=frozenset({self.path_to(node)}))
            return self._model(result, node, arguments) if isinstance(result, KerasModel) else result
        if name.startswith("tensorflow."):
            return tensorflow.tensor_call(name.removeprefix("tensorflow."), arguments) or _from_outside(name)
        if name.startswith(("pandas.", "sklearn.", "scipy.sparse.")):
            return pandas_sklearn.table_call(name, arguments) or _from_outside(name)
        return numpy.array_call(name, arguments) or _from_outside(name)

    def _call_back(self, name: str, node: ast.Call, arguments: Arguments) -> Value | None:
        """`map`, `sorted(key=…)` and the like call a function with each item; what the first function gives."""
        given = [*arguments.positional, *arguments.keywords.values()]
        for value in given:
            self.facts.note_reading(value, node)
        functions = [value for value in given if isinstance(value, _FUNCTIONS)]
        items = [self.item_of(value) for value in arguments.positional if not isinstance(value, _FUNCTIONS)]
        called = functions if calls_back(name) else []
        results = [self.call_function(function, Arguments(tuple(items[:1])), node) for function in called]
        first = given[0] if given else UNKNOWN
        if isinstance(first, External) and first.name.startswith("builtins."):
            return builtin_call(first.name.removeprefix("builtins."), Arguments(tuple(items[1:2])))
        return results[0] if results else None

    def _mapped_structure(self, node: ast.Call, function: Value, structure: Value) -> Value:
        """The same structure, of what the function gives for each of its arrays."""
        if not isinstance(function, _FUNCTIONS):
            return UNKNOWN
        if isinstance(structure, _COUNTED) and structure.items:
            items = (self._mapped_structure(node, function, item) for item in structure.items)
            return altered(structure, items=tuple(items))
        is_unseen = has_unknown_items(structure) or isinstance(structure, External)
        leaf = array() if is_unseen else structure  # `map_structure` passes single arrays
        return self.call_function(function, Arguments((leaf,)), node)

    def _model(self, model: KerasModel, node: ast.Call, arguments: Arguments) -> KerasModel:
        """A model of a class, or a function, of Keras."""
        inputs = keras.model_inputs(model.name, arguments)
        outputs = keras.model_outputs(model.name, arguments)
        result = altered(self._constructed(model, node), outputs=outputs, inputs=inputs)
        if model.name == "keras.Sequential":
            given = UNKNOWN if arguments.starred else arguments.first("layers") or NONE
            self.facts.layers_given.append(LayersGiven(self.path_to(node), result, "", given))
        return result

    def _constructed(self, value: B, node: ast.Call) -> B:
        """A model or layer with the calls that lead to its construction."""
        self.differs_by_call()
        return altered(value, constructed_by=frozenset({self.path_to(node)}))

    def _instance(self, node: ast.Call, function: ScriptClass, arguments: Arguments) -> Value:
        """An instance of a class of the script; `__init__` is evaluated."""
        result = self._new_instance(function)
        if isinstance(result, (KerasLayer, KerasModel)):
            result = self._constructed(result, node)
        init = self.attribute(self._owners(function), "__init__")
        if isinstance(init, _FUNCTIONS):
            self.call_function(init, replace(arguments, positional=(result, *arguments.positional)), node)
        elif isinstance(result, Instance):
            self._fill_fields(result, arguments, node)
        return result

    def _fill_fields(self, instance: Value, arguments: Arguments, node: ast.Call) -> None:
        """The arguments of a class without `__init__`, such as a dataclass, stand for the defaults in its body."""
        fields = fields_of(reversed(self._owners(instance)))
        given = dict(zip(fields, arguments.positional)) | arguments.keywords
        for name, field in fields.items():
            if arguments.starred:
                given.setdefault(name, UNKNOWN)
            elif name not in given and field.factory is not None:
                given[name] = self._called(node, self.now(field.factory), Arguments())
        of_init = {name for name, field in fields.items() if field.is_for_init}
        for name, value in given.items():
            if name not in of_init:
                self._set_attribute(instance, name, value, node)
        handed_on = [given.get(name, UNKNOWN) for name in fields if name in of_init]
        method = self.attribute(self._owners(instance), "__post_init__")
        if isinstance(method, _FUNCTIONS):
            self.call_function(method, Arguments((instance, *handed_on)), node)

    def _set_by_name(self, node: ast.Call, owner: Value, name: Value, value: Value) -> None:
        """`setattr`: of a name that is known, or of any."""
        if isinstance(name.constant, str):
            self.set_part(f".{name.constant}")
            self._set_attribute(owner, name.constant, value, node)
        else:
            self.note_attribute(owner, "", UNKNOWN, node)
            self._forget(owner)

    def _forget(self, owner: Value) -> None:
        """Something unseen may have set any attribute of an object."""
        for key in self._owners(owner):
            for attribute, value in self.attributes.entries():
                if attribute[0] is key and isinstance(value, (Number, Text)):
                    self.attributes.put(attribute, UNKNOWN)

    def _new_instance(self, of: ScriptClass) -> Value:
        """What instances of a class are, by the classes that it inherits from."""
        for key in self._owners(of):
            for base in key.bases if isinstance(key, ast.ClassDef) else ():
                name = self.now(base).name
                if name in ("keras.Model", "keras.Sequential"):
                    return KerasModel(name, of.definition)
                if name in keras.SEQUENCES:
                    return KerasSequence(name, of.definition)
                value = keras.keras_call(name, Arguments())
                if isinstance(value, (KerasObject, External)):
                    return type(value)(name, of.definition)
                if value is not None:
                    return value
        return Instance(of.definition)


def _entries(values: ListOf, with_keys: bool) -> Value:
    """The values of a dict of which the keys are not known, each with its key where that is asked for."""
    return list_of(collection(Number(), values.item)) if with_keys else values


def _from_outside(name: str) -> Value:
    """An object of a library whose `fit` and `predict` are not Keras's; anything else is unknown."""
    return external(f"{name}()") if name.startswith(_OTHER_LEARNERS) else UNKNOWN
