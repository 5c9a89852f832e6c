"""`IPUPipelineEstimator`: an Estimator whose `model_fn` gives the stages of a pipeline."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple

import tensorflow as tf

from .._arguments import of_element
from .._errors import refuse_others
from ..ops import pipelining_ops
from ..optimizers import GradientAccumulationReductionMethod
from .ipu_estimator import _IPUEstimatorBase
from .model_programs import ModeKeys, ModelProgram, augmented

__all__ = ["IPUPipelineEstimator", "IPUPipelineEstimatorSpec"]


class _Fields(NamedTuple):
    mode: Any
    computational_stages: Any
    gradient_accumulation_count: Any
    eval_metrics_fn: Any
    optimizer_function: Any
    device_mapping: Any
    loss_accumulator_dtype: Any
    training_hooks: Any
    evaluation_hooks: Any
    prediction_hooks: Any
    reduction_method: Any
    pipeline_op_kwargs: Any


class IPUPipelineEstimatorSpec(_Fields):
    """The stages of a pipeline, and what a mode needs besides."""

    def __new__(
        cls,
        mode: Any,
        computational_stages: Any,
        gradient_accumulation_count: Any = None,
        eval_metrics_fn: Any = None,
        optimizer_function: Any = None,
        device_mapping: Any = None,
        loss_accumulator_dtype: Any = None,
        training_hooks: Any = None,
        evaluation_hooks: Any = None,
        prediction_hooks: Any = None,
        reduction_method: Any = GradientAccumulationReductionMethod.SUM,
        **pipeline_op_kwargs: Any,
    ) -> Any:
        """Other arguments are those of `pipelining_ops.pipeline`. Raises ValueError for what the mode lacks."""
        lacks = {
            "optimizer_function` when training": mode == ModeKeys.TRAIN and not optimizer_function,
            "eval_metrics_fn` when evaluating": mode == ModeKeys.EVAL and not eval_metrics_fn,
            "gradient_accumulation_count`": not gradient_accumulation_count,
        }
        for words, is_missing in lacks.items():
            if is_missing:
                raise ValueError(f"`IPUPipelineEstimatorSpec` must contain `{words}")
        if "accumulate_outfeed" in pipeline_op_kwargs:
            raise ValueError(
                "The `accumulate_outfeed` pipeline keyword argument cannot be passed to the `IPUPipelineEstimatorSpec`."
            )
        return super().__new__(
            cls,
            mode,
            computational_stages,
            gradient_accumulation_count,
            eval_metrics_fn,
            optimizer_function,
            device_mapping,
            loss_accumulator_dtype,
            tuple(training_hooks or ()),
            tuple(evaluation_hooks or ()),
            tuple(prediction_hooks or ()),
            reduction_method,
            pipeline_op_kwargs,
        )


class _PipelineProgram(ModelProgram):
    """The program of a `model_fn` that gives the stages of a pipeline."""

    _given: Any = None

    def build(self, mode: str) -> Any:
        if "features" in self.taken or "labels" in self.taken:
            raise ValueError(
                "The `model_fn` used with `IPUPipelineEstimator` must not have `features` or `labels` arguments. They "
                "are instead passed to the first pipeline stage function."
            )
        self._given = spec = self.call_model_fn(mode)
        if not isinstance(spec, IPUPipelineEstimatorSpec):
            raise TypeError(
                "The `model_fn` used with `IPUPipelineEstimator` must return `IPUPipelineEstimatorSpec`."
            )
        self._check_shards(spec)
        self.hooks += {ModeKeys.TRAIN: spec.training_hooks, ModeKeys.EVAL: spec.evaluation_hooks}.get(
            mode, spec.prediction_hooks
        )
        training = {
            "optimizer_function": spec.optimizer_function,
            "outfeed_loss": True,
            "accumulate_outfeed": True,
            "accumulate_outfeed_dtype": spec.loss_accumulator_dtype,
            "reduction_method": spec.reduction_method,
        }
        return pipelining_ops.pipeline(
            spec.computational_stages,
            spec.gradient_accumulation_count,
            repeat_count=self._rounds(spec.gradient_accumulation_count),
            infeed_queue=self.infeed,
            outfeed_queue=self.outfeed,
            device_mapping=spec.device_mapping,
            **(training if mode == ModeKeys.TRAIN else {}),
            **spec.pipeline_op_kwargs,
        )

    def spec(self, mode: str, compiled: Any) -> dict[str, Any]:
        with tf.control_dependencies([compiled]):
            received = self.outfeed.dequeue(wait_for_completion=True)
        if mode == ModeKeys.TRAIN:
            count = self._given.gradient_accumulation_count
            return {"loss": tf.reduce_mean(tf.cast(received, tf.float32)) / count, "train_op": compiled}
        if mode == ModeKeys.PREDICT:
            if isinstance(received, list):
                if len(received) != 1:
                    raise ValueError(
                        "The last computational stage must return exactly one prediction tensor, but got "
                        f"{len(received)}"
                    )
                received = received[0]
            return {"predictions": received}
        args, kwargs = of_element(received)
        metrics = self._given.eval_metrics_fn(*args, **kwargs)
        if not isinstance(metrics, dict):
            raise TypeError(f"The `eval_metrics_fn` must return a dict, but got {type(metrics)}.")
        if "loss" not in metrics:
            raise KeyError("The dict returned from `eval_metrics_fn` must contain 'loss'.")
        return {"loss": metrics.pop("loss"), "eval_metric_ops": metrics}

    def _rounds(self, count: int) -> int:
        """Return how many weight updates a call makes. Raises ValueError if it would end between two."""
        if self.iterations < count:
            problem = "cannot be less than"
        elif self.iterations % count:
            problem = "must be divisible by"
        else:
            return int(self.iterations // count)
        raise ValueError(
            f"`IPURunConfig.iterations_per_loop` (got {self.iterations}) {problem} `gradient_accumulation_count` (got "
            f"{count})"
        )

    def _check_shards(self, spec: Any) -> None:
        mapping = spec.device_mapping
        needed = len(set(mapping)) if mapping is not None else len(spec.computational_stages)
        shards = self.config.ipu_run_config.num_shards
        if not shards // 2 < needed <= shards:
            raise ValueError(
                f"This pipeline requires {needed} devices, but `IPURunConfig.num_shards` was set to {shards} "
                "(num_shards/2 < pipeline_devices <= num_shards)."
            )


class IPUPipelineEstimator(_IPUEstimatorBase):
    """Trains, evaluates and predicts with a pipeline over several IPUs."""

    def __init__(
        self,
        model_fn: Callable[..., Any],
        model_dir: Any = None,
        config: Any = None,
        params: Any = None,
        warm_start_from: Any = None,
    ) -> None:
        """See `IPUEstimator`."""
        super().__init__(augmented(model_fn, _PipelineProgram), model_dir, config, params, warm_start_from)


__getattr__ = refuse_others("tensorflow.python.ipu.ipu_pipeline_estimator")
