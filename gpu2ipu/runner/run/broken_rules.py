"""From the words in which the SDK, or the simulator, refuses a port to the rule whose page says what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Words of tensorflow/python/ipu and keras/ipu of the SDK, in the order in which they are looked for.
_RULES = (
    ("fully defined.*drop_remainder", "IPU201"),
    ("shape .*not fully defined", "IPU208"),
    ("Unsupported datatype", "IPU206"),
    ("has a partial batch", "IPU202"),
    ("is not compatible with the IPU's requirement to know the data shape", "IPU205"),
    ("can not be accessed in eager mode when inside", "IPU105"),
    ("Could not infer the size of the data", "IPU207"),
    ("steps_per_execution.* must be a divisor", "IPU302"),
    ("steps_per_execution.* is not divisible", "IPU402"),
    ("number of iterations of the pipeline", "IPU402"),
    ("cannot run eagerly", "IPU303"),
    ("train_step. is overridden", "IPU304"),
    ("Layers can only use outputs from current or previous pipeline", "IPU404"),
    ("same pipeline stage as the previous layer", "IPU404"),
    ("Mixing different tf.distribute.Strategy", "IPU504"),
    ("Detected unsupported operations", "IPU910"),
)
# rules about predictions, in place of those about other calls
_OF_PREDICTIONS = {"IPU202": "IPU203"}


def rule_of(words: str, call: str = "") -> str | None:
    """Return the id of the rule that a refusal in these words is about, or None if there is none.

    `call` is the kind of the call that was refused, such as "predict".
    """
    found = (rule for pattern, rule in _RULES if re.search(pattern, words, re.DOTALL))
    rule = next(found, "")
    return (_OF_PREDICTIONS.get(rule, rule) if call == "predict" else rule) or None


def notes(words: str, ended: str, call: str = "") -> Iterator[str]:
    """Yield what to say where a refusal in these words has ended "the script", or "the port"."""
    if rule := rule_of(words, call):
        yield f"what ended {ended} is {rule}: see `gpu2ipu explain {rule}`; `gpu2ipu convert` may mend it"
