"""Automatic loss scaling: the loss is scaled as far as possible without overflow of float16 gradients.

The elements of all float16 gradients are counted in a histogram of two bins, overflowed or not. After each period the
factor is increased, or decreased if too many have overflowed. Source: keras/ipu/optimizers/als_optimizer.py of
graphcore/keras, branch r2.6/sdk-release-3.4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import tensorflow as tf
from tensorflow.python.ipu._device import accumulation
from tensorflow.python.ipu._errors import refuse_others
from tensorflow.python.ipu.gradient_accumulation import GradientAccumulationReductionMethod
from tensorflow.python.ipu.ops import statistics_ops

from .gradient_accumulation_optimizer import GradientAccumulationOptimizer
from .optimizer_v2_wrapper import _OptimizerV2Wrapper

__all__ = ["ALSDefaults", "ALSGradientAccumulationOptimizer", "ALSOptimizer"]


@dataclass
class ALSDefaults:
    """The default values of the options."""

    initial_loss_scaling_factor = 1
    update_frequency = 8
    increase_factor = 2
    max_loss_scaling_factor = 32768
    accumulate_statistics_over_update_period = True
    ratio_threshold = 10e-6
    captured_grads_only = False
    lpf_alpha = 0.0
    histogram_bin_edge = 2**13


class _Option:
    """An option that programs read when they run; setting it calls the method `_check_` + its name, if there is one."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, optimizer: Any, owner: type | None = None) -> Any:
        return self if optimizer is None else vars(optimizer)["_als_values"][self._name]

    def __set__(self, optimizer: Any, value: Any) -> None:
        getattr(optimizer, f"_check_{self._name}", lambda _: None)(value)
        optimizer._set_option(self._name, value)


#: The options that reset the statistics when they change.
_RESETTING = ("captured_grads_only", "lpf_alpha", "histogram_bin_edge")


class ALSOptimizer(_OptimizerV2Wrapper):
    """Scales the loss for the wrapped optimizer, and unscales the gradients."""

    update_frequency = _Option()
    increase_factor = _Option()
    max_loss_scaling_factor = _Option()
    ratio_threshold = _Option()
    initial_loss_scaling_factor = _Option()
    accumulate_statistics_over_update_period = _Option()
    captured_grads_only = _Option()
    lpf_alpha = _Option()
    histogram_bin_edge = _Option()

    #: For `fit`: `apply_gradients` takes captured gradients.
    supports_captured_grads = True
    #: Whether the update unscales the result of `_taken`.
    _unscales_sums = False

    def __init__(
        self,
        opt: Any,
        initial_loss_scaling_factor: int = ALSDefaults.initial_loss_scaling_factor,
        update_frequency: int = ALSDefaults.update_frequency,
        increase_factor: int = ALSDefaults.increase_factor,
        max_loss_scaling_factor: int = ALSDefaults.max_loss_scaling_factor,
        accumulate_statistics_over_update_period: bool = ALSDefaults.accumulate_statistics_over_update_period,
        ratio_threshold: float = ALSDefaults.ratio_threshold,
        captured_grads_only: bool = ALSDefaults.captured_grads_only,
        lpf_alpha: float = ALSDefaults.lpf_alpha,
        histogram_bin_edge: int = ALSDefaults.histogram_bin_edge,
        name: str = "ALSOptimizer",
    ) -> None:
        """Factors are powers of two. Raises ValueError for invalid options."""
        super().__init__(opt, name)
        for store in ("_als_values", "_als_variables"):
            object.__setattr__(self, store, {})  # Keras would track an ordinary attribute
        self.update_frequency = update_frequency
        self.increase_factor = increase_factor
        self.max_loss_scaling_factor = max_loss_scaling_factor
        self.ratio_threshold = ratio_threshold
        self.initial_loss_scaling_factor = initial_loss_scaling_factor
        self.accumulate_statistics_over_update_period = accumulate_statistics_over_update_period
        self.captured_grads_only = captured_grads_only
        self.lpf_alpha = lpf_alpha
        self.histogram_bin_edge = histogram_bin_edge
        self._hist = _state([0.0, 0.0], "gradient_histogram")
        self._n = tf.Variable(0, trainable=False, name="lsf_update_counter")
        self._lsf = _state(initial_loss_scaling_factor, "loss_scaling_factor")
        self._prev_lsf = _state(initial_loss_scaling_factor, "prev_loss_scaling_factor")

    # Options.

    def _set_option(self, name: str, value: Any) -> None:
        values, variables = vars(self)["_als_values"], vars(self)["_als_variables"]
        if name in _RESETTING and values.get(name, value) != value:
            self.reset()
        values[name] = value
        if name in variables:
            variables[name].assign(float(value))
        else:
            variables[name] = _state(float(value), name)

    def _option(self, name: str) -> Any:
        """Return an option as a tensor, with the value that it has when the program runs."""
        return vars(self)["_als_variables"][name].read_value()

    def _flag(self, name: str) -> Any:
        return self._option(name) > 0.5

    def _check_update_frequency(self, value: Any) -> None:
        if value <= 0:
            raise ValueError("update_frequency must be nonzero and positive")

    def _check_increase_factor(self, value: Any) -> None:
        _require_power_of_two("increase_factor", value)

    def _check_max_loss_scaling_factor(self, value: Any) -> None:
        _require_power_of_two("max_loss_scaling_factor", value)
        limit = vars(self)["_als_values"].get("max_loss_scaling_factor")
        if limit is not None and value >= limit:  # as in the SDK, so that it can only be lowered
            raise ValueError("initial_loss_scaling_factor must be less than max_loss_scaling_factor")

    def _check_initial_loss_scaling_factor(self, value: Any) -> None:
        _require_power_of_two("initial_loss_scaling_factor", value)
        if value >= self.max_loss_scaling_factor:
            raise ValueError("initial_loss_scaling_factor must be less than max_loss_scaling_factor")
        if value * self.increase_factor >= self.max_loss_scaling_factor:
            raise ValueError(
                "initial_loss_scaling_factor x increase_factor must be less than max_loss_scaling_factor"
            )

    def _check_ratio_threshold(self, value: Any) -> None:
        if not 0.0 < value < 1.0:
            raise ValueError("ratio_threshold must be greater than zero and less than one")

    # Read-only properties.

    @property
    def decrease_factor(self) -> float:
        """The inverse of `increase_factor`."""
        return 1.0 / float(self.increase_factor)

    @property
    def histogram(self) -> Any:
        """The number of elements of gradients that have not overflowed, and of those that have."""
        return tf.convert_to_tensor(self._hist)

    @property
    def normalized_histogram(self) -> Any:
        """The histogram, divided by its sum."""
        return statistics_ops.histogram_normalize(self.histogram)

    @property
    def loss_scaling_factor(self) -> Any:
        """The factor of the next loss."""
        return tf.convert_to_tensor(self._lsf)

    @property
    def previous_loss_scaling_factor(self) -> Any:
        """The factor before its last change."""
        return tf.convert_to_tensor(self._prev_lsf)

    @property
    def update_counter(self) -> Any:
        """The number of steps in the current period."""
        return tf.convert_to_tensor(self._n)

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute. Raises ValueError for read-only properties."""
        if name in _READ_ONLY:
            raise ValueError(f"{name} is a read only property.")
        super().__setattr__(name, value)

    # Training.

    def get_scaled_loss(self, loss: Any) -> Any:
        """Return the loss, scaled."""
        return tf.cast(self._lsf, loss.dtype) * loss

    def _compute_gradients(self, loss: Any, var_list: Any, grad_loss: Any = None, tape: Any = None) -> Any:
        def scaled() -> Any:
            return self.get_scaled_loss(loss() if callable(loss) else loss)

        return super()._compute_gradients(scaled, var_list, grad_loss=grad_loss, tape=tape)

    def get_gradients(self, loss: Any, params: Any) -> Any:
        """Return the gradients of the scaled loss."""
        return super().get_gradients(self.get_scaled_loss(loss), params)

    def apply_gradients(
        self, grads_and_vars: Any, captured_grads: Any = None, global_step: Any = None, name: Any = None
    ) -> Any:
        """Count the gradients of a scaled loss, unscale and apply them; the factor may change."""
        pairs = self._taken(grads_and_vars, captured_grads)
        # As in the SDK the arguments are positional, so that replicas do not sum their gradients.
        return super().apply_gradients(pairs, global_step, name)

    def _taken(self, grads_and_vars: Any, captured_grads: Any, steps: int = 1) -> list[tuple[Any, Any]]:
        """Count the gradients and return them, unscaled unless the wrapped optimizer does that.

        In a loop that accumulates, the device keeps the assignments of a step only if the step updates the weights.
        Source: RepeatLoopVisitor::AddSequenceForAliasingCopy, graphcore/tensorflow, branch r2.6/sdk-release-3.4.
        """
        countdown = accumulation.Countdown(steps) if steps > 1 else None
        object.__setattr__(self, "_countdown", countdown)
        object.__setattr__(self, "_keeps", countdown.advance() if countdown else None)
        pairs = []
        for gradient, variable in grads_and_vars:
            self._add_grads(gradient)
            pairs.append((self._scaled_back(gradient), variable))
        self._update_factor(captured_grads)
        object.__setattr__(self, "_keeps", None)
        return pairs

    def _scaled_back(self, gradient: Any) -> Any:
        return gradient / tf.cast(self._lsf, gradient.dtype)

    def _assign(self, variable: Any, value: Any) -> None:
        keeps = vars(self)["_keeps"]
        variable.assign(value if keeps is None else tf.where(keeps, value, variable.read_value()))

    def _statistics(self) -> list[Any]:
        """Return the variables that training changes in addition to the optimizer's; each replica has its own."""
        countdown = vars(self)["_countdown"]
        return [self._hist, self._n, self._lsf, self._prev_lsf, *([countdown.variable] if countdown else [])]

    def _apply_taken(self, pairs: Any) -> Any:
        """Apply the results of `_taken`, or sums of them."""
        return super().apply_gradients(pairs)

    def _add_grads(self, gradient: Any) -> None:
        counts = tf.logical_and(self._counts_now(), tf.logical_not(self._flag("captured_grads_only")))
        known = self._hist.read_value()
        self._set_histogram(tf.where(counts, self._with(known, gradient), known))

    def _with(self, histogram: Any, gradient: Any) -> Any:
        """Add the elements of a gradient to a histogram, if it is of type float16."""
        if gradient.dtype != tf.float16:
            return histogram
        values = tf.reshape(tf.cast(gradient, tf.float32), [-1])
        edges = self._option("histogram_bin_edge")[tf.newaxis]
        return statistics_ops.histogram_update(histogram, values, edges, absolute_of_input=True)

    def _set_histogram(self, histogram: Any) -> None:
        kept = self._option("lpf_alpha")
        self._assign(self._hist, kept * self._hist.read_value() + (1.0 - kept) * histogram)

    def _is_due(self) -> Any:
        """Return whether this step ends a period."""
        frequency, step = tf.cast(self._option("update_frequency"), tf.int32), self._n.read_value()
        return tf.logical_or(
            tf.equal(frequency, 1),
            tf.logical_and(step > 0, tf.equal(tf.math.floormod(step, frequency), 0)),
        )

    def _counts_now(self) -> Any:
        return tf.logical_or(self._flag("accumulate_statistics_over_update_period"), self._is_due())

    def _update_factor(self, captured_grads: Any) -> None:
        is_due, counts = self._is_due(), self._counts_now()
        histogram = known = self._hist.read_value()
        for gradient in tf.nest.flatten(list((captured_grads or {}).values())):
            histogram = self._with(histogram, gradient)
        histogram = tf.where(counts, histogram, known)
        old = self._lsf.read_value()
        factor = tf.where(is_due, self._next_factor(histogram), old)
        self._assign(self._prev_lsf, tf.where(tf.equal(factor, old), self._prev_lsf.read_value(), old))
        self._assign(self._lsf, factor)
        kept = self._option("lpf_alpha")
        filtered = kept * known + (1.0 - kept) * histogram
        self._assign(self._hist, tf.where(is_due, tf.zeros_like(histogram), filtered))
        self._assign(self._n, tf.where(is_due, 0, self._n.read_value() + 1))

    def _next_factor(self, histogram: Any) -> Any:
        old, factor = self._lsf.read_value(), self._option("increase_factor")
        overflowed = histogram[1] / tf.reduce_sum(
            histogram
        )  # NaN for an empty histogram, which compares as not too many
        new = tf.where(overflowed > self._option("ratio_threshold"), old / factor, old * factor)
        fits = tf.math.is_finite(new) & (new < self._option("max_loss_scaling_factor")) & (new >= 1.0)
        return tf.where(fits, new, old)

    def reset(self) -> None:
        """Reset the statistics and the factor."""
        self._hist.assign(tf.zeros_like(self._hist))
        self._n.assign(0)
        self._lsf.assign(float(self.initial_loss_scaling_factor))

    # Configuration.

    def get_config(self) -> dict[str, Any]:
        """Return the configuration of this optimizer."""
        options = (name for name in vars(self)["_als_values"] if name != "lpf_alpha")
        return {**super().get_config(), **{name: getattr(self, name) for name in options}}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """Create the optimizer of a configuration."""
        inner, rest = cls._inner_of(config)
        return ALSOptimizer(inner, **rest)

    def get_name(self) -> Any:
        """Return the name of the optimizer."""
        return self._name


_READ_ONLY = (
    *("decrease_factor", "histogram", "normalized_histogram", "loss_scaling_factor"),
    *("previous_loss_scaling_factor", "update_counter"),
)


class ALSGradientAccumulationOptimizer(GradientAccumulationOptimizer):
    """Gradient accumulation for an `ALSOptimizer`, with the gradients of every step in its statistics."""

    supports_captured_grads = True

    def __init__(
        self,
        als_optimizer: Any,
        num_mini_batches: int,
        offload_weight_update_variables: bool | None = None,
        replicated_optimizer_state_sharding: bool | None = False,
        dtype: Any = None,
        reduction_method: Any = GradientAccumulationReductionMethod.SUM,
        name: str = "ALSGradientAccumulationOptimizer",
    ) -> None:
        """See `GradientAccumulationOptimizer`. Raises ValueError for another optimizer."""
        if not isinstance(als_optimizer, ALSOptimizer):
            raise ValueError(
                "ALSGradientAccumulationOptimizer can only be used with instances of ALSOptimizer."
            )
        super().__init__(
            als_optimizer,
            num_mini_batches,
            offload_weight_update_variables,
            replicated_optimizer_state_sharding,
            dtype,
            reduction_method,
            name,
        )

    @property
    def als_optimizer(self) -> Any:
        """The wrapped optimizer."""
        return self._opt

    def __getattr__(self, name: str) -> Any:
        """Return options and statistics of the wrapped optimizer. Raises AttributeError for other names."""
        inner = vars(self).get("_opt")
        if name in _READ_ONLY or isinstance(vars(ALSOptimizer).get(name), _Option):
            return getattr(inner, name)
        return super().__getattr__(name)

    def get_gradients(self, loss: Any, params: Any) -> Any:
        """Return the gradients of the scaled loss."""
        return self._opt.get_gradients(loss, params)

    def apply_gradients(
        self,
        grads_and_vars: Any,
        captured_grads: Any = None,
        name: Any = None,
        experimental_aggregate_gradients: bool = True,
    ) -> Any:
        """Count, unscale and accumulate the gradients; apply the sum in every `num_mini_batches`-th step."""
        pairs = self._opt._taken(grads_and_vars, captured_grads, self._num_mini_batches)
        return super().apply_gradients(
            pairs, name=name, experimental_aggregate_gradients=experimental_aggregate_gradients
        )

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """Create the optimizer of a configuration. Raises ValueError if it does not wrap an `ALSOptimizer`."""
        cls._verify_config(config)
        rest = dict(config)
        inner_config = rest.pop("inner_optimizer_config")
        if rest.pop("inner_optimizer_type") != ALSOptimizer:
            raise ValueError(
                "ALSGradientAccumulationOptimizer.from_config can only be used with configurations that have "
                "ALSOptimizer as the specified inner_type."
            )
        return ALSGradientAccumulationOptimizer(ALSOptimizer.from_config(inner_config), **rest)


def _require_power_of_two(name: str, value: Any) -> None:
    if value == 0 or value & (value - 1):
        raise ValueError(f"{name} must be a power of two")


def _state(value: Any, name: str) -> Any:
    return tf.Variable(value, trainable=False, dtype=tf.float32, name=name)


__getattr__ = refuse_others("keras.ipu.optimizers.als_optimizer")
