"""`steps_per_execution`: its value, its place, and its way to the `compile` call."""

from __future__ import annotations

import pytest

from gpu2ipu.rewrite import apply
from tests.port.proposed import DATA, Reported, proposals, script_of

COMPILED = "model.compile('sgd', 'mse')\n"


def steps_of(code: str) -> list[str]:
    """The titles of IPU301, without the keyword; an empty one where there is no fix."""
    return [proposal.title.removeprefix("steps_per_execution=") for proposal in proposals(code, "IPU301")]


@pytest.mark.parametrize(
    ("code", "steps"),
    [
        ("model.fit(x[:960], y[:960])", "len(x[:960]) // 32"),
        ("model.fit(x, y)", "train_steps"),
        ("model.fit(u, v, batch_size=n)", "train_steps"),
        ("model.fit(x, y)\nmodel.evaluate(x[:320], y[:320])", "train_steps"),
        ("model.fit(x[:960], y[:960])\nmodel.fit(x[:320], y[:320])", "len(x[:960]) // 32"),
        ("model.evaluate(x[:320], y[:320])", "len(x[:320]) // 32"),
        ("model.fit(x[:20], y[:20])", "1"),
        ("model.fit(x, y, validation_split=0.2)", "train_steps"),
        ("model.fit(u, v, validation_split=0.2)", "suitable_steps(train_steps, "),
        ("model.fit(np.load('u.npy'), np.load('v.npy'))", ""),
        ("model.fit(unheard_of)", ""),
        ("z = x[:960]\nmodel.fit(z, z)", "30"),  # not there yet where the model is compiled
        ("z = u[:64]\nmodel.fit(z, z)", "move `compile` below"),
        ("for z in (x[:960], x[:960]):\n    model.fit(z, z)", "30"),
        ("def t(m, a, b=32):\n    m.fit(a, a, batch_size=b)\nt(model, u[: n // 32 * 32])", "len(u"),
        ("def t(m, a):\n    m.fit(a, a)\nt(model, u)", "len(u) // 32"),
    ],
)
def test_the_value(code: str, steps: str) -> None:
    (found,) = steps_of(COMPILED + code)
    assert found.startswith(steps)
    assert bool(found) is bool(steps)


def test_what_may_not_suit_every_call_is_left() -> None:
    (proposal,) = proposals(COMPILED + "model.fit(x, y)\nmodel.evaluate(unheard_of)", "IPU301")
    assert not proposal.edits
    assert "the step count of `model.evaluate` is not known at `compile()`" in proposal.message


def test_a_prediction_of_unknown_length_is_made_in_parts() -> None:
    code = COMPILED + "model.fit(x, y)\nnew = np.load('new.npy')\nmodel.predict(new)"
    (proposal,) = proposals(code, "IPU203")
    assert "one by one" in proposal.title
    assert steps_of(code) == ["train_steps"]


def test_each_compile_is_for_the_calls_that_follow_it() -> None:
    code = "model.compile()\nmodel.fit(x[:960], y[:960])\nmodel.compile()\nmodel.fit(x[:320], y[:320])"
    assert steps_of(code) == ["len(x[:960]) // 32", "len(x[:320]) // 32"]


def test_a_model_that_nobody_uses_needs_nothing() -> None:
    assert not steps_of(COMPILED)


def ported(code: str) -> str:
    """The script after the plan, from the data on."""
    script = script_of(DATA + code)
    found = [edit for proposal in proposals(code) for edit in proposal.edits]
    return apply(script.text, found).partition('np.load("v.npy")\n')[2]


# --- values that are there already


def checked(code: str) -> list[Reported]:
    return proposals(code, "IPU302")


@pytest.mark.parametrize(
    ("given", "code", "title"),
    [
        ("30", "model.fit(x[:960], y[:960])", None),
        ("15", "model.fit(x[:960], y[:960])", None),
        ("1", "model.fit(x[:960], y[:960])", None),
        ("100", "model.fit(x[:960], y[:960])", None),
        ("n", "model.fit(x[:960], y[:960])", None),
        ("1", "model.fit(u, v)", None),
        ("7", "model.fit(u, v)", "train_steps"),
        ("7", "model.fit(x[:960], y[:960])", "len(x[:960]) // 32"),
        ("30", "model.fit(x[:960], y[:960], validation_data=(x[:64], y[:64]))", None),
        ("15", "model.fit(x[:960], y[:960], validation_data=(x[:640], y[:640]))", "len(x[:960]) // 32"),
        ("7", "z = x[:960]\nmodel.fit(z, z)", "30"),
    ],
)
def test_a_given_value(given: str, code: str, title: str | None) -> None:
    found = checked(f"model.compile(steps_per_execution={given})\n{code}")
    titles = [proposal.title.removeprefix("steps_per_execution=") for proposal in found]
    assert titles == ([] if title is None else [title])
    verb = "must divide" if "fit(u" in code else "does not divide"
    assert all(f"`steps_per_execution={given}` {verb} the" in proposal.message for proposal in found)


def test_arguments_that_cannot_be_seen_are_left_for_a_person() -> None:
    (proposal,) = proposals("model.compile(**n)\nmodel.fit(x[:960], y[:960])", "IPU301")
    assert proposal.fix is None


def test_a_given_value_that_cannot_be_computed_anew_is_left_for_a_person() -> None:
    code = "make = lambda m: m.compile(steps_per_execution=7)\nm = keras.Sequential()\nmake(m)\n"
    (proposal,) = proposals(code + "m.fit(x[:960], y[:960])", "IPU302")
    assert proposal.fix is None


def test_each_compile_call_has_sizes_of_its_own() -> None:
    loop = "for rate in (0.1, 0.2):\n    model.compile(rate)\n    model.fit(u, v)\n"
    port = ported(f"{loop}model.compile()\nmodel.fit(u, v)\n")
    assert (port.count("train_size = "), port.count("train_size_2 = ")) == (1, 1)
    assert "model.compile(steps_per_execution=train_steps_2)" in port


def test_a_number_of_steps_that_nobody_reads_is_not_defined() -> None:
    code = "model.compile()\nmodel.fit(x[:999], y[:999], batch_size=1)\nmodel.fit(x, y)"
    written = [getattr(edit, "template", "") for proposal in proposals(code) for edit in proposal.edits]
    assert "train_size = len(x) // 32 * 32" in written
    assert not any("train_steps" in text for text in written)


BUILDER = (
    "def build():\n    m = keras.Sequential([layers.Dense(1)])\n    m.compile('sgd', 'mse')\n    return m\n"
)
TRAINER = """
class Trainer:
    def __init__(self):
        self.model = keras.Sequential([layers.Dense(1)])
        self.model.compile('sgd', 'mse')
    def train(self, rows):
        fit = self.model.fit
        fit(rows, rows)
"""


@pytest.mark.parametrize(
    ("code", "way_out"),
    [
        (
            BUILDER + "other = build()\nz = np.load('z.npy')\nf = other.fit\nf(z, z)",
            ": call `build` below its data",
        ),
        (TRAINER + "t = Trainer()\nz = np.load('z.npy')\nt.train(z)", ": call `Trainer` below its data"),
        (
            BUILDER + "def main(z):\n    f = build().fit\n    z = z[1:]\n    f(z, z)\nmain(u)",
            ": call `build` below its data",
        ),
        (BUILDER + "build().fit(np.load('z.npy'), np.load('w.npy'))", "at `compile()`"),
        (TRAINER + "t = Trainer()\nt.train(np.load('z.npy'))", "at `compile()`"),
    ],
)
def test_a_model_that_is_made_above_its_data_is_left_with_the_way_out(code: str, way_out: str) -> None:
    (proposal,) = proposals(code, "IPU301")
    assert not proposal.edits and proposal.message.endswith(way_out)


OWN_PARAMETER = """\
def build(units, steps_per_execution=None):
    model = keras.Sequential([layers.Dense(units)])
    model.compile('sgd', 'mse')
    return model
build(4).fit(x[:960], y[:960])
build(2).fit(x[:320], y[:320])
"""


def test_a_builder_keeps_a_parameter_of_its_own() -> None:
    port = ported(OWN_PARAMETER)
    assert "def build(units, steps_per_execution=None, execution_steps=1):" in port
    assert "steps_per_execution=execution_steps)" in port
    assert "execution_steps=len(x[:960]) // 32)" in port and "execution_steps=len(x[:320]) // 32)" in port


VALIDATED_IN_ONE_CALL = """\
def train(a, b=None, size=32):
    model = keras.Sequential([layers.Dense(1)])
    model.compile('sgd', 'mse')
    validation = None
    if b is not None:
        validation = (b, b)
    model.fit(a, a, batch_size=size, validation_data=validation)
    return model
train(x)
train(x[:100], x[100:], size=20).predict(x)
"""


def test_a_way_out_is_looked_for_where_all_calls_can_be_seen() -> None:
    assert "" in steps_of(VALIDATED_IN_ONE_CALL)
