"""Weights and predictions as files beside a record, and how far two sets of them are apart."""

from __future__ import annotations

import hashlib
from typing import Any, List, Sequence

import numpy as np

Arrays = List[Any]

# Weights that are this close (norm of the difference to norm) are the same ones, trained or loaded twice.
SAME_WEIGHTS = 1e-2


def save(path: str, arrays: Sequence[Any]) -> None:
    """Write arrays in order; `load` reads them."""
    np.savez(path, **{f"array_{index}": array for index, array in enumerate(arrays)})


def load(path: str) -> Arrays:
    """Read what `save` wrote; OSError or ValueError when it is not there or cut."""
    with np.load(path) as file:
        return [file[f"array_{index}"] for index in range(len(file.files))]


def digest(arrays: Sequence[Any]) -> str:
    """A short hash of shapes, types and bytes: equal digests are equal arrays."""
    sha = hashlib.sha256()
    for array in arrays:
        sha.update((f"{array.shape} {array.dtype};").encode())
        sha.update(np.ascontiguousarray(array).tobytes())
    return sha.hexdigest()[:16]


def describe(arrays: Sequence[Any]) -> list[dict[str, Any]]:
    """Shape and type of each array, for a record."""
    return [{"shape": list(array.shape), "dtype": str(array.dtype)} for array in arrays]


def same_shapes(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two lists of arrays fit each other."""
    return [array.shape for array in one] == [array.shape for array in other]


def distance(mine: Sequence[Any], theirs: Sequence[Any]) -> float | None:
    """Norm of the difference of two lists of arrays, relative to the second's; None for other shapes."""
    if not same_shapes(mine, theirs):
        return None
    difference = sum(float(np.sum(np.square(_real(a) - _real(b)))) for a, b in zip(mine, theirs))
    norm = sum(float(np.sum(np.square(_real(array)))) for array in theirs)
    return float(np.sqrt(difference) / max(np.sqrt(norm), np.finfo(np.float32).tiny))


def difference_of_rows(mine: Sequence[Any], theirs: Sequence[Any]) -> dict[str, Any] | None:
    """How far predictions are apart on the rows that both have; None if they do not fit each other.

    `difference` is the largest absolute difference, `scale` the largest absolute value.
    """
    if len(mine) != len(theirs) or any(a.shape[1:] != b.shape[1:] for a, b in zip(mine, theirs)):
        return None
    largest, scale, rows = 0.0, 0.0, 0
    for a, b in zip(mine, theirs):
        rows = min(len(a), len(b))
        a, b = _real(a[:rows]), _real(b[:rows])
        same = (np.isnan(a) & np.isnan(b)) | (a == b)
        with np.errstate(invalid="ignore"):
            gap = np.where(same, 0.0, np.abs(a - b))
        gap = np.where(np.isnan(gap), np.inf, gap)  # one of the two is no number
        largest = max(largest, float(np.max(gap, initial=0.0)))
        scale = max(scale, float(np.max(np.abs(np.where(np.isfinite(b), b, 0.0)), initial=0.0)))
    return {"difference": largest, "scale": scale, "rows": rows}


def _real(array: Any) -> Any:
    return np.asarray(array, dtype=np.float64)
