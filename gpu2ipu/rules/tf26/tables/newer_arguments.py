"""Arguments that TensorFlow 2.6 does not take, and with which values leaving them out changes nothing.

Which there are, and their defaults, is generated; here is what that means for a port.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping

from gpu2ipu.analysis.library import public_api
from gpu2ipu.analysis.library.keras_public_names import PUBLIC_NAMES
from gpu2ipu.analysis.library.signatures import PARAMETERS
from gpu2ipu.analysis.syntax.qualified_names import is_class_name
from gpu2ipu.rules.tf26.tables.newer_parameters import NEWER_PARAMETERS

# every method and every source of a `tf.data.Dataset` took a `name` with 2.7
DATASET = "tensorflow.data.Dataset"
DATASET_ARGUMENT = "name"
_DATASETS = "tensorflow.data."

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


@functools.cache
def newer_arguments(function: str) -> Mapping[str, Harmless]:
    """Return the arguments that a function does not take in 2.6, each with the values that may be left out.

    What takes `**kwargs` in 2.6 was tried: the table above says what came of it.
    """
    known = NEWER_ARGUMENTS.get(function, {})
    found = public_api.find(function)
    if found is None or not found.is_in_sdk or found.changes[0].takes_all_keywords:
        return known
    old = {each.name for each in found.changes[0].parameters or ()}
    later = (each for change in found.changes[1:] for each in change.parameters or () if each.name not in old)
    harmless = {each.name: _harmless(each.name, _literal(each.default)) for each in later}
    if DATASET_ARGUMENT in harmless and function.startswith(_DATASETS):
        harmless[DATASET_ARGUMENT] = None
    return harmless | known


def _literal(default: str | None) -> object:
    """The value of a default as written; something that no script can write for what is no literal."""
    try:
        return ast.literal_eval(default or "")
    except (ValueError, SyntaxError):
        return object()


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

# Classes of layers -> arguments of a call of an instance: keras/layers/multi_head_attention.py and dense_attention.py
# of 2.6 have none of these in `call`.
_MASKS: dict[str, Harmless] = {"use_causal_mask": (False,)}
NEWER_CALL_ARGUMENTS: dict[str, dict[str, Harmless]] = {
    "keras.layers.AdditiveAttention": _MASKS,
    "keras.layers.Attention": _MASKS,
    "keras.layers.MultiHeadAttention": _MASKS
    | {f"{name}_mask": (None,) for name in ("query", "value", "key")},
}
# what 2.6 has in place of one
INSTEAD = {
    "use_causal_mask": "pass a lower triangular `attention_mask` to `MultiHeadAttention`, which ignores masks of Keras "
    "in 2.6, or `causal=True` to the constructor of the other attentions"
}
