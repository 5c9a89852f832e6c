"""Operations and layers of TensorFlow that an IPU cannot run, and what to do instead.

Source: `NO_IPU_KERNEL` in `simulator/compiler/kernels.py` (a test compares the two), and what XLA of TensorFlow 2.6.5
refuses: "Detected unsupported operations when trying to compile graph".
"""

from __future__ import annotations

from gpu2ipu.records import record


@record
class NoKernel:
    """Why an IPU cannot run something, and the workaround."""

    reason: str
    workaround: str
    operations: tuple[str, ...] = ()  # as the compiler names them


_IN_DATASET = "compute it in the dataset, where the host runs it"
_HOST = "it runs on the host"
_DATA_DEPENDENT = "the shape of its result depends on the data"
_MISSING = "the compiler has no kernel for it"

_PYTHON = NoKernel(
    _HOST, "write it with operations of TensorFlow, or call it in the dataset", ("EagerPyFunc", "PyFunc")
)
_PRINT = NoKernel(
    _HOST, "remove it, or print in a callback at the end of an epoch, or with `--inspect`", ("PrintV2",)
)
_WHERE = NoKernel(
    _DATA_DEPENDENT, "keep the shape: `tf.where(condition, x, y)`, or multiply by a mask", ("Where",)
)
_UNIQUE = NoKernel(_DATA_DEPENDENT, _IN_DATASET, ("Unique", "UniqueWithCounts"))
_BOXES = NoKernel(
    _DATA_DEPENDENT, "call it on what `predict` returns", ("NonMaxSuppressionV3", "NonMaxSuppressionV5")
)
_FOURIER = NoKernel("Fourier transforms are not supported", _IN_DATASET, ("FFT", "RFFT", "IFFT", "IRFFT"))
_COMPLEX = NoKernel("complex numbers are not supported", _IN_DATASET, ("Complex", "Angle"))
_NO_COUNTS = NoKernel(_MISSING, "count with `tf.reduce_sum(tf.one_hot(x, n), axis=0)`")
_DETERMINANT = NoKernel(_MISSING, "of positive definite matrices use `tf.linalg.logdet`")
_CTC = NoKernel(
    _MISSING, "call `ipu.ops.nn_ops.ctc_loss_v2`, in a layer of the model that adds it with `add_loss`"
)
_SEGMENTS = NoKernel(
    _MISSING, "call `tf.math.unsorted_segment_sum` and the like, with a fixed number of segments"
)
_DRAWN = NoKernel(_MISSING, "draw normal or uniform numbers, or draw in the dataset")
_DATASET = NoKernel(_MISSING, _IN_DATASET)
_POOLED = NoKernel(_MISSING, "call `tf.nn.max_pool2d`")

# qualified name -> why there is no kernel
OPERATIONS: dict[str, NoKernel] = {
    f"{module}.{name}": why
    for (module, why), names in {
        ("tensorflow", _PYTHON): "py_function numpy_function",
        ("tensorflow.compat.v1", _PYTHON): "py_func",
        ("tensorflow", _PRINT): "print",
        ("tensorflow.compat.v1", _PRINT): "Print",
        ("keras.backend", _PRINT): "print_tensor",
        ("tensorflow", _WHERE): "boolean_mask dynamic_partition",
        ("tensorflow", _UNIQUE): "unique unique_with_counts",
        ("tensorflow.image", _BOXES): (
            "non_max_suppression non_max_suppression_padded non_max_suppression_with_scores "
            "combined_non_max_suppression"
        ),
        ("tensorflow.signal", _FOURIER): (
            "fft fft2d fft3d ifft ifft2d ifft3d rfft rfft2d rfft3d irfft irfft2d irfft3d stft inverse_stft"
        ),
        ("tensorflow", _COMPLEX): "complex",
        ("tensorflow.dtypes", _COMPLEX): "complex",
        ("tensorflow.math", _COMPLEX): "angle",
        ("tensorflow.math", _NO_COUNTS): "bincount",
        ("tensorflow", _NO_COUNTS): "histogram_fixed_width",
        ("tensorflow.linalg", _DETERMINANT): "det slogdet",
        ("tensorflow.nn", _CTC): "ctc_loss",
        ("keras.backend", _CTC): "ctc_batch_cost",
        ("tensorflow.math", _SEGMENTS): "segment_max segment_mean segment_min segment_prod segment_sum",
        ("tensorflow.random", _DRAWN): "gamma poisson stateless_gamma stateless_poisson",
        ("tensorflow.compat.v1", _DRAWN): "random_poisson",
        ("tensorflow.image", _DATASET): "crop_and_resize",
        ("tensorflow.nn", _DATASET): "dilation2d erosion2d fractional_avg_pool fractional_max_pool",
        ("tensorflow.nn", _POOLED): "max_pool_with_argmax",
    }.items()
    for name in names.split()
}
WHERE = ("tensorflow.where", "tensorflow.compat.v1.where")  # with a condition alone
OF_WHERE = _WHERE

_AUGMENT = "apply it in the dataset, `dataset.map(lambda x, y: ({layer}(x, training=True), y))`"
_TRANSFORM = NoKernel("the compiler has no kernel for transformed images", _AUGMENT)
_RESHAPE = NoKernel("the shape of its result is drawn at random", _AUGMENT)
_ENCODE = NoKernel("the compiler has no kernel for counts", "apply it in the dataset")

# layer -> why there is no kernel
LAYERS: dict[str, NoKernel] = {
    **dict.fromkeys(("RandomRotation", "RandomTranslation", "RandomZoom"), _TRANSFORM),
    **dict.fromkeys(("RandomHeight", "RandomWidth"), _RESHAPE),
    "CategoryEncoding": _ENCODE,
}
