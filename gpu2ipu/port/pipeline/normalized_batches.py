"""Batch normalizations that see micro-batches: they normalize each by its own statistics.

In a pipeline the moving statistics are not updated as training does elsewhere, of which
keras/ipu/extensions/extensions_base.py of the SDK warns.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.gradient_accumulation import accumulated, setting_calls
from gpu2ipu.analysis.keras.selected_ipus import given_replicas
from gpu2ipu.analysis.syntax.qualified_names import is_class_name
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.port.pipeline.outcomes import NormalizedBatches
from gpu2ipu.port.pipeline.pipelines import has_stages
from gpu2ipu.port.port import Port

_NORMS = ("keras.layers.BatchNormalization", "keras.layers.SyncBatchNormalization")
_WITHOUT = "VGG"  # of the models of Keras


def normalized_batches(port: Port) -> Iterator[NormalizedBatches]:
    """Yield the first batch normalization, or model with some, in each file of a script with micro-batches."""
    facts, in_pipeline = facts_of(port.script), has_stages(port.script)
    if not (in_pipeline or _accumulates(port.script) or given_replicas(port.script, 1, 1) > 1):
        return
    found = (node for node in facts.qualified if isinstance(node, ast.Call) and _normalizes(facts, node))
    files = set()
    for node in sorted(found, key=lambda each: (each.lineno, each.col_offset)):
        file = port.script.file_of(node)
        if file not in files:
            files.add(file)
            loses = in_pipeline and not _keeps_statistics(facts, node)
            yield NormalizedBatches(node, facts.qualified[node].rpartition(".")[2], loses)


def _accumulates(script: Script) -> bool:
    """True if a model of a script may accumulate the gradients of several micro-batches."""
    facts = facts_of(script).everywhere
    return any(facts.value(accumulated(node)).number != 1 for node in setting_calls(script))


def _normalizes(facts: Facts, node: ast.Call) -> bool:
    name = facts.qualified[node]
    if name.startswith("keras.applications.") and is_class_name(name):
        return not name.rpartition(".")[2].startswith(_WITHOUT)
    return name in _NORMS


def _keeps_statistics(facts: Facts, node: ast.Call) -> bool:
    """True if the moving statistics of a layer do not depend on how often they are updated."""
    momentum = facts.argument(node, "keras.layers.BatchNormalization", "momentum")
    return isinstance(momentum, ast.Constant) and momentum.value in (0, 1)
