"""Parameters that later releases have by another name, at another position or with another default than TensorFlow 2.6.

Positions and defaults are generated (`analysis/library/public_api.py`); here is what they mean for a port.
"""

from __future__ import annotations

#: Qualified name -> newer name of a parameter -> its name in 2.6, which means the same.
RENAMED: dict[str, dict[str, str]] = {
    "keras.activations.deserialize": {"config": "name"},
    "keras.activations.relu": {"negative_slope": "alpha"},
    "keras.layers.InputLayer": {"batch_shape": "batch_input_shape", "shape": "input_shape"},
    "keras.layers.Layer.add_loss": {"loss": "losses"},
    "keras.layers.LeakyReLU": {"negative_slope": "alpha"},
    "keras.utils.deserialize_keras_object": {"config": "identifier"},
    "keras.utils.serialize_keras_object": {"obj": "instance"},
    "keras.utils.to_categorical": {"x": "y"},
}

#: Parameters whose default says what is printed, drawn or measured, or is another word for the same.
NO_RESULTS = frozenset(
    ("dpi", "profile_batch", "reduction", "show_layer_names", "verbose", "width")
) | frozenset(("experimental_custom_gradients", "experimental_relax_shapes", "out_type"))
#: Only of these is the default of `name` read elsewhere: it is a key of the logs.
NAMED_IN_LOGS = "keras.metrics."

#: Words that alone are right for a parameter.
WORDS = {"reduction": frozenset(("auto", "mean", "none", "sum", "sum_over_batch_size"))}
DTYPES = frozenset(
    f"{kind}{bits}"
    for kind, sizes in (("float", (16, 32, 64)), ("int", (8, 16, 32, 64)), ("uint", (8, 16, 32, 64)))
    for bits in sizes
) | frozenset(("bfloat16", "bool", "string", "mixed_float16", "mixed_bfloat16"))
#: Parameters that are None by default, by what they are otherwise.
NUMBERS = frozenset(
    ("batch_size", "clipnorm", "clipvalue", "ema_overwrite_frequency", "global_clipnorm", "ignore_class")
) | frozenset(("gradient_accumulation_steps", "loss_scale_factor", "lora_rank", "seed", "weight_decay"))
FLAGS = frozenset(("flash_attention", "ragged", "sparse", "stateful_metrics"))
#: Lists, or dicts, of numbers; and those of anything but numbers.
LISTS_OF_NUMBERS, LISTS_OF_OTHERS = ("loss_weights",), ("metrics", "weighted_metrics")
