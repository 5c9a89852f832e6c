"""`popdist` and `popdist.tensorflow` in one instance: its numbers, and its IPUs."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.tensorflow


def test_the_numbers_of_an_instance(popdist: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    popdist.init()
    assert popdist.isPopdistEnvSet()
    assert (popdist.getNumInstances(), popdist.getInstanceIndex()) == (1, 0)
    assert (popdist.getNumTotalReplicas(), popdist.getNumLocalReplicas()) == (2, 2)
    monkeypatch.setenv("POPDIST_NUM_TOTAL_REPLICAS", "8")
    monkeypatch.setenv("POPDIST_REPLICA_INDEX_OFFSET", "4")
    assert (popdist.getNumInstances(), popdist.getInstanceIndex()) == (4, 2)
    assert popdist.getNumIpusPerReplica() == 1
    for name in ("TOTAL_REPLICAS", "LOCAL_REPLICAS"):
        monkeypatch.delenv(f"POPDIST_NUM_{name}")
    assert not popdist.isPopdistEnvSet()
    assert popdist.getNumTotalReplicas() == 1


def test_functions_run_on_chosen_instances(popdist: Any) -> None:
    assert popdist.execute_on_instances({0}, lambda a, b: a + b, 1, b=2) == 3
    assert popdist.execute_on_instances({1, 2}, lambda: 3) is None

    @popdist.execute_on_instances({0})
    def decorated(number: int) -> int:
        return number

    assert decorated(5) == 5


def test_set_ipu_config_selects_the_ipus_of_the_instance(
    ipu: Any, popdist: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POPDIST_NUM_IPUS_PER_REPLICA", "2")
    config = ipu.config.IPUConfig()
    assert popdist.tensorflow.set_ipu_config(config, ipus_per_replica=2) is config
    config.configure_ipu_system()
    assert ipu.utils.get_num_of_ipus_in_device("/device:IPU:0") == 4
    assert config.experimental.multi_replica_distribution.process_count == 1
    with pytest.raises(ValueError, match="--ipus-per-replica 2"):
        popdist.tensorflow.set_ipu_config(ipu.config.IPUConfig(), ipus_per_replica=4)
    config.auto_select_ipus = 1
    with pytest.raises(Exception, match="Only one of"):
        config.configure_ipu_system()


def test_the_ipus_of_all_instances_are_counted(
    ipu: Any, popdist: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POPDIST_NUM_TOTAL_REPLICAS", "6")
    config = ipu.config.IPUConfig()
    popdist.tensorflow.set_ipu_config(config)
    config.configure_ipu_system()
    assert ipu.utils.get_num_of_ipus_in_device("/device:IPU:0") == 6
