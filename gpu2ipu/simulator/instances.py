"""The instances of a PopDist application: the processes that PopRun starts, and which of them this process is.

PopRun passes numbers in environment variables, and so does `gpu2ipu run --instances`, which adds the addresses at which
TensorFlow's own servers exchange tensors, since there is no MPI. Without these variables there is one instance.
"""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass
from typing import Any

#: Set by PopRun.
TOTAL_REPLICAS = "POPDIST_NUM_TOTAL_REPLICAS"
LOCAL_REPLICAS = "POPDIST_NUM_LOCAL_REPLICAS"
IPUS_PER_REPLICA = "POPDIST_NUM_IPUS_PER_REPLICA"
FIRST_REPLICA = "POPDIST_REPLICA_INDEX_OFFSET"

#: Set by `gpu2ipu run`: the addresses of all instances, in order, separated by commas.
ADDRESSES = "GPU2IPU_INSTANCES"

#: Seconds between two looks at the other instances, and milliseconds that an answer may take.
_INTERVAL, _PATIENCE_MS = 2.0, 5000


@dataclass(frozen=True)
class Instances:
    """The numbers of an application, and the index of this instance."""

    total_replicas: int = 1
    local_replicas: int = 1
    ipus_per_replica: int = 1
    index: int = 0

    @property
    def count(self) -> int:
        """The number of instances."""
        return self.total_replicas // self.local_replicas


def is_set() -> bool:
    """Return whether this process is an instance of an application."""
    return TOTAL_REPLICAS in os.environ


def read() -> Instances:
    """Return the numbers that the environment has."""
    local = _number(LOCAL_REPLICAS, 1)
    return Instances(
        _number(TOTAL_REPLICAS, 1), local, _number(IPUS_PER_REPLICA, 1), _number(FIRST_REPLICA, 0) // local
    )


def _number(variable: str, default: int) -> int:
    return int(os.environ.get(variable, default))


def connect() -> None:
    """Start TensorFlow's server for collective operations; imports TensorFlow if there are several instances.

    It has to run before any operation of TensorFlow. Raises RuntimeError without the addresses of the instances.
    """
    here = read()
    if here.count == 1:
        return
    addresses = os.environ.get(ADDRESSES, "").split(",")
    if len(addresses) != here.count:
        raise RuntimeError(
            "the simulator cannot be started with poprun: start its instances with `gpu2ipu run --instances`."
        )
    import tensorflow as tf
    from tensorflow.core.protobuf import tensorflow_server_pb2
    from tensorflow.python.eager import context

    eager = context.context()
    eager.configure_collective_ops(
        collective_leader="/job:worker/replica:0/task:0", device_filters=[f"/job:worker/task:{here.index}"]
    )
    server = tensorflow_server_pb2.ServerDef(
        cluster=tf.train.ClusterSpec({"worker": addresses}).as_cluster_def(),
        default_session_config=eager.config,
        job_name="worker",
        task_index=here.index,
        protocol="grpc",
    )
    eager.enable_collective_ops(server)
    threading.Thread(target=_watch, args=(eager, here), daemon=True).start()


def _watch(eager: Any, here: Instances) -> None:
    """Make operations fail that wait for an instance that has ended: TensorFlow's server would wait for ever."""
    import tensorflow as tf

    alive: set[int] = set()
    while True:
        time.sleep(_INTERVAL)
        for peer in set(range(here.count)) - {here.index}:
            try:
                eager.check_collective_ops_peer_health(f"/job:worker/replica:0/task:{peer}", _PATIENCE_MS)
                alive.add(peer)
            except tf.errors.UnavailableError as error:
                if peer in alive:
                    eager.abort_collective_ops(error.error_code, f"instance {peer} has ended")
                    return
            except (ValueError, tf.errors.OpError):
                continue  # TensorFlow has not been used yet, or the instance is busy
