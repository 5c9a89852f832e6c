"""What Keras models of the SDKs before 3.1 have for methods, and which overrides these SDKs accept."""

from __future__ import annotations

import functools
from typing import Any

from keras.engine import training
from tensorflow.python.ipu.gradient_accumulation import GradientAccumulationReductionMethod
from tensorflow.python.platform import tf_logging as logging

from gpu2ipu.simulator import releases, sdk


def adapt(base: Any) -> None:
    """Give the base class of the extensions the methods of the SDK that is emulated."""
    if not sdk.before("3.1"):
        return
    del base.set_replication_options
    base.set_gradient_accumulation_options = _accumulation_of_2_6
    if sdk.before("2.6"):
        del base.export_for_ipu_serving
        base.set_gradient_accumulation_options = _accumulation_of_2_5
        base.set_pipelining_options = functools.partialmethod(_pipelining_of_2_5, base.set_pipelining_options)


def check_train_step(model: Any, accumulates: bool) -> None:
    """Do with an overridden `train_step` of a model that is not pipelined what SDKs before 3.1 do. Source: facts 4.2.

    With accumulation they refuse it. Without, 2.5 and 2.6 use it; 3.0 has a step of its own for all models.
    """
    if accumulates:
        model._refuse_override(
            "train_step", training.Model, "for Keras models with gradient accumulation enabled."
        )
    elif sdk.version() == "3.0" and model._overridden("train_step", training.Model):
        logging.warning("SDK 3.0 does not call the `train_step` that model %s overrides.", model.name)
        vars(model)["train_step"] = training.Model.train_step.__get__(model)


def check_pipelining(pipelining_kwargs: dict[str, Any]) -> None:
    """Raise TypeError for what `pipelining_ops.pipeline` of the SDK that is emulated does not take yet."""
    for release, table in releases.NEW_ARGUMENTS.items():
        for name in table.get("tensorflow.python.ipu.ops.pipelining_ops.pipeline", "").split():
            if name in pipelining_kwargs and sdk.before(release):
                raise TypeError(f"pipeline() got an unexpected keyword argument '{name}'")


def _accumulation_of_2_6(
    self: Any,
    gradient_accumulation_steps_per_replica: int | None = None,
    gradient_accumulation_reduction_method: Any = "sum",
    **gradient_accumulation_optimizer_kwargs: Any,
) -> None:
    """Update the weights of a model that is not pipelined only once in so many steps of a replica."""
    self._ipu.options.set_gradient_accumulation(
        gradient_accumulation_steps_per_replica,
        gradient_accumulation_reduction_method,
        False,
        gradient_accumulation_optimizer_kwargs,
    )
    self._reset_ipu_extension()


def _accumulation_of_2_5(
    self: Any,
    gradient_accumulation_steps_per_replica: int | None = None,
    experimental_normalize_gradients: bool | None = None,
    gradient_accumulation_reduction_method: Any = GradientAccumulationReductionMethod.SUM,
    **gradient_accumulation_optimizer_kwargs: Any,
) -> None:
    """As in 2.6; gradients can be normalised, each by the number of steps, which makes their sum a mean."""
    method = gradient_accumulation_reduction_method
    if experimental_normalize_gradients:
        if GradientAccumulationReductionMethod.parse(method) is not GradientAccumulationReductionMethod.SUM:
            raise ValueError(
                "Setting `experimental_normalize_gradients` to True is only supported when setting "
                f"gradient_accumulation_reduction_method to SUM. It is currently set to {method}"
            )
        method = GradientAccumulationReductionMethod.MEAN
    steps = gradient_accumulation_steps_per_replica
    _accumulation_of_2_6(self, steps, method, **gradient_accumulation_optimizer_kwargs)


def _pipelining_of_2_5(
    self: Any,
    later: Any,
    gradient_accumulation_steps_per_replica: int | None = None,
    device_mapping: list[int] | None = None,
    accumulate_outfeed: bool | None = None,
    experimental_normalize_gradients: bool | None = None,
    gradient_accumulation_reduction_method: Any = GradientAccumulationReductionMethod.SUM,
    **pipelining_kwargs: Any,
) -> None:
    """As in `later` SDKs; normalised gradients go before any other method."""
    method = gradient_accumulation_reduction_method
    if experimental_normalize_gradients:
        method = GradientAccumulationReductionMethod.MEAN
    steps = gradient_accumulation_steps_per_replica
    later(self, steps, device_mapping, accumulate_outfeed, method, **pipelining_kwargs)
