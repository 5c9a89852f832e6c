"""IPU201: a dataset is batched so that its last batch may be partial.

keras/ipu/extensions/data_adapter.py of the SDK: "is not fully defined. Executing on IPU requires all dataset elements
to have fully defined shapes".
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.batch_metrics import batch_dependent
from gpu2ipu.analysis.keras.dataset_windows import joined_windows
from gpu2ipu.analysis.keras.fit_calls import fit_calls_of
from gpu2ipu.analysis.keras.remainders import counted_split, drops_remainder
from gpu2ipu.analysis.keras.rounded_steps import may_count
from gpu2ipu.analysis.keras.row_dependence import RowDependence, row_dependence_of
from gpu2ipu.analysis.library.keras import is_of_text_files
from gpu2ipu.analysis.library.tf_data import BATCHERS
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.call_arguments import has_unpacking
from gpu2ipu.analysis.values.data import Batching, Dataset, remainder_of
from gpu2ipu.edits import AddArgument, Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.batching.dataset_steps import is_limited
from gpu2ipu.port.batching.dataset_uses.keras_datasets import (
    KerasDataset,
    keras_datasets,
    samples_in_a_batch,
)
from gpu2ipu.port.batching.dataset_uses.uses import (
    DatasetUse,
    adapted_on,
    trained_by_hand,
    uses_of_datasets,
)
from gpu2ipu.port.batching.datasets import (
    NewSize,
    Resized,
    kept_datasets,
    resized_datasets,
)
from gpu2ipu.port.batching.outcomes import CountedRemainder, InParts, KeptRemainder, Pad, Trim
from gpu2ipu.port.code.call_arguments import set_argument
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.helper_functions import batches_of_windows, full_batches_of_files
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.planner import calls_of_models
from gpu2ipu.rules.data.batch_words import averages_of_batches, words_in_parts
from gpu2ipu.rules.rule import Rule, Words

_PARTIAL = "the last batch may be partial"
_REBATCH = (
    "add `.unbatch().batch(..., drop_remainder=True)` where it is created, and pass the number of steps"
)
_WINDOWS = "the length of a window is not static"
_BEFORE_OPTIONS = 3  # data, targets and the length of a window
_REBATCH_WINDOWS = (
    "the length of its windows is not static either: pass what follows it by name, and nothing by `*` or `**`"
)


def _counted(outcome: CountedRemainder) -> Words:
    counts = "counts" if outcome.is_understood else "may count"
    message = f"`{outcome.argument}` {counts} the partial batch of its dataset, which is dropped"
    if not outcome.edits:
        return Words(f"{message}: set it to the number of full batches")
    safety = Safety.SAFE if outcome.is_certain else Safety.REVIEW
    return Words(message, f"{outcome.argument}={outcome.full}", safety)


def _in_parts(outcome: KeptRemainder) -> Words:
    what = "the validation inside `fit`" if outcome.method == "validation" else f"`{outcome.method}`"
    message = f"{what} takes a dataset whose last batch may be partial"
    match outcome.change:
        case Pad():
            return Words(message, "pad it, predict, cut the padding off")
        case InParts() as change:
            return words_in_parts(message, change)
        case Trim(None):
            return Words(message, "take its full batches: the remainder is dropped", Safety.REVIEW)
        case Trim(dropped):
            return Words(message, f"take its full batches: {dropped} samples are dropped", Safety.REVIEW)


class PartialBatch(Rule):
    """A batch call without `drop_remainder=True` on the way to a model."""

    id = "IPU201"
    name = "partial-batch"
    severity = Severity.ERROR
    words = ((CountedRemainder, _counted), (KeptRemainder, _in_parts))
    owns = (Resized,)
    what = "A dataset that feeds a model is batched without `drop_remainder=True`."
    why = (
        "The shape of a batch must be known when the program is compiled: "
        '"is not fully defined. Executing on IPU requires all dataset elements to have fully defined shapes".'
    )
    fix = "add `drop_remainder=True`; without training, a batch size that divides the samples, or the rest by itself"
    before = """\
import tensorflow as tf
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()

rows = tf.data.Dataset.from_tensor_slices((tf.zeros((100, 4)), tf.zeros((100, 1)))).batch(32)

with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse", steps_per_execution=len(rows))
model.fit(rows)
"""
    after = before.replace(".batch(32)", ".batch(32, drop_remainder=True)")

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each batch call whose dataset reaches a model."""
        script = port.script
        facts = facts_of(script)
        fed, rebatched = uses_of_datasets(script), resized_datasets(port)
        in_training_loop, loops = trained_by_hand(port)
        seen: set[ast.Call] = set()
        for call in facts.method_calls:
            if not isinstance(call.receiver, Dataset) or call.method not in BATCHERS:
                continue
            node = call.node
            if node in seen or (node not in fed and node not in in_training_loop):
                continue
            seen.add(node)
            if drops_remainder(facts, node, call.method) is not False:
                continue
            others = facts.read.get(node, set()) - loops
            if (kept := kept_datasets(port).get(node)) is not None:  # what is said of the calls
                yield from self._dropped_by_parameter(script, node, kept)
                continue
            if node in rebatched:
                yield self._rebatched(script, node, rebatched[node], others)
            elif remainder_of(facts.value(node)) != 0 and _is_predicted(fed.get(node, ())):
                message = f"{_PARTIAL}, and dropping it would lose predictions" + _mixed(
                    script, node, row_dependence_of(script, node)
                )
                yield self.finding(script.span(node), message)
            else:
                trains = node in in_training_loop or any(each.trains for each in fed.get(node, ()))
                remainder = remainder_of(facts.value(node))
                safety = Safety.SAFE if remainder == 0 else Safety.REVIEW
                fix = _fix(script, node, call.method, safety)
                yield self._dropped(port, node, remainder, others | _adapting(script, node), trains, fix)
        yield from self._batched_by_keras(port, loops)
        if fed or in_training_loop:
            yield from self._windows(script)
        yield from self.reported(port, calls_of_models(port))
        for text, (argument, is_predicted) in _batched_elsewhere(script).items():
            wants = "dropping it would lose predictions" if is_predicted else _REBATCH
            yield self.finding(script.span(argument), f"the last batch of `{text}` may be partial; {wants}")

    def _batched_by_keras(self, port: Port, loops: Set[ast.AST]) -> Iterator[Finding]:
        """Datasets of files and of windows of a series, which Keras batches."""
        script, facts = port.script, facts_of(port.script)
        for dataset in keras_datasets(port):
            node, is_kept = dataset.node, dataset.node in kept_datasets(port)
            fix = _fix_of_keras(script, dataset, drops=not is_kept)
            if is_kept:  # what else is said of the calls
                if dataset.is_of_windows:
                    yield self.finding(script.span(node), _WINDOWS, fix)
            elif dataset.loses_samples:
                message = f"{_PARTIAL}, and dropping it would lose samples that are evaluated or predicted"
                yield self.finding(script.span(node), message)
            elif dataset.is_of_windows and fix is None:
                yield self.finding(script.span(node), f"{_PARTIAL}; {_REBATCH_WINDOWS}")
            else:
                trains = any(each.trains for each in dataset.uses)
                others = (facts.read.get(node, set()) - loops) | _adapting(script, node)
                yield self._dropped(port, node, None, others, trains, fix)

    def _windows(self, script: Script) -> Iterator[Finding]:
        """Windows of a series that `flat_map` makes tensors of."""
        for window in dict.fromkeys(joined_windows(script)):
            if drops_remainder(facts_of(script), window.node, "batch") is not False:
                continue
            fix = _fix(script, window.node, "batch", Safety.REVIEW if window.may_be_short else Safety.SAFE)
            message = "the length of a window is not static without `drop_remainder=True`"
            if window.length_is_known:
                yield self.finding(script.span(window.node), message, fix)
            else:
                message += ", which would drop windows of fewer elements: use their own number"
                yield self.finding(script.span(window.node), message)

    def _rebatched(
        self, script: Script, node: ast.Call, rebatched: Resized, readers: set[ast.expr]
    ) -> Finding:
        """Another batch size, by which nothing is lost."""
        message = _message(remainder_of(facts_of(script).value(node)))
        if readers:
            message += f"; {_read_elsewhere(script, node, readers, 'in batches of another size')}"
        mixed = _mixed(script, node, rebatched.mixing)
        calls = (use.fit_call for use in uses_of_datasets(script).get(node, ()))
        averaged = averages_of_batches(next(filter(None, map(batch_dependent, calls)), ()))
        message += mixed + averaged
        is_plain = rebatched.keeps_rows and rebatched.dropped == 0
        safety = Safety.SAFE if is_plain and not (readers or mixed or averaged) else Safety.REVIEW
        return self.finding(script.span(node), message, Fix(_title(rebatched), safety, rebatched.edits))

    def _dropped_by_parameter(self, script: Script, node: ast.Call, kept: Resized) -> Iterator[Finding]:
        """Where a function drops the remainder only for those of its calls that ask for it."""
        if kept.drop is not None:
            message = (
                f"{_PARTIAL}; an evaluation, a prediction or `adapt` needs it, and training cannot take it"
            )
            title = f"parameter `{kept.drop.name}` of `{kept.drop.function}`, true for training"
            yield self.finding(script.span(node), message, Fix(title, Safety.REVIEW, kept.drop.edits))

    def _dropped(
        self,
        port: Port,
        node: ast.Call,
        remainder: int | None,
        readers: set[ast.expr],
        trains: bool,
        fix: Fix | None,
    ) -> Finding:
        """The rows of the partial batch are left out."""
        script, message = port.script, _message(remainder)
        if not trains and remainder != 0:
            message += _mixed(script, node, row_dependence_of(script, node))
        if readers and remainder != 0:
            message += f"; {_read_elsewhere(script, node, readers, 'where these samples will be missing')}"
        if remainder != 0 and (cut := counted_split(script, node)) is not None:
            message += (
                f"; {script.place(cut, node)} cuts it by the number of its batches, which is one less then, so "
                "that samples move between the parts: cut the samples in front of `batch` to keep them"
            )
        for steps in dict.fromkeys(_unseen_steps(port, uses_of_datasets(script).get(node, ()))):
            message += f"; `{steps}` must not count the partial batch"
        return self.finding(script.span(node), message, fix)


def _title(resized: Resized) -> str:
    """What is done to the batch size."""
    number = resized.size.number
    match resized.kind:
        case NewSize.ALL:
            return f"one batch of all samples: {number}"
        case NewSize.AT_MOST_ALL:
            return "a batch of all samples where they are fewer"
        case NewSize.EVEN:
            size = "batch size that divides the samples"
            if resized.dropped is None:
                return f"a {size}; where there is none near the original, the remainder is dropped"
            if resized.dropped:
                size = f"batch size that suits the steps, for all but {resized.dropped} of the samples"
            return f"a {size}" if number is None else f"{size}: {number}"
        case NewSize.KEPT:
            return ""


def _adapting(script: Script, node: ast.AST) -> set[ast.expr]:
    """What layers adapt on, of the batches of a call."""
    return {each.node for each in adapted_on(script).get(node, ())}


def _unseen_steps(port: Port, fed: tuple[DatasetUse, ...]) -> Iterator[str]:
    """The arguments that say how many batches to take, where the short one may be among them."""
    for each in fed:
        steps = each.steps_argument
        if may_count(each.fit_call, each.name, steps) and not is_limited(
            port, each.fit_call, each.name, steps
        ):
            yield steps


def _is_predicted(fed: tuple[DatasetUse, ...]) -> bool:
    return any(each.fit_call.method == "predict" for each in fed)


def _mixed(script: Script, node: ast.Call, mixing: RowDependence | None) -> str:
    """Why another batch size gives other results; "" where it gives the same."""
    if mixing is None:
        return ""
    line = script.place(mixing.node, node)
    if mixing.is_certain:
        return f"; {line} mixes the samples of a batch, so another batch size would give other results"
    return f"; {line} may mix the samples of a batch and give other results with another batch size"


def _read_elsewhere(script: Script, node: ast.Call, readers: set[ast.expr], how: str) -> str:
    """Where else the dataset is read, and what changes there."""
    in_order = sorted(readers, key=lambda reader: reader.lineno)
    where = ", ".join(dict.fromkeys(script.place(reader, node) for reader in in_order))
    return f"the script also reads the dataset itself, {how} ({where})"


def _batched_elsewhere(script: Script) -> dict[str, tuple[ast.expr, bool]]:
    """What feeds a model with batches that no batch call of the script makes: the first use, and whether to predict."""
    found: dict[str, tuple[ast.expr, bool]] = {}
    for fit_call in fit_calls_of(script):
        for name in ("x", "validation_data"):
            value = fit_call.value(name)
            if isinstance(value, Dataset) and value.batching is Batching.PARTIAL and not value.origins:
                argument = fit_call.arguments[name]
                found.setdefault(ast.unparse(argument), (argument, fit_call.method == "predict"))
    return found


def _message(remainder: int | None) -> str:
    if remainder == 0:
        return "the shape of a batch is not static without `drop_remainder=True`"
    return _PARTIAL + (f": {remainder} samples" if remainder else "")


def _fix(script: Script, node: ast.Call, method: str, safety: Safety) -> Fix | None:
    if has_unpacking(node):
        return None
    given = facts_of(script).argument(node, f"tensorflow.data.Dataset.{method}", "drop_remainder")
    edit = set_argument(script, facts_of(script), node, "drop_remainder", given, "True")
    return Fix("drop_remainder=True", safety, (edit,))


def _fix_of_keras(script: Script, dataset: KerasDataset, drops: bool) -> Fix | None:
    """A helper around the call that makes the dataset, or in its place; it knows the number of samples."""
    facts, node = facts_of(script), dataset.node
    if dataset.is_of_windows:
        return _fix_of_windows(script, node, drops)
    size = samples_in_a_batch(facts, node)
    if size is None:
        return None
    are_texts = is_of_text_files(facts.qualified.get(node, ""))
    helper, span = full_batches_of_files(script, facts, are_texts), script.span(node)
    wrapped = Replace(span, f"{helper.name}({{item}}, {text_of(script, size.written)})", (("item", span),))
    return Fix("its full batches alone", Safety.REVIEW, (*helper.edits, wrapped))


def _fix_of_windows(script: Script, node: ast.Call, drops: bool) -> Fix | None:
    """A helper in the place of the function that makes the dataset; options have to be passed by name."""
    facts = facts_of(script)
    if samples_in_a_batch(facts, node) is None or len(node.args) > _BEFORE_OPTIONS:
        return None
    helper, span = batches_of_windows(script, facts), script.span(node)
    edits = (*helper.edits, Replace(script.span(node.func), helper.name))
    if not drops:
        return Fix("windows of static length", Safety.SAFE, edits)
    title = "its full batches alone, of windows of static length"
    return Fix(title, Safety.REVIEW, (*edits, AddArgument(span, "drop_remainder", "True")))
