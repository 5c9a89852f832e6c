"""The loss of every training step, counted inside the compiled step.

Keras itself reports a running mean, and with `steps_per_execution=n` only that of every n-th step. Here the
loss container, which computes the loss of a step for `fit` and for `evaluate`, writes it into a variable at
the number of the step, and counts rows, whatever loop the step stands in. Nothing that the step computes
depends on these variables, so no number changes. They are made past the variable creators of a strategy, and
no model tracks them.
"""

from __future__ import annotations

import weakref
from typing import Any

import tensorflow as tf
from tensorflow.python.ops.resource_variable_ops import ResourceVariable

# So many losses a call are kept; compare looks at the first steps, and at epochs beyond them.
LENGTH = 1000


class Tally:
    """Counts what the loss container of one model sees in training, or in evaluation."""

    def __init__(self) -> None:
        """Make the variables, outside of any graph that is being traced."""
        with tf.init_scope():
            self._losses = ResourceVariable(tf.zeros([LENGTH]), trainable=False)
            # steps, rows, rows of the largest batch
            self._counts = ResourceVariable([0, 0, 0], trainable=False, dtype=tf.int32)

    def reset(self) -> None:
        """Forget everything, before a call."""
        self._losses.assign(tf.zeros([LENGTH]))
        self._counts.assign([0, 0, 0])

    def add(self, loss: Any, outputs: Any) -> None:
        """Count one step; works in eager mode and inside any graph."""
        step, rows, largest = tf.unstack(self._counts.read_value())
        batch = tf.shape(tf.nest.flatten(outputs)[0])[0]
        loss = tf.reshape(tf.cast(loss, tf.float32), [])
        # A select, not a scatter: plain arithmetic compiles everywhere.
        self._losses.assign(tf.where(tf.equal(tf.range(LENGTH), step), loss, self._losses.read_value()))
        self._counts.assign(tf.stack([step + 1, rows + batch, tf.maximum(largest, batch)]))

    def losses(self) -> list[float]:
        """The loss of each step since the reset, at most LENGTH."""
        steps = int(self._counts.numpy()[0])
        return [float(loss) for loss in self._losses.numpy()[:steps]]

    def counts(self) -> dict[str, int]:
        """Steps, rows and the rows of the largest batch since the reset."""
        steps, rows, largest = (int(count) for count in self._counts.numpy())
        return {"steps": steps, "rows": rows, "batch": largest}


class Tallies:
    """The tallies of all loss containers, and which kind of step is being traced."""

    def __init__(self) -> None:
        """No model has been seen."""
        self._tallies: Any = weakref.WeakKeyDictionary()
        # innermost last: "fit" or "evaluate"; validation inside fit is an evaluate of its own
        self.phases: list[str] = []

    def of(self, container: Any, phase: str) -> Tally:
        """The tally of a loss container in a phase."""
        pair: dict[str, Tally] = self._tallies.setdefault(container, {})
        if phase not in pair:
            pair[phase] = Tally()
        return pair[phase]

    def wrap(self, container_class: Any) -> None:
        """Let every loss container count; class-wide, so that no model looks overridden."""
        original = container_class.__call__

        def call(container: Any, y_true: Any, y_pred: Any, *args: Any, **kwargs: Any) -> Any:
            loss = original(container, y_true, y_pred, *args, **kwargs)
            if self.phases and self.phases[-1] in PHASES:
                self.of(container, self.phases[-1]).add(loss, y_pred)
            return loss

        container_class.__call__ = call


# The phases in which a loss is computed.
PHASES: tuple[str, ...] = ("fit", "evaluate")
