"""The result of the `optimizer_function` of a pipeline, and the checks of its arguments.

Source: ops/pipelining_ops.py of the SDK.
"""

from __future__ import annotations

from typing import Any

import tensorflow as tf

from .. import ipu_outfeed_queue
from ..eager.backprop import GradientCaptureContext, GradientCaptureTape


class OptimizerFunctionOutput:
    """The result of an `optimizer_function`: the optimizer, the loss, and the arguments for the optimizer.

    A Keras optimizer needs `variables` or a `tape`; `compute_gradients_args` are for optimizers of TensorFlow 1.
    Raises TypeError for arguments of a wrong type, ValueError for combinations that are not allowed.
    """

    def __init__(
        self,
        opt: Any,
        loss: Any,
        compute_gradients_args: Any = None,
        compute_gradients_kwargs: Any = None,
        apply_gradients_args: Any = None,
        apply_gradients_kwargs: Any = None,
        variables: Any = None,
        tape: Any = None,
        gradient_capture_context: Any = None,
        captured_gradient_outfeed: Any = None,
    ) -> None:
        """See the class."""
        self._keras = isinstance(opt, keras_optimizers())
        if not self._keras and not isinstance(opt, tf.compat.v1.train.Optimizer):
            raise TypeError(f"{_of('opt')} must be a TensorFlow Optimizer or Keras OptimizerV2 object.")
        if not isinstance(loss, tf.Tensor):
            raise TypeError(f"{_of('loss')} must be a TensorFlow Tensor object.")
        self.opt, self.loss = opt, loss
        self.compute_gradients_args = self._arguments("compute_gradients_args", compute_gradients_args, tuple)
        self.compute_gradients_kwargs = self._arguments(
            "compute_gradients_kwargs", compute_gradients_kwargs, dict
        )
        self.apply_gradients_args = self._arguments("apply_gradients_args", apply_gradients_args, tuple)
        self.apply_gradients_kwargs = self._arguments("apply_gradients_kwargs", apply_gradients_kwargs, dict)
        self._check_sources(variables, tape, gradient_capture_context)
        self.variables = variables or ()
        self.tape = tape
        self.gradient_capture_context = gradient_capture_context
        self._check_captured(captured_gradient_outfeed)
        self.captured_gradient_outfeed = captured_gradient_outfeed

    def _arguments(self, name: str, given: Any, kind: type) -> Any:
        given = given if given else kind()
        if not isinstance(given, kind):
            raise TypeError(f"{_of(name)} must be a {kind.__name__}.")
        if given and self._keras and name.startswith("compute"):
            raise ValueError(f"{_of(name)} may not be used with OptimizerV2 instances.")
        return given

    def _check_sources(self, variables: Any, tape: Any, context: Any) -> None:
        if variables and not isinstance(variables, (tuple, list)):
            raise TypeError(f"{_of('variables')} must be a tuple or list.")
        if variables and not self._keras:
            raise ValueError(f"{_of('variables')} may only be used with OptimizerV2.")
        if tape and not isinstance(tape, tf.GradientTape):
            raise TypeError(f"{_of('tape')} must be a GradientTape.")
        if tape and not self._keras:
            raise ValueError(f"{_of('tape')} may only be used with OptimizerV2.")
        if tape and variables:
            raise ValueError(f"{_of('tape')} may not be used when {_of('variables')} is nonempty.")
        if context and not isinstance(context, GradientCaptureContext):
            raise TypeError(
                f"{_of('gradient_capture_context')} must be an ipu.eager.backprop.GradientCollectionContext."
            )
        if context and tape:
            raise ValueError(
                f"{_of('gradient_capture_context')} may not be used when {_of('tape')} is nonempty."
            )

    def _check_captured(self, outfeed: Any) -> None:
        if outfeed and not isinstance(outfeed, ipu_outfeed_queue.IPUOutfeedQueue):
            raise TypeError(f"{_of('captured_gradient_outfeed')} must be an instance of IPUOutfeedQueue.")
        if outfeed and self.captured_gradients_source is None:
            raise ValueError(
                f"{_of('captured_gradient_outfeed')} may not be used when neither an "
                "ipu.eager.backprop.GradientCollectionContext, nor an "
                "ipu.eager.backprop.GradientCollectionTape is also used."
            )

    @property
    def captured_gradients_source(self) -> Any:
        """The tape or context that captures gradients, None if there is none."""
        if isinstance(self.tape, GradientCaptureTape):
            return self.tape
        return self.gradient_capture_context

    @property
    def keras(self) -> bool:
        """True if the optimizer is one of Keras."""
        return self._keras


def keras_optimizers() -> tuple[type, ...]:
    """Return the base classes of Keras optimizers: one in TensorFlow 2.6, an older and a newer one today."""
    optimizers = tf.keras.optimizers
    newer = getattr(getattr(optimizers, "experimental", None), "Optimizer", optimizers.Optimizer)
    return (optimizers.Optimizer, newer)


def _of(name: str) -> str:
    return f"OptimizerFunctionOutput.{name}"
