"""The functions that work along an axis: how they are told which, and whether their result has it.

Written by `tools/tables.py`. Source: `inspect.signature` in TensorFlow 2.6.5 with NumPy 1.19.5, and a call of each.
"""

from __future__ import annotations

from typing import NamedTuple


class Axis(NamedTuple):
    """The parameter that says the axis of a function."""

    position: int
    keyword: str
    default: int | None  # None: all axes, or that it must be said
    reduces: bool  # the axis is gone from the result


# qualified name -> its axis
AXES: dict[str, Axis] = {
    f"{module}.{name}": Axis(position, keyword, default, reduces)
    for (module, position, keyword, default, reduces), names in {
        ("keras.backend", 1, "axis", None, True): "all any max mean min prod std sum var",
        ("keras.backend", 1, "axis", -1, True): "argmax argmin",
        ("keras.backend", 1, "axis", -1, False): "concatenate expand_dims",
        ("keras.backend", 1, "axis", 0, False): "cumprod cumsum stack",
        ("keras.backend", 1, "axis", None, False): "l2_normalize",
        ("keras.backend", 1, "pattern", None, False): "permute_dimensions",
        ("keras.backend", 1, "axes", None, False): "reverse",
        ("numpy", 1, "axis", None, True): (
            "all amax amin any argmax argmin max mean median min prod ptp std sum var "
        ),
        ("tensorflow", 1, "axis", None, True): (
            "argmax argmin reduce_all reduce_any reduce_logsumexp reduce_max reduce_mean reduce_min "
            "reduce_prod reduce_sum "
        ),
        ("tensorflow", 1, "axis", -1, False): "argsort sort",
        ("tensorflow", 1, "axis", None, False): "concat expand_dims reverse",
        ("tensorflow", 1, "axis", 0, False): "cumsum stack",
        ("tensorflow", 2, "axis", None, True): "norm",
        ("tensorflow", 2, "axis", None, False): "repeat roll",
        ("tensorflow", 2, "axis", 0, False): "split unstack",
        ("tensorflow", 1, "perm", None, False): "transpose",
        ("tensorflow.linalg", 1, "axis", None, False): "l2_normalize",
        ("tensorflow.linalg", 2, "axis", None, True): "norm",
        ("tensorflow.math", 1, "axis", None, True): (
            "argmax argmin count_nonzero reduce_all reduce_any reduce_euclidean_norm reduce_logsumexp "
            "reduce_max reduce_mean reduce_min reduce_prod reduce_std reduce_sum reduce_variance "
        ),
        ("tensorflow.math", 1, "axis", 0, False): "cumprod cumsum cumulative_logsumexp",
        ("tensorflow.math", 1, "axis", None, False): "l2_normalize",
        ("tensorflow.nn", 1, "axis", None, False): "l2_normalize",
        ("tensorflow.nn", 1, "axes", None, True): "moments",
    }.items()
    for name in names.split()
}
