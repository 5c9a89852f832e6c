"""IPU206: data of a type that the IPU's feeds do not take.

tensorflow/compiler/plugin/poplar/kernels/datastream/feeds.cc of the SDK: "Unsupported datatype int64 on index 0 of
feed operation". float64 is cast to float32 by Keras on the way.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.evaluate import facts_of
from gpu2ipu.analysis.facts import Facts
from gpu2ipu.analysis.kinds import Kind, Value
from gpu2ipu.analysis.script import Script
from gpu2ipu.config import Config
from gpu2ipu.edits import Edit
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.plan.arguments import rewritten
from gpu2ipu.plan.feeds import Feed, feeds_of
from gpu2ipu.plan.rows import flat, leaves
from gpu2ipu.plan.snippets import module_alias
from gpu2ipu.plan.texts import quote
from gpu2ipu.rules.rule import Rule

# What to cast to; None: there is no counterpart.
_CASTS = {
    "int64": "int32",
    "int16": "int32",
    "uint16": "int32",
    "uint32": "int32",
    "uint64": "int32",
    "bfloat16": "float32",
    "string": None,
    "str": None,
    "complex64": None,
    "complex128": None,
}
_PARTED = (Kind.DATASET, Kind.COLLECTION)
_FED = ("x", "y", "sample_weight", "validation_data")


class UnsupportedFeedDtype(Rule):
    """A feed gets a type that it refuses."""

    id = "IPU206"
    name = "unsupported-feed-dtype"
    severity = Severity.ERROR
    what = "`fit`, `evaluate` or `predict` is fed with int64, uint16, uint32 or strings."
    why = (
        "Feeds take float32, float16, int32, bool, int8 and uint8: "
        '"Unsupported datatype int64 on index 0 of feed operation". NumPy makes whole numbers int64.'
    )
    fix = "cast to int32 or float32"
    before = """\
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

rows = np.random.rand(320, 4)
labels = np.random.randint(3, size=320)

with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(3, activation="softmax")])
    model.compile("sgd", "sparse_categorical_crossentropy", steps_per_execution=10)
model.fit(rows, labels)
"""
    after = before.replace("model.fit(rows, labels)", 'model.fit(rows, labels.astype("int32"))')

    def check(self, script: Script, config: Config) -> Iterator[Finding]:
        """One finding for each array or dataset."""
        facts = facts_of(script)
        seen: set[ast.expr] = set()
        for feed in feeds_of(script):
            for name in _FED:
                for finding_node, finding in self._argument(script.file_of(feed.node), facts, feed, name):
                    if finding_node not in seen:
                        seen.add(finding_node)
                        yield finding

    def _argument(
        self, script: Script, facts: Facts, feed: Feed, name: str
    ) -> Iterator[tuple[ast.expr, Finding]]:
        if not feed.given(name):
            return
        for node in leaves(facts, feed.arguments[name]):
            value = facts.value(node)
            found = [part.dtype for part in _parts(value) if part.dtype in _CASTS]
            if not found:
                continue
            edits = _edits(script, facts, node, value)
            target = _CASTS[found[0]]
            message = f"`{ast.unparse(node)}` feeds {found[0]}, which the IPU does not take"
            fix = Fix(f"cast to {target}", Safety.SAFE, edits) if edits and target else None
            yield node, self.finding(script.span(node), message, fix)


def _parts(value: Value) -> tuple[Value, ...]:
    if value.kind is Kind.ARRAY:
        return (value,)
    return tuple(leaf for item in value.items for leaf in flat(item)) if value.kind in _PARTED else ()


def _edits(script: Script, facts: Facts, node: ast.expr, value: Value) -> tuple[Edit, ...]:
    """Cast an array where it is fed, a dataset by a last `map`; nothing where the parts are not known one by one."""
    if value.kind is Kind.ARRAY:
        target, mark = _CASTS[value.dtype], quote(script)
        cast = f"{{item}}.astype({mark}{target}{mark})"
        return (rewritten(script, facts, node, cast),) if target else ()
    if value.kind is not Kind.DATASET or any(part.kind is not Kind.ARRAY for part in value.items):
        return ()
    if any(part.dtype in _CASTS and _CASTS[part.dtype] is None for part in value.items):
        return ()
    tf, edits = module_alias(script, facts, "tensorflow", "tf")
    names = ("x", "y", "w")[: len(value.items)] if len(value.items) <= 3 else ()
    if not names:
        return ()
    casts = [
        f"{tf}.cast({n}, {tf}.{_CASTS[p.dtype]})" if p.dtype in _CASTS else n
        for n, p in zip(names, value.items)
    ]
    body = casts[0] if len(casts) == 1 else f"({', '.join(casts)})"
    mapped = f"{{item}}.map(lambda {', '.join(names)}: {body})"
    return (*edits, rewritten(script, facts, node, mapped))
