"""`IPUStrategy`: its scope, and `run`, which traces a program, checks it and runs it with the kernels of the host."""

from __future__ import annotations

import contextlib
import functools
import threading
import weakref
from typing import Any, Iterator

import tensorflow as tf
from tensorflow.python.data.ops import iterator_ops
from tensorflow.python.distribute import distribute_lib, one_device_strategy

from gpu2ipu.simulator import events
from gpu2ipu.simulator.compiler import hlo
from gpu2ipu.simulator.compiler.handles import outermost, place_on_ipu
from gpu2ipu.simulator.compiler.tracing import TracedCall
from gpu2ipu.simulator.memory import programs
from gpu2ipu.simulator.memory.estimate import Placement

from . import utils
from ._device import accumulation, embedded, jit, machine, program, replication
from ._errors import BAD_DEPTH, DRY, DeviceAborted, not_emulated, refuse_others
from ._pipelining import stage_state
from .ipu_infeed_queue import install_dataset_iterators, share_out
from .keras_extensions import KerasExtensions
from .ops import cross_replica_ops

__all__ = ["IPUExtendedV1", "IPUStrategy", "IPUStrategyV1"]

#: Everything runs here, with the ordinary kernels, which are faster than code that XLA compiles for the CPU.
_HOST = "/device:CPU:0"

_TF_FUNCTIONS = (tf.types.experimental.GenericFunction, tf.types.experimental.ConcreteFunction)


class IPUStrategyV1(distribute_lib.StrategyV1, KerasExtensions):  # type: ignore[misc]
    """Places variables and Keras models created in its scope on an IPU, and runs `tf.function`s there.

    `num_replicas_in_sync` is 1 for any number of IPUs, as in the SDK.
    """

    def __init__(
        self,
        ipu_device: str = "/device:IPU:0",
        cpu_device: str = "/device:CPU:0",
        enable_dataset_iterators: bool = True,
        enable_keras_extensions: bool = True,
    ) -> None:
        """`ipu_device` is one of the configured devices; the two flags disable the changes of the scope."""
        super().__init__(IPUExtendedV1(self, ipu_device, cpu_device))
        KerasExtensions.__init__(self, enable_dataset_iterators, enable_keras_extensions)

    def run(
        self,
        fn: Any,
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
        options: Any = None,
    ) -> Any:
        """Run `fn` on the IPU and return its result.

        Raises ValueError in eager mode if `fn` is not a `tf.function`, TypeError for float64 inputs and outputs,
        InvalidArgumentError for operations without a kernel on an IPU, ResourceExhaustedError for a program that is too
        large, and DeviceAborted if an infeed has no more elements.
        """
        if tf.executing_eagerly() and not isinstance(fn, _TF_FUNCTIONS):
            raise ValueError(
                "IPUStrategyV1.run(fn, ...) does not support eager execution. Either convert `fn` into a "
                "tf.function or call strategy.run inside a tf.function."
            )
        with aborting(), self.extended._in_run():
            return super().run(fn, args, kwargs, options)

    def experimental_run_v2(self, *args: Any, **kwargs: Any) -> None:
        """Raise RuntimeError: the SDK has deleted it."""
        raise RuntimeError("`experimental_run_v2` has been deleted. Use `run` instead.")

    @property
    def _device_ordinal(self) -> int:
        return tf.DeviceSpec.from_string(self.extended._ipu_device).device_index or 0

    @property
    def supports_loss_scaling(self) -> bool:
        """True, for Keras's LossScaleOptimizer."""
        return True


@contextlib.contextmanager
def aborting() -> Iterator[None]:
    """Raise DeviceAborted for errors of a program for which the Poplar runtime aborts the process."""
    try:
        yield
    except tf.errors.OutOfRangeError:
        raise DeviceAborted(DRY) from None
    except tf.errors.InvalidArgumentError as error:
        if BAD_DEPTH not in str(error):
            raise
        raise DeviceAborted(BAD_DEPTH) from None


class IPUExtendedV1(one_device_strategy.OneDeviceExtended):  # type: ignore[misc]
    """The part of the strategy that TensorFlow calls: placement of variables, reduction of values."""

    #: Whether `run` raises TypeError for inputs and outputs of this type.
    _refuses_float64 = True

    def __init__(self, container_strategy: Any, ipu_device: str, cpu_device: str) -> None:
        """Place everything on the host; the names of the devices are only kept."""
        super().__init__(container_strategy, _HOST)
        self._ipu_device = ipu_device
        self._cpu_device = cpu_device
        self._programs = hlo.CheckedPrograms()
        self._replicas = replication.Replicas()
        self._running = threading.local()

    @contextlib.contextmanager
    def _in_run(self) -> Iterator[None]:
        """Mark the next call for each replica as that of `IPUStrategy.run`."""
        self._running.is_program = True
        try:
            yield
        finally:
            self._running.is_program = False

    def _create_variable(self, next_creator: Any, **kwargs: Any) -> Any:
        variable = super()._create_variable(next_creator, **kwargs)
        place_on_ipu(variable)
        return variable

    def _call_for_each_replica(self, fn: Any, args: Any, kwargs: Any) -> Any:
        call = super()._call_for_each_replica
        if not getattr(self._running, "is_program", False):
            return call(fn, args, kwargs)  # a metric called while Keras builds a model
        self._running.is_program = False
        self._running.depth = getattr(self._running, "depth", 0) + 1
        try:
            if not tf.executing_eagerly():
                if program.current() is None and not program.is_by_keras():
                    return self._embedded(call, fn, args, kwargs)
                known = program.keras_traces() if self._running.depth == 1 else None
                must_compile = program.is_by_keras() and self._container_strategy()._enable_keras_extensions
                return self._programs.call(call, fn, args, kwargs, known, must_compile)
            with events.calling("run", getattr(fn, "__name__", "a function")):
                return call(functools.partial(self._checked, fn), args, kwargs)
        finally:
            self._running.depth -= 1

    def _embedded(self, call: Any, fn: Any, args: Any, kwargs: Any) -> Any:
        """Add a program to the graph of the `tf.function` that calls `run`, and return its result."""
        ipus = utils.local_ipus(self._ipu_device)
        is_function = isinstance(fn, tf.types.experimental.GenericFunction)

        def make() -> TracedCall:
            return TracedCall(call, _twin(fn) if is_function else fn, args, kwargs)

        with events.calling("run", getattr(fn, "__name__", "a function")):
            traced, replicas = embedded.trace(ipus, make)
            if is_function:
                self._refuse_float64(traced.concrete)
            self._check(traced.concrete, replicas)
            share_out(map(outermost, traced.concrete.captured_inputs), replicas)
            return embedded.call(traced, replicas, self._replicas)

    def _refuse_float64(self, concrete: Any) -> None:
        for name, tensors in (("input", concrete.inputs), ("output", concrete.outputs)):
            if self._refuses_float64 and any(tensor.dtype == tf.float64 for tensor in tensors):
                raise TypeError(f"Unsupported data type for {name}: float64")

    def _check(self, concrete: Any, replicas: int) -> None:
        with programs.placed(lambda: _placement(replicas)):
            self._programs.check(concrete)

    def _checked(self, fn: Any, *args: Any, **kwargs: Any) -> Any:
        """Check the program of a TensorFlow function, and call it in the context of the replica."""
        if isinstance(fn, tf.types.experimental.GenericFunction):
            must_compile = bool(vars(fn).get("_jit_compile"))
            fn, concrete, replicas = self._trace(fn, args, kwargs)
            self._refuse_float64(concrete)
            if must_compile:
                hlo.refuse_host_variables(concrete)
            self._check(concrete, replicas)
            given = tf.nest.flatten((args, kwargs), expand_composites=True)
            share_out([*given, *concrete.captured_inputs], replicas)
            self._replicas.attach(concrete, replicas)
            stage_state.before_run(concrete.captured_inputs)
            result = fn(*args, **kwargs)
            accumulation.check_after_run(concrete.captured_inputs)
            return result
        if utils.local_ipus(self._ipu_device) > 1:
            why = ": it has been traced for one replica; run the tf.function that it comes from"
            raise not_emulated("running a ConcreteFunction on several IPUs", why)
        return fn(*args, **kwargs)

    def _trace(self, fn: Any, args: Any, kwargs: Any) -> tuple[Any, Any, int]:
        """Return the function to call, its trace for these arguments, and the number of replicas on the device."""
        ipus = utils.local_ipus(self._ipu_device)
        twins = _twins.setdefault(fn, {})
        traced = program.TracedProgram(ipus, max((known.shards for known in twins), default=1))
        try:
            with program.entered(traced):
                twin = _twin(fn)
                return twin, twin.get_concrete_function(*args, **kwargs), traced.replicas
        except program.MoreShards as more:
            twins[program.TracedProgram(ipus, more.shards)] = fn._clone(None)
            return self._trace(fn, args, kwargs)

    @property
    def _is_in_program(self) -> bool:
        return bool(getattr(self._running, "depth", 0))

    def _reduce_to(self, reduce_op: Any, value: Any, destinations: Any, options: Any) -> Any:
        return self._batch_reduce_to(reduce_op, [(value, destinations)], options)[0]

    def _batch_reduce_to(self, reduce_op: Any, value_destination_pairs: Any, options: Any = None) -> Any:
        # On the host the SDK returns the values for any operation.
        values = [value for value, _ in value_destination_pairs]
        if not self._is_in_program:
            return values
        if reduce_op not in (tf.distribute.ReduceOp.SUM, tf.distribute.ReduceOp.MEAN):
            raise ValueError(f"Unsupported reduce op: {reduce_op}")
        return cross_replica_ops.reduce_over_replicas(values, mean=reduce_op == tf.distribute.ReduceOp.MEAN)

    def _experimental_distribute_dataset(self, dataset: Any, *args: Any) -> Any:
        return _DistributedDataset(dataset)

    def _distribute_datasets_from_function(self, dataset_fn: Any, options: Any) -> Any:
        return dataset_fn(distribute_lib.InputContext())


class _DistributedDataset(tf.distribute.DistributedDataset):  # type: ignore[misc]
    """A dataset for one worker: the host reads its elements, and programs get them as arguments."""

    def __init__(self, dataset: Any) -> None:
        self._dataset = dataset

    @property
    def element_spec(self) -> Any:
        return self._dataset.element_spec

    def __iter__(self) -> Any:
        return iterator_ops.OwnedIterator(self._dataset)


#: Function -> a copy of it for each program, since its traces depend on the number of replicas.
_twins: Any = weakref.WeakKeyDictionary()


def _twin(fn: Any) -> Any:
    """Return the copy of a function for the current program."""
    twins = _twins.setdefault(fn, {})
    current = program.current()
    return twins[current] if current in twins else twins.setdefault(current, fn._clone(None))


def _placement(replicas: int) -> Placement:
    """Return the placement of a program without any options."""
    return programs.placement_of([0], "Sequential", {}, machine.settings(), replicas)


#: The documented name.
IPUStrategy = IPUStrategyV1

install_dataset_iterators()
jit.install()

__getattr__ = refuse_others("tensorflow.python.ipu.ipu_strategy")
