"""The train step of an original, in the micro-batches that its port takes for a weight update.

A BatchNormalization normalizes each micro-batch by statistics of its own, and a Dropout draws for each: a port whose
updates are made of several micro-batches learns something else than the original by whole batches. To compare the rest
exactly, the original computes the gradients of each micro-batch of its batch, and updates its weights with their mean.
"""

from __future__ import annotations

import contextlib
import functools
from dataclasses import dataclass
from typing import Any, Callable, Iterator, List

import tensorflow as tf

from ..compiler import tracing
from ..keras2 import installed
from ..keras2.training_step import converted, is_of_tensorflow_1, optimizing

_NORMALIZATIONS = frozenset(["BatchNormalization", "BatchNormalizationBase", "SyncBatchNormalization"])

Tensors = List[Any]


@dataclass(frozen=True)
class MicroBatches:
    """What a weight update of the port is made of."""

    number: int
    # they take turns, and the host sees the state of the first one
    replicas: int = 1
    # its stages read the state from before the update, so that the last micro-batch wins
    pipelined: bool = False

    @property
    def keep_all_state(self) -> bool:
        """Whether the moving statistics take in each micro-batch."""
        return self.replicas == 1 and not self.pipelined

    def keeps_state(self, index: Any) -> Any:
        """Return whether the moving statistics take in this micro-batch."""
        if self.pipelined:
            return tf.equal(index, self.number - self.replicas)
        return tf.equal(index % self.replicas, 0)


def normalizing_layers(model: Any) -> list[str]:
    """Return the names of the layers that normalize by statistics of the batch when they train."""
    layers = model._flatten_layers() if hasattr(model, "_flatten_layers") else model.layers
    return [layer.name for layer in layers if layer.trainable and _normalizes(layer)]


def _normalizes(layer: Any) -> bool:
    return any(cls.__name__ in _NORMALIZATIONS for cls in type(layer).__mro__)


@contextlib.contextmanager
def in_micro_batches(model: Any, parts: MicroBatches, traced: Callable[[], None]) -> Iterator[None]:
    """Change the train step of a model for one call of fit; `traced` is called when a step is split.

    It stays as it is if the mean of micro-batches would hide what they change besides: see `_can_split`.
    """
    if not _can_split(model):
        yield
        return
    # its loops are Python's; what is the user's in the stock step is converted
    step = tf.autograph.experimental.do_not_convert(_train_step)
    vars(model)["train_step"] = functools.partial(step, model, model.train_step, parts, traced)
    model.train_function = None
    try:
        yield
    finally:
        del vars(model)["train_step"]
        model.train_function = None


def _can_split(model: Any) -> bool:
    """Return whether the step of a model is that of Keras, with a loss that is a mean over the rows of a batch."""
    step = getattr(type(model), "train_step", None)
    is_stock = any(step is vars(stock)["train_step"] for stock in installed.model_classes())
    reductions = (getattr(loss, "reduction", None) for loss in tf.nest.flatten(getattr(model, "loss", None)))
    return (
        is_stock
        and model.built
        and not is_of_tensorflow_1(getattr(model, "optimizer", None))
        and tf.keras.losses.Reduction.SUM not in reductions
        and model.distribute_strategy.num_replicas_in_sync == 1
    )


def _train_step(
    model: Any, stock: Callable[[Any], Any], parts: MicroBatches, traced: Callable[[], None], data: Any
) -> Any:
    """Take a step with the mean of the gradients of the micro-batches; with the stock step for composite tensors."""
    if not all(isinstance(leaf, tf.Tensor) for leaf in tf.nest.flatten(data)):
        return stock(data)
    traced()
    # A strategy merges its replicas in variables and metrics, which a loop in the graph refuses.
    unrolled = tf.executing_eagerly() or tf.distribute.has_strategy()
    step = _Step(model, stock, parts, data, is_traced=not unrolled)
    model.optimizer.apply_gradients(step.pairs(step.unrolled() if unrolled else step.looped()))
    return _logs(model)


class _Step:
    """The gradients of a train step, by micro-batches."""

    def __init__(
        self, model: Any, stock: Callable[[Any], Any], parts: MicroBatches, data: Any, is_traced: bool
    ) -> None:
        """Trace the step of one micro-batch, unless each is to be computed at once."""
        self._model = model
        self._stock = stock if tf.executing_eagerly() else converted(stock)
        self._parts = parts
        self._data = data
        # each trained variable with the kind of its gradient: None, a tensor or rows of it
        self._kinds: list[tuple[Any, Any]] = []
        self._run: Any = self._of_leaves
        if is_traced:
            self._run = tracing.trace(self._of_leaves, self._leaves(0))

    def looped(self) -> Tensors:
        """Return the means of the gradients from a loop in the graph."""

        def body(index: Any, *totals: Any) -> Any:
            shares = zip(totals, self._gradients(index), self._of_rows())
            return (
                index + 1,
                *(total.write(index, share) if rows else total + share for total, share, rows in shares),
            )

        first = [
            (
                tf.TensorArray(spec.dtype, self._parts.number, infer_shape=False)
                if rows
                else tf.zeros(spec.shape, spec.dtype)
            )
            for spec, rows in zip(self._run.outputs, self._of_rows())
        ]
        _, *totals = tf.while_loop(
            lambda index, *_: index < self._parts.number,
            body,
            (tf.constant(0), *first),
            parallel_iterations=1,
        )
        return [total.concat() if rows else total for total, rows in zip(totals, self._of_rows())]

    def unrolled(self) -> Tensors:
        """Return the means of the gradients, one micro-batch after the other."""
        shares = zip(*[self._gradients(index) for index in range(self._parts.number)])
        return [tf.concat(each, 0) if rows else sum(each) for each, rows in zip(shares, self._of_rows())]

    def pairs(self, means: Tensors) -> list[tuple[Any, Any]]:
        """Return gradients and variables as an optimizer takes them."""
        left = iter(means)
        pairs: list[tuple[Any, Any]] = []
        for kind, variable in self._kinds:
            gradient = None if kind is None else next(left)
            if kind is tf.IndexedSlices:
                gradient = tf.IndexedSlices(gradient, next(left), variable.shape)
            pairs.append((gradient, variable))
        return pairs

    def _of_rows(self) -> list[bool]:
        """Return, for each tensor of the gradients, whether it is of single rows, that are not summed up."""
        kinds = [kind for kind, _ in self._kinds if kind is not None]
        return [rows for kind in kinds for rows in ([True, True] if kind is tf.IndexedSlices else [False])]

    def _gradients(self, index: Any) -> Tensors:
        """Return the share of one micro-batch, which changes the moving statistics only where the host sees that."""
        if self._parts.keep_all_state:
            return list(self._run(*self._leaves(index)))
        state = [each for each in self._model.non_trainable_variables if not each.trainable]
        before = [tf.identity(variable.read_value()) for variable in state]
        with tf.control_dependencies(before):
            gradients = list(self._run(*self._leaves(index)))
        keeps = self._parts.keeps_state(index)
        with tf.control_dependencies(gradients):
            for variable, value in zip(state, before):
                variable.assign(tf.where(keeps, variable.read_value(), value))
        return gradients

    def _leaves(self, index: Any) -> Tensors:
        """Return the rows of a micro-batch."""

        def part(tensor: Any) -> Any:
            rows, number = tensor.shape[0], self._parts.number
            size = tf.shape(tensor)[0] if rows is None else rows
            taken = tensor[size * index // number : size * (index + 1) // number]
            if rows is not None and rows % number == 0:
                taken = tf.ensure_shape(taken, [rows // number, *tensor.shape[1:]])
            return taken

        return [part(leaf) for leaf in tf.nest.flatten(self._data)]

    def _of_leaves(self, *leaves: Any) -> Tensors:
        taken: list[tuple[Any, Any]] = []
        with optimizing(self._model, taken.extend):
            self._stock(tf.nest.pack_sequence_as(self._data, leaves))
        self._kinds = [
            (None if gradient is None else _kind(gradient), variable) for gradient, variable in taken
        ]
        return [
            part
            for gradient, _ in taken
            if gradient is not None
            for part in _share(gradient, self._parts.number)
        ]


def _kind(gradient: Any) -> Any:
    return tf.IndexedSlices if isinstance(gradient, tf.IndexedSlices) else tf.Tensor


def _share(gradient: Any, number: int) -> Tensors:
    """Return what a micro-batch adds to a mean: of an embedding the rows that it used, and which these are.

    They stay apart, since the norm of all of them is what an optimizer clips.
    """
    if not isinstance(gradient, tf.IndexedSlices):
        return [gradient / tf.cast(number, gradient.dtype)]
    return [gradient.values / tf.cast(number, gradient.values.dtype), gradient.indices]


def _logs(model: Any) -> dict[str, Any]:
    """Return the values of all metrics, as a train step does."""
    logs: dict[str, Any] = {}
    for metric in model.metrics:
        result = metric.result()
        logs.update(result if isinstance(result, dict) else {metric.name: result})
    return logs
