"""Many files: those that import each other go through `engine` together, over a pool of processes, results in order."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from gpu2ipu.analysis.project.project import Project, projects
from gpu2ipu.config import Config
from gpu2ipu.convert.engine import ConvertResult, FileResult, check_project, convert_project
from gpu2ipu.errors import Trouble
from gpu2ipu.source.reading import ALL_SAVED, Unsaved, read_bytes, read_source

if TYPE_CHECKING:
    from gpu2ipu.convert.result_cache import Question, ResultCache


class _OfFile(Protocol):
    @property
    def path(self) -> Path: ...


class _OfFiles(Protocol):
    @property
    def asked(self) -> tuple[Path, ...]: ...


Result = TypeVar("Result", bound=_OfFile)
Together = TypeVar("Together", bound=_OfFiles)


def check_files(
    paths: Sequence[Path], config: Config, cache: ResultCache | None = None
) -> Iterator[FileResult]:
    """Check each file, together with those that it imports and that import it."""
    if cache is None:
        return _in_order(paths, _each(check_project, FileResult, projects_of(paths, around=True), config))
    return _in_order(paths, _remembered(paths, config, cache))


def _remembered(paths: Sequence[Path], config: Config, cache: ResultCache) -> Iterator[Sequence[FileResult]]:
    """The results of projects, in any order: what is in the cache, and then what is new and goes there."""
    contents: dict[Path, bytes] = {}  # each file is read once

    def text(path: Path) -> str:
        with contextlib.suppress(Trouble):
            contents[path] = read_bytes(path, contents)
        return _text(path, contents)

    questions: list[Question] = []
    unreadable: list[Project] = []
    for project in projects(paths, text, around=True):
        question = cache.question(project, contents)
        if question is None:
            unreadable.append(project)
        elif (answer := cache.answer(question)) is not None:
            yield answer
        else:
            questions.append(question)
    for question, results in zip(questions, _each(_check_question, FileResult, questions, config)):
        cache.keep(question, results)
        yield results
    yield from _each(check_project, FileResult, unreadable, config)
    cache.tidy_up()


def _check_question(question: Question, config: Config) -> tuple[FileResult, ...]:
    return check_project(question.project, config, question.contents)


def check_unsaved(path: Path, data: bytes, config: Config) -> FileResult:
    """Check what a file has before it is saved, together with the files that it imports and that import it."""
    unsaved = {path: data}
    (project,) = projects((path,), functools.partial(_text, unsaved=unsaved), around=True)
    (result,) = check_project(project, config, unsaved)
    return result


def convert_files(
    paths: Sequence[Path], config: Config, whole: Iterable[Project] | None = None
) -> Iterator[ConvertResult]:
    """Port each file in memory, as part of the projects that the files make up unless others are given."""
    projects = projects_of(paths) if whole is None else list(whole)
    return _in_order(paths, _each(convert_project, ConvertResult, projects, config))


def projects_of(paths: Sequence[Path], entries: Sequence[Path] = (), around: bool = False) -> list[Project]:
    """Return the projects that files belong to; with `entries` only what these import, and they alone are run.

    `around`: with the files that import them, although nobody asked for those.
    """
    return list(projects(paths, _text, entries, around and not entries))


def _text(path: Path, unsaved: Unsaved = ALL_SAVED) -> str:
    try:
        if path.suffix == ".ipynb":
            return read_source(path, unsaved).text
        return read_bytes(path, unsaved).decode("latin-1")
    except Trouble:
        return ""  # whoever reads it for good says what is wrong with it


def _each(
    work: Callable[..., Sequence[Result]],  # of files that belong together, and `config`
    failed: Callable[[Path, str], Result],
    whole: Sequence[Together],
    config: Config,
) -> Iterator[Sequence[Result]]:
    jobs = min(config.jobs or _cpus(), len(whole))
    if jobs <= 1:
        return (work(some, config) for some in whole)
    from gpu2ipu.convert import worker_pool as pool  # multiprocessing, which one project does without
    from gpu2ipu.rules import all_rules

    if not pool.is_safe():
        return (work(some, config) for some in whole)
    all_rules()  # imported once, before the processes are forked

    def lost(some: Together, sentence: str) -> Sequence[Result]:
        return [failed(path, f"{path}: {sentence}") for path in some.asked]

    return pool.each(functools.partial(work, config=config), lost, whole, jobs)


def _in_order(paths: Sequence[Path], done: Iterable[Sequence[Result]]) -> Iterator[Result]:
    """The results of files in the order of these; projects come in that of their first files."""
    ready: dict[Path, Result] = {}
    left = iter(paths)
    waiting = next(left, None)
    for results in done:
        ready |= {result.path: result for result in results}
        while waiting in ready:
            yield ready.pop(waiting)
            waiting = next(left, None)
    yield from (ready[path] for path in paths if path in ready)  # without those that belong to no project


def _cpus() -> int:
    affinity = getattr(os, "sched_getaffinity", None)  # not on macOS and Windows
    return len(affinity(0)) if affinity else os.cpu_count() or 1
