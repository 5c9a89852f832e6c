"""`IPUConfig` and the configuration of the simulated machine, with the types and errors of SDK 3.4."""

from __future__ import annotations

import copy
import difflib
import json
from enum import Enum
from typing import Any, Iterator

from tensorflow.python.platform import tf_logging as logging

from ._config_tree import (
    ATTRIBUTES,
    IPU_COUNTS,
    Attribute,
    DeviceConnectionType,
    ExecutionProfileType,
    MergeRemoteBuffersBehaviour,
    SchedulingAlgorithm,
    SelectionOrder,
    StochasticRoundingBehaviour,
)
from ._device.machine import NORM_GROUP, IpuOptions, configured, create_devices, has_flag, release_devices
from ._errors import refuse_others

__all__ = [
    "AttributeMetadata",
    "DeviceConnectionType",
    "ExecutionProfileType",
    "IPUConfig",
    "IpuOptions",
    "MergeRemoteBuffersBehaviour",
    "SchedulingAlgorithm",
    "SelectionOrder",
    "StochasticRoundingBehaviour",
    "configure_ipu_system",
    "configured_devices",
    "get_ipu_config",
    "reset_ipu_configuration",
    "running_on_ipu_model",
]


def running_on_ipu_model() -> bool:
    """Return whether `TF_POPLAR_FLAGS` asks for the IPU Model."""
    return has_flag("--use_ipu_model")


class AttributeMetadata:
    """Metadata of one attribute or category; categories have neither type nor default."""

    def __init__(self, name: str, attribute: Attribute | None = None) -> None:
        """`name` is the full dotted name; `attribute` is None for a category."""
        self.name = name
        self._attribute = attribute
        self.__doc__ = attribute.doc if attribute else f"The category {name}."

    @property
    def type(self) -> str | None:
        """The type as the SDK prints it."""
        if self._attribute is None:
            return None
        kind = self._attribute.kind
        return IPU_COUNTS if kind is IPU_COUNTS else str(kind.__name__)

    @property
    def default(self) -> Any:
        """The default value."""
        return copy.deepcopy(self._attribute.default) if self._attribute else None

    @property
    def deprecated(self) -> bool:
        """True if the attribute is deprecated."""
        return self.deprecated_msg is not None

    @property
    def deprecated_msg(self) -> str | None:
        """The replacement of a deprecated attribute, None if it is not deprecated."""
        return (self._attribute.deprecated_msg or None) if self._attribute else None

    def check_type(self, value: Any) -> None:
        """Raise TypeError if the SDK does not accept `value`."""
        if self._attribute is not None and not self._attribute.accepts(value):
            raise TypeError(f"Trying to set {self.name} to {value}, but it must be of type {self.type}")

    def warn_if_deprecated(self) -> None:
        """Log a warning if the attribute is deprecated."""
        if self.deprecated:
            logging.warning("%s has been deprecated: %s", self.name, self.deprecated_msg)


class _Category:
    """A node of the tree: attributes and categories below a dotted prefix ("" for the root)."""

    def __init__(self, prefix: str = "") -> None:
        self.__dict__["_prefix"] = prefix
        self.__dict__["_metadata"] = {}
        self.__dict__["_members"] = {}
        for attribute in ATTRIBUTES:
            if attribute.name.startswith(prefix):
                self._add(attribute, attribute.name[len(prefix) :])

    def _add(self, attribute: Attribute, below: str) -> None:
        name, _, deeper = below.partition(".")
        full = self._prefix + name
        if not deeper:
            self._metadata[name] = AttributeMetadata(full, attribute)
            self._members[name] = copy.deepcopy(attribute.default)
        elif name not in self._members:
            self._metadata[name] = AttributeMetadata(full)
            self._members[name] = _Category(full + ".")

    def __getattr__(self, name: str) -> Any:
        if name in self.__dict__.get("_members", {}):
            return self._members[name]
        raise ValueError(f"'{name}' is not a valid attribute of this config. {self._suggestion(name)}")

    def _suggestion(self, name: str) -> str:
        near = difflib.get_close_matches(name, self.__dict__.get("_members", {}))
        return f"Did you mean '{self._prefix}{near[0]}'?" if near else ""

    def __setattr__(self, name: str, value: Any) -> None:
        current = getattr(self, name)  # raises ValueError for an unknown name
        metadata = self._metadata[name]
        metadata.warn_if_deprecated()
        if isinstance(current, _Category):
            # The SDK raises a plain Exception here.
            raise Exception(f"{metadata.name} is a category and cannot be assigned to.")
        metadata.check_type(value)
        self._members[name] = value

    def _leaves(self) -> Iterator[tuple[str, _Category, str]]:
        """Yield the full name of every attribute below, the category that has it, and its name there."""
        for name, value in self._members.items():
            if isinstance(value, _Category):
                yield from value._leaves()
            else:
                yield self._prefix + name, self, name

    def to_dict(self) -> dict[str, Any]:
        """Return all attributes by their full names, enumerations as integers."""
        values = {full: getattr(owner, name) for full, owner, name in self._leaves()}
        return {full: value.value if isinstance(value, Enum) else value for full, value in values.items()}

    def from_dict(self, dct: dict[str, Any]) -> None:
        """Set the attributes in `dct`; missing ones keep their value, with a warning."""
        for full, owner, name in list(self._leaves()):
            if full not in dct:
                logging.warning("%s didn't have a value: the existing value will be retained", full)
                continue
            current, value = getattr(owner, name), dct[full]
            value = type(current)(value) if isinstance(current, Enum) else value
            if value != current:
                setattr(owner, name, value)

    def to_json(self) -> str:
        """Return `to_dict` as JSON."""
        return json.dumps(self.to_dict())

    def from_json(self, json_cfg: str) -> None:
        """Set the attributes of a JSON string, as `from_dict`."""
        self.from_dict(json.loads(json_cfg))

    def get_attribute_metadata(self, attr: str) -> AttributeMetadata:
        """Return type, default and deprecation of an attribute below this category. Raises ValueError if unknown."""
        try:
            category: Any = self
            *path, name = attr.split(".")
            for part in path:
                category = getattr(category, part)
            getattr(category, name)
            metadata: AttributeMetadata = category._metadata[name]
        except (ValueError, KeyError, AttributeError) as error:
            raise ValueError(f"Could not get attribute metadata for '{attr}': {error}") from None
        return metadata

    def __deepcopy__(self, memo: dict[int, Any]) -> _Category:
        new = type(self).__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.__dict__["_members"] = copy.deepcopy(self._members, memo)
        return new

    def __reduce_ex__(self, protocol: Any) -> Any:
        # The attributes of the SDK's class contain local functions; `to_json` stores a configuration.
        raise AttributeError(f"Can't pickle local object in {type(self).__name__}")

    def __repr__(self) -> str:
        return "\n".join(f"{full} = {getattr(owner, name)!r}" for full, owner, name in self._leaves())


class IPUConfig(_Category):
    """The configuration of the IPU system: change attributes, then call `configure_ipu_system()`."""

    def __init__(self) -> None:
        """Set all attributes to their defaults."""
        super().__init__()

    def configure_ipu_system(self, device: str = "cpu") -> None:
        """Apply this configuration to the process; see the function of the same name."""
        configure_ipu_system(self, device)

    def _options(self) -> IpuOptions:
        self._check()
        for name in ("auto_select_ipus", "select_ipus"):
            if isinstance(getattr(self, name), int):
                setattr(
                    self, name, [getattr(self, name)]
                )  # as in the SDK the caller's object changes as well
        return IpuOptions(
            values=copy.deepcopy(self.to_dict()),
            auto_counts=tuple(self.auto_select_ipus),
            indices=tuple(self.select_ipus),
        )

    def _check(self) -> None:
        model = running_on_ipu_model()
        selected = [self.select_ipus] if isinstance(self.select_ipus, int) else self.select_ipus
        if self.auto_select_ipus and self.select_ipus:
            raise Exception("Only one of `auto_select_ipus` and `select_ipus` can be set.")
        if len(set(selected)) != len(selected):
            raise ValueError("The indices in `select_ipus` must be unique.")
        if self.select_ipus and model:
            raise Exception("On the IPU Model, devices can only be specified with `auto_select_ipus`.")
        self._check_norms_and_tiles()
        self._check_connection(model)
        self._check_processes(model)

    def _check_norms_and_tiles(self) -> None:
        size = self.norms.experimental.distributed_batch_norm_replica_group_size
        if self.io_tiles.num_io_tiles > 0 and size > 1:
            raise ValueError(f"{NORM_GROUP} is not supported with I/O tiles.")
        if size < 1:
            raise ValueError(f"{NORM_GROUP} must be at least 1, but it is {size}.")
        if self.io_tiles.place_ops_on_io_tiles and not self.io_tiles.num_io_tiles:
            raise ValueError("Cannot place ops on I/O tiles when io_tiles.num_io_tiles is 0.")

    def _check_connection(self, model: bool) -> None:
        connection = self.device_connection
        without_device = (DeviceConnectionType.PRE_COMPILE, DeviceConnectionType.NEVER)
        if connection.type in without_device and not connection.version:
            raise ValueError(
                "device_connection.version must be set when device_connection.type is "
                "DeviceConnectionType.NEVER or DeviceConnectionType.PRE_COMPILE."
            )
        if model and not self.ipu_model.version:
            raise ValueError("ipu_model.version must be set when using the IPUModel.")

    def _check_processes(self, model: bool) -> None:
        processes = self.experimental.multi_replica_distribution
        if model and processes.process_count > 0:
            raise Exception("Multi-replica distribution is not supported on the IPU model.")
        if processes.process_count and not 0 <= processes.process_index < processes.process_count:
            prefix = "experimental.multi_replica_distribution"
            raise ValueError(f"{prefix}.process_index must be in the range [0, {prefix}.process_count).")


def configure_ipu_system(
    config: IPUConfig | IpuOptions, device: str = "cpu", reset_configuration: bool = True
) -> None:
    """Configure the IPUs of this process.

    A second, different configuration replaces the first with a warning, or raises FailedPreconditionError if
    `reset_configuration` is false. Raises Exception and ValueError for contradictory options, errors of TensorFlow for
    devices that do not exist, TypeError for anything but a configuration.
    """
    options = config._options() if isinstance(config, IPUConfig) else config
    if not isinstance(options, IpuOptions):
        raise TypeError("`config` must be an IpuOptions instance.")
    existing = configured()
    if existing is not None and existing != options and reset_configuration:
        logging.warning("Resetting existing IPU configuration before applying new configuration")
        reset_ipu_configuration()
    create_devices(options)


def reset_ipu_configuration() -> None:
    """Remove the configuration, if there is one."""
    release_devices()


def get_ipu_config(session: Any = None) -> list[IpuOptions]:
    """Return the current options, one per device. Raises RuntimeError if nothing is configured."""
    options = configured()
    if options is None or not options.device_config:
        raise RuntimeError("No IPU devices configured.")
    return [options] * len(options.device_config)


def configured_devices() -> list[int]:
    """Return the number of IPUs of each TensorFlow device: one device with one IPU if nothing was configured."""
    options = configured()
    return list(options.device_sizes) if options is not None else [1]


__getattr__ = refuse_others("tensorflow.python.ipu.config")
