"""What `convert` promises for any Python file: no crash, no hang, a port that parses, and the second time no change.

The files are those below the folder that $GPU2IPU_CORPUS names, else the packages that are installed beside this test:
some ten thousand, a third of them TensorFlow and Keras themselves. They are shared out to tests, so that a run of
several processes is even.
"""

from __future__ import annotations

import functools
import os
from pathlib import Path

import libcst
import pytest

from tests.corpus import file_faults
from tests.corpus.file_faults import faults

SHARES = 64


@functools.cache
def corpus() -> tuple[Path, ...]:
    folder = Path(os.environ.get("GPU2IPU_CORPUS") or Path(libcst.__file__).parents[1])
    return tuple(sorted(path for path in folder.rglob("*.py") if path.is_file()))


@pytest.mark.corpus
@pytest.mark.parametrize("share", range(SHARES))
def test_any_file(share: int) -> None:
    broken = [f"{path}: {fault}" for path in corpus()[share::SHARES] for fault in faults(path)]
    assert not broken, "\n".join(broken)


def test_faults_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "train.py"
    path.write_text("import keras\n")
    assert list(faults(path)) == []
    monkeypatch.setattr(file_faults, "LIMIT", 0.0)
    (fault,) = faults(path)
    assert fault.startswith("takes ")
