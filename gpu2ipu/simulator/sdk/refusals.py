"""Why parts of the SDK are not emulated, and the workaround: the end of the message of NotEmulated.

A part is a module with all of its contents, or a name in a module; the longest match counts.
"""

from __future__ import annotations

_IPU = "tensorflow.python.ipu"
_ADDONS = "ipu_tensorflow_addons"
_DRIVER = "tensorflow.compiler.plugin"
_LAYERS = f"{_ADDONS}.keras.layers"

#: The reason for everything that serves models.
SERVING = (
    "it creates or runs a Poplar executable, which needs a device; call the model or the function itself"
)

#: Reason and workaround -> the refused parts, below `tensorflow.python.ipu` unless they name another package.
REASONS: dict[str, tuple[str, ...]] = {
    "newer TensorFlows have no estimators; train a Keras model, or run `ipu_compiler.compile` in a session": (
        *("ipu_estimator", "ipu_pipeline_estimator", "ipu_run_config", "ipu_session_run_hooks"),
        "ipu_compiler.ipu_estimator",
    ),
    "a `PopDistStrategy` does the same; `popdist` and `ipu.distributed` have the rest": (
        *("distributed", "horovod", "ipu_multi_worker_strategy"),
    ),
    SERVING: (
        f"{_ADDONS}.saved_model_tool",
        *("serving", "application_compile_op", "embedded_runtime"),
        *("ops.application_compile_op", "ops.embedded_runtime"),
    ),
    "it runs code compiled against Poplar; write the operation with operations of TensorFlow": (
        *("custom_ops", "ops.custom_ops"),
    ),
    "it generates code for Poplar's compiler; TensorFlow's own operations compute the same": (
        *("vertex_edsl", "ops.custom_ops.codelet_expression_op"),
    ),
    "TensorFlow does not have these number formats; use float16 or float32": (
        *("f8_ops", "popfloat_cast_to_gfloat", "ops.f8_ops", "ops.experimental"),
        *(f"{_LAYERS}.ConvertFromF8", f"{_LAYERS}.ConvertToF8", f"{_LAYERS}.f8_convert"),
    ),
    "its files are for programs that use Poplar directly; pass the dataset or the variables to the model": (
        *("dataset_extractor", "utils.dataset_extractor"),
        *("utils.export_dataset_to_file", "utils.export_inputs_to_file"),
    ),
    "it only annotates operations for Poplar's compiler, and changes no result; leave it out": (
        *("ops.op_util", "sharding"),
    ),
    "it is an internal part of the SDK; use the public API: `fit`, `evaluate`, `predict`, `IPUConfig`, optimizers": (
        *("config.deprecate_config_attribute", "config.deprecate_config_attributes"),
        *("ops.op_util.bool_to_three_state", "ops.op_util.get_activation_name"),
        "ops.op_util.parse_gradient_accumulation_method",
        *("keras.ipu.extensions", "keras.extensions"),
    ),
    "it is an operation or a message of the SDK's driver; use the functions of `tensorflow.python.ipu`": (
        _DRIVER,
    ),
    "it is for the SDK's own tests; configure an `IPUConfig` in yours": ("test_utils",),
    "it is a faster implementation with the same results; use the layer, loss or cell of Keras": (
        *("layers", "losses", "rnn_ops", "ops.rnn_ops", "keras.layers", "keras.losses", "keras.CTCLoss"),
        *(f"{_LAYERS}.EffectiveTransformer", f"{_LAYERS}.effective_transformer", f"{_ADDONS}.v1.layers"),
    ),
    "it plans with reports of the Poplar compiler; `gpu2ipu plan` proposes stages": (
        f"{_ADDONS}.keras.experimental",
    ),
    "models do it themselves; use `set_gradient_accumulation_options`, several IPUs, or a `LossScaleOptimizer`": (
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


def full_name(part: str) -> str:
    """Return the name of a refused part with that of its package."""
    return part if part.startswith(("keras.ipu", _ADDONS, _DRIVER)) else f"{_IPU}.{part}"


_REASON_OF = {full_name(part): reason for reason, parts in REASONS.items() for part in parts}
