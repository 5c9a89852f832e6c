"""The simulated machine: its devices, and those that this process has acquired.

It is a Pod16 whose `gc-info -l` lists every group of 1, 2, 4, 8 and 16 IPUs, all of them free.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

import tensorflow as tf
from tensorflow.python.platform import tf_logging as logging

#: The numbers of IPUs of the devices of a Pod. Source: driver/poplar_executor.cc of the SDK refuses any other.
SIZES = (1, 2, 4, 8, 16)

#: `gc-info -l` of the machine: the number of IPUs of each device, by its id. Single IPUs come first.
_GROUPS: tuple[int, ...] = tuple(size for size in SIZES for _ in range(16 // size))

#: The largest number of I/O tiles. Source: driver/poplar_compiler.cc of the SDK.
_MOST_IO_TILES = 192

#: Full names of attributes that checks read.
IO_TILES = "io_tiles.num_io_tiles"
NORM_GROUP = "norms.experimental.distributed_batch_norm_replica_group_size"
PROCESS = "experimental.multi_replica_distribution.process_index"
PROCESSES = "experimental.multi_replica_distribution.process_count"

#: The value of `DeviceConnectionType.PRE_COMPILE`.
_PRE_COMPILE = 3


@dataclass(frozen=True)
class DeviceConfig:
    """One requested TensorFlow device: by number of IPUs, or by id."""

    auto_count: int = 0
    cfg_index: int = 0


@dataclass(frozen=True)
class IpuOptions:
    """A configuration as passed to the runtime, which later changes of the `IPUConfig` do not affect.

    `values` are the attributes by their full names, enumerations as numbers; `auto_counts` and `indices` are the
    values of `auto_select_ipus` and `select_ipus`.
    """

    values: dict[str, Any] = field(hash=False)
    auto_counts: tuple[int, ...] = ()
    indices: tuple[int, ...] = ()

    @property
    def device_config(self) -> list[DeviceConfig]:
        """The requested devices, in the order of their `/device:IPU:n`."""
        by_index = [DeviceConfig(cfg_index=index) for index in self.indices]
        return by_index + [DeviceConfig(auto_count=count) for count in self.auto_counts]

    @property
    def device_sizes(self) -> tuple[int, ...]:
        """The number of IPUs of each device: one device with a single IPU if none was requested."""
        if not self.indices and not self.auto_counts:
            return (1,)
        return tuple(_GROUPS[index] for index in self.indices) + self.auto_counts


_current: list[IpuOptions] = []


def configured() -> IpuOptions | None:
    """Return the current configuration of this process, None if there is none."""
    return _current[0] if _current else None


def settings() -> dict[str, Any]:
    """Return the attributes of the configuration by their full names; empty if there is none (all defaults)."""
    return _current[0].values if _current else {}


def has_flag(flag: str) -> bool:
    """Return whether the environment variable `TF_POPLAR_FLAGS` contains a flag such as "--use_ipu_model"."""
    return flag in os.environ.get("TF_POPLAR_FLAGS", "")


def create_devices(options: IpuOptions) -> None:
    """Acquire the devices that `options` request.

    Raises FailedPreconditionError for a size that the machine does not have, for PRE_COMPILE without a cache, and if
    another configuration is active; InvalidArgumentError for an unknown id.
    """
    if _current and _current[0] != options:
        raise tf.errors.FailedPreconditionError(
            None,
            None,
            "IPU system configuration has already been set in this process, but it should have been unset.",
        )
    for count in options.auto_counts:
        _require_size(count)
    for index in options.indices:
        _require_id(index)
    pre_compiles = options.values.get("device_connection.type") == _PRE_COMPILE
    if pre_compiles and not has_flag("executable_cache_path"):
        raise tf.errors.FailedPreconditionError(
            None,
            None,
            "The connection type is PRE_COMPILE, but 'executable_cache_path' in 'TF_POPLAR_FLAGS' has not "
            "been set.",
        )
    _current[:] = [options]


def device_with(ipus: int) -> int:
    """Return the id of the first device with so many IPUs. Raises FailedPreconditionError if there is none."""
    _require_size(ipus)
    return _GROUPS.index(ipus)


def check_layout(ipus: int, shards: int) -> None:
    """Check that a device of `ipus` IPUs suits a program with `shards` IPUs per replica, as the compiler does.

    Raises InvalidArgumentError for too many I/O tiles, InternalError if the numbers do not divide each other. Source:
    driver/poplar_compiler.cc of the SDK.
    """
    tiles = settings().get(IO_TILES, 0)
    if tiles > _MOST_IO_TILES:
        raise tf.errors.InvalidArgumentError(
            None,
            None,
            f"{tiles} is an invalid number of IO tiles. It must be in the range [0, {_MOST_IO_TILES}].",
        )
    if tiles % 2:
        logging.info("The number of IO tiles is rounded up from %d to %d.", tiles, tiles + 1)
    if ipus % shards:
        raise tf.errors.InternalError(
            None,
            None,
            f"Trying to compile a graph for an IPU device with {ipus} IPUs and {shards} shards. The number of "
            "shards needs to divide the number of IPUs.",
        )
    group, replicas = settings().get(NORM_GROUP, 1), ipus // shards
    if replicas % group:
        raise tf.errors.InternalError(
            None,
            None,
            f"The number of replicas ({replicas}) must be divisible by "
            f"distributed_batch_norm_replica_group_size ({group}).",
        )


def release_devices() -> None:
    """Release the devices of this process."""
    _current.clear()


def _require_size(count: int) -> None:
    # The IPU Model has any number of IPUs, hardware only those of a partition.
    if count not in SIZES and not (count > 0 and has_flag("--use_ipu_model")):
        raise tf.errors.FailedPreconditionError(
            None,
            None,
            f"Unsupported number of IPUs requested - could not find an IPU device with {count} IPUs. "
            "Use `gc-info -l` to list the sizes that a machine has, usually powers of two.",
        )


def _require_id(index: int) -> None:
    if not 0 <= index < len(_GROUPS):
        raise tf.errors.InvalidArgumentError(
            None,
            None,
            f"Unknown device id {index}; `gc-info -l` of this machine lists 0 to {len(_GROUPS) - 1}.",
        )
