"""Generators: how what Python yields, batch by batch, becomes a dataset whose shapes the IPU knows ahead of time.

keras/engine/data_adapter.py of 2.6 says what Keras does with them: a generator is read on from where it stands, a
`Sequence` anew in each epoch, shuffled by `fit` unless told otherwise, and its `on_epoch_end` is called.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from gpu2ipu.analysis.dataflow.quantity import Quantity, length
from gpu2ipu.analysis.dataflow.rounding import Rounding, quotients, rounding_of_same
from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.dataflow.symbols import number_of
from gpu2ipu.analysis.keras.fit_calls import FitCall, Input, input_of
from gpu2ipu.analysis.keras.rounded_steps import written_at
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.data import ImageFlow, KerasSequence, PythonGenerator
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.port.batching.batch_size import even_batch
from gpu2ipu.port.batching.image_iterators import ImageIterator, image_iterator
from gpu2ipu.port.batching.keras_sequences import FullSequence, PartialSequence, batches_of_sequence
from gpu2ipu.port.code.call_arguments import remove_keyword, rewritten
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.helper_functions import (
    dataset_of_generator,
    dataset_of_rows,
    dataset_of_sequence,
)
from gpu2ipu.port.port import Port
from gpu2ipu.records import record

_ARITHMETIC = (
    *("builtins.len", "builtins.int", "builtins.round", "builtins.min", "builtins.max", "builtins.float"),
    *("math.ceil", "math.floor", "numpy.ceil", "numpy.floor"),
)


_UNNAMED = "assign the Sequence to a name, so that the number of its batches can be read"
_ONE_PASS = (
    ", and an epoch is at most one pass over them: for more, Keras stops the training or starts a new pass"
)


@record
class Generated:
    """A generator that feeds a call, made a dataset; without edits `reason` says why it is left for a person."""

    steps: Quantity = Quantity()
    title: str = ""
    edits: tuple[Edit, ...] = ()
    reason: str = ""


def generators_of(fit_call: FitCall) -> tuple[str, ...]:
    """The arguments of a call that are fed by generators."""
    found: tuple[str, ...] = ("x",) if "x" in fit_call.arguments and fit_call.input is Input.GENERATOR else ()
    if (
        fit_call.given("validation_data")
        and input_of(fit_call.value("validation_data"), False) is Input.GENERATOR
    ):
        found += ("validation_data",)
    return found


def generated(port: Port, fit_call: FitCall, data: str) -> Generated:
    """What becomes of a generator in the argument `x` or `validation_data` of a call."""
    script, value = port.script.file_of(fit_call.node), fit_call.value(data)
    steps = _steps_argument(fit_call, data)
    given = fit_call.arguments[steps] if fit_call.given(steps) else None
    unfed = Quantity(fit_call.facts.value(given).number, given)
    if not port.makes(Generated):
        return Generated(unfed)
    if fit_call.opaque:
        return Generated(unfed, reason=f"`{fit_call.written_method}` takes arguments from `*` or `**`")
    if value.may_be_none:
        return Generated(unfed, reason="it may also be `None`")
    if isinstance(value, KerasSequence):
        return _sequence(script, fit_call, data, unfed)
    if isinstance(value, ImageFlow) and value.name:
        return _images(script, fit_call, data, unfed)
    if not isinstance(value, PythonGenerator):
        return Generated(unfed, reason="cannot determine the shapes and the number of its batches")
    if _feeds_both(fit_call):
        return Generated(unfed, reason="training and validation share it")
    if given is None:
        return Generated(unfed, reason=f"`{steps}` does not say how many batches to take")
    full = _full_batches(script, fit_call, given) if _trains(fit_call, data) else None
    if full is None and not _can_be_repeated(fit_call, given):
        return Generated(
            unfed,
            reason=f"`{steps}` is computed in the call: assign it to a name, so that it can be read twice",
        )
    helper = dataset_of_generator(script, fit_call.facts)
    # in training alone: elsewhere a batch that is left out would change what comes out
    training = _trains(fit_call, data)
    shapes = "every batch must have the shapes of the first"
    short = (
        "partial ones are dropped" if training else "a partial one is an error: let it yield full ones only"
    )
    title = f"a dataset of what the generator yields: {shapes}, {short}"
    option = ", drop_remainder=True" if training else ""
    if full is not None:
        return _of_full_batches(script, fit_call, data, full, title)
    if {given, fit_call.arguments[data]} & fit_call.facts.unpacked.keys():
        called = _called(script, fit_call, data, helper.name, f", {text_of(script, given)}{option}")
    else:
        spans = (("data", script.span(fit_call.arguments[data])), ("steps", script.span(given)))
        called = Replace(spans[0][1], f"{helper.name}({{data}}, {{steps}}{option})", spans)
    return Generated(unfed, title, (*helper.edits, called))


def _full_batches(script: Script, fit_call: FitCall, given: ast.expr) -> ast.expr | None:
    """The full batches of a pass, where the steps of a generator count a partial one."""
    found = quotients(script, given)
    if len(found) != 1 or found[0] is None or not found[0].rounding.counts_partial:
        return None
    rows, batch = number_of(found[0].rows), number_of(found[0].batch)
    if rows and batch and rows % batch == 0 and found[0].rounding is not Rounding.ONE_MORE:
        return None  # there is no partial batch
    return written_at(fit_call, found[0])


def _of_full_batches(script: Script, fit_call: FitCall, data: str, full: ast.expr, title: str) -> Generated:
    """The dataset of the full batches of a pass, and as many steps."""
    steps, text = _steps_argument(fit_call, data), text_of(script, full)
    helper = dataset_of_generator(script, fit_call.facts)
    called = _called(script, fit_call, data, helper.name, f", {text}, drop_remainder=True")
    counted = rewritten(script, fit_call.facts, fit_call.arguments[steps], text)
    title = f"{title}; `{steps}` counts a partial one: use the full ones only"
    return Generated(Quantity(None, full), title, (*helper.edits, called, counted))


def _steps_argument(fit_call: FitCall, data: str) -> str:
    return fit_call.steps_argument if data == "x" else "validation_steps"


def _can_be_repeated(fit_call: FitCall, node: ast.expr) -> bool:
    """Whether an expression calls nothing but functions that compute a number."""
    calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
    return all(fit_call.facts.qualified.get(call) in _ARITHMETIC for call in calls)


def _feeds_both(fit_call: FitCall) -> bool:
    """Whether training and validation read on in one and the same generator."""
    x, validation = fit_call.arguments.get("x"), fit_call.arguments.get("validation_data")
    if x is None or validation is None or isinstance(x, (ast.Call, ast.GeneratorExp)):
        return False
    return ast.dump(x) == ast.dump(validation)


def _called(script: Script, fit_call: FitCall, data: str, name: str, options: str) -> Edit:
    return rewritten(script, fit_call.facts, fit_call.arguments[data], f"{name}({{item}}{options})")


def _sequence(script: Script, fit_call: FitCall, data: str, unfed: Quantity) -> Generated:
    """A Sequence: its whole batches, in the order that Keras takes them."""
    node, steps = fit_call.arguments[data], _steps_argument(fit_call, data)
    if not _is_named(node):
        return Generated(unfed, reason=_UNNAMED)
    batches = batches_of_sequence(fit_call.facts, fit_call.value(data).definition, node)
    if batches is None:
        return Generated(unfed, reason="its `__len__` does not show how many of its batches are full")
    edits: tuple[Edit, ...] = ()
    if fit_call.given(steps):
        removed = _without_length(script, fit_call, node, steps)
        if removed is None:
            return Generated(unfed, reason=f"`{steps}` may stop it in the middle of its batches")
        edits = (removed,)
    match batches:
        case FullSequence(batches=full):
            return _whole(script, fit_call, data, full, edits, drops=False)
        case PartialSequence(samples=samples, batch=batch) if _trains(fit_call, data):
            return _whole(script, fit_call, data, samples // batch, edits)
        case PartialSequence(samples=samples, batch=batch):
            return _all_samples(script, fit_call, data, samples, batch, edits)


def _images(script: Script, fit_call: FitCall, data: str, unfed: Quantity) -> Generated:
    """What an `ImageDataGenerator` reads: a Sequence that knows its rows as `n`, and ends with a short batch."""
    images = image_iterator(script, fit_call, data)
    if images is None:
        return Generated(unfed, reason=_UNNAMED)
    given, full = unfed.expression, images.samples // images.batch
    if given is None and _trains(fit_call, data):
        return _images_in(script, fit_call, data, images, full)
    value = fit_call.value(data)
    number = value.full_batches if isinstance(value, ImageFlow) else None
    rounding = Rounding.UP if given is None else images.rounding(given)
    if rounding is Rounding.DOWN or (number is not None and unfed.number == number):
        is_repeated = given is not None and _can_be_repeated(fit_call, given)
        return replace(
            _images_in(script, fit_call, data, images, unfed if is_repeated else full), steps=unfed
        )
    rounds_up = rounding is not None and rounding.counts_partial
    if rounds_up and not _trains(fit_call, data):
        return _all_images(script, fit_call, data, images)
    if fit_call.method == "predict":
        return Generated(
            unfed, reason=f"`{_steps_argument(fit_call, data)}` may stop it in the middle of its batches"
        )
    assert given is not None
    if not rounds_up and not _can_be_repeated(fit_call, given):
        return Generated(
            unfed, reason=f"`{_steps_argument(fit_call, data)}` is computed in the call: assign it to a name"
        )
    steps = full if rounds_up else _fewer(given, full)
    edit = rewritten(script, fit_call.facts, given, text_of(script, steps.written))
    made = _images_in(script, fit_call, data, images, steps, (edit,))
    # the fewer of the two is not known before the iterator is made
    return (
        made
        if rounds_up
        else replace(made, steps=Quantity(), title=f"{made.title}{_ONE_PASS}" if made.title else "")
    )


def _all_images(script: Script, fit_call: FitCall, data: str, images: ImageIterator) -> Generated:
    """The dataset of all rows, and no number of steps beside it."""
    steps = _steps_argument(fit_call, data)
    made = _all_samples(script, fit_call, data, images.samples, images.batch, images.edits, images.name)
    if fit_call.given(steps) and made.steps.expression is not None:
        removed = remove_keyword(script, fit_call.node, steps)
        written = text_of(script, made.steps.expression)
        removed = removed or rewritten(script, fit_call.facts, fit_call.arguments[steps], written)
        made = replace(made, edits=(*made.edits, removed))
    is_unread = images.is_made_for(images.samples) or images.is_made_for(images.batch)
    return replace(made, steps=Quantity()) if is_unread else made


def _fewer(given: ast.expr, full: Quantity) -> Quantity:
    """The smaller of given steps and the full batches."""
    is_float = any(isinstance(part, ast.Div) for part in ast.walk(given))
    asked = ast.Call(ast.Name("int", ast.Load()), [given], []) if is_float else given
    return Quantity(None, ast.Call(ast.Name("min", ast.Load()), [asked, full.written], []))


def _images_in(
    script: Script,
    fit_call: FitCall,
    data: str,
    images: ImageIterator,
    steps: Quantity,
    edits: tuple[Edit, ...] = (),
) -> Generated:
    """The dataset of so many full batches."""
    made = _whole(script, fit_call, data, steps, (*images.edits, *edits), images.name)
    is_unread = bool(made.edits) and images.is_made_for(steps)
    return replace(made, steps=Quantity()) if is_unread else made


def _is_named(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Attribute)) and is_pure(node)


def _without_length(script: Script, fit_call: FitCall, node: ast.expr, steps: str) -> Edit | None:
    """Take out `steps_per_epoch=len(sequence)`, which says what Keras does anyway; None for any other number.

    Where it counts the full batches of a Sequence alone, these are what is left of it in training.
    """
    rounding = rounding_of_same(script, fit_call.arguments[steps], length(node).written, node)
    is_pass = rounding is Rounding.UP or (rounding is Rounding.DOWN and steps == "steps_per_epoch")
    return remove_keyword(script, fit_call.node, steps) if is_pass else None


def _whole(
    script: Script,
    fit_call: FitCall,
    data: str,
    full: Quantity,
    edits: tuple[Edit, ...],
    name: str = "{item}",
    drops: bool = True,
) -> Generated:
    """The dataset of a Sequence, which goes by the name that it has in the call or by another one."""
    shuffle = _shuffle(script, fit_call) if _trains(fit_call, data) else "False"
    if shuffle is None:
        return Generated(reason="`shuffle` of `fit` is computed in the call")
    helper = dataset_of_sequence(script, fit_call.facts)
    options = f", {ast.unparse(full.written)}" + (f", shuffle={shuffle}" if shuffle != "False" else "")
    title = "a dataset of the full batches of the Sequence" + (
        ": a partial last batch is dropped" if drops else ""
    )
    called = rewritten(script, fit_call.facts, fit_call.arguments[data], f"{helper.name}({name}{options})")
    return Generated(full, title, (*helper.edits, *edits, called))


def _all_samples(
    script: Script,
    fit_call: FitCall,
    data: str,
    samples: Quantity,
    batch: Quantity,
    edits: tuple[Edit, ...],
    name: str = "{item}",
) -> Generated:
    """The dataset of all samples of a Sequence, in batches that they fill."""
    helper, size = dataset_of_rows(script, fit_call.facts), even_batch(script, fit_call.facts, samples, batch)
    options = f"{text_of(script, samples.written)}, {text_of(script, size.written)}"
    called = rewritten(script, fit_call.facts, fit_call.arguments[data], f"{helper.name}({name}, {options})")
    title = "a dataset of all samples of the Sequence, with a batch size that divides them"
    return Generated(samples // size, title, (*helper.edits, *size.helpers, *edits, called))


def _trains(fit_call: FitCall, data: str) -> bool:
    """Whether the model learns from it; then short batches are left out."""
    return fit_call.method == "fit" and data == "x"


def _shuffle(script: Script, fit_call: FitCall) -> str | None:
    """Whether `fit` shuffles the batches, as text; None where that cannot be written twice."""
    node = fit_call.arguments.get("shuffle")
    if node is None:
        return "True"
    return text_of(script, node) if is_pure(node) else None
