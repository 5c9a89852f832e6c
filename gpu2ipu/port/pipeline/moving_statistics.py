"""Moving statistics: a pipeline does not update those of batch normalizations as training does elsewhere.

keras/ipu/extensions/extensions_base.py of the SDK warns of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.qualified_names import is_class_name
from gpu2ipu.port.pipeline.outcomes import NormalizedBatches
from gpu2ipu.port.pipeline.pipelines import has_stages
from gpu2ipu.port.port import Port

_NORMS = ("keras.layers.BatchNormalization", "keras.layers.SyncBatchNormalization")
_WITHOUT = "VGG"  # of the models of Keras


def normalized_batches(port: Port) -> Iterator[NormalizedBatches]:
    """Yield the first batch normalization in each file with a pipeline, or the first model of Keras that has some."""
    facts = facts_of(port.script)
    if not has_stages(port.script):
        return
    found = (node for node in facts.qualified if isinstance(node, ast.Call) and _normalizes(facts, node))
    files = set()
    for node in sorted(found, key=lambda each: (each.lineno, each.col_offset)):
        file = port.script.file_of(node)
        if file not in files:
            files.add(file)
            yield NormalizedBatches(node, facts.qualified[node].rpartition(".")[2])


def _normalizes(facts: Facts, node: ast.Call) -> bool:
    name = facts.qualified[node]
    if name.startswith("keras.applications.") and is_class_name(name):
        return not name.rpartition(".")[2].startswith(_WITHOUT)
    if name not in _NORMS:
        return False
    momentum = facts.argument(node, "keras.layers.BatchNormalization", "momentum")
    return not (isinstance(momentum, ast.Constant) and momentum.value in (0, 1))
