"""Graphcore's public TensorFlow programs: the simulator runs them, and `check` reads them; no test.

    python tools/public_programs.py run CHECKOUT@SDK ... [--python PYTHON] [--only TEXT] [--seconds N] [--jobs N]
                                                          [--epochs N] [--steps N]
    python tools/public_programs.py check CHECKOUT@SDK ...

A checkout is a folder with the files of graphcore/examples, graphcore/tutorials (its branches sdk-release-2.5 and 2.6
still have programs of TensorFlow 1), graphcore/keras or graphcore/tensorflow, of the release for that SDK, such as
`tutorials@2.6`. Of the latter two it is the programs of their documentation that are run.

`run` runs every program in a copy of its checkout, with synthetic files for `keras.datasets`, and prints how each of
them ended. It ends with 1 if the simulator is at fault. With `--epochs` or `--steps` the programs are recorded as by
`compare`, with at most so many epochs a `fit` and batches an epoch. `check` prints every finding that no row of `TRUE`
expects, and ends with 1 if they are in more than 2 % of the files.
"""

from __future__ import annotations

import argparse
import ast
import fnmatch
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from gpu2ipu.runner.child import process, process_tree
from gpu2ipu.runner.child.process import Request
from gpu2ipu.runner.child.temporary_folder import folder_for_all

SIMULATOR = Path(__file__).parents[1] / "gpu2ipu" / "simulator"

#: What of a repository is run and checked: the folder of its documentation, or all of it.
DOCUMENTATION = ("keras/ipu/docs", "tensorflow/compiler/plugin/poplar/docs")

#: Program -> arguments that shorten it; a program without a row runs as it is.
ARGUMENTS: dict[str, str] = {
    "*/tensorflow/replication/replication.py": "--steps 5 --iterations-per-step 20 --use-synthetic-data",
    "*/tensorflow/pipelining/pipelining.py": "--run-single-step --repeat-count 10",
    "*/tensorflow/inspecting_tensors/*model.py": "--run-single-step --repeat-count 10",
    "*/tensorflow2/inspecting_tensors/mnist.py": "--steps-per-epoch 100 --epochs 1",
    "*/tensorflow2/recomputation_checkpoints/recompute_lstm.py": "--seq-len 64",
    "*/kernel_benchmarks/tensorflow/hmc.py": "--steps 2 --hmc-steps 10",
    "*/tensorflow1/pipelining/answers/ipu_pipeline_estimator.py": "--steps 160",  # of one loop
    "*/tensorflow1/pipelining/answers/*.py": "--steps 20",
    "*/tensorflow1/pipelining/step1_single_ipu.py": "--steps 20",
    "*/tensorflow1/half_precision_training/stochastic_rounding.py": "float32 8 --epochs 1",
    "*/tensorflow1/half_precision_training/*.py": "float32 --epochs 1",
    "*/ipuestimator/ipu_estimator_cnn.py": "--generated-data --epochs 1",
    "*/unet_medical/tensorflow2/main.py": "--train --host-generated-data --num-epochs 1 --dtype float32",
    "*/cnns/tensorflow2/train.py": "--config cifar10_resnet8_test",
}

#: Programs that are not run -> why.
SKIPPED: dict[str, str] = {
    "*_code_only.py": "the program beside it without its text",
    "*test*/*": "a test, or a program that only tests start",
    "*/docs/exporting_*": "exports a model for TensorFlow Serving, which needs a Poplar executable",
    "*/custom_op*": "builds an operation in C++",
    "*/docs/custom_add_inplace.py": "builds an operation in C++",
    "*/docs/tutorial_custom_codelet.py": "builds an operation in C++",
    "*/concurrent_pipeline/*": "builds an operation in C++",
    "*/static_ops/*": "builds an operation in C++",
    "*/block_sparse/*": "builds an operation in C++",
    "*/matrix_solve_ce_op/*": "builds an operation in C++",
    "*/docs/pre_compile_example*": "compiles for a machine without IPUs, which needs Poplar",
    "*/connection_type/*": "compiles for a machine without IPUs, which needs Poplar",
    "*/utils/*": "a tool of the repository",
    "*/available_memory/*": "reads reports of the Graph Analyser",
    "*/cnns/tensorflow2/run_*sweep.py": "starts other programs with wandb",
    "*/cnns/tensorflow2/run_and_time.py": "starts other programs",
    "*/cnns/tensorflow2/send_request.py": "a client of TensorFlow Serving",
    "*/cnns/tensorflow2/scripts/*": "prepares data, or exports a model",
    "*/cnns/tensorflow2/datasets/*": "prepares data",
    "*/data_utils/*": "prepares data",
    "*/resnet18_inference/*": "needs trained weights and an image",
    "*/efficientdet/tensorflow2/ipu_embedded_inference.py": "runs a Poplar executable",
}

#: Programs that the SDK itself refuses as they stand -> words of the refusal. These are for its TensorFlow 1 only: they
#: use names that TensorFlow 2 does not have, or leave eager execution on.
REFUSED: dict[str, str] = {
    "*/tensorflow/sharding/simple_sharding.py": "module 'tensorflow' has no attribute 'placeholder'",
    "*/tensorflow/replication/replication.py": "infeed dataset iterator which has not been created",
    "*/tensorflow/popdist/popdist_training.py": "has no attribute 'experimental_run_v2'",
    "*/kernel_benchmarks/tensorflow/hmc.py": "No module named 'tensorflow.contrib'",
    "*/kernel_benchmarks/tensorflow/*.py": "has no attribute '",
    "*/half_precision_training/*.py": "infeed dataset iterator which has not been created",
    "*/bert/*.py": "cannot import name 'pywrap_tensorflow'",
    "*/click_through_rate/*.py": "missing 1 required positional argument: 'shape'",
    "*/rl_benchmark.py": "should be a function when eager execution is enabled",
    "*/unet_industrial.py": "but version >=1.15 and <2 is required",
    "*/yolo*/log.py": "cannot import name 'pywrap_tensorflow'",
    "*/yolo*/fp32_to_fp16.py": "No module named 'tensorflow.contrib'",
    "*/densenet_weights.py": "No module named 'tensorflow.contrib'",
    "*/synthetic_benchmarks/resnet.py": "No module named 'tensorflow.contrib'",
    "*/docs/host_embedding_example.py": "cannot import name 'rnn_ops'",  # gone since SDK 2.6
    "*/tut1_porting_a_model/example_1.py": "make_initializable_iterator",
    "*/tut2_loops_data_pipeline/example_2.py": "infeed dataset iterator which has not been created",
}

#: Programs that newer TensorFlows refuse on a CPU as well -> words of the refusal. XLA of 2.6 takes a loss whose labels
#: are fewer than its outputs; the private Keras of 2.4, that of SDK 2.5, had `get_file`.
REFUSED_BY_NEWER: dict[str, str] = {
    "*/docs/host_embedding_example.py": "'tensorflow.python.keras.utils' has no attribute 'get_file'",
    "*/docs/*example7.py": "`labels.shape` must equal `logits.shape`",
    "*/docs/*example8.py": "`labels.shape` must equal `logits.shape`",
    "*/docs/*example1[12].py": "`labels.shape` must equal `logits.shape`",
}

_SUM = "gradients are summed: the learning rate is that of the sum"
_OTHER_KERAS = "a layer or optimizer of `ipu.keras`, which extends another Keras from SDK 2.6 on"
_ORIGINAL = "the original for GPUs, which the tutorial starts from"

#: Folders of programs for TensorFlow 1.
_FOLDERS_OF_FIRST = (
    *("tensorflow1", "applications/tensorflow", "code_examples/tensorflow", "feature_examples/tensorflow"),
    "kernel_benchmarks/tensorflow",
)
_FIRST = "a program for the SDK's TensorFlow 1, of names that TensorFlow 2 does not have"

#: Findings that are right -> why: (file, rule).
TRUE: dict[tuple[str, str], str] = {
    **{("*/tutorials/tensorflow2/keras/demo*", f"IPU{n}"): _ORIGINAL for n in (101, 102, 103, 202)},
    ("*/tutorials/tensorflow2/keras/demo*", "IPU301"): "its first port runs one batch at a time, and says so",
    (
        "*/keras/completed_demos/completed_demo_ipu.py",
        "IPU301",
    ): "runs one batch at a time, as the tutorial says",
    ("*/keras/ipu/docs/*example*.py", "IPU301"): "runs one batch at a time",
    ("*/poplar/docs/keras_tf2_example*.py", "IPU301"): "runs one batch at a time",
    ("*/fastspeech2/tensorflow2/fastspeech2.py", "IPU605"): _OTHER_KERAS,
    ("*/unet_medical/tensorflow2/model.py", "IPU605"): _OTHER_KERAS,
    ("*/message_passing/tensorflow2/xpu.py", "IPU605"): _OTHER_KERAS,
    ("*/tutorials/tensorflow2/keras/*", "IPU308"): _SUM,
    ("*/recompute_lstm.py", "IPU308"): _SUM,
    ("*/tensorflow2_code/training_pipelining*.py", "IPU308"): _SUM,
    ("*/tensorflow2/tests/test_checkpoints.py", "IPU308"): _SUM,
    ("*/bert/tensorflow2/tests/test_model_optimization.py", "IPU301"): "predicts one batch at a time",
    **dict.fromkeys(
        (
            *(
                (f"*/{folder}/*.py", rule)
                for folder in _FOLDERS_OF_FIRST
                for rule in ("IPU603", "IPU605", "IPU606")
            ),
            ("*/resnet18_inference/*.py", "IPU606"),
            ("*/sharding/simple_sharding.py", "IPU606"),
            ("*/tensorflow_porting_tf1_models/full_resnext.py", "IPU606"),
            ("*/poplar/docs/host_embedding_example.py", "IPU605"),
            ("*/poplar/docs/host_embedding_example.py", "IPU606"),
            ("*/poplar/docs/distributed_training*_example.py", "IPU606"),
            ("*/poplar/docs/exporting_*model_example.py", "IPU606"),
        ),
        _FIRST,
    ),
    (
        "*/ogb_lsc_pcqm4mv2/tensorflow2/inference.py",
        "IPU103",
    ): "the metrics of other data sets are created before the strategy",
    (
        "*/tensorflow/popdist/popdist_training.py",
        "IPU603",
    ): "a layer of the Keras that the SDK does not extend",
    **dict.fromkeys(
        (
            ("*/cnns/tensorflow2/model/resnet_models.py", "IPU603"),
            ("*/cnns/tensorflow2/train.py", "IPU603"),
        ),
        "functions of the Keras that the SDK does not extend",
    ),
}

_MISSING_FILE = re.compile(
    r"FileNotFoundError|URLError|URL fetch failure|No such file or directory|No file or directory found|"
    r"NotFoundError|NewConnectionError|ConnectionError|Dataset not found|SavedModel file does not exist|"
    r"Connection refused|Name or service not known|the following arguments are required"
)
_MISSING_PACKAGE = re.compile(r"No module named '?([\w.]+)")
#: Packages that the simulator has to have, or to refuse by name.
_OURS = ("tensorflow", "keras", "popdist", "ipu_tensorflow_addons")
_NOT_EMULATED = re.compile(r"(\S+) is part of Graphcore's SDK, but gpu2ipu's simulator does not emulate it")


class Verdict(Enum):
    """How a program ended; the value is the word in the table."""

    RAN = "ran"
    STOPPED = "ran until the time was up"
    REFUSED = "refused, as by the SDK"
    NEWER = "refused, as by newer TensorFlow"
    NOT_EMULATED = "not emulated"
    DATA = "data missing"
    FAULT = "FAULT"


@dataclass(frozen=True)
class Program:
    """A program: its file below the root of a checkout for an SDK."""

    root: Path
    path: str
    sdk: str


@dataclass(frozen=True)
class Ending:
    """How a program ended, and the sentence that says why."""

    verdict: Verdict
    why: str = ""


def row_of(table: Mapping[str, str], path: str) -> str | None:
    """Return the row of the first pattern that a path matches."""
    return next((row for pattern, row in table.items() if fnmatch.fnmatch(f"/{path}", pattern)), None)


def programs(root: Path, sdk: str) -> Iterator[Program]:
    """Yield the programs of a checkout: files that use TensorFlow and do something when they are run."""
    for file in files(root):
        tree = tree_of(file)
        if tree is not None and uses_tensorflow(tree) and does_something(tree):
            yield Program(root, str(file.relative_to(root)), sdk)


def files(root: Path) -> list[Path]:
    """Return the Python files of a checkout that are about IPUs, in order."""
    folders = [root / folder for folder in DOCUMENTATION if (root / folder).is_dir()] or [root]
    return sorted(file for folder in folders for file in folder.rglob("*.py"))


def tree_of(file: Path) -> ast.Module | None:
    """Return the tree of a file, or None: one of graphcore/examples has the magic of a notebook."""
    try:
        return ast.parse(file.read_bytes())
    except SyntaxError:
        return None


def uses_tensorflow(tree: ast.Module) -> bool:
    """Return whether a file imports TensorFlow or Keras."""
    imported = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    imported += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return any(name.split(".")[0] in ("tensorflow", "keras") for name in imported)


def does_something(tree: ast.Module) -> bool:
    """Return whether a file is a program: it has a block of its own for `__main__`, a loop, a scope or a call.

    Python runs no file that imports from its own package by dots.
    """
    if any(isinstance(node, ast.ImportFrom) and node.level for node in tree.body):
        return False
    for node in tree.body:
        if isinstance(node, (ast.With, ast.For, ast.While)):
            return True
        if isinstance(node, ast.If) and "__main__" in ast.unparse(node.test):
            return True
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            return True
    return False


def ending(program: Program, code: int | None, said: str) -> Ending:
    """Return how a program ended; `code` is None when its time was up, `said` is what it wrote."""
    if code is None:
        return Ending(Verdict.STOPPED)
    if code == 0:
        return Ending(Verdict.RAN)
    last = last_error(said)
    for table, verdict in ((REFUSED, Verdict.REFUSED), (REFUSED_BY_NEWER, Verdict.NEWER)):
        words = row_of(table, program.path)
        if words is not None and words in said:
            return Ending(verdict, last)
    refused = _NOT_EMULATED.search(said)
    if refused:
        return Ending(Verdict.NOT_EMULATED, refused[1])
    package = _MISSING_PACKAGE.search(last)
    if package and package[1].split(".")[0] not in _OURS:
        return Ending(Verdict.DATA, f"package {package[1]}")
    if _MISSING_FILE.search(last) and not package:
        return Ending(Verdict.DATA, last)
    return Ending(Verdict.FAULT, last or f"exit code {code}")


def last_error(said: str) -> str:
    """Return the line of a traceback that names the exception, else the last line.

    Keras repeats the traceback of a function of the user's in the message: "ValueError: in user code:".
    """
    lines = [line for line in said.splitlines() if line.strip()]
    if any("in user code:" in line for line in lines):
        lines = [line.strip() for line in lines if "in user code:" not in line]
    named = [
        line for line in lines if re.match(r"[\w.]+(Error|Exception|Interrupt|Aborted|NotEmulated)\b", line)
    ]
    return (named or lines or [""])[-1][:200]


def shortening(options: argparse.Namespace) -> tuple[str, ...]:
    """Return the arguments of the simulator that shorten programs; only recorded ones can be shortened."""
    given = [(flag, getattr(options, flag)) for flag in ("epochs", "steps")]
    limits = [word for flag, number in given if number for word in (f"--{flag}", str(number))]
    return (*limits, "--record", os.devnull) if limits else ()


def run(program: Program, python: str, seconds: int, shortening: Sequence[str] = ()) -> Ending:
    """Run a program in its folder, in a process that is ended after some seconds."""
    skipped = row_of(SKIPPED, program.path)
    assert skipped is None, skipped
    file = program.root / program.path
    command = [python, str(SIMULATOR), "--sdk", program.sdk, "--synthetic-data", *shortening, file.name]
    command += (row_of(ARGUMENTS, program.path) or "").split()
    settings = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "2", "MPLBACKEND": "agg", "PYTHONUNBUFFERED": "1"}
    lines = list[str]()
    done = process.run(Request(tuple(command), settings, file.parent, seconds, echo=lines.append))
    return ending(program, None if done.timed_out else done.exit_code, "\n".join(lines))


def run_all(checkouts: Sequence[tuple[Path, str]], options: argparse.Namespace) -> int:
    """Run all programs and print the table. Return 1 if the simulator is at fault for one of them."""
    counts: Counter[str] = Counter()
    with folder_for_all("public-programs") as folder:
        copies = [(copied(root, folder / str(number)), sdk) for number, (root, sdk) in enumerate(checkouts)]
        found = [program for root, sdk in copies for program in programs(root, sdk)]
        found = [program for program in found if options.only in program.path]
        chosen = [program for program in found if row_of(SKIPPED, program.path) is None]
        print("| program | SDK | ended | why |\n|---|---|---|---|", flush=True)
        with ThreadPoolExecutor(options.jobs) as pool:
            endings = pool.map(
                lambda each: run(each, options.python, options.seconds, shortening(options)), chosen
            )
            try:
                for program, end in zip(chosen, endings):
                    counts[end.verdict.value] += 1
                    print(f"| {program.path} | {program.sdk} | {end.verdict.value} | {end.why} |", flush=True)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                process_tree.kill(process_tree.started_by_this())
                raise
        print_skipped(found)
    print(", ".join(f"{number} {word}" for word, number in counts.most_common()) or "no programs")
    return 1 if counts[Verdict.FAULT.value] else 0


def copied(root: Path, copy: Path) -> Path:
    """Copy a checkout, since programs write into their folders; return the copy."""
    shutil.copytree(root, copy, symlinks=True)
    return copy


def print_skipped(found: Iterable[Program]) -> None:
    """Print how many programs are not run for each reason."""
    reasons = Counter(row_of(SKIPPED, program.path) for program in found)
    for reason, number in reasons.most_common():
        if reason is not None:
            print(f"not run: {number}, {reason}")


def check_all(checkouts: Sequence[tuple[Path, str]]) -> int:
    """Print the findings of `check` that nobody has judged right. Return 1 if more than 2 % of the files have some."""
    number = doubtful = 0
    rules: Counter[str] = Counter()
    for root, sdk in checkouts:
        for path, findings in checked(root, sdk):
            number += 1
            open_to_doubt = [finding for finding in findings if not is_true(path, str(finding["rule"]))]
            doubtful += bool(open_to_doubt)
            for finding in open_to_doubt:
                rules[str(finding["rule"])] += 1
                print(f"{path}:{finding['line']}: {finding['rule']} {finding['message']}")
    print(f"{number} files, {doubtful} of them with findings to be judged:", dict(rules.most_common()))
    return 1 if doubtful > 0.02 * number else 0


def checked(root: Path, sdk: str) -> Iterator[tuple[str, list[dict[str, object]]]]:
    """Yield the files of a checkout with what `check` finds in them, except for notes."""
    folders = [root / folder for folder in DOCUMENTATION if (root / folder).is_dir()] or [root]
    command = [sys.executable, "-m", "gpu2ipu", "check", "--sdk", sdk, "--format", "json", "--exit-zero"]
    done = subprocess.run([*command, *map(str, folders)], capture_output=True, text=True, check=False)
    for file in json.loads(done.stdout)["files"]:
        findings = [finding for finding in file["findings"] if finding["severity"] != "note"]
        yield os.path.relpath(file["path"], root), findings


def is_true(path: str, rule: str) -> bool:
    """Return whether a finding was judged right."""
    return any(rule == known and fnmatch.fnmatch(f"/{path}", pattern) for pattern, known in TRUE)


def checkout(text: str) -> tuple[Path, str]:
    """Return folder and SDK of an argument. Raises ArgumentTypeError if one of them is missing."""
    folder, at, sdk = text.rpartition("@")
    if not at or not Path(folder).is_dir():
        raise argparse.ArgumentTypeError(f"{text} is no FOLDER@SDK")
    return Path(folder).resolve(), sdk


def main(arguments: Sequence[str]) -> int:
    """Run or check the programs of some checkouts."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("command", choices=("run", "check"))
    parser.add_argument("checkouts", nargs="+", type=checkout, metavar="CHECKOUT@SDK")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that runs them")
    parser.add_argument("--only", default="", metavar="TEXT", help="only programs whose paths contain this")
    parser.add_argument("--seconds", type=int, default=300, help="the time of a program (default: 300)")
    parser.add_argument("--epochs", type=int, help="at most so many epochs a fit")
    parser.add_argument("--steps", type=int, help="at most so many batches an epoch")
    parser.add_argument("--jobs", type=int, default=1, help="programs at a time (default: 1)")
    options = parser.parse_args(arguments)
    return run_all(options.checkouts, options) if options.command == "run" else check_all(options.checkouts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
