"""Image iterators: what an `ImageDataGenerator` reads, a Sequence that ends each pass with a partial batch.

keras_preprocessing/image/iterator.py of 1.1.2: `n` is the number of samples, `batch_size` what `flow` was asked for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.dataflow.expansion import expansions
from gpu2ipu.analysis.dataflow.quantity import Quantity, length
from gpu2ipu.analysis.dataflow.rounding import Quotient, Rounding, is_among, quotients, rounding_of_same
from gpu2ipu.analysis.dataflow.same_value import is_pure, names_in
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import statement_of
from gpu2ipu.analysis.values.call_arguments import has_unpacking
from gpu2ipu.analysis.values.containers import Dict, ListOrTuple
from gpu2ipu.edits import Edit, Insert
from gpu2ipu.port.code.computed_first import may_come_first
from gpu2ipu.records import record

_NAMES = {
    ("fit", "x"): "train_batches",
    ("evaluate", "x"): "test_batches",
    ("predict", "x"): "prediction_batches",
}
_FED = ("x", "validation_data")
_FLOW = "keras.preprocessing.image.ImageDataGenerator.flow"
_DEFAULT_BATCH = ast.Constant(32)


@record
class _Arrays:
    """What `flow` is given, where it reads all samples of one array."""

    x: ast.expr
    batch: ast.expr


@record
class ImageIterator:
    """An iterator by the name that the script has for it, or is given for it by `edits`."""

    script: Script
    name: str
    node: ast.expr
    arrays: _Arrays | None
    edits: tuple[Edit, ...] = ()

    @property
    def samples(self) -> Quantity:
        """How many samples it reads."""
        return length(self.arrays.x) if self.arrays else Quantity(None, self._attribute("n"))

    @property
    def batch(self) -> Quantity:
        """Its batch size."""
        return Quantity(None, self.arrays.batch if self.arrays else self._attribute("batch_size"))

    def is_made_for(self, quantity: Quantity) -> bool:
        """True if a quantity reads the iterator by a name that the port gives to it."""
        return bool(self.edits) and self.name in names_in(quantity.written)

    def _attribute(self, name: str) -> ast.expr:
        return ast.Attribute(ast.parse(self.name, mode="eval").body, name, ast.Load())

    def rounding(self, steps: ast.expr) -> Rounding | None:
        """Return how steps count the batches of the iterator; None if they are another number, on some path."""
        if rounding_of_same(self.script, steps, length(self.node).written, self.node) is Rounding.UP:
            return Rounding.UP
        counted = quotients(self.script, steps)
        roundings = {each.rounding if each and self._is_counted(each) else None for each in counted}
        return roundings.pop() if len(roundings) == 1 else None

    def _is_counted(self, found: Quotient) -> bool:
        """True if a quotient is that of the iterator's samples and batch size."""
        return is_among(found.rows, self._expanded(self._rows())) and is_among(
            found.batch, self._expanded(self._batches())
        )

    def _rows(self) -> Iterator[ast.expr]:
        yield from (ast.Attribute(self.node, name, ast.Load()) for name in ("n", "samples"))
        if self.arrays is not None:
            yield length(self.arrays.x).written

    def _batches(self) -> Iterator[ast.expr]:
        yield ast.Attribute(self.node, "batch_size", ast.Load())
        if self.arrays is not None:
            yield self.arrays.batch

    def _expanded(self, nodes: Iterator[ast.expr]) -> Iterator[ast.expr]:
        return (each for node in nodes for each in expansions(self.script, node, at=self.node))


def image_iterator(script: Script, fit_call: FitCall, data: str) -> ImageIterator | None:
    """Return the iterator in an argument of a call; None where it is made in a place that it cannot be taken out of."""
    node, facts = fit_call.arguments[data], fit_call.facts
    if isinstance(node, (ast.Name, ast.Attribute)) and is_pure(node):
        return ImageIterator(script, ast.unparse(node), node, _arrays(facts, _making(script, node)))
    if not isinstance(node, ast.Call) or node in facts.unpacked:
        return None
    iterators = [fit_call.arguments[name] for name in _FED if name in fit_call.arguments]
    if not may_come_first(script, node, iterators):
        return None
    name = fresh_name(facts.script, _NAMES.get((fit_call.method, data), "validation_batches"))
    # as it is written: in the call a dataset takes its place
    insert = Insert(script.span(statement_of(script, node)), f"{name} = {script.source(node)}")
    return ImageIterator(script, name, node, _arrays(facts, node), (insert,))


def _arrays(facts: Facts, construction: ast.expr | None) -> _Arrays | None:
    """The array that `flow` reads, whole, and the batch size."""
    if not (isinstance(construction, ast.Call) and isinstance(construction.func, ast.Attribute)):
        return None
    if construction.func.attr != "flow" or has_unpacking(construction):
        return None
    given = facts.arguments(construction, _FLOW)
    x, batch = given.get("x"), given.get("batch_size", _DEFAULT_BATCH)
    is_whole = x is not None and "subset" not in given and not isinstance(facts.value(x), (ListOrTuple, Dict))
    return _Arrays(x, batch) if x is not None and is_whole and is_pure(x) and is_pure(batch) else None


def _making(script: Script, node: ast.expr) -> ast.expr | None:
    """What a name or an attribute stands for, where it is assigned once."""
    made = bindings_of(script).assigned(node)
    return made[0] if len(made) == 1 else None
