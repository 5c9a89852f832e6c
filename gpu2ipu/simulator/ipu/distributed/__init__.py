"""Emulates `tensorflow.python.ipu.distributed`: its strategy, and collective operations."""

from __future__ import annotations

from .._errors import refuse_others
from . import popdist_strategy
from .host_collective_ops import allgather, allreduce, broadcast

__all__ = ["allgather", "allreduce", "broadcast", "popdist_strategy"]

__getattr__ = refuse_others("tensorflow.python.ipu.distributed")
