"""The parameters that functions got after TensorFlow 2.6, with their defaults.

Written by `tools/tables.py`. Source: the signatures of TensorFlow 2.21.0 with NumPy 2.4.6, of tf_keras and of Keras 3;
what TensorFlow 2.6.5 with NumPy 1.19.5 takes all the same was tried.
"""

from __future__ import annotations

# qualified names -> what they do not take in 2.6 -> its default
_GROUPS: tuple[tuple[str, dict[str, object]], ...] = (
    (
        "keras.optimizers.Adadelta keras.optimizers.Adagrad keras.optimizers.Adamax "
        "keras.optimizers.Ftrl keras.optimizers.Nadam keras.optimizers.SGD ",
        {
            "weight_decay": None,
            "use_ema": False,
            "ema_momentum": 0.99,
            "ema_overwrite_frequency": None,
            "loss_scale_factor": None,
            "gradient_accumulation_steps": None,
            "jit_compile": True,
        },
    ),
    (
        "keras.optimizers.Adam ",
        {
            "weight_decay": None,
            "use_ema": False,
            "ema_momentum": 0.99,
            "ema_overwrite_frequency": None,
            "loss_scale_factor": None,
            "gradient_accumulation_steps": None,
            "adaptive_epsilon": False,
            "jit_compile": True,
        },
    ),
    (
        "keras.optimizers.RMSprop ",
        {
            "weight_decay": None,
            "use_ema": False,
            "ema_momentum": 0.99,
            "ema_overwrite_frequency": 100,
            "loss_scale_factor": None,
            "gradient_accumulation_steps": None,
            "jit_compile": True,
        },
    ),
    ("keras.optimizers.schedules.CosineDecay ", {"warmup_target": None, "warmup_steps": 0}),
    ("keras.Input ", {"optional": False}),
    ("keras.backend.clear_session ", {"free_memory": True}),
    ("keras.models.load_model ", {"safe_mode": True}),
    ("tensorflow.function ", {"reduce_retracing": False, "experimental_attributes": None}),
    ("keras.callbacks.EarlyStopping ", {"start_from_epoch": 0}),
    ("keras.layers.Attention ", {"score_mode": "dot", "seed": None}),
    ("keras.layers.BatchNormalization ", {"synchronized": False}),
    ("keras.layers.Discretization keras.layers.Hashing ", {"output_mode": "int", "sparse": False}),
    (
        "keras.layers.Embedding ",
        {"lora_rank": None, "lora_alpha": None, "quantization_config": None, "sparse": False},
    ),
    ("keras.layers.GRU keras.layers.LSTM ", {"seed": None, "use_cudnn": "auto"}),
    ("keras.layers.GaussianDropout keras.layers.GaussianNoise ", {"seed": None}),
    ("keras.layers.InputLayer ", {"shape": None, "batch_shape": None, "optional": False}),
    (
        "keras.layers.IntegerLookup ",
        {"vocabulary_dtype": "int64", "idf_weights": None, "oov_method": "floormod", "salt": None},
    ),
    (
        "keras.layers.MultiHeadAttention ",
        {
            "sliding_window": None,
            "flash_attention": None,
            "use_gate": False,
            "seed": None,
            "softmax_robust_masking": False,
        },
    ),
    ("keras.layers.Normalization ", {"invert": False}),
    ("keras.layers.StringLookup ", {"idf_weights": None, "salt": None}),
    (
        "keras.layers.TextVectorization ",
        {"idf_weights": None, "sparse": False, "ragged": False, "encoding": "utf-8"},
    ),
    ("keras.losses.SparseCategoricalCrossentropy ", {"ignore_class": None, "axis": -1, "dtype": None}),
    (
        "keras.losses.sparse_categorical_crossentropy keras.metrics.SparseCategoricalCrossentropy ",
        {"ignore_class": None},
    ),
    ("keras.metrics.CategoricalCrossentropy ", {"axis": -1}),
    (
        "keras.metrics.MeanIoU ",
        {"ignore_class": None, "sparse_y_true": True, "sparse_y_pred": True, "axis": -1},
    ),
    ("keras.preprocessing.image.ImageDataGenerator ", {"interpolation_order": 1}),
    ("keras.preprocessing.image.load_img keras.utils.load_img ", {"keep_aspect_ratio": False}),
    (
        "keras.utils.plot_model ",
        {"show_layer_activations": False, "show_trainable": False, "splines": "ortho"},
    ),
    (
        "keras.utils.image_dataset_from_directory ",
        {"pad_to_aspect_ratio": False, "data_format": None, "format": "tf", "verbose": True},
    ),
    ("keras.Model.compile ", {"jit_compile": None, "auto_scale_loss": True, "pss_evaluation_shards": 0}),
    ("keras.Model.summary ", {"expand_nested": False, "show_trainable": False, "layer_range": None}),
)
NEWER_PARAMETERS = {name: parameters for names, parameters in _GROUPS for name in names.split()}
