"""Accumulators: variables of a program that sum gradients or outputs over the steps of a loop."""

from __future__ import annotations

from typing import Any, Callable

import tensorflow as tf
from tensorflow.python.ops import resource_variable_ops

from gpu2ipu.simulator.compiler.enclosing_loop import in_loop
from gpu2ipu.simulator.compiler.handles import accumulate_for, give_to_program

from ..gradient_accumulation import GradientAccumulationReductionMethod
from . import program

#: Attribute of the handle of a captured variable: a check after a program has run.
_MARK = "_ipu_after_run"


class Accumulator:
    """The running sum of a tensor of this shape and type."""

    def __init__(self, shape: Any, dtype: Any, variable: Any = None) -> None:
        """Start at zero on every replica; `variable` is the weight whose gradients are summed."""
        self._sum = state(lambda: tf.zeros(shape, dtype), "accumulator")
        if variable is not None:
            accumulate_for(self._sum, variable)

    def add(self, value: Any, kept: Any = 1.0, scale: Any = None) -> Any:
        """Add a value as `added` does, and return the new sum."""
        return tf.identity(self._sum.assign(added(self._sum.read_value(), value, kept, scale)))

    def take(self) -> Any:
        """Return the sum and set it to zero."""
        value = tf.identity(self._sum.read_value())
        with tf.control_dependencies([value]):
            cleared = self.clear()
        with tf.control_dependencies([cleared] if cleared is not None else []):
            return tf.identity(value)

    def clear(self) -> Any:
        """Set the sum to zero."""
        return self._sum.assign(tf.zeros_like(self._sum), read_value=False)


class Countdown:
    """Counts the steps of a loop, in which every `count`-th step updates the weights."""

    def __init__(self, count: int) -> None:
        """Start `count` steps before the next update."""
        self._count = count
        self.variable = state(lambda: tf.constant(0), "gradient_accumulation_step")
        setattr(self.variable.handle, _MARK, self._check)

    def step(self) -> Any:
        """Return the index of the current step since the last update, from 0."""
        return self.variable.read_value()

    def advance(self) -> Any:
        """Count a step, and return whether it is an update."""
        step = self.variable.read_value() + 1
        done = tf.equal(step, self._count)
        assigned = self.variable.assign(tf.where(done, 0, step), read_value=False)
        with tf.control_dependencies([assigned] if assigned is not None else []):
            return tf.identity(done)

    def _check(self) -> None:
        left, _ = int(self.variable), self.variable.assign(0)
        if left:
            raise indivisible(self._count, f"a number of iterations with the remainder {left}")


def state(initial: Callable[[], Any], name: str) -> Any:
    """Create a variable of the program itself. `tf.function` refuses a new `tf.Variable` in every trace."""
    with tf.init_scope():
        variable = resource_variable_ops.ResourceVariable(initial(), trainable=False, name=name)
    give_to_program(variable)
    return variable


def indivisible(count: int, iterations: str) -> Exception:
    """Return the error for a loop that does not end with an update."""
    return tf.errors.FailedPreconditionError(  # type: ignore[no-any-return]
        None,
        None,
        f"Detected a gradient accumulation operation with {count} number of mini batches inside a loop with "
        f"{iterations}. It is required that the number of mini batches to accumulate evenly divides the number "
        "of loop iterations.",
    )


def require_loop(count: int) -> None:
    """Raise FailedPreconditionError unless the traced code is in a loop whose number of steps `count` divides.

    A number that is known only at run time is checked after the program has run.
    """
    if not in_loop():
        raise tf.errors.FailedPreconditionError(
            None,
            None,
            "Detected a gradient accumulation operation which is not inside a training loop. The model with "
            "the gradient accumulation operation needs to be wrapped in a training loop.",
        )
    iterations = program.iterations()
    if iterations is not None and iterations % count:
        raise indivisible(count, f"{iterations} iterations")


def is_hooked(captured: list[Any]) -> bool:
    """Return whether `check_after_run` has checks for a program that has captured these tensors."""
    return any(hasattr(handle, _MARK) for handle in captured)


def check_after_run(captured: list[Any]) -> None:
    """Raise FailedPreconditionError if the program that has captured these tensors ended between two updates."""
    for handle in captured:
        check: Callable[[], None] | None = getattr(handle, _MARK, None)
        if check is not None:
            check()


def scales(method: GradientAccumulationReductionMethod, step: Any, count: Any) -> tuple[Any, Any]:
    """Return the factors of the sum so far and of the gradient of step `step` of `count`, for a reduction method."""
    if method is GradientAccumulationReductionMethod.SUM:
        return 1.0, None
    if method is GradientAccumulationReductionMethod.MEAN:
        return 1.0, 1.0 / tf.cast(count, tf.float32)
    step = tf.cast(step, tf.float32)
    return step / (step + 1.0), 1.0 / (step + 1.0)


def added(total: Any, value: Any, kept: Any = 1.0, scale: Any = None) -> Any:
    """Return `total * kept + value * scale` in the type of the total, both factors 1 unless given.

    `scale` is first rounded to the type of the value. Source: accumulate_gradients in ops/op_util.py of the SDK.
    """
    if scale is not None:
        value = value * tf.cast(scale, value.dtype)
    if not isinstance(kept, float) or kept != 1.0:
        total = total * tf.cast(kept, total.dtype)
    return total + tf.cast(value, total.dtype)


def accumulator_dtype(variable: Any, wanted: Any) -> Any:
    """Return the type of an accumulator: that of the variable, or `wanted`, a type or a function of the variable.

    Raises TypeError for anything else. Source: get_accumulator_dtype in ops/op_util.py of the SDK.
    """
    if wanted is None:
        return variable.dtype
    try:
        return tf.as_dtype(wanted)
    except TypeError:
        if not callable(wanted):
            raise
    return tf.as_dtype(wanted(variable))
