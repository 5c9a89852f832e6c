"""The parameters that functions got after TensorFlow 2.6, with their defaults.

Written by `tools/tables.py`. Source: the table of `tools/api_history.py`, and tf_keras; what
TensorFlow 2.6.5 with NumPy 1.19.5 takes all the same was tried.
"""

from __future__ import annotations

# qualified names -> what they do not take in 2.6 -> its default
_GROUPS: tuple[tuple[str, dict[str, object]], ...] = (
    ("keras.Input keras.layers.Input ", {"optional": False}),
    ("keras.Model.compile ", {"jit_compile": None, "pss_evaluation_shards": 0, "auto_scale_loss": True}),
    ("keras.Model.summary ", {"expand_nested": False, "show_trainable": False, "layer_range": None}),
    (
        "keras.applications.EfficientNetB0 keras.applications.efficientnet.EfficientNetB0 ",
        {"name": "efficientnetb0"},
    ),
    (
        "keras.applications.EfficientNetB1 keras.applications.efficientnet.EfficientNetB1 ",
        {"name": "efficientnetb1"},
    ),
    (
        "keras.applications.EfficientNetB2 keras.applications.efficientnet.EfficientNetB2 ",
        {"name": "efficientnetb2"},
    ),
    (
        "keras.applications.EfficientNetB3 keras.applications.efficientnet.EfficientNetB3 ",
        {"name": "efficientnetb3"},
    ),
    (
        "keras.applications.EfficientNetB4 keras.applications.efficientnet.EfficientNetB4 ",
        {"name": "efficientnetb4"},
    ),
    (
        "keras.applications.EfficientNetB5 keras.applications.efficientnet.EfficientNetB5 ",
        {"name": "efficientnetb5"},
    ),
    (
        "keras.applications.EfficientNetB6 keras.applications.efficientnet.EfficientNetB6 ",
        {"name": "efficientnetb6"},
    ),
    (
        "keras.applications.EfficientNetB7 keras.applications.efficientnet.EfficientNetB7 ",
        {"name": "efficientnetb7"},
    ),
    (
        "keras.applications.InceptionResNetV2 keras.applications.inception_resnet_v2.InceptionResNetV2 ",
        {"name": "inception_resnet_v2"},
    ),
    (
        "keras.applications.MobileNet keras.applications.MobileNetV2 "
        "keras.applications.mobilenet.MobileNet keras.applications.mobilenet_v2.MobileNetV2 ",
        {"name": None},
    ),
    ("keras.applications.ResNet101 keras.applications.resnet.ResNet101 ", {"name": "resnet101"}),
    ("keras.applications.ResNet152 keras.applications.resnet.ResNet152 ", {"name": "resnet152"}),
    (
        "keras.applications.ResNet50 keras.applications.resnet.ResNet50 "
        "keras.applications.resnet50.ResNet50 ",
        {"name": "resnet50"},
    ),
    ("keras.layers.Attention ", {"score_mode": "dot", "seed": None}),
    ("keras.layers.BatchNormalization ", {"synchronized": False}),
    (
        "keras.layers.CenterCrop keras.layers.RandomCrop keras.layers.RandomFlip "
        "keras.layers.RandomTranslation keras.layers.RandomZoom keras.layers.ZeroPadding1D ",
        {"data_format": None},
    ),
    (
        "keras.layers.ConvLSTM1D keras.layers.ConvLSTM2D keras.layers.ConvLSTM3D keras.layers.GRUCell "
        "keras.layers.GaussianDropout keras.layers.GaussianNoise keras.layers.LSTMCell "
        "keras.layers.SimpleRNN keras.layers.SimpleRNNCell ",
        {"seed": None},
    ),
    ("keras.layers.Dense ", {"lora_rank": None, "lora_alpha": None, "quantization_config": None}),
    (
        "keras.layers.Discretization keras.layers.Hashing "
        "keras.layers.experimental.preprocessing.Discretization "
        "keras.layers.experimental.preprocessing.Hashing ",
        {"output_mode": "int", "sparse": False},
    ),
    (
        "keras.layers.Embedding ",
        {"sparse": False, "lora_rank": None, "lora_alpha": None, "quantization_config": None},
    ),
    ("keras.layers.GRU keras.layers.LSTM ", {"seed": None, "use_cudnn": "auto"}),
    ("keras.layers.InputLayer ", {"shape": None, "batch_shape": None, "optional": False}),
    (
        "keras.layers.IntegerLookup ",
        {"idf_weights": None, "vocabulary_dtype": "int64", "oov_method": "floormod", "salt": None},
    ),
    ("keras.layers.LayerNormalization ", {"rms_scaling": False}),
    ("keras.layers.LeakyReLU ", {"negative_slope": 0.3}),
    (
        "keras.layers.MultiHeadAttention ",
        {
            "seed": None,
            "flash_attention": None,
            "use_gate": False,
            "sliding_window": None,
            "softmax_robust_masking": False,
        },
    ),
    ("keras.layers.Normalization keras.layers.experimental.preprocessing.Normalization ", {"invert": False}),
    ("keras.layers.RandomContrast ", {"value_range": "(0, 255)"}),
    ("keras.layers.RandomRotation ", {"value_range": "(0, 255)", "data_format": None}),
    (
        "keras.layers.Resizing ",
        {
            "data_format": None,
            "pad_to_aspect_ratio": False,
            "fill_mode": "constant",
            "fill_value": 0.0,
            "antialias": False,
        },
    ),
    ("keras.layers.StringLookup ", {"idf_weights": None, "salt": None}),
    (
        "keras.layers.TextVectorization keras.layers.experimental.preprocessing.TextVectorization ",
        {"idf_weights": None, "sparse": False, "ragged": False, "encoding": "utf-8"},
    ),
    (
        "keras.layers.experimental.preprocessing.IntegerLookup ",
        {"idf_weights": None, "vocabulary_dtype": "int64"},
    ),
    ("keras.layers.experimental.preprocessing.StringLookup ", {"idf_weights": None}),
    (
        "keras.optimizers.Adadelta keras.optimizers.Adagrad keras.optimizers.Adamax "
        "keras.optimizers.Ftrl keras.optimizers.Nadam ",
        {
            "weight_decay": None,
            "use_ema": False,
            "ema_momentum": 0.99,
            "ema_overwrite_frequency": None,
            "jit_compile": True,
            "loss_scale_factor": None,
            "gradient_accumulation_steps": None,
        },
    ),
    (
        "keras.optimizers.Adam ",
        {
            "weight_decay": None,
            "use_ema": False,
            "ema_momentum": 0.99,
            "ema_overwrite_frequency": None,
            "jit_compile": True,
            "loss_scale_factor": None,
            "gradient_accumulation_steps": None,
            "adaptive_epsilon": False,
        },
    ),
    (
        "keras.optimizers.Optimizer ",
        {
            "weight_decay": 0,
            "use_ema": False,
            "ema_momentum": 0.99,
            "ema_overwrite_frequency": None,
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
            "jit_compile": True,
            "loss_scale_factor": None,
            "gradient_accumulation_steps": None,
        },
    ),
    (
        "keras.optimizers.SGD ",
        {
            "amsgrad": False,
            "weight_decay": None,
            "use_ema": False,
            "ema_momentum": 0.99,
            "ema_overwrite_frequency": None,
            "jit_compile": True,
            "loss_scale_factor": None,
            "gradient_accumulation_steps": None,
        },
    ),
    (
        "keras.preprocessing.image_dataset_from_directory keras.utils.image_dataset_from_directory ",
        {"data_format": None, "pad_to_aspect_ratio": False, "verbose": True, "format": "tf"},
    ),
    ("keras.preprocessing.text.Tokenizer ", {"analyzer": None}),
)
NEWER_PARAMETERS = {name: parameters for names, parameters in _GROUPS for name in names.split()}
