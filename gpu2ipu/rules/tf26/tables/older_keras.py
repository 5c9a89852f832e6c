"""What Keras 1 and early Keras 2 called otherwise, and what TensorFlow 2.6 calls it.

Source: keras/legacy/interfaces.py and keras/engine/training.py of Keras 2.0 to 2.3, the release notes of Keras 2.0 and
2.3, and the public API of TensorFlow 2.6.5.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from gpu2ipu.records import record

_MERGING = "`keras.layers.concatenate`, `add`, `multiply` and their like take its place"

_BACKEND = "`keras.backend` itself is that of TensorFlow"
_SESSION = "TensorFlow 2 has no sessions: remove it, with what it is given"

# qualified name -> the name in the same module that took its place
OLDER_NAMES: dict[str, str] = {
    "keras.constraints.maxnorm": "max_norm",
    "keras.constraints.nonneg": "non_neg",
    "keras.constraints.unitnorm": "unit_norm",
    "keras.initializers.normal": "RandomNormal",
    "keras.initializers.one": "Ones",
    "keras.initializers.uniform": "RandomUniform",
    "keras.initializers.zero": "Zeros",
    "keras.layers.Deconvolution3D": "Conv3DTranspose",
    "keras.losses.cosine_proximity": "cosine_similarity",
    "keras.optimizers.adadelta": "Adadelta",
    "keras.optimizers.adagrad": "Adagrad",
    "keras.optimizers.adam": "Adam",
    "keras.optimizers.adamax": "Adamax",
    "keras.optimizers.nadam": "Nadam",
    "keras.optimizers.rmsprop": "RMSprop",
    "keras.optimizers.sgd": "SGD",
    "keras.regularizers.l1l2": "l1_l2",
    "keras.utils.plot": "plot_model",
}

# what a text stands for that `get` of a module of 2.6 does not know -> the name in the same module that took its place;
# "" where there is none
OLDER_IDENTIFIERS: dict[str, str] = {
    "keras.losses.cosine": "cosine_similarity",
    "keras.losses.cosine_proximity": "cosine_similarity",
    "keras.metrics.fbeta_score": "",
    "keras.metrics.fmeasure": "",
    "keras.metrics.matthews_correlation": "",
}

# Of these: what is still there, and only raises an error.
RAISING_NAMES = ("keras.models.model_from_yaml",)

# qualified name -> what a person can do
GONE_NAMES: dict[str, str] = {
    "keras.backend.cntk_backend": _BACKEND,
    "keras.backend.get_session": _SESSION,
    "keras.backend.set_session": _SESSION,
    "keras.backend.tensorflow_backend": _BACKEND,
    "keras.backend.theano_backend": _BACKEND,
    "keras.layers.AtrousConvolution1D": "`Conv1D` has `dilation_rate`",
    "keras.layers.AtrousConvolution2D": "`Conv2D` has `dilation_rate`",
    "keras.layers.Deconvolution2D": "`Conv2DTranspose` works out its output shape by itself",
    "keras.layers.Highway": "write it as a layer of your own",
    "keras.layers.MaxoutDense": "write it as a layer of your own",
    "keras.layers.Merge": _MERGING,
    "keras.models.model_from_yaml": "write the model with `to_json`, and read it with `model_from_json`",
    "keras.layers.TimeDistributedDense": "`TimeDistributed(Dense(...))` does the same",
    "keras.layers.merge": _MERGING,
    "keras.metrics.fbeta_score": "compute it from predictions",
    "keras.metrics.fmeasure": "compute it from predictions",
    "keras.metrics.matthews_correlation": "compute it from predictions",
    "keras.metrics.precision": "`keras.metrics.Precision()` takes its place",
    "keras.metrics.recall": "`keras.metrics.Recall()` takes its place",
    "keras.regularizers.ActivityRegularizer": "a layer has `activity_regularizer`",
    "keras.regularizers.WeightRegularizer": "a layer has `kernel_regularizer`",
    "keras.regularizers.activity_l1": "`l1` takes its place",
    "keras.regularizers.activity_l1l2": "`l1_l2` takes its place",
    "keras.regularizers.activity_l2": "`l2` takes its place",
}

# attribute of a model -> the one that took its place
OLDER_MODEL_ATTRIBUTES = {
    "_make_predict_function": "make_predict_function",
    "_make_test_function": "make_test_function",
    "_make_train_function": "make_train_function",
}

_TENSORS = "`fit` gives no tensors to Python: compute it from what `predict` returns"
_PRIVATE = "TensorFlow 2 computes it where it is needed: remove it"

# attribute of a model -> what a person can do
GONE_MODEL_ATTRIBUTES = {
    "_collected_trainable_weights": "`trainable_weights` takes its place",
    "_feed_outputs": _TENSORS,
    "_feed_sample_weights": _TENSORS,
    "_feed_targets": _TENSORS,
    "_standardize_user_data": _PRIVATE,
    "metrics_tensors": _TENSORS,
    "sample_weights": _TENSORS,
    "targets": _TENSORS,
    "to_yaml": "call `to_json`",
    "total_loss": _TENSORS,
    "uses_learning_phase": _PRIVATE,
    "validation_data": "give the data to what reads it",
}

# method of a dataset of TensorFlow 1 -> what a person can do, and what takes the place of the call
DATASET_METHODS: dict[str, tuple[str, str | None]] = {
    "make_initializable_iterator": ("iterate over the dataset, or call `iter`", None),
    "make_one_shot_iterator": ("call `iter`", "iter({base})"),
}

# attribute that callbacks have and Keras no longer fills -> what a person can do
EMPTY_CALLBACK_ATTRIBUTES = {"validation_data": "give the data to the callback when it is made"}

# whole modules, below keras
OLDER_MODULES = {
    "initializations": "initializers",
    "objectives": "losses",
    "utils.visualize_util": "utils",
}

# the function `merge` of Keras 1, engine/topology.py of 1.2.2: its parameters, as far as they have a counterpart
MERGE_PARAMETERS = ("inputs", "mode", "concat_axis")
# mode -> the function that does only that
MERGE_MODES = {
    "sum": "add",
    "mul": "multiply",
    "ave": "average",
    "max": "maximum",
    "concat": "concatenate",
}

# `dim_ordering` -> `data_format`
DATA_FORMATS = {"tf": "channels_last", "th": "channels_first"}


@record
class Renamed:
    """What an argument is called now; `values` are the literals that are written otherwise, `keeps` any other value."""

    name: str
    values: Mapping[object, str] = field(default_factory=dict)
    keeps: bool = True


Arguments = Mapping[str, Renamed]

_FORMAT = Renamed("data_format", {key: f'"{value}"' for key, value in DATA_FORMATS.items()}, keeps=False)
_WEIGHTS: dict[str, Renamed] = {
    "init": Renamed("kernel_initializer"),
    "W_regularizer": Renamed("kernel_regularizer"),
    "b_regularizer": Renamed("bias_regularizer"),
    "W_constraint": Renamed("kernel_constraint"),
    "b_constraint": Renamed("bias_constraint"),
    "bias": Renamed("use_bias"),
}
_CONVOLUTION = _WEIGHTS | {
    "nb_filter": Renamed("filters"),
    "border_mode": Renamed("padding", {}),
    "subsample": Renamed("strides"),
    "dim_ordering": _FORMAT,
}
_CONVOLUTION_1D = _CONVOLUTION | {
    "filter_length": Renamed("kernel_size"),
    "subsample_length": Renamed("strides"),
}
_POOLING = {"border_mode": Renamed("padding"), "dim_ordering": _FORMAT}
_POOLING_1D = {
    "border_mode": Renamed("padding"),
    "pool_length": Renamed("pool_size"),
    "stride": Renamed("strides"),
}
_RECURRENT = {
    "output_dim": Renamed("units"),
    "init": Renamed("kernel_initializer"),
    "inner_init": Renamed("recurrent_initializer"),
    "W_regularizer": Renamed("kernel_regularizer"),
    "U_regularizer": Renamed("recurrent_regularizer"),
    "b_regularizer": Renamed("bias_regularizer"),
    "dropout_W": Renamed("dropout"),
    "dropout_U": Renamed("recurrent_dropout"),
}
_GATED = _RECURRENT | {"inner_activation": Renamed("recurrent_activation")}
_FORGETTING = _GATED | {
    "forget_bias_init": Renamed("unit_forget_bias", {"one": "True", "zero": "False"}, keeps=False)
}
_RATE = {"p": Renamed("rate")}

# function of `keras.backend` -> argument -> what it is called now
_OF_BACKEND: dict[str, dict[str, Renamed]] = {
    "expand_dims": {"dim": Renamed("axis")},
    "one_hot": {"nb_classes": Renamed("num_classes")},
    "random_normal": {"std": Renamed("stddev")},
    "random_uniform": {"low": Renamed("minval"), "high": Renamed("maxval")},
    **{name: dict(_POOLING) for name in ("conv2d", "conv3d", "pool2d", "pool3d")},
    **{name: {"dim_ordering": _FORMAT} for name in ("resize_images", "resize_volumes", "spatial_2d_padding")},
}

# qualified name of what is called -> argument -> what it is called now
OLDER_ARGUMENTS: dict[str, Arguments] = {
    "keras.Model": {"input": Renamed("inputs"), "output": Renamed("outputs")},
    **{f"keras.backend.{name}": arguments for name, arguments in _OF_BACKEND.items()},
    "keras.preprocessing.image.ImageDataGenerator": {"dim_ordering": _FORMAT},
    "keras.utils.to_categorical": {"nb_classes": Renamed("num_classes")},
    **{
        f"keras.layers.{name}": arguments
        for names, arguments in (
            ("Dense", {"output_dim": Renamed("units"), **_WEIGHTS}),
            ("Conv1D Convolution1D", _CONVOLUTION_1D),
            ("Conv2D Convolution2D Conv2DTranspose SeparableConv2D SeparableConvolution2D", _CONVOLUTION),
            ("Conv3D Convolution3D", _CONVOLUTION),
            ("MaxPooling1D AveragePooling1D", _POOLING_1D),
            ("MaxPooling2D AveragePooling2D MaxPooling3D AveragePooling3D", _POOLING),
            ("GlobalMaxPooling2D GlobalAveragePooling2D", {"dim_ordering": _FORMAT}),
            ("ZeroPadding2D Cropping2D UpSampling2D Flatten", {"dim_ordering": _FORMAT}),
            ("UpSampling1D", {"length": Renamed("size")}),
            ("LocallyConnected1D", _CONVOLUTION_1D),
            ("LocallyConnected2D", _CONVOLUTION),
            ("ConvLSTM2D", {**_CONVOLUTION, **_FORGETTING, "output_dim": Renamed("filters")}),
            ("ZeroPadding3D Cropping3D UpSampling3D", {"dim_ordering": _FORMAT}),
            ("SimpleRNN", _RECURRENT),
            ("GRU", _GATED),
            ("LSTM", _FORGETTING),
            (
                "Embedding",
                {
                    "init": Renamed("embeddings_initializer"),
                    "W_regularizer": Renamed("embeddings_regularizer"),
                    "W_constraint": Renamed("embeddings_constraint"),
                },
            ),
            ("Dropout SpatialDropout1D SpatialDropout2D SpatialDropout3D GaussianDropout", _RATE),
            ("GaussianNoise", {"sigma": Renamed("stddev")}),
            (
                "BatchNormalization",
                {"beta_init": Renamed("beta_initializer"), "gamma_init": Renamed("gamma_initializer")},
            ),
        )
        for name in names.split()
    },
}

# arguments that went: qualified name -> argument -> the values that may be left out; None: any, it was about speed
GONE_ARGUMENTS: dict[str, dict[str, tuple[object, ...] | None]] = {
    **{f"keras.layers.{name}": {"consume_less": None} for name in ("GRU", "LSTM", "SimpleRNN")},
    "keras.layers.BatchNormalization": {"mode": (0,)},
    "keras.layers.Embedding": {"dropout": (0, 0.0)},
}

# layers that took the rows and columns of their kernel as two arguments
TWO_SIDED_KERNELS = tuple(
    f"keras.layers.{name}" for name in ("Conv2D", "Convolution2D", "LocallyConnected2D", "ConvLSTM2D")
)
KERNEL_SIDES = ("nb_row", "nb_col")

_QUEUE = {
    "max_q_size": Renamed("max_queue_size"),
    "nb_worker": Renamed("workers"),
    "pickle_safe": Renamed("use_multiprocessing"),
}

# method of a model -> argument -> what it is called now
OLDER_MODEL_ARGUMENTS: dict[str, Arguments] = {
    "fit": {"nb_epoch": Renamed("epochs")},
    "fit_generator": {"nb_epoch": Renamed("epochs"), **_QUEUE},
    "evaluate_generator": _QUEUE,
    "predict_generator": _QUEUE,
}
