"""Aggregation of gradients over replicas by a function of the script: `gradient_aggregator` of an `OptimizerV2`.

Stock optimizers sum them up. Source: `apply_gradients` in keras/optimizer_v2/optimizer_v2.py, which aggregates, then
clips, then transforms; a `LossScaleOptimizer` uses the aggregation of the optimizer that it wraps.
"""

from __future__ import annotations

import contextlib
from typing import Any, Iterator, Sequence

from tensorflow.python.ipu._device import program
from tensorflow.python.ipu._errors import not_emulated

_STOCK = "all_reduce_sum_gradients"  # keras/optimizer_v2/utils.py


def _inner(optimizer: Any) -> Any:
    return getattr(optimizer, "inner_optimizer", optimizer)


def has_own_aggregator(optimizer: Any) -> bool:
    """Return whether an optimizer has another aggregation than the sum."""
    aggregator = getattr(_inner(optimizer), "gradient_aggregator", None)
    return aggregator is not None and getattr(aggregator, "__name__", "") != _STOCK


def aggregated(
    optimizer: Any, gradients: Sequence[Any], variables: Sequence[Any], replicas: int
) -> list[Any]:
    """Return the gradients of variables as the optimizer aggregates those of all replicas, along the first axis.

    Raises NotEmulated for an aggregation that exchanges nothing, after which the replicas would differ.
    """

    def of_replica(replica: int) -> dict[int, Any]:
        pairs = [(gradient[replica], variable) for gradient, variable in zip(gradients, variables)]
        return {id(variable): gradient for gradient, variable in _inner(optimizer).gradient_aggregator(pairs)}

    results, exchanges = program.in_lockstep(replicas, of_replica)
    if not exchanges:
        why = ": the weights of the replicas would differ"
        raise not_emulated("a `gradient_aggregator` that does not combine the gradients of all replicas", why)
    return [results[0][id(variable)] for variable in variables]


@contextlib.contextmanager
def not_aggregating(optimizer: Any) -> Iterator[None]:
    """Let an optimizer take gradients as they are."""
    inner = _inner(optimizer)
    own, inner.gradient_aggregator = inner.gradient_aggregator, lambda pairs: pairs
    try:
        yield
    finally:
        inner.gradient_aggregator = own
