"""What becomes of files when `convert` is killed or runs twice at once, and when scripts are broken: nothing is a test.

    python tools/reliability.py kill [TRIALS]           ended by INT, TERM or KILL at random moments (200 trials)
    python tools/reliability.py twice [TRIALS]          two of them at once in one folder (20 trials)
    python tools/reliability.py fuzz [SECONDS [SEED]]   mutations of the scripts of this repository (3600)

For `kill` and `twice` the folder has 500 scripts of one model each. After each trial every file is either as it was or
its whole port, and no file is left over; then one more run without trouble makes it what an undisturbed run makes. A
line for each kind of trial says how many were midway. Ends with 1 if something was torn, lost or left over.

`fuzz` converts each script in a process of its own. No crash, no hang, a port that parses and that another run leaves
as it is, no change without Keras: what breaks that is printed, with the mutations that do it.
"""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gpu2ipu.runner.child.temporary_folder import folder_for_all

FILES = 500
LIMIT = 60.0  # of CPU time, for one script of `fuzz`
SEED = 15
SCRIPT = '''\
"""Experiment {number}."""

import numpy as np
from tensorflow import keras

x = np.random.rand({rows}, 8).astype("float32")
y = np.random.rand({rows}, 1).astype("float32")
model = keras.Sequential([keras.layers.Dense({number} + 1, input_shape=(8,)), keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=32, epochs={number})
'''
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
COMMAND = (sys.executable, "-m", "gpu2ipu", "convert", "--in-place")


@dataclass(frozen=True)
class Folder:
    """A folder of scripts, as it is and as an undisturbed run leaves it."""

    scripts: Mapping[str, bytes]
    ports: Mapping[str, bytes]
    seconds: float  # of an undisturbed run

    def write(self, folder: Path) -> None:
        """Make the folder anew."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, data in self.scripts.items():
            (folder / name).write_bytes(data)

    def faults(self, folder: Path) -> list[str]:
        """What is neither script nor port, or too much."""
        found = contents(folder)
        torn = [
            name for name, data in self.scripts.items() if found.get(name) not in (data, self.ports[name])
        ]
        return torn + sorted(found.keys() - self.scripts.keys())

    def is_midway(self, folder: Path) -> bool:
        """True if some scripts have been ported, and others have not."""
        found = contents(folder)
        ported = sum(found.get(name) == data for name, data in self.ports.items())
        return 0 < ported < len(self.ports)


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def prepared(folder: Path) -> Folder:
    """Write the scripts, port them once without trouble, and return both."""
    scripts = {
        f"experiment_{number}.py": SCRIPT.format(number=number, rows=600 + 7 * number).encode()
        for number in range(FILES)
    }
    Folder(scripts, scripts, 0.0).write(folder)
    started = time.monotonic()
    subprocess.run([*COMMAND, folder], check=False, stdout=subprocess.DEVNULL)
    return Folder(scripts, contents(folder), time.monotonic() - started)


def killed(files: Folder, folder: Path, number: signal.Signals, after: float) -> bool:
    """Run, send a signal to the whole process group after some seconds, and return whether it was midway."""
    files.write(folder)
    with subprocess.Popen(
        [*COMMAND, folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        time.sleep(after)
        if process.poll() is None:
            os.killpg(process.pid, number)
        process.wait()
    return files.is_midway(folder)


def twice(files: Folder, folder: Path) -> None:
    """Run two at once."""
    files.write(folder)
    processes = [
        subprocess.Popen([*COMMAND, folder], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(2)
    ]
    for process in processes:
        process.wait()


class Hangs(BaseException):
    """A script takes too long; no `except Exception` handles this."""


def fuzz(seconds: float, seed: int) -> int:
    """Convert mutated scripts for so many seconds of CPU time. Return 1 if there is a fault."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from tests.corpus.file_faults import REFUSED, faults, parses
    from tests.mutations import drawn, mutated, scripts, text_of

    originals, chance = scripts(), random.Random(seed)
    counts = Counter[str]()
    with folder_for_all("fuzz") as folder:
        path = folder / "train.py"
        path.write_bytes(originals[0].read_bytes())
        list(faults(path))  # what is imported and prepared once is there in all forks
        while used() < seconds:
            original, some = chance.choice(originals), drawn(chance)
            text = mutated(text_of(original), some)
            path.write_bytes(text.encode())
            counts["scripts"] += 1
            counts["that parse"] += parses(text.encode())
            found = in_a_fork(lambda: list(faults(path, REFUSED)))
            while found and len(some) > 1:  # with fewer mutations
                fewer = [some[:number] + some[number + 1 :] for number in range(len(some))]
                for less in fewer:
                    path.write_bytes(mutated(text_of(original), less).encode())
                    if again := in_a_fork(lambda: list(faults(path, REFUSED))):
                        found, some = again, less
                        break
                else:
                    break
            if found:
                counts["with a fault"] += 1
                print(f"{original}, {some}: {'; '.join(found)}", flush=True)
    told = ", ".join(f"{counts[what]:,} {what}" for what in ("scripts", "that parse", "with a fault"))
    print(f"{told}; {used():,.0f} s of CPU time, seed {seed}")
    return 1 if counts["with a fault"] else 0


def used() -> float:
    """CPU time of this process and of its children that have ended, in seconds."""
    return sum(os.times()[:4])


def in_a_fork(work: Callable[[], list[str]]) -> list[str]:
    """Return what a function returns, or how its process ended; nothing of it stays."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGPROF, hangs)
        signal.setitimer(signal.ITIMER_PROF, LIMIT)
        resource.setrlimit(resource.RLIMIT_CPU, (int(2 * LIMIT),) * 2)  # where no handler is called
        try:
            said = work()
        except BaseException as error:
            said = [f"raises {type(error).__name__}: {error}"]
        os.write(writes, json.dumps([line[:500] for line in said][:20]).encode())
        os._exit(0)
    os.close(writes)
    with open(reads, "rb") as answer:
        told = answer.read()
    _, status = os.waitpid(child, 0)
    found: list[str] = json.loads(told) if told else [f"ends with {os.waitstatus_to_exitcode(status)}"]
    return found


def hangs(_number: int, _frame: object) -> None:
    """End what takes too long, with a traceback of where."""
    raise Hangs("".join(traceback.format_stack(limit=2)))


def main(arguments: Sequence[str]) -> int:
    """Run the trials and print a line for each kind."""
    if not arguments or arguments[0] not in ("kill", "twice", "fuzz"):
        sys.exit(__doc__)
    kind, *number = arguments
    if kind == "fuzz":
        return fuzz(float(number[0]) if number else 3600.0, int(number[1]) if number[1:] else SEED)
    trials = int(number[0]) if number else {"kill": 200, "twice": 20}[kind]
    draw, done, midway, faults = random.Random(SEED), Counter[str](), Counter[str](), Counter[str]()
    with folder_for_all("reliability") as top:
        folder = top / "experiments"
        files = prepared(folder)
        for trial in range(trials):
            name, is_midway = "twice", False
            if kind == "kill":
                sent = SIGNALS[trial % len(SIGNALS)]
                name = sent.name
                is_midway = killed(files, folder, sent, draw.uniform(0.1, 1.1) * files.seconds)
                midway[name] += is_midway
            else:
                twice(files, folder)
            found = files.faults(folder)
            if is_midway or kind == "twice":
                subprocess.run([*COMMAND, folder], check=False, stdout=subprocess.DEVNULL)
                if contents(folder) != files.ports:
                    found.append("another run does not finish it")
            if found:
                print(f"{name}, trial {trial}: {', '.join(found)}")
            done[name] += 1
            faults[name] += bool(found)
    for name, count in done.items():
        print(f"{name}: {count} trials, {midway[name]} midway, {faults[name]} with a fault")
    return 1 if faults.total() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
