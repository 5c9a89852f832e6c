"""What a person sees."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from rich.console import Console

from gpu2ipu.runner.child.process import ProcessOutcome
from gpu2ipu.runner.compare import terminal
from gpu2ipu.runner.compare.compare import compare
from gpu2ipu.runner.compare.tolerance import Tolerance

from .records import evaluate, fit, loop, metric, predict, record


def shown(original: Any, port: Any) -> str:
    output = io.StringIO()
    terminal.show(compare(original, port, Tolerance()), Console(file=output, width=100))
    return output.getvalue()


def rows(text: str) -> list[list[str]]:
    """The cells of the table."""
    return [
        [cell.strip() for cell in line.split("│")[1:-1]] for line in text.splitlines() if line.startswith("│")
    ]


def test_a_table_of_losses_for_each_call_and_epoch() -> None:
    text = shown(record(fit(), evaluate(), predict()), record(fit(), evaluate(), predict(digest="x")))
    assert rows(text) == [
        ["1 fit", "2 x 640 rows", "2 x 640 rows", "", "agree"],
        ["step 1 loss", "2", "2", "0.0e+00", ""],
        ["epoch 1 loss", "0.6", "0.6", "0.0e+00", ""],
        ["epoch 1 accuracy", "0.5", "0.5", "0.0e+00", ""],
        ["epoch 2 loss", "0.13", "0.13", "0.0e+00", ""],
        ["epoch 2 accuracy", "0.75", "0.75", "0.0e+00", ""],
        ["2 evaluate", "100 rows", "100 rows", "", "agree"],
        ["loss", "0.25", "0.25", "0.0e+00", ""],
        ["accuracy", "0.9", "0.9", "0.0e+00", ""],
        ["3 predict", "100 rows", "100 rows", "", "agree"],
        ["largest difference", "", "0", "0.0e+00", ""],
    ]
    assert text.splitlines()[-1] == "verdict: agree: the port learns what the original learns"


def test_of_a_pipeline_what_is_judged_is_shown() -> None:
    """Its logs have one micro-batch of each update."""
    logs = (
        {"loss": 9.0, "accuracy": 0.25, "val_loss": 0.5},
        {"loss": 8.0, "accuracy": 0.5, "val_loss": 0.25},
    )
    means = tuple(sum(fit().losses[start : start + 10]) / 10 for start in (0, 10))
    mine = tuple({**epoch, "loss": mean} for epoch, mean in zip(logs, means))
    pair = fit(epochs=mine), fit(epochs=logs, micro_batches=4, pipelined=True)
    assert rows(shown(*map(record, pair))) == [
        ["1 fit", "2 x 640 rows", "2 x 640 rows", "", "agree"],
        ["step 1 loss", "2", "2", "0.0e+00", ""],
        ["epoch 1 mean loss", "0.585794", "0.585794", "0.0e+00", ""],
        ["epoch 1 accuracy", "0.25", "0.25", "not compared", ""],
        ["epoch 1 val_loss", "0.5", "0.5", "0.0e+00", ""],
        ["epoch 2 mean loss", "0.133754", "0.133754", "0.0e+00", ""],
        ["epoch 2 accuracy", "0.5", "0.5", "not compared", ""],
        ["epoch 2 val_loss", "0.25", "0.25", "0.0e+00", ""],
    ]


def test_the_largest_distance_of_the_weights_is_shown() -> None:
    for updates, which in (
        (((1e-7, "kernel:0"),), "update 1"),
        (((1e-7, "a"), (3e-7, "b")), "updates 1 to 2"),
    ):
        original = record(fit(updates_against=updates))
        assert rows(shown(original, record(fit())))[2] == [
            f"weights, {which}",
            "",
            "",
            f"{updates[-1][0]:.1e}",
            "",
        ]


def test_of_an_evaluation_in_several_executions_of_a_pipeline_the_mean_loss_is_shown() -> None:
    port = evaluate(values={"loss": 9.0, "accuracy": 0.5}, values_of_steps={"loss": 0.25})
    assert rows(shown(record(evaluate()), record(port)))[1:] == [
        ["mean loss", "0.25", "0.25", "0.0e+00", ""],
        ["accuracy", "0.9", "0.5", "not compared", ""],
    ]


def test_names_of_metrics_are_whole_in_80_columns() -> None:
    name = "val_sparse_top_k_categorical_accuracy"
    original, port = (record(fit(epochs=({name: value}, {name: 1.0}))) for value in (0.123456, 0.123457))
    output = io.StringIO()
    terminal.show(compare(original, port, Tolerance()), Console(file=output, width=80))
    assert max(map(len, output.getvalue().splitlines()[:-1])) <= 80
    assert "".join(row[0] for row in rows(output.getvalue())).count(name) == 2


def test_loops_of_the_scripts_own_and_what_it_reads() -> None:
    made = [record(loop(), metric(("seen", value, 64))) for value in (0.5, 0.25)]
    assert rows(shown(*made)) == [
        ["1 loop", "20 steps", "20 steps", "", "agree"],
        ["step 1 loss", "2", "2", "0.0e+00", ""],
        ["step 20 loss", "0.1", "0.1", "0.0e+00", ""],
        ["weights", "", "", "0.0e+00", ""],
        ["2 metric", "1 values", "1 values", "", "differ"],
        ["seen", "0.5", "0.25", "5.0e-01", ""],
    ]


def test_the_first_difference_and_its_cause() -> None:
    losses = (2.0, 1.1, *fit().losses[2:])
    text = shown(record(fit()), record(fit(losses=losses, learning_rate=0.4), notes=("left [for] you",)))
    assert "note: left [for] you" in text
    assert (
        "first difference: call 1 (fit), epoch 1, step 2: loss 1 in the original, 1.1 in the port; learning"
        in text
    )
    assert "verdict: differ" in text


def test_calls_that_do_not_fit_and_numbers_that_are_missing() -> None:
    text = shown(record(fit(counts=None), evaluate()), record(evaluate(), evaluate(values={"loss": 0.25})))
    assert ["1 fit", "rows unknown", "100 rows", "", "differ"] in rows(text)
    assert ["accuracy", "0.9", "-", "", ""] in rows(text)
    assert ["2 evaluate", "-", "100 rows", "", "differ"] in rows(
        shown(record(fit()), record(fit(), evaluate()))
    )


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (ProcessOutcome((), 3, "", 1.0), "The port failed with exit code 3"),
        (ProcessOutcome((), -9, "", 12.0), "The port was ended by signal 9 after 12 seconds"),
        (
            ProcessOutcome((), -2, "", 12.0, timed_out=True),
            "The port did not end within 7 seconds and was stopped",
        ),
        (
            ProcessOutcome((), -2, "", 12.0, took_too_much=True),
            "The port took more than 1.5 GiB and was stopped; --memory",
        ),
    ],
)
def test_how_a_side_failed(outcome: Any, words: Any) -> None:
    assert words in terminal.failure("port", outcome, 7.0, 1.5)


def test_output_is_shown_as_it_is() -> None:
    output = io.StringIO()
    console = Console(file=output, width=20)
    lines = "Traceback [bold]\n" + "x" * 50
    terminal.show_output(ProcessOutcome((), 1, lines, 1.0), console)
    assert re.sub(r"\s+$", "", output.getvalue()) == lines


def test_output_of_a_failed_script_begins_with_its_own_lines() -> None:
    output = io.StringIO()
    lines = (
        "I0000 00:00:1796061089.7 23404 port.cc:153] on\nTraceback (most recent call last):\nValueError: x"
    )
    terminal.show_output(ProcessOutcome((), 1, lines, 1.0), Console(file=output, width=20))
    assert output.getvalue().startswith("Traceback")


def test_a_port_for_both_devices_has_two_tables() -> None:
    one = compare(record(fit()), record(fit()), Tolerance())
    output = io.StringIO()
    terminal.show(one.with_other_device(one), Console(file=output, width=100))
    text = output.getvalue()
    assert "original and port without an IPU, call by call" in text and len(rows(text)) == 2 * len(
        rows(shown(record(fit()), record(fit())))
    )
    assert text.endswith(
        "verdict: agree: the port learns what the original learns, with and without an IPU\n"
    )
