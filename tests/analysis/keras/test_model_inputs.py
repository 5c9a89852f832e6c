"""Which inputs of a model are tokens: by the layers that they go into, and by their types."""

from __future__ import annotations

import pytest

from gpu2ipu.analysis.keras.model_inputs import TokenInput, token_inputs
from tests.port.proposed import fit_call

EMBEDDING = "layers.Embedding(9, 2)"


@pytest.mark.parametrize(
    ("model", "tokens"),
    [
        (f"keras.Sequential([{EMBEDDING}])", (True,)),
        (f"keras.Sequential([keras.Input((4,)), {EMBEDDING}])", (True,)),
        (f"keras.Sequential()\nmodel.add({EMBEDDING})\nmodel.add(layers.Dense(1))", (True,)),
        (f"keras.Sequential(layers=[layers.Dense(3), {EMBEDDING}])", (False,)),
        (f"keras.Sequential([layers.Flatten(), {EMBEDDING}])", (None,)),
        ("keras.Sequential([layers.Input((4,), dtype='int32'), layers.Flatten()])", (True,)),
        ("keras.Sequential()", (None,)),
        ("keras.Sequential(unheard_of)", (None,)),
        ("keras.models.load_model('m')", ()),
        (f"keras.Sequential([{EMBEDDING}]) if n else keras.Sequential([layers.Dense(1)])", ()),
        (f"keras.Model(a, {EMBEDDING}(a))", (True,)),
        (f"keras.Model([a, b], [{EMBEDDING}(a), layers.Dense(1)(b)])", (True, False)),
        (f"keras.Model(inputs=(a, b), outputs={EMBEDDING}(layers.add([a, b])))", (None, None)),
        (f"keras.Model(a, [{EMBEDDING}(a), layers.Dense(1)(a)])", (None,)),
        (f"keras.Model(a, [{EMBEDDING}(a), a * 0.5])", (None,)),
        (f"keras.Model(a, [{EMBEDDING}(a), -a])", (None,)),
        (f"keras.Model(a, [{EMBEDDING}(a), tf.not_equal(a, 0)])", (None,)),
        (f"keras.Model(a, [{EMBEDDING}(a), layers.Lambda(lambda t: t * 0.5)(a)])", (None,)),
        (f"keras.Model(a, [{EMBEDDING}(a), layers.Lambda(lambda t: t + a)(b)])", (None,)),
        (f"keras.Model([a, b], [{EMBEDDING}(a), layers.Dot(1)(inputs=[a, b])])", (None, None)),
        (f"keras.Model([a, b], layers.add([{EMBEDDING}(a), layers.multiply([a, b])]))", (None, None)),
        (f"keras.Model([a], {EMBEDDING}(a))\nother = keras.Model(a, model.output)", (True,)),
        (f"keras.Model([a], {EMBEDDING}(a))\nprint(a.shape, a.name)", (True,)),
        ("keras.Model(c, layers.Flatten()(c))", (True,)),
        (f"keras.Model(keras.Input((3,)), {EMBEDDING}(a))", (None,)),
        ("keras.Model()", ()),
    ],
)
def test_inputs(model: str, tokens: tuple[bool | None, ...]) -> None:
    inputs = "a = keras.Input((4,))\nb = keras.Input((4,))\nc = keras.Input((4,), dtype=tf.int64)\n"
    found = token_inputs(fit_call(f"{inputs}model = {model}\nmodel.fit(x, y)"))
    assert tuple(each.is_tokens for each in found) == tokens


@pytest.mark.parametrize(
    ("inputs", "names"),
    [
        (
            "a = keras.Input((4,), name='words')\nb = keras.Input(shape=(4,), name='ages')\n",
            ["words", "ages"],
        ),
        ("w = 'words'\na = keras.Input((4,), name=w)\nb = keras.Input((4,))\n", ["words", ""]),
    ],
)
def test_names_of_inputs(inputs: str, names: list[str]) -> None:
    model = f"model = keras.Model([a, b], [{EMBEDDING}(a), layers.Dense(1)(b)])"
    assert [each.name for each in token_inputs(fit_call(f"{inputs}{model}\nmodel.fit(x, y)"))] == names


def test_a_layer_of_the_script_is_not_what_it_inherits_from() -> None:
    code = "class Own(layers.Embedding):\n    pass\nmodel = keras.Sequential([Own(9, 2)])\nmodel.fit(x, y)"
    assert token_inputs(fit_call(code)) == (TokenInput(None),)


def test_an_input_of_another_function_is_another_one() -> None:
    code = (
        "def build():\n    a = keras.Input((4,))\n    return keras.Model(a, layers.Dense(1)(a))\n"
        f"def other():\n    a = keras.Input((4,))\n    return {EMBEDDING}(a)\nbuild().fit(x, y)"
    )
    assert token_inputs(fit_call(code)) == (TokenInput(False),)


def test_a_name_of_another_function_says_nothing() -> None:
    code = (
        f"a = keras.Input((4,))\nmodel = keras.Model(a, {EMBEDDING}(a))\n"
        "def half(a):\n    return a * 0.5\n"
        "def double():\n    a = half(2.0)\n    return a * 2, (lambda a: a + 1)\n"
        "model.fit(x, y)"
    )
    assert token_inputs(fit_call(code)) == (TokenInput(True),)
