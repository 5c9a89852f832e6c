"""Where each version of the SDK has what moved between its packages, and what some versions do not have.

Sources: docs/api-changes.rst of graphcore/tensorflow, branch r2.6/sdk-release-3.4, and the `__init__` modules of
python/ipu, keras/ipu and ipu_tensorflow_addons in the branches of SDK 2.5 to 3.4. The Keras extensions of
`ipu.keras` are imported up to SDK 3.0, but from 2.6 on they extend a Keras that no script uses any more.
"""

from __future__ import annotations

from gpu2ipu.records import record

IPU = "tensorflow.python.ipu"
KERAS = "keras.ipu"
_HOROVOD = f"{IPU}.horovod"
ADDED_LAYERS = "ipu_tensorflow_addons.keras.layers"
#: Beyond the last version.
LATER = "9"


@record
class Moved:
    """Names that moved together: the modules that have had them, each from one SDK to before another, best ones first.

    `renamed` is what replaced the only name.
    """

    names: frozenset[str]
    modules: tuple[tuple[str, str, str], ...]
    renamed: str = ""

    def module_in(self, sdk: str) -> str | None:
        """Return the module that has the names in an SDK; None if none has."""
        return next((module for module, since, until in self.modules if has(sdk, since, until)), None)

    def is_in(self, module: str, sdk: str) -> bool:
        """True if a module has the names in an SDK."""
        return any(each == module and has(sdk, since, until) for each, since, until in self.modules)


@record
class Absent:
    """A name, with all below it, that only the SDKs from one to before another have; `hint` says what to do without.

    `is_needless` is true of a function that the other SDKs need no call of.
    """

    name: str
    since: str
    until: str
    hint: str
    is_needless: bool = False


def has(sdk: str, since: str, until: str) -> bool:
    """True if an SDK is one of those from `since` to before `until`."""
    return _number(since) <= _number(sdk) < _number(until)


def _number(sdk: str) -> tuple[int, ...]:
    return tuple(map(int, sdk.split(".")))


def _moved(names: str, *modules: tuple[str, str, str], renamed: str = "") -> Moved:
    return Moved(frozenset(names.split()), modules, renamed)


_EXTENSIONS = (f"{IPU}.keras.extensions", f"{KERAS}.extensions")
# module below `ipu.keras.layers` -> its layers
_LAYERS = {
    "assume_equal_across_replicas": "AssumeEqualAcrossReplicas",
    "ctc": "CTCInferenceLayer CTCPredictionsLayer",
    "dropout": "Dropout",
    "effective_transformer": "EffectiveTransformer",
    "embedding_lookup": "Embedding",
    "math": "SerialDense",
    "normalization": (
        "GroupNorm GroupNormalization InstanceNorm InstanceNormalization LayerNorm LayerNormalization"
    ),
    "recomputation": "RecomputationCheckpoint",
    "rnn": "GRU LSTM PopnnGRU PopnnLSTM",
}
_STRATEGIES = (
    (f"{IPU}.distributed.popdist_strategy", "3.0", LATER),
    (f"{_HOROVOD}.popdist_strategy", "2.4", "3.0"),
)
_REDUCTION = "GradientAccumulationReductionMethod"

_FUNCTIONAL = (
    (KERAS, "2.6", LATER),
    (f"{IPU}.keras", "2.2", "2.6"),
    (_EXTENSIONS[1], "2.6", LATER),
    (_EXTENSIONS[0], "2.2", "2.6"),
    (f"{_EXTENSIONS[1]}.functional_extensions", "2.6", "3.1"),
    (f"{_EXTENSIONS[0]}.functional_extensions", "2.2", "2.6"),
    (f"{IPU}.keras.pipeline", "1.2", "2.2"),
    (f"{_EXTENSIONS[1]}.pipeline_stage_assignment", "3.1", LATER),
)

#: Modules that can be imported up to before an SDK, though nothing in them serves any more.
IMPORTABLE = {f"{IPU}.keras": "3.1"}

MOVED: tuple[Moved, ...] = (
    # deprecated from 2.6 on, but it serves all models
    _moved("PipelineStage", *_FUNCTIONAL, (f"{IPU}.keras", "2.6", "3.1")),
    _moved("FunctionalLayerPipelineStageAssignment", *_FUNCTIONAL),
    _moved(
        "SequentialLayerPipelineStageAssignment",
        (KERAS, "2.6", LATER),
        (f"{IPU}.keras", "2.2", "2.6"),
        (_EXTENSIONS[1], "2.6", LATER),
        (_EXTENSIONS[0], "2.2", "2.6"),
        (f"{_EXTENSIONS[1]}.sequential_extensions", "2.6", "3.1"),
        (f"{_EXTENSIONS[0]}.sequential_extensions", "2.2", "2.6"),
        (f"{_EXTENSIONS[1]}.pipeline_stage_assignment", "3.1", LATER),
    ),
    _moved(
        "ModelLayerPipelineStageAssignment",
        (KERAS, "2.6", LATER),
        (_EXTENSIONS[0], "2.5", "2.6"),
        (_EXTENSIONS[1], "2.6", LATER),
        (f"{_EXTENSIONS[1]}.model_extensions", "2.6", "3.1"),
        (f"{_EXTENSIONS[0]}.model_extensions", "2.5", "2.6"),
        (f"{_EXTENSIONS[1]}.pipeline_stage_assignment", "3.1", LATER),
    ),
    *(
        _moved(
            names,
            (ADDED_LAYERS, "2.5", LATER),
            (f"{IPU}.keras.layers", "1.2", "2.6"),
            (f"{IPU}.keras.layers.{module}", "1.2", "2.6"),
        )
        for module, names in _LAYERS.items()
    ),
    _moved(
        "IPULayer",
        (f"{ADDED_LAYERS}.ipu_layer", "2.5", LATER),
        (f"{IPU}.keras.layers.ipu_layer", "1.2", "2.6"),
    ),
    _moved("layers", ("ipu_tensorflow_addons.keras", "2.5", LATER), (f"{IPU}.keras", "1.2", "2.6")),
    _moved(
        "CTCLoss",
        (ADDED_LAYERS, "2.5", LATER),
        *((f"{IPU}.keras{below}", "1.2", "2.6") for below in ("", ".losses", ".losses.ctc")),
    ),
    _moved(
        "PopnnAUGRU PopnnDynamicGRU PopnnDynamicLSTM PopnnGRU PopnnLSTM",
        ("ipu_tensorflow_addons.v1.layers", "2.5", LATER),
        *((f"{IPU}.{module}", "1.2", "2.6") for module in ("rnn_ops", "ops.rnn_ops")),
    ),
    _moved("PopDistStrategy", *_STRATEGIES),
    _moved(
        "IPUMultiReplicaStrategy",
        *_STRATEGIES,
        (f"{_HOROVOD}.ipu_multi_replica_strategy", "1.2", "2.5"),
        renamed="PopDistStrategy",
    ),
    *(
        _moved(name, ("popdist", "3.1", LATER), (_HOROVOD, "1.2", "3.1"), renamed=new)
        for name, new in (("size", "getNumInstances"), ("rank", "getInstanceIndex"))
    ),
    _moved(
        _REDUCTION,
        (f"{IPU}.gradient_accumulation", "2.6", LATER),
        (f"{IPU}.optimizers", "2.5", LATER),
        (f"{IPU}.optimizers.gradient_accumulation_optimizer", "2.5", "2.6"),
    ),
    _moved("ALSOptimizer", (f"{KERAS}.optimizers", "3.0", LATER), (KERAS, "3.0", "3.1")),
)

_PROFILES = (
    "profiles are written by the Poplar engine: set `POPLAR_ENGINE_OPTIONS`, and read them with PopVision"
)
_SCALING = "use `keras.ipu.optimizers.ALSOptimizer` of SDK 3.0 and later, or scale the loss by a constant"
_IPU_OPTIMIZERS = (
    "use the optimizers of `tf.keras`; `keras.ipu.optimizers` has those for IPUs from SDK 3.0 on"
)

ABSENT: tuple[Absent, ...] = (
    *(
        Absent(f"{IPU}.utils.{name}", "1.2", "2.5", _PROFILES)
        for name in (
            "extract_all_events",
            "extract_all_strings_from_event_trace",
            "extract_all_types_from_event_trace",
            "extract_compile_reports",
            "extract_execute_reports",
            "extract_poplar_serialized_graphs",
        )
    ),
    *(Absent(f"{IPU}.{name}", "1.2", "2.5", _PROFILES) for name in ("ops.summary_ops", "summary_ops")),
    *(
        Absent(f"{IPU}.ops.nn_ops.{name}", "1.2", "2.4", f"`ipu.ops.nn_ops.{new}` takes its place")
        for name, new in (
            ("ctc_loss", "ctc_loss_with_log_probs"),
            ("ctc_loss_with_logits", "ctc_loss_v2"),
        )
    ),
    *(
        Absent(
            f"{IPU}.ops.internal_ops.{name}", "1.2", "2.4", "set `allow_recompute` of the IPUConfig instead"
        )
        for name in ("recompute", "block_recompute")
    ),
    Absent(f"{IPU}.utils.KeyId", "1.2", "2.3", "no later SDK verifies transfers: remove it"),
    Absent(f"{IPU}.utils.VerificationOptions", "1.2", "2.3", "no later SDK verifies transfers: remove it"),
    Absent(f"{IPU}.automatic_loss_scaling_optimizer", "2.4", "3.0", _SCALING),
    Absent(f"{IPU}.optimizers.AutomaticLossScalingOptimizer", "2.4", "3.0", _SCALING),
    Absent(f"{IPU}.optimizers.automatic_loss_scaling_optimizer", "2.4", "3.0", _SCALING),
    Absent(f"{IPU}.keras.optimizers", "2.2", "2.6", _IPU_OPTIMIZERS),
    *(
        Absent(f"{IPU}.keras.{name}", "1.2", "2.6", "use those of Keras in the scope of the strategy")
        for name in ("Model", "Sequential", "PipelineModel", "PipelineSequential", "model", "pipeline")
    ),
    Absent(f"{IPU}.keras", "1.2", "2.6", "its contents are in `keras.ipu` and `ipu_tensorflow_addons.keras`"),
    Absent(f"{IPU}.layers", "2.5", "3.1", "its contents are in `ipu_tensorflow_addons.keras.layers`"),
    Absent(f"{IPU}.losses", "2.5", "3.1", "its contents are in `ipu_tensorflow_addons.keras.layers`"),
    Absent(f"{_HOROVOD}.init", "1.2", "3.1", "PopDist needs no such call", is_needless=True),
    Absent(
        _HOROVOD,
        "1.2",
        "3.1",
        "`popdist` counts the instances, `ipu.distributed` exchanges values of hosts",
    ),
    Absent(f"{IPU}.distributed", "3.0", LATER, "before SDK 3.0 it is `ipu.horovod`"),
    Absent(f"{IPU}.eager", "3.0", LATER, "a tape of TensorFlow captures no gradients of activations"),
    *(
        Absent(f"{IPU}.{name}", "3.0", LATER, "write the operation with `tf.custom_gradient`")
        for name in ("grad_util_ops", "ops.grad_util_ops")
    ),
    Absent(f"{IPU}.ops.f8_ops", "3.0", LATER, "compute in float16"),
    Absent(f"{IPU}.f8_ops", "3.1", LATER, "compute in float16"),
    *(
        Absent(f"{IPU}.{name}", "1.2", "2.6", "its contents are in `ipu_tensorflow_addons.v1.layers`")
        for name in ("rnn_ops", "ops.rnn_ops")
    ),
    Absent(f"{IPU}.ops.nn_ops.softmax", "2.6", LATER, "use `tf.nn.softmax`"),
    Absent(f"{IPU}.serving.export_keras", "2.6", LATER, "export the model with `serving.export_single_step`"),
    Absent(f"{KERAS}.ReplicatedMetricReductionMethod", "3.1", LATER, "metrics are those of the last replica"),
    Absent(f"{KERAS}.layers", "3.0", LATER, "gradients of activations cannot be captured there"),
    Absent(f"{KERAS}.optimizers", "3.0", LATER, "scale the loss by a constant"),
    *(
        Absent(f"{KERAS}.{kind}NestedModelPipelineStageAssignment", "3.1", LATER, "assign stages to layers")
        for kind in ("", "Functional", "Sequential")
    ),
    *(
        Absent(
            f"{module}.ALSOptimizerGradientAccumulationWrapper",
            "3.0",
            "3.1",
            "`keras.ipu.optimizers.ALSGradientAccumulationOptimizer` takes its place",
        )
        for module in (KERAS, f"{KERAS}.optimizers", f"{KERAS}.optimizers.als_optimizer")
    ),
    *(
        Absent(
            f"{KERAS}.optimizers.{name}", "3.1", LATER, "use `set_gradient_accumulation_options` of the model"
        )
        for name in ("ALSGradientAccumulationOptimizer", "GradientAccumulationOptimizer")
    ),
    *(
        Absent(f"{KERAS}.optimizers.ALSOptimizer{name}", "3.1", LATER, "wrap the optimizer in `ALSOptimizer`")
        for name in ("Adam", "RMSProp", "SGD")
    ),
    *(
        Absent(f"{ADDED_LAYERS}.{name}", "3.1", LATER, "compute in float16")
        for name in ("ConvertFromF8", "ConvertToF8")
    ),
)
