"""Emulates `popdist.tensorflow`: the configuration of the IPUs of one instance."""

from __future__ import annotations

from typing import Any

from gpu2ipu.simulator import instances

__all__ = ["set_ipu_config"]


def set_ipu_config(config: Any, ipus_per_replica: int = 1, configure_device: bool = True) -> Any:
    """Select the IPUs of this instance in an `IPUConfig`, and tell it which instance this is; return it.

    With `configure_device` false the script itself selects the IPUs. Raises ValueError for another number of IPUs per
    replica than PopRun was started with, FailedPreconditionError for a number of IPUs that the machine does not have.
    """
    from tensorflow.python.ipu._device import machine

    here = instances.read()
    if instances.is_set() and ipus_per_replica != here.ipus_per_replica:
        raise ValueError(
            f"The script asks for {ipus_per_replica} IPUs per replica, but PopRun was started with "
            f"--ipus-per-replica {here.ipus_per_replica}."
        )
    if configure_device:
        config.select_ipus = [machine.device_with(here.local_replicas * ipus_per_replica)]
    processes = config.experimental.multi_replica_distribution
    processes.process_count, processes.process_index = here.count, here.index
    return config
