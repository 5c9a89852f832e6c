"""A Keras optimizer that wraps another one and delegates to it.

As in the SDK, each of the two counts its own iterations, and only the outer one applies gradients: what depends on the
iterations of the inner one, such as Adam's bias correction or a learning rate schedule, stays at its start. Source:
keras/ipu/optimizers/optimizer_v2_wrapper.py of graphcore/keras, branch r2.6/sdk-release-3.4.
"""

from __future__ import annotations

import inspect
from typing import Any

import tensorflow as tf
from tensorflow.python.ipu._errors import not_emulated, refuse_others

#: The optimizers of Keras 2.6, which newer TensorFlows still have as legacy ones.
legacy: Any = getattr(tf.keras.optimizers, "legacy", tf.keras.optimizers)
OptimizerV2: Any = legacy.Optimizer

_CLIPS = ("clipnorm", "clipvalue", "global_clipnorm")


class _OptimizerV2Wrapper(OptimizerV2):  # type: ignore[misc]
    """Delegates slots, hyperparameters, weights and the update of variables to the wrapped optimizer."""

    def __init__(self, opt: Any, name: str | None = None, **kwargs: Any) -> None:
        """Wrap `opt`, or for an optimizer of newer Keras that of Keras 2.6. Raises NotEmulated without one."""
        object.__setattr__(self, "_opt", _forerunner(opt))
        super().__init__(name=name, **kwargs)

    def __setattr__(self, name: str, value: Any) -> None:
        name = "learning_rate" if name == "lr" else name
        if name in self._opt._hyper and not hasattr(type(self), name) and name not in vars(self):
            self._opt._set_hyper(name, value)
        else:
            super().__setattr__(name, value)

    def __getattr__(self, name: str) -> Any:
        hyper = "learning_rate" if name == "lr" else name
        inner = vars(self).get("_opt")
        if inner is None or hyper not in inner._hyper:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return inner._get_hyper(hyper)

    def __dir__(self) -> list[str]:
        hypers = set(self._opt._hyper)
        return sorted({*super().__dir__(), *hypers, *(["lr"] if "learning_rate" in hypers else [])})

    def _create_slots(self, var_list: Any) -> Any:
        return self._opt._create_slots(var_list)

    def _create_hypers(self) -> Any:
        return self._opt._create_hypers()

    def _create_all_weights(self, var_list: Any) -> Any:
        self.iterations  # noqa: B018  # makes the variable
        return self._opt._create_all_weights(var_list)

    def _prepare(self, var_list: Any) -> None:
        self._opt._prepare(var_list)

    def _transform_unaggregated_gradients(self, grads_and_vars: Any) -> Any:
        return self._opt._transform_unaggregated_gradients(grads_and_vars)

    def _aggregate_gradients(self, grads_and_vars: Any) -> Any:
        return self._opt._aggregate_gradients(grads_and_vars)

    def _transform_gradients(self, grads_and_vars: Any) -> Any:
        return self._opt._transform_gradients(grads_and_vars)

    def _get_gradients(self, tape: Any, loss: Any, var_list: Any, grad_loss: Any = None) -> Any:
        return self._opt._get_gradients(tape, loss, var_list, grad_loss)

    def _resource_apply_dense(self, grad: Any, handle: Any, apply_state: Any) -> Any:
        return self._opt._resource_apply_dense(grad, handle, apply_state)

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any, apply_state: Any) -> Any:
        return self._opt._resource_apply_sparse(grad, handle, indices, apply_state)

    @staticmethod
    def _verify_config(config: dict[str, Any]) -> None:
        """Raise ValueError unless this is the configuration of a wrapper of a Keras optimizer."""
        for name in ("inner_optimizer_config", "inner_optimizer_type"):
            if name not in config:
                raise ValueError(
                    f"_OptimizerV2Wrapper configuration dicts must contain the wrapped optimizer's {name}."
                )
        if not issubclass(config["inner_optimizer_type"], OptimizerV2):
            raise ValueError("inner_optimizer_type must be a class derived from Keras OptimizerV2.")

    def get_config(self) -> dict[str, Any]:
        """Return class and configuration of the wrapped optimizer, and the name of this one."""
        return {
            "inner_optimizer_config": self._opt.get_config(),
            "inner_optimizer_type": type(self._opt),
            "name": self._name,
        }

    @classmethod
    def _inner_of(cls, config: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        """Create the wrapped optimizer of a configuration, and return it with the rest of the configuration."""
        cls._verify_config(config)
        rest = dict(config)
        inner_config = rest.pop("inner_optimizer_config")
        return rest.pop("inner_optimizer_type")(**inner_config), rest

    def get_slot(self, var: Any, slot_name: str) -> Any:
        """Return a slot of the wrapped optimizer."""
        return self._opt.get_slot(var, slot_name)

    def add_slot(self, var: Any, slot_name: str, initializer: Any = "zeros", shape: Any = None) -> Any:
        """Create a slot of the wrapped optimizer."""
        return self._opt.add_slot(var, slot_name, initializer=initializer, shape=shape)

    def get_slot_names(self) -> Any:
        """Return the slot names of the wrapped optimizer."""
        return self._opt.get_slot_names()

    def get_weights(self) -> Any:
        """Return the values of `weights`."""
        return self._opt.get_weights()

    def set_weights(self, weights: Any) -> Any:
        """Set the values of `weights`."""
        return self._opt.set_weights(weights)

    def variables(self) -> Any:
        """Return `weights`."""
        return self.weights

    @property
    def weights(self) -> Any:
        """The variables of the wrapped optimizer."""
        return self._opt.weights

    @property
    def clipnorm(self) -> Any:
        """The limit of the wrapped optimizer for the norm of each gradient."""
        return self._opt.clipnorm

    @clipnorm.setter
    def clipnorm(self, value: Any) -> None:
        self._opt.clipnorm = value

    @property
    def global_clipnorm(self) -> Any:
        """The limit of the wrapped optimizer for the norm of all gradients."""
        return self._opt.global_clipnorm

    @global_clipnorm.setter
    def global_clipnorm(self, value: Any) -> None:
        self._opt.global_clipnorm = value

    @property
    def clipvalue(self) -> Any:
        """The limit of the wrapped optimizer for each element."""
        return self._opt.clipvalue

    @clipvalue.setter
    def clipvalue(self, value: Any) -> None:
        self._opt.clipvalue = value


def _forerunner(opt: Any) -> Any:
    """Return the optimizer of Keras 2.6 that is equal to one of newer Keras. Raises NotEmulated if there is none."""
    if isinstance(opt, OptimizerV2):
        return opt
    config = opt.get_config() if hasattr(opt, "get_config") else {}
    older = getattr(legacy, type(opt).__name__, None)
    if older is None or config.get("weight_decay") or config.get("use_ema"):
        raise not_emulated(
            f"a wrapper around {type(opt).__name__}", ": take one of `tf.keras.optimizers.legacy`"
        )
    known = inspect.signature(older.__init__).parameters
    taken = {name: config[name] for name in config if name in known}
    taken.update({name: config[name] for name in _CLIPS if config.get(name) is not None})
    rate = opt._learning_rate
    if isinstance(rate, tf.keras.optimizers.schedules.LearningRateSchedule):
        taken["learning_rate"] = rate
    return older(**taken)


__getattr__ = refuse_others("keras.ipu.optimizers.optimizer_v2_wrapper")
