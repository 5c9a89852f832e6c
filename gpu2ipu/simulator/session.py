"""One run of a script in this process: plain, reported, recorded, or without training, for a plan."""

from __future__ import annotations

import argparse
import importlib
import os
import sys

from . import instances
from .copy_on_write import CopyOnWrite
from .execution import Ending, execute, plainly_compiled
from .memory.limits import CHIPS, LIMITS
from .recording.journal import Journal
from .recording.reporter import Reporter


def run(options: argparse.Namespace, script: str, arguments: list[str]) -> int:
    """Run a script and return its exit code, 2 if it cannot be read."""
    LIMITS.chip, LIMITS.allow_oom = CHIPS[options.chip], options.allow_oom
    try:
        instances.connect()
    except RuntimeError as reason:
        print(f"gpu2ipu: {reason}", file=sys.stderr)
        return 2
    _set_up_data(options)
    journal = _journal(options, script)
    if options.scratch:
        files = CopyOnWrite(options.scratch)
        files.install()
        files.wrap_libraries()
    try:
        compiler = journal.compiler if journal is not None else plainly_compiled
        ending = execute(script, options.path_of or script, arguments, compiler, options.module)
    except OSError as error:
        print(f"gpu2ipu: cannot read {script}: {error.strerror}", file=sys.stderr)
        return 2
    if journal is not None:
        _close(journal, ending)
    return ending.code


def _close(journal: Journal, ending: Ending) -> None:
    if ending.error is not None:
        journal.exception(ending.error)
    journal.end(ending.code)


def _journal(options: argparse.Namespace, script: str) -> Journal | None:
    """Return the recorder, the planner or the reporter that the options ask for, if any."""
    if options.record:
        return _recorder(options, script)
    if options.plan:
        return _planner(options, script)
    return Reporter(options.report, options.path_of or script) if options.report else None


def _recorder(options: argparse.Namespace, script: str) -> Journal:
    # Only a recorded run imports TensorFlow before the script does.
    from .progress import Progress
    from .recording.alignment import PortRecord
    from .recording.randomness import seed_everything
    from .recording.recorder import Recorder
    from .recording.training_limits import TrainingLimits

    port: PortRecord | None = PortRecord(options.follow, options.whole_batches) if options.follow else None
    limits = TrainingLimits(options.epochs, options.steps, options.samples)
    on_device = options.real_ipu and not options.no_ipu
    recorder = Recorder(options.record, options.seed, limits, port, on_device)
    if not options.no_ipu:
        importlib.import_module("tensorflow.python.ipu")
    recorder.start(options.path_of or script, simulated=not options.no_ipu and not options.real_ipu)
    Progress(recorder.write, lambda: recorder.current).install()
    seed_everything(options.seed)
    return recorder


def _planner(options: argparse.Namespace, script: str) -> Journal:
    from .planning.planner import Planner

    planner = Planner(options.plan, options.micro_batch)
    planner.start(options.path_of or script)
    return planner


def _set_up_data(options: argparse.Namespace) -> None:
    """Redirect the loaders of `keras.datasets` if an option or $KERAS_HOME asks for it; this imports TensorFlow."""
    if options.synthetic_data or os.environ.get("KERAS_HOME"):
        from .datasets.files import redirect

        redirect(options.synthetic_data, options.seed, options.data_folder)
