"""What becomes of files when `convert` is killed or runs twice at once, and when scripts are broken: nothing is a test.

    python tools/reliability.py kill [TRIALS]                ended by INT, TERM or KILL at random moments (200 trials)
    python tools/reliability.py twice [TRIALS]               two of them at once in one folder (20 trials)
    python tools/reliability.py fuzz [SECONDS [SEED]]        mutations of the scripts of this repository (3600)
    python tools/reliability.py fuzz-bytes [SECONDS [SEED]]  inputs that run other code than those before (1200)

For `kill` and `twice` the folder has 500 scripts of one model each. After each trial every file is either as it was or
its whole port, and no file is left over; then one more run without trouble makes it what an undisturbed run makes (for
`kill` after each fifth trial that was midway: it takes longer than the trial). A line for each kind of trial says how
many were midway. Ends with 1 if something was torn, lost or left over.

`fuzz` converts each script in a process of its own. No crash, no hang, a port that parses and that another run leaves
as it is, no change without Keras: what breaks that is printed, with the mutations that do it. `fuzz-bytes` asks the
same of bytes, half of the time made by libFuzzer, half by the same mutations, of inputs that run branches which none
has run before; it needs `pip install atheris`, and keeps what breaks it in the working folder.
SECONDS are of CPU time, of all processes together.

All say on standard error every minute how far they are, and at the end what was done until then, also after Ctrl-C and
TERM.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.util
import itertools
import json
import mmap
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gpu2ipu.runner.child.temporary_folder import folder_for_all

FILES = 500
FINISHED = 5  # of so many folders that a killed run left midway another run finishes one
LIMIT = 60.0  # of CPU time, for one script of `fuzz`
SEED = 15
SEEDS = 200  # scripts that libFuzzer begins with
LONGEST = 8192  # bytes of an input of libFuzzer
# the parts of the package of which libFuzzer sees the branches
WATCHED = ("analysis", "convert", "port", "rewrite", "rules", "source")
INTERVAL = 60.0  # seconds between two lines that say how far it is
SCRIPT = '''\
"""Experiment {number}."""

from tensorflow import keras

model = keras.Sequential([keras.layers.Dense({number} + 1)])
'''
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
# small scripts and one rule: of a run that analyses less, more is the writing of files
COMMAND = (sys.executable, "-m", "gpu2ipu", "convert", "--in-place", "--select", "IPU101")


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
    scripts = {f"experiment_{number}.py": SCRIPT.format(number=number).encode() for number in range(FILES)}
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


class Progress:
    """Says how far something is: now and then on standard error, at the end as what there is to say."""

    def __init__(self, told: Callable[[], str]) -> None:
        """Begin; `told` returns the lines."""
        self.told = told
        self.next = time.monotonic() + INTERVAL

    def tell(self) -> None:
        """Say it, unless that was done a short time ago."""
        if time.monotonic() >= self.next:
            print(self.told(), file=sys.stderr, flush=True)
            self.next = time.monotonic() + INTERVAL

    @contextlib.contextmanager
    def to_the_end(self) -> Iterator[None]:
        """Say it at the end of this context, also at that of an exception or a signal."""
        try:
            yield
        finally:
            print(self.told(), flush=True)


def used() -> float:
    """CPU time of this process and of its children that have ended, in seconds."""
    return sum(os.times()[:4])


class Hangs(BaseException):
    """A script takes too long; no `except Exception` handles this."""


def fuzz(seconds: float, seed: int) -> int:
    """Convert mutated scripts for so many seconds of CPU time. Return 1 if there is a fault."""
    from tests.corpus.file_faults import REFUSED, faults, parses
    from tests.mutations import drawn, mutated, scripts

    originals, chance = scripts(), random.Random(seed)
    counts = Counter[str]()

    def told() -> str:
        said = ", ".join(f"{counts[what]:,} {what}" for what in ("scripts", "that parse", "with a fault"))
        return f"{said}; {used():,.0f} s of CPU time, seed {seed}"

    progress = Progress(told)
    with folder_for_all("fuzz") as folder, progress.to_the_end():
        path = folder / "train.py"

        def broken(data: bytes) -> list[str]:
            path.write_bytes(data)
            return in_a_fork(lambda: list(faults(path, REFUSED)))

        def is_broken_by(script: bytes, some: Sequence[tuple[str, int]]) -> bool:
            return bool(broken(mutated(script, some)))

        path.write_bytes(originals[0].read_bytes())
        list(faults(path))  # what is imported and prepared once is there in all forks
        while used() < seconds:
            progress.tell()
            original = chance.choice(originals)
            script, some = original.read_bytes(), drawn(chance)
            data = mutated(script, some)
            found = broken(data)
            counts["scripts"] += 1
            counts["that parse"] += parses(data)
            if found:
                counts["with a fault"] += 1
                some = reduced(some, functools.partial(is_broken_by, script))
                print(f"{original}, {some}: {'; '.join(broken(mutated(script, some)) or found)}", flush=True)
    return 1 if counts["with a fault"] else 0


def reduced(items: Sequence[Any], is_broken: Callable[[list[Any]], bool]) -> list[Any]:
    """Leave out of items what is not needed for a fault: halves first, then less, one by one at the end."""
    left, size = list(items), len(items)
    while size := size // 2:
        start = 0
        while start < len(left):
            fewer = left[:start] + left[start + size :]
            if fewer and is_broken(fewer):
                left = fewer
            else:
                start += size
    return left


def fuzz_bytes(seconds: float, seed: int) -> int:
    """Let libFuzzer make inputs for so many seconds of CPU time. Return 1 if there is a fault.

    It works in a child, which a stack that is too deep for the machine may end; another child goes on then. Every other
    child makes inputs as accidents do.
    """
    if importlib.util.find_spec("atheris") is None:
        sys.exit("fuzz-bytes needs a coverage-guided fuzzer: python -m pip install atheris")
    from tests.mutations import scripts

    # inputs, those that parse, those with a fault, seconds of CPU time: children count in what they share with this
    counts = memoryview(mmap.mmap(-1, 4 * 8)).cast("q")

    def told() -> str:
        tried, parsed, broken, spent = counts
        said = f"{tried:,} inputs, {parsed:,} that parse, {broken:,} with a fault"
        return f"{said}; {spent:,} s of CPU time, seed {seed}"

    progress = Progress(told)
    with folder_for_all("fuzz") as folder, progress.to_the_end():
        inputs = folder / "inputs"
        inputs.mkdir()
        for original in random.Random(seed).sample(scripts(), min(SEEDS, len(scripts()))):
            data = original.read_bytes()
            if len(data) <= LONGEST:
                (inputs / hashlib.sha1(data).hexdigest()).write_bytes(data)
        begin, said = used(), folder / "said"
        for turn in itertools.count():
            left = seconds - (used() - begin)
            if left <= 0:
                break
            child = os.fork()
            if child == 0:
                try:
                    with said.open("wb") as file:
                        os.dup2(file.fileno(), 2)  # libFuzzer says much
                    in_libfuzzer(folder, counts, min(left, seconds / 2), seed + turn)
                except BaseException:
                    traceback.print_exc()
                finally:
                    os._exit(1)
            while os.waitpid(child, os.WNOHANG) == (0, 0):
                time.sleep(0.2)
                progress.tell()
            for found in folder.glob("found-*"):
                counts[2] += 1
                last = said.read_text(errors="replace").strip().rpartition("ERROR: ")[2].partition("\n")[0]
                print(f"{kept(found.read_bytes())}: ends the process: {last}", flush=True)
                found.unlink()
            if not counts[0]:
                sys.exit(f"libFuzzer does not start: {said.read_text(errors='replace')[-2000:]}")
    return 1 if counts[2] else 0


def in_libfuzzer(folder: Path, counts: memoryview[int], seconds: float, seed: int) -> None:
    """Convert what libFuzzer makes for so many seconds of CPU time; ends the process then."""
    atheris = importlib.import_module("atheris")
    root = Path(__file__).parents[1] / "gpu2ipu"
    with atheris.instrument_imports(include=["gpu2ipu"]):
        for part in WATCHED:
            for module in sorted((root / part).rglob("*.py")):
                name = ".".join(module.relative_to(root.parent).with_suffix("").parts)
                importlib.import_module(name.removesuffix(".__init__"))
    from tests.corpus.file_faults import REFUSED, faults, parses

    path, seen = folder / "train.py", set[str]()
    spent, begin = counts[3], time.process_time()
    signal.signal(signal.SIGPROF, hangs)

    def broken(data: bytes) -> list[str]:
        path.write_bytes(data)
        signal.setitimer(signal.ITIMER_PROF, LIMIT)
        try:
            return list(faults(path, REFUSED))
        except (Exception, Hangs) as error:
            return [f"raises {type(error).__name__}: {error}"]
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def try_one(data: bytes) -> None:
        found = broken(data)
        counts[0] += 1
        counts[1] += parses(data)
        counts[2] += bool(found)
        counts[3] = spent + int(time.process_time() - begin)
        kind = re.sub(r"\d+|'[^']*'|\"[^\"]*\"", "", "; ".join(found))
        if found and kind not in seen:
            seen.add(kind)
            lines = reduced(data.splitlines(keepends=True), lambda some: bool(broken(b"".join(some))))
            print(f"{kept(b''.join(lines))}: {'; '.join(found)}", flush=True)
        if time.process_time() - begin > seconds:
            os._exit(0)

    def ended(data: bytes) -> None:
        try:
            try_one(data)
        except BaseException:  # libFuzzer would keep the input as one that is at fault
            traceback.print_exc()
            os._exit(1)

    options = {
        "seed": seed % 2**31 + 1,
        "max_len": LONGEST,
        "len_control": 0,
        "timeout": int(5 * LIMIT),  # where no handler is called
        "report_slow_units": int(5 * LIMIT),
        "rss_limit_mb": 4096,
        "handle_int": 0,
        "handle_term": 0,
        "artifact_prefix": f"{folder}/found-",
    }
    arguments = [
        sys.argv[0],
        *(f"-{name}={value}" for name, value in options.items()),
        str(folder / "inputs"),
    ]
    atheris.Setup(arguments, ended, **({"custom_mutator": other_input} if seed % 2 else {}))
    atheris.Fuzz()


def other_input(data: bytes, most: int, seed: int) -> bytes:
    """Make another input of one, as accidents do; as many of bytes as of text."""
    from tests.mutations import OF_BYTES, OF_TEXT, mutated

    chance = random.Random(seed)
    return mutated(data, [(chance.choice(list(chance.choice((OF_BYTES, OF_TEXT)))), seed)])[:most]


def kept(data: bytes) -> str:
    """Write an input into the working folder, and return its name."""
    name = f"fuzz-{hashlib.sha1(data).hexdigest()[:12]}.py"
    Path(name).write_bytes(data)
    return name


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


def trials(kind: str, number: int) -> int:
    """Run `kill` or `twice`. Return 1 if there is a fault."""
    draw, done, midway, faults = random.Random(SEED), Counter[str](), Counter[str](), Counter[str]()

    def told() -> str:
        return "\n".join(
            f"{name}: {count} trials, {midway[name]} midway, {faults[name]} with a fault"
            for name, count in done.items()
        )

    progress = Progress(told)
    with folder_for_all("reliability") as top, progress.to_the_end():
        folder = top / "experiments"
        files = prepared(folder)
        for trial in range(number):
            progress.tell()
            name, is_midway = "twice", False
            if kind == "kill":
                sent = SIGNALS[trial % len(SIGNALS)]
                name = sent.name
                is_midway = killed(files, folder, sent, draw.uniform(0.1, 1.1) * files.seconds)
            else:
                twice(files, folder)
            found = files.faults(folder)
            if kind == "twice" or (is_midway and midway.total() % FINISHED == 0):
                subprocess.run([*COMMAND, folder], check=False, stdout=subprocess.DEVNULL)
                if contents(folder) != files.ports:
                    found.append("another run does not finish it")
            if found:
                print(f"{name}, trial {trial}: {', '.join(found)}", flush=True)
            done[name] += 1
            midway[name] += is_midway
            faults[name] += bool(found)
    return 1 if faults.total() else 0


KINDS: dict[str, tuple[Callable[..., int], float]] = {
    "fuzz": (fuzz, 3600.0),
    "fuzz-bytes": (fuzz_bytes, 1200.0),
}
TRIALS = {"kill": 200, "twice": 20}


def main(arguments: Sequence[str]) -> int:
    """Run the trials and print a line for each kind."""
    kind, *numbers = arguments or [""]
    if kind in TRIALS:
        return trials(kind, int(numbers[0]) if numbers else TRIALS[kind])
    if kind not in KINDS:
        sys.exit(__doc__)
    sys.path.insert(0, str(Path(__file__).parents[1]))  # for `tests`
    function, seconds = KINDS[kind]
    return function(float(numbers[0]) if numbers else seconds, int(numbers[1]) if numbers[1:] else SEED)


if __name__ == "__main__":
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as shells start what is in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
