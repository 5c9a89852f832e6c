"""Which devices the simulated machine has."""

from __future__ import annotations

import functools
import importlib
from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow

NORM_GROUP = "norms.experimental.distributed_batch_norm_replica_group_size"


def configure(ipu: Any, **values: Any) -> None:
    config = ipu.config.IPUConfig()
    for name, value in values.items():
        *path, last = name.split(".")
        setattr(functools.reduce(getattr, path, config), last, value)
    config.configure_ipu_system()


@pytest.mark.parametrize(
    "values, sizes",
    [
        ({}, [1]),
        ({"auto_select_ipus": 1}, [1]),
        ({"auto_select_ipus": 16}, [16]),
        ({"auto_select_ipus": [2, 4]}, [2, 4]),
        ({"select_ipus": 0}, [1]),
        ({"select_ipus": [0, 16]}, [1, 2]),  # the sixteen single IPUs come first
        ({"select_ipus": [30]}, [16]),
    ],
)
def test_devices(ipu: Any, values: Any, sizes: Any) -> None:
    configure(ipu, **values)
    counts = [ipu.utils.get_num_of_ipus_in_device(f"/device:IPU:{index}") for index in range(len(sizes))]
    assert counts == sizes


@pytest.mark.parametrize("count", [3, 6, 12, 32, 0, -1])
def test_sizes_that_no_pod_offers(tf: Any, ipu: Any, count: int) -> None:
    with pytest.raises(
        tf.errors.FailedPreconditionError, match=f"could not find an IPU device with {count} IPUs"
    ):
        configure(ipu, auto_select_ipus=[count])


def test_the_ipu_model_takes_any_number(ipu: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("TF_POPLAR_FLAGS", "--use_ipu_model")
    configure(ipu, auto_select_ipus=3)
    assert ipu.utils.get_num_of_ipus_in_device("/device:IPU:0") == 3


def test_an_unknown_id(tf: Any, ipu: Any) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="Unknown device id 31"):
        configure(ipu, select_ipus=31)


@pytest.mark.parametrize("device", ["/device:IPU:1", "/device:CPU:0"])
def test_a_device_that_was_not_configured(tf: Any, ipu: Any, device: str) -> None:
    configure(ipu, auto_select_ipus=1)
    with pytest.raises(tf.errors.InvalidArgumentError, match="is not a configured IPU device"):
        ipu.utils.get_num_of_ipus_in_device(device)


@pytest.mark.parametrize(
    "values, ipus, shards, error, phrase",
    [
        ({"io_tiles.num_io_tiles": 192}, 1, 1, None, ""),
        (
            {"io_tiles.num_io_tiles": 193},
            1,
            1,
            "InvalidArgumentError",
            "193 is an invalid number of IO tiles",
        ),
        ({}, 4, 2, None, ""),
        ({}, 6, 4, "InternalError", "The number of shards needs to divide the number of IPUs"),
        ({NORM_GROUP: 2}, 8, 2, None, ""),
        (
            {NORM_GROUP: 4},
            4,
            2,
            "InternalError",
            r"replicas \(2\) must be divisible by distributed_batch_norm_replica_group_size \(4\)",
        ),
    ],
)
def test_programs_that_fit_a_device(
    tf: Any, ipu: Any, values: Any, ipus: int, shards: int, error: Any, phrase: str
) -> None:
    configure(ipu, **values)
    machine = importlib.import_module("tensorflow.python.ipu._device.machine")
    if error is None:
        machine.check_layout(ipus, shards)
    else:
        with pytest.raises(getattr(tf.errors, error), match=phrase):
            machine.check_layout(ipus, shards)


@pytest.mark.parametrize("tiles, noted", [(31, True), (32, False)])
def test_an_odd_number_of_io_tiles_is_rounded_up(ipu: Any, logged: Any, tiles: int, noted: bool) -> None:
    configure(ipu, **{"io_tiles.num_io_tiles": tiles})
    importlib.import_module("tensorflow.python.ipu._device.machine").check_layout(1, 1)
    assert (logged == ["The number of IO tiles is rounded up from 31 to 32."]) == noted


def test_settings_and_flags(ipu: Any, monkeypatch: Any) -> None:
    machine = importlib.import_module("tensorflow.python.ipu._device.machine")
    assert machine.settings() == {}
    configure(ipu, **{"io_tiles.num_io_tiles": 8})
    assert (machine.settings()[machine.IO_TILES], machine.settings()[machine.NORM_GROUP]) == (8, 1)
    assert not machine.has_flag("--use_ipu_model")
    monkeypatch.setenv("TF_POPLAR_FLAGS", "--max_compilation_threads=2 --use_ipu_model")
    assert machine.has_flag("--use_ipu_model") and not machine.has_flag("--use_synthetic_data")
