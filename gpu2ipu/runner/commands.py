"""The commands `run` and `compare`: what the command line calls; each gives the exit code."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console

from gpu2ipu.errors import Trouble
from gpu2ipu.runner import compared_runs
from gpu2ipu.runner.child import (
    backends,
    files,
    instances,
    interpreters,
    launch,
    module_scripts,
    process_tree,
    scratch,
    temporary_port,
)
from gpu2ipu.runner.child.backends import Backend
from gpu2ipu.runner.child.instances import InstanceLayout
from gpu2ipu.runner.child.interpreters import Interpreter
from gpu2ipu.runner.child.launch import Side
from gpu2ipu.runner.child.module_scripts import RunnableScript
from gpu2ipu.runner.child.process import run as run_process
from gpu2ipu.runner.child.scratch import ScratchCopies
from gpu2ipu.runner.child.temporary_folder import temporary_folder
from gpu2ipu.runner.compare import curves, junit_report, page, plot, seeds
from gpu2ipu.runner.compare import terminal as report
from gpu2ipu.runner.compare.compare import Comparison, as_json
from gpu2ipu.runner.compare.page import FilePair
from gpu2ipu.runner.compared_runs import ComparedRuns, SidePair
from gpu2ipu.runner.options import CompareOptions, Options, RunOptions
from gpu2ipu.runner.renamed_original import OriginalNames
from gpu2ipu.runner.run import record as run_record
from gpu2ipu.runner.run import terminal as run_report

# A statement that no original has.
IMPORTS_IPU = re.compile(
    rb"^[ \t]*(from[ \t]+tensorflow\.python[ \t]+import\b.*\bipu\b|(from|import)[ \t]+tensorflow\.python\.ipu\b)",
    re.MULTILINE,
)

# A port that is the original where there is no SDK.
IS_FOR_BOTH = re.compile(
    rb"^try:[ \t]*\r?\n[ \t]+(from[ \t]+tensorflow\.python[ \t]+import|import[ \t]+tensorflow\.python\.)"
    rb"[^\n]*\bipu\b[^\n]*\n"
    rb"([ \t]+[^\n]*\n)*except[ \t]+(ImportError|ModuleNotFoundError)",
    re.MULTILINE,
)

# Exit code for each verdict.
EXIT_CODES = {"agree": 0, "differ": 1, "error": 2}

# What a shell reports for a process that was interrupted.
INTERRUPTED = 130


def run(script: Path, arguments: tuple[str, ...], options: RunOptions) -> int:
    """Run a port on a backend; the exit code is the script's own.

    Raises Trouble for a script, backend or interpreter that cannot be used.
    """
    program = module_scripts.named(script) if options.module else RunnableScript(script)
    script = program.script
    files.check_script(script)
    if options.json == files.STDOUT:
        raise Trouble("--json - is of compare: standard output of run is the script's own; name a file.")
    files.check_target(options.json)
    layout = instances.layout(options.instances, options.replicas, options.ipus_per_replica)
    if layout is not None and options.launcher:
        raise Trouble(
            "--launcher starts one process, --instances and --replicas several: choose one of them."
        )
    backend, python, sdk = where(script, options)
    if layout is not None and not backend.simulated:
        raise Trouble(f"--instances and --replicas are of the simulator; on IPUs: {_poprun(layout)} {script}")
    if backend.why:
        print(f"gpu2ipu: the port runs {backend.place}", file=sys.stderr, flush=True)
    with temporary_folder("run") as folder:
        side = Side(
            python.path,
            script,
            arguments,
            module=program.module,
            real_ipu=not backend.simulated,
            sdk=sdk if backend.simulated else None,
            variables=backend.variables,
            synthetic_data=options.synthetic_data,
            launcher=options.launcher,
            report=folder / "report.jsonl",
            **limits(options, backend),
        )
        try:
            code = _exit_code(files.runnable(side, folder), layout)
        except KeyboardInterrupt:
            _report(side, backend, INTERRUPTED, options)
            raise
        _report(side, backend, code, options)
    return code


def _exit_code(side: Side, layout: InstanceLayout | None) -> int:
    """Run a script, once or in several instances of which the first reports; return its exit code as a shell has it."""
    if layout is None:
        return of_shell(run_process(launch.request(side)).exit_code)
    others = [launch.request(replace(side, report=None))] * (layout.instances - 1)
    code, failed = instances.run([launch.request(side), *others], layout)
    if failed is not None and layout.instances > 1:
        print(
            f"gpu2ipu: instance {failed} of {layout.instances} ended with exit code {of_shell(code)}, "
            "and the others were ended",
            file=sys.stderr,
        )
    return of_shell(code)


def of_shell(code: int) -> int:
    """Return an exit code as a shell has it: of a process that a signal ended, 128 and the signal's number."""
    return code if code >= 0 else 128 - code


def _poprun(layout: InstanceLayout) -> str:
    ipus = f" --ipus-per-replica={layout.ipus_per_replica}" if layout.ipus_per_replica > 1 else ""
    return f"poprun --num-instances={layout.instances} --num-replicas={layout.replicas}{ipus} python3"


def _report(side: Side, backend: Backend, code: int, options: Options) -> None:
    """Print what is known of a run to stderr, so that stdout stays the script's own."""
    assert side.report is not None
    record = run_record.read(side.report)
    run_report.show(record, backend, code, Console(stderr=True))
    if options.json is not None:
        files.write_json(options.json, run_record.as_json(record, backend.name, code))


def limits(options: Options, backend: Backend) -> dict[str, Any]:
    """Return the memory that a port has; a device has its own."""
    return {"chip": options.chip, "allow_oom": options.allow_oom} if backend.simulated else {}


def compare(script: Path, port: Path | None, arguments: tuple[str, ...], options: CompareOptions) -> int:
    """Run a port, then its original, and compare what they learn: 0 agree, 1 differ, 2 trouble.

    Without a port, the script is converted into a temporary one that runs in place of the original.
    Raises Trouble for scripts, interpreters and targets that cannot be used.
    """
    original = module_scripts.named(script) if options.module else RunnableScript(script)
    ready = None if port is None else module_scripts.port_of(original, port)
    _check_pair(original.script, ready.script if ready else None)
    for target in (options.json, options.html, options.plot, options.junit):
        files.check_target(target)
    plot.check_ending(options.plot)
    backend, python, sdk = where(original.script, options)
    original_python = python
    if options.original_python is not None:
        original_python = interpreters.interpreter(
            options.original_python, "--original-python", options.launcher
        )
    scratch.check_kept(options.keep_files, ("port", "original"))
    if options.memory is not None:
        _check_memory(options)
    on_stdout = options.json == files.STDOUT
    options = replace(options, quiet=options.quiet or on_stdout)
    console = Console(stderr=on_stdout)
    with temporary_folder("compare") as folder:
        notes, program, port_side, contents = _port_side(
            original, ready, arguments, options, python, sdk, folder
        )
        port_side = replace(
            port_side,
            real_ipu=not backend.simulated,
            sdk=sdk if backend.simulated else None,
            variables=backend.variables,
            **limits(options, backend),
        )
        original_side = side_of(original_python.path, original, arguments, options, is_port=False)
        original_side = replace(original_side, real_ipu=original_python.graphcore)
        original_side = files.runnable(original_side, folder)
        names = OriginalNames(original.script, sdk, folder)
        pair = SidePair(original_side, port_side, contents, names)
        copies = ScratchCopies(folder, compared_runs.folders_of(original_side, port_side), options.keep_files)
        changed = list(_file_pairs(original.script, program, contents))
        is_for_both = IS_FOR_BOTH.search(program.read_bytes()) is not None
        runs = ComparedRuns(folder, copies, options, console, Console(stderr=True))
        comparison = runs.compare(pair, backend)
        if comparison.verdict != "error" and is_for_both:
            comparison = comparison.with_other_device(runs.compare_without_ipu(pair, original_python))
        other_seeds = range(options.seed + 1, options.seed + options.repeat)
        more = runs.repeat(pair, backend, other_seeds) if comparison.verdict != "error" else {}
        comparison = comparison.with_repeats({options.seed: comparison, **more} if more else {})
        notes = (*notes, *copies.notes())
    notes = (*notes, *comparison.notes)
    if port is None and comparison.verdict == "error":
        notes = (*notes, f"to see the port: `gpu2ipu convert {shlex.quote(str(original.script))} -o FOLDER`")
    comparison = replace(comparison, notes=notes)
    report.show(comparison, console)
    write_reports(str(original.script), comparison, changed, options)
    return EXIT_CODES[comparison.verdict]


def _port_side(
    original: RunnableScript,
    ready: RunnableScript | None,
    arguments: tuple[str, ...],
    options: CompareOptions,
    python: Interpreter,
    sdk: str,
    folder: Path,
) -> tuple[tuple[str, ...], Path, Side, Mapping[Path, bytes]]:
    """Return notes on a port, its code, what runs it, and what takes the place of files in its scratch copy."""
    if ready is not None:
        side = files.runnable(side_of(python.path, ready, arguments, options), folder)
        return temporary_port.manual_work(ready.script, sdk), ready.script, side, {}
    made = temporary_port.convert(original.script, sdk)
    program = folder / f"{original.script.stem}_ipu.py"
    program.write_bytes(made.program)
    side = replace(
        side_of(python.path, original, arguments, options), script=program, path_of=original.script
    )
    return made.notes, program, side, made.contents


def _file_pairs(script: Path, port: Path, contents: Mapping[Path, bytes]) -> Iterator[FilePair]:
    """Yield the scripts, and of a temporary port the modules too, as they were before and after."""
    yield FilePair(str(script), program_text(script), program_text(port))
    for path, content in contents.items():
        if path != Path(os.path.abspath(script)):
            yield FilePair(os.path.relpath(path), program_text(path), content.decode("utf-8", "replace"))


def program_text(path: Path) -> str:
    """Return a script, or the code of a notebook, as text."""
    from gpu2ipu.source.reading import read_source

    if path.suffix != ".ipynb":
        return path.read_bytes().decode("utf-8", "replace")
    source = read_source(path)
    return source.program(source.text).decode("utf-8", "replace")


def write_reports(
    script: str, comparison: Comparison, changed: Sequence[FilePair], options: CompareOptions
) -> None:
    """Write the reports that the options ask for."""
    if options.json is not None:
        by_seed = {"seeds": seeds.as_json(comparison.repeats)} if comparison.repeats else {}
        files.write_json(options.json, {**as_json(comparison), **by_seed})
    if options.html is not None:
        files.write_text(options.html, page.written(script, comparison, changed))
    if options.plot is not None:
        plot.write(options.plot, list(curves.charts_of(comparison)))
    if options.junit is not None:
        files.write_text(options.junit, junit_report.written([(script, comparison)]))


def where(script: Path, options: Options) -> tuple[Backend, Interpreter, str]:
    """Return the backend of a port, its interpreter, and the SDK that it is for."""
    from gpu2ipu.config import SDKS
    from gpu2ipu.convert.options import load_options

    sdk = load_options(script, {"sdk": options.sdk}).sdk
    python = interpreters.interpreter(options.python, "--python", options.launcher)
    backend = backends.choose(options.backend, python, options.executable_cache, options.profile)
    if not backend.simulated and python.sdk in SDKS:
        sdk = python.sdk if options.sdk is None else sdk
    if not backend.simulated and options.sdk is not None and options.sdk != python.sdk:
        theirs = f"SDK {python.sdk}" if python.sdk else "an SDK of unknown version"
        raise Trouble(f"--sdk {options.sdk}: {python.path} has {theirs}, and a port runs there as it is.")
    return backend, python, sdk


def side_of(
    python: Path,
    program: RunnableScript,
    arguments: tuple[str, ...],
    options: CompareOptions,
    is_port: bool = True,
) -> Side:
    """Return what runs one side of a comparison; where a port runs is not said yet."""
    return Side(
        interpreter=python,
        script=program.script,
        module=program.module,
        arguments=arguments,
        is_port=is_port,
        seed=options.seed,
        epochs=options.epochs,
        steps=options.steps,
        samples=options.samples,
        synthetic_data=options.synthetic_data,
        launcher=options.launcher,
    )


def _check_memory(options: CompareOptions) -> None:
    """Trouble where the memory of the two runs cannot be measured."""
    if not process_tree.is_known():
        raise Trouble("--memory needs /proc, which only Linux has.")
    if options.launcher:
        raise Trouble(
            "--memory measures on this machine: give the limit to the --launcher, as `srun --mem` does."
        )


def _check_pair(script: Path, port: Path | None) -> None:
    files.check_script(script)
    if IMPORTS_IPU.search(script.read_bytes()):
        raise Trouble(
            f"{script} imports tensorflow.python.ipu: it is a port already. Name its original first."
        )
    if port is None:
        return
    files.check_script(port)
    if os.path.samefile(script, port):
        raise Trouble(f"{port} is the original itself; name its port, or no port to have it converted.")
