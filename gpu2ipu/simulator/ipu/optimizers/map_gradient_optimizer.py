"""An optimizer that maps gradients before they are applied."""

from __future__ import annotations

from typing import Any, Callable

from .._errors import refuse_others
from .ipu_optimizer import IpuOptimizer

__all__ = ["MapGradientOptimizer"]


class MapGradientOptimizer(IpuOptimizer):
    """Applies the results of a function of each gradient and the value of its variable."""

    def __init__(
        self,
        wrapped_optimizer: Any,
        gradient_mapping_function: Callable[[Any, Any], Any],
        name: str = "MapGradientOptimizer",
    ) -> None:
        """Wrap an optimizer of `tf.compat.v1.train`."""
        super().__init__(wrapped_optimizer, name)
        self._map = gradient_mapping_function

    def compute_gradients(self, loss: Any, var_list: Any = None, **kwargs: Any) -> Any:
        """Return the mapped gradients."""
        pairs = self._opt.compute_gradients(loss, var_list=var_list, **kwargs)
        return [(self._map(gradient, variable.value()), variable) for gradient, variable in pairs]


__getattr__ = refuse_others("tensorflow.python.ipu.optimizers.map_gradient_optimizer")
