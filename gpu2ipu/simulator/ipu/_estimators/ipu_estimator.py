"""`IPUEstimator`: an Estimator whose `model_fn` runs on an IPU, several iterations in one call."""

from __future__ import annotations

import itertools
from typing import Any, Callable, Iterator, NamedTuple

import tensorflow as tf
from tensorflow.python.util import function_utils

from .. import loops
from .._arguments import of_element
from .._errors import refuse_others
from . import ipu_run_config
from .model_programs import INPUT_FN, EstimatorSpec, ModeKeys, ModelProgram, StepsHook, augmented, element

__all__ = ["IPUEstimator", "IPUEstimatorSpec"]

_BATCH_SIZE = "batch_size"


class _Fields(NamedTuple):
    mode: Any
    predictions: Any
    loss: Any
    train_op: Any
    eval_metric_ops: Any
    eval_metrics: Any
    host_call: Any
    training_hooks: Any
    evaluation_hooks: Any
    prediction_hooks: Any


class IPUEstimatorSpec(_Fields):
    """An EstimatorSpec with metrics that the host computes, and with a call of the host in each training step."""

    def __new__(
        cls,
        mode: Any,
        predictions: Any = None,
        loss: Any = None,
        train_op: Any = None,
        eval_metric_ops: Any = None,
        eval_metrics: Any = None,
        host_call: Any = None,
        training_hooks: Any = None,
        evaluation_hooks: Any = None,
        prediction_hooks: Any = None,
    ) -> Any:
        """`eval_metrics` and `host_call` are pairs of a function and the tensors that it gets on the host.

        Raises TypeError and ValueError for anything else.
        """
        _check_pair(host_call, "host_call", (list,))
        _check_pair(eval_metrics, "eval_metrics", (list, dict))
        hooks = [tuple(given or ()) for given in (training_hooks, evaluation_hooks, prediction_hooks)]
        metrics = dict(eval_metric_ops or {})
        return super().__new__(
            cls, mode, predictions, loss, train_op, metrics, eval_metrics, host_call, *hooks
        )


def _check_pair(given: Any, name: str, kinds: tuple[type, ...]) -> None:
    if given is None:
        return
    if not isinstance(given, tuple):
        raise TypeError(f"`{name}` must be a tuple")
    if len(given) != 2:
        raise ValueError(f"`{name}` must have two elements")
    if not callable(given[0]):
        raise TypeError(f"first element in `{name}` must be callable")
    if not isinstance(given[1], kinds):
        words = " or ".join(kind.__name__ for kind in kinds)
        raise TypeError(f"second element in `{name}` must be a {words}")


class _EstimatorProgram(ModelProgram):
    """The program of a `model_fn` that gives an EstimatorSpec."""

    _host_call: Any = None
    _metrics: Any = None

    def build(self, mode: str) -> Any:
        if mode == ModeKeys.PREDICT:
            return loops.repeat(self.iterations, self._predict, infeed_queue=self.infeed)
        if mode == ModeKeys.TRAIN and self.iterations == 1:
            args, kwargs = of_element(self.infeed._dequeue())
            return self._train(0.0, *args, **kwargs)
        step = self._train if mode == ModeKeys.TRAIN else self._evaluate
        total = loops.repeat(self.iterations, step, inputs=[0.0], infeed_queue=self.infeed)
        if self._host_call is not None:
            raise ValueError("host_call is not allowed for iterations_per_loop > 1")
        return total / self.iterations

    def spec(self, mode: str, compiled: Any) -> dict[str, Any]:
        if mode == ModeKeys.PREDICT:
            with tf.control_dependencies([compiled]):
                return {"predictions": self.outfeed.dequeue(wait_for_completion=True)}
        loss = compiled[0]
        if mode == ModeKeys.TRAIN:
            if self._host_call is None:
                return {"loss": loss, "train_op": loss}
            function, tensors = self._host_call
            with tf.control_dependencies([loss]):
                return {"loss": loss, "train_op": function(*[tf.identity(tensor) for tensor in tensors])}
        if self._metrics is not None:
            with tf.control_dependencies([loss]):
                args, kwargs = of_element(self.outfeed.dequeue(wait_for_completion=True))
            return {"loss": loss, "eval_metric_ops": self._metrics(*args, **kwargs)}
        last = {name: values[-1] for name, values in self.outfeed.dequeue(wait_for_completion=True).items()}
        means = {name: (tf.reduce_mean(value), tf.no_op()) for name, value in last.items()}
        return {"loss": loss, "eval_metric_ops": means}

    def _train(self, total: Any, *args: Any, **kwargs: Any) -> Any:
        spec = self._spec(ModeKeys.TRAIN, *element(args, kwargs))
        if spec.loss is None:
            raise ValueError("EstimatorSpec must contain loss when training")
        if spec.train_op is None:
            raise ValueError("EstimatorSpec must contain train_op when training")
        self.hooks += spec.training_hooks
        self._host_call = getattr(spec, "host_call", None)
        _refuse_counting()
        with tf.control_dependencies([spec.train_op]):
            return total + tf.cast(spec.loss, tf.float32)

    def _evaluate(self, total: Any, *args: Any, **kwargs: Any) -> Any:
        spec = self._spec(ModeKeys.EVAL, *element(args, kwargs))
        if spec.loss is None:
            raise ValueError("EstimatorSpec must contain loss when evaluating")
        on_host = getattr(spec, "eval_metrics", None)
        if not spec.eval_metric_ops and not on_host:
            raise ValueError(
                "EstimatorSpec must contain either eval_metric_ops or eval_metrics when evaluating"
            )
        if spec.eval_metric_ops and on_host:
            raise ValueError("EstimatorSpec cannot contain both eval_metric_ops and eval_metrics")
        self.hooks += spec.evaluation_hooks
        if on_host:
            self._metrics, sent = on_host
        else:
            sent = {name: update for name, (_, update) in sorted(spec.eval_metric_ops.items())}
        return total + tf.cast(spec.loss, tf.float32), self.outfeed.enqueue(sent)

    def _predict(self, *args: Any, **kwargs: Any) -> Any:
        spec = self._spec(ModeKeys.PREDICT, element(args, kwargs)[0], None)
        if spec.predictions is None:
            raise ValueError("EstimatorSpec must contain predictions when predicting")
        self.hooks += spec.prediction_hooks
        return self.outfeed.enqueue(spec.predictions)

    def _spec(self, mode: str, features: Any, labels: Any) -> Any:
        given = {"features": features}
        if "labels" in self.taken:
            given["labels"] = labels
        elif labels is not None:
            raise ValueError("model_fn does not take labels, but input_fn returns labels.")
        spec = self.call_model_fn(mode, **given)
        if not isinstance(spec, (IPUEstimatorSpec, EstimatorSpec)):
            raise ValueError("`model_fn` must return IPUEstimatorSpec or EstimatorSpec")
        return spec


def _refuse_counting() -> None:
    """Raise ValueError if the `model_fn` increments the global step."""
    for op in tf.compat.v1.get_default_graph().get_operations():
        if op.type == "AssignAddVariableOp" and "global_step" in op.inputs[0].name:
            raise ValueError(
                "Illegal increment of the `global_step` variable in the `model_fn`. This is usually caused by passing "
                "it as an argument to the `Optimizer.minimize()` function. Please remove this argument as the "
                "IPUEstimator itself is responsible for incrementing it."
            )


class _IPUEstimatorBase(tf.compat.v1.estimator.Estimator):  # type: ignore[misc]
    """What both Estimators have: batch sizes, numbers of steps, and predictions one by one."""

    def __init__(
        self,
        model_fn: Callable[..., Any],
        model_dir: Any = None,
        config: Any = None,
        params: Any = None,
        warm_start_from: Any = None,
        train_batch_size: int | None = None,
        eval_batch_size: int | None = None,
        predict_batch_size: int | None = None,
    ) -> None:
        """Raises ValueError for another configuration, reserved parameters, and indivisible batch sizes."""
        if not isinstance(config, ipu_run_config.RunConfig):
            raise ValueError("`config` must be provided with type `ipu_run_config.RunConfig`")
        if params is not None and not isinstance(params, dict):
            raise ValueError("`params` is expected to be of type `dict`")
        if INPUT_FN in (params or {}):
            raise ValueError(f"['{INPUT_FN}'] are reserved keys but existed in params {params}.")
        sizes = {"train": train_batch_size, "eval": eval_batch_size, "predict": predict_batch_size}
        self._says_sizes = any(size is not None for size in sizes.values())
        if self._says_sizes and _BATCH_SIZE in (params or {}):
            raise ValueError(f"{_BATCH_SIZE} cannot be passed in params when a batch size argument is passed")
        replicas = config.ipu_run_config.num_replicas
        self._sizes = {name: _share(size, replicas, f"{name}_batch_size") for name, size in sizes.items()}
        super().__init__(model_fn, model_dir, config, params, warm_start_from)

    def _assert_members_are_not_overridden(self) -> None:
        """Allow what follows; the Estimator of TensorFlow forbids it to others."""

    def train(
        self,
        input_fn: Callable[..., Any],
        hooks: Any = None,
        steps: int | None = None,
        max_steps: int | None = None,
        saving_listeners: Any = None,
    ) -> Any:
        """Train, and return the Estimator. Raises ValueError for steps that are no multiple of the loop's."""
        self._prepare(input_fn, "train", steps)
        return super().train(input_fn, hooks, steps, max_steps, saving_listeners)

    def evaluate(
        self,
        input_fn: Callable[..., Any],
        steps: int | None = None,
        hooks: Any = None,
        checkpoint_path: Any = None,
        name: str | None = None,
    ) -> Any:
        """Return metrics by name. Raises ValueError for a number of steps that is no multiple of the loop's."""
        self._prepare(input_fn, "eval", steps)
        return super().evaluate(input_fn, steps, hooks, checkpoint_path, name)

    def predict(
        self,
        input_fn: Callable[..., Any],
        predict_keys: Any = None,
        hooks: Any = None,
        checkpoint_path: Any = None,
        yield_single_examples: bool = True,
        num_predictions: int | None = None,
    ) -> Iterator[Any]:
        """Return an iterator over the predictions of single samples: `num_predictions` of them, or any number."""
        self._prepare(input_fn, "predict", None)
        predictions = super().predict(input_fn, predict_keys, hooks, checkpoint_path, yield_single_examples)
        return itertools.islice(_singles(predictions), num_predictions)

    def _prepare(self, input_fn: Callable[..., Any], what: str, steps: int | None) -> None:
        iterations = self.config.ipu_run_config.iterations_per_loop
        if steps is not None and steps % iterations:
            raise ValueError(f"steps ({steps}) must be a multiple of iterations_per_loop ({iterations})")
        self._params[INPUT_FN] = input_fn
        if self._says_sizes:
            self._params.pop(_BATCH_SIZE, None)
        size = self._sizes[what]
        if size is not None:
            if "params" not in function_utils.fn_args(input_fn):
                raise ValueError(f"input_fn must have params argument to receive params['{_BATCH_SIZE}']")
            self._params[_BATCH_SIZE] = size

    def _convert_train_steps_to_hooks(self, steps: int | None, max_steps: int | None) -> list[Any]:
        return [StepsHook(self.config.ipu_run_config.iterations_per_loop, steps, max_steps)]

    def _convert_eval_steps_to_hooks(self, steps: int | None) -> list[Any]:
        return self._convert_train_steps_to_hooks(steps, None)

    def _create_global_step(self, graph: Any) -> Any:
        """Create the step as a resource on the host, which the count of iterations needs."""
        keys = tf.compat.v1.GraphKeys
        with graph.as_default(), tf.device("/device:CPU:0"), tf.compat.v1.name_scope(None):
            return tf.compat.v1.get_variable(
                keys.GLOBAL_STEP,
                shape=[],
                dtype=tf.int64,
                initializer=tf.compat.v1.zeros_initializer(),
                trainable=False,
                use_resource=True,
                collections=[keys.GLOBAL_VARIABLES, keys.GLOBAL_STEP],
            )


def _share(size: int | None, replicas: int, name: str) -> int | None:
    """Return the share of a replica in a batch."""
    if size is None:
        return None
    if size < 1:
        raise ValueError(f"{name} (got {size}) must be positive")
    if size % replicas:
        raise ValueError(
            f"{name} (got {size}) must be divisible by num_workers * num_replicas (1 * {replicas})"
        )
    return size // replicas


def _singles(predictions: Iterator[Any]) -> Iterator[Any]:
    """Yield the predictions of samples: what TensorFlow yields is one batch, the results of one iteration."""
    for batch in predictions:
        if isinstance(batch, dict):
            for values in zip(*batch.values()):
                yield dict(zip(batch, values))
        else:
            yield from batch


class IPUEstimator(_IPUEstimatorBase):
    """Trains, evaluates and predicts with a `model_fn` on an IPU."""

    def __init__(
        self,
        model_fn: Callable[..., Any],
        model_dir: Any = None,
        config: Any = None,
        params: Any = None,
        warm_start_from: Any = None,
        train_batch_size: int | None = None,
        eval_batch_size: int | None = None,
        predict_batch_size: int | None = None,
    ) -> None:
        """The batch sizes are those of all replicas; `params["batch_size"]` is the share of one."""
        super().__init__(
            augmented(model_fn, _EstimatorProgram),
            model_dir,
            config,
            params,
            warm_start_from,
            train_batch_size,
            eval_batch_size,
            predict_batch_size,
        )


__getattr__ = refuse_others("tensorflow.python.ipu.ipu_estimator")
