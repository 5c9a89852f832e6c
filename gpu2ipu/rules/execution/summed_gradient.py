"""IPU308: the gradients of micro-batches or replicas are added up, which multiplies the learning rate.

keras/ipu/extensions/extensions_base.py of the SDK: the reduction method of both setters is "sum" by default.
"""

from __future__ import annotations

from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts, MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.gradient_accumulation import REDUCTION, accumulated, reduction, setting_calls
from gpu2ipu.analysis.library.keras import RUNNING
from gpu2ipu.analysis.values.call_arguments import has_unpacking, keyword_of
from gpu2ipu.analysis.values.library_objects import constructions_of
from gpu2ipu.analysis.values.value import NONE, CallPath, Value
from gpu2ipu.edits import AddArgument, Edit, Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.port.replicas.outcomes import SummedGradients
from gpu2ipu.port.replicas.summed_gradients import summed_over_replicas, takes_sums
from gpu2ipu.rules.rule import SET_UP, Effort, Rule, Words

_MEAN = '"mean"'
_NORMALIZES = "experimental_normalize_gradients"  # what SDK 2.5 has for it


def _of_replicas(outcome: SummedGradients) -> Words:
    message = (
        f"the gradients of {outcome.replicas} replicas are added up, which multiplies the learning rate by "
        f"{outcome.replicas}: use their mean"
    )
    return Words(message, "average the gradients of all replicas", Safety.REVIEW)


class SummedGradient(Rule):
    """An update is as large as the gradients of all micro-batches or replicas together."""

    id = "IPU308"
    name = "summed-gradient"
    severity = Severity.WARNING
    effort = Effort.LOW
    words = ((SummedGradients, _of_replicas),)
    what = (
        "The gradients of micro-batches or of replicas are added up: `set_gradient_accumulation_options`, "
        "`set_pipelining_options`, several IPUs."
    )
    why = (
        "An update by the sum of N gradients is N times as large as one by the gradient of the whole batch: the "
        "learning rate is multiplied by N. The mean is what the same batch gives at once. A script whose learning rate "
        "is divided by N already wants the sum. Optimizers that divide by the size of the gradients, such as Adam, "
        "take either, unless they clip them."
    )
    fix = "the mean, unless the learning rate is divided by their number"
    before = SET_UP + """
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=8)
    model.set_gradient_accumulation_options(gradient_accumulation_steps_per_replica=4)
"""
    after = before.replace("replica=4", f"replica=4, {REDUCTION}={_MEAN}")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each call that sets an accumulation, and for each that compiles for replicas."""
        yield from self.reported(port, summed_over_replicas(port))
        facts = facts_of(port.script)
        for node, call in setting_calls(port.script).items():
            number = facts.everywhere.value(accumulated(node)).number
            given = reduction(call)
            if number == 1 or accumulated(node) is None or not _adds_up(facts, call):
                continue
            if not _is_taken_as_it_is(facts, call):
                continue
            script = port.script.file_of(node)
            edit: Edit = (
                AddArgument(script.span(node), REDUCTION, _MEAN)
                if given is None
                else Replace(script.span(given), _MEAN)
            )
            title = f"{REDUCTION}={_MEAN}"
            fix = None if has_unpacking(node) else Fix(title, Safety.REVIEW, (edit,))
            yield self.finding(script.span(node), _message(number), fix)


def _is_taken_as_it_is(facts: Facts, call: MethodCall) -> bool:
    """True if the optimizers of a model are certain to take the sum as it is, with a rate that nothing divides."""
    models = constructions_of(call.receiver)
    compiled = [each for each in facts.compile_calls if constructions_of(each.receiver) & models]
    return takes_sums(facts, compiled) and not _only_infers(facts, models)


def _only_infers(facts: Facts, models: frozenset[CallPath]) -> bool:
    """True if all that the script shows of some models is that they evaluate and predict."""
    calls = (call for call in facts.everywhere.method_calls if constructions_of(call.receiver) & models)
    methods = {call.method for call in calls if call.method in RUNNING}
    return bool(methods) and methods.isdisjoint(("fit", "train_on_batch"))


def _message(number: int | None) -> str:
    parts = "micro-batches" if number is None else f"{number} micro-batches"
    times = "by their number" if number is None else f"by {number}"
    return (
        f"the gradients of {parts} are added up, which multiplies the learning rate {times}: use their mean"
    )


def _adds_up(facts: Facts, call: MethodCall) -> bool:
    """True if a call is certain to ask for the sum."""
    given, normalizes = reduction(call), keyword_of(call.node, _NORMALIZES)
    if normalizes is not None and not _is_switched_off(facts.everywhere.value(normalizes.value)):
        return False
    if given is None:
        return not has_unpacking(call.node)
    value = facts.everywhere.value(given)
    return str(value.constant or value.name).rpartition(".")[2].lower() == "sum"


def _is_switched_off(value: Value) -> bool:
    """True if a value is certain to be False or None."""
    return value is NONE or value.constant is False
