"""What a script reads of the number of replicas of its strategies, and the devices that these get."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.tensorflow
def test_a_script_and_tensorflow_read_the_number(tf: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from gpu2ipu.simulator.recording import replica_counts

    owner = next(each for each in tf.distribute.Strategy.__mro__ if "num_replicas_in_sync" in vars(each))
    monkeypatch.setattr(owner, "num_replicas_in_sync", vars(owner)["num_replicas_in_sync"])
    monkeypatch.setattr(tf.distribute.MirroredStrategy, "__init__", tf.distribute.MirroredStrategy.__init__)
    replica_counts.on_read(lambda number: 4 * number)
    replica_counts.on_devices_at_hand()
    read: dict[str, Any] = {"__name__": "__main__", "tf": tf}
    exec(
        "strategy = tf.distribute.MirroredStrategy(['/gpu:0', 'GPU:1'])\n"
        "number, default = strategy.num_replicas_in_sync, tf.distribute.get_strategy().num_replicas_in_sync\n",
        read,
    )
    assert (read["number"], read["default"]) == (4, 4)
    assert read["strategy"].extended.worker_devices == ("/job:localhost/replica:0/task:0/device:CPU:0",)
    library: dict[str, Any] = {"__name__": "tensorflow.python", "strategy": read["strategy"]}
    exec("number = strategy.num_replicas_in_sync", library)
    assert library["number"] == 1
    on_cpu = tf.distribute.MirroredStrategy(["/cpu:0"], tf.distribute.ReductionToOneDevice())
    assert on_cpu.extended.worker_devices == read["strategy"].extended.worker_devices
