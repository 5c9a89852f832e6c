"""Names that TensorFlow 2.6 does not have: the version that brought each, and what does the same in 2.6.

Source: the public API of the `keras` wheels 2.6 to 2.15 and of TensorFlow 2.6.5, 2.21 and Keras 3.15, compared.
"""

from __future__ import annotations

_REG_NETS = " ".join(
    f"RegNet{kind}{size}"
    for kind in "XY"
    for size in ("002", "004", "006", "008", "016", "032", "040", "064", "080", "120", "160", "320")
)

# version -> module -> what it brought there, to which 2.6 has no equivalent
_BROUGHT: dict[str, dict[str, str]] = {
    "TensorFlow 2.7": {
        "keras.layers": "DepthwiseConv1D",
        "tensorflow.data.Dataset": "rejection_resample",
    },
    "TensorFlow 2.8": {
        "keras.applications": "efficientnet_v2 EfficientNetV2B0 EfficientNetV2B1 EfficientNetV2B2 EfficientNetV2B3 "
        "EfficientNetV2L EfficientNetV2M EfficientNetV2S",
        "keras.backend": "binary_focal_crossentropy experimental",
        "keras.losses": "BinaryFocalCrossentropy binary_focal_crossentropy",
        "keras.metrics": "BinaryIoU IoU OneHotIoU OneHotMeanIoU binary_focal_crossentropy",
    },
    "TensorFlow 2.9": {
        "keras": "dtensor",
        "keras.applications": f"regnet resnet_rs {_REG_NETS} ResNetRS50 ResNetRS101 ResNetRS152 ResNetRS200 "
        "ResNetRS270 ResNetRS350 ResNetRS420",
        "keras.layers": "RandomBrightness UnitNormalization",
        "keras.regularizers": "OrthogonalRegularizer orthogonal_regularizer",
        "keras.utils": "is_interactive_logging_enabled",
    },
    "TensorFlow 2.10": {
        "keras.applications": "convnext ConvNeXtTiny ConvNeXtSmall ConvNeXtBase ConvNeXtLarge ConvNeXtXLarge",
        "keras.models": "experimental",
        "keras.utils": "audio_dataset_from_directory split_dataset",
    },
    "TensorFlow 2.11": {
        "keras.layers": "GroupNormalization",
        "keras.optimizers.experimental": "AdamW Adafactor",
        "keras.utils": "warmstart_embedding_matrix",
    },
    "TensorFlow 2.12": {
        "keras": "export saving",
        "keras.layers": "HashedCrossing Identity",
        "keras.optimizers": "AdamW Adafactor",
        "keras.utils": "FeatureSpace to_ordinal",
    },
    "TensorFlow 2.13": {
        "keras.activations": "mish",
        "keras.backend": "categorical_focal_crossentropy",
        "keras.layers": "SpectralNormalization",
        "keras.losses": "CategoricalFocalCrossentropy categorical_focal_crossentropy",
        "keras.metrics": "F1Score FBetaScore R2Score categorical_focal_crossentropy",
        "keras.optimizers": "Lion",
    },
    "Keras 3": {
        "keras": "KerasTensor Operation Variable config distillation distribution dtype_policies ops quantizers random "
        "remat tree visualization",
        "keras.activations": "celu glu hard_shrink hard_silu hard_tanh log_sigmoid soft_shrink sparse_plus "
        "sparse_sigmoid sparsemax squareplus tanh_shrink threshold",
        "keras.callbacks": "OrbaxCheckpoint SwapEMAWeights",
        "keras.layers": "AugMix AutoContrast CutMix Equalization FlaxLayer GroupQueryAttention JaxLayer "
        "MaxNumBoundingBoxes MelSpectrogram MixUp Pipeline RMSNormalization RandAugment RandomColorDegeneration "
        "RandomColorJitter RandomErasing RandomGrayscale RandomHue RandomInvert RandomPerspective RandomPosterization "
        "RandomSaturation RandomSharpness RandomShear STFTSpectrogram Solarization TFSMLayer TorchModuleWrapper",
        "keras.losses": "CTC Circle Dice Tversky ctc circle dice tversky CategoricalGeneralizedCrossEntropy",
        "keras.metrics": "ConcordanceCorrelation PearsonCorrelation",
        "keras.optimizers": "Lamb Muon ScheduleFreeAdamW",
        "keras.utils": "PyDataset bounding_boxes",
        "keras.wrappers": "SKLearnClassifier SKLearnRegressor SKLearnTransformer",
    },
}

# version -> old name that does the same <- new name
_RENAMED: dict[str, dict[str, str]] = {
    "TensorFlow 2.7": {
        "tensorflow.data.Dataset.choose_from_datasets": "tensorflow.data.experimental.choose_from_datasets",
        "tensorflow.data.Dataset.sample_from_datasets": "tensorflow.data.experimental.sample_from_datasets",
    },
    "TensorFlow 2.8": {
        "keras.utils.SidecarEvaluator": "keras.experimental.SidecarEvaluator",
    },
    "TensorFlow 2.9": {
        "keras.optimizers.experimental": "keras.optimizers",
        "keras.optimizers.legacy": "keras.optimizers",
        "keras.utils.pad_sequences": "keras.preprocessing.sequence.pad_sequences",
    },
    "TensorFlow 2.10": {
        "keras.layers.EinsumDense": "keras.layers.experimental.EinsumDense",
        "tensorflow.data.Dataset.load": "tensorflow.data.experimental.load",
    },
    "TensorFlow 2.12": {
        "keras.saving.CustomObjectScope": "keras.utils.CustomObjectScope",
        "keras.saving.custom_object_scope": "keras.utils.custom_object_scope",
        "keras.saving.deserialize_keras_object": "keras.utils.deserialize_keras_object",
        "keras.saving.get_custom_objects": "keras.utils.get_custom_objects",
        "keras.saving.get_registered_name": "keras.utils.get_registered_name",
        "keras.saving.get_registered_object": "keras.utils.get_registered_object",
        "keras.saving.load_model": "keras.models.load_model",
        "keras.saving.register_keras_serializable": "keras.utils.register_keras_serializable",
        "keras.saving.save_model": "keras.models.save_model",
        "keras.saving.serialize_keras_object": "keras.utils.serialize_keras_object",
        "keras.utils.legacy": "keras.utils",
    },
    "Keras 3": {
        "keras.Initializer": "keras.initializers.Initializer",
        "keras.InputSpec": "keras.layers.InputSpec",
        "keras.Layer": "keras.layers.Layer",
        "keras.Loss": "keras.losses.Loss",
        "keras.Metric": "keras.metrics.Metric",
        "keras.Optimizer": "keras.optimizers.Optimizer",
        "keras.Regularizer": "keras.regularizers.Regularizer",
        "keras.activations.silu": "keras.activations.swish",
        "keras.config.dtype_policy": "keras.mixed_precision.global_policy",
        "keras.config.set_dtype_policy": "keras.mixed_precision.set_global_policy",
        **{
            f"keras.config.{name}": f"keras.backend.{name}"
            for each in ("floatx", "epsilon", "image_data_format")
            for name in (each, f"set_{each}")
        },
        "keras.initializers.IdentityInitializer": "keras.initializers.Identity",
        "keras.initializers.OrthogonalInitializer": "keras.initializers.Orthogonal",
        "keras.mixed_precision.DTypePolicy": "keras.mixed_precision.Policy",
        "keras.mixed_precision.dtype_policy": "keras.mixed_precision.global_policy",
        "keras.mixed_precision.set_dtype_policy": "keras.mixed_precision.set_global_policy",
        "keras.optimizers.LossScaleOptimizer": "keras.mixed_precision.LossScaleOptimizer",
        "keras.utils.clear_session": "keras.backend.clear_session",
    },
}

# operation of Keras 3 -> that of TensorFlow which computes the same of floats, with the keywords that both have
_REDUCTIONS = {
    **{name: f"reduce_{name}" for name in ("all", "any", "max", "mean", "min", "prod", "sum")},
    **{"logsumexp": "reduce_logsumexp", "std": "math.reduce_std", "var": "math.reduce_variance"},
}
_SAME_OPERATIONS = (
    *(
        "abs",
        "add",
        "acos",
        "asin",
        "atan",
        "cast",
        "cos",
        "cosh",
        "divide",
        "einsum",
        "equal",
        "exp",
        "eye",
        "floor",
    ),
    *("greater", "greater_equal", "less", "less_equal", "logical_and", "logical_not", "logical_or", "matmul"),
    *(
        "maximum",
        "minimum",
        "multiply",
        "not_equal",
        "ones",
        "ones_like",
        "reshape",
        "round",
        "sigmoid",
        "sign",
        "sin",
    ),
    *(
        "sinh",
        "sqrt",
        "square",
        "stop_gradient",
        "subtract",
        "tan",
        "tanh",
        "tensordot",
        "tile",
        "transpose",
        "where",
    ),
    *("zeros", "zeros_like", "convert_to_tensor", "shape", "broadcast_to"),
)
_OTHER_OPERATIONS = {
    **{name: f"math.{name}" for name in ("log", "log1p", "erf", "rsqrt", "reciprocal", "negative", "cumsum")},
    **{
        name: f"nn.{name}"
        for name in ("relu", "relu6", "elu", "selu", "softplus", "softsign", "silu", "gelu")
    },
    **{"clip": "clip_by_value", "power": "pow", "one_hot": "one_hot", "isnan": "math.is_nan"},
}
_WITH_AXIS = {"expand_dims": "expand_dims", "squeeze": "squeeze", "stack": "stack", "softmax": "nn.softmax"}
_OPERATIONS = _REDUCTIONS | {name: name for name in _SAME_OPERATIONS} | _OTHER_OPERATIONS | _WITH_AXIS
OPERATIONS: dict[str, tuple[str, ...]] = {
    f"keras.ops.{name}": (
        ("axis", "keepdims") if name in _REDUCTIONS else ("axis",) if name in _WITH_AXIS else ()
    )
    for name in _OPERATIONS
}

# what to do about a name that has no equivalent
HINTS = {"keras.utils.PyDataset": "derive from `keras.utils.Sequence`, and pass nothing to its `__init__`"}

# qualified name -> the version that brought it, and the name that does the same in TensorFlow 2.6, if any
NEWER_API: dict[str, tuple[str, str | None]] = {
    **{
        f"{module}.{name}": (version, None)
        for version, modules in _BROUGHT.items()
        for module, names in modules.items()
        for name in names.split()
    },
    **{new: (version, old) for version, names in _RENAMED.items() for new, old in names.items()},
    **{f"keras.ops.{new}": ("Keras 3", f"tensorflow.{old}") for new, old in _OPERATIONS.items()},
}

# Calls that set nothing which training on an IPU depends on: they go where they are a statement.
NO_EFFECT: dict[str, str] = {
    "keras.config.disable_traceback_filtering": "Keras 3",
    "keras.config.enable_traceback_filtering": "Keras 3",
    "tensorflow.config.experimental.enable_op_determinism": "TensorFlow 2.8",
    "tensorflow.debugging.disable_traceback_filtering": "TensorFlow 2.7",
    "tensorflow.debugging.enable_traceback_filtering": "TensorFlow 2.7",
    "keras.utils.disable_interactive_logging": "TensorFlow 2.9",
    "keras.utils.enable_interactive_logging": "TensorFlow 2.9",
}

# The one call that becomes three.
SEEDS_ALL = "keras.utils.set_random_seed"
SEEDS_ALL_SINCE = "TensorFlow 2.7"

# methods of a model class of one's own that later versions of `fit` call, and that of 2.6 passes over without a word
NEWER_HOOKS = {"compute_loss": "TensorFlow 2.8", "compute_metrics": "TensorFlow 2.8"}

# methods of models and of datasets -> the version that brought each, and what there is in 2.6
NEWER_MODEL_METHODS: dict[str, tuple[str, str]] = {
    "compute_loss": ("TensorFlow 2.8", "`compiled_loss` computes the loss"),
    "export": ("TensorFlow 2.13", "`save` to a path without a suffix writes a SavedModel"),
    "get_compile_config": ("TensorFlow 2.12", ""),
    "get_metrics_result": ("TensorFlow 2.8", "`{metric.name: metric.result() for metric in model.metrics}`"),
    "quantize": ("Keras 3", ""),
}
NEWER_DATASET_METHODS: dict[str, tuple[str, str]] = {
    "ignore_errors": ("TensorFlow 2.11", "`apply(tf.data.experimental.ignore_errors())`"),
    "ragged_batch": ("TensorFlow 2.11", "`apply(tf.data.experimental.dense_to_ragged_batch(...))`"),
    "rebatch": ("TensorFlow 2.11", "`unbatch().batch(...)`"),
    "rejection_resample": ("TensorFlow 2.7", "`apply(tf.data.experimental.rejection_resample(...))`"),
    "save": ("TensorFlow 2.10", "`tf.data.experimental.save(dataset, path)`"),
}
