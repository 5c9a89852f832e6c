"""The runs of a comparison: a port and its original, one after the other, each in a scratch copy of the files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.console import Console
from rich.text import Text

from gpu2ipu.runner import advice
from gpu2ipu.runner.child import launch, process_tree
from gpu2ipu.runner.child.backends import Backend
from gpu2ipu.runner.child.interpreters import Interpreter
from gpu2ipu.runner.child.launch import Side
from gpu2ipu.runner.child.process import ProcessOutcome
from gpu2ipu.runner.child.process import run as run_process
from gpu2ipu.runner.child.scratch import Scratch, ScratchCopies
from gpu2ipu.runner.compare import record, untouched
from gpu2ipu.runner.compare import terminal as report
from gpu2ipu.runner.compare.compare import Comparison
from gpu2ipu.runner.compare.compare import compare as compare_records
from gpu2ipu.runner.compare.failures import before_failure
from gpu2ipu.runner.compare.record import Record
from gpu2ipu.runner.compare.tolerance import Tolerance
from gpu2ipu.runner.options import CompareOptions
from gpu2ipu.runner.progress import ShownProgress
from gpu2ipu.runner.renamed_original import OriginalNames, RenamedOriginal
from gpu2ipu.runner.run import broken_rules

NOTHING = "neither side calls fit, evaluate or predict: there is nothing to compare"


@dataclass(frozen=True)
class SidePair:
    """A port and its original, by the user's paths; and what takes the place of files in the copy of the port."""

    original: Side
    port: Side
    contents: Mapping[Path, bytes] = field(default_factory=dict)
    names: OriginalNames | None = None  # for an original that fails where a name is missing


@dataclass(frozen=True)
class ComparedRuns:
    """Runs pairs in scratch copies below a temporary folder, and compares what they record."""

    folder: Path
    copies: ScratchCopies
    options: CompareOptions
    # what is to be read in the end goes to the first, what happens now to the second
    console: Console
    progress: Console

    def compare(self, pair: SidePair, backend: Backend) -> Comparison:
        """Run the port, then the original along its record."""
        return self._follow(pair, backend, self.folder, self.options.keep_files)

    def repeat(self, pair: SidePair, backend: Backend, seeds: Iterable[int]) -> dict[int, Comparison]:
        """Compare with other seeds; of the first that cannot be judged no other one is tried."""
        found = dict[int, Comparison]()
        for seed in seeds:
            self._say(f"seed {seed}")
            folder = self.folder / f"seed-{seed}"
            folder.mkdir()
            port, original = replace(pair.port, seed=seed), replace(pair.original, seed=seed)
            found[seed] = self._follow(replace(pair, port=port, original=original), backend, folder)
            if found[seed].verdict == "error":
                break
        return found

    def _follow(self, pair: SidePair, backend: Backend, folder: Path, kept: Path | None = None) -> Comparison:
        follower = replace(pair.original, follow=folder / "port.jsonl")
        places = {"port": backend.place, "original": "as it is"}
        return self._run(replace(pair, original=follower), places, folder, backend.name, kept)

    def compare_without_ipu(self, pair: SidePair, python: Interpreter) -> Comparison:
        """Run a port for both devices without an IPU, and its original, each by itself: they must do the same."""
        if python.graphcore:
            note = f"the port was not run without an IPU: {python.path} has Graphcore's TensorFlow"
            return Comparison("agree", "none", notes=(note,))
        inner = self.folder / "without-ipu"
        inner.mkdir()
        code = pair.port
        port = replace(pair.original, script=code.script, module=code.module, path_of=code.path_of)
        places = {"port": "without an IPU", "original": "by itself"}
        return self._run(replace(pair, port=port), places, inner, "none")

    def _run(
        self, pair: SidePair, places: Mapping[str, str], folder: Path, backend: str, kept: Path | None = None
    ) -> Comparison:
        """Run two sides one after the other and compare them; after one that was stopped no other is run."""
        sides = {"port": pair.port, "original": pair.original}
        records = {name: folder / f"{name}.jsonl" for name in sides}
        failures: dict[str, tuple[str, ...]] = {}
        told: tuple[str, ...] = ()
        for name, side in sides.items():
            self._say(f"running the {name} {places[name]} ...")
            contents, place = pair.contents if name == "port" else {}, kept and kept / name
            outcome = self._run_side(name, side, records[name], contents, place)
            renamed = self._renamed(pair, records[name], outcome) if name == "original" else None
            if renamed is not None:
                told = (renamed.note,)
                self._say("running the original with the names of TensorFlow 2.6 ...")
                side = sides[name] = renamed.side
                outcome = self._run_side(name, side, records[name], renamed.contents, place)
            if failure := self._failure(name, side, records[name], outcome):
                failures[name] = failure
                if outcome.was_stopped or outcome.exit_code < 0:
                    break
        mine, theirs = self._read(records["original"]), self._read(records["port"])
        tolerance = Tolerance(self.options.tolerance)
        if failures:
            comparison = _of_failed(before_failure(mine, theirs, tolerance, backend, failures), failures)
            return replace(comparison, notes=(*comparison.notes, *told))
        comparison = compare_records(mine, theirs, tolerance, backend)
        if not comparison.calls:
            return replace(comparison, notes=(*comparison.notes, *told, NOTHING))
        told = (*told, *self._notes_on_untouched(sides["original"], comparison, mine, theirs, folder))
        return replace(comparison, notes=(*comparison.notes, *told))

    def _renamed(self, pair: SidePair, path: Path, outcome: ProcessOutcome) -> RenamedOriginal | None:
        """An original that has failed with other names, where names that are missing may be to blame."""
        done = self._read(path)
        if pair.names is None or outcome or outcome.was_stopped or _ends_on_purpose(outcome, done):
            return None
        return pair.names.replaced(pair.original, done.exception)

    def _failure(self, name: str, side: Side, path: Path, outcome: ProcessOutcome) -> tuple[str, ...]:
        """Sentences on a side that did not come to a good end, whose last lines are shown; none if it did."""
        done = self._read(path)
        if outcome or _ends_on_purpose(outcome, done):
            return ()
        if not self.options.show_output:
            report.show_output(outcome, self.console)
        is_port = name == "port"
        died_of = done.exception or outcome.output.rstrip().rpartition("\n")[2]
        return (
            report.failure(name, outcome, self.options.timeout, self.options.memory),
            *advice.on(died_of, side.interpreter, None if side.launcher else side.script),
            *(
                broken_rules.notes(died_of, "the port", done.calls[-1].kind if done.calls else "")
                if is_port
                else ()
            ),
        )

    def _notes_on_untouched(
        self, original: Side, comparison: Comparison, mine: Record, theirs: Record, folder: Path
    ) -> Iterator[str]:
        """Run an original again by its own batches where that is worth knowing, and yield what it says."""
        if self.options.untouched and comparison.verdict == "agree" and untouched.is_asked_for(mine, theirs):
            self._say("running the original with the statistics of its own batches ...")
            path = folder / "untouched.jsonl"
            self._run_side("original", replace(original, whole_batches=True), path, {})
            yield from untouched.notes(self._read(path), mine, theirs)

    def run_alone(
        self, name: str, side: Side, path: Path, place: str
    ) -> tuple[ProcessOutcome, tuple[str, ...]]:
        """Run one side, which writes its record; return how it ended, and sentences if that was no good end."""
        self._say(f"running the {name} {place} ...")
        kept = self.options.keep_files
        outcome = self._run_side(name, side, path, {}, kept and kept / name)
        return outcome, self._failure(name, side, path, outcome)

    def notes_on_untouched(self, original: Side, path: Path, port: Record, backend: str) -> Iterator[str]:
        """Yield what an original by its own batches says to its record at `path` and that of its port."""
        mine = self._read(path)
        comparison = compare_records(mine, port, Tolerance(self.options.tolerance), backend)
        yield from self._notes_on_untouched(original, comparison, mine, port, self.folder)

    def _read(self, path: Path) -> Record:
        return record.read(path, self.copies.root)

    def _say(self, sentence: str) -> None:
        if not self.options.quiet:
            self.progress.print(sentence, highlight=False, soft_wrap=True)

    def _run_side(
        self, name: str, side: Side, path: Path, contents: Mapping[Path, bytes], kept: Path | None = None
    ) -> ProcessOutcome:
        """Run a side in a copy of its own; what it prints has the user's paths."""
        with self.copies.copy(contents) as scratch:
            if side.path_of is not None:  # a program that was made for it
                side.script.write_bytes(scratch.relocated(side.script.read_bytes()))
            limit = self.options.memory
            request = launch.request(
                replace(_placed(side, scratch), record=path),
                self.options.timeout,
                None if limit is None else int(limit * process_tree.GIB),
            )
            if self.options.show_output:
                request = replace(request, echo=lambda line: self._echo(name, line))
            shows_nothing = self.options.quiet or self.options.show_output
            with ShownProgress(name, path, self.progress, shows_nothing):
                outcome = run_process(request)
            if kept is not None:
                number = scratch.keep(kept)
                self._say(f"kept in {kept}: {number} file{'' if number == 1 else 's'}")
        return replace(outcome, output=self.copies.shown(outcome.output))

    def _echo(self, name: str, line: str) -> None:
        self.progress.print(Text(f"{name} | {self.copies.shown(line)}"), soft_wrap=True)


def _of_failed(comparison: Comparison, failures: Mapping[str, tuple[str, ...]]) -> Comparison:
    """A comparison with the sentences on the sides that failed: how first, and what to do about it last."""
    first = [failure[0] for failure in failures.values()]
    more = [sentence for failure in failures.values() for sentence in failure[1:]]
    return replace(comparison, notes=tuple(dict.fromkeys((*first, *comparison.notes, *more))))


def _placed(side: Side, scratch: Scratch) -> Side:
    """A side as it runs in a copy."""
    is_in_copy = side.path_of is None
    return replace(
        side,
        script=scratch.placed(side.script) if is_in_copy else side.script,
        path_of=side.path_of and scratch.placed(side.path_of),
        arguments=tuple(map(scratch.relocated_text, side.arguments)),
        variables={**scratch.variables(os.environ), **side.variables},
        cwd=scratch.inside(scratch.cwd),
        temporary=scratch.temporary,
        scratch=scratch.root,
    )


def folders_of(*sides: Side) -> Iterator[Path]:
    """Yield the folders of the scripts of some sides, and those from which modules are found."""
    for side in sides:
        script = Path(os.path.abspath(side.path_of or side.script))
        yield script.parent
        yield script.resolve().parent
        if side.module is not None:
            yield script.parents[side.module.count(".")]


def _ends_on_purpose(outcome: ProcessOutcome, done: Record) -> bool:
    """True if an exit code is the script's own, as of `sys.exit(accuracy < 0.9)` after all that it trains."""
    is_own = done.end is not None and done.end % 256 == outcome.exit_code
    return is_own and not outcome.was_stopped and done.has_done_its_work
