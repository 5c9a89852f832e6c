"""What a `model_fn` becomes on an IPU: a program for each mode, and what the Estimator of TensorFlow gets of it.

No module of the SDK has this name; the source is its ipu_estimator.py.
"""

from __future__ import annotations

from typing import Any, Callable

import tensorflow as tf
from tensorflow.python.util import function_utils

from .. import ipu_compiler, scopes
from .._errors import not_emulated
from ..ipu_infeed_queue import IPUInfeedQueue
from ..ipu_outfeed_queue import IPUOutfeedQueue

#: The key of the input function among the parameters of an Estimator.
INPUT_FN = "input_fn"

ModeKeys: Any = tf.compat.v1.estimator.ModeKeys
EstimatorSpec: Any = tf.compat.v1.estimator.EstimatorSpec


class ModelProgram:
    """A program of one mode: its operations on the IPU, and what the host makes of its results."""

    def __init__(
        self, model_fn: Callable[..., Any], config: Any, params: Any, infeed: Any, outfeed: Any
    ) -> None:
        """`infeed` gives the elements of the dataset, `outfeed` takes results."""
        self.model_fn = model_fn
        self.config = config
        self.params = params
        self.infeed = infeed
        self.outfeed = outfeed
        self.hooks: list[Any] = []
        self.iterations = config.ipu_run_config.iterations_per_loop
        self.taken = function_utils.fn_args(model_fn)

    def build(self, mode: str) -> Any:
        """Trace the computation of a mode, inside of `ipu_compiler.compile`."""
        raise NotImplementedError

    def spec(self, mode: str, compiled: Any) -> dict[str, Any]:
        """Return what the host needs of a compiled computation, as arguments of an EstimatorSpec."""
        raise NotImplementedError

    def call_model_fn(self, mode: str, **features: Any) -> Any:
        """Call `model_fn` with the arguments that it takes."""
        given = {"mode": mode, "params": self.params, "config": self.config}
        return self.model_fn(
            **features, **{name: value for name, value in given.items() if name in self.taken}
        )


class InfeedHook(tf.compat.v1.train.SessionRunHook):  # type: ignore[misc]
    """Initializes an infeed in each session."""

    def __init__(self, infeed: Any) -> None:
        """`infeed` is that of the program."""
        self._infeed = infeed
        self._initializer: Any = None

    def begin(self) -> None:
        """Add the operation, before the graph is finished."""
        self._initializer = self._infeed.initializer

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Initialize."""
        session.run(self._initializer)


class StepsHook(tf.compat.v1.train.SessionRunHook):  # type: ignore[misc]
    """Counts the iterations of each call in the global step, and stops after some of them."""

    def __init__(self, iterations: int, steps: int | None, last: int | None) -> None:
        """Stop after `steps` more, or at step `last`. Raises ValueError unless one of them is given."""
        if (steps is None) == (last is None):
            raise ValueError("One of `num_steps` or `final_step` must be specified.")
        self._iterations, self._steps, self._last = iterations, steps, last
        self._step: Any = None
        self._count: Any = None

    def begin(self) -> None:
        """Add the operations."""
        self._step = tf.compat.v1.train.get_global_step()
        self._count = self._step.assign_add(self._iterations)

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Compute the last step."""
        if self._last is None:
            self._last = session.run(self._step) + self._steps

    def after_run(self, run_context: Any, run_values: Any) -> None:
        """Count, and ask for the end."""
        if run_context.session.run(self._count) >= self._last:
            run_context.request_stop()


def augmented(model_fn: Callable[..., Any], kind: type[ModelProgram]) -> Callable[..., Any]:
    """Return a `model_fn` for the Estimator of TensorFlow, which runs the given one on an IPU."""

    def on_ipu(features: Any, labels: Any, mode: str, config: Any, params: Any) -> Any:
        run_config = config.ipu_run_config
        dataset = _dataset(params[INPUT_FN], mode, params, config)
        infeed = IPUInfeedQueue(dataset, prefetch_depth=run_config.prefetch_depth)
        if run_config.ipu_options is not None:
            run_config.ipu_options.configure_ipu_system()
        _refuse_replicas(run_config.num_replicas)
        program = kind(model_fn, config, params, infeed, IPUOutfeedQueue())
        with scopes.ipu_scope(f"/device:IPU:{run_config.ordinal}"):
            compiled = ipu_compiler.compile(lambda: program.build(mode))
        given = program.spec(mode, compiled)
        hooks = {ModeKeys.TRAIN: "training_hooks", ModeKeys.EVAL: "evaluation_hooks"}
        given[hooks.get(mode, "prediction_hooks")] = [InfeedHook(infeed), *program.hooks]
        return EstimatorSpec(mode=mode, **given)

    return on_ipu


def _refuse_replicas(replicas: int) -> None:
    if replicas > 1:
        raise not_emulated(
            f"an Estimator on {replicas} replicas", ": train a Keras model, or use one replica"
        )


def _dataset(input_fn: Callable[..., Any], mode: str, params: Any, config: Any) -> Any:
    """Call an input function on the host. Raises ValueError if it gives no dataset."""
    given = {"mode": mode, "params": params, "config": config}
    taken = function_utils.fn_args(input_fn)
    with tf.device("/device:CPU:0"):
        dataset = input_fn(**{name: value for name, value in given.items() if name in taken})
    if not isinstance(dataset, (tf.data.Dataset, tf.compat.v1.data.Dataset)):
        raise ValueError("input_fn must return Dataset")
    return dataset


def element(args: Any, kwargs: Any) -> tuple[Any, Any]:
    """Return features and labels of an element of a dataset. Raises ValueError for anything else."""
    if kwargs and not args:
        return kwargs, None
    if len(args) == 1:
        return args[0], None
    if len(args) != 2:
        raise ValueError(f"Invalid dataset tuple, expected 1 or 2 elements, got {len(args)}")
    return args[0], args[1]
