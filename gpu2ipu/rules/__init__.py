"""The rules. `RULES` is the one table, in the order in which they are listed; a rule is one class in one file."""

from __future__ import annotations

from gpu2ipu.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
