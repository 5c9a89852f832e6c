"""The rules. `LISTINGS` is the one table, in the order in which they are listed; a rule is one class in one file.

A rule is imported when a script has its subject: most of what `check` of one script takes is imports.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Collection
from typing import TYPE_CHECKING

from gpu2ipu.records import record

if TYPE_CHECKING:
    from gpu2ipu.rules.rule import Rule


@record
class Listing:
    """Where a rule is, and its subject: it finds nothing in scripts without any of these words; () is every script."""

    id: str
    module: str
    name: str
    subject: tuple[str, ...] = ()

    @property
    def rule_name(self) -> str:
        """The name of the rule, which its module is named after."""
        return self.module.rpartition(".")[2].replace("_", "-")

    def concerns(self, texts: Collection[str]) -> bool:
        """True if the rule may find something in scripts with these texts."""
        return not self.subject or any(word in text for word in self.subject for text in texts)

    def load(self) -> Rule:
        """The rule, always the same object."""
        return _loaded(self)


@functools.cache
def _loaded(listing: Listing) -> Rule:
    rule: Rule = getattr(importlib.import_module(listing.module, __name__), listing.name)()
    return rule


_FEEDS = ("fit", "evaluate", "predict")
_CALLS = ("compile", *_FEEDS)
_READS = ("for ", "next", "list", "tuple", "set", "dict", "as_numpy_iterator")
_STEPS = ("train_step", "make_train_function", "make_test_function", "make_predict_function")
_GRAPHS = ("disable_eager_execution", "disable_v2_behavior", "stimator")
_GPUS = ("gpu", "GPU", "CUDA", "cuda", "CUDNN", "NCCL", "NVIDIA", "nvidia", "nvml", "device")
_STRINGS = ("string", "TextVectorization", "StringLookup", "IntegerLookup", "Hashing")
_SUMMING = ("gradient_accumulation_steps", "auto_select_ipus")
_NORMS = ("BatchNormalization", "applications")
_POLICIES = ("policy", "floatx", "mixed_precision")
_KERNELS = (
    *("py_func", "numpy_function", "print", "Print", "where", "boolean_mask", "dynamic_partition", "unique"),
    *("non_max_suppression", "fft", "stft", "complex", "angle", "bincount", "histogram_fixed_width", ".det"),
    *(
        "slogdet",
        "ctc_",
        "segment_",
        "gamma",
        "poisson",
        "crop_and_resize",
        "2d",
        "fractional_",
        "with_argmax",
    ),
    *("RandomRotation", "RandomTranslation", "RandomZoom", "RandomHeight", "RandomWidth", "CategoryEncoding"),
)
_SDK = ("tensorflow.python", "keras.ipu", "keras import ipu", "ipu_tensorflow_addons", "TF_POPLAR_FLAGS")
_STAGES = ("PipelineStage", "set_pipeline_stage_assignment")

LISTINGS = (
    Listing("IPU001", ".comments.unused_suppression", "UnusedSuppression", ("gpu2ipu:",)),
    Listing("IPU101", ".setup.missing_ipu_import", "MissingIpuImport"),
    Listing("IPU102", ".setup.missing_ipu_config", "MissingIpuConfig"),
    Listing("IPU103", ".setup.model_outside_scope", "ModelOutsideScope"),
    Listing("IPU104", ".setup.trained_where_built", "TrainedWhereBuilt"),
    Listing("IPU105", ".setup.dataset_read_in_scope", "DatasetReadInScope", _READS),
    Listing("IPU201", ".data.partial_batch", "PartialBatch", ("batch", *_CALLS)),
    Listing("IPU202", ".data.uneven_array", "UnevenArray", ("getattr", *_CALLS)),
    Listing("IPU203", ".data.uneven_prediction", "UnevenPrediction", _CALLS),
    Listing("IPU204", ".data.uneven_validation", "UnevenValidation", _CALLS),
    Listing("IPU205", ".data.generator_input", "GeneratorInput", _FEEDS),
    Listing(
        "IPU206", ".data.unsupported_feed_dtype", "UnsupportedFeedDtype", (*_FEEDS, "iter(", "IPUInfeedQueue")
    ),
    Listing("IPU207", ".data.unknown_size", "UnknownSize", _CALLS),
    Listing(
        "IPU208",
        ".data.open_shape",
        "OpenShape",
        ("decode_", "py_func", "numpy_function", "parse_", _STRINGS[1]),
    ),
    Listing("IPU209", ".data.list_of_one_array", "ListOfOneArray", _CALLS),
    Listing("IPU210", ".data.unnamed_data", "UnnamedData", _FEEDS),
    Listing("IPU301", ".execution.single_step_execution", "SingleStepExecution", _CALLS),
    Listing("IPU302", ".execution.indivisible_steps", "IndivisibleSteps", _CALLS),
    Listing("IPU303", ".execution.eager_model", "EagerModel", ("eager",)),
    Listing("IPU304", ".execution.overridden_train_step", "OverriddenTrainStep", _STEPS),
    Listing("IPU305", ".execution.custom_training_loop", "CustomTrainingLoop", ("GradientTape", "run")),
    Listing("IPU306", ".execution.batch_callback", "BatchCallback", ("callbacks",)),
    Listing("IPU307", ".execution.on_batch_call", "OnBatchCall", ("_on_batch",)),
    Listing(
        "IPU308",
        ".execution.summed_gradient",
        "SummedGradient",
        ("gradient_accumulation_steps", "auto_select_ipus"),
    ),
    Listing("IPU309", ".execution.graph_mode", "GraphMode", _GRAPHS),
    Listing("IPU310", ".execution.split_batch", "SplitBatchRule", _FEEDS),
    Listing("IPU311", ".execution.unreplicated_model", "UnreplicatedModel", (*_CALLS, "GradientTape")),
    Listing("IPU312", ".execution.fractional_steps", "FractionalStepsRule", _FEEDS),
    Listing("IPU313", ".execution.precision", "Precision", (*_CALLS, *_POLICIES)),
    Listing("IPU314", ".execution.inspected_layers", "InspectedLayers", ("fit", "GradientTape")),
    Listing("IPU315", ".data.partial_batch_schedule", "PartialBatchSchedule", ("schedules", "iterations")),
    Listing("IPU316", ".execution.stock_recurrent_layer", "StockRecurrentLayer", ("LSTM", "GRU")),
    Listing("IPU317", ".execution.host_loop", "HostLoopRule", ("run",)),
    Listing("IPU401", ".pipeline.unpipelined_model", "UnpipelinedModel", _CALLS),
    Listing("IPU402", ".pipeline.indivisible_rounds", "IndivisibleRounds", _FEEDS),
    Listing("IPU403", ".pipeline.batch_norm_in_micro_batches", "BatchNormInMicroBatches", _NORMS),
    Listing("IPU404", ".pipeline.stage_order", "StageOrder", _STAGES),
    Listing("IPU501", ".gpu_code.device_query", "DeviceQuery", _GPUS),
    Listing("IPU502", ".gpu_code.memory_growth", "MemoryGrowth", (*_GPUS, "Session", "set_session")),
    Listing("IPU503", ".gpu_code.gpu_device_scope", "GpuDeviceScope", ("device",)),
    Listing("IPU504", ".setup.other_strategy", "OtherStrategy", ("Strategy",)),
    Listing("IPU505", ".gpu_code.cuda_environment", "CudaEnvironment", (*_GPUS, "TF_ENABLE_")),
    Listing("IPU506", ".gpu_code.cudnn_layer", "CudnnLayer", ("CuDNN",)),
    Listing("IPU507", ".setup.multi_gpu_model", "MultiGpuModel", ("multi_gpu_model",)),
    Listing("IPU508", ".execution.jit_compile", "JitCompile", ("jit_compile",)),
    Listing("IPU509", ".setup.horovod", "Horovod", ("horovod",)),
    Listing("IPU511", ".gpu_code.tpu_setup", "TpuSetupRule", ("TPU", "tpu")),
    Listing("IPU512", ".setup.replica_count", "ReplicaCountRule", ("num_replicas_in_sync",)),
    Listing(
        "IPU513", ".setup.multi_worker_strategy", "MultiWorkerStrategy", ("MultiWorkerMirroredStrategy",)
    ),
    Listing("IPU514", ".gpu_code.replaced_wheel", "ReplacedWheel", ("replaces TensorFlow", "install")),
    Listing("IPU601", ".tf26.newer_api", "NewerApi"),
    Listing("IPU602", ".tf26.newer_argument", "NewerArgument"),
    Listing("IPU603", ".tf26.standalone_keras", "StandaloneKeras"),
    Listing("IPU604", ".python38.newer_python", "NewerPython"),
    Listing("IPU605", ".sdk.other_sdk_api", "OtherSdkApi", _SDK),
    Listing("IPU606", ".tf26.older_api", "OlderApi"),
    Listing("IPU607", ".tf26.older_argument", "OlderArgument"),
    Listing("IPU608", ".tf26.older_metric_name", "OlderMetricName", ("acc",)),
    Listing("IPU609", ".tf26.changed_signature", "ChangedSignature"),
    Listing("IPU610", ".tf26.symbolic_loss", "SymbolicLoss", ("compile",)),
    Listing("IPU611", ".tf26.accuracy_without_targets", "AccuracyWithoutTargets", ("compile",)),
    Listing("IPU901", ".data.string_input", "StringInput", _STRINGS),
    Listing("IPU902", ".execution.stateful_layer", "StatefulLayer", ("stateful",)),
    Listing("IPU910", ".unsupported.operation_without_kernel", "OperationWithoutKernel", _KERNELS),
    Listing("IPU911", ".unsupported.strategy_callback", "StrategyCallback", ("BackupAndRestore",)),
    Listing("IPU915", ".data.float64_model", "Float64Model", ("float64", "double")),
)


def all_rules() -> tuple[Rule, ...]:
    """All rules."""
    return tuple(listing.load() for listing in LISTINGS)


def rules_for(texts: Collection[str]) -> tuple[Rule, ...]:
    """The rules whose subject is in one of the texts, which are those of scripts that belong together."""
    return tuple(listing.load() for listing in LISTINGS if listing.concerns(texts))
