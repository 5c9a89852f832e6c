"""Real children that run one script together: their output, and their end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.errors import Trouble
from gpu2ipu.runner.child import instances, process
from gpu2ipu.runner.child.instances import InstanceLayout
from gpu2ipu.runner.child.process import Request

from .test_process import BAD_PROCESS, is_alive, is_ended

INDEX = "import os, sys, time; index = int(os.environ['POPDIST_REPLICA_INDEX_OFFSET'])\n"


def run(code: str, count: int = 2) -> tuple[int, int | None]:
    request = Request((sys.executable, "-c", INDEX + code))
    return instances.run([request] * count, InstanceLayout(count, count))


def test_output_is_labelled_as_poprun_labels_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("print('a\\rb', index); print('e', file=sys.stderr)") == (0, None)
    out, err = capsys.readouterr()
    assert sorted(out.splitlines()) == ["[1,0]<stdout>:b 0", "[1,1]<stdout>:b 1"]
    assert sorted(err.splitlines()) == ["[1,0]<stderr>:e", "[1,1]<stderr>:e"]


def test_an_instance_that_fails_ends_the_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    signals = ((signal.SIGINT, 0.3), (signal.SIGTERM, 0.3), (signal.SIGKILL, 5.0))
    monkeypatch.setattr(process, "SIGNALS", signals)
    begin = time.monotonic()
    started = [tmp_path / "first", tmp_path / "last"]
    stubborn, other = (Request((sys.executable, str(BAD_PROCESS), str(file))) for file in started)
    wait = "while not all(map(os.path.exists, sys.argv[1:])): time.sleep(0.05)"
    code = f"import os, sys, time\n{wait}\nsys.exit(3)"
    fails = Request((sys.executable, "-c", code, *map(str, started)))
    assert instances.run([stubborn, fails, other], InstanceLayout(3, 3)) == (3, 1)
    assert time.monotonic() - begin < 40
    grandchildren = [int(line.split()[-1]) for line in capsys.readouterr().out.splitlines()]
    assert len(grandchildren) == 2 and all(map(is_ended, grandchildren))


def test_no_instance_outlives_a_command_that_is_interrupted() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        code = INDEX + "print(os.getpid(), flush=True); time.sleep(60)"
        program = (
            "import sys\nfrom gpu2ipu.runner.child.instances import InstanceLayout, run\n"
            "from gpu2ipu.runner.child.process import Request\n"
            f"run([Request((sys.executable, '-c', {code!r}))] * 2, InstanceLayout(2, 2))"
        )
        parent = subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert parent.stdout is not None
        with parent.stdout:
            pids = [int(parent.stdout.readline().rpartition(":")[2]) for _ in range(2)]
            assert all(map(is_alive, pids))
            parent.send_signal(number)
            assert parent.wait(20) != 0
        assert all(map(is_ended, pids))


def test_the_environment_of_each_instance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("no_grpc_proxy", "example.org")
    first, second = InstanceLayout(2, 8, 2).environments()
    assert first["GPU2IPU_INSTANCES"] == second["GPU2IPU_INSTANCES"]
    assert len(set(first["GPU2IPU_INSTANCES"].split(","))) == 2
    assert first["no_grpc_proxy"] == "example.org,127.0.0.1"
    numbers = {name: value for name, value in second.items() if name.startswith("POPDIST_")}
    assert numbers == {
        "POPDIST_NUM_TOTAL_REPLICAS": "8",
        "POPDIST_NUM_LOCAL_REPLICAS": "4",
        "POPDIST_NUM_IPUS_PER_REPLICA": "2",
        "POPDIST_REPLICA_INDEX_OFFSET": "4",
    }
    assert first["POPDIST_REPLICA_INDEX_OFFSET"] == "0"
    assert "POPDIST_NUM_TOTAL_REPLICAS" not in os.environ


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ((None, None, None), None),
        ((2, None, None), InstanceLayout(2, 2, 1)),
        ((None, 4, None), InstanceLayout(1, 4, 1)),
        ((2, 4, 2), InstanceLayout(2, 4, 2)),
    ],
)
def test_the_layout_that_options_ask_for(asked: Any, found: Any) -> None:
    assert instances.layout(*asked) == found


def test_replicas_that_cannot_be_shared_out_are_refused() -> None:
    with pytest.raises(Trouble, match="--replicas 3 is the number of replicas of all instances together"):
        instances.layout(2, 3, None)


def test_a_command_that_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        instances.run([Request((str(tmp_path / "python"),))], InstanceLayout())
