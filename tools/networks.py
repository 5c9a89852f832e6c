"""Twenty networks of `keras.applications`: what memory they need, and that their ports learn the same; no test.

    python tools/networks.py memory [NAME ...]     the table of the README: images of 224 x 224, batches of 1 and of 32
    python tools/networks.py compare [NAME ...]    small images, batches of 1 and of 32, two updates: on one IPU, and in
                                                   the pipelines of 2 and 4 stages that `plan` proposes

Without names it is all of them, in order, and as many at a time as there are cores. `compare` ends with 1 if a port
differs. Scripts run in forks of processes that have imported TensorFlow, as those of the tests do.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from gpu2ipu.plan import measuring, plan_file
from gpu2ipu.plan.measured import Measured
from gpu2ipu.plan.measuring import PlanOptions, plan_of
from gpu2ipu.plan.plan_file import CROWDED
from gpu2ipu.plan.proposal import propose
from gpu2ipu.plan.split import Splitter
from gpu2ipu.runner import compared_runs
from gpu2ipu.runner.child import process_tree
from gpu2ipu.runner.child.module_scripts import RunnableScript
from gpu2ipu.runner.child.temporary_folder import folder_for_all, temporary_folder
from gpu2ipu.runner.compare import record_file
from gpu2ipu.runner.compare.compare import compare as compare_records
from gpu2ipu.runner.compare.record import Record
from gpu2ipu.runner.compare.tolerance import Tolerance
from gpu2ipu.runner.options import RunOptions
from gpu2ipu.runner.recorded_sides import record_side

# network -> the smallest images that it takes, or 32
NETWORKS = {
    **dict.fromkeys(("VGG16", "VGG19", "ResNet50", "ResNet101", "ResNet152", "ResNet50V2"), 32),
    **{"InceptionV3": 75, "InceptionResNetV2": 75, "Xception": 71},
    **dict.fromkeys(("MobileNet", "MobileNetV2", "MobileNetV3Small", "MobileNetV3Large"), 32),
    **dict.fromkeys(("DenseNet121", "DenseNet169", "DenseNet201", "NASNetMobile"), 32),
    **dict.fromkeys(("EfficientNetB0", "EfficientNetB1", "EfficientNetB3"), 32),
}
# they take longest, so that they start first: else one of them runs alone at the end
LONGEST = ("InceptionResNetV2", "ResNet152", "DenseNet201", "EfficientNetB3", "NASNetMobile", "DenseNet169")
SCRIPT = """\
import numpy as np
import tensorflow as tf

random = np.random.default_rng(0)
images = random.random(({samples}, {size}, {size}, 3), "float32")
labels = random.integers(10, size={samples}).astype("int32")

model = tf.keras.applications.{name}(weights=None, input_shape=({size}, {size}, 3), classes=10)
model.compile(tf.keras.optimizers.SGD(0.001, momentum=0.9), "sparse_categorical_crossentropy")
"""
TRAINING = """\
model.fit(images[: 2 * {rows}], labels[: 2 * {rows}], batch_size={rows}, shuffle=False)
"""
# a pipeline takes a batch in parts, and one of 1 has none; as many as the one of most stages needs at least
MICRO_BATCHES = 8
BATCHES = (1, 32)
STAGES = (2, 4)
# devices that a pipeline may have
IPUS = (1, 2, 4, 8, 16)
MIB = 1 << 20
HEADS = {
    "memory": (
        "network",
        "weights",
        "batch of 1",
        "batch of 32",
        "2 stages",
        "4 stages",
        "IPUs for 1",
        "IPUs for 32 at once",
    ),
    "compare": ("network", "batch of 1", "batch of 32", "2 stages", "4 stages"),
}


def script(folder: Path, name: str, size: int, *batches: int) -> Path:
    """Write the script that trains a network twice on a batch, of each size in turn."""
    path = folder / f"{name}_{'_'.join(map(str, batches))}.py"
    parts = [TRAINING.format(rows=rows) for rows in batches]
    path.write_text("".join([SCRIPT.format(name=name, size=size, samples=2 * max(batches)), *parts]))
    return path


def memory_row(name: str) -> list[str]:
    """Measure a network, and return what the table says of it, in MiB."""
    with temporary_folder("networks") as folder:
        found = {
            rows: measuring.measure(RunnableScript(script(folder, name, 224, rows)), (), PlanOptions())
            for rows in (1, 32)
        }
    return figures(name, found[1], found[32])


def figures(name: str, single: Measured, whole: Measured) -> list[str]:
    """Return a row of the table from what was measured with micro-batches of 1 and of 32."""
    (one,), (many,) = single.models.values(), whole.models.values()
    weights = sum(call.weights for call in one.layers.calls)
    limit = int(single.header["capacity"] * CROWDED)
    splitters = [Splitter(model.layers, "grouped", limit) for model in (one, many)]
    alone = [sizes(splitter, 1) for splitter in splitters]
    pipelines = [sizes(splitters[0], stages) for stages in (2, 4)]
    fewest = (splitter.fewest(IPUS) for splitter in splitters)
    return [name, mib(weights), *alone, *pipelines, *(str(count or "-") for count in fewest)]


def sizes(splitter: Splitter, stages: int) -> str:
    """Return the memory of each stage; in brackets if one does not fit."""
    text = " + ".join(mib(stage.memory) for stage in splitter.best(stages))
    return text if splitter.fits(stages) else f"({text})"


def mib(size: int) -> str:
    """Return a size in MiB."""
    return f"{size / MIB:,.0f}"


def compare_row(name: str) -> list[str]:
    """Port a network in each form, and return for each whether it learns the same.

    One script has both batch sizes for one IPU, so that its original runs once, and one measurement is split twice.
    """
    with temporary_folder("networks") as folder:
        os.chdir(folder)  # runs are in copies of the working folder
        both = script(folder, name, NETWORKS[name], *BATCHES)
        single = script(folder, name, NETWORKS[name], BATCHES[-1])
        (found,) = agreements(both, {"": ()})
        return [name, *(found * len(BATCHES))[: len(BATCHES)], *(word for (word,) in pipelines(single))]


def pipelines(path: Path, numbers: Sequence[int] = STAGES) -> list[list[str]]:
    """Port a script to the pipelines of some stages that a plan has for it; return what `agreements` does."""
    measured = measuring.measure(RunnableScript(path), (), PlanOptions())
    (model,) = measured.models.values()
    forms = {}
    for stages in numbers:
        options = PlanOptions(stages=stages)
        proposal = propose(model, options.schedule, options.recompute, measured.header["capacity"], stages)
        plan = path.with_name(f"{path.stem}_{stages}.json")
        plan.write_text(json.dumps(plan_file.as_json(plan_of(measured, [proposal], options))))
        forms[f"_{stages}"] = (f"--plan={plan}", f"--gradient-accumulation={MICRO_BATCHES}")
    return agreements(path, forms)


def agreements(path: Path, forms: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Port a script in some forms; return of each a word for each training, or why there is none.

    A form is the end of the port's name and the options of `convert`. All forms take a batch in the same micro-batches
    and begin with the same weights, so that the original runs once, along the record of the last one.
    """
    ports = [ported(path, end, options) for end, options in forms.items()]
    followed = [port.record for port in ports if port.record is not None]
    original = recorded(path, followed[-1]) if followed else Recorded("no port has run")
    return [judged(original, port) for port in ports]


@dataclass(frozen=True)
class Recorded:
    """The record of a run; None and why if there is none."""

    trouble: str | None = None
    record: Path | None = None


def ported(path: Path, end: str, options: Sequence[str]) -> Recorded:
    """Port a script with some options of `convert`, and run the port."""
    port = path.with_name(f"{path.stem}{end}_ipu.py")
    done = gpu2ipu("convert", path, "--force", "-o", port, *options)
    return Recorded(f"not converted: {last_line(done)}") if done.returncode == 2 else recorded(port)


def recorded(path: Path, along: Path | None = None) -> Recorded:
    """Run a port, or an original along the record of one."""
    target, said = path.with_suffix(".record"), io.StringIO()
    with contextlib.redirect_stderr(said):
        code = record_side(path, (), RunOptions(record=target, along=along, untouched=False))
    *_, why, _ = ("", "", *said.getvalue().splitlines())  # the last line says what to do with the record
    return Recorded(f"failed: {why}") if code else Recorded(record=target)


def judged(original: Recorded, port: Recorded) -> list[str]:
    """Return a word for each training of an original and a port, or why there is none."""
    if port.record is None or original.record is None:
        return [str(port.trouble or original.trouble)]
    comparison = compare_records(read(original.record), read(port.record), Tolerance())
    return ["agrees" if call.agree else "differs" for call in comparison.calls]


def read(path: Path) -> Record:
    """Read a record, whose arrays are put into a folder beside it."""
    folder = path.with_suffix("")
    folder.mkdir(exist_ok=True)
    return record_file.read(path, folder).record


def gpu2ipu(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    command = [sys.executable, "-m", "gpu2ipu", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def last_line(done: subprocess.CompletedProcess[str]) -> str:
    """Return the last line that a command says about trouble."""
    return (done.stderr or done.stdout).rstrip().rpartition("\n")[2]


def rows_of(kind: str, names: Sequence[str]) -> Iterator[list[str]]:
    """Yield the rows of a table, in order; each core works at one of them."""
    row: Callable[[str], list[str]] = memory_row if kind == "memory" else compare_row
    with folder_for_all("networks"), ProcessPoolExecutor(os.cpu_count(), initializer=run_in_forks) as pool:
        rows = {name: pool.submit(row, name) for name in sorted(names, key=lambda name: name not in LONGEST)}
        try:
            yield from (rows[name].result() for name in names)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            process_tree.kill(process_tree.started_by_this())
            raise


def main(arguments: Sequence[str]) -> int:
    """Print a table."""
    if not arguments or arguments[0] not in HEADS or not set(arguments[1:]) <= NETWORKS.keys():
        sys.exit(__doc__)
    kind, *names = arguments
    return table(kind, names or list(NETWORKS))


def run_in_forks() -> None:
    """Let this process run scripts in forks of one that has imported TensorFlow; that one ends with this process."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from tests import warm_simulator

    for module in (compared_runs, measuring):
        mock.patch.object(module, "run_process", warm_simulator.run).start()


def table(kind: str, names: Sequence[str]) -> int:
    """Print a table. Return 1 if it has a port that differs."""
    for row in (HEADS[kind], ["---"] * len(HEADS[kind])):
        print("|", " | ".join(row), "|")
    agree = True
    for found in rows_of(kind, names):
        print("|", " | ".join(found), "|", flush=True)
        agree &= kind == "memory" or all(cell == "agrees" for cell in found[1:])
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
