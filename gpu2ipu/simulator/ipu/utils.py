"""Device queries, seeds, and the configuration API under its older name `ipu.utils`."""

from __future__ import annotations

import os
from typing import Any

from . import ipu_infeed_queue
from ._errors import refuse_others
from .config import (
    DeviceConnectionType,
    ExecutionProfileType,
    IPUConfig,
    MergeRemoteBuffersBehaviour,
    SchedulingAlgorithm,
    SelectionOrder,
    configure_ipu_system,
    configured_devices,
    get_ipu_config,
    running_on_ipu_model,
)

__all__ = [
    "DeviceConnectionType",
    "ExecutionProfileType",
    "IPUConfig",
    "MergeRemoteBuffersBehaviour",
    "SchedulingAlgorithm",
    "SelectionOrder",
    "configure_ipu_system",
    "get_ipu_config",
    "get_num_of_ipus_in_device",
    "ipu_infeed_queue",
    "move_variable_initialization_to_cpu",
    "reset_ipu_seed",
    "running_on_ipu_model",
    "use_synthetic_data_for",
]


def get_num_of_ipus_in_device(ipu_device: str, device: str = "cpu") -> int:
    """Return the number of IPUs of a TensorFlow device such as "/device:IPU:0": 1 if nothing is configured.

    With PopDist those of all instances are counted. Raises InvalidArgumentError for a device that is not configured.
    """
    from ._device import instance_collectives

    return local_ipus(ipu_device) * instance_collectives.count()


def local_ipus(ipu_device: str) -> int:
    """Return the number of IPUs that a TensorFlow device has in this process.

    Raises InvalidArgumentError for a device that is not configured.
    """
    import tensorflow as tf

    spec = tf.DeviceSpec.from_string(ipu_device)
    devices = configured_devices()
    if spec.device_type != "IPU" or (spec.device_index or 0) >= len(devices):
        raise tf.errors.InvalidArgumentError(
            None, None, f"{ipu_device} is not a configured IPU device; there are {len(devices)}."
        )
    return devices[spec.device_index or 0]


def reset_ipu_seed(
    seed: int,
    device: str = "/device:IPU:0",
    cpu_device: str = "cpu",
    experimental_identical_replicas: bool = False,
) -> None:
    """Seed the random numbers of a device; here only those of the SDK's own operations.

    Replicas have different numbers unless `experimental_identical_replicas`. Raises InvalidArgumentError for a device
    that is not configured.
    """
    from ._device import random

    get_num_of_ipus_in_device(device)
    random.reset(seed, experimental_identical_replicas)


def move_variable_initialization_to_cpu(graph: Any = None) -> None:
    """Compute initial values on the host; no effect here, they always are."""


def use_synthetic_data_for(synthetic_data_category: Any) -> bool:
    """Return whether `TF_POPLAR_FLAGS` replaces this kind of data ("infeed", "outfeed" …) by synthetic data."""
    flags = os.environ.get("TF_POPLAR_FLAGS", "").split()
    name = getattr(synthetic_data_category, "name", str(synthetic_data_category)).lower()
    categories = [flag.partition("=")[2] for flag in flags if flag.startswith("--synthetic_data_categories=")]
    return "--use_synthetic_data" in flags or any(name in listed.split(",") for listed in categories)


__getattr__ = refuse_others("tensorflow.python.ipu.utils")
