"""Generators: how what Python yields, batch by batch, becomes a dataset whose shapes the IPU knows ahead of time.

keras/engine/data_adapter.py of 2.6 says what Keras does with them: a generator is read on from where it stands, a
`Sequence` anew in each epoch, shuffled by `fit` unless told otherwise, and its `on_epoch_end` is called.
"""

from __future__ import annotations

import ast
import enum
from dataclasses import replace

from gpu2ipu.analysis.dataflow.quantity import Quantity, called, fixed, length
from gpu2ipu.analysis.dataflow.rounding import Rounding, quotients, rounding_of_same
from gpu2ipu.analysis.dataflow.same_value import is_pure
from gpu2ipu.analysis.dataflow.symbols import number_of
from gpu2ipu.analysis.keras.fit_calls import FitCall, Input, input_of
from gpu2ipu.analysis.keras.rounded_steps import quotient_at
from gpu2ipu.analysis.library.keras import ROW_COUNTS
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.data import ImageFlow, KerasSequence, PythonGenerator
from gpu2ipu.analysis.values.value import Value
from gpu2ipu.edits import Edit, Replace
from gpu2ipu.port.batching.batch_size import dividing_batch, evaluation_batches
from gpu2ipu.port.batching.generator_input.image_iterators import ImageIterator, image_iterator
from gpu2ipu.port.batching.generator_input.keras_sequences import (
    FullSequence,
    PartialSequence,
    batches_of_sequence,
)
from gpu2ipu.port.batching.outcomes import (
    BatchesOfGenerator,
    BatchesOfSequence,
    GeneratorChange,
    GeneratorData,
    GeneratorReason,
    NoDataset,
    SamplesOfSequence,
)
from gpu2ipu.port.code.call_arguments import remove_keyword, rewritten
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.helper_functions import (
    HelperFunction,
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


def generators_of(fit_call: FitCall) -> tuple[str, ...]:
    """Return the arguments of a call that are fed by generators."""
    is_fed = "x" in fit_call.arguments and fit_call.input is Input.GENERATOR
    found: tuple[str, ...] = ("x",) if is_fed and not is_read_to_its_end(fit_call) else ()
    if (
        fit_call.given("validation_data")
        and input_of(fit_call.value("validation_data"), False) is Input.GENERATOR
    ):
        found += ("validation_data",)
    return found


def is_read_to_its_end(fit_call: FitCall) -> bool:
    """Return whether a prediction takes all that a generator yields, since nothing says how many batches to take."""
    return (
        fit_call.method == "predict"
        and not fit_call.is_legacy
        and not fit_call.given("steps")
        and isinstance(fit_call.value("x"), PythonGenerator)
    )


def become_datasets(port: Port, fit_call: FitCall) -> bool:
    """Return whether all generators that feed a call become datasets."""
    found = [generated(port, fit_call, data) for data in generators_of(fit_call)]
    return bool(found) and is_replaced(fit_call, found)


def is_replaced(fit_call: FitCall, found: list[GeneratorData]) -> bool:
    """Return whether the generators of a call become datasets, and an old method a new one."""
    return all(each.edits for each in found) and not (fit_call.is_legacy and _counts_rows(fit_call))


def _counts_rows(fit_call: FitCall) -> bool:
    """True if the call has arguments of Keras 1, which `fit` does not know: they have to be settled first."""
    counts = ROW_COUNTS.get(fit_call.written_method, {})
    return any(keyword.arg in counts for keyword in fit_call.node.keywords)


@record
class _Feed:
    """An argument that a generator feeds: `x` or `validation_data`."""

    script: Script
    fit_call: FitCall
    data: str
    together: int = 1  # batches, of which there are a multiple where no prediction is lost by that

    @property
    def node(self) -> ast.expr:
        """The generator."""
        return self.fit_call.arguments[self.data]

    @property
    def value(self) -> Value:
        """What the generator is."""
        return self.fit_call.value(self.data)

    @property
    def steps_argument(self) -> str:
        """The keyword that says how many batches to take."""
        return self.fit_call.steps_argument if self.data == "x" else "validation_steps"

    @property
    def given(self) -> ast.expr | None:
        """How many batches the call takes, if it says so."""
        return (
            self.fit_call.arguments[self.steps_argument] if self.fit_call.given(self.steps_argument) else None
        )

    @property
    def given_steps(self) -> Quantity:
        """The same as a quantity."""
        return self.fit_call.given_steps(self.steps_argument) if self.given is not None else Quantity()

    @property
    def trains(self) -> bool:
        """True if the model learns from it; then partial batches are dropped."""
        return self.fit_call.method == "fit" and self.data == "x"

    @property
    def drops(self) -> bool:
        """True if partial batches that are known of are dropped: in training, and in the validation inside `fit`."""
        return self.trains or self.data == "validation_data"

    def outcome(
        self, change: GeneratorChange | None, steps: Quantity, edits: tuple[Edit, ...] = ()
    ) -> GeneratorData:
        """Return what becomes of it."""
        method = self.fit_call.written_method
        return GeneratorData(self.node, method, self.steps_argument, change, steps, edits=edits)

    def left(self, reason: GeneratorReason) -> GeneratorData:
        """It stays as it is, with the steps that the call has."""
        return self.outcome(NoDataset(reason), self.given_steps)

    def called(self, helper: HelperFunction, name: str, options: str) -> Edit:
        """Return the call of a helper with the generator, which has a name or is `{item}`."""
        return rewritten(self.script, self.fit_call.facts, self.node, f"{helper.name}({name}, {options})")


def generated(port: Port, fit_call: FitCall, data: str, together: int = 1) -> GeneratorData:
    """Return what becomes of a generator in the argument `x` or `validation_data` of a call.

    Samples that are batched anew make a multiple of `together` batches, where some of them may be dropped for that.
    """
    feed = _Feed(port.script.file_of(fit_call.node), fit_call, data, together)
    value = feed.value
    if not port.makes(GeneratorData):
        return feed.outcome(None, feed.given_steps)
    if fit_call.opaque:
        return feed.left(GeneratorReason.UNPACKED)
    if value.may_be_none:
        return feed.left(GeneratorReason.MAY_BE_NONE)
    if isinstance(value, KerasSequence):
        return _sequence(feed)
    if isinstance(value, ImageFlow) and value.name:
        return _images(feed)
    if not isinstance(value, PythonGenerator):
        return feed.left(GeneratorReason.UNKNOWN_SHAPES)
    return _generator(feed)


def _generator(feed: _Feed) -> GeneratorData:
    """A Python generator: so many of its next batches in each epoch."""
    script, fit_call, given = feed.script, feed.fit_call, feed.given
    if _feeds_both(fit_call):
        return feed.left(GeneratorReason.SHARED)
    if given is None:
        return feed.left(GeneratorReason.NO_STEPS)
    counted = _counted_partial(script, given)
    if counted is _Counted.ALONE or (counted is _Counted.CERTAINLY and not feed.drops):
        return feed.left(GeneratorReason.PARTIAL_BATCH)
    place = fit_call.facts.everywhere.script, fit_call.node
    full = quotient_at(*place, given) if counted is not None and feed.drops else None
    if full is not None:
        return _of_full_batches(feed, given, full)
    if not _can_be_repeated(fit_call, given):
        return feed.left(GeneratorReason.COMPUTED_STEPS)
    helper = dataset_of_generator(script, fit_call.facts)
    # not in evaluations: a batch that is left out would change what comes out
    option = ", drop_remainder=True" if feed.trains else ""
    if {given, feed.node} & fit_call.facts.unpacked.keys():
        called = feed.called(helper, "{item}", f"{text_of(script, given)}{option}")
    else:
        parts = (("data", script.span(feed.node)), ("steps", script.span(given)))
        called = Replace(script.span(feed.node), f"{helper.name}({{data}}, {{steps}}{option})", parts)
    change = BatchesOfGenerator(drops_partial=feed.trains)
    return feed.outcome(change, feed.given_steps, (*helper.edits, called))


class _Counted(enum.Enum):
    """Whether the steps of a generator count a partial batch, with which a pass ends."""

    PERHAPS = enum.auto()
    CERTAINLY = enum.auto()
    ALONE = enum.auto()  # there is no full one


def _counted_partial(script: Script, given: ast.expr) -> _Counted | None:
    """Whether steps count a partial batch; None where they do not."""
    found = quotients(script, given)
    if len(found) != 1 or found[0] is None or not found[0].rounding.counts_partial:
        return None
    rows, batch = number_of(found[0].rows), number_of(found[0].batch)
    if not rows or not batch:
        return _Counted.PERHAPS
    if rows < batch:
        return _Counted.ALONE
    return _Counted.CERTAINLY if rows % batch or found[0].rounding is Rounding.ONE_MORE else None


def _of_full_batches(feed: _Feed, given: ast.expr, full: ast.expr) -> GeneratorData:
    """The dataset of the full batches of a pass, and as many steps."""
    text, facts = text_of(feed.script, full), feed.fit_call.facts
    helper = dataset_of_generator(feed.script, facts)
    called = feed.called(helper, "{item}", f"{text}, drop_remainder=True")
    counted = rewritten(feed.script, facts, given, text)
    change = BatchesOfGenerator(drops_partial=True, counted_partial=True)
    return feed.outcome(change, Quantity(None, full), (*helper.edits, called, counted))


def _can_be_repeated(fit_call: FitCall, node: ast.expr) -> bool:
    """True if an expression calls nothing but functions that compute a number."""
    calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
    return is_pure(node) or all(fit_call.facts.qualified.get(call) in _ARITHMETIC for call in calls)


def _feeds_both(fit_call: FitCall) -> bool:
    """True if training and validation read on in one and the same generator."""
    x, validation = fit_call.arguments.get("x"), fit_call.arguments.get("validation_data")
    if x is None or validation is None or isinstance(x, (ast.Call, ast.GeneratorExp)):
        return False
    return ast.dump(x) == ast.dump(validation)


def _sequence(feed: _Feed) -> GeneratorData:
    """A Sequence: its full batches, in the order that Keras takes them."""
    batches = batches_of_sequence(feed.fit_call.facts, feed.value.definition, feed.node)
    if batches is None:
        return feed.left(GeneratorReason.UNKNOWN_LENGTH)
    edits: tuple[Edit, ...] = ()
    if feed.given is not None:
        removed = _without_length(feed, feed.given)
        if removed is None:
            return feed.left(GeneratorReason.CUT_PASS)
        edits = (removed,)
    if not _is_named(feed.node):
        return feed.left(GeneratorReason.UNNAMED)
    match batches:
        case FullSequence(batches=full):
            return _whole(feed, full, edits, drops=False)
        case PartialSequence(samples=samples, batch=batch) if feed.trains:
            return _whole(feed, samples // batch, edits)
        case PartialSequence(samples=samples, batch=batch):
            return _all_samples(feed, samples, batch, edits)


def _images(feed: _Feed) -> GeneratorData:
    """What an `ImageDataGenerator` reads: a Sequence that knows its samples as `n`, and ends with a partial batch."""
    fit_call, given, value = feed.fit_call, feed.given, feed.value
    images = image_iterator(feed.script, fit_call, feed.data)
    if images is None:
        return feed.left(GeneratorReason.UNNAMED)
    full = images.samples // images.batch
    if given is None and feed.trains:
        return _images_in(feed, images, full)
    number = value.full_batches if isinstance(value, ImageFlow) else None
    rounding = Rounding.UP if given is None else images.rounding(given)
    if rounding is Rounding.DOWN or (number is not None and feed.given_steps.number == number):
        is_repeated = given is not None and _can_be_repeated(fit_call, given)
        made = _images_in(feed, images, feed.given_steps if is_repeated else full)
        return replace(made, steps=feed.given_steps)
    rounds_up = rounding is not None and rounding.counts_partial
    if rounds_up and not feed.trains:
        return _all_images(feed, images)
    if fit_call.method == "predict":
        return feed.left(GeneratorReason.CUT_PASS)
    assert given is not None
    if not rounds_up and not _can_be_repeated(fit_call, given):
        return feed.left(GeneratorReason.COMPUTED_STEPS)
    steps = full if rounds_up else _fewer(given, full)
    edit = rewritten(feed.script, fit_call.facts, given, text_of(feed.script, steps.written))
    made = _images_in(feed, images, steps, (edit,))
    if rounds_up or not made.edits:
        return made
    # the fewer of the two is not known before the iterator is made
    return replace(made, steps=Quantity(), change=BatchesOfSequence(is_one_pass=True))


def _all_images(feed: _Feed, images: ImageIterator) -> GeneratorData:
    """The dataset of all samples, and no number of steps beside it."""
    made = _all_samples(feed, images.samples, images.batch, images.edits, images.name)
    if feed.given is not None and made.steps.expression is not None:
        removed = remove_keyword(feed.script, feed.fit_call.node, feed.steps_argument)
        written = text_of(feed.script, made.steps.expression)
        removed = removed or rewritten(feed.script, feed.fit_call.facts, feed.given, written)
        made = replace(made, edits=(*made.edits, removed))
    is_unread = images.is_made_for(images.samples) or images.is_made_for(images.batch)
    return replace(made, steps=Quantity()) if is_unread else made


def _fewer(given: ast.expr, full: Quantity) -> Quantity:
    """The smaller of given steps and the full batches."""
    is_float = any(isinstance(part, ast.Div) for part in ast.walk(given))
    asked = called("int", given) if is_float else given
    return Quantity(None, called("min", asked, full.written))


def _images_in(
    feed: _Feed, images: ImageIterator, steps: Quantity, edits: tuple[Edit, ...] = ()
) -> GeneratorData:
    """The dataset of so many full batches."""
    made = _whole(feed, steps, (*images.edits, *edits), images.name)
    is_unread = bool(made.edits) and images.is_made_for(steps)
    return replace(made, steps=Quantity()) if is_unread else made


def _is_named(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Attribute)) and is_pure(node)


def _without_length(feed: _Feed, given: ast.expr) -> Edit | None:
    """Take out `steps_per_epoch=len(sequence)`, which says what Keras does anyway; None for any other number.

    Where it counts the full batches of a Sequence alone, these are what is left of it in training.
    """
    rounding = rounding_of_same(feed.script, given, length(feed.node).written, feed.node)
    counts_full = rounding is Rounding.DOWN and feed.steps_argument == "steps_per_epoch"
    is_pass = rounding is Rounding.UP or counts_full
    return remove_keyword(feed.script, feed.fit_call.node, feed.steps_argument) if is_pass else None


def _whole(
    feed: _Feed, full: Quantity, edits: tuple[Edit, ...], name: str = "{item}", drops: bool = True
) -> GeneratorData:
    """The dataset of a Sequence, which goes by the name that it has in the call or by another one."""
    shuffle = _shuffle(feed.script, feed.fit_call) if feed.trains else "False"
    if shuffle is None:
        return feed.outcome(NoDataset(GeneratorReason.COMPUTED_SHUFFLE), Quantity())
    helper = dataset_of_sequence(feed.script, feed.fit_call.facts)
    options = ast.unparse(full.written) + (f", shuffle={shuffle}" if shuffle != "False" else "")
    change = BatchesOfSequence(drops_partial=drops)
    return feed.outcome(change, full, (*helper.edits, *edits, feed.called(helper, name, options)))


def _all_samples(
    feed: _Feed, samples: Quantity, batch: Quantity, edits: tuple[Edit, ...], name: str = "{item}"
) -> GeneratorData:
    """The dataset of all samples of a Sequence, in batches that they fill."""
    script, facts = feed.script, feed.fit_call.facts
    together = 1 if feed.fit_call.method == "predict" else feed.together
    share = samples // fixed(together)
    validates = feed.data == "validation_data" and together == 1  # elsewhere no sample may be dropped
    size = (
        evaluation_batches(script, facts, samples, batch).size
        if validates
        else dividing_batch(script, facts, share, batch)
    )
    taken, helper = share.times(together), dataset_of_rows(script, facts, is_part=together > 1)
    options = f"{text_of(script, taken.written)}, {text_of(script, size.written)}"
    called = feed.called(helper, name, options)
    change, all_edits = SamplesOfSequence(together, validates), (*helper.edits, *size.helpers, *edits, called)
    return feed.outcome(change, (share // size).times(together), all_edits)


def _shuffle(script: Script, fit_call: FitCall) -> str | None:
    """True if `fit` shuffles the batches, as text; None where that cannot be written twice."""
    node = fit_call.arguments.get("shuffle")
    if node is None:
        return "True"
    return text_of(script, node) if is_pure(node) else None
