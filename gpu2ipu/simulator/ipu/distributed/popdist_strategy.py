"""The strategy for the processes of PopRun: importable, as scripts for one process do it, but refused by name."""

from __future__ import annotations

from .._errors import refuse_others

__getattr__ = refuse_others("tensorflow.python.ipu.distributed.popdist_strategy")
