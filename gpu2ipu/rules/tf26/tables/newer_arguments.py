"""Arguments that TensorFlow 2.6 does not take, and with which values leaving them out changes nothing.

Source: the signatures of TensorFlow 2.6.5, compared with those of tf_keras 2.21 and Keras 3.15.
"""

from __future__ import annotations

# values that may be left out; None: whatever the value is, an IPU computes the same without it
Harmless = tuple[object, ...] | None

_OPTIMIZER: dict[str, Harmless] = {
    "jit_compile": None,
    "weight_decay": (None, 0, 0.0),
    "use_ema": (False,),
    "ema_momentum": None,
    "ema_overwrite_frequency": None,
    "loss_scale_factor": (None,),
    "gradient_accumulation_steps": (None, 1),
}
_SPARSE_LOSS: dict[str, Harmless] = {"ignore_class": (None,)}
_LOOKUP: dict[str, Harmless] = {"idf_weights": (None,)}
_RECURRENT: dict[str, Harmless] = {"use_cudnn": None}
_INPUT: dict[str, Harmless] = {"optional": (False,)}
_LOAD_IMAGE: dict[str, Harmless] = {"keep_aspect_ratio": (False,)}

# qualified name of what is called -> argument -> the values that may be left out
NEWER_ARGUMENTS: dict[str, dict[str, Harmless]] = {
    **{
        f"keras.optimizers.{name}": _OPTIMIZER
        for name in ("Adadelta", "Adagrad", "Adam", "Adamax", "Ftrl", "Nadam", "RMSprop", "SGD")
    },
    "keras.Input": _INPUT,
    "keras.layers.InputLayer": _INPUT,
    "keras.backend.clear_session": {"free_memory": None},
    "keras.callbacks.EarlyStopping": {"start_from_epoch": (0,)},
    "keras.callbacks.ModelCheckpoint": {"initial_value_threshold": (None,)},
    "keras.layers.Attention": {"score_mode": ("dot",), "seed": (None,)},
    "keras.layers.BatchNormalization": {"synchronized": None},
    "keras.layers.Discretization": {"output_mode": ("int",), "sparse": (False,)},
    "keras.layers.Embedding": {"sparse": (False,)},
    "keras.layers.GRU": _RECURRENT,
    "keras.layers.GaussianDropout": {"seed": (None,)},
    "keras.layers.GaussianNoise": {"seed": (None,)},
    "keras.layers.Hashing": {"output_mode": ("int",), "sparse": (False,)},
    "keras.layers.IntegerLookup": {**_LOOKUP, "vocabulary_dtype": ("int64",)},
    "keras.layers.LSTM": _RECURRENT,
    "keras.layers.MultiHeadAttention": {"flash_attention": None, "seed": (None,)},
    "keras.layers.Normalization": {"invert": (False,)},
    "keras.layers.StringLookup": _LOOKUP,
    "keras.layers.TextVectorization": {
        **_LOOKUP,
        "sparse": (False,),
        "ragged": (False,),
        "encoding": ("utf-8",),
    },
    "keras.losses.SparseCategoricalCrossentropy": _SPARSE_LOSS,
    "keras.losses.sparse_categorical_crossentropy": _SPARSE_LOSS,
    "keras.metrics.CategoricalCrossentropy": {"axis": (-1,)},
    "keras.metrics.MeanIoU": {
        **_SPARSE_LOSS,
        "sparse_y_true": (True,),
        "sparse_y_pred": (True,),
        "axis": (-1,),
    },
    "keras.metrics.SparseCategoricalCrossentropy": _SPARSE_LOSS,
    "keras.models.load_model": {"safe_mode": None},
    "keras.optimizers.schedules.CosineDecay": {"warmup_target": (None,), "warmup_steps": (0,)},
    "keras.preprocessing.image.ImageDataGenerator": {"interpolation_order": (1,)},
    "keras.preprocessing.image.load_img": _LOAD_IMAGE,
    "keras.utils.load_img": _LOAD_IMAGE,
    "keras.utils.image_dataset_from_directory": {
        "verbose": None,
        "data_format": (None, "channels_last"),
        "pad_to_aspect_ratio": (False,),
    },
    "keras.utils.plot_model": {"show_layer_activations": (False,), "show_trainable": (False,)},
    "tensorflow.function": {"reduce_retracing": None},
}

# methods of models; `jit_compile` of `compile` is a rule of its own
NEWER_MODEL_ARGUMENTS: dict[str, dict[str, Harmless]] = {
    "compile": {"auto_scale_loss": (False,), "pss_evaluation_shards": None},
    "summary": {"expand_nested": (False,), "show_trainable": (False,), "layer_range": (None,)},
}

# every method and every source of a `tf.data.Dataset` took a `name` with 2.7
DATASET = "tensorflow.data.Dataset"
DATASET_ARGUMENT = "name"

# argument -> the one without which it means nothing
DEPENDS_ON = {"ema_momentum": "use_ema", "ema_overwrite_frequency": "use_ema"}
