"""Real children, among them one that ignores signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from gpu2ipu.runner.child import process
from gpu2ipu.runner.child.process import KEPT_COLUMNS, KEPT_LINES, Request, run

BAD_PROCESS = Path(__file__).parent / "bad_process.py"


def python(code: str, **options: object) -> Request:
    return Request((sys.executable, "-c", code), **options)  # type: ignore[arg-type]


@pytest.fixture
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    signals = ((signal.SIGINT, 0.3), (signal.SIGTERM, 0.3), (signal.SIGKILL, 5.0))
    monkeypatch.setattr(process, "SIGNALS", signals)


def is_alive(pid: int) -> bool:
    """Whether a process still runs; one that nobody waited for is dead."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False


def is_ended(pid: int) -> bool:
    """Whether a process that was killed is dead; the kernel takes its time on a busy machine."""
    deadline = time.monotonic() + 20
    while is_alive(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def test_outcome_of_a_child_that_succeeds() -> None:
    outcome = run(python("print('out'); import sys; print('err', file=sys.stderr)"))
    assert outcome and outcome.exit_code == 0 and not outcome.timed_out
    assert sorted(outcome.output.splitlines()) == ["err", "out"]
    assert outcome.seconds > 0


def test_a_line_without_end_is_read_in_pieces() -> None:
    outcome = run(python("import sys; [sys.stdout.write('x' * 1000000) for _ in range(20)]"))
    assert outcome and len(outcome.output) <= KEPT_LINES * (KEPT_COLUMNS + 1)
    assert len(outcome.output.splitlines()) > 1


@pytest.mark.parametrize(
    ("code", "exit_code"),
    [("raise SystemExit(3)", 3), ("raise ValueError", 1), ("import os; os.kill(os.getpid(), 9)", -9)],
)
def test_outcome_of_a_child_that_fails(code: Any, exit_code: Any) -> None:
    outcome = run(python(code))
    assert not outcome
    assert outcome.exit_code == exit_code


def test_environment_and_folder(tmp_path: Path) -> None:
    outcome = run(
        python(
            "import os; print(os.getcwd(), dict(os.environ).get('A'))", environment={"A": "b"}, cwd=tmp_path
        )
    )
    assert outcome.output == f"{tmp_path.resolve()} b"


def test_the_last_lines_are_kept_and_long_ones_cut() -> None:
    outcome = run(python(f"for n in range(1000): print(n)\nprint('x' * {KEPT_COLUMNS * 3})"))
    lines = outcome.output.splitlines()
    assert len(lines) == KEPT_LINES
    assert lines[-2] == "999"
    assert lines[-1] == "x" * KEPT_COLUMNS


@pytest.mark.parametrize(
    ("printed", "seen"),
    [
        (b"a\rb\rc\n", "c"),
        (b"1/3\b\b\b2/3\b\b\b3/3\n", "3/3"),
        (b"\xff\n", "�"),
        (b"no newline", "no newline"),
    ],
)
def test_lines_are_kept_as_a_terminal_shows_them(printed: Any, seen: Any) -> None:
    assert run(python(f"import sys; sys.stdout.buffer.write({printed!r})")).output == seen


def test_input_is_empty() -> None:
    assert run(python("import sys; print(repr(sys.stdin.read()))")).output == "''"


def test_an_interrupt_is_enough_for_a_child_that_listens() -> None:
    wait = "try:\n    print('up', flush=True); time.sleep(60)\nexcept KeyboardInterrupt:\n    print('down')"
    code = f"import time\n{wait}"
    outcome = run(python(code, timeout=2.0))
    assert outcome.timed_out and not outcome
    assert outcome.output.splitlines() == ["up", "down"]


def test_a_child_that_ignores_signals_is_killed_with_its_children(short_grace: Any) -> None:
    begin = time.monotonic()
    outcome = run(Request((sys.executable, str(BAD_PROCESS)), timeout=2.0))
    assert outcome.timed_out
    assert outcome.exit_code == -signal.SIGKILL
    assert time.monotonic() - begin < 20
    assert is_ended(int(outcome.output.split()[-1]))


def test_the_output_of_a_grandchild_is_not_waited_for_for_ever() -> None:
    code = (
        "import subprocess, sys; print('done', flush=True);"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(30)'], start_new_session=True)"
    )
    begin = time.monotonic()
    assert run(python(code)).output == "done"
    assert time.monotonic() - begin < 20


def test_control_c_ends_the_child_and_goes_on_up(tmp_path: Path, short_grace: Any) -> None:
    file = tmp_path / "pid"
    code = f"import os, time; open({str(file)!r}, 'w').write(str(os.getpid())); time.sleep(60)"

    def interrupt() -> None:
        while not file.exists() or not file.read_text():
            time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        run(python(code))
    assert is_ended(int(file.read_text()))


def test_an_attached_child_writes_to_this_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    outcome = run(python("print('here')", attached=True))
    assert outcome.output == ""
    assert capfd.readouterr().out == "here\n"


def test_a_command_that_does_not_exist() -> None:
    with pytest.raises(FileNotFoundError):
        run(Request(("no-such-program",)))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_child_and_leaves_no_files(tmp_path: Path, number: int) -> None:
    code = f"""
import os, sys, tempfile
from gpu2ipu.runner.child.process import Request, ending_on_signals, run
with ending_on_signals(), tempfile.TemporaryDirectory(dir={str(tmp_path)!r}) as folder:
    program = "import os, time; open(os.environ['MARK'], 'w').write(str(os.getpid())); time.sleep(60)"
    run(Request((sys.executable, "-c", program), {{**os.environ, "MARK": {str(tmp_path / "mark")!r}}}))
"""
    parent = subprocess.Popen([sys.executable, "-c", code])
    for _ in range(200):
        if (tmp_path / "mark").exists() and (tmp_path / "mark").read_text():
            break
        time.sleep(0.1)
    child = int((tmp_path / "mark").read_text())
    parent.send_signal(number)
    assert parent.wait(20) == 128 + number
    assert [path.name for path in tmp_path.iterdir()] == ["mark"]
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def test_lines_are_handed_on_as_they_come() -> None:
    lines = list[str]()
    outcome = run(python("print('a\\rb'); print('c')", echo=lines.append))
    assert lines == ["b", "c"] and outcome.output == "b\nc"


# says what it hears, and goes on until it hears the last of it
LISTENS = """
import signal, sys, time
heard = []
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, lambda number, frame: heard.append(signal.Signals(number).name))
print("up", flush=True)
while len(heard) < 3:
    time.sleep(0.01)
print(*heard, flush=True)
sys.exit(9)
"""


def test_an_attached_child_hears_signals_and_ends_by_itself() -> None:
    program = (
        "import sys\nfrom gpu2ipu.runner.child.process import Request, ending_on_signals, run\n"
        f"with ending_on_signals():\n    outcome = run(Request((sys.executable, '-c', {LISTENS!r}), attached=True))\n"
        "print(outcome.exit_code)\n"
    )
    # without a terminal, whose Ctrl-C both would hear
    parent = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert parent.stdout is not None and parent.stdout.readline() == "up\n"
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        parent.send_signal(number)
        time.sleep(0.2)
    assert parent.stdout.read() == "SIGTERM SIGINT SIGHUP\n9\n"
    assert parent.wait(20) == 0
    parent.stdout.close()


def test_a_second_interrupt_ends_an_attached_child(short_grace: Any) -> None:
    program = (
        "import sys\nfrom gpu2ipu.runner.child import process\n"
        "process.SIGNALS = tuple((number, 0.3) for number, _ in process.SIGNALS)\n"
        f"process.run(process.Request((sys.executable, '-c', {LISTENS!r}), attached=True))\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert parent.stdout is not None and parent.stdout.readline() == "up\n"
    for _ in range(2):
        parent.send_signal(signal.SIGINT)
        time.sleep(0.2)
    parent.stdout.read()  # until nobody holds it any longer
    assert parent.wait(20) == -signal.SIGINT
    parent.stdout.close()


def test_what_a_child_leaves_behind_ends_with_it(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys\n"
        "print(subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']).pid)"
    )
    assert is_ended(int(run(python(code)).output))
