"""The loss of every training step, and the weights after the first ones, counted inside the compiled step.

Keras itself reports a running mean, and with `steps_per_execution=n` only that of every n-th step. Here the loss
container, which computes the loss of a step for `fit` and `evaluate`, writes it into a variable at the index of the
step and counts rows, whatever loop contains the step. No result of the step depends on these variables, so that no
number changes. They are created without the variable creators of a strategy, and no model tracks them. After each of
the first updates of a call the optimizer writes sums of the elements of each array of weights in the same way: few
numbers, which differ as the arrays differ.
"""

from __future__ import annotations

import functools
import weakref
from typing import Any, Callable

import numpy as np
import tensorflow as tf
from tensorflow.python.ops.resource_variable_ops import ResourceVariable

from gpu2ipu.simulator.compiler.handles import leave_on_host
from gpu2ipu.simulator.memory.values import RECORDED

from .wrapping import wrap

# The number of losses kept per call; `compare` uses the first steps, and epochs beyond them.
LENGTH = 1000


def _variable(initial: Any) -> Any:
    """Return a variable that belongs to no program."""
    variable = ResourceVariable(initial, trainable=False, name=RECORDED)
    leave_on_host(variable)
    return variable


def _recording(function: Callable[..., Any]) -> Callable[..., Any]:
    """Name the operations of a function such that the estimate of memory leaves them out."""

    @functools.wraps(function)
    def scoped(*args: Any, **kwargs: Any) -> Any:
        with tf.name_scope(RECORDED):
            return function(*args, **kwargs)

    return scoped


class Tally:
    """Counts steps, rows and losses of the loss container of one model, in training or in evaluation."""

    def __init__(self) -> None:
        """Create the variables, outside of any graph that is being traced."""
        with tf.init_scope():
            self._losses = _variable(tf.zeros([LENGTH]))
            # steps, rows, rows of the largest batch
            self._counts = _variable(tf.constant([0, 0, 0]))

    def reset(self) -> None:
        """Set all counts to zero, before a call."""
        self._losses.assign(tf.zeros([LENGTH]))
        self._counts.assign([0, 0, 0])

    @_recording
    def add(self, loss: Any, outputs: Any) -> None:
        """Count one step; works in eager mode and inside any graph."""
        step, rows, largest = tf.unstack(self._counts.read_value())
        batch = tf.shape(tf.nest.flatten(outputs)[0])[0]
        loss = tf.reshape(tf.cast(loss, tf.float32), [])
        # A select, not a scatter: it compiles everywhere.
        self._losses.assign(tf.where(tf.equal(tf.range(LENGTH), step), loss, self._losses.read_value()))
        self._counts.assign(tf.stack([step + 1, rows + batch, tf.maximum(largest, batch)]))

    def losses(self) -> list[float]:
        """Return the loss of each step since the reset, at most LENGTH."""
        steps = int(self._counts.numpy()[0])
        return [float(loss) for loss in self._losses.numpy()[:steps]]

    def counts(self) -> dict[str, int]:
        """Return steps, rows and the rows of the largest batch since the reset."""
        steps, rows, largest = (int(count) for count in self._counts.numpy())
        return {"steps": steps, "rows": rows, "batch": largest}


class Tallies:
    """The tallies of all loss containers, and the kind of step that is being traced."""

    def __init__(self) -> None:
        """Start without any tally."""
        self._tallies: Any = weakref.WeakKeyDictionary()
        # innermost last: "fit" or "evaluate"; validation inside fit is an evaluate of its own
        self.phases: list[str] = []

    def of(self, container: Any, phase: str) -> Tally:
        """Return the tally of a loss container in a phase."""
        pair: dict[str, Tally] = self._tallies.setdefault(container, {})
        if phase not in pair:
            pair[phase] = Tally()
        return pair[phase]

    def wrap(self, container_class: Any) -> None:
        """Make all loss containers count; by their class, so that no model counts as overridden."""
        original = container_class.__call__

        def call(container: Any, y_true: Any, y_pred: Any, *args: Any, **kwargs: Any) -> Any:
            loss = original(container, y_true, y_pred, *args, **kwargs)
            if self.phases and self.phases[-1] in PHASES:
                self.of(container, self.phases[-1]).add(loss, y_pred)
            return loss

        container_class.__call__ = call


# The phases in which a loss is computed.
PHASES: tuple[str, ...] = ("fit", "evaluate")


# The number of weight updates of a call whose weights are kept, and of the sums that an array is folded into.
UPDATES = 20
SUMS = 64


class _Sketch:
    """The weights after each of the first updates of a call: of each array some sums of its elements."""

    def __init__(self, optimizer: Any, variables: list[Any]) -> None:
        """Create the variables, outside of any graph that is being traced."""
        self.names = [variable.name for variable in variables]
        self.sizes = [int(variable.shape.num_elements()) for variable in variables]
        self._lengths = [min(size, SUMS) for size in self.sizes]
        with tf.init_scope():
            self._start = _variable(_number(optimizer.iterations))
            self._sums = _variable(tf.zeros([UPDATES, sum(self._lengths)]))
            self._gradients = _variable(tf.zeros([UPDATES, len(variables)]))
        # Its operations, several of each array, are created once and not in each trace of a step.
        self._keep = tf.function(self._kept, autograph=False)

    def begin(self, iterations: int) -> None:
        """Begin a call of fit after so many updates."""
        self._start.assign(iterations)

    @_recording
    def add(self, iterations: Any, pairs: list[tuple[Any, Any]]) -> None:
        """Keep the weights after an update; works in eager mode and inside any graph."""
        index = tf.cast(iterations, tf.int64) - 1 - self._start.read_value()
        is_kept = (index >= 0) & (index < UPDATES)
        # Read here, since a branch that has the variables themselves would return all of them in the HLO.
        weights = [variable.read_value() for _, variable in pairs]
        gradients = [_elements(gradient) for gradient, _ in pairs]

        @_recording
        def keep() -> Any:
            return self._keep(index, gradients, weights)

        tf.cond(is_kept, keep, lambda: tf.constant(False))

    @_recording
    def _kept(self, index: Any, gradients: list[Any], weights: list[Any]) -> Any:
        means = tf.stack([_root_mean_square(gradient) for gradient in gradients])
        sums = tf.concat([_folded(weight) for weight in weights], 0)
        # A select, not a scatter: it compiles everywhere.
        here = tf.equal(tf.range(UPDATES, dtype=tf.int64), index)[:, tf.newaxis]
        self._sums.assign(tf.where(here, sums, self._sums.read_value()))
        self._gradients.assign(tf.where(here, means, self._gradients.read_value()))
        return tf.constant(True)

    def arrays(self, updates: int) -> list[Any]:
        """Return the sums and the gradients of the first updates, and to which array each sum belongs."""
        owners = [number for number, length in enumerate(self._lengths) for _ in range(length)]
        kept = [each.numpy()[:updates] for each in (self._sums, self._gradients)]
        return [*kept, np.array(owners, np.int64), np.array(self.sizes, np.int64)]


def _folded(values: Any) -> Any:
    """Return an array as a vector, or sums of every SUMS-th element of it."""
    flat = tf.cast(tf.reshape(values, [-1]), tf.float32)
    size = flat.shape[0]
    if size <= SUMS:
        return flat
    return tf.reduce_sum(tf.reshape(tf.pad(flat, [[0, -size % SUMS]]), [-1, SUMS]), 0)


def _number(iterations: Any) -> Any:
    return tf.cast(iterations.read_value(), tf.int64)


def _inner(optimizer: Any) -> Any:
    """Return the optimizer that updates the weights: of a LossScaleOptimizer another one."""
    return getattr(optimizer, "inner_optimizer", optimizer)


def _elements(gradient: Any) -> Any:
    """Return a gradient as a tensor, of which an embedding's has the rows that are not zero; a zero where is none."""
    if gradient is None:
        return tf.zeros([])
    return gradient.values if isinstance(gradient, tf.IndexedSlices) else gradient


def _root_mean_square(values: Any) -> Any:
    return tf.sqrt(tf.reduce_mean(tf.square(tf.cast(values, tf.float32))))


class WeightSketches:
    """The sketches of all optimizers, by the variables that they update in calls of `fit`."""

    def __init__(self, tallies: Tallies) -> None:
        """Start without any sketch; `tallies` knows the kind of step that is being traced."""
        self._phases = tallies.phases
        self._of: Any = weakref.WeakKeyDictionary()  # optimizer -> keys of its variables -> sketch

    def wrap(self, optimizer_class: Any) -> None:
        """Make all optimizers keep the weights that they have updated."""

        def apply(stock: Any, optimizer: Any, grads_and_vars: Any, *args: Any, **kwargs: Any) -> Any:
            pairs = list(grads_and_vars)
            done = stock(optimizer, pairs, *args, **kwargs)
            trains = bool(self._phases) and self._phases[-1] == "fit"
            # a variable that is mirrored on several devices has several values
            if trains and not any(hasattr(variable, "values") for _, variable in pairs):
                self._sketch(optimizer, [variable for _, variable in pairs]).add(optimizer.iterations, pairs)
            return done

        wrap(optimizer_class, "apply_gradients", apply)

    def begin(self, optimizer: Any, iterations: int) -> None:
        """Begin a call of `fit` after so many updates."""
        for sketch in self._of.get(_inner(optimizer), {}).values():
            sketch.begin(iterations)

    def of(self, optimizer: Any) -> _Sketch | None:
        """Return the sketch of an optimizer; None if it has none, or updates several models."""
        found = list(self._of.get(_inner(optimizer), {}).values())
        return found[0] if len(found) == 1 else None

    def _sketch(self, optimizer: Any, variables: list[Any]) -> _Sketch:
        sketches: dict[Any, _Sketch] = self._of.setdefault(optimizer, {})
        key = tuple(variable.ref() for variable in variables)
        if key not in sketches:
            sketches[key] = _Sketch(optimizer, variables)
        return sketches[key]
