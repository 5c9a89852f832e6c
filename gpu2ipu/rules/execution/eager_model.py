"""IPU303: a model that is made to run eagerly.

keras/ipu/extensions/extensions_base.py of the SDK.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import statement_of
from gpu2ipu.edits import Edit, Remove
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.code.call_arguments import remove_argument, rewritten
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Effort, Rule

_KEYWORD = "run_eagerly"
_SWITCHES = (
    "tensorflow.config.run_functions_eagerly",
    "tensorflow.config.experimental_run_functions_eagerly",
)


class EagerModel(Rule):
    """Eager execution is switched on."""

    id = "IPU303"
    name = "eager-model"
    severity = Severity.ERROR
    effort = Effort.LOW
    what = "`compile(run_eagerly=True)`, or `tf.config.run_functions_eagerly(True)` in a script that creates a model."
    why = '"Keras models cannot run eagerly when using `IPUStrategy`. Set `run_eagerly=False`".'
    fix = "remove it"
    before = SET_UP + """
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse", run_eagerly=True)
"""
    after = before.replace(", run_eagerly=True", "")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each switch."""
        script = port.script
        facts = facts_of(script)
        compiled = {call.node for call in facts.compile_calls}
        for node in sorted(compiled, key=lambda call: call.lineno):
            passed = facts.argument(node, "keras.Model.compile", _KEYWORD)
            given = facts.possible_keywords(node).get(_KEYWORD, passed)
            if given is not None and _is_on(facts, given):
                removal = remove_argument(script, facts, given)
                yield self._switch(script, given, removal or rewritten(script, facts, given, "False"))
        if compiled:
            for call, name in facts.qualified.items():
                if isinstance(call, ast.Call) and name in _SWITCHES and _is_on(facts, _switched(facts, call)):
                    statement = statement_of(script, call)
                    whole = isinstance(statement, ast.Expr) and statement.value is call
                    yield self._switch(script, call, Remove(script.span(statement)) if whole else None)

    def _switch(self, script: Script, node: ast.expr, edit: Edit | None) -> Finding:
        message = "a model cannot run eagerly on an IPU"
        if edit is None:
            return self.finding(script.span(node), f"{message}: remove this option")
        return self.finding(script.span(node), message, Fix("remove it", Safety.SAFE, (edit,)))


def _switched(facts: Facts, call: ast.Call) -> ast.expr | None:
    return facts.argument(call, "tensorflow.config.run_functions_eagerly", "run_eagerly")


def _is_on(facts: Facts, node: ast.expr | None) -> bool:
    return facts.value(node).constant is True
