"""The number of replicas that a script reads of its strategies.

A port for several replicas has their number in place of `num_replicas_in_sync`, which is 1 for an IPUStrategy. Its
original, which runs on one device here, reads that number too: then both train on the same batches, each as a whole.
"""

from __future__ import annotations

import functools
import sys
from typing import Any, Callable

import tensorflow as tf

from ..keras2 import installed

_COUNT = "num_replicas_in_sync"


def on_read(counted: Callable[[int], int]) -> None:
    """Let a script read what `counted` makes of the number of replicas; TensorFlow itself reads the number."""
    owner = next(each for each in tf.distribute.Strategy.__mro__ if _COUNT in vars(each))
    stock = vars(owner)[_COUNT]

    def count(strategy: Any) -> int:
        number: int = stock.fget(strategy)
        return counted(number) if _is_of_script(sys._getframe(1)) else number

    setattr(owner, _COUNT, property(count, doc=stock.__doc__))


def on_devices_at_hand() -> None:
    """Let a `MirroredStrategy` for devices that are not here take its default: all GPUs, or the CPU."""
    owner = tf.distribute.MirroredStrategy
    stock = owner.__init__

    @functools.wraps(stock)
    def init(strategy: Any, devices: Any = None, cross_device_ops: Any = None) -> None:
        if devices is not None and not all(map(_is_at_hand, devices)):
            devices = cross_device_ops = None
        stock(strategy, devices=devices, cross_device_ops=cross_device_ops)

    owner.__init__ = init


def _is_at_hand(device: Any) -> bool:
    wanted = tf.DeviceSpec.from_string(getattr(device, "name", device))
    here = (tf.DeviceSpec.from_string(each.name) for each in tf.config.list_logical_devices())
    return any(
        (each.device_type, each.device_index) == (wanted.device_type, wanted.device_index) for each in here
    )


def _is_of_script(frame: Any) -> bool:
    is_ours = frame.f_globals.get("__name__", "").split(".")[0] == __name__.split(".")[0]
    return not is_ours and not installed.is_in_library(frame)
