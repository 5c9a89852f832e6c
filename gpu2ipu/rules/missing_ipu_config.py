"""IPU102: no IPU is configured before the first model.

https://docs.graphcore.ai/projects/tensorflow-user-guide/en/latest/tensorflow/configuring_ipu.html
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from gpu2ipu.analysis.evaluate import facts_of
from gpu2ipu.analysis.facts import Facts, first_of
from gpu2ipu.analysis.kinds import Kind
from gpu2ipu.analysis.script import Script
from gpu2ipu.config import Config
from gpu2ipu.edits import Edit, Insert, Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.plan.entries import first_models, is_run
from gpu2ipu.plan.scopes import scopes_of
from gpu2ipu.plan.strategies import first_statements, replaced_strategies
from gpu2ipu.rules.missing_ipu_import import imports_ipu, ipu_import, ipu_name
from gpu2ipu.rules.rule import Rule


def strategy_name(script: Script) -> str:
    """The name of the strategy in the port."""
    return scopes_of(script).strategy or facts_of(script).fresh("strategy", "ipu_strategy")


def configuration(script: Script, only: Iterable[Script] | None = None) -> tuple[Edit, ...]:
    """The edits that configure one IPU and make a strategy, in each file that is run, or only in some.

    None where a file has a strategy already; a strategy of `tf.distribute` gives its place to the new one.
    """
    if others := replaced_strategies(script):
        return _replaced(script, others)
    edits: list[Edit] = []
    places = scopes_of(script).configurations
    for file in places if only is None else (file for file in only if file in places):
        place, is_global = places[file]
        facts = facts_of(file)
        if facts.has_strategy:
            continue
        strategy = strategy_name(script)
        lines = (
            *((f"global {strategy}",) if is_global else ()),
            *_configured(facts),
            f"{strategy} = {_strategy(facts)}",
            "",
        )
        insert = Insert(script.span(place), _gap(script, place) + "\n".join(lines))
        edits += _with_import(file, facts, insert)
    return tuple(edits)


def _replaced(script: Script, others: tuple[ast.Call, ...]) -> tuple[Edit, ...]:
    """The edits that put IPUStrategies in the place of other strategies, and configure the IPU before the first."""
    edits: list[Edit] = []
    for file in dict.fromkeys(script.file_of(call) for call in others):
        facts = facts_of(file)
        own = tuple(call for call in others if script.file_of(call) is file)
        edits += _with_import(file, facts, *_replaced_in_file(script, facts, own))
    return tuple(edits)


def _replaced_in_file(script: Script, facts: Facts, others: tuple[ast.Call, ...]) -> list[Edit]:
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
    return [*edits, *(Replace(script.span(call), _strategy(facts)) for call in others)]


def _with_import(file: Script, facts: Facts, *edits: Edit) -> tuple[Edit, ...]:
    return edits if imports_ipu(facts) else (ipu_import(file, facts), *edits)


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
    number = statement.lineno - 1
    while number and script.lines[number - 1].strip().startswith("#"):
        number -= 1
    above = script.lines[number - 1].strip() if number else ""
    return "\n" if above and not above.endswith(":") else ""


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
        """One finding, at the first model that a file which is run makes."""
        message = "a Keras model is made before an IPU is configured"
        facts = facts_of(script)
        configuring = [call.stack[0].call for call in facts.method_calls if call.receiver.kind is Kind.CONFIG]
        configured = {script.file_of(call) for call in configuring}
        everywhere = any(not is_run(script, call) for call in configuring)  # by a module that is imported
        for file, first in first_models(script).items():
            if file not in configured and not everywhere:
                edits = configuration(script, [file])
                fix = Fix("configure one IPU and make a strategy", Safety.SAFE, edits) if edits else None
                yield self.finding(script.span(first), message, fix)
        if facts.models and not first_models(script) and not configuring:
            yield self.finding(script.span(first_of(facts.models)), message)
