"""Device queries, and the configuration API under its older address `ipu.utils`."""

from __future__ import annotations

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
    "running_on_ipu_model",
]


def get_num_of_ipus_in_device(ipu_device: str, device: str = "cpu") -> int:
    """How many IPUs a TensorFlow device such as "/device:IPU:0" owns: 1 if nothing was configured.

    Raises InvalidArgumentError for a device that the configuration did not make.
    """
    import tensorflow as tf

    spec = tf.DeviceSpec.from_string(ipu_device)
    devices = configured_devices()
    if spec.device_type != "IPU" or (spec.device_index or 0) >= len(devices):
        raise tf.errors.InvalidArgumentError(
            None, None, f"{ipu_device} is not a configured IPU device; there are {len(devices)}."
        )
    return devices[spec.device_index or 0]


__getattr__ = refuse_others("tensorflow.python.ipu.utils")
