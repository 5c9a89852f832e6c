"""`PopDistStrategy`: an `IPUStrategy` whose replicas are those of all instances that PopRun has started.

All replicas of all instances run one program together. Variables start with the values of instance 0. Gradients are
reduced over all replicas, and so are metrics: in the SDK their variables are `SyncOnReadVariable`s, which a program
reads as the sum over all replicas. The simulator averages the results, which is the same for means of equal batches.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf
from tensorflow.python.distribute import distribute_lib

from gpu2ipu.simulator import instances

from .._device import horovod, instance_collectives
from .._errors import refuse_others
from ..ipu_strategy import IPUExtendedV1, aborting
from ..keras_extensions import KerasExtensions
from .host_collective_ops import allreduce

__all__ = ["PopDistExtendedV1", "PopDistStrategy"]


class PopDistStrategy(distribute_lib.StrategyV1, KerasExtensions):  # type: ignore[misc]
    """Places variables and Keras models created in its scope on the IPUs of all instances.

    `num_replicas_in_sync` counts the replicas of all instances, so that Keras scales losses to their mean.
    """

    #: Read by Keras models: metrics are those of all replicas.
    _reduces_metrics = True

    def __init__(
        self,
        ipu_device: str = "/device:IPU:0",
        add_ipu_cross_replica_reductions: bool = True,
        enable_dataset_iterators: bool = True,
        enable_keras_extensions: bool = True,
    ) -> None:
        """Without `add_ipu_cross_replica_reductions` the script itself reduces its gradients.

        Raises ValueError if the SDK needs Horovod, and `init` of `ipu.horovod` has not been called.
        """
        horovod.check()
        super().__init__(PopDistExtendedV1(self, ipu_device, add_ipu_cross_replica_reductions))
        KerasExtensions.__init__(self, enable_dataset_iterators, enable_keras_extensions)

    def run(
        self, fn: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None, options: Any = None
    ) -> Any:
        """Run `fn` on the IPUs of this instance, and return its result."""
        with aborting(), self.extended._in_run():
            return super().run(fn, args, kwargs, options)

    def update_ipu_config(self, config: Any) -> None:
        """Tell a configuration which instance this is."""
        processes, here = config.experimental.multi_replica_distribution, instances.read()
        processes.process_count, processes.process_index = here.count, here.index

    @property
    def _device_ordinal(self) -> int:
        return tf.DeviceSpec.from_string(self.extended._ipu_device).device_index or 0

    @property
    def supports_loss_scaling(self) -> bool:
        """True, for Keras's LossScaleOptimizer."""
        return True


class PopDistExtendedV1(IPUExtendedV1):
    """Broadcasts initial values, and reduces over all instances, also on the host."""

    _refuses_float64 = False

    def __init__(self, container_strategy: Any, ipu_device: str, reduces: bool) -> None:
        """Reduce on IPUs only if `reduces`."""
        super().__init__(container_strategy, ipu_device, "/device:CPU:0")
        self._reduces = reduces

    @property
    def _num_replicas_in_sync(self) -> int:
        return instances.read().total_replicas

    def _create_variable(self, next_creator: Any, **kwargs: Any) -> Any:
        given = kwargs["initial_value"]

        def initial_value() -> Any:
            value = given() if callable(given) else given
            value = getattr(value, "wrapped_value", value)  # that of a checkpoint
            return instance_collectives.broadcast(tf.convert_to_tensor(value, dtype=kwargs.get("dtype")))

        if instances.read().count > 1 and given is not None:
            kwargs["initial_value"] = initial_value
        return super()._create_variable(next_creator, **kwargs)

    def _batch_reduce_to(self, reduce_op: Any, value_destination_pairs: Any, options: Any = None) -> Any:
        if self._is_in_program:
            if not self._reduces:
                return [value for value, _ in value_destination_pairs]
            return super()._batch_reduce_to(reduce_op, value_destination_pairs, options)
        return [allreduce(value, reduce_op) for value, _ in value_destination_pairs]


__getattr__ = refuse_others("tensorflow.python.ipu.distributed.popdist_strategy")
