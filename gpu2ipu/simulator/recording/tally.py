"""The loss of every training step, counted inside the compiled step.

Keras itself reports a running mean, and with `steps_per_execution=n` only that of every n-th step. Here the loss
container, which computes the loss of a step for `fit` and `evaluate`, writes it into a variable at the index of the
step and counts rows, whatever loop contains the step. No result of the step depends on these variables, so that no
number changes. They are created without the variable creators of a strategy, and no model tracks them.
"""

from __future__ import annotations

import weakref
from typing import Any

import tensorflow as tf
from tensorflow.python.ops.resource_variable_ops import ResourceVariable

# The number of losses kept per call; `compare` uses the first steps, and epochs beyond them.
LENGTH = 1000


class Tally:
    """Counts steps, rows and losses of the loss container of one model, in training or in evaluation."""

    def __init__(self) -> None:
        """Create the variables, outside of any graph that is being traced."""
        with tf.init_scope():
            self._losses = ResourceVariable(tf.zeros([LENGTH]), trainable=False)
            # steps, rows, rows of the largest batch
            self._counts = ResourceVariable([0, 0, 0], trainable=False, dtype=tf.int32)

    def reset(self) -> None:
        """Set all counts to zero, before a call."""
        self._losses.assign(tf.zeros([LENGTH]))
        self._counts.assign([0, 0, 0])

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
