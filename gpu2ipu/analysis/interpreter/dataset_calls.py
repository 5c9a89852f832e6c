"""Methods of datasets: the part of the evaluator that calls the functions they are given, and notes what reads them."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.interpreter.partials import with_held
from gpu2ipu.analysis.interpreter.unpacking import Unpacking
from gpu2ipu.analysis.library import tf_data
from gpu2ipu.analysis.library.port_helpers import MICRO_BATCH_PARAMETERS, is_micro_batches
from gpu2ipu.analysis.library.signatures import PARAMETERS
from gpu2ipu.analysis.values.arrays import Array
from gpu2ipu.analysis.values.call_arguments import Arguments
from gpu2ipu.analysis.values.containers import Dict, ListOrTuple, items_in
from gpu2ipu.analysis.values.data import Batching, Dataset, Size
from gpu2ipu.analysis.values.definitions import FunctionChoice, ScriptFunction
from gpu2ipu.analysis.values.library_objects import PartialFunction
from gpu2ipu.analysis.values.scalars import Number
from gpu2ipu.analysis.values.value import UNKNOWN, Value, altered


class DatasetCalls(Unpacking):
    """Evaluation of calls of methods of datasets."""

    def _dataset_method(self, node: ast.Call, owner: Dataset, method: str, arguments: Arguments) -> Value:
        if method == "map":
            return self._mapped(node, owner, arguments)
        if method in tf_data.FLATTENERS:
            return self._flattened(node, owner, arguments)
        if method in ("apply", "group_by_window"):
            return self._transformed(node, owner, method, arguments)
        if method in tf_data.READERS:
            self.facts.note_reading(owner, node)
        result = tf_data.dataset_method(owner, method, arguments)
        if method in tf_data.BATCHERS and isinstance(result, Dataset):
            self.differs_by_call()
            result = altered(result, batched_by=owner.batched_by | {self.path_to(node)})
            if arguments.starred:
                result = altered(result, batching=Batching.UNKNOWN)
        return result

    def _mapped(self, node: ast.Call, owner: Dataset, arguments: Arguments) -> Dataset:
        """The elements after `map`: the function is called with the parts of one element."""
        given = Arguments(owner.parts or (UNKNOWN, UNKNOWN), starred=not owner.parts)
        function, given = self._whole_call(node, arguments.first("map_func") or UNKNOWN, given)
        if not isinstance(function, (ScriptFunction, FunctionChoice)):
            return altered(owner, parts=())
        element = self.call_function(function, given, node)
        if isinstance(element, ListOrTuple):
            return altered(owner, parts=element.items)
        return altered(owner, parts=(element,) if isinstance(element, (Array, Dict, Dataset)) else ())

    def _micro_batches(self, function: ScriptFunction, arguments: Arguments) -> Dataset | None:
        """What the helper of a port makes that cuts batches into equal parts; None for any other call."""
        data, parts = (arguments.of(MICRO_BATCH_PARAMETERS, name) for name in MICRO_BATCH_PARAMETERS)
        if (
            not isinstance(data, Dataset)
            or not isinstance(parts, Number)
            or not is_micro_batches(function.definition)
        ):
            return None
        return tf_data.cut(data, parts.number)

    def _flattened(self, node: ast.Call, owner: Dataset, arguments: Arguments) -> Value:
        """The elements of the datasets that the function makes of each element."""
        parts = self._mapped(node, owner, arguments).parts
        whole = tf_data.dataset_method(owner, "flat_map", arguments)
        inner = parts[0] if len(parts) == 1 else UNKNOWN
        found = inner.parts if isinstance(inner, Dataset) else items_in(inner)
        return altered(whole, parts=found) if isinstance(whole, Dataset) else whole

    def _transformed(self, node: ast.Call, owner: Dataset, method: str, arguments: Arguments) -> Value:
        """What a function of the script makes of the dataset, or of each group of its elements."""
        is_grouped = method == "group_by_window"
        grouped = arguments.of(PARAMETERS["tensorflow.data.Dataset.group_by_window"], "reduce_func")
        function = grouped if is_grouped else arguments.first("transformation_func")
        if isinstance(function, (ScriptFunction, FunctionChoice)):
            given = (UNKNOWN, altered(owner, length=None)) if is_grouped else (owner,)
            made = self.call_function(function, Arguments(given), node)
            if isinstance(made, Dataset):
                return altered(made, length=None, remainder=None, size=Size.UNSIZED) if is_grouped else made
        return tf_data.dataset_method(owner, method, arguments)

    def _whole_call(self, node: ast.Call, function: Value, arguments: Arguments) -> tuple[Value, Arguments]:
        """The function that is called, and all its arguments: a `partial`, or one of another, holds some of them."""
        while isinstance(function, PartialFunction):
            assert isinstance(function.definition, ast.Call)
            self.facts.partials.setdefault(node, set()).add(function.definition)
            function, arguments = with_held(function, arguments)
        return function, arguments
