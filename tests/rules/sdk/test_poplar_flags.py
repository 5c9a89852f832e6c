"""Flags that a version of the SDK does not know."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.rules.sdk.poplar_flags import flag_uses


def unknown(code: str, sdk: str = "3.4") -> list[str]:
    return [use.flag.name for use in flag_uses(parse(Path("train.py"), f"import os\n{code}\n"), sdk)]


@pytest.mark.parametrize(
    ("flag", "sdk", "is_unknown"),
    [
        ("use_ipu_model", "3.4", False),
        ("executable_cache_path=/tmp", "2.5", False),
        ("use_on_demand", "3.1", True),
        ("use_on_demand", "3.2", False),
        ("save_interval_report=x", "2.5", True),
        ("force_replicated_mode", "2.5", True),
        ("save_vertex_graph=x", "3.4", True),
    ],
)
def test_each_sdk(flag: str, sdk: str, is_unknown: bool) -> None:
    found = unknown(f"os.environ['TF_POPLAR_FLAGS'] = '--{flag}'", sdk)
    assert found == ([flag.partition("=")[0]] if is_unknown else [])


@pytest.mark.parametrize(
    "code",
    [
        "os.environ['TF_POPLAR_FLAGS'] = '--use_ipu_model --save_interval_report=x'",
        "os.environ['TF_POPLAR_FLAGS'] += ' --save_interval_report=x'",
        "os.environ['TF_POPLAR_FLAGS'] = f'--save_interval_report={folder}'",
        "os.environ.update({'TF_POPLAR_FLAGS': '--save_interval_report=x'})",
        "os.environ.update(TF_POPLAR_FLAGS='--save_interval_report=x')",
        "flags = '--save_interval_report=x'\nos.environ['TF_POPLAR_FLAGS'] = flags",
        "run(env={**os.environ, 'TF_POPLAR_FLAGS': '--save_interval_report=x'})",
    ],
)
def test_where_flags_are_set(code: str) -> None:
    assert unknown(code) == ["save_interval_report"]


@pytest.mark.parametrize(
    "code",
    [
        "text = '--save_interval_report=x'",
        "os.environ['OTHER_FLAGS'] = '--save_interval_report=x'",
        "os.environ['TF_POPLAR_FLAGS'] = '--executable_cache_path=/tmp/--save_interval_report'",
    ],
)
def test_other_texts(code: str) -> None:
    assert not unknown(code)
