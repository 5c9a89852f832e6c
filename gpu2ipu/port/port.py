"""Port: one script on its way to one target. What several rules have to agree on is kept in it, and dies with it."""

from __future__ import annotations

import functools
from dataclasses import field
from typing import Any

from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.records import record
from gpu2ipu.target import Target


@record(eq=False)
class Port:
    """A script, or a program of several files, and the target that it is ported to.

    Functions of a port that are decorated with `once` keep their answers in it.
    """

    script: Script
    target: Target = field(default_factory=Target)
    # what is not done, since the rules that would report it are switched off
    switched_off: frozenset[type] = frozenset()

    def makes(self, kind: type) -> bool:
        """True if outcomes of this type are part of the port; else nothing may be prepared for them."""
        return kind not in self.switched_off

    @functools.cached_property
    def answers(self) -> dict[object, Any]:
        """What has been decided about this port so far."""
        return {}
