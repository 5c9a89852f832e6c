"""What one micro-batch of a call of `fit` is: tensor specs of inputs, targets and sample weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import tensorflow as tf

from ..recording import inputs
from ..recording.generators import peek


@dataclass(frozen=True)
class Batch:
    """A batch as the script gives it to `fit`: its rows, and tensor specs with an open batch dimension."""

    rows: int
    specs: tuple[Any, ...]

    def of(self, rows: int) -> tuple[Any, ...]:
        """Return the tensor specs of a batch of so many rows."""

        def fixed(spec: Any) -> Any:
            return tf.TensorSpec([rows, *spec.shape[1:]] if spec.shape.rank else spec.shape, spec.dtype)

        fixed_specs: tuple[Any, ...] = tf.nest.map_structure(fixed, self.specs)
        return fixed_specs


def batch_of(arguments: dict[str, Any]) -> Batch:
    """Return the batch of a call of `fit`; a dataset or a generator of unknown shapes is asked for its first one."""
    x = arguments["x"]
    kind = inputs.kind_of(x)
    if kind == "arrays":
        given = [arguments.get(name) for name in inputs.ARRAYS]
        return Batch(
            arguments.get("batch_size") or inputs.DEFAULT_BATCH,
            tuple(_spec_of(arrays) for arrays in given if arrays is not None),
        )
    if not hasattr(x, "element_spec"):
        return _batch_like(peek(x)[0])
    specs = x.element_spec if isinstance(x.element_spec, tuple) else (x.element_spec,)
    rows = _rows(specs) or (inputs.batch_of(x) if kind == "dataset" else None)
    if rows and all(_is_static(spec) for spec in tf.nest.flatten(specs)):
        return Batch(rows, _open(specs))
    return _batch_like(next(iter(x)))


def _batch_like(first: Any) -> Batch:
    first = tuple(each for each in first if each is not None) if isinstance(first, tuple) else (first,)
    return Batch(inputs.rows_of(first), tuple(_spec_of(arrays) for arrays in first))


def _spec_of(arrays: Any) -> Any:
    if not all(hasattr(leaf, "shape") for leaf in tf.nest.flatten(arrays)):
        arrays = np.asarray(arrays)
    return inputs.spec_of(arrays)


def _open(specs: Any) -> Any:
    return tf.nest.map_structure(lambda spec: inputs.open_spec(spec), specs)


def _rows(specs: Any) -> int | None:
    shapes = [spec.shape for spec in tf.nest.flatten(specs) if hasattr(spec, "shape")]
    return shapes[0][0] if shapes and shapes[0].rank else None


def _is_static(spec: Any) -> bool:
    """Return whether all dimensions but that of the batch are known."""
    if not isinstance(spec, tf.TensorSpec) or spec.shape.rank is None:
        return False
    return bool(spec.shape[1:].is_fully_defined())
