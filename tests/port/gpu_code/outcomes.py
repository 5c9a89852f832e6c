"""What becomes of a piece of code for GPUs, in a script that builds a model."""

from __future__ import annotations

from gpu2ipu.port.gpu_code.statements import gpu_code_of
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.port.port import Port
from gpu2ipu.rewrite import apply
from tests.port.proposed import script_of

IMPORTS = "import logging, os, sys\nimport tensorflow as tf\nm = tf.keras.Sequential()\n"
GPUS = "gpus = tf.config.list_physical_devices('GPU')\n"
GROW = "tf.config.experimental.set_memory_growth(gpus[0], True)\n"


def outcome(code: str, off: frozenset[type[Outcome]] = frozenset()) -> tuple[str, list[type[Outcome]]]:
    """What is left of the code, and the types of the outcomes."""
    script = script_of(code, IMPORTS)
    found = gpu_code_of(Port(script, switched_off=off))
    edits = [edit for each in found for edit in each.edits]
    return apply(script.text, edits).removeprefix(IMPORTS), [type(each) for each in found]
