"""The two sides of a comparison on two machines: each recorded into a file, and two such files compared.

As in a comparison of one machine the port runs first, and the original along its record: from the same weights, on the
same batches, in scratch copies of their folders. The judgement and the reports are the same.
"""

from __future__ import annotations

import shlex
import sys
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from gpu2ipu.errors import Trouble
from gpu2ipu.runner import commands, compared_runs
from gpu2ipu.runner.child import files, interpreters, module_scripts, scratch
from gpu2ipu.runner.child.backends import Backend
from gpu2ipu.runner.child.launch import Side
from gpu2ipu.runner.child.module_scripts import RunnableScript
from gpu2ipu.runner.child.scratch import ScratchCopies
from gpu2ipu.runner.child.temporary_folder import temporary_folder
from gpu2ipu.runner.compare import plot, record_file
from gpu2ipu.runner.compare import terminal as report
from gpu2ipu.runner.compare.compare import Comparison
from gpu2ipu.runner.compare.compare import compare as compare_records
from gpu2ipu.runner.compare.page import FilePair
from gpu2ipu.runner.compare.record_file import Manifest, RecordFile
from gpu2ipu.runner.compare.tolerance import Tolerance
from gpu2ipu.runner.compared_runs import ComparedRuns
from gpu2ipu.runner.options import LIMITS, CompareOptions, RunOptions


def record_side(script: Path, arguments: tuple[str, ...], asked: RunOptions) -> int:
    """Run a port, or an original along the record of its port, and write what it did; return the script's exit code.

    Raises Trouble for scripts, interpreters, records and targets that cannot be used.
    """
    options = asked.of_side
    program = module_scripts.named(script) if options.module else RunnableScript(script)
    files.check_script(program.script)
    target = Path() if asked.record is None else asked.record
    files.check_target(target)
    name = "port" if asked.along is None else "original"
    scratch.check_kept(options.keep_files, (name,))
    with temporary_folder("record") as folder:
        port = None if asked.along is None else _followed(program.script, arguments, asked, folder)
        if port is None:
            backend, side = _port_side(program, arguments, options)
        else:
            options = replace(options, **{limit: getattr(port.manifest, limit) for limit in LIMITS})
            backend, side = Backend("none"), _original_side(program, arguments, options, port)
        text = commands.program_text(program.script)
        side = files.runnable(side, folder)
        copies = ScratchCopies(folder, compared_runs.folders_of(side), options.keep_files)
        console = Console(stderr=True)
        runs = ComparedRuns(folder, copies, options, console, console)
        journal = folder / f"{name}.jsonl"
        place = backend.place if port is None else "along the record of its port"
        outcome, failure = runs.run_alone(name, side, journal, place)
        notes = list(failure)
        if port is not None and not failure:
            notes += runs.notes_on_untouched(side, journal, port.record, port.manifest.backend)
        manifest = Manifest(
            side=name,
            id=uuid.uuid4().hex,
            script=str(script),
            arguments=arguments,
            **{limit: getattr(options, limit) for limit in LIMITS},
            backend=backend.name,
            failed=bool(failure),
            along=None if port is None else port.followed,
            notes=(*notes, *copies.notes()),
        )
        record_file.write(target, manifest, text, journal, copies.root)
    for sentence in (*failure, _what_next(arguments, target, asked.along, bool(failure))):
        print(f"gpu2ipu: {sentence}", file=sys.stderr)
    return commands.of_shell(outcome.exit_code)


def _port_side(
    program: RunnableScript, arguments: tuple[str, ...], options: CompareOptions
) -> tuple[Backend, Side]:
    backend, python, sdk = commands.where(program.script, options)
    side = replace(
        commands.side_of(python.path, program, arguments, options),
        real_ipu=not backend.simulated,
        sdk=sdk if backend.simulated else None,
        variables=backend.variables,
        **commands.limits(options, backend),
    )
    return backend, side


def _original_side(
    program: RunnableScript, arguments: tuple[str, ...], options: CompareOptions, port: RecordFile
) -> Side:
    python = interpreters.interpreter(options.python, "--python", options.launcher)
    side = commands.side_of(python.path, program, arguments, options, is_port=False)
    return replace(side, real_ipu=python.graphcore, follow=port.journal)


def _followed(script: Path, arguments: tuple[str, ...], asked: RunOptions, folder: Path) -> RecordFile:
    """The record of the port that an original is to follow; Trouble for one that does not fit it."""
    assert asked.along is not None
    if commands.IMPORTS_IPU.search(script.read_bytes()):
        raise Trouble(f"{script} imports tensorflow.python.ipu: it is a port; --along is for its original.")
    inner = folder / "along"
    inner.mkdir()
    port = record_file.read(asked.along, inner)
    if port.manifest.side != "port":
        raise Trouble(f"--along {asked.along} is the record of an original; name that of its port.")
    if port.manifest.failed:
        raise Trouble(f"--along {asked.along} is of a run that failed, which an original cannot follow.")
    _check_arguments(arguments, port)
    for limit, value in asked.given_limits.items():
        theirs = getattr(port.manifest, limit)
        if value != theirs:
            option = f"--{limit.replace('_', '-')}"
            raise Trouble(
                f"{option}: the port was recorded with {'none' if theirs is None else theirs}; leave the option out, "
                "and the original is run as the port was."
            )
    return port


def _check_arguments(arguments: tuple[str, ...], port: RecordFile) -> None:
    theirs = port.manifest.arguments
    if arguments != theirs:
        given = shlex.join(arguments) or "none"
        raise Trouble(
            f"{port.path} is of a run with other arguments: {shlex.join(theirs) or 'none'}, and not {given}; run both "
            "sides with the same."
        )


def _what_next(arguments: tuple[str, ...], target: Path, along: Path | None, failed: bool) -> str:
    name = shlex.quote(str(target))
    done = f"recorded in {name}"
    if along is not None:
        return f"{done}; compare: gpu2ipu compare --from {name} {shlex.quote(str(along))}"
    if failed:
        return f"{done}, which no original can follow"
    words = shlex.join(("ORIGINAL", *arguments))
    return f"{done}; then, of its original: gpu2ipu run --record FILE --along {name} {words}"


def compare_files(paths: tuple[Path, Path], options: CompareOptions) -> int:
    """Compare the records of an original and of its port, in any order: 0 agree, 1 differ, 2 trouble.

    Raises Trouble for records that do not belong together, and for targets that cannot be written.
    """
    for target in (options.json, options.html, options.plot, options.junit):
        files.check_target(target)
    plot.check_ending(options.plot)
    with temporary_folder("compare") as temporary:
        folders = [temporary / name for name in ("one", "other")]
        for folder in folders:
            folder.mkdir()
        original, port = _pair(*(record_file.read(path, to) for path, to in zip(paths, folders)))
        comparison = _compared(original, port, Tolerance(options.tolerance))
    report.show(comparison, Console(stderr=options.json == files.STDOUT))
    script = original.manifest.script
    changed = [FilePair(script, original.program, port.program)]
    commands.write_reports(script, comparison, changed, options)
    return commands.EXIT_CODES[comparison.verdict]


def _pair(one: RecordFile, other: RecordFile) -> tuple[RecordFile, RecordFile]:
    """The original and its port. Raises Trouble unless the one was recorded along the other."""
    sides = {file.manifest.side: file for file in (one, other)}
    if len(sides) == 1:
        (side,) = sides
        which = "by themselves, as ports" if side == "port" else "as originals"
        raise Trouble(
            f"{one.path} and {other.path} were both recorded {which}: record the port, and then the original with "
            "`gpu2ipu run --record FILE --along RECORD_OF_PORT`."
        )
    original, port = sides["original"], sides["port"]
    along = original.manifest.along
    if along is None or along.id != port.manifest.id:
        _check_arguments(original.manifest.arguments, port)
        is_same = along is not None and along.script == port.followed.script
        raise Trouble(
            f"{original.path} was recorded along another {'run' if is_same else 'version'} of the port than "
            f"{port.path}: record it again along that."
        )
    return original, port


def _compared(original: RecordFile, port: RecordFile, tolerance: Tolerance) -> Comparison:
    comparison = compare_records(original.record, port.record, tolerance, port.manifest.backend)
    notes = (*comparison.notes, *_notes(original, port))
    if original.manifest.failed:  # what it died of comes first
        notes = (*original.manifest.notes, *notes)
        comparison = replace(comparison, verdict="error", calls=())
    elif not comparison.calls:
        notes = (*notes, compared_runs.NOTHING)
    return replace(comparison, notes=tuple(dict.fromkeys(notes)))


def _notes(original: RecordFile, port: RecordFile) -> Iterator[str]:
    yield from port.manifest.notes
    yield from original.manifest.notes
    if commands.IS_FOR_BOTH.search(port.program.encode("utf-8", "replace")):
        yield "the port is for both devices, and was not run without an IPU: `gpu2ipu compare SCRIPT PORT` does that"
