"""Keras models of SDKs before 3.1: their methods, and the overrides that these SDKs accept.

Source: the Keras extensions in branches r2.5/sdk-release-2.5 to r2.6/sdk-release-3.0 of graphcore/tensorflow and
graphcore/keras.
"""

from __future__ import annotations

from typing import Any

from keras.engine import training
from tensorflow.python.ipu.gradient_accumulation import GradientAccumulationReductionMethod
from tensorflow.python.platform import tf_logging as logging

from gpu2ipu.simulator.sdk import releases, version

_SUM = GradientAccumulationReductionMethod.SUM


def adapt(base: Any) -> None:
    """Give the base class of the extensions the methods of the emulated SDK."""
    if not version.before("3.1"):
        return
    del base.set_replication_options
    base.set_gradient_accumulation_options = Until3x0.set_gradient_accumulation_options
    if version.before("2.6"):
        del base.export_for_ipu_serving
        base.set_gradient_accumulation_options = Until2x5.set_gradient_accumulation_options
        base._set_pipelining_options_later = base.set_pipelining_options
        base.set_pipelining_options = Until2x5.set_pipelining_options


def check_train_step(model: Any, accumulates: bool) -> None:
    """Handle an overridden `train_step` of a model that is not pipelined as SDKs before 3.1 do.

    With accumulation they refuse it: raises what the model's `_refuse_override` raises. Without, 2.5 and 2.6 call it;
    3.0 has its own step for all models, which is logged as a warning.
    """
    if accumulates:
        model._refuse_override(
            "train_step", training.Model, "for Keras models with gradient accumulation enabled."
        )
    elif version.emulated() == "3.0" and model._overridden("train_step", training.Model):
        logging.warning("SDK 3.0 does not call the `train_step` that model %s overrides.", model.name)
        vars(model)["train_step"] = training.Model.train_step.__get__(model)


def check_pipelining(pipelining_kwargs: dict[str, Any]) -> None:
    """Raise TypeError for arguments that `pipelining_ops.pipeline` of the emulated SDK does not have yet."""
    for release, table in releases.NEW_ARGUMENTS.items():
        for name in table.get("tensorflow.python.ipu.ops.pipelining_ops.pipeline", "").split():
            if name in pipelining_kwargs and version.before(release):
                raise TypeError(f"pipeline() got an unexpected keyword argument '{name}'")


class Until3x0:
    """Methods of models in SDK 2.6 and 3.0."""

    _ipu: Any
    _reset_ipu_extension: Any

    def set_gradient_accumulation_options(
        self,
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


class Until2x5:
    """Methods of models in SDK 2.5, where gradients can be normalised by the number of steps, to a mean."""

    _ipu: Any
    _reset_ipu_extension: Any
    _set_pipelining_options_later: Any

    def set_gradient_accumulation_options(
        self,
        gradient_accumulation_steps_per_replica: int | None = None,
        experimental_normalize_gradients: bool | None = None,
        gradient_accumulation_reduction_method: Any = _SUM,
        **gradient_accumulation_optimizer_kwargs: Any,
    ) -> None:
        """Update the weights of a model that is not pipelined only once in so many steps of a replica.

        Raises ValueError for invalid values, and if gradients are to be normalised by another method than SUM.
        """
        method = gradient_accumulation_reduction_method
        if experimental_normalize_gradients:
            if GradientAccumulationReductionMethod.parse(method) is not _SUM:
                raise ValueError(
                    "Setting `experimental_normalize_gradients` to True is only supported when setting "
                    f"gradient_accumulation_reduction_method to SUM. It is currently set to {method}"
                )
            method = GradientAccumulationReductionMethod.MEAN
        steps, kwargs = gradient_accumulation_steps_per_replica, gradient_accumulation_optimizer_kwargs
        self._ipu.options.set_gradient_accumulation(steps, method, False, kwargs)
        self._reset_ipu_extension()

    def set_pipelining_options(
        self,
        gradient_accumulation_steps_per_replica: int | None = None,
        device_mapping: list[int] | None = None,
        accumulate_outfeed: bool | None = None,
        experimental_normalize_gradients: bool | None = None,
        gradient_accumulation_reduction_method: Any = _SUM,
        **pipelining_kwargs: Any,
    ) -> None:
        """Set how a pipelined model accumulates gradients; normalisation takes precedence over the reduction method."""
        method = gradient_accumulation_reduction_method
        if experimental_normalize_gradients:
            method = GradientAccumulationReductionMethod.MEAN
        steps = gradient_accumulation_steps_per_replica
        self._set_pipelining_options_later(
            steps, device_mapping, accumulate_outfeed, method, **pipelining_kwargs
        )
