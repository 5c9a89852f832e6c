"""Splits models of a few lines of code into stages."""

from __future__ import annotations

from pathlib import Path

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from gpu2ipu.port.pipeline.outcomes import StagedModel, UnstagedModel
from gpu2ipu.port.pipeline.pipelines import pipelines_of
from gpu2ipu.port.port import Port
from gpu2ipu.target import Target
from tests.analysis.evaluated import IMPORTS, script_of

SCOPE = "with ipu.ipu_strategy.IPUStrategy().scope():\n"
INPUT = "i = keras.Input((4,))\n"
COMPILE = "m.compile('sgd', 'mse')\n"


def outcomes(code: str, stages: int = 2, sdk: str = "3.4") -> tuple[StagedModel | UnstagedModel, ...]:
    """What becomes of the models of some code."""
    return pipelines_of(Port(script_of(code), Target(sdk=sdk, ipus=stages, stages=stages)))


def in_scope(code: str) -> str:
    """The code in the scope of a strategy."""
    return SCOPE + "".join(f"    {line}\n" for line in code.splitlines())


def staged(code: str, stages: int = 2) -> str:
    """The code with stages, without the imports above it."""
    config = Config(pipeline_stages=stages, select=("IPU401",), annotate=False, format=False)
    text = convert_text(Path("train.py"), IMPORTS + code, config).text
    return text.removeprefix(IMPORTS)
