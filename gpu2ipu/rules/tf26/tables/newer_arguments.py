"""Arguments that TensorFlow 2.6 does not take, and with which values leaving them out changes nothing.

Which there are, and their defaults, is generated; here is what that means for a port.
"""

from __future__ import annotations

from gpu2ipu.analysis.library.keras_public_names import PUBLIC_NAMES
from gpu2ipu.analysis.library.signatures import PARAMETERS
from gpu2ipu.analysis.syntax.qualified_names import is_class_name
from gpu2ipu.rules.tf26.tables.newer_parameters import NEWER_PARAMETERS

# values that may be left out; None: whatever the value is, an IPU computes the same without it
Harmless = tuple[object, ...] | None

_MODEL = "keras.Model."
# what says how, and not what, is computed, kept or printed
_ANY_VALUE = frozenset(
    (
        "flash_attention",
        "free_memory",
        "jit_compile",
        "pss_evaluation_shards",
        "reduce_retracing",
        "safe_mode",
    )
) | frozenset(("synchronized", "use_cudnn", "verbose"))
# argument -> the one without which it means nothing
DEPENDS_ON = {"ema_momentum": "use_ema", "ema_overwrite_frequency": "use_ema"}
# values that mean the same as the default
_SAME = {
    "auto_scale_loss": (False,),  # 2.6 scales the loss of a mixed precision by itself
    "data_format": ("channels_last",),
    "gradient_accumulation_steps": (1,),
    "weight_decay": (0, 0.0),
}
# what 2.6 takes and ignores
_IGNORED: dict[str, dict[str, Harmless]] = {
    "keras.callbacks.ModelCheckpoint": {"initial_value_threshold": (None,)}
}
_OF_ANOTHER_RULE = {"compile": ("jit_compile",)}


def _harmless(name: str, default: object) -> Harmless:
    if name in _ANY_VALUE or name in DEPENDS_ON:
        return None
    return (default, *_SAME.get(name, ()))


# Losses have a type with Keras 3; what the table of NEWER_PARAMETERS says of one comes on top.
_OF_LOSSES: dict[str, dict[str, Harmless]] = {
    name: {"dtype": (None, "float32")}
    for name in PARAMETERS
    if name.startswith("keras.losses.")
    and is_class_name(name)
    and name.rpartition(".")[2] in PUBLIC_NAMES["losses"]
}

# qualified name of what is called -> argument -> the values that may be left out
NEWER_ARGUMENTS: dict[str, dict[str, Harmless]] = (
    _IGNORED
    | _OF_LOSSES
    | {
        function: {name: _harmless(name, default) for name, default in parameters.items()}
        for function, parameters in NEWER_PARAMETERS.items()
        if not function.startswith(_MODEL)
    }
)

# methods of models
NEWER_MODEL_ARGUMENTS: dict[str, dict[str, Harmless]] = {
    (method := function.removeprefix(_MODEL)): {
        name: _harmless(name, default)
        for name, default in parameters.items()
        if name not in _OF_ANOTHER_RULE.get(method, ())
    }
    for function, parameters in NEWER_PARAMETERS.items()
    if function.startswith(_MODEL)
}

# every method and every source of a `tf.data.Dataset` took a `name` with 2.7
DATASET = "tensorflow.data.Dataset"
DATASET_ARGUMENT = "name"
