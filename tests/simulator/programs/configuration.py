"""Rules of the configuration and of the strategy: config.py and ipu_strategy.py of the SDK."""

from __future__ import annotations

from typing import Any

from . import Machine, breaks


@breaks("ValueError", "is not a valid attribute of this config")
def misspelt(machine: Machine, broken: bool) -> Any:
    config = machine.ipu.config.IPUConfig()
    setattr(config, "auto_select_ipu" if broken else "auto_select_ipus", 1)
    return config.to_dict()["auto_select_ipus"]


@breaks("TypeError", "but it must be of type float")
def an_integer_for_a_float(machine: Machine, broken: bool) -> Any:
    config = machine.ipu.config.IPUConfig()
    config.io_tiles.available_memory_proportion = 1 if broken else 1.0
    return config.to_dict()["io_tiles.available_memory_proportion"]


@breaks("Exception", "is a category and cannot be assigned to")
def an_assigned_category(machine: Machine, broken: bool) -> Any:
    config = machine.ipu.config.IPUConfig()
    if broken:
        config.matmuls = {"partialsType": "half"}
    else:
        config.matmuls.poplar_options = {"partialsType": "half"}
    return list(config.matmuls.poplar_options)


@breaks("Exception", "Only one of `auto_select_ipus` and `select_ipus` can be set")
def counted_and_named(machine: Machine, broken: bool) -> Any:
    config = machine.ipu.config.IPUConfig()
    config.auto_select_ipus = 1
    if broken:
        config.select_ipus = 1
    config.configure_ipu_system()
    return config.auto_select_ipus


@breaks("FailedPreconditionError", "could not find an IPU device with 3 IPUs")
def three_ipus(machine: Machine, broken: bool) -> Any:
    machine.strategy(3 if broken else 4)
    return machine.ipu.utils.get_num_of_ipus_in_device("/device:IPU:0")


@breaks("ValueError", "does not support eager execution. Either convert `fn` into a tf.function")
def a_python_function(machine: Machine, broken: bool) -> Any:
    def double(value: Any) -> Any:
        return 2.0 * value

    strategy = machine.strategy()
    return strategy.run(double if broken else machine.tf.function(double), args=(machine.tf.constant(3.0),))


@breaks("TypeError", "Unsupported data type for input: float64")
def wide_numbers(machine: Machine, broken: bool) -> Any:
    double = machine.tf.function(lambda value: 2 * value)
    value = machine.tf.constant(3.0, "float64" if broken else "float32")
    return machine.strategy().run(double, args=(value,))
