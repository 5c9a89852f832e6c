"""The rules. `RULES` is the one table, in the order in which they are listed; a rule is one class in one file."""

from __future__ import annotations

from gpu2ipu.rules.batch_callback import BatchCallback
from gpu2ipu.rules.cuda_environment import CudaEnvironment
from gpu2ipu.rules.cudnn_layer import CudnnLayer
from gpu2ipu.rules.custom_training_loop import CustomTrainingLoop
from gpu2ipu.rules.device_query import DeviceQuery
from gpu2ipu.rules.eager_model import EagerModel
from gpu2ipu.rules.generator_input import GeneratorInput
from gpu2ipu.rules.gpu_device_scope import GpuDeviceScope
from gpu2ipu.rules.graph_mode import GraphMode
from gpu2ipu.rules.horovod import Horovod
from gpu2ipu.rules.indivisible_steps import IndivisibleSteps
from gpu2ipu.rules.jit_compile import JitCompile
from gpu2ipu.rules.memory_growth import MemoryGrowth
from gpu2ipu.rules.missing_ipu_config import MissingIpuConfig
from gpu2ipu.rules.missing_ipu_import import MissingIpuImport
from gpu2ipu.rules.model_outside_scope import ModelOutsideScope
from gpu2ipu.rules.multi_gpu_model import MultiGpuModel
from gpu2ipu.rules.newer_api import NewerApi
from gpu2ipu.rules.newer_argument import NewerArgument
from gpu2ipu.rules.newer_python import NewerPython
from gpu2ipu.rules.older_api import OlderApi
from gpu2ipu.rules.older_argument import OlderArgument
from gpu2ipu.rules.older_metric_name import OlderMetricName
from gpu2ipu.rules.on_batch_call import OnBatchCall
from gpu2ipu.rules.other_strategy import OtherStrategy
from gpu2ipu.rules.overridden_train_step import OverriddenTrainStep
from gpu2ipu.rules.partial_batch import PartialBatch
from gpu2ipu.rules.rule import Rule
from gpu2ipu.rules.single_step_execution import SingleStepExecution
from gpu2ipu.rules.standalone_keras import StandaloneKeras
from gpu2ipu.rules.stateful_layer import StatefulLayer
from gpu2ipu.rules.string_input import StringInput
from gpu2ipu.rules.uneven_array import UnevenArray
from gpu2ipu.rules.uneven_prediction import UnevenPrediction
from gpu2ipu.rules.uneven_validation import UnevenValidation
from gpu2ipu.rules.unknown_size import UnknownSize
from gpu2ipu.rules.unsupported_feed_dtype import UnsupportedFeedDtype

RULES: tuple[Rule, ...] = (
    MissingIpuImport(),
    MissingIpuConfig(),
    ModelOutsideScope(),
    PartialBatch(),
    UnevenArray(),
    UnevenPrediction(),
    UnevenValidation(),
    GeneratorInput(),
    UnsupportedFeedDtype(),
    UnknownSize(),
    SingleStepExecution(),
    IndivisibleSteps(),
    EagerModel(),
    OverriddenTrainStep(),
    CustomTrainingLoop(),
    BatchCallback(),
    OnBatchCall(),
    GraphMode(),
    DeviceQuery(),
    MemoryGrowth(),
    GpuDeviceScope(),
    OtherStrategy(),
    CudaEnvironment(),
    CudnnLayer(),
    MultiGpuModel(),
    JitCompile(),
    Horovod(),
    NewerApi(),
    NewerArgument(),
    StandaloneKeras(),
    NewerPython(),
    OlderApi(),
    OlderArgument(),
    OlderMetricName(),
    StringInput(),
    StatefulLayer(),
)
