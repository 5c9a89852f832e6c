"""A value that is set where a model is trained, as it is not known where the model is compiled or loaded."""

from __future__ import annotations

import pytest

from tests.port.proposed import proposals

BUILDER = (
    "def build():\n    m = keras.Sequential([layers.Dense(1)])\n    m.compile('sgd', 'mse')\n    return m\n"
)
ONE_OUTPUT = BUILDER.replace("'mse')", "'mse', metrics=[keras.metrics.MeanAbsoluteError()])")
METRIC_OBJECTS = ONE_OUTPUT.replace("keras.Sequential([layers.Dense(1)])", "keras.Model(inputs(), heads())")
TRAINER = """
class Trainer:
    def __init__(self):
        self.model = keras.Sequential([layers.Dense(1)])
        self.model.compile('sgd', 'mse')
    def train(self, rows):
        self.model.fit(rows, rows)
"""
OWN = """
class Net(keras.Model):
    def call(self, x):
        return x
    def compile(self, rate):
        super().compile(keras.optimizers.SGD(rate), 'mse')
class Deeper(Net):
    pass
"""
LATE = "z = np.load('z.npy')\n"


def lines(code: str) -> list[str]:
    """What the findings write in front of trainings."""
    written = [getattr(edit, "template", "") for each in proposals(code, "IPU301") for edit in each.edits]
    return [text for text in written if text.startswith("set_steps_per_execution(")]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (
            BUILDER + "net = build()\n" + LATE + "net.fit(z, z)",
            ["set_steps_per_execution(net, train_steps)"],
        ),
        (
            BUILDER + "net = build()\n" + LATE + "net.fit(z, z)\nw = z[9:]\nnet.fit(w, w, batch_size=8)",
            ["set_steps_per_execution(net, train_steps)", "set_steps_per_execution(net, train_steps_2)"],
        ),
        (
            TRAINER + "t = Trainer()\n" + LATE + "t.train(z)",
            ["set_steps_per_execution(self.model, train_steps)"],
        ),
        (
            LATE + "net = keras.models.load_model('m.h5')\nnet.fit(z, z)",
            ["set_steps_per_execution(net, train_steps)"],
        ),
        # another `compile` would rename metrics of several outputs, or freeze layers
        (BUILDER + "net = build()\n" + LATE + "net.layers[0].trainable = False\nnet.fit(z, z)", []),
        (BUILDER + "net = build()\n" + LATE + "net.fit(z, [z, z])", []),
        (METRIC_OBJECTS + "net = build()\n" + LATE + "net.fit(z, unseen())", []),
        (
            ONE_OUTPUT + "net = build()\n" + LATE + "net.fit(z, unseen())",
            ["set_steps_per_execution(net, train_steps)"],
        ),
        # what is known at `compile` stays there
        (BUILDER + LATE + "net = build()\nnet.fit(z, z)", []),
        # the model is made in the call, or its method is no attribute there
        (BUILDER + "build().fit(np.load('z.npy'), np.load('w.npy'))", []),
        (BUILDER + "net = build()\nf = net.fit\n" + LATE + "f(z, z)", []),
        # the arguments of its `compile` are not those of Keras
        (OWN + "net = Net()\nnet.compile(0.1)\nprint(net.optimizer)\n" + LATE + "net.fit(z, z)", []),
        (OWN + "net = Deeper()\nnet.compile(0.1)\nprint(net.optimizer)\n" + LATE + "net.fit(z, z)", []),
        # one of two trainings cannot be counted
        (BUILDER + "net = build()\n" + LATE + "net.fit(z, z)\nnet.fit(unheard_of)", []),
    ],
)
def test_a_value_is_set_in_front_of_each_training(code: str, expected: list[str]) -> None:
    assert lines(code) == expected


def test_nothing_is_set_where_nothing_is_trained() -> None:
    assert lines(BUILDER + "net = build()\n" + LATE + "net.evaluate(z, z)") == []


def test_a_training_behind_the_helper_asks_nothing_of_compile() -> None:
    helper = (
        "def set_steps_per_execution(model, steps):\n"
        "    if int(model._steps_per_execution.numpy()) != steps:\n"
        "        model.compile(**model._get_compile_args(), steps_per_execution=steps)\n"
    )
    set_steps = "set_steps_per_execution(net, len(z) // 32)\n"
    code = BUILDER + helper + "net = build()\n" + LATE
    assert not proposals(code + set_steps + "net.fit(z, z)", "IPU301")
    assert proposals(code + "net.fit(z, z)\n" + set_steps, "IPU301")
