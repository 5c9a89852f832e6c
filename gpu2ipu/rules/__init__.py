"""The rules. `RULES` is the one table, in the order in which they are listed; a rule is one class in one file."""

from __future__ import annotations

from gpu2ipu.rules.data.generator_input import GeneratorInput
from gpu2ipu.rules.data.partial_batch import PartialBatch
from gpu2ipu.rules.data.string_input import StringInput
from gpu2ipu.rules.data.uneven_array import UnevenArray
from gpu2ipu.rules.data.uneven_prediction import UnevenPrediction
from gpu2ipu.rules.data.uneven_validation import UnevenValidation
from gpu2ipu.rules.data.unknown_size import UnknownSize
from gpu2ipu.rules.data.unsupported_feed_dtype import UnsupportedFeedDtype
from gpu2ipu.rules.execution.batch_callback import BatchCallback
from gpu2ipu.rules.execution.custom_training_loop import CustomTrainingLoop
from gpu2ipu.rules.execution.eager_model import EagerModel
from gpu2ipu.rules.execution.graph_mode import GraphMode
from gpu2ipu.rules.execution.indivisible_steps import IndivisibleSteps
from gpu2ipu.rules.execution.jit_compile import JitCompile
from gpu2ipu.rules.execution.on_batch_call import OnBatchCall
from gpu2ipu.rules.execution.overridden_train_step import OverriddenTrainStep
from gpu2ipu.rules.execution.single_step_execution import SingleStepExecution
from gpu2ipu.rules.execution.stateful_layer import StatefulLayer
from gpu2ipu.rules.gpu_code.cuda_environment import CudaEnvironment
from gpu2ipu.rules.gpu_code.cudnn_layer import CudnnLayer
from gpu2ipu.rules.gpu_code.device_query import DeviceQuery
from gpu2ipu.rules.gpu_code.gpu_device_scope import GpuDeviceScope
from gpu2ipu.rules.gpu_code.memory_growth import MemoryGrowth
from gpu2ipu.rules.python38.newer_python import NewerPython
from gpu2ipu.rules.rule import Rule
from gpu2ipu.rules.setup.horovod import Horovod
from gpu2ipu.rules.setup.missing_ipu_config import MissingIpuConfig
from gpu2ipu.rules.setup.missing_ipu_import import MissingIpuImport
from gpu2ipu.rules.setup.model_outside_scope import ModelOutsideScope
from gpu2ipu.rules.setup.multi_gpu_model import MultiGpuModel
from gpu2ipu.rules.setup.other_strategy import OtherStrategy
from gpu2ipu.rules.tf26.newer_api import NewerApi
from gpu2ipu.rules.tf26.newer_argument import NewerArgument
from gpu2ipu.rules.tf26.older_api import OlderApi
from gpu2ipu.rules.tf26.older_argument import OlderArgument
from gpu2ipu.rules.tf26.older_metric_name import OlderMetricName
from gpu2ipu.rules.tf26.standalone_keras import StandaloneKeras

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
