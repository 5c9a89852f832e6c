"""The results of an execution: final metrics, metrics of each step, or predictions in order.

Source: the reduction of replicated metrics in keras/ipu/extensions/extensions_base.py of the SDK.
"""

from __future__ import annotations

from typing import Any, Sequence

import tensorflow as tf
from tensorflow.python.ipu._device import accumulation

from .._options import ReplicatedMetricReductionMethod

_UNCHANGED = (ReplicatedMetricReductionMethod.NONE, ReplicatedMetricReductionMethod.LIST)


class Results:
    """The results of all steps on all replicas: each tensor has an axis for steps and one for replicas."""

    def __init__(self, model: Any, plan: Any, structure: Any, stacks: Sequence[Any]) -> None:
        """`structure` is the nested structure of the results of one step."""
        self._model = model
        self._plan = plan
        self._structure = structure
        self._stacks = list(stacks)

    def metrics(self) -> Any:
        """Return the metrics of the last step, or their mean if metrics are accumulated."""
        stacks = self._averaged() if self._plan.averages else self._combined()
        return self._pack([stack[-1] if self._plan.lists_metrics else stack[-1, -1] for stack in stacks])

    def means(self) -> Any:
        """Return the same as means over all replicas, which no option of a pipeline gives."""
        stacks = self._averaged() if self._plan.averages else self._stacks
        return self._pack([tf.reduce_mean(stack[-1], 0) for stack in stacks])

    def by_step(self) -> list[Any]:
        """Return the results of each step, as lists with the results of each replica."""
        stacks = self._combined()
        return [
            [
                self._pack([self._of_replica(stack[step], replica) for stack in stacks])
                for replica in range(self._plan.replicas)
            ]
            for step in range(self._stacks[0].shape[0] if self._stacks else 0)
        ]

    def outputs(self) -> Any:
        """Return the predictions, in the order of their rows."""
        stacks = [self._on_each_replica(stack) for stack in self._stacks]
        return self._pack([_merged(stack, 3 if self._plan.replicas > 1 else 2) for stack in stacks])

    def _pack(self, tensors: Sequence[Any]) -> Any:
        return tf.nest.pack_sequence_as(self._structure, list(tensors))

    def _combined(self) -> list[Any]:
        """Return the results, reduced over replicas and repeated on each; a list of them keeps its axis."""
        method = self._plan.metrics
        if self._plan.replicas == 1 or method in _UNCHANGED:
            return self._stacks
        reduce = tf.reduce_sum if method is ReplicatedMetricReductionMethod.SUM else tf.reduce_mean
        return [tf.repeat(reduce(stack, 1, keepdims=True), self._plan.replicas, 1) for stack in self._stacks]

    def _of_replica(self, values: Any, replica: int) -> Any:
        return values if self._plan.lists_metrics else values[replica]

    def _on_each_replica(self, stack: Any) -> Any:
        """Return predictions as each replica sends them: the reduction of metrics applies to them, too."""
        if self._plan.replicas == 1:
            return stack[:, 0]
        if self._plan.lists_metrics:
            return tf.repeat(stack[:, tf.newaxis], self._plan.replicas, 1)
        return self._combined_one(stack)

    def _combined_one(self, stack: Any) -> Any:
        return Results(self._model, self._plan, None, [stack])._combined()[0]

    def _averaged(self) -> list[Any]:
        """Return metrics that the device sums, each divided by the number of summed steps."""
        steps = self._stacks[0].shape[0] if self._stacks else 0
        count = self._plan.accumulation if self._plan.is_training else steps
        wanted = self._model._ipu.options.pipelining_kwargs.get("accumulate_outfeed_dtype")
        first = 1 if self._plan.is_training else 0  # the loss itself is first, and not a metric
        averaged = []
        for number, stack in enumerate(self._stacks):
            metric = _Metric(f"PipelineStage:{number + first}", stack.dtype)
            dtype = accumulation.accumulator_dtype(metric, wanted)
            parts = tf.cast(stack / tf.cast(count, stack.dtype), dtype)
            averaged.append(tf.reduce_sum(tf.reshape(parts, [-1, count, self._plan.replicas]), 1))
        return averaged


class _Metric:
    """The argument of a function that chooses the type of an accumulator, with the name that the SDK gives it."""

    def __init__(self, name: str, dtype: Any) -> None:
        self.name = name
        self.dtype = dtype


def _merged(stack: Any, axes: int) -> Any:
    """Merge the first axes into one."""
    return tf.reshape(stack, [-1, *stack.shape[axes:]])
