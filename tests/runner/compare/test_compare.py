"""The verdict and the first difference, from records made by hand."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.runner.compare.compare import Comparison, as_json, compare
from gpu2ipu.runner.compare.record import Counts, Data, Record
from gpu2ipu.runner.compare.tolerance import Tolerance

from .records import HEADER, LOSSES, evaluate, fit, loop, metric, predict, record


def compared(original: Any, port: Any) -> Comparison:
    return compare(original, port, Tolerance())


def with_loss(step: int, factor: float) -> tuple[float, ...]:
    """Losses that differ from one step on."""
    return tuple(loss * (factor if number >= step else 1.0) for number, loss in enumerate(LOSSES))


@pytest.mark.parametrize(
    ("original", "port"),
    [
        ([fit(), evaluate(), predict()], [fit(), evaluate(), predict()]),
        ([fit()], [fit(losses=with_loss(0, 1 + 9e-6))]),
        ([fit()], [fit(steps_per_execution=10)]),
        ([fit(learning_rate_after=1e-9)], [fit(learning_rate_after=2e-9)]),  # of a rate that began with 0.1
        ([fit(learning_rate_after=0.05)], [fit(learning_rate_after=None)]),
        # the original followed: 40 rows less than it was given
        ([fit(data=Data("arrays", 680, 64))], [fit()]),
        ([fit(data=Data("dataset", cardinality=11))], [fit(data=Data("dataset", cardinality=10))]),
        # the batch of an evaluation may change as long as it sees every row
        ([evaluate(data=Data("arrays", 100, 32), counts=Counts(4, 100, 32))], [evaluate()]),
        (
            [evaluate(data=Data("dataset", cardinality=13, partial_batches=1), counts=Counts(13, 100, 8))],
            [evaluate(data=Data("dataset", cardinality=5))],
        ),
        (
            [fit(validation=Data("dataset", cardinality=13), validation_counts=Counts(13, 100, 8))],
            [fit(validation=Data("dataset", cardinality=5), validation_counts=Counts(5, 100, 20))],
        ),
        ([evaluate()], [evaluate(values={"loss": 0.250001, "accuracy": 0.89})]),  # one row tipped over
        ([predict()], [predict(digest="other")]),
        ([predict()], [predict(counts=Counts(6, 110, 20))]),  # padding
        ([fit(losses=(math.nan, 1.0))], [fit(losses=(math.nan, 1.0))]),
        (
            [loop(), metric(("a", 0.5, 64))],
            [loop(losses=with_loss(0, 1 + 9e-6)), metric(("a", 0.5 + 1 / 64, 64))],
        ),
        ([loop()], [loop(losses=(), counts=None)]),  # of a device, where no step is counted
        ([fit(counts=None, losses=())], [fit(counts=None, losses=())]),  # a train step of the user's own
    ],
)
def test_agree(original: Any, port: Any) -> None:
    comparison = compared(record(*original), record(*port))
    assert comparison.first_difference is None
    assert comparison.verdict == "agree"


@pytest.mark.parametrize(
    ("original", "port", "place", "cause"),
    [
        (fit(), fit(losses=with_loss(0, 1.1)), (1, 1, "loss"), "first loss differs"),
        (fit(), fit(losses=with_loss(1, 1.1)), (1, 2, "loss"), "first update differs"),
        (
            fit(),
            fit(losses=with_loss(1, 1.1), micro_batches=4),
            (1, 2, "loss"),
            "the gradients of 4 micro-batches may be added up instead of averaged",
        ),
        (
            fit(),
            fit(losses=with_loss(1, 1.1), micro_batches=2, replicas=2),
            (1, 2, "loss"),
            "the gradients of 2 replicas may be added up instead of averaged",
        ),
        (
            fit(),
            fit(losses=with_loss(1, 1.1), micro_batches=8, replicas=2),
            (1, 2, "loss"),
            "the gradients of 8 micro-batches on 2 replicas may be added up instead of averaged",
        ),
        (fit(), fit(losses=with_loss(12, 1.1)), (2, 13, "loss"), "part during training"),
        (fit(), fit(losses=with_loss(0, 1 + 2e-5)), (1, 1, "loss"), "first loss"),
        (fit(), fit(losses=with_loss(3, math.nan)), (1, 4, "loss"), "part during"),
        (
            fit(),
            fit(losses=with_loss(1, 1.1), learning_rate=0.4),
            (1, 2, "loss"),
            "learning rate scaled: 0.1 in",
        ),
        (
            fit(learning_rate_after=0.12),
            fit(losses=with_loss(2, 1.1), learning_rate_after=0.11, steps_per_execution=10),
            (1, 3, "loss"),
            "ends at 0.12 in the original, at 0.11 in the port: a callback that changes it at batches",
        ),
        (
            fit(learning_rate_after=0.0, has_schedule=True),
            fit(learning_rate_after=0.01, has_schedule=True, steps_per_execution=10),
            (None, None, "learning rate"),
            "its schedule is another one, or goes over another number of steps",
        ),
        (
            fit(learning_rate_after=0.12),
            fit(learning_rate_after=0.11),
            (None, None, "learning rate"),
            "the learning rate ends at 0.12 in the original, at 0.11 in the port",
        ),
        (
            fit(learning_rate_after=0.1),
            fit(losses=with_loss(0, 1.1), learning_rate_after=0.2),
            (1, 1, "loss"),
            "first loss differs",
        ),
        (fit(), fit(losses=with_loss(0, 1.1), dtype="float16"), (1, 1, "loss"), "dtype changed: float32"),
        (
            fit(),
            fit(losses=with_loss(0, 1.1), counts=Counts(40, 1280, 32)),
            (1, 1, "loss"),
            "batch changed: 64 rows in the original, 32",
        ),
        (
            fit(),
            fit(epochs=({"loss": 0.6, "accuracy": 0.5}, {"loss": 0.13, "accuracy": 0.6})),
            (2, None, "accuracy"),
            "a metric or a later step",
        ),
        (
            fit(),
            fit(epochs=({"loss": 0.6}, {"loss": 0.13})),
            (1, None, "accuracy"),
            "does not report accuracy",
        ),
        (
            fit(),
            fit(epochs=({"loss": 0.6, "accuracy": 0.5},)),
            (None, None, "epochs"),
            "2 epochs, the port 1",
        ),
        (fit(data=Data("arrays", 704, 64)), fit(), (None, None, "rows"), "samples dropped: 704 rows"),
        (fit(counts=Counts(20, 1300, 64)), fit(), (None, None, "rows"), "samples dropped or added"),
        (
            evaluate(data=Data("arrays", 100, 32), counts=Counts(4, 100, 32)),
            evaluate(values={"loss": 0.25, "accuracy": 0.8}),
            (None, None, "accuracy"),
            "accuracy is computed from each batch",
        ),
        (
            fit(
                validation=Data("arrays", 100, 32),
                validation_counts=Counts(4, 100, 32),
                epochs=({"loss": 0.6, "val_r2": 0.5}, {"loss": 0.5, "val_r2": 0.5}),
            ),
            fit(
                validation=Data("arrays", 100, 20),
                validation_counts=Counts(5, 100, 20),
                epochs=({"loss": 0.6, "val_r2": 0.4}, {"loss": 0.5, "val_r2": 0.5}),
            ),
            (1, None, "val_r2"),
            "val_r2 is computed from each batch",
        ),
        (
            fit(data=Data("dataset", cardinality=12)),
            fit(data=Data("dataset", cardinality=10)),
            (None, None, "rows"),
            "batches dropped: the original has 12",
        ),
        (fit(validation=Data("arrays", 50, 32)), fit(), (None, None, "rows"), "only the original validates"),
        (
            fit(validation=Data("arrays", 100, 32), validation_counts=Counts(4, 100, 32)),
            fit(validation=Data("arrays", 90, 32), validation_counts=Counts(3, 90, 30)),
            (None, None, "rows"),
            "in validation",
        ),
        (
            evaluate(),
            evaluate(counts=Counts(4, 80, 20)),
            (None, None, "rows"),
            "samples dropped or added: 100 rows",
        ),
        (
            evaluate(),
            evaluate(values={"loss": 0.26, "accuracy": 0.9}),
            (None, None, "loss"),
            "weights that differ",
        ),
        (predict(), predict(digest="x", counts=Counts(4, 80, 20)), (None, None, "rows"), "samples dropped"),
        (predict(), predict(digest="x", counts=Counts(8, 160, 20)), (None, None, "rows"), "samples added"),
        (
            predict(against={"difference": 0.1, "scale": 1.0, "rows": 100}),
            predict(digest="x"),
            (None, None, "largest difference"),
            "weights that differ",
        ),
        (predict(against=None), predict(digest="x"), (None, None, "shape"), "[100, 10], the port [100, 10]"),
        (
            fit(done=False, failed="ValueError: no"),
            fit(),
            (None, None, "failed"),
            "original failed: ValueError: no",
        ),
        (fit(), evaluate(), (None, None, "call"), "calls fit where the port calls evaluate"),
    ],
)
def test_differ(original: Any, port: Any, place: Any, cause: Any) -> None:
    comparison = compared(record(original), record(port))
    first = comparison.first_difference
    assert comparison.verdict == "differ"
    assert first is not None
    assert (first.epoch, first.step, first.what) == place
    assert cause in first.cause


def test_a_call_more_on_one_side() -> None:
    comparison = compared(record(fit(), predict()), record(fit()))
    assert [call.agree for call in comparison.calls] == [True, False]
    assert comparison.first_difference
    assert comparison.first_difference.cause == "the original calls predict where the port calls nothing more"
    assert compared(record(fit()), record(fit(), predict())).verdict == "differ"


def test_the_first_difference_is_that_of_the_first_call() -> None:
    comparison = compared(
        record(fit(), evaluate()), record(fit(losses=with_loss(5, 2.0)), evaluate(values={}))
    )
    assert comparison.first_difference
    assert (comparison.first_difference.call, comparison.first_difference.step) == (1, 6)
    assert comparison.first_difference.relative == pytest.approx(0.5)


def test_later_trainings_of_a_model_may_have_drifted() -> None:
    drifted = fit(losses=with_loss(0, 1 + 4e-5))
    assert compared(record(fit()), record(drifted)).verdict == "differ"
    before = [fit(counts=Counts(2000, 128000, 64))]
    assert compared(record(*before, fit()), record(*before, drifted)).verdict == "agree"
    # another model has not
    assert (
        compared(record(*before, fit(model=1)), record(*before, replace(drifted, model=1))).verdict
        == "differ"
    )


def test_micro_batches_may_drift_faster_also_where_the_original_took_them() -> None:
    original = fit(losses=(*LOSSES, 1.0), micro_batches=4, in_micro_batches=True)
    port = fit(losses=(*LOSSES, 1.0 + 5e-5), micro_batches=4, replicas=2)
    assert compared(record(original), record(port)).verdict == "agree"
    whole = compared(record(replace(original, micro_batches=1)), record(replace(port, micro_batches=1)))
    assert whole.verdict == "differ"


def test_two_versions_of_tensorflow_may_drift_faster() -> None:
    early, late = fit(losses=with_loss(1, 1 + 2e-5)), fit(losses=(*LOSSES, 1.0 + 5e-5))
    original, other = record(fit(losses=(*LOSSES, 1.0))), {**HEADER, "tensorflow": "2.21.0"}
    assert compared(original, record(late)).verdict == "differ"
    comparison = compared(original, record(late, header=other))
    assert comparison.verdict == "agree"
    assert any("2.6.5 and 2.21.0" in note for note in comparison.notes)
    assert compared(original, record(early, header=other)).verdict == "differ"


@pytest.mark.parametrize("broken", [{"end": 1}, {"end": None}, {"end": 1, "exception": "KeyError: 'x'"}])
def test_a_side_that_did_not_end_well_is_an_error(broken: Any) -> None:
    assert compared(record(fit(), **broken), record(fit())).verdict == "error"
    assert compared(record(fit()), record(fit(), **broken)).verdict == "error"


def test_two_sides_that_fail_alike_are_an_error() -> None:
    failed = record(fit(), end=1, exception="KeyError: 'x'")
    assert compared(failed, failed).verdict == "error"
    assert compared(failed, failed).notes == ()


@pytest.mark.parametrize("code", [1, 3, -1])
def test_an_exit_code_that_both_sides_have_is_said(code: Any) -> None:
    comparison = compared(record(fit(), end=code), record(fit(), end=code))
    assert comparison.verdict == "agree"
    assert comparison.notes == (f"both end by themselves with exit code {code}",)
    other = compared(record(fit(), end=code), record(fit(losses=with_loss(2, 2.0)), end=code))
    assert other.verdict == "differ"


def test_exit_codes_that_differ_are_said_and_a_difference_before_them_is_what_counts() -> None:
    note = ("the original ends by itself with exit code 0, the port with 4",)
    same = compared(record(fit()), record(fit(), end=4))
    assert (same.verdict, same.notes, same.first_difference) == ("error", note, None)
    apart = compared(record(fit()), record(fit(losses=with_loss(5, 2.0)), end=4))
    assert apart.first_difference
    assert (apart.verdict, apart.notes, apart.first_difference.step) == ("differ", note, 6)


@pytest.mark.parametrize(
    ("calls", "verdict", "says"),
    [
        ([fit(), predict()], "error", "the port trains on the CPU, and nothing on an IPU"),
        ([loop(), metric(("a", 0.5, 64))], "error", "the port trains on the CPU, and nothing on an IPU"),
        # predictions alone do not show that it learns on an IPU what the original learns
        ([fit(), predict(on_ipu=True)], "error", "the port trains on the CPU, and nothing on an IPU"),
        ([predict()], "error", "the port runs on the CPU, and nothing on an IPU"),
        ([fit(), fit(on_ipu=True)], "agree", "call 1 (fit): the port trains on the CPU"),
        ([fit(on_ipu=True), predict()], "agree", "call 2 (predict): the port runs on the CPU"),
        ([loop(on_ipu=True), metric(("a", 0.5, 64))], "agree", ""),
        ([fit(on_ipu=True), predict(on_ipu=True)], "agree", ""),
    ],
)
def test_what_trains_on_the_cpu_is_not_judged(calls: Any, verdict: str, says: str) -> None:
    port = record(*calls, header={**HEADER, "simulated": True})
    comparison = compared(record(*calls), port)
    assert comparison.verdict == verdict
    assert [note.partition(": create")[0] for note in comparison.notes] == ([says] if says else [])


def test_without_a_simulator_it_is_not_known_what_runs_on_an_ipu() -> None:
    comparison = compared(record(fit()), record(fit(), header={**HEADER, "simulated": False}))
    assert (comparison.verdict, comparison.notes) == ("agree", ())


def test_nothing_to_compare_is_an_error() -> None:
    assert compared(record(), record()).verdict == "error"


def test_a_side_that_did_not_run_has_no_version_to_differ() -> None:
    assert compared(Record({}), record()).notes == ()


def test_notes() -> None:
    original = record(fit(against=0.5), predict(), warnings=("both",), notes=("a note",))
    port = record(
        fit(),
        predict(counts=Counts(6, 110, 20)),
        warnings=(
            "both",
            "x is of type `np.ndarray`.",
            "5 out of the last 9 calls to <function f at 0x7f> triggered tf.function retracing.",
            "clamped\n  to 3",
        ),
    )
    assert compared(original, port).notes == (
        "a note",
        "call 1 (fit): the weights after training differ by 50.0% of their norm",
        "call 2 (predict): the port predicts 10 rows of padding, to be sliced off",
        "the port warns: clamped to 3",
    )


@pytest.mark.parametrize(("gap", "verdict"), [(9e-5, "agree"), (2e-4, "differ")])
def test_the_prediction_that_is_farthest_off_counts(gap: float, verdict: str) -> None:
    against = {"difference": gap, "scale": 1.0, "rows": 100}
    assert compared(record(predict(against=against)), record(predict(digest="x"))).verdict == verdict


def test_json_has_the_documented_form() -> None:
    original = record(fit(), predict(against={"difference": 0.5, "scale": 1.0, "rows": 100}))
    text = json.dumps(as_json(compared(original, record(fit(), predict(digest="x")))), allow_nan=False)
    report = json.loads(text)
    assert list(report) == ["version", "verdict", "backend", "calls", "first_difference", "notes"]
    assert (report["version"], report["verdict"], report["backend"]) == (1, "differ", "simulator")
    for call in report["calls"]:
        assert list(call)[:5] == ["kind", "original", "port", "agree", "max_relative_difference"]
        assert list(call)[5:] == ["weights_after_updates"]
    assert [call["kind"] for call in report["calls"]] == ["fit", "predict"]
    assert report["calls"][0]["original"]["losses"] == list(LOSSES)
    assert report["calls"][0]["port"]["rows"] == 1280
    assert report["calls"][1]["max_relative_difference"] == pytest.approx(1 / 3)
    assert report["first_difference"]["call"] == 2


def test_json_of_numbers_that_json_does_not_have() -> None:
    report = as_json(compared(record(fit(losses=(math.nan,))), record(fit(losses=(math.inf,)))))
    text = json.dumps(report, allow_nan=False)
    assert json.loads(text)["first_difference"]["original"] == "nan"
    assert as_json(compared(record(fit()), record(fit())))["first_difference"] is None


losses = st.lists(st.floats(0.01, 10.0), min_size=1, max_size=30).map(tuple)


@given(losses, st.integers(0, 29), st.floats(1e-3, 1.0))
def test_the_step_that_was_changed_is_the_one_that_is_named(values: Any, position: Any, by: Any) -> None:
    step = position % len(values)
    values = tuple(10 + value for value in values)  # none of them noise against the largest
    changed = tuple(value * (1 + by) if n == step else value for n, value in enumerate(values))
    first = compared(record(fit(losses=values)), record(fit(losses=changed))).first_difference
    assert first is not None and first.step == step + 1


def test_metrics_of_a_training_in_a_pipeline_are_those_of_all_its_steps() -> None:
    """Those that Keras reports count one micro-batch of each update."""
    original = fit(epochs=({"loss": sum(LOSSES[:10]) / 10, "accuracy": 0.5, "val_loss": 0.3},) * 1)
    original = replace(original, losses=LOSSES[:10], counts=Counts(10, 640, 64))
    reported = {"loss": 9.0, "accuracy": 0.9, "val_loss": 0.3}
    port = replace(original, epochs=(reported,), micro_batches=4, pipelined=True)
    assert compared(record(original), record(port)).verdict == "agree"
    assert any("count one micro-batch" in note for note in compared(record(original), record(port)).notes)
    assert compared(record(original), record(replace(port, pipelined=False))).verdict == "differ"
    side = as_json(compared(record(original), record(port)))["calls"][0]["port"]
    assert side["epochs"] == [reported]
    assert side["judged_epochs"] == [{"val_loss": 0.3, "loss": pytest.approx(original.epochs[0]["loss"])}]
    validated = replace(port, epochs=({**reported, "val_loss": 0.4},))
    assert compared(record(original), record(validated)).verdict == "differ"


def test_weights_are_judged_array_by_array_after_each_of_the_first_updates() -> None:
    """A note tells more than rounding; they differ beyond what rounding at ties makes, unless a loss tells it first."""
    port = record(fit())
    close = fit(updates_against=((1e-6, "kernel:0"), (9e-6, "bias:0")))
    assert compared(record(close), port).verdict == "agree" and not compared(record(close), port).notes
    tie = compared(
        record(fit(updates_against=((1e-6, "kernel:0"), (2e-5, "bias:0"), (3e-4, "bias:0")))), port
    )
    assert tie.verdict == "agree"
    assert [note for note in tie.notes if "'bias:0' of the weights is 2.0e-05 apart after update 2" in note]
    report = as_json(compared(record(close), port))["calls"][0]
    assert report["weights_after_updates"][1] == {"array": "bias:0", "relative_difference": 9e-6}
    for apart in (2e-2, math.nan, math.inf):
        far = fit(updates_against=((1e-6, "kernel:0"), (apart, "bias:0")))
        comparison = compared(record(far), port)
        first = comparison.first_difference
        assert comparison.verdict == "differ" and first is not None
        assert (first.what, first.epoch, first.step) == ("weights", 1, 2) and "'bias:0'" in first.cause
        json.dumps(as_json(comparison), allow_nan=False)
    half = compared(record(far), record(fit(dtype="float16")))
    assert half.verdict == "agree" and not any("of the weights" in note for note in half.notes)
    parted = compared(record(far), record(fit(losses=with_loss(3, 1.1)))).calls[0].differences
    assert "weights" not in [difference.what for difference in parted]


def test_of_several_executions_of_a_pipeline_the_mean_loss_is_judged() -> None:
    """What the port returns is a mean of running means."""
    logs = {"loss": 0.6, "val_loss": 0.3, "val_accuracy": 0.5}
    original = fit(epochs=(logs,), losses=()), evaluate()
    port = (
        fit(
            epochs=({**logs, "val_loss": 0.4, "val_accuracy": 0.7},),
            losses=(),
            micro_batches=4,
            pipelined=True,
            epochs_of_steps=({"val_loss": 0.3},),
        ),
        evaluate(values={"loss": 9.0, "accuracy": 0.1}, values_of_steps={"loss": 0.25}),
    )
    comparison = compared(record(*original), record(*port))
    assert comparison.verdict == "agree"
    assert sum("several executions of a pipeline" in note for note in comparison.notes) == 2
    for changed in (
        (replace(port[0], epochs_of_steps=({"val_loss": 0.31},)), port[1]),
        (port[0], replace(port[1], values_of_steps={"loss": 0.26})),
        (port[0], replace(port[1], values_of_steps={})),
    ):
        assert compared(record(*original), record(*changed)).verdict == "differ"


@given(losses)
def test_any_run_agrees_with_itself(values: Any) -> None:
    assert compared(record(fit(losses=values)), record(fit(losses=values))).verdict == "agree"


@pytest.mark.parametrize(
    ("original", "port", "what", "cause"),
    [
        (loop(), loop(losses=with_loss(0, 1.1)), "loss", "first loss differs"),
        (loop(), loop(losses=with_loss(1, 1.1)), "loss", "first update differs"),
        (
            loop(),
            loop(counts=Counts(19, 1216, 64)),
            "rows",
            "20 steps of 1280 rows in the original, 19 of 1216",
        ),
        (loop(against=0.02), loop(), "weights", "differ by 2.0%"),
        (loop(), metric(), "call", "calls loop where the port calls metric"),
        (metric(("a", 0.5, 64), ("b", 1.0, 0)), metric(("a", 0.5, 64)), "reads", "reads 2 values"),
        (metric(("a", 0.5, 64)), metric(("a", 0.5, 60)), "a", "samples dropped or added: 64"),
        (metric(("a", 0.5, 64)), metric(("a", 0.55, 64)), "a", "weights that differ"),
        (metric(("loss", 2.0, 64)), metric(("loss", 2.001, 64)), "loss", "weights that differ"),
    ],
)
def test_loops_of_the_scripts_own_differ(original: Any, port: Any, what: Any, cause: Any) -> None:
    comparison = compared(record(original), record(port))
    assert comparison.verdict == "differ"
    assert comparison.first_difference is not None
    assert (comparison.first_difference.what, comparison.first_difference.epoch) == (what, None)
    assert cause in comparison.first_difference.cause


def test_what_a_script_reads_stands_in_the_json() -> None:
    made = as_json(compared(record(metric(("a", 0.5, 64))), record(metric(("a", math.nan, 64)))))
    assert made["calls"][0]["original"]["reads"] == [{"metric": "a", "value": 0.5, "rows": 64}]
    assert made["calls"][0]["port"]["reads"] == [{"metric": "a", "value": "nan", "rows": 64}]


def test_a_port_for_both_devices_must_see_the_same_batches_without_an_ipu() -> None:
    on_ipu = compare(record(fit()), record(fit()), Tolerance())
    assert on_ipu.with_other_device(on_ipu).verdict == "agree"
    fewer = replace(fit(), counts=Counts(18, 576, 32))
    without = compare(record(fit()), record(fewer), Tolerance())
    both = on_ipu.with_other_device(without)
    assert both.verdict == "differ" and both.without_ipu is not None
    assert both.without_ipu.calls[0].differences[-1].what == "batches"
    assert as_json(both)["without_ipu"]["verdict"] == "differ"


def test_metrics_of_one_replica_are_compared_as_means_over_all() -> None:
    means = ({"loss": 0.6, "accuracy": 0.5}, {"loss": 0.13, "accuracy": 0.75})
    trained = fit(
        epochs=({"loss": 0.7, "accuracy": 0.4}, {"loss": 0.2, "accuracy": 0.7}), epochs_of_replicas=means
    )
    evaluated = evaluate(
        values={"loss": 0.3, "accuracy": 0.8}, values_of_replicas={"loss": 0.25, "accuracy": 0.9}
    )
    comparison = compared(record(fit(), evaluate()), record(trained, evaluated))
    assert comparison.verdict == "agree"
    assert sum("metrics of one replica" in note for note in comparison.notes) == 2
    wrong = replace(evaluated, values_of_replicas={"loss": 0.26, "accuracy": 0.9})
    difference = compared(record(fit(), evaluate()), record(trained, wrong)).first_difference
    assert difference is not None and (difference.what, difference.port) == ("loss", 0.26)


def test_float16_may_be_further_apart() -> None:
    near, far = (
        Record(HEADER, (fit(losses=with_loss(3, factor), dtype="float16"),), end=0)
        for factor in (1.005, 1.03)
    )
    original = Record(HEADER, (fit(),), end=0)
    found = compare(original, near, Tolerance())
    assert found.verdict == "agree"
    assert "the port computes in float16: losses may differ by 1%" in found.notes
    assert compare(original, far, Tolerance()).verdict == "differ"
    assert (
        compare(
            original, replace(near, calls=(replace(near.calls[0], dtype="float32"),)), Tolerance()
        ).verdict
        == "differ"
    )
