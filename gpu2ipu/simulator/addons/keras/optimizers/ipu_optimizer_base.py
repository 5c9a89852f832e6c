"""The base class of optimizers with states and computations in types of their own."""

from __future__ import annotations

import sys
from typing import Any, Callable

import tensorflow as tf
from tensorflow.python import ipu
from tensorflow.python.ipu._errors import refuse_others

from gpu2ipu.simulator.keras2 import installed

__all__ = ["IpuOptimizerBase"]

#: The optimizers of Keras 2.6, which newer TensorFlows still have as legacy ones.
legacy: Any = getattr(tf.keras.optimizers, "legacy", tf.keras.optimizers)


class IpuOptimizerBase(legacy.Optimizer):  # type: ignore[misc]
    """An optimizer whose subclasses say how a variable is updated, in `_update`."""

    #: What messages call the optimizer.
    _kind = ""

    def __init__(
        self,
        name: str,
        optimizer_compute_precisions: Any = (tf.float32,),
        outline_apply_gradients: bool = False,
        outline_apply_gradients_kwargs: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """`optimizer_compute_precisions` are the types of the stages of the computation.

        With `outline_apply_gradients` an IPU has the code of an update once, see `ipu.outlined_function`.
        """
        super().__init__(name, **kwargs)
        self.opt_dtypes = optimizer_compute_precisions
        self.outline_apply_gradients = outline_apply_gradients
        self.outline_apply_gradients_kwargs = outline_apply_gradients_kwargs or {}

    def get_slot_dtype(self, var: Any, slot_name: str) -> Any:
        """Return the type of the state `slot_name` of a variable; None stands for that of the variable."""
        return var.dtype

    def add_slot(
        self, var: Any, slot_name: str, initializer: Any = "zeros", shape: Any = None, dtype: Any = None
    ) -> Any:
        """Return the state `slot_name` of a variable, which is created on first use."""
        dtype = tf.as_dtype(dtype or self.get_slot_dtype(var, slot_name) or var.dtype)
        if dtype == var.dtype:
            return super().add_slot(var, slot_name, initializer, shape)
        module = sys.modules[legacy.Optimizer.__module__]
        slots = self._slots.setdefault(module._var_key(var), {})
        if slot_name not in slots:
            if slot_name not in self._slot_names:
                self._slot_names.append(slot_name)
            slots[slot_name] = weight = self._made_slot(var, slot_name, initializer, shape, dtype)
            installed.module("backend").track_variable(weight)
            self._restore_slot_variable(slot_name=slot_name, variable=var, slot_variable=weight)
            self._weights.append(weight)
        return slots[slot_name]

    def _made_slot(self, var: Any, slot_name: str, initializer: Any, shape: Any, dtype: Any) -> Any:
        initial: Any = initializer
        if isinstance(initializer, str) or callable(initializer):
            make = tf.keras.initializers.get(initializer)
            size = var.shape if shape is None else shape

            def initial() -> Any:
                return make(size, dtype)

        with self._distribution_strategy_scope(), tf.distribute.get_strategy().extended.colocate_vars_with(
            var
        ):
            name = f"{getattr(var, '_shared_name', 'variable')}/{slot_name}"
            return tf.Variable(initial, trainable=False, name=name, dtype=dtype)

    def add_slot_with_dtype(self, var: Any, slot_name: str, dtype: Any, initializer: Any = "zeros") -> Any:
        """Return the state `slot_name` of a variable, in another type."""
        return self.add_slot(var, slot_name, initializer=initializer, dtype=dtype)

    def _resource_apply_dense(self, grad: Any, var: Any, apply_state: Any = None) -> Any:
        key = var.device, var.dtype.base_dtype
        numbers = (apply_state or {}).get(key) or self._fallback_apply_state(*key)
        slots = [self.get_slot(var, name) for name in self._wanted()]
        update: Callable[..., Any] = lambda *values: self._update(var, numbers, *values)  # noqa: E731
        if self.outline_apply_gradients:
            update = ipu.outlined_function(update, **self.outline_apply_gradients_kwargs)
        new, *states = update(grad, tf.convert_to_tensor(var), *slots)
        assigned = [var.assign(new)]
        assigned += [slot.assign(tf.cast(state, slot.dtype)) for slot, state in zip(slots, states)]
        return tf.group(*assigned)

    def _resource_apply_sparse(self, grad: Any, var: Any, indices: Any, apply_state: Any = None) -> Any:
        raise NotImplementedError(
            f"_resource_apply_sparse is not implemented for the IPU Addons {self._kind} optimizer."
        )

    def _wanted(self) -> tuple[str, ...]:
        """Return the states of a variable, in the order in which `_update` takes and returns them."""
        raise NotImplementedError("Must be implemented in subclasses.")

    def _update(self, var: Any, numbers: dict[str, Any], grad: Any, value: Any, *states: Any) -> Any:
        """Return the new value of a variable, and its new states; `numbers` has the learning rate "lr_t"."""
        raise NotImplementedError("Must be implemented in subclasses.")

    def _create_slots(self, var_list: Any) -> None:
        for name in self._wanted():
            for var in var_list:
                self.add_slot(var, name)

    def _averages(self, grad: Any, m: Any, v: Any) -> tuple[Any, Any, Any, Any]:
        """Return the averages of a gradient and of its square, and both without the bias of their start."""
        dtype = self.opt_dtypes[0]
        grad, step = tf.cast(grad, dtype), tf.cast(self.iterations + 1, dtype)
        found = []
        for average, number, hyper in ((m, grad, "beta_1"), (v, tf.square(grad), "beta_2")):
            beta = self._get_hyper(hyper, dtype)
            average = beta * tf.cast(average, dtype) + (1 - beta) * number
            found.append((average, average / (1 - beta**step) if self.debiasing else average))
        (m, unbiased), (v, unbiased_square) = found
        return m, v, unbiased, unbiased_square

    def get_config(self) -> dict[str, Any]:
        """Return the configuration."""
        return {
            **super().get_config(),
            "optimizer_compute_precisions": self.opt_dtypes,
            "outline_apply_gradients": self.outline_apply_gradients,
            "outline_apply_gradients_kwargs": self.outline_apply_gradients_kwargs,
        }


__getattr__ = refuse_others("ipu_tensorflow_addons.keras.optimizers.ipu_optimizer_base")
