"""Plans a few lines of code, and finds its nodes by their text."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from gpu2ipu.analysis.dataflow.quantity import Quantity
from gpu2ipu.analysis.keras.fit_calls import FitCall, fit_calls_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.edits import Edit
from gpu2ipu.findings import Fix, Safety
from gpu2ipu.port.batching.batch_size import Batch
from gpu2ipu.port.batching.calls import outcomes_of
from gpu2ipu.port.batching.full_batches import CallOutcome
from gpu2ipu.port.batching.row_counts import Rows
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.planner import calls_of_models
from gpu2ipu.rewrite import apply
from gpu2ipu.rules import all_rules
from tests.analysis.evaluated import script_of

__all__ = ["script_of"]

# 1010 rows of x and y, a model with one output; `u` and `v` have rows that nobody knows.
DATA = """
x, y = np.random.rand(1010, 4), np.random.rand(1010)
u, v = np.load("u.npy"), np.load("v.npy")
model = keras.Sequential([layers.Dense(1)])
"""


def expression(script: Script, text: str, nth: int = 0) -> ast.expr:
    """The nth expression with exactly that text."""
    nodes = (node for node in ast.walk(script.tree) if isinstance(node, ast.expr))
    return [node for node in nodes if ast.unparse(node) == text][nth]


def statement(script: Script, begin: str) -> ast.stmt:
    """The first statement that begins like that."""
    nodes = (node for node in ast.walk(script.tree) if isinstance(node, ast.stmt))
    return next(node for node in nodes if ast.unparse(node).startswith(begin))


def fit_call(code: str) -> FitCall:
    """The first feeding call of the code, below the usual data."""
    return fit_calls_of(script_of(DATA + code))[0]


def outcome(code: str) -> CallOutcome:
    """What the first feeding call needs."""
    return outcomes_of(Port(script_of(DATA + code)))[0]


@dataclass(frozen=True)
class Reported:
    """What the rule that owns an outcome says about it."""

    rule: str
    message: str
    fix: Fix | None
    edits: tuple[Edit, ...]

    @property
    def title(self) -> str:
        """The title of the fix; empty without one."""
        return self.fix.title if self.fix else ""

    @property
    def safety(self) -> Safety:
        """The safety of the fix; safe without one."""
        return self.fix.safety if self.fix else Safety.SAFE


def reported(script: Script, rule: str = "IPU") -> list[Reported]:
    """What the rules whose ids begin like that say about the calls of models, in the order of the outcomes."""
    port = Port(script)
    rules = [each for each in all_rules() if each.id.startswith(rule)]
    return [
        Reported(each.id, finding.message, finding.fix, finding.fix.edits if finding.fix else ())
        for outcome in calls_of_models(port)
        for each in rules
        for finding in each.reported(port, [outcome])
    ]


def proposals(code: str, rule: str = "IPU") -> list[Reported]:
    """What is said about the calls of models in the code, below the usual data."""
    return reported(script_of(DATA + code), rule)


def shown(steps: Quantity | None) -> tuple[int | None, str | None]:
    """A quantity as a number and as it is written."""
    assert steps is not None
    return steps.number, ast.unparse(steps.expression) if steps.expression else None


def rows_of(code: str) -> Rows:
    """The rows of the first feeding call's `x`, `y` and `sample_weight`."""
    call = fit_call(code)
    arrays = tuple(call.arguments[name] for name in call.row_arguments())
    return Rows(call.facts.script, call.facts, arrays)


def batch_of(code: str) -> Batch:
    """The batch size of the first feeding call."""
    call = fit_call(code)
    return Batch(call.arguments.get("batch_size"), call.value("batch_size"))


def last_lines(script: Script, edits: tuple[Edit, ...], count: int = 1) -> str:
    """The end of the script after some edits."""
    return "\n".join(apply(script.text, edits).splitlines()[-count:])
