"""What `convert` promises for any Python file: no crash, no hang, a port that parses, and the second time no change.

The files are those below the folder that $GPU2IPU_CORPUS names, else the packages that are installed beside this test:
some ten thousand, a third of them TensorFlow and Keras themselves. They are shared out to tests, so that a run of
several processes is even.
"""

from __future__ import annotations

import ast
import functools
import os
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import libcst
import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import ConvertResult, convert_file, convert_text

SHARES = 64
#: CPU time after which a file counts as one that hangs, in seconds. A file of 12,000 lines took 12 on a machine with
#: other work.
LIMIT = 60.0


@functools.cache
def corpus() -> tuple[Path, ...]:
    folder = Path(os.environ.get("GPU2IPU_CORPUS") or Path(libcst.__file__).parents[1])
    return tuple(sorted(path for path in folder.rglob("*.py") if path.is_file()))


@pytest.mark.corpus
@pytest.mark.parametrize("share", range(SHARES))
def test_any_file(share: int) -> None:
    broken = [f"{path}: {fault}" for path in corpus()[share::SHARES] for fault in faults(path)]
    assert not broken, "\n".join(broken)


def faults(path: Path) -> Iterator[str]:
    """What is wrong with how a file is converted."""
    started = time.process_time()
    result = convert_file(path, Config())
    spent = time.process_time() - started
    if spent > LIMIT:
        yield f"takes {spent:.1f} s"
    if result.error is not None:
        if "internal error" in result.error or parses(path.read_bytes()):
            yield result.error
        return
    yield from faults_of_port(path, result)


def faults_of_port(path: Path, result: ConvertResult) -> Iterator[str]:
    assert result.source is not None and result.converted is not None
    text, port = result.source.text, result.converted.text
    if port == text:
        return
    if not result.converted.applied and not result.converted.left:
        yield "changed without a finding"
    if "keras" not in text and "tensorflow" not in text:
        yield "changed, though it says neither Keras nor TensorFlow"
    if not parses(port.encode()):
        yield "the port cannot be parsed"
    elif convert_text(path, port, Config()).text != port:
        yield "the port changes when it is converted"


def parses(text: bytes) -> bool:
    """True if the interpreter can read a text."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def test_faults_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "train.py"
    path.write_text("import keras\n")
    assert list(faults(path)) == []
    monkeypatch.setitem(globals(), "LIMIT", 0.0)
    (fault,) = faults(path)
    assert fault.startswith("takes ")
