"""Fixed batches: the batch size that the inputs of a script's models are made for.

`Input(batch_shape=(50, 8))` and its like need not bind: most layers take any number of samples. But where one does not,
only that batch size works, so it is taken where a call says none and its samples must be evened out.
"""

from __future__ import annotations

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.fit_calls import DEFAULT_BATCH, FitCall
from gpu2ipu.analysis.keras.model import input_specs
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.port.batching.batch_size import Batch


def batch_of(fit_call: FitCall) -> Batch:
    """Return the batch size of a call; of one that says none and does not train, what the models are made for."""
    node = fit_call.arguments["batch_size"] if fit_call.given("batch_size") else None
    fixed = fixed_batch(fit_call.facts.script) if node is None and fit_call.method != "fit" else None
    return Batch(node, fit_call.value("batch_size"), fixed or DEFAULT_BATCH)


@once
def fixed_batch(script: Script) -> int | None:
    """Return the one batch size for which inputs are made, or None where there is none, or several."""
    facts = facts_of(script).everywhere
    sizes = {
        facts.value(spec.batch_size).number for spec in input_specs(facts) if spec.batch_size is not None
    }
    return sizes.pop() if len(sizes) == 1 else None
