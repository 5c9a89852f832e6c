"""Save weights and predictions to files beside a record, and compare two sets of them."""

from __future__ import annotations

import hashlib
from typing import Any, List, Sequence

import numpy as np

Arrays = List[Any]

# Weights with at most this relative distance are the same ones, trained or loaded twice.
SAME_WEIGHTS = 1e-2

# Gradients that are this small against the largest of the model are zero up to rounding, for example those of a bias in
# front of a BatchNormalization; an optimizer may scale them to the size of any other.
NO_GRADIENT = 1e-5


def save(path: str, arrays: Sequence[Any]) -> None:
    """Write arrays to a file, in order; `load` reads them."""
    np.savez(path, **{f"array_{index}": array for index, array in enumerate(arrays)})


def load(path: str) -> Arrays:
    """Read a file of `save`. Raises OSError if it cannot be read, ValueError if it is incomplete."""
    with np.load(path) as file:
        return [file[f"array_{index}"] for index in range(len(file.files))]


def digest(arrays: Sequence[Any]) -> str:
    """Return a short hash of shapes, types and bytes: arrays with equal digests are equal."""
    sha = hashlib.sha256()
    for array in arrays:
        sha.update((f"{array.shape} {array.dtype};").encode())
        sha.update(np.ascontiguousarray(array).tobytes())
    return sha.hexdigest()[:16]


def describe(arrays: Sequence[Any]) -> list[dict[str, Any]]:
    """Return shape and type of each array, for a record."""
    return [{"shape": list(array.shape), "dtype": str(array.dtype)} for array in arrays]


def same_shapes(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Return whether two lists of arrays have the same shapes."""
    return [array.shape for array in one] == [array.shape for array in other]


def distance(mine: Sequence[Any], theirs: Sequence[Any]) -> float | None:
    """Return the norm of the difference of two lists of arrays, relative to the second; None if shapes differ."""
    if not same_shapes(mine, theirs):
        return None
    difference = sum(float(np.sum(np.square(_apart(a, b)))) for a, b in zip(mine, theirs))
    norm = sum(float(np.sum(np.square(_finite(array)))) for array in theirs)
    return float(np.sqrt(difference) / max(np.sqrt(norm), np.finfo(np.float32).tiny))


def distances_of_updates(mine: Sequence[Any], theirs: Sequence[Any]) -> list[tuple[float, int]]:
    """Compare the weights after each update array by array: return the largest distance, and of which array it is.

    The arguments are what `tally` keeps. A distance is the norm of a difference, relative to the norm of the array, or
    of an array of typical weights of its size where that is larger. What has no gradient but rounding is left out.
    """
    if not same_shapes(mine[2:], theirs[2:]):
        return []
    owners, sizes = mine[2:]
    count, found = len(sizes), []
    has_gradient = np.zeros(count, bool)
    for one, other, *gradients in zip(mine[0], theirs[0], mine[1], theirs[1]):
        lowest, largest = np.minimum(*gradients), np.max(gradients, initial=0.0)
        has_gradient |= ~(lowest <= NO_GRADIENT * largest)
        squares = np.bincount(owners, np.square(_finite(other)), count)
        typical = sizes * np.sum(squares) / np.sum(sizes)
        gap = np.sqrt(np.bincount(owners, np.square(_apart(one, other)), count))
        gap /= np.sqrt(np.maximum(np.maximum(squares, typical), np.finfo(np.float32).tiny))
        gap = np.where(has_gradient, gap, 0.0)
        found.append((float(np.max(gap)), int(np.argmax(gap))))
    return found


def difference_of_rows(mine: Sequence[Any], theirs: Sequence[Any]) -> dict[str, Any] | None:
    """Compare predictions on the rows that both have; None if their shapes differ otherwise.

    `difference` is the largest absolute difference, `scale` the largest absolute value.
    """
    if len(mine) != len(theirs) or any(a.shape[1:] != b.shape[1:] for a, b in zip(mine, theirs)):
        return None
    largest, scale, rows = 0.0, 0.0, 0
    for a, b in zip(mine, theirs):
        rows = min(len(a), len(b))
        largest = max(largest, float(np.max(_apart(a[:rows], b[:rows]), initial=0.0)))
        scale = max(scale, float(np.max(np.abs(_finite(b[:rows])), initial=0.0)))
    return {"difference": largest, "scale": scale, "rows": rows}


def _apart(one: Any, other: Any) -> Any:
    """Return how far two arrays are apart, element by element.

    That is 0 where both have NaN or the same infinity, as after a training that diverges on both sides, and infinity
    where only one has.
    """
    one, other = _real(one), _real(other)
    same = (np.isnan(one) & np.isnan(other)) | (one == other)
    with np.errstate(invalid="ignore"):
        gap = np.where(same, 0.0, np.abs(one - other))
    return np.where(np.isnan(gap), np.inf, gap)


def _finite(array: Any) -> Any:
    """Return an array with 0 in place of what is not a finite number."""
    numbers = _real(array)
    return np.where(np.isfinite(numbers), numbers, 0.0)


def _real(array: Any) -> Any:
    return np.asarray(array, dtype=np.float64)
