"""Scopes for where and how operations run: on an IPU, on which IPU of a device, or on the host."""

from __future__ import annotations

import contextlib
import threading
from typing import Any, Iterator

import numpy as np
import tensorflow as tf

from gpu2ipu.simulator.compiler import kernels

from ._device import program
from ._errors import refuse_others

__all__ = [
    "FRONTEND_ATTRIBUTES_NAME",
    "OUTSIDE_COMPILATION_NAME",
    "frontend_attribute",
    "ipu_jit_scope",
    "ipu_scope",
    "ipu_shard",
    "outside_compilation_scope",
    "partials_type",
    "stochastic_rounding",
]


FRONTEND_ATTRIBUTES_NAME = "_XlaFrontendAttributes"
OUTSIDE_COMPILATION_NAME = kernels.HOST

_local = threading.local()


def in_ipu_scope() -> bool:
    """Return whether operations are being added to a program of TensorFlow 1 for an IPU."""
    return current_device() is not None


def in_strategy() -> bool:
    """Return whether the current strategy is an `IPUStrategy`, without importing that class."""
    return hasattr(tf.distribute.get_strategy(), "_device_ordinal")


def current_device() -> str | None:
    """Return the IPU device of the innermost `ipu_scope`, None outside of one."""
    devices: list[str] = getattr(_local, "devices", [])
    return devices[-1] if devices else None


@contextlib.contextmanager
def ipu_jit_scope(ipu_scope: Any) -> Iterator[None]:
    """Compile the operations in this scope together; no effect here."""
    yield


@contextlib.contextmanager
def ipu_scope(device: str) -> Iterator[None]:
    """Place the operations in this scope on the IPU `device`; variables are resource variables."""
    _local.devices = [*getattr(_local, "devices", []), device]
    try:
        with tf.compat.v1.variable_scope(
            tf.compat.v1.get_variable_scope(), use_resource=True, auxiliary_name_scope=False
        ):
            yield
    finally:
        _local.devices.pop()


@contextlib.contextmanager
def outside_compilation_scope(name: str = "outside") -> Iterator[None]:
    """Run the operations in this scope on the host, also those that an IPU cannot run.

    Raises ValueError outside of programs for an IPU, and if such scopes are nested.
    """
    on_ipu = in_ipu_scope() or in_strategy() or program.current() is not None
    if tf.executing_eagerly() or not on_ipu:
        raise ValueError("outside_compilation_scope is only allowed in XLA context")
    if OUTSIDE_COMPILATION_NAME in tf.compat.v1.get_default_graph()._attr_scope_map:
        raise ValueError("Illegal nesting of outside_compilation_scope")
    with on_host(name):
        yield


@contextlib.contextmanager
def on_host(name: str) -> Iterator[None]:
    """Mark the operations of a program that are added in this scope to run on the host; eager ones always do."""
    if tf.executing_eagerly():
        yield
        return
    graph = tf.compat.v1.get_default_graph()
    value = tf.compat.v1.AttrValue(s=graph.unique_name(name).encode())
    with graph._attr_scope({OUTSIDE_COMPILATION_NAME: value}):
        yield


@contextlib.contextmanager
def ipu_shard(index: Any) -> Iterator[None]:
    """Run the operations in this scope on IPU `index` of the device, or on each of several."""
    indices = list(index) if hasattr(index, "__iter__") else [index]
    program.require_shards(max(indices) + 1)
    yield


@contextlib.contextmanager
def frontend_attribute(
    attribute_name: str, attribute_value: str, restore_to: str | None = None
) -> Iterator[None]:
    """Set an attribute for the IPU's compiler; no effect on numbers here."""
    yield


@contextlib.contextmanager
def stochastic_rounding(override: bool) -> Iterator[None]:
    """Switch stochastic rounding of float16 results on or off in this scope; no effect here, it is always off."""
    yield


@contextlib.contextmanager
def partials_type(override_type: Any) -> Iterator[None]:
    """Set the type of partial results of matrix products in this scope; no effect here: it is that of the operands.

    Raises ValueError for types other than float16 and float32.
    """
    if np.dtype(override_type) not in (np.float16, np.float32):
        raise ValueError(f"Only support float16, float32, provided {np.dtype(override_type)}")
    yield


__getattr__ = refuse_others("tensorflow.python.ipu.scopes")
