"""Image iterators: what an `ImageDataGenerator` reads, a Sequence that ends each pass with a short batch.

keras_preprocessing/image/iterator.py of 1.1.2: `n` is the number of rows, `batch_size` what `flow` was asked for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.keras.fit_calls import FitCall
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors, assignments, statement_of
from gpu2ipu.analysis.values.call_arguments import has_unpacking
from gpu2ipu.analysis.values.value import Kind
from gpu2ipu.edits import Edit, Insert
from gpu2ipu.port.code.expression_text import operand_text, text_of

# a part of a statement that runs later than the statement begins, several times, or perhaps not at all
_APART = (
    *(ast.Lambda, ast.IfExp, ast.BoolOp),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    *(ast.While, ast.For),
)
_NAMES = {
    ("fit", "x"): "train_batches",
    ("evaluate", "x"): "test_batches",
    ("predict", "x"): "prediction_batches",
}
_FLOW = "keras.preprocessing.image.ImageDataGenerator.flow"
_DEFAULT_BATCH = "32"

# how a script rounds a quotient down, and how it rounds it up or to the nearest
_DOWN = ("int({})", "math.floor({})", "int(np.floor({}))", "int(math.floor({}))")
_UP = ("math.ceil({})", "np.ceil({})", "int(np.ceil({}))", "int(math.ceil({}))", "round({})")


class ImageIterator(NamedTuple):
    """An iterator by the name that the script has for it, or is given for it by `edits`."""

    name: str
    whole: str  # the number of its whole batches
    floors: frozenset[str]  # what else is that number
    roundings: frozenset[str]  # what counts the short batch too, or as a part of one
    edits: tuple[Edit, ...] = ()


def image_iterator(script: Script, fit_call: FitCall, data: str) -> ImageIterator | None:
    """The iterator in an argument of a call; None where it is made in a place that it cannot be taken out of."""
    node = fit_call.arguments[data]
    if isinstance(node, (ast.Name, ast.Attribute)) and is_pure(node):
        return _known(script, fit_call.facts, ast.unparse(node), _making(script, node), ())
    if not isinstance(node, ast.Call) or not _stands_alone(script, node) or node in fit_call.facts.unpacked:
        return None
    name = fit_call.facts.fresh(_NAMES.get((fit_call.method, data), "validation_batches"))
    # as it is written: in the call a dataset takes its place
    insert = Insert(script.span(statement_of(script, node)), f"{name} = {script.source(node)}")
    return _known(script, fit_call.facts, name, node, (insert,))


def _known(
    script: Script, facts: Facts, name: str, construction: ast.expr | None, edits: tuple[Edit, ...]
) -> ImageIterator:
    whole = f"{name}.n // {name}.batch_size"
    floors, roundings = {whole, f"{name}.samples // {name}.batch_size"}, {f"len({name})"}
    for rows, batch in _rows_and_batch(script, facts, construction):
        quotients = (f"{rows} / {batch}", f"float({rows}) / {batch}")
        floors |= {f"{rows} // {batch}", *(rounds.format(q) for q in quotients for rounds in _DOWN)}
        roundings |= {*quotients, *(rounds.format(q) for q in quotients for rounds in _UP)}
        if rows.startswith("len("):
            whole = f"{rows} // {batch}"
    return ImageIterator(name, whole, frozenset(floors), frozenset(roundings), edits)


def _rows_and_batch(script: Script, facts: Facts, construction: ast.expr | None) -> Iterator[tuple[str, str]]:
    """How a script may write the rows of the arrays that `flow` reads, and their batch size."""
    if not (isinstance(construction, ast.Call) and isinstance(construction.func, ast.Attribute)):
        return
    if construction.func.attr != "flow" or has_unpacking(construction):
        return
    given = facts.arguments(construction, _FLOW)
    x, batch = given.get("x"), given.get("batch_size")
    if (
        x is None
        or "subset" in given
        or facts.value(x).kind is Kind.COLLECTION
        or not is_pure(x)
        or (batch is not None and not is_pure(batch))
    ):
        return
    size = _DEFAULT_BATCH if batch is None else operand_text(script, batch)
    text = text_of(script, x)
    yield from ((rows, size) for rows in (f"{text}.shape[0]", f"len({text})"))


def _making(script: Script, node: ast.expr) -> ast.expr | None:
    """What a name or an attribute stands for, where it is assigned once in the whole script."""
    made = [statement.value for statement in assignments(script, node)]
    return made[0] if len(made) == 1 else None


def _stands_alone(script: Script, node: ast.expr) -> bool:
    """Whether an expression may just as well be computed right before its statement."""
    for outer in ancestors(script, node):
        if isinstance(outer, _APART):
            return False
        if isinstance(outer, ast.stmt):
            return not isinstance(outer, (ast.If, ast.With))
    return False
