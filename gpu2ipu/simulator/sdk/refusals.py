"""Why parts of the SDK are not emulated, and the workaround: the end of the message of NotEmulated.

A part is a module with all of its contents, or a name in a module; the longest match counts.
"""

from __future__ import annotations

_IPU = "tensorflow.python.ipu"

#: The reason for everything that serves models.
SERVING = "it makes or runs an executable of Poplar, for which a device is needed; call the model or function itself"

#: Reason and workaround -> the refused parts, below `tensorflow.python.ipu` unless they begin with "keras.ipu".
REASONS: dict[str, tuple[str, ...]] = {
    "newer TensorFlows have no estimators; train a Keras model, or run `ipu_compiler.compile` in a session": (
        *("ipu_estimator", "ipu_pipeline_estimator", "ipu_run_config", "ipu_session_run_hooks"),
        "ipu_compiler.ipu_estimator",
    ),
    "it joins processes that PopRun has started, and here is one; an `IPUStrategy` has replicas in one process": (
        *("distributed", "horovod", "ipu_multi_worker_strategy"),
    ),
    SERVING: (
        *("serving", "application_compile_op", "embedded_runtime"),
        *("ops.application_compile_op", "ops.embedded_runtime"),
    ),
    "it runs code that was compiled against Poplar; write the operation with those of TensorFlow": (
        *("custom_ops", "ops.custom_ops"),
    ),
    "it makes code for Poplar's compiler; TensorFlow's own operations compute the same": (
        *("vertex_edsl", "ops.custom_ops.codelet_expression_op"),
    ),
    "TensorFlow has no such numbers, and rounds none as an IPU does; use float16 or float32": (
        *("f8_ops", "popfloat_cast_to_gfloat", "ops.f8_ops", "ops.experimental"),
    ),
    "its files are for programs that use Poplar alone; give the dataset or the variables to the model": (
        *("dataset_extractor", "utils.dataset_extractor"),
        *("utils.export_dataset_to_file", "utils.export_inputs_to_file"),
    ),
    "it marks operations for Poplar's compiler, and no result depends on it; leave it out": (
        *("ops.op_util", "sharding"),
    ),
    "it is an inner part of the SDK; call what it serves: `fit`, `evaluate`, `predict`, `IPUConfig`, optimizers": (
        *("config.deprecate_config_attribute", "config.deprecate_config_attributes"),
        *("ops.op_util.bool_to_three_state", "ops.op_util.get_activation_name"),
        "ops.op_util.parse_gradient_accumulation_method",
        *("keras.ipu.extensions", "keras.extensions"),
    ),
    "it serves the tests of the SDK itself; configure an `IPUConfig` in yours": ("test_utils",),
    "it chooses a faster program, not other results; take the layer, loss or cell that Keras has": (
        *("layers", "losses", "rnn_ops", "ops.rnn_ops", "keras.layers", "keras.losses", "keras.CTCLoss"),
    ),
    "a model does its work; take `set_gradient_accumulation_options`, several IPUs, or Keras's `LossScaleOptimizer`": (
        *("keras.optimizers", "automatic_loss_scaling_optimizer"),
        *("optimizers.AutomaticLossScalingOptimizer", "optimizers.automatic_loss_scaling_optimizer"),
        *("keras.ipu.ALSOptimizerGradientAccumulationWrapper", "keras.ipu.optimizers.als_optimizer"),
        "keras.ipu.optimizers.ALSOptimizerGradientAccumulationWrapper",
    ),
}


def why(name: str) -> str:
    """Return the reason and the workaround for a module or a name in one; empty if it is not refused."""
    while name:
        if name in _REASON_OF:
            return _REASON_OF[name]
        name = name.rpartition(".")[0]
    return ""


_REASON_OF = {
    part if part.startswith("keras.ipu") else f"{_IPU}.{part}": reason
    for reason, parts in REASONS.items()
    for part in parts
}
