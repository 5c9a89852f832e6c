"""What every rule is: an id and a name, four texts for people, and one method that looks at a script.

`check`, `convert`, `explain` and the documentation read nothing else.
"""

from __future__ import annotations

import abc
import enum
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

from gpu2ipu.analysis.dataflow.uncalled_functions import is_in_uncalled
from gpu2ipu.edits import Span
from gpu2ipu.findings import Finding, Fix, Safety, Severity, comment_of
from gpu2ipu.port.outcome import Outcome, unique
from gpu2ipu.port.port import Port

# How the examples of many rules begin: one IPU is configured, and there is a strategy.
SET_UP = """\
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
"""


class Effort(enum.Enum):
    """What it takes to settle by hand what a rule finds and cannot fix."""

    LOW = "low"  # minutes: an argument, a name, a number
    MEDIUM = "medium"  # an hour: how data is fed or a model is built
    HIGH = "high"  # days: the training is written anew


class Words(NamedTuple):
    """What a rule says about an outcome; the title and the safety are those of its fix, if it has edits."""

    message: str
    title: str = ""
    safety: Safety = Safety.SAFE
    is_certain: bool = True  # False: of a script that uses IPUs by itself a note, since its author knows
    asks: bool = True  # False: a note in any script


class Rule(abc.ABC):
    """One concern of the IPU. The class attributes are the rule's page in `explain` and in the documentation."""

    id: ClassVar[str]
    name: ClassVar[str]
    severity: ClassVar[Severity]
    what: ClassVar[str]  # one sentence: the pattern that is flagged
    why: ClassVar[str]  # what the IPU or the SDK does about it, with its error text
    fix: ClassVar[str]  # a few words for the table; "needs manual work" where there is none
    before: ClassVar[str]  # code that is flagged ...
    after: ClassVar[str]  # ... and what becomes of it
    effort: ClassVar[Effort] = Effort.MEDIUM
    options: ClassVar[tuple[tuple[str, Any], ...]] = ()  # what the run says that the examples are for
    prepares: ClassVar[bool] = False  # its fixes go first: other rules read what they write
    both_devices: ClassVar[bool] = False  # its fixes are for a GPU as well
    alone: ClassVar[bool] = False  # whether it looks at each file of a program by itself
    of_runs: ClassVar[bool] = True  # whether it speaks of what code does, and not of what is written
    # the outcomes of a port that this rule reports and no other, each with what makes words of one ...
    words: ClassVar[tuple[tuple[type[Outcome], Callable[[Any], Words]], ...]] = ()
    owns: ClassVar[tuple[type, ...]] = ()  # ... and what else is only done in a port if this rule is used

    @abc.abstractmethod
    def check(self, port: Port) -> Iterator[Finding]:
        """Yield the findings of this rule in a script, in any order."""

    def findings(self, port: Port) -> Iterator[Finding]:
        """Yield the findings without what needs manual work in functions that no run of the script meets."""
        for found in self.check(port):
            if found.fix or not self.of_runs or not is_in_uncalled(port.script, found.span.line):
                yield found

    def finding(self, span: Span, message: str, fix: Fix | None = None) -> Finding:
        """A finding of this rule."""
        return Finding(self.id, self.name, self.severity, span, message, fix)

    def reported(self, port: Port, outcomes: Iterable[Outcome]) -> Iterator[Finding]:
        """The findings for the outcomes that belong to this rule, in its words."""
        words = dict(self.words)
        for outcome in outcomes:
            if type(outcome) in words:
                message, title, safety, is_certain, asks = words[type(outcome)](outcome)
                fix = Fix(title, safety, unique(outcome.edits)) if outcome.edits else None
                found = self.finding(port.script.span(outcome.node), message, fix)
                is_note = not asks or (not is_certain and self._is_of_finished_port(port))
                yield replace(found, severity=Severity.NOTE) if is_note else found

    def _is_of_finished_port(self, port: Port) -> bool:
        """True if the author of a script has ported it, and no comment of `convert` asks for more of this rule."""
        is_ported = port.target.written.ipus and port.script.imports_ipu
        return is_ported and comment_of(self.id) not in port.script.text

    @property
    def kinds(self) -> tuple[type, ...]:
        """The types of all that is only done in a port if this rule is used."""
        return (*(kind for kind, _ in self.words), *self.owns)
