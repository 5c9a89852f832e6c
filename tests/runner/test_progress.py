"""What is shown of a record that is being written."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from gpu2ipu.runner import progress
from gpu2ipu.runner.progress import RecordedProgress, ShownProgress

BEGUN = {"call": 0, "kind": "fit", "model": 0}
AT = {"at": {"call": 0, "epoch": 2, "epochs": 5, "step": 1200, "steps": 4000, "loss": 0.51234}}


def written(path: Path, *entries: dict[str, Any]) -> None:
    with path.open("a") as file:
        file.writelines(json.dumps(entry) + "\n" for entry in entries)


@pytest.mark.parametrize(
    ("entries", "sentence"),
    [
        ([{"format": 1}], "starting"),
        ([BEGUN], "call 1 (fit)"),
        ([BEGUN, AT], "call 1 (fit), epoch 2 of 5, step 1,200 of 4,000, loss 0.5123"),
        (
            [BEGUN, {"at": {**AT["at"], "epochs": None, "steps": None, "loss": None}}],
            "call 1 (fit), epoch 2, step 1,200",
        ),
        ([BEGUN, {"call": 0, "epoch": 0, "logs": {"loss": 1.5}}], "call 1 (fit), epoch 1 done, loss 1.5"),
        ([BEGUN, {"call": 0, "done": True}], "call 1 (fit) done"),
        ([{"call": 2, "done": True}], "call 3 (loop) done"),
    ],
)
def test_the_sentence_of_a_record(tmp_path: Path, entries: Any, sentence: str) -> None:
    path = tmp_path / "record.jsonl"
    recorded = RecordedProgress(path)
    assert not recorded.read()
    written(path, *entries)
    assert recorded.read() and recorded.sentence == sentence
    recorded.close()


def test_half_a_line_is_read_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "record.jsonl"
    text = json.dumps(BEGUN)
    path.write_text(text[:8])
    recorded = RecordedProgress(path)
    assert not recorded.read()
    with path.open("a") as file:
        file.write(text[8:] + "\n")
    assert recorded.read() and recorded.sentence == "call 1 (fit)"
    recorded.close()


def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: bool, quietly: bool = False) -> str:
    monkeypatch.setattr(progress, "LOOK", 0.01)
    monkeypatch.setattr(progress, "LINE", 0.1)
    written(tmp_path / "record.jsonl", BEGUN, AT)
    out = io.StringIO()
    console = Console(file=out, force_terminal=terminal, width=100, _environ={"TERM": "xterm"})
    with ShownProgress("port", tmp_path / "record.jsonl", console, quietly):
        time.sleep(0.35)
    return out.getvalue()


def test_a_log_gets_plain_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(tmp_path, monkeypatch, terminal=False).splitlines()
    assert lines and all(
        line.startswith("port: call 1 (fit), epoch 2 of 5, step 1,200 of 4,000, loss 0.5123 (")
        for line in lines
    )
    assert "\x1b" not in "".join(lines)


def test_a_terminal_gets_one_line_that_goes_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(tmp_path, monkeypatch, terminal=True)
    assert "epoch 2 of 5" in text and text.endswith(("\x1b[2K", "\x1b[?25h", "\r\x1b[1A\x1b[2K"))


def test_nothing_is_shown_quietly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(tmp_path, monkeypatch, terminal=True, quietly=True) == ""
