"""Remainders: whether a call that cuts a dataset into batches or windows drops the last, partial one."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.values.value import NoneValue


def drops_remainder(facts: Facts, call: ast.Call, method: str) -> bool | None:
    """True if `batch`, `padded_batch`, `ragged_batch` or `window` drops the remainder; None if it may do so."""
    given = facts.argument(call, f"tensorflow.data.Dataset.{method}", "drop_remainder")
    value = facts.value(given)
    if given is None or isinstance(value, NoneValue) or value.constant is False:
        return False
    return True if value.constant is True else None
