"""The layers of a model in order, in all the clothes that models wear; None where somebody might be wrong."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.keras.layers import Layer
from gpu2ipu.analysis.keras.model import Model, models_of
from tests.analysis.evaluated import facts

INPUT = "i = keras.Input((4,))\n"


def models(code: str) -> tuple[Model, ...]:
    """What `m` may be at the end."""
    found = facts(f"{code}\nm")
    last = found.script.tree.body[-1]
    assert isinstance(last, ast.Expr)
    return models_of(found, found.value(last.value))


def layers(code: str) -> tuple[Layer, ...] | None:
    (model,) = models(code)
    return model.layers


def described(code: str) -> str | None:
    """The layers by the last parts of their names, each with its number of units if it is written."""
    found = layers(code)
    return None if found is None else " ".join(map(_described, found))


def _described(layer: Layer) -> str:
    made = layer.layer
    units = [str(each.value) for each in getattr(made, "args", ()) if isinstance(each, ast.Constant)]
    return layer.name.rpartition(".")[2] + "".join(units)


SEQUENTIAL = {
    "list": ("m = keras.Sequential([layers.Flatten(), layers.Dense(3)])", "Flatten Dense3"),
    "keyword": ("m = keras.Sequential(layers=[layers.Dense(3)])", "Dense3"),
    "tuple": ("m = keras.Sequential((layers.Dense(3), layers.ReLU()))", "Dense3 ReLU"),
    "add": (
        "m = keras.Sequential()\nm.add(layers.Flatten())\nm.add(layer=layers.Dense(3))",
        "Flatten Dense3",
    ),
    "both": ("m = keras.Sequential([layers.Dense(3)], name='a')\nm.add(layers.ReLU())", "Dense3 ReLU"),
    "another name": (
        "a = keras.Sequential()\nm = a\na.add(layers.Dense(3))\nm.add(layers.ReLU())",
        "Dense3 ReLU",
    ),
    "another model": (
        "m = keras.Sequential([layers.Dense(3)])\nb = keras.Sequential()\nb.add(layers.ReLU())",
        "Dense3",
    ),
    "named layer": ("d = layers.Dense(3)\nm = keras.Sequential([d])", "Dense3"),
    "re-bound name": (
        "d = layers.Dense(3)\na = [d]\nd = layers.Dense(4)\nm = keras.Sequential([*a, d][1:])",
        None,
    ),
    "list of names": (
        "d = layers.Dense(3)\nparts = [d, layers.ReLU()]\nm = keras.Sequential(parts)",
        "Dense3 ReLU",
    ),
    "grown list": (
        "parts = [layers.Dense(3)]\nparts.append(layers.ReLU())\nm = keras.Sequential(parts)",
        "Dense3 ReLU",
    ),
    "input": ("m = keras.Sequential([keras.Input((4,)), layers.Dense(3)])", "Dense3"),
    "input layer": ("m = keras.Sequential([layers.InputLayer((4,)), layers.Dense(3)])", "Dense3"),
    "nested": (
        "m = keras.Sequential([keras.Sequential([layers.Dense(3)]), layers.ReLU()])",
        "Sequential ReLU",
    ),
    "in a function": (
        "def build():\n    a = keras.Sequential()\n    a.add(layers.Dense(3))\n    return a\nm = build()",
        "Dense3",
    ),
    "after a function": (
        "def build():\n    return keras.Sequential([layers.Dense(3)])\nm = build()\nm.add(layers.ReLU())",
        "Dense3 ReLU",
    ),
    "by a helper": (
        "def head(a):\n    a.add(layers.Dense(3))\nm = keras.Sequential()\nhead(m)\nhead(m)",
        "Dense3 Dense3",
    ),
    "condition": ("m = keras.Sequential([layers.Dense(3)])\nif n: m.add(layers.ReLU())", None),
    "both in a condition": ("if n:\n    m = keras.Sequential()\n    m.add(layers.ReLU())", "ReLU"),
    "condition in a helper": (
        "def head(a):\n    if n: a.add(layers.Dense(3))\nm = keras.Sequential()\nhead(m)",
        None,
    ),
    "early return": (
        "def head(a):\n    if n: return\n    a.add(layers.Dense(3))\nm = keras.Sequential()\nhead(m)",
        None,
    ),
    "return between": (
        "def build():\n    a = keras.Sequential()\n    if n: return a\n    a.add(layers.ReLU())\n"
        "    return a\nm = build()",
        None,
    ),
    "loop": ("m = keras.Sequential()\nfor _ in range(3): m.add(layers.Dense(3))", None),
    "loop around both": (
        "for _ in range(3):\n    m = keras.Sequential()\n    m.add(layers.Dense(3))",
        "Dense3",
    ),
    "comprehension": ("m = keras.Sequential([layers.Dense(3) for _ in range(3)])", None),
    "either layer": ("m = keras.Sequential([layers.Dense(3) if n else layers.ReLU()])", None),
    "perhaps a layer": ("m = keras.Sequential([layers.Dense(3) if n else None])", None),
    "star": ("m = keras.Sequential([layers.Dense(3), *more])", None),
    "keywords": ("m = keras.Sequential(**options)", None),
    "pop": ("m = keras.Sequential([layers.Dense(3), layers.ReLU()])\nm.pop()", None),
    "either model": (
        "m = keras.Sequential()\nb = keras.Sequential()\n(m if n else b).add(layers.ReLU())",
        None,
    ),
    "unknown layer": ("m = keras.Sequential([layer_of(3)])", None),
    "recursive helper": (
        "def grow(a, k):\n    a.add(layers.Dense(3))\n    if k: grow(a, k - 1)\n"
        "m = keras.Sequential()\ngrow(m, 3)",
        None,
    ),
    "helper from elsewhere": (
        "from parts import head\nm = keras.Sequential([layers.Dense(3)])\nhead(m)",
        None,
    ),
    "function of Keras": (
        "m = keras.Sequential([layers.Dense(3)])\nkeras.utils.plot_model(m)\nprint(m)",
        "Dense3",
    ),
    "main guard": (
        "if __name__ == '__main__':\n    m = keras.Sequential()\n    m.add(layers.ReLU())",
        "ReLU",
    ),
}


@pytest.mark.parametrize(("code", "expected"), SEQUENTIAL.values(), ids=SEQUENTIAL.keys())
def test_layers_of_a_sequential(code: str, expected: str | None) -> None:
    assert described(code) == expected


BLOCK = """
def block(x, units):
    x = layers.Dense(units)(x)
    return layers.ReLU()(x)
"""
FUNCTIONAL = {
    "chain": ("m = keras.Model(i, layers.ReLU()(layers.Dense(2)(i)))", "Dense2 ReLU"),
    "re-bound name": (
        "x = layers.Dense(8)(i)\nx = layers.Dropout(0.5)(x)\nx = layers.Dense(2)(x)\nm = keras.Model(i, x)",
        "Dense8 Dropout0.5 Dense2",
    ),
    "bound again below": (
        "x = layers.Dense(8)(i)\nm = keras.Model(i, x)\nx = layers.Dense(2)(x)",
        "Dense8",
    ),
    "bound again between": (
        "x = layers.Dense(8)(i)\nx = layers.Dense(2)(i)\nm = keras.Model(i, x)",
        "Dense2",
    ),
    "another branch": ("x = layers.Dense(8)(i)\ny = layers.Dense(2)(i)\nm = keras.Model(i, x)", "Dense8"),
    "merged branches": (
        "x = layers.Dense(8)(i)\ny = layers.Dense(9)(i)\nm = keras.Model(i, layers.Add()([x, y]))",
        "Dense8 Dense9 Add",
    ),
    "residual": ("x = layers.Dense(4)(i)\nx = layers.add([x, i])\nm = keras.Model(i, x)", "Dense4 add"),
    "operators": ("x = layers.Dense(4)(i) + i\nm = keras.Model(i, layers.ReLU()(x[:, 0]))", "Dense4   ReLU"),
    "functions": ("m = keras.Model(i, tf.nn.relu(layers.Dense(4)(i)))", "Dense4 relu"),
    "two outputs": (
        "x = layers.Dense(8)(i)\nm = keras.Model(i, [layers.Dense(1)(x), layers.Dense(2)(x)])",
        "Dense8 Dense1 Dense2",
    ),
    "two inputs": (
        "j = keras.Input((4,))\nm = keras.Model([i, j], layers.concatenate([i, layers.Dense(2)(j)]))",
        "Dense2 concatenate",
    ),
    "dict": ("o = layers.Dense(2)(i)\nm = keras.Model({'a': i}, {'b': o})", "Dense2"),
    "inputs in the middle": (
        "x = layers.Dense(8)(i)\no = layers.Dense(2)(x)\nm = keras.Model(x, o)",
        "Dense2",
    ),
    "shared layer": (
        "d = layers.Dense(8)\nm = keras.Model(i, layers.Add()([d(i), d(d(i))]))",
        "Dense Dense Dense Add",
    ),
    "nested model": ("a = keras.Sequential([layers.Dense(3)])\nm = keras.Model(i, a(i))", "Sequential"),
    "helper block": (BLOCK + "m = keras.Model(i, block(block(i, 3), 4))", "Dense ReLU Dense ReLU"),
    "block in a loop": (
        BLOCK + "x = i\nfor units in (3, 4): x = block(x, units)\nm = keras.Model(i, x)",
        None,
    ),
    "loop": ("x = i\nfor _ in range(3): x = layers.Dense(4)(x)\nm = keras.Model(i, x)", None),
    "loop over branches": (
        "b = []\nfor _ in range(3): b.append(layers.Dense(4)(i))\nm = keras.Model(i, layers.Add()(b))",
        None,
    ),
    "comprehension": ("m = keras.Model(i, layers.Add()([layers.Dense(4)(i) for _ in range(3)]))", None),
    "older round of a loop": (
        "last = None\nfor _ in range(3):\n    x = layers.Dense(4)(i)\n"
        "    if last is not None: x = layers.Add()([x, last])\n"
        "    m = keras.Model(i, x)\n    last = x",
        None,
    ),
    "loop around the model": (
        "for _ in range(3):\n    j = keras.Input((4,))\n    m = keras.Model(j, layers.Dense(2)(j))",
        "Dense2",
    ),
    "condition": ("x = layers.Dense(4)(i)\nif n: x = layers.ReLU()(x)\nm = keras.Model(i, x)", None),
    "either layer": ("x = (layers.Dense(4) if n else layers.ReLU())(i)\nm = keras.Model(i, x)", ""),
    "layer with a condition": ("x = layers.ReLU()(i) if n else i\nm = keras.Model(i, x)", None),
    "unknown function": ("m = keras.Model(i, block_of(i))", None),
    "unknown output": ("m = keras.Model(i, more)", None),
    "unknown input": ("m = keras.Model(more, layers.Dense(2)(i))", None),
    "unpacked output": (
        "m = keras.Model(i, layers.Dense(2)(layers.LSTM(3, return_state=True)(i)[0]))",
        "LSTM3  Dense2",
    ),
    "output of another model": (
        "a = keras.applications.VGG16()\nm = keras.Model(a.input, layers.Dense(2)(a.output))",
        None,
    ),
    "lambda": ("f = lambda x: layers.Dense(2)(x)\nm = keras.Model(i, f(f(i)))", "Dense2 Dense2"),
    "mapped": ("m = keras.Model(i, layers.Add()(list(map(lambda k: layers.Dense(2)(i), range(3)))))", None),
    "training flag": ("m = keras.Model(i, layers.Dropout(0.5)(i, training=flag))", "Dropout0.5"),
    "perhaps a second input": ("m = keras.Model(i, layers.Add()([i, more]))", None),
    "class of the script": (
        "class L(layers.Layer):\n    def call(self, x): return layers.Dense(2)(x)\n"
        "m = keras.Model(i, L()(i))",
        "Layer",
    ),
}


@pytest.mark.parametrize(("code", "expected"), FUNCTIONAL.values(), ids=FUNCTIONAL.keys())
def test_layers_of_a_functional_model(code: str, expected: str | None) -> None:
    assert described(INPUT + code) == expected


INIT = """
class M(keras.Model):
    def __init__(self, units=3):
        super().__init__()
"""
SUBCLASSED = {
    "attributes": ("self.a = layers.Dense(3)\nself.b = layers.ReLU()", "Dense3 ReLU"),
    "in the order of __init__": ("self.b = layers.ReLU()\nself.a = layers.Dense(3)", "ReLU Dense3"),
    "other attributes": (
        "self.units = units\nself.v = tf.Variable(1.0)\nself.loss_fn = keras.losses.MeanSquaredError()\n"
        "self.init = keras.initializers.HeNormal()\nself.w = self.add_weight('w', (2,))\n"
        "self.a = layers.Dense(3)\n"
        "self.mean = keras.metrics.Mean()",
        "Dense3",
    ),
    "local name": ("d = layers.Dense(3)\nself.a = d", "Dense3"),
    "not kept": ("d = layers.Dense(3)\nself.a = layers.ReLU()", "ReLU"),
    "inside of another": ("self.a = layers.TimeDistributed(layers.Dense(3))", "TimeDistributed"),
    "twice the same": ("self.a = layers.Dense(3)\nself.b = self.a", "Dense3"),
    "replaced": ("self.a = layers.Dense(3)\nself.b = layers.ReLU()\nself.a = layers.Dense(4)", "ReLU Dense4"),
    "list": ("self.a = [layers.Dense(3), layers.Dense(4)]\nself.b = layers.ReLU()", "Dense3 Dense4 ReLU"),
    "list that is gone through": (
        "self.a = [layers.Dense(3)]\nfor each in self.a: each.trainable = False",
        "Dense3",
    ),
    "dict": ("self.a = {'x': layers.Dense(3), 'y': layers.ReLU()}", "Dense3 ReLU"),
    "nested lists": ("self.a = [[layers.Dense(3)], (layers.ReLU(),)]", "Dense3 ReLU"),
    "tuple": ("self.a, self.b = layers.Dense(3), layers.ReLU()", "Dense3 ReLU"),
    "Sequential inside": (
        "self.a = keras.Sequential([layers.Dense(3), layers.ReLU()])\nself.b = layers.Dense(4)",
        "Sequential Dense4",
    ),
    "list of Sequential": (
        "self.a = [keras.Sequential([layers.Dense(3)]), keras.Sequential()]",
        "Sequential Sequential",
    ),
    "setattr": ("setattr(self, 'a', layers.Dense(3))", "Dense3"),
    "setattr of any name": ("for k in range(3): setattr(self, f'a{k}', layers.Dense(3))", None),
    "grown list": ("self.a = []\nself.a.append(layers.Dense(3))", None),
    "grown dict": ("self.a = {}\nself.a['x'] = layers.Dense(3)", None),
    "grown by another name": ("a = []\nself.a = a\na.append(layers.Dense(3))", None),
    "grown elsewhere": ("self.a = [layers.Dense(3)]\nself.b = self.a\nself.b += [layers.Dense(4)]", None),
    "loop": ("self.a = []\nfor _ in range(3): self.a.append(layers.Dense(3))", None),
    "comprehension": ("self.a = [layers.Dense(3) for _ in range(units)]", None),
    "numbers by comprehension": (
        "self.a = [k + 1 for k in range(units)]\nself.b = layers.Dense(3)",
        "Dense3",
    ),
    "condition": ("self.a = layers.Dense(3)\nif n: self.b = layers.ReLU()", None),
    "perhaps none": ("self.a = layers.Dense(3) if n else None", None),
    "removed": ("self.a = layers.Dense(3)\nself.b = layers.ReLU()\ndel self.a", "ReLU"),
    "perhaps removed": ("self.a = layers.Dense(3)\nif n: self.a = None", None),
    "early return": ("self.a = layers.Dense(3)\nif n: return\nself.b = layers.ReLU()", None),
    "unknown": ("self.a = layer_of(units)", None),
    "unknown base": ("class L(other.Base): pass\nself.a = L()", None),
    "by a method": ("self.a = layers.Dense(3)\nself.more()", "Dense3 Softmax"),
    "functional": ("i = keras.Input((4,))\nsuper().__init__(i, layers.Dense(2)(i))", None),
}
REST = """
    def more(self):
        self.z = layers.Softmax()
    def call(self, x):
        return self.a(x)
m = M()
"""


@pytest.mark.parametrize(("code", "expected"), SUBCLASSED.values(), ids=SUBCLASSED.keys())
def test_layers_of_a_subclass(code: str, expected: str | None) -> None:
    body = "".join(f"        {line}\n" for line in code.split("\n"))
    rest = REST if "more()" in code else REST.replace("self.z = layers.Softmax()", "pass")
    assert described(INIT + body + rest) == expected


CLASSES = {
    "no layers": ("class M(keras.Model): pass\nm = M()", ""),
    "inherited": (
        "class B(keras.Model):\n    def __init__(self):\n        super().__init__()\n"
        "        self.a = layers.Dense(3)\n"
        "class M(B):\n    def call(self, x): return self.a(x)\nm = M()",
        "Dense3",
    ),
    "two __init__": (
        "class B(keras.Model):\n    def __init__(self):\n        super().__init__()\n"
        "        self.a = layers.Dense(3)\n"
        "class M(B):\n    def __init__(self):\n        super().__init__()\n"
        "        self.b = layers.ReLU()\nm = M()",
        None,
    ),
    "inherited method": (
        "class B(keras.Model):\n    def head(self):\n        self.a = layers.Dense(3)\n"
        "class M(B):\n    def __init__(self):\n        super().__init__()\n        super().head()\nm = M()",
        None,
    ),
    "build": (
        "class M(keras.Model):\n    def build(self, shape):\n        self.a = layers.Dense(3)\nm = M()",
        "Dense3",
    ),
    "__init__ and build": (
        "class M(keras.Model):\n    def build(self, shape):\n        self.b = layers.ReLU()\n"
        "    def __init__(self):\n        super().__init__()\n        self.a = layers.Dense(3)\nm = M()",
        "Dense3 ReLU",
    ),
    "condition in build": (
        "class M(keras.Model):\n    def build(self, shape):\n        if n: self.a = layers.Dense(3)\nm = M()",
        None,
    ),
    "call": (
        "class M(keras.Model):\n    def call(self, x):\n        self.a = layers.Dense(3)\n"
        "        return self.a(x)\nm = M()",
        None,
    ),
    "from outside": ("class M(keras.Model): pass\nm = M()\nm.a = layers.Dense(3)", None),
    "parameter": (
        "class M(keras.Model):\n    def __init__(self, a):\n        super().__init__()\n        self.a = a\n"
        "m = M(layers.Dense(3))",
        "Dense3",
    ),
    "imported parameter": (
        "from parts import *\nfrom other import a\nclass M(keras.Model):\n"
        "    def __init__(self, a, b):\n        super().__init__()\n        self.a = a\n"
        "        self.b = b\nm = M(b, layers.Dense(3))",
        None,
    ),
    "unknown parameter": (
        "class M(keras.Model):\n    def __init__(self, a):\n        super().__init__()\n"
        "        self.a = a\nm = M(layer)",
        None,
    ),
    "Sequential": (
        "class M(keras.Sequential):\n    def __init__(self):\n"
        "        super().__init__([layers.Dense(3)])\nm = M()",
        None,
    ),
    "loaded": ("m = keras.models.load_model('a')", None),
    "application": ("m = keras.applications.VGG16()", None),
}


@pytest.mark.parametrize(("code", "expected"), CLASSES.values(), ids=CLASSES.keys())
def test_layers_of_classes(code: str, expected: str | None) -> None:
    assert described(code) == expected


def test_instances_of_one_class_have_layers_of_their_own() -> None:
    body = "        self.a = layers.Dense(units)\n"
    first, second = (layers(f"{INIT}{body}a, b = M(3), M(4)\nm = {name}") for name in "ab")
    assert first is not None and second is not None
    assert first[0].path[0] is not second[0].path[0]
    assert ast.unparse(first[0].path[0]) == "M(3)"


def test_a_layer_knows_where_it_is_called() -> None:
    found = layers(INPUT + "m = keras.Model(i, layers.Dense(8)(i))")
    assert found is not None
    assert (ast.unparse(found[0].node), ast.unparse(found[0].layer)) == (
        "layers.Dense(8)(i)",
        "layers.Dense(8)",
    )


def test_layers_of_a_block_are_told_apart_by_the_calls_of_the_block() -> None:
    found = layers(INPUT + BLOCK + "m = keras.Model(i, block(block(i, 3), 4))")
    assert found is not None
    assert [[ast.unparse(call) for call in layer.path] for layer in found[::2]] == [
        ["block(i, 3)"],
        ["block(block(i, 3), 4)"],
    ]


def test_a_builder_that_is_called_twice_builds_two_models() -> None:
    code = """
def build(out):
    i = keras.Input((4,))
    return keras.Model(i, layers.Dense(out)(i))
a, b = build(1), build(2)
m = a if n else b
"""
    found = models(code)
    assert [model.layers is not None and len(model.layers) for model in found] == [1, 1]
    assert len({model.path for model in found}) == 2


@pytest.mark.parametrize(
    "builder",
    [
        "i = keras.Input((4,))\n    return keras.Model(i, layers.Dense(3)(i))",
        "s = keras.Sequential()\n    s.add(layers.Dense(3))\n    return s",
    ],
)
@pytest.mark.parametrize("model", ["a", "b"])
def test_a_call_that_repeats_an_earlier_one_builds_layers_of_its_own(builder: str, model: str) -> None:
    assert described(f"def build():\n    {builder}\na = build()\nb = build()\nm = {model}") == "Dense3"
