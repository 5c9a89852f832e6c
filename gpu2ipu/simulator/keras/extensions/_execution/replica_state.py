"""The variables of which each replica has its own value, although the model has them once."""

from __future__ import annotations

from typing import Any, Sequence

import tensorflow as tf


class ReplicaState:
    """The values of variables on each replica; the variables of the model have the values of the running replica.

    Between executions they have those of replica 0, which the host reads.
    """

    def __init__(self, metrics: Sequence[Any], state: Sequence[Any], replicas: int) -> None:
        """Start with the values of the model on all replicas."""
        self._metrics = [_Stack(variable, replicas) for variable in metrics]
        self._state = [_Stack(variable, replicas) for variable in state]

    @classmethod
    def of_model(cls, model: Any, others: Sequence[Any], replicas: int) -> ReplicaState:
        """Return the state for the metrics and the statistics of a model, and for other variables."""
        metrics = [variable for metric in model.metrics for variable in metric.variables]
        # A weight of a frozen layer is no state, although Keras lists it as not trainable.
        state = [variable for variable in model.non_trainable_variables if not variable.trainable]
        return cls(metrics, [*state, *others], replicas)

    def begin(self, new_metrics: Any, new_state: Any) -> None:
        """Set all replicas to the host's values where these are new: the host may have assigned state as well."""
        for stack in self._metrics:
            stack.begin(new_metrics)
        for stack in self._state:
            stack.begin(tf.logical_or(new_state, stack.differs()))

    def keep(self) -> None:
        """Make each micro-batch of a pipeline start from the values before the flush, so that the last one wins.

        The stages of a pipeline read their variables as they were at its start; assignments take effect at its end. So
        moving statistics are wrong, and a metric counts one micro-batch per flush.
        """
        for stack in self._metrics + self._state:
            stack.keep()

    def load(self, replica: Any) -> None:
        """Set the variables of the model to the values of `replica`."""
        for stack in self._metrics + self._state:
            stack.load(replica)

    def save(self, replica: Any) -> None:
        """Store the values of the model as those of `replica`."""
        for stack in self._metrics + self._state:
            stack.save(replica)

    def end(self) -> None:
        """Set the variables of the model to the values of replica 0, for the host."""
        for stack in self._metrics + self._state:
            stack.end()


class _Stack:
    """The values of one variable on all replicas."""

    def __init__(self, variable: Any, replicas: int) -> None:
        self.variable = variable
        self._replicas = replicas
        self._all = tf.Variable(self._same_on_all(), trainable=False) if replicas > 1 else None
        self._kept: Any = None

    def _same_on_all(self) -> Any:
        value = self.variable.read_value()
        return tf.tile(value[tf.newaxis], [self._replicas] + [1] * len(value.shape))

    def begin(self, is_new: Any) -> None:
        if self._all is not None:
            self._all.assign(tf.where(is_new, self._same_on_all(), self._all.read_value()))

    def differs(self) -> Any:
        if self._all is None:
            return False
        ours, theirs = self._all.read_value()[0], self.variable.read_value()
        both_are_none = tf.logical_and(tf.not_equal(ours, ours), tf.not_equal(theirs, theirs))  # NaN
        return tf.reduce_any(~(tf.equal(ours, theirs) | both_are_none))

    def keep(self) -> None:
        self._kept = self._same_on_all() if self._all is None else self._all.read_value()

    def load(self, replica: Any) -> None:
        if self._kept is not None:
            self.variable.assign(tf.gather(self._kept, replica))
        elif self._all is not None:
            self.variable.assign(tf.gather(self._all.read_value(), replica))

    def save(self, replica: Any) -> None:
        if self._all is not None:
            self._all.scatter_nd_update([[replica]], self.variable.read_value()[tf.newaxis])

    def end(self) -> None:
        if self._all is not None:
            self.variable.assign(self._all.read_value()[0])
