"""Prediction: every row of the original is predicted, by a batch size that divides the rows or by padding."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.keras.fit_calls import Feed
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.value import Kind, constant
from gpu2ipu.edits import Replace
from gpu2ipu.findings import Safety
from gpu2ipu.port.batching.fixed_batch_size import batch_of
from gpu2ipu.port.batching.outcome import Steps, padded_steps, whole_steps
from gpu2ipu.port.batching.row_counts import Batch, Rows, even_size, in_batches
from gpu2ipu.port.code.call_arguments import set_argument_of
from gpu2ipu.port.code.helper_functions import Snippet, predict_all_rows, predict_batch_by_batch
from gpu2ipu.port.proposals import Proposal

_SMALLEST = 2  # a divisor below this part of the original batch size makes too many steps: pad instead


_UNDER_ANOTHER_NAME = "call it as a method of the model, so that its rows can be padded"


def plan_prediction(script: Script, feed: Feed, batch: Batch) -> tuple[Steps, tuple[Proposal, ...]]:
    """What `predict` on arrays needs."""
    rows = Rows(script, feed.facts, (feed.arguments["x"],))
    if rows.are_whole(batch.as_given):
        return whole_steps(rows, batch.as_given), ()
    if rows.fixed_number and batch.number:
        size = even_size(rows.fixed_number, batch.number, _SMALLEST)
        if size is not None:
            title = f"batch size that divides the rows: {size}"
            edits = (set_argument_of(script, feed, "batch_size", str(size)),)
            proposal = Proposal("IPU203", feed.node, _message(rows, batch), title, Safety.SAFE, edits)
            return whole_steps(rows, Batch(ast.Constant(size), constant(size))), (proposal,)
    return _padded(script, feed, rows, batch)


def _message(rows: Rows, batch: Batch) -> str:
    if rows.number and batch.number:
        return f"`predict` ends with a short batch: {in_batches(rows.number, batch)}"
    return "`predict` ends with a short batch unless the batch size divides the rows"


def _padded(script: Script, feed: Feed, rows: Rows, batch: Batch) -> tuple[Steps, tuple[Proposal, ...]]:
    """Call a helper that pads to whole batches and cuts the padding off."""
    helper = predict_all_rows(script, feed.facts, _is_nested(feed))
    title = "pad to whole batches, predict, cut the padding off"
    proposal = _by_helper(script, feed, batch, helper, _message(rows, batch), title)
    return padded_steps(rows, batch), (proposal,)


def predict_in_parts(script: Script, feed: Feed) -> Proposal:
    """For a call whose number of batches is unknown where the model is compiled: each batch is an execution."""
    helper = predict_batch_by_batch(script, feed.facts, _is_nested(feed))
    message = "`predict` takes a number of batches that cannot be seen where the model is compiled"
    title = "pad to whole batches, predict each one by itself"
    return _by_helper(script, feed, batch_of(feed), helper, message, title)


def _by_helper(
    script: Script, feed: Feed, batch: Batch, helper: Snippet, message: str, title: str
) -> Proposal:
    """Call a helper with the model and the arguments of the call."""
    if not isinstance(feed.node.func, ast.Attribute):
        return Proposal("IPU203", feed.node, f"{message}: {_UNDER_ANOTHER_NAME}")
    template, parts = f"{helper.name}({{model}}", [("model", script.span(feed.node.func.value))]
    for i, argument in enumerate(feed.node.args):
        # the helper takes only x and batch_size by position
        keyword = "" if i < 2 else f"{feed.parameters[i]}="
        template += f", {keyword}{{a{i}}}"
        parts.append((f"a{i}", script.span(argument)))
    for i, option in enumerate(feed.node.keywords):
        template += f", {option.arg}={{k{i}}}" if option.arg else f", **{{k{i}}}"
        parts.append((f"k{i}", script.span(option.value)))
    if batch.must_be_said and "batch_size" not in feed.arguments:
        template += f", batch_size={batch.default}"
    replace = Replace(script.span(feed.node), template + ")", tuple(parts))
    return Proposal("IPU203", feed.node, message, title, Safety.SAFE, (*helper.edits, replace))


def _is_nested(feed: Feed) -> bool:
    """Whether the model may take or give more than a single array."""
    return feed.value("x").kind is not Kind.ARRAY or not has_one_output(feed)


def has_one_output(feed: Feed) -> bool:
    """Whether the model certainly gives a single array."""
    return len(feed.call.receiver.items) == 1
