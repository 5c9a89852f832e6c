"""The strategy for the processes of PopRun: scripts for one process can import it, but its use raises NotEmulated."""

from __future__ import annotations

from .._errors import refuse_others

__getattr__ = refuse_others("tensorflow.python.ipu.distributed.popdist_strategy")
