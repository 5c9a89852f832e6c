"""IPU102: no IPU is configured before the first model.

https://docs.graphcore.ai/projects/tensorflow-user-guide/en/latest/tensorflow/configuring_ipu.html
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.evaluate import facts_of
from gpu2ipu.analysis.facts import Facts
from gpu2ipu.analysis.kinds import Kind
from gpu2ipu.analysis.script import Script
from gpu2ipu.config import Config
from gpu2ipu.edits import Edit, Insert, Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.plan.scopes import scopes_of
from gpu2ipu.plan.strategies import first_statements, has_strategy, replaced_strategies
from gpu2ipu.rules.missing_ipu_import import imports_ipu, ipu_import, ipu_name
from gpu2ipu.rules.rule import Rule


def strategy_name(script: Script, facts: Facts) -> str:
    """The name of the strategy in the port."""
    return scopes_of(script).strategy or facts.fresh("strategy", "ipu_strategy")


def configuration(script: Script, facts: Facts) -> tuple[Edit, ...]:
    """The edits that configure one IPU and make a strategy; none where the script has a strategy already.

    A strategy of `tf.distribute` gives its place to the new one.
    """
    if others := replaced_strategies(script):
        return _replaced(script, facts, others)
    scopes = scopes_of(script)
    if has_strategy(facts) or scopes.configuration is None:
        return ()
    strategy = strategy_name(script, facts)
    lines = (
        *((f"global {strategy}",) if scopes.is_global else ()),
        *_configured(facts),
        f"{strategy} = {_strategy(facts)}",
        "",
    )
    insert = Insert(script.span(scopes.configuration), _gap(script, scopes.configuration) + "\n".join(lines))
    return _with_import(script, facts, insert)


def _replaced(script: Script, facts: Facts, others: tuple[ast.Call, ...]) -> tuple[Edit, ...]:
    """The edits that put IPUStrategies in the place of other strategies, and configure the IPU before the first."""
    edits: list[Edit] = []
    for place in first_statements(script, others):
        if isinstance(place, ast.Assign) and place.value in others:
            targets = " = ".join(ast.unparse(target) for target in place.targets)
            lines = (*_configured(facts), f"{targets} = {_strategy(facts)}")
            edits.append(Replace(script.span(place), "\n".join(lines)))
            others = tuple(call for call in others if call is not place.value)
        else:
            edits.append(
                Insert(script.span(place), _gap(script, place) + "\n".join((*_configured(facts), "")))
            )
    edits += (Replace(script.span(call), _strategy(facts)) for call in others)
    return _with_import(script, facts, *edits)


def _with_import(script: Script, facts: Facts, *edits: Edit) -> tuple[Edit, ...]:
    return edits if imports_ipu(facts) else (ipu_import(script, facts), *edits)


def _configured(facts: Facts) -> tuple[str, ...]:
    """The lines that configure one IPU."""
    config = facts.fresh("ipu_config", "ipu_device_config")
    return (
        f"{config} = {_module_name(facts)}.config.IPUConfig()",
        f"{config}.auto_select_ipus = 1",
        f"{config}.configure_ipu_system()",
    )


def _strategy(facts: Facts) -> str:
    return f"{_module_name(facts)}.ipu_strategy.IPUStrategy()"


def _gap(script: Script, statement: ast.stmt) -> str:
    """A blank line, where the statement follows another one without any."""
    above = [line.strip() for line in script.lines[: statement.lineno - 1]]
    while above and above[-1].startswith("#"):
        above.pop()
    return "\n" if above and above[-1] and not above[-1].endswith(":") else ""


def _module_name(facts: Facts) -> str:
    known = (name for _, name, target in facts.imports if target == "tensorflow.python.ipu")
    return next(known, None) or ipu_name(facts)


class MissingIpuConfig(Rule):
    """The IPU is not configured."""

    id = "IPU102"
    name = "missing-ipu-config"
    severity = Severity.ERROR
    what = "A script makes a Keras model before it configures an IPU."
    why = (
        "Without `IPUConfig.configure_ipu_system()` there is no device to compile for: "
        '"No device target has been configured. Did you configure the IPU devices".'
    )
    fix = "add it before the first model, under the main guard where there is one"
    before = """\
from tensorflow import keras
from tensorflow.python import ipu

model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
"""
    after = """\
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
"""

    def check(self, script: Script, config: Config) -> Iterator[Finding]:
        """One finding, at the first model."""
        facts = facts_of(script)
        models = [making.node for making in facts.makings if making.value.kind is Kind.MODEL]
        configured = any(call.receiver.kind is Kind.CONFIG for call in facts.method_calls)
        if not models or configured:
            return
        first = min(models, key=lambda node: node.lineno)
        edits = configuration(script, facts)
        fix = Fix("configure one IPU and make a strategy", Safety.SAFE, edits) if edits else None
        yield self.finding(script.span(first), "a Keras model is made before an IPU is configured", fix)
