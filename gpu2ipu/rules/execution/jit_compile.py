"""IPU508: `compile(jit_compile=…)`, which came after TensorFlow 2.6.

keras/engine/training.py of 2.6: "Invalid keyword argument(s) in `compile`".
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.code.call_arguments import remove_argument
from gpu2ipu.port.port import Port
from gpu2ipu.rules.rule import SET_UP, Effort, Rule

_KEYWORD = "jit_compile"


class JitCompile(Rule):
    """`compile` is given `jit_compile`."""

    id = "IPU508"
    name = "jit-compile"
    severity = Severity.ERROR
    effort = Effort.LOW
    what = "`compile` of a model has the argument `jit_compile`."
    why = (
        "The IPU compiles every step with XLA anyway, and the Keras of its SDK does not have the "
        'argument: "Invalid keyword argument(s) in `compile`".'
    )
    fix = "remove it"
    before = SET_UP + """
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse", jit_compile=True)
"""
    after = before.replace(", jit_compile=True", "")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each call."""
        script = port.script
        facts = facts_of(script)
        compiled = {call.node for call in facts.compile_calls}
        for node in sorted(compiled, key=lambda call: call.lineno):
            given = facts.possible_keywords(node).get(_KEYWORD)
            if given is not None:
                removal = remove_argument(script, facts, given)
                fix = Fix("remove it", Safety.SAFE, (removal,)) if removal else None
                message = (
                    "`compile` has no `jit_compile` in TensorFlow 2.6; an IPU compiles every step anyway"
                )
                message += "" if fix else ": remove it from the arguments in `**`"
                yield self.finding(script.span(given), message, fix)
