"""Record custom training loops: their gradient tapes, metrics and loops over datasets.

Outside of fit, evaluate and predict there is no call to record. Recorded are instead:

 * a "loop" for all gradients that tapes compute for the same variables, each with the differentiated value, the loss.
   It is counted inside the step, compiled or not (`tally`), and written when the script ends;
 * one "metric" call for all metrics that the script reads, with each value that it reads;
 * the loops over datasets, and those that preprocessing layers `adapt` to. The batch sizes of the port are written, and
   an original skips partial batches where those of the port are full.

`loop_limits` shortens these loops.
"""

from __future__ import annotations

import functools
import sys
from typing import Any, Callable

import numpy as np
import tensorflow as tf
from tensorflow.python.data.ops import dataset_ops, iterator_ops

from ..compiler.enclosing_loop import in_loop
from ..keras2 import installed
from . import inputs
from .alignment import PortRecord
from .loop_limits import Trained
from .models import is_for_ipu
from .tally import Tally
from .wrapping import builds_graph, wrap

# The entries about the data of a call, for a loop without any.
_NO_DATA = {
    "input": "loop",
    "rows_given": None,
    "batch_size": None,
    "cardinality": None,
    "partial_batches": 0,
    "shortened": False,
    "validation": None,
    "steps_per_execution": 1,
    "learning_rate": None,
    "dtype": "float32",
}


class _Loop:
    """All gradients that are computed for the same variables."""

    def __init__(self, number: int, variables: list[Any], tally: Tally | None) -> None:
        self.number = number
        self.variables = variables
        self.tally = tally
        self.compiled = False  # whether a loop in a graph computes them
        self.on_ipu = False


class CustomLoops:
    """Records the custom training loops of a script; the recorder says when a call of Keras is running."""

    def __init__(
        self,
        write: Callable[..., None],
        next_call: Callable[[], int],
        is_busy: Callable[[], bool],
        first_use: Callable[[Any, Any], int],
        port: PortRecord | None,
    ) -> None:
        """Change nothing in TensorFlow or Keras before `install`."""
        self._write = write
        self._next_call = next_call
        self._is_busy = is_busy
        self._first_use = first_use
        self._port = port
        self._loops: dict[Any, _Loop] = {}
        self._models: list[Any] = []
        self._inside = 0  # the number of running calls of models and metrics
        self._batch: Any = None  # an input of the model that was called last
        self._metrics: int | None = None
        self._iterations = 0
        self._datasets: list[Any] = []  # what the script has iterated over
        self._counts_steps = True

    def install(self, counts_steps: bool) -> None:
        """Wrap models, metrics, tapes and datasets; `counts_steps`: whether steps may have variables for counting."""
        self._counts_steps = counts_steps
        for owner in installed.model_classes():
            owner.__call__ = self._around(_call_of(owner), self._model_called)
        for metrics in installed.copies("metrics"):
            metrics.Metric.__call__ = self._around(metrics.Metric.__call__, self._nothing)
        for layers in installed.copies("engine.base_preprocessing_layer"):
            wrap(layers.PreprocessingLayer, "adapt", self._adapt)
        utils: Any
        for utils in installed.copies("utils.metrics_utils"):
            utils.result_wrapper = self._reading(utils.result_wrapper)
        self._wrap_tape()
        self._wrap_datasets()

    def finish(self, save: Callable[[str, int, list[Any]], dict[str, Any]]) -> None:
        """Write the last entries of all loops; `save` writes weights to a file."""
        for loop in self._loops.values():
            arrays = [variable.numpy() for variable in loop.variables]
            saved = save("loop", loop.number, arrays)
            losses, counts = (loop.tally.losses(), loop.tally.counts()) if loop.tally else ([], None)
            self._done(loop.number, losses, counts, on_ipu=loop.on_ipu, **saved)
        if self._metrics is not None:
            self._done(self._metrics, [], None)

    def has_trained(self) -> bool:
        """Return whether any gradient was computed."""
        return bool(self._loops)

    def progress(self) -> list[Trained]:
        """Return the steps trained so far by each loop whose steps are counted."""
        return [
            Trained(counts["steps"], counts["rows"], loop.compiled)
            for loop in self._loops.values()
            if loop.tally is not None
            for counts in [loop.tally.counts()]
        ]

    def on_read(self, read: Callable[[], None]) -> None:
        """Call `read` whenever an element is read from a dataset."""
        owned: Any = iterator_ops.OwnedIterator
        stock = owned.__next__

        @functools.wraps(stock)
        def __next__(iterator: Any) -> Any:
            read()
            return stock(iterator)

        owned.__next__ = __next__

    def _done(self, number: int, losses: list[float], counts: Any, **more: Any) -> None:
        self._write(
            call=number,
            done=True,
            seconds=0.0,
            losses=losses,
            counts=counts,
            validation_counts=None,
            values={},
            **more,
        )

    # models

    def _around(self, stock: Callable[..., Any], before: Callable[..., None]) -> Callable[..., Any]:
        """Wrap a method: it counts as running, and calls `before` first unless it is nested."""

        @functools.wraps(stock)
        def called(this: Any, *args: Any, **kwargs: Any) -> Any:
            if not self._inside and not self._is_busy():
                before(this, *args)
            self._inside += 1
            try:
                return stock(this, *args, **kwargs)
            finally:
                self._inside -= 1

        return called

    def _nothing(self, *_: Any) -> None:
        """Do nothing before the call of a metric."""

    def _model_called(self, model: Any, *args: Any) -> None:
        leaves = tf.nest.flatten(args[:1])
        if builds_graph() or not leaves or not all(_is_data(leaf) for leaf in leaves):
            return
        self._batch = leaves[0]
        if any(known is model for known in self._models) or _is_built_outside(model):
            return
        self._models.append(model)
        self._inside += 1
        try:
            with tf.init_scope():
                self._first_use(model, tf.nest.map_structure(_spec, args[0]))
        finally:
            self._inside -= 1

    # tapes

    def _wrap_tape(self) -> None:
        stock = tf.GradientTape.gradient

        @functools.wraps(stock)
        def gradient(tape: Any, target: Any, sources: Any, *args: Any, **kwargs: Any) -> Any:
            result = stock(tape, target, sources, *args, **kwargs)
            variables = tf.nest.flatten(sources)
            is_step = variables and all(isinstance(each, tf.Variable) for each in variables)
            if is_step and not self._is_busy() and not builds_graph():
                loop = self._loop_of(variables)
                loop.compiled = loop.compiled or in_loop()
                loop.on_ipu = loop.on_ipu or _is_on_ipu()
                if loop.tally is not None:
                    loop.tally.add(_total(target), self._rows())
            return result

        tf.GradientTape.gradient = gradient

    def _loop_of(self, variables: list[Any]) -> _Loop:
        key = tuple(variable.ref() for variable in variables)
        if key not in self._loops:
            tally = Tally() if self._counts_steps else None
            loop = self._loops[key] = _Loop(self._next_call(), variables, tally)
            owner = next((i for i, model in enumerate(self._models) if _has(model, variables[0])), 0)
            name = self._models[owner].name if self._models else "variables"
            self._write(call=loop.number, kind="loop", model=owner, name=name, **_NO_DATA)
        return self._loops[key]

    def _rows(self) -> Any:
        """Return a tensor with the rows of the batch if there is one in this graph, else one without rows."""
        graph = None if tf.executing_eagerly() else tf.compat.v1.get_default_graph()
        here = self._batch is not None and getattr(self._batch, "graph", None) is graph
        return self._batch if here else tf.zeros([0])

    # metrics

    def _reading(self, stock: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap the function with which Keras wraps the `result` of each new metric, to note what the script reads."""

        @functools.wraps(stock)
        def result_wrapper(result_fn: Any) -> Any:
            wrapped = stock(result_fn)

            @functools.wraps(wrapped)
            def result(metric: Any, *args: Any) -> Any:
                value = wrapped(metric, *args)
                if tf.executing_eagerly() and not self._inside and not self._is_busy():
                    self._note_read(metric, value)
                return value

            return result

        return result_wrapper

    def _note_read(self, metric: Any, value: Any) -> None:
        array = np.asarray(value)
        if array.size != 1 or array.dtype.kind not in "fiub":
            return
        if self._metrics is None:
            self._metrics = self._next_call()
            self._write(call=self._metrics, kind="metric", model=-1, name="metrics", **_NO_DATA)
        rows = getattr(metric, "count", None)
        count = int(rows.numpy()) if isinstance(rows, tf.Variable) and rows.shape.rank == 0 else 0
        self._write(call=self._metrics, read=str(metric.name), value=float(array.reshape(())), rows=count)

    # datasets

    def _wrap_datasets(self) -> None:
        stock = dataset_ops.DatasetV2.__iter__

        @functools.wraps(stock)
        def __iter__(dataset: Any) -> Any:
            in_library = installed.is_in_library(sys._getframe(1))
            is_own = not in_library and tf.executing_eagerly() and not self._is_busy()
            return stock(self._aligned(dataset, "in a custom training loop") if is_own else dataset)

        dataset_ops.DatasetV2.__iter__ = __iter__

    def _adapt(self, stock: Callable[..., Any], layer: Any, data: Any, *args: Any, **kwargs: Any) -> Any:
        """Let a preprocessing layer of an original learn from the batches that its port reads."""
        if isinstance(data, tf.data.Dataset) and tf.executing_eagerly() and not self._is_busy():
            data = self._aligned(data, f"in `adapt` of layer {layer.name!r}")
        return stock(layer, data, *args, **kwargs)

    def _aligned(self, dataset: Any, where: str) -> Any:
        """Return the dataset that the script reads: without partial batches if the port has none."""
        number, self._iterations = self._iterations, self._iterations + 1
        batch, source = _batch_of(dataset), inputs.source_of(dataset)
        of_dataset = next(
            (i for i, known in enumerate(self._datasets) if known is source), len(self._datasets)
        )
        if of_dataset == len(self._datasets):
            self._datasets.append(source)
        self._write(
            iteration=number, batch=batch, dataset=of_dataset, on_ipu=is_for_ipu(tf.distribute.get_strategy())
        )
        theirs = self._port.batch_of(number, of_dataset) if self._port is not None else None
        if theirs is None or batch is not None:
            return dataset
        mine = inputs.batch_of(dataset)
        if mine not in (None, theirs):  # another batch size, with which the port keeps all rows
            self._write(note=f"{where} the original reads batches of {mine} rows, the port of {theirs}")
            return dataset
        whole = inputs.whole_batches(dataset, theirs)
        if whole is not dataset:
            self._write(note=f"{where} the original skips partial batches, as the port does")
        return whole


def _is_data(leaf: Any) -> bool:
    """Return whether a value is a tensor or an array, not a symbolic tensor of a Keras model."""
    if isinstance(leaf, np.ndarray):
        return True
    name = str(getattr(getattr(leaf, "graph", None), "name", "")) if not tf.executing_eagerly() else ""
    return isinstance(leaf, tf.Tensor) and "scratch_graph" not in name and "keras_graph" not in name


def _call_of(owner: Any) -> Any:
    """Return `__call__` of a class of models; an inherited one is another in graphs of TensorFlow 1.

    There Keras puts its layers of TensorFlow 1 behind the class: keras/utils/version_utils.py.
    """
    stock = owner.__call__
    if "__call__" in vars(owner):
        return stock

    @functools.wraps(stock)
    def inherited(model: Any, *args: Any, **kwargs: Any) -> Any:
        return super(owner, model).__call__(*args, **kwargs)

    return inherited


def _is_built_outside(model: Any) -> bool:
    """Return whether a call creates the weights of a model for the IPU outside of its scope, as the SDK refuses."""
    return not model.built and is_for_ipu(model.distribute_strategy) and not tf.distribute.has_strategy()


def _is_on_ipu() -> bool:
    """Return whether what is computed here is for an IPU: in a strategy's scope or `run`, or in an `ipu_scope`."""
    scopes: Any = sys.modules.get("tensorflow.python.ipu.scopes")
    in_scope = getattr(scopes, "in_ipu_scope", None)  # of the simulator
    return is_for_ipu(tf.distribute.get_strategy()) or (in_scope is not None and bool(in_scope()))


def _spec(leaf: Any) -> tf.TensorSpec:
    return tf.TensorSpec(leaf.shape, tf.as_dtype(leaf.dtype))


def _has(model: Any, variable: Any) -> bool:
    return any(weight is variable for weight in model.weights)


def _total(target: Any) -> Any:
    """Return the sum of all differentiated values."""
    leaves = [tf.convert_to_tensor(leaf) for leaf in tf.nest.flatten(target) if leaf is not None]
    return tf.add_n([tf.reduce_sum(tf.cast(leaf, tf.float32)) for leaf in leaves])


def _batch_of(dataset: Any) -> int | None:
    """Return the static batch size of the elements of a dataset, None if it is not static."""
    specs = tf.nest.flatten(dataset.element_spec)
    shapes = [spec.shape for spec in specs if isinstance(spec, tf.TensorSpec)]
    first = shapes[0] if shapes else None
    return int(first[0]) if first is not None and first.rank and first[0] is not None else None
