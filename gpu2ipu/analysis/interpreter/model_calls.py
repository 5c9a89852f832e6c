"""Methods of models: the part of the evaluator that notes them, and says what they give and change."""

from __future__ import annotations

import ast
import functools
from dataclasses import replace

from gpu2ipu.analysis.interpreter.facts import Construction, Frame, LayersGiven, MethodCall
from gpu2ipu.analysis.interpreter.library_callers import LibraryCallers
from gpu2ipu.analysis.library import keras
from gpu2ipu.analysis.library.signatures import PARAMETERS
from gpu2ipu.analysis.values.arrays import Array, array
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.containers import collection, items_in
from gpu2ipu.analysis.values.data import Dataset
from gpu2ipu.analysis.values.definitions import Instance
from gpu2ipu.analysis.values.library_objects import History, KerasModel, ModelMethod
from gpu2ipu.analysis.values.value import NONE, UNKNOWN, Value, each_of, join


class ModelCalls(LibraryCallers):
    """Evaluation of calls of methods of models."""

    def _note_making(self, node: ast.Call, value: Value) -> None:
        self.facts.constructions.append(self._construction(node, value))

    def _note_variable(self, node: ast.Call, value: Value) -> None:
        self.facts.variables.append(self._construction(node, value))

    def _construction(self, node: ast.Call, value: Value) -> Construction:
        stack = (*self.stack, Frame(self.function, node))
        return Construction(node, value, stack, self.strategy_depth > 0)

    def _note_first_call(self, node: ast.Call, model: KerasModel) -> None:
        """A model is called before it is trained: that creates the variables of one that does not know its inputs."""
        calls = (each.receiver for each in self.facts.method_calls if each.method in keras.FEEDING)
        trained = (each for each in calls if isinstance(each, KerasModel))
        if self.open_tapes == 0 and all(
            model.constructed_by.isdisjoint(each.constructed_by) for each in trained
        ):
            self._note_variable(node, model)

    def _note_method(self, node: ast.Call, method: str, receiver: Value) -> None:
        self.facts.method_calls.append(self._method_call(node, method, receiver))

    def _note_unseen(self, node: ast.Call, method: str, receiver: Value) -> None:
        self.facts.unseen_calls.append(self._method_call(node, method, receiver))

    def _method_call(self, node: ast.Call, method: str, receiver: Value) -> MethodCall:
        stack = (*self.stack, Frame(self.function, node))
        return MethodCall(node, method, receiver, stack, self.strategy_depth > 0)

    def _method_of_model(self, node: ast.Call, owner: KerasModel, method: str, arguments: Arguments) -> Value:
        written, method = method, keras.LEGACY_FEEDING.get(method, method)
        self.facts.method_calls.append(replace(self._method_call(node, method, owner), arguments=arguments))
        # that of a callback is trained elsewhere
        is_made_here = owner.constructed_by or owner.definition
        if method in keras.MAKING and is_made_here:
            self._note_making(node, owner)
        if method in keras.FEEDING:
            parameters = PARAMETERS[f"keras.Model.{written}"]
            self._hand_to_callbacks(node, owner, arguments.of(parameters, "callbacks") or NONE)
        if method in ("add", "pop"):
            given = arguments.first("layer") if method == "add" else None
            self.facts.layers_given.append(LayersGiven(self.path_to(node), owner, "", given or UNKNOWN))
        return self._model_method(owner, method, arguments)

    def _hand_to_callbacks(self, node: ast.Call, model: KerasModel, given: Value) -> None:
        """`fit` sets `model` of its callbacks: keras/callbacks.py."""
        for callback in (given, *items_in(given)):
            if isinstance(callback, Instance) and self._is_callback(callback):
                self._set_attribute(callback, "model", model, node)

    def find_model_of(self, instance: Instance) -> None:
        """Where it is not seen which `fit` takes a callback, its model is one that the script trains."""
        if self._is_callback(instance) and self.attribute(self._owners(instance), "model") is None:
            trained = (call.receiver for call in self.facts.method_calls if call.method == "fit")
            models = [receiver for receiver in trained if isinstance(receiver, KerasModel)]
            model = each_of(models or [KerasModel("keras.Model")])
            self.attributes.put((self._owners(instance)[0], "model"), model)

    def _is_callback(self, instance: Value) -> bool:
        owners = (owner for owner in self._owners(instance) if isinstance(owner, ast.ClassDef))
        return any(
            self.now(base).name.startswith(keras.CALLBACKS) for owner in owners for base in owner.bases
        )

    def _note_methods_handed_on(self, node: ast.Call, arguments: Arguments) -> None:
        """`partial(model.fit, …)`, `methodcaller("fit", …)`, `explain(x, model.predict)`: called who knows how."""
        for value in (*arguments.positional, *arguments.keywords.values()):
            method = keras.LEGACY_FEEDING.get(value.name, value.name)
            if isinstance(value, ModelMethod) and method in keras.FEEDING:
                self._note_unseen(node, method, value.owner)
        if self.facts.qualified.get(node) == keras.METHOD_CALLER and arguments.positional:
            name = str(arguments.positional[0].constant)
            if (method := keras.LEGACY_FEEDING.get(name, name)) in keras.FEEDING:
                self._note_unseen(node, method, UNKNOWN)

    def _model_method(self, owner: KerasModel, method: str, arguments: Arguments) -> Value:
        """What a method of a model gives: predictions have the rows of what they are made from, and are no int64."""
        if method == "fit":
            return History(owner)
        if method not in ("predict", "predict_on_batch"):
            return UNKNOWN
        x = arguments.first("x") or UNKNOWN
        arrays = (part for part in (x, *items_in(x), *_parts(x)) if isinstance(part, Array))
        rows = next((part.rows for part in arrays if part.rows), None)
        outputs = [array(rows, "float32") for _ in owner.outputs]
        return outputs[0] if len(outputs) == 1 else collection(*outputs) if outputs else UNKNOWN

    def _set_attribute(self, owner: Value, name: str, value: Value, node: ast.expr) -> None:
        """Bind an attribute, which all instances of a class share here: what they do not agree on is unknown."""
        self.note_attribute(owner, name, value, node)
        keys = self._owners(owner)
        known = [found for key in keys if (found := self.attributes.find((key, name))) is not None]
        if keys:
            self.note_disagreement((keys[0], name), known[0] if known else None, value)
            self.attributes.put((keys[0], name), functools.reduce(join, [value, *known]))


def _parts(value: Value) -> tuple[Value, ...]:
    return value.parts if isinstance(value, Dataset) else ()
