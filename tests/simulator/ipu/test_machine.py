"""Which devices the simulated machine has."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def configure(ipu: Any, **values: Any) -> None:
    config = ipu.config.IPUConfig()
    for name, value in values.items():
        setattr(config, name, value)
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
