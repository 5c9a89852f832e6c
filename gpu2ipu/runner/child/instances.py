"""The instances of a PopDist application on this machine: child processes that run one script together.

They get the environment variables that PopRun sets, and the addresses at which their TensorFlows exchange tensors.
Their output is labelled as PopRun labels it. If one of them fails, the others are ended: they would wait for it.
"""

from __future__ import annotations

import contextlib
import os
import queue
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import IO

from gpu2ipu.errors import Trouble
from gpu2ipu.runner.child import process
from gpu2ipu.runner.child.process import Request

_HOST = "127.0.0.1"
_NO_PROXY = "no_grpc_proxy"

# Seconds that the last lines of an ended instance may take.
_DRAIN = 2.0


@dataclass(frozen=True)
class InstanceLayout:
    """How many processes there are, and how many replicas and IPUs all of them have."""

    instances: int = 1
    replicas: int = 1
    ipus_per_replica: int = 1

    def environments(self) -> list[dict[str, str]]:
        """Return the variables of each instance, in order."""
        local = self.replicas // self.instances
        addresses = ",".join(f"{_HOST}:{port}" for port in _free_ports(self.instances))
        common = {
            "POPDIST_NUM_TOTAL_REPLICAS": str(self.replicas),
            "POPDIST_NUM_LOCAL_REPLICAS": str(local),
            "POPDIST_NUM_IPUS_PER_REPLICA": str(self.ipus_per_replica),
            "GPU2IPU_INSTANCES": addresses,
            "PYTHONUNBUFFERED": "1",
            # gRPC takes no proxy on this machine
            _NO_PROXY: ",".join(filter(None, [os.environ.get(_NO_PROXY), _HOST])),
        }
        return [
            {**common, "POPDIST_REPLICA_INDEX_OFFSET": str(index * local)} for index in range(self.instances)
        ]


def layout(
    instances: int | None, replicas: int | None, ipus_per_replica: int | None
) -> InstanceLayout | None:
    """Return the layout that options ask for; without a number of replicas each instance has one.

    None if no option is given. Raises Trouble if the instances cannot share out the replicas.
    """
    if instances is None and replicas is None and ipus_per_replica is None:
        return None
    found = InstanceLayout(instances or 1, replicas or instances or 1, ipus_per_replica or 1)
    if found.replicas % found.instances:
        raise Trouble(
            f"--replicas {found.replicas} is the number of replicas of all instances together, "
            f"and cannot be shared out among --instances {found.instances}: choose a multiple of it."
        )
    return found


def run(requests: Sequence[Request], layout: InstanceLayout) -> tuple[int, int | None]:
    """Run all instances to their end. Return the exit code, and the first instance that failed, if any.

    Ctrl-C, TERM and HUP end all of them. Raises OSError when a command cannot be started.
    """
    requests = [
        replace(request, environment={**(request.environment or os.environ), **variables})
        for request, variables in zip(requests, layout.environments(), strict=True)
    ]
    with process.ending_on_signals(), _started(requests) as children:
        ended: queue.Queue[tuple[int, int]] = queue.Queue()
        for index, child in enumerate(children):
            threading.Thread(
                target=lambda index, child: ended.put((index, child.wait())), args=(index, child), daemon=True
            ).start()
        for _ in children:
            index, code = ended.get()
            if code:
                return code, index
    return 0, None


@contextlib.contextmanager
def _started(requests: Sequence[Request]) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Start children that print to our streams; none of them is alive at the end."""
    children: list[subprocess.Popen[bytes]] = []
    readers: list[threading.Thread] = []
    try:
        for index, request in enumerate(requests):
            child = subprocess.Popen(
                request.command,
                env=dict(request.environment or {}),
                cwd=request.cwd,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
            children.append(child)
            readers += [
                _reader(child.stdout, sys.stdout, f"[1,{index}]<stdout>:"),
                _reader(child.stderr, sys.stderr, f"[1,{index}]<stderr>:"),
            ]
        yield children
    finally:
        endings = [threading.Thread(target=process.end, args=(child, True)) for child in children]
        for thread in endings:
            thread.start()
        for thread in endings:
            thread.join()
        for reader in readers:
            reader.join(_DRAIN)


def _reader(stream: IO[bytes] | None, target: IO[str], label: str) -> threading.Thread:
    """Start to copy the lines of a stream with a label, as a terminal shows each of them at its end."""

    def copy() -> None:
        assert stream is not None
        with stream:
            for line in stream:
                target.write(f"{label}{process.visible(line.decode('utf-8', 'replace'))}\n")
                target.flush()

    thread = threading.Thread(target=copy, daemon=True)
    thread.start()
    return thread


def _free_ports(count: int) -> list[int]:
    """Return so many ports on which nothing listens."""
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind((_HOST, 0))
    ports = [int(each.getsockname()[1]) for each in sockets]
    for each in sockets:
        each.close()
    return ports
