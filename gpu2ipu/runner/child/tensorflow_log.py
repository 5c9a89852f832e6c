"""Log lines of TensorFlow's C++ code among what a script prints: they come before a failure and say little of it."""

from __future__ import annotations

import re

_TRACEBACK = "Traceback (most recent call last):"
# "E0000 00:00:1796061276.431882 27033 util.cc:131] …", in TensorFlow 2.6 "2026-11-30 17:56:29.12: I tensorflow/…".
# A fatal one (F) ends the process.
_LOG = re.compile(
    r"[IWE]\d{4} \d\d:\d\d:|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+: [IWE] (?:tensorflow|external|third_party|\./)|"
    r"WARNING: All log messages before absl::InitializeLog\(\) is called are written to STDERR$|"
    r"To enable (?:the following instructions|them in other operations)\b.* rebuild TensorFlow with the appropriate "
)


def behind_traceback(output: str) -> str:
    """Return the lines with those of the log below the script's own; as they are if there is no traceback."""
    lines = output.splitlines()
    if _TRACEBACK not in lines:
        return output
    log = [line for line in lines if _LOG.match(line)]
    if not log:
        return output
    own = [line for line in lines if not _LOG.match(line)]
    return "\n".join((*own, "log of TensorFlow:", *log))
