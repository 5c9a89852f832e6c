"""Names that TensorFlow 2.6 does not have, and what does the same in 2.6.

Which there are, and since when, is generated (`analysis/library/public_api.py`); here is what that means for a port.
"""

from __future__ import annotations

from collections.abc import Container

from gpu2ipu.analysis.library import public_api
from gpu2ipu.rules.tf26.tables.keras_operations import OPERATIONS
from gpu2ipu.rules.tf26.tables.workarounds import WORKAROUNDS

# new name -> the old one that does the same
_RENAMED = {
    "tensorflow.data.Dataset.choose_from_datasets": "tensorflow.data.experimental.choose_from_datasets",
    "tensorflow.data.Dataset.sample_from_datasets": "tensorflow.data.experimental.sample_from_datasets",
    "keras.utils.SidecarEvaluator": "keras.experimental.SidecarEvaluator",
    "keras.optimizers.experimental": "keras.optimizers",
    "keras.optimizers.legacy": "keras.optimizers",
    "keras.utils.pad_sequences": "keras.preprocessing.sequence.pad_sequences",
    "keras.layers.EinsumDense": "keras.layers.experimental.EinsumDense",
    "tensorflow.data.Dataset.load": "tensorflow.data.experimental.load",
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
}

# new name -> the name that does the same in TensorFlow 2.6
EQUIVALENTS: dict[str, str] = {
    **_RENAMED,
    **{new: operation.name for new, operation in OPERATIONS.items()},
}

# Calls that set nothing which training on an IPU depends on: they go where they are a statement.
NO_EFFECT = (
    "keras.config.disable_flash_attention",
    "keras.config.disable_interactive_logging",
    "keras.config.disable_traceback_filtering",
    "keras.config.enable_flash_attention",
    "keras.config.enable_interactive_logging",
    "keras.config.enable_traceback_filtering",
    "keras.config.enable_unsafe_deserialization",
    "tensorflow.config.experimental.enable_op_determinism",
    "tensorflow.debugging.disable_traceback_filtering",
    "tensorflow.debugging.enable_traceback_filtering",
    "keras.utils.disable_interactive_logging",
    "keras.utils.enable_interactive_logging",
)

# The one call that becomes three.
SEEDS_ALL = "keras.utils.set_random_seed"

# methods of a model class of one's own that later versions of `fit` call, and that of 2.6 passes over without a word
NEWER_HOOKS = ("compute_loss", "compute_metrics")

# methods of models and of datasets -> what there is in 2.6
_OF_MODELS = {
    "compute_loss": "`compiled_loss` computes the loss",
    "export": "`save` to a path without a suffix writes a SavedModel",
    "get_metrics_result": "`{metric.name: metric.result() for metric in model.metrics}`",
}
_OF_DATASETS = {
    "ignore_errors": "`apply(tf.data.experimental.ignore_errors())`",
    "ragged_batch": "`apply(tf.data.experimental.dense_to_ragged_batch(...))`",
    "rebatch": "`unbatch().batch(...)`",
    "rejection_resample": "`apply(tf.data.experimental.rejection_resample(...))`",
    "save": "`tf.data.experimental.save(dataset, path)`",
}
MODEL, DATASET = "keras.Model", "tensorflow.data.Dataset"

# what to do about a name that has no equivalent
HINTS = {
    "keras.config.set_backend": "TensorFlow is the only backend: remove it",
    "keras.random.SeedGenerator": "set the global seed with `tf.random.set_seed`",
    "keras.random.categorical": "`tf.random.categorical(logits, num_samples, dtype=tf.int32)`",
    "keras.random.randint": "`tf.random.uniform(shape, minval, maxval, dtype=tf.int32)`",
    "keras.ops.argmax": "`tf.argmax(x, axis, output_type=tf.int32)`, which needs an axis",
    "keras.ops.argmin": "`tf.argmin(x, axis, output_type=tf.int32)`, which needs an axis",
    "keras.ops.convert_to_numpy": "`x.numpy()`",
    "keras.ops.flip": "`tf.reverse(x, [axis])`",
    "keras.ops.mod": "`tf.math.floormod`",
    "keras.ops.repeat": "`tf.keras.backend.repeat_elements(x, repeats, axis)`, since `tf.repeat` leaves the shape open",
    "keras.ops.split": "`tf.split`, which takes sizes and not places",
    "keras.callbacks.BackupAndRestore": "save the weights with `ModelCheckpoint`",
    "keras.utils.PyDataset": "derive from `keras.utils.Sequence`, and pass nothing to its `__init__`",
    **{
        name: f"`gpu2ipu explain {name}` prints code for TensorFlow 2.6 that does the same"
        for name in WORKAROUNDS
    },
    "keras.layers.GroupNormalization": "`ipu_tensorflow_addons.keras.layers` has one for IPUs",
    **{f"{MODEL}.{method}": hint for method, hint in _OF_MODELS.items()},
    **{f"{DATASET}.{method}": hint for method, hint in _OF_DATASETS.items()},
}


def since(name: str) -> str | None:
    """Return the release that brought a name, None if TensorFlow 2.6 has it or no release does."""
    found = public_api.find(name)
    return None if found is None or found.is_in_sdk else found.since


def equivalent(name: str) -> str | None:
    """Return the name that does the same in TensorFlow 2.6, None if there is none: of it, or of what it is below."""
    above, below = name, ""
    while above:
        if above in EQUIVALENTS and since(old := f"{EQUIVALENTS[above]}{below}") is None:
            return old
        above, _, last = above.rpartition(".")
        below = f".{last}{below}"
    return None


class _NewerNames(Container[str]):
    """The names that came after TensorFlow 2.6."""

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and since(name) is not None


NEWER_NAMES = _NewerNames()
