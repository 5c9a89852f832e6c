"""`compare FOLDER`: each script with its `_ipu` port, or one that is made on the fly, some at a time, and a summary.

Each pair is compared by a process of its own, which is this tool again.
"""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from gpu2ipu.errors import Trouble
from gpu2ipu.reports.junit import document
from gpu2ipu.runner.child import files
from gpu2ipu.runner.child.temporary_folder import folder_for_all
from gpu2ipu.runner.commands import IMPORTS_IPU

VERSION = 1
_CODES = {0: "agree", 1: "differ"}
_COLOURS = {"agree": "green", "differ": "red", "error": "red"}

# What a script does that is worth comparing; a module alone does nothing.
_LEARNS = re.compile(r"\.fit\(|\.evaluate\(|\.predict\(|GradientTape|train_on_batch")
_KERAS = re.compile(r"\b(tensorflow|keras|tf_keras)\b")

# Seconds that a comparison has to end its scripts and to remove its files.
_GRACE = 15.0


@dataclass(frozen=True)
class Judged:
    """A pair that was compared: the verdict, the report of the comparison if there is one, and how it ended else."""

    script: Path
    port: Path | None
    verdict: str
    seconds: float
    report: dict[str, Any] = field(default_factory=dict)
    said: str = ""

    @property
    def remark(self) -> str:
        """What is worth knowing in a line."""
        first = self.report.get("first_difference")
        if first is not None:
            return f"call {first['call']} ({first['kind']}): {first['what']}; {first['cause']}"
        if self.verdict == "error":
            return " ".join(self.report.get("notes", ())[:2]) or self.said
        calls = self.report.get("calls", ())
        apart = max((call["max_relative_difference"] for call in calls), default=0.0)
        return f"{len(calls)} call{'' if len(calls) == 1 else 's'}, at most {apart:.1e} apart"


def pairs(folder: Path) -> list[tuple[Path, Path | None]]:
    """Return the scripts below a folder that learn something, each with the port beside it, if there is one."""
    from gpu2ipu.convert.options import load_options
    from gpu2ipu.source import discovery

    scripts = [path for path in discovery.scripts_of(folder, load_options(folder, {})) if path.is_file()]
    texts = {path: path.read_bytes().decode("utf-8", "replace") for path in scripts}
    found = list[tuple[Path, Path | None]]()
    for path in scripts:
        port = discovery.port_beside(path)
        if path.stem.endswith(discovery.PORT_SUFFIX) or IMPORTS_IPU.search(texts[path].encode()):
            continue
        if port in texts:
            found.append((path, port))
        elif _learns(texts[path]) and not any(
            _imports(texts[other], path.stem) for other in scripts if other != path
        ):
            found.append((path, None))
    return found


def _learns(text: str) -> bool:
    return _LEARNS.search(text) is not None and _KERAS.search(text) is not None


def _imports(text: str, stem: str) -> bool:
    name = re.escape(stem)
    return re.search(rf"^\s*(from|import)\s+[\w. ]*\b{name}\b", text, re.MULTILINE) is not None


def compare_folder(
    folder: Path,
    words: Sequence[str],
    arguments: Sequence[str],
    jobs: int,
    json_file: Path | None,
    junit: Path | None,
) -> str:
    """Compare all pairs of a folder and print a summary; return the worst verdict.

    `words` are the options of each comparison as on a command line. Raises Trouble where there is nothing to compare.
    """
    for target in (json_file, junit):
        files.check_target(target)
    found = pairs(folder)
    if not found:
        raise Trouble(
            f"{folder}: no script that trains, evaluates or predicts, and no NAME_ipu.py beside a NAME.py."
        )
    console, progress = Console(stderr=json_file == files.STDOUT), Console(stderr=True)
    with folder_for_all("compare") as place:
        judged = []
        for one in _each(found, words, arguments, jobs, place):
            judged.append(one)
            count = f"[{len(judged)}/{len(found)}]"
            progress.print(f"{count} {one.script}: {one.verdict}", markup=False, highlight=False)
        judged.sort(key=lambda one: one.script)
        if junit is not None:
            files.write_text(junit, _joined_junit(sorted(place.glob("*.xml"))))
    console.print(_table(judged))
    if json_file is not None:
        files.write_json(json_file, _as_json(judged))
    return max((one.verdict for one in judged), key=("agree", "differ", "error").index)


def _each(
    found: Sequence[tuple[Path, Path | None]],
    words: Sequence[str],
    arguments: Sequence[str],
    jobs: int,
    place: Path,
) -> Iterator[Judged]:
    """Yield what is judged, as it comes; at the end no comparison is running."""
    running: set[subprocess.Popen[bytes]] = set()

    def compare(number: int, script: Path, port: Path | None) -> Judged:
        report, cases = place / f"{number:05}.json", place / f"{number:05}.xml"
        names = [str(path) for path in (script, port) if path is not None]
        own = [*words, "--quiet", f"--json={report}", f"--junit={cases}", *names, "--", *arguments]
        begin = time.monotonic()
        child = subprocess.Popen(
            [sys.executable, "-m", "gpu2ipu", "compare", *own],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        running.add(child)
        said = child.communicate()[0].decode("utf-8", "replace").rstrip()
        running.discard(child)
        verdict = _CODES.get(child.returncode, "error")
        content = json.loads(report.read_text()) if report.exists() else {}
        return Judged(script, port, verdict, time.monotonic() - begin, content, said.rpartition("\n")[2])

    pool = ThreadPoolExecutor(jobs)
    try:
        futures = [pool.submit(compare, number, *pair) for number, pair in enumerate(found)]
        for future in as_completed(futures):
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in list(running):
            child.terminate()
        for child in list(running):
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(_GRACE)
            child.kill()


def _table(judged: Sequence[Judged]) -> Table:
    counts = [f"{sum(one.verdict == verdict for one in judged)} {verdict}" for verdict in _COLOURS]
    table = Table(title=f"{len(judged)} compared: {', '.join(counts)}", title_justify="left")
    for heading in ("script", "port", "verdict", "seconds", ""):
        table.add_column(heading, overflow="fold", justify="right" if heading == "seconds" else "left")
    for one in judged:
        port = "made on the fly" if one.port is None else escape(one.port.name)
        verdict = f"[{_COLOURS[one.verdict]}]{one.verdict}[/]"
        table.add_row(escape(str(one.script)), port, verdict, f"{one.seconds:.0f}", escape(one.remark))
    return table


def _as_json(judged: Sequence[Judged]) -> dict[str, Any]:
    found = [
        {
            "script": str(one.script),
            "port": None if one.port is None else str(one.port),
            "verdict": one.verdict,
            "seconds": round(one.seconds, 3),
            "remark": one.remark,
            "report": one.report or None,
        }
        for one in judged
    ]
    return {"version": VERSION, "pairs": found}


def _joined_junit(documents: Sequence[Path]) -> str:
    root = ElementTree.Element("testsuites", name="gpu2ipu compare")
    for path in documents:
        root.extend(ElementTree.parse(path).getroot())
    for kind in ("tests", "failures", "errors"):
        root.set(kind, str(sum(int(suite.get(kind, "0")) for suite in root)))
    return document(root)
