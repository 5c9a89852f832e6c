"""The rules. `RULES` is the one table, in the order in which they are listed; a rule is one class in one file."""

from __future__ import annotations

from gpu2ipu.rules.eager_model import EagerModel
from gpu2ipu.rules.generator_input import GeneratorInput
from gpu2ipu.rules.indivisible_steps import IndivisibleSteps
from gpu2ipu.rules.missing_ipu_config import MissingIpuConfig
from gpu2ipu.rules.missing_ipu_import import MissingIpuImport
from gpu2ipu.rules.model_outside_scope import ModelOutsideScope
from gpu2ipu.rules.partial_batch import PartialBatch
from gpu2ipu.rules.rule import Rule
from gpu2ipu.rules.single_step_execution import SingleStepExecution
from gpu2ipu.rules.standalone_keras import StandaloneKeras
from gpu2ipu.rules.uneven_array import UnevenArray
from gpu2ipu.rules.uneven_prediction import UnevenPrediction
from gpu2ipu.rules.uneven_validation import UnevenValidation
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
    SingleStepExecution(),
    IndivisibleSteps(),
    EagerModel(),
    StandaloneKeras(),
)
