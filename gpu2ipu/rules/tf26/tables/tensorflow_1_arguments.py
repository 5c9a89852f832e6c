"""Arguments of TensorFlow 1 that have another name in 2.6, and mean the same.

Source: `deprecated_args` of tensorflow/python/ops of TensorFlow 1.15, and the parameters in 2.6.5.
"""

from __future__ import annotations

from gpu2ipu.rules.tf26.tables.older_keras import Arguments, Renamed

_AXIS, _KEEPDIMS = Renamed("axis"), Renamed("keepdims")
_REDUCTION: Arguments = {"keep_dims": _KEEPDIMS, "reduction_indices": _AXIS}
_REDUCTIONS = ("sum", "mean", "max", "min", "prod", "all", "any", "logsumexp")

#: Qualified name of what is called -> argument -> what it is called now.
TENSORFLOW_1_ARGUMENTS: dict[str, Arguments] = {
    **{f"tensorflow.math.reduce_{name}": _REDUCTION for name in (*_REDUCTIONS, "std", "variance")},
    **{f"tensorflow.reduce_{name}": _REDUCTION for name in _REDUCTIONS},
    **{
        f"tensorflow.{place}arg{name}": {"dimension": _AXIS}
        for place in ("", "math.")
        for name in ("max", "min")
    },
    **{
        f"tensorflow.{place}.{name}": {"dim": _AXIS}
        for place in ("nn", "math")
        for name in ("softmax", "log_softmax")
    },
    "tensorflow.expand_dims": {"dim": _AXIS},
    "tensorflow.squeeze": {"squeeze_dims": _AXIS},
    "tensorflow.math.count_nonzero": _REDUCTION,
    "tensorflow.norm": {"keep_dims": _KEEPDIMS},
    "tensorflow.linalg.norm": {"keep_dims": _KEEPDIMS},
    "tensorflow.nn.moments": {"keep_dims": _KEEPDIMS},
    "tensorflow.nn.softmax_cross_entropy_with_logits": {"dim": _AXIS},
    "tensorflow.nn.weighted_cross_entropy_with_logits": {"targets": Renamed("labels")},
    "tensorflow.nn.conv2d": {"filter": Renamed("filters")},
    "tensorflow.image.crop_and_resize": {"box_ind": Renamed("box_indices")},
    "tensorflow.reverse_sequence": {"seq_dim": Renamed("seq_axis"), "batch_dim": Renamed("batch_axis")},
}
