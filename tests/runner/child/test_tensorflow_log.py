"""Log lines of TensorFlow in what a script prints."""

from __future__ import annotations

import pytest

from gpu2ipu.runner.child.tensorflow_log import behind_traceback

NEW = """\
WARNING: All log messages before absl::InitializeLog() is called are written to STDERR
I0000 00:00:1796061089.720196   23404 port.cc:153] oneDNN custom operations are on.
I0000 00:00:1796061941.647718    8748 cpu_feature_guard.cc:227] This TensorFlow binary is optimized to use available CPU
To enable the following instructions: FMA, in other operations, rebuild TensorFlow with the appropriate flags.
E0000 00:00:1796061276.431882   27033 util.cc:131] oneDNN supports DT_BOOL only on platforms with AVX-512."""
OLD = """\
2026-11-30 17:56:29.120001: I tensorflow/core/platform/cpu_feature_guard.cc:142] This TensorFlow binary
To enable them in other operations, rebuild TensorFlow with the appropriate compiler flags.
2026-11-30 17:56:29.120001: W tensorflow/core/framework/op_kernel.cc:1680] Invalid argument: ValueError: no"""
OWN = """\
devices: 1
WARNING:tensorflow:an own warning
Traceback (most recent call last):
  File "train.py", line 5, in <module>
    import matplotlib
ModuleNotFoundError: No module named 'matplotlib'"""


@pytest.mark.parametrize("log", [NEW, OLD])
def test_a_failed_script_is_heard_before_the_log(log: str) -> None:
    first, rest = OWN.split("\n", 1)
    assert behind_traceback(f"{log}\n{OWN}") == f"{OWN}\nlog of TensorFlow:\n{log}"
    assert behind_traceback(f"{first}\n{log}\n{rest}") == f"{OWN}\nlog of TensorFlow:\n{log}"


@pytest.mark.parametrize(
    "output",
    [
        OWN,
        NEW,
        f"{NEW}\nF0000 00:00:1796061276.431882   27033 util.cc:131] Check failed: false",
        f"{OWN}\nF0000 00:00:1796061276.431882   27033 util.cc:131] Check failed: false",
        "",
    ],
)
def test_other_output_stays_as_it_is(output: str) -> None:
    assert behind_traceback(output) == output
