"""The configuration of an Estimator: that of TensorFlow, and the IPUs of a program with its loop."""

from __future__ import annotations

from typing import Any, NamedTuple

import tensorflow as tf

from .._errors import refuse_others
from ..config import IPUConfig

__all__ = ["IPURunConfig", "RunConfig"]


class _Fields(NamedTuple):
    iterations_per_loop: int
    ipu_options: Any
    num_replicas: int
    num_shards: int
    ordinal: int
    prefetch_depth: Any


class IPURunConfig(_Fields):
    """How many iterations a program runs in one call, and on how many IPUs."""

    def __new__(
        cls,
        iterations_per_loop: int = 1,
        ipu_options: Any = None,
        num_replicas: int = 1,
        num_shards: int = 1,
        ordinal: int = 0,
        prefetch_depth: Any = None,
    ) -> Any:
        """Check that the configuration `ipu_options` has the IPUs of all replicas.

        Raises ValueError if it has others or is missing, TypeError if it is no IPUConfig.
        """
        wanted = num_replicas * num_shards
        if ipu_options is None and wanted > 1:
            raise ValueError("IPU configuration requires more than one device, but `ipu_options` is None")
        if ipu_options is not None and not isinstance(ipu_options, IPUConfig):
            raise TypeError("ipu_options must be an IPUConfig instance.")
        configured = _ipus_of(ipu_options, ordinal, wanted) if ipu_options is not None else 1
        if wanted != configured:
            raise ValueError(
                f"`IPURunConfig` configured with {wanted} devices ({num_replicas} replicas times {num_shards} shards), "
                f"but `ipu_options` configured with {configured} devices"
            )
        return super().__new__(
            cls, iterations_per_loop, ipu_options, num_replicas, num_shards, ordinal, prefetch_depth
        )


def _ipus_of(options: IPUConfig, ordinal: int, wanted: int) -> int:
    """Return the number of IPUs of a device that is selected automatically, `wanted` for another one."""
    automatic = options.auto_select_ipus
    sizes = list(automatic) if isinstance(automatic, (list, tuple)) else [automatic]
    chosen = options.select_ipus
    count = max(len(sizes), len(chosen) if isinstance(chosen, (list, tuple)) else 1)
    if ordinal >= count:
        raise ValueError(
            f"Only {count} device(s) available to choose from. You tried to pick a device at ordinal {ordinal}"
        )
    return int(sizes[ordinal]) if ordinal < len(sizes) and sizes[ordinal] else wanted


class RunConfig(tf.compat.v1.estimator.RunConfig):  # type: ignore[misc]
    """The configuration of TensorFlow, with an `IPURunConfig`."""

    def __init__(self, ipu_run_config: Any = None, master: Any = None, **kwargs: Any) -> None:
        """`master` is the address of a session's server; other arguments are those of TensorFlow."""
        super().__init__(**kwargs)
        self._ipu_run_config = ipu_run_config or IPURunConfig()
        if master is not None:
            self._master = master

    @property
    def ipu_run_config(self) -> Any:
        """The part for IPUs."""
        return self._ipu_run_config

    @property
    def master(self) -> Any:
        """The address of a session's server."""
        return self._master


__getattr__ = refuse_others("tensorflow.python.ipu.ipu_run_config")
