"""Operations of Keras 3, and those of TensorFlow that compute the same of floats.

Source: keras/src/ops and keras/src/random of Keras 3.15, and the pages of TensorFlow 2.6; tests compute both.
"""

from __future__ import annotations

from typing import Any

from gpu2ipu.records import record


@record
class Operation:
    """What computes the same of the positional arguments and of some keywords."""

    name: str  # qualified
    keywords: tuple[str, ...] = ()
    #: How many arguments must be given, since TensorFlow has no default for them, or another one.
    least: int = 0
    #: The keyword and value for the last of them where it is not given; None if nothing is the same then.
    default: tuple[str, str] | None = None
    #: How many of them may be positional.
    most: int = 9
    #: A keyword, and what TensorFlow calls it.
    renamed: tuple[str, str] | None = None

    def takes(self, keyword: str | None) -> bool:
        """True if a keyword argument means the same in TensorFlow, by whatever name."""
        return keyword in self.keywords or (self.renamed is not None and keyword == self.renamed[0])


def _same(
    names: str, module: str = "", keywords: str = "", home: str = "keras.ops", **needs: Any
) -> dict[str, Operation]:
    """Return the entries of operations that are called alike, or `new=old`."""
    pairs = (each.partition("=")[::2] for each in names.split())
    return {
        f"{home}.{new}": Operation(f"tensorflow.{module}{old or new}", tuple(keywords.split()), **needs)
        for new, old in pairs
    }


OPERATIONS: dict[str, Operation] = {
    **_same(
        "all=reduce_all any=reduce_any max=reduce_max mean=reduce_mean min=reduce_min prod=reduce_prod "
        "sum=reduce_sum amax=reduce_max amin=reduce_min logsumexp=reduce_logsumexp std=math.reduce_std "
        "var=math.reduce_variance",
        keywords="axis keepdims",
    ),
    **_same(
        "abs absolute=abs add arccos=acos arccosh=acosh arcsin=asin arcsinh=asinh arctan=atan arctan2=atan2 "
        "arctanh=atanh cast clip=clip_by_value cos cosh divide einsum equal exp eye floor full=fill greater "
        "greater_equal identity=eye is_tensor isfinite=math.is_finite isinf=math.is_inf isnan=math.is_nan less "
        "less_equal logical_and logical_not logical_or logical_xor=math.logical_xor matmul maximum minimum multiply "
        "not_equal one_hot ones ones_like power=pow reshape round sigmoid sign sin sinh sqrt square stop_gradient "
        "subtract tan tanh tensordot tile transpose true_divide=divide where zeros zeros_like convert_to_tensor "
        "shape size broadcast_to scatter=scatter_nd slice cond vectorized_map"
    ),
    **_same(
        "ceil divide_no_nan erf erfinv expm1 floor_divide=floordiv in_top_k log log1p log_sigmoid negative "
        "reciprocal rsqrt top_k",
        "math.",
    ),
    **_same("gelu", "nn.", keywords="approximate", least=2, default=("approximate", "True")),
    **_same("elu relu relu6 selu silu softplus softsign swish=silu", "nn."),
    **_same("leaky_relu", "nn.", renamed=("negative_slope", "alpha")),
    **_same("leaky_relu", "nn.", home="keras.activations", renamed=("negative_slope", "alpha")),
    **_same("log_softmax", "nn.", keywords="axis", home="keras.activations"),
    **_same("relu6", "nn.", home="keras.activations"),
    **_same("cholesky det inv", "linalg."),
    **_same("expand_dims squeeze stack sort argsort unstack", keywords="axis"),
    **_same("softmax log_softmax", "nn.", keywords="axis"),
    **_same("while_loop", keywords="maximum_iterations"),
    **_same("take=gather", keywords="axis", least=3, most=2),
    **_same("roll", keywords="axis shift", least=3),
    **_same("concatenate=concat", keywords="axis", least=2, default=("axis", "0")),
    **_same("cumsum cumprod", "math.", keywords="axis", least=2),
    **_same("linspace", least=3),
    "keras.random.dropout": Operation("tensorflow.nn.dropout", ("rate", "noise_shape")),
    "keras.random.normal": Operation("tensorflow.random.normal", ("mean", "stddev", "shape")),
    "keras.random.truncated_normal": Operation(
        "tensorflow.random.truncated_normal", ("mean", "stddev", "shape")
    ),
    "keras.random.uniform": Operation("tensorflow.random.uniform", ("minval", "maxval", "shape")),
}
