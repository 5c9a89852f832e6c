"""A `compile` call above its data moves down, unless something on the way needs it."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.edits import AddArgument
from gpu2ipu.port.batching.calls import outcomes_of
from gpu2ipu.port.port import Port
from gpu2ipu.port.steps_per_execution.compile_sites import compile_calls_of
from gpu2ipu.port.steps_per_execution.delayed_compile import DelayedCompile, delayed_compiles
from gpu2ipu.rewrite import apply
from tests.analysis.evaluated import script_of

START = """
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([layers.Dense(1)])
    model.compile("sgd", "mse")
"""
DATA = "x, y = np.load('x.npy'), np.load('y.npy')\n"


def delayed(code: str) -> DelayedCompile | None:
    script = script_of(code)
    (compile_call,) = compile_calls_of(facts_of(script), outcomes_of(Port(script)))
    return next(delayed_compiles(script, compile_call), None)


@pytest.mark.parametrize(
    ("code", "first_use"),
    [
        (START + DATA + "model.fit(x, y)", "model.fit(x, y)"),
        (START + "model.summary()\n" + DATA + "model.fit(x, y)", "model.fit(x, y)"),
        (START + "print(model.count_params())\n" + DATA + "model.fit(x, y)", "model.fit(x, y)"),
        (START + DATA + "for _ in range(2):\n    model.fit(x, y)\nmodel.predict(x)", "for _ in range(2):"),
        (
            START.replace('"mse"', '"mse", metrics=[keras.metrics.AUC()]')
            + DATA
            + "keras.metrics.AUC(name='own')\nmodel.fit(x, y)",
            "model.fit(x, y)",
        ),
        (START + DATA + "if n:\n    model.fit(x, y)", "if n:"),
        (START.replace("    model.compile", "model.compile") + DATA + "model.fit(x, y)", "model.fit(x, y)"),
        (
            "def f():\n    model = keras.Sequential([layers.Dense(1)])\n    model.compile('sgd', 'mse')\n    "
            + DATA
            + "    model.fit(x, y)\nf()",
            "model.fit(x, y)",
        ),
        (
            START
            + "def load():\n    return np.load('x.npy'), np.load('y.npy')\nx, y = load()\nmodel.fit(x, y)",
            "model.fit(x, y)",
        ),
    ],
)
def test_it_moves_to_the_first_call(code: str, first_use: str) -> None:
    found = delayed(code)
    assert found is not None and ast.unparse(found.place).startswith(first_use)


CLASS = """
class Trainer:
    def load(self):
        return np.load('x.npy'), {read}
    def describe(self):
        self.model.summary()
    def run(self):
        self.model = keras.Sequential([layers.Dense(1)])
        self.model.compile('sgd', 'mse')
        x, y = {between}
        self.model.fit(x, y)
"""


def of_class(between: str, read: str = "1") -> str:
    return CLASS.format(between=between, read=read) + "Trainer().run()"


def test_a_model_in_an_attribute() -> None:
    found = delayed(of_class("self.load()"))
    assert found is not None and ast.unparse(found.place) == "self.model.fit(x, y)"


@pytest.mark.parametrize(
    "code",
    [
        of_class("self.model.optimizer, np.load('y.npy')"),
        of_class("self.load()", read="self.model.loss"),
        of_class("self.load()", read="self.again()").replace(
            "    def run", "    def again(self):\n        return self.model.loss\n    def run"
        ),
        of_class("self.load()", read="getattr(self, 'model').loss"),
        of_class("self.load()", read="Reader(self)")
        + "\nclass Reader:\n    def __init__(self, of):\n        self.loss = of.model.loss",
        of_class("self.load()\n        self = other"),
        of_class("self.load()").replace("self.model.compile", "self.models[0].compile"),
    ],
)
def test_a_model_in_an_attribute_that_is_read_on_the_way_stays(code: str) -> None:
    script = script_of(code)
    found = [
        next(delayed_compiles(script, each), None)
        for each in compile_calls_of(facts_of(script), outcomes_of(Port(script)))
    ]
    assert found in ([], [None])


@pytest.mark.parametrize(
    "code",
    [
        START + "model.fit(x, y)",  # nothing is between
        START + "model.optimizer.lr = 0.1\n" + DATA + "model.fit(x, y)",
        START + "same = model\n" + DATA + "model.fit(x, y)",
        START.replace("    model.c", "    same = model\n    model.c") + DATA + "same.loss\nmodel.fit(x, y)",
        START.replace("    model.c", "    both = {'a': model}\n    model.c")
        + DATA
        + "both['a'].loss\nmodel.fit(x, y)",
        START.replace('"sgd"', "options.rate")
        + "def load(o):\n    o.rate = 2\n    return np.load('x.npy')\nx = load(options)\nmodel.fit(x, x)",
        START + DATA + "for layer in base.layers:\n    layer.trainable = False\nmodel.fit(x, y)",
        START.replace('"mse"', "loss()") + DATA + "RATE = 2\nmodel.fit(x, y)\ndef loss():\n    return RATE",
        START.replace('"mse"', '"mse", metrics=[keras.metrics.AUC()]')
        + DATA
        + "keras.metrics.AUC()\nmodel.fit(x, y)",
        START.replace('"sgd"', "keras.optimizers.SGD(np.random.rand())")
        + "x = np.random.permutation(np.load('x.npy'))\nmodel.fit(x, x)",
        START + "probe = lambda: model.loss\n" + DATA + "model.fit(x, y)",
        START + "def save():\n    model.save('m')\nsave()\n" + DATA + "model.fit(x, y)",
        START + DATA + "if n:\n    model = None\nmodel.fit(x, y)",
        START.replace('"sgd"', "rate") + "rate = 1\n" + DATA + "model.fit(x, y)",
        START.replace("model.", "_ = model.") + DATA + "model.fit(x, y)",
        START.replace("    model", "    other = model").replace("other = model.compile", "other.compile")
        + "model.evaluate(*unheard_of())\n"
        + DATA
        + "other.fit(x, y)",
        "def train(m):\n    x = np.load('x.npy')\n    m.fit(x, x)\n"
        + START
        + DATA
        + "def f():\n    train(model)\nf()",
    ],
)
def test_it_stays(code: str) -> None:
    assert delayed(code) is None


def test_it_takes_its_comments_along_but_those_of_a_port() -> None:
    above = "    # gpu2ipu: IPU301 something is left\n    # as in the paper\n    model.compile"
    code = START.replace("    model.compile", above).replace('"mse")', '"mse")  # and so on') + DATA
    code += "model.fit(x, y)\n"
    found, script = delayed(code), script_of(code)
    assert found is not None
    assert apply(script.text, found.edits(script)).endswith("""\
    model = keras.Sequential([layers.Dense(1)])
x, y = np.load('x.npy'), np.load('y.npy')
# as in the paper
model.compile("sgd", "mse")  # and so on
model.fit(x, y)
""")


def test_a_scope_of_its_own_goes_with_it() -> None:
    alone = START.replace("    model.compile", "with strategy.scope():\n    model.compile")
    code = alone + DATA + "model.fit(x, y)\n"
    found, script = delayed(code), script_of(code)
    assert found is not None
    assert apply(script.text, found.edits(script)).count("with strategy") == 1


def test_it_goes_as_it_is_after_its_own_edits() -> None:
    code = START.replace('"sgd"', "keras.optimizers.SGD(lr=0.1)") + DATA + "model.fit(x, y)\n"
    found, script = delayed(code), script_of(code)
    assert found is not None
    (node,) = (
        node for node in script.nodes if isinstance(node, ast.Call) and "SGD" in ast.unparse(node.func)
    )
    edits = (AddArgument(script.span(node), "momentum", "0.9"), *found.edits(script))
    moved = 'model.compile(keras.optimizers.SGD(lr=0.1, momentum=0.9), "mse")'
    assert apply(script.text, edits).endswith(f"{moved}\nmodel.fit(x, y)\n")


STATS = """
def stats():
    print(model.optimizer)
"""
CALM = """
def stats():
    print("ready")
"""
# how `stats` is called under another name
ALIASES = {
    "name": "show = stats\nshow()",
    "name of a name": "first = stats\nshow = first\nshow()",
    "bound above": "def run():\n    show()\nshow = stats\nrun()",
    "annotated": "from typing import Callable\nshow: Callable = stats\nshow()",
    "walrus": "(show := stats)()",
    "walrus before": "if (show := stats):\n    show()",
    "tuple": "show, other = stats, 1\nshow()",
    "tuple that is unpacked": "both = (stats, 1)\nshow, other = both\nshow()",
    "item of a tuple": "both = (stats, 1)\nboth[0]()",
    "list": "hooks = [stats]\nfor hook in hooks:\n    hook()",
    "list that is filled": "hooks = []\nhooks.append(stats)\nfor hook in hooks:\n    hook()",
    "comprehension": "hooks = [stats]\n[hook() for hook in hooks]",
    "dict": "table = {'s': stats}\ntable['s']()",
    "dict, asked": "table = dict(s=stats)\ntable.get('s')()",
    "dict that is filled": "table = {}\ntable['s'] = stats\ntable['s']()",
    "values of a dict": "table = {'s': stats}\nfor each in table.values():\n    each()",
    "choice": "show = stats if n else print\nshow()",
    "choice at the call": "(n and stats or print)()",
    "partial": "import functools\nshow = functools.partial(stats)\nshow()",
    "lambda": "show = lambda: stats()\nshow()",
    "argument": "def run(show):\n    show()\nrun(stats)",
    "keyword": "def run(show=None):\n    show()\nrun(show=stats)",
    "stars": "def run(*hooks):\n    hooks[0]()\nrun(*[stats])",
    "default": "def run(show=stats):\n    show()\nrun()",
    "default of a lambda": "run = lambda show=stats: show()\nrun()",
    "handed to a builtin": "list(map(lambda _: stats(), [1]))",
    "handed to another library": "import atexit\natexit.register(stats)",
    "result": "def make():\n    return stats\nmake()()",
    "decorated": "def twice(f):\n    def inner():\n        f()\n    return inner\n"
    "@twice\ndef show():\n    stats()\nshow()",
    "decorator": "def twice(f):\n    def inner():\n        stats()\n        f()\n    return inner\n"
    "@twice\ndef show():\n    pass\nshow()",
    "wrapped": "def twice(f):\n    def inner():\n        f()\n    return inner\nshow = twice(stats)\nshow()",
    "attribute": "class Box: pass\nbox = Box()\nbox.show = stats\nbox.show()",
    "attribute of a class": "class Box:\n    show = stats\nBox.show()",
    "method": "class Box:\n    def tell(self):\n        stats()\nshow = Box().tell\nshow()",
    "static method": "class Box:\n    @staticmethod\n    def tell():\n        stats()\nshow = Box.tell\nshow()",
    "property": "class Box:\n    @property\n    def told(self):\n        stats()\nBox().told",
    "object that is called": "class Box:\n    def __call__(self):\n        stats()\nshow = Box()\nshow()",
    "constructor": "class Box:\n    def __init__(self):\n        stats()\nmake = Box\nmake()",
    "context": "class Box:\n    def __enter__(self):\n        stats()\n    def __exit__(self, *a):\n        pass\n"
    "with Box():\n    pass",
    "by its name": "globals()['stats']()",
    "getattr": "import sys\ngetattr(sys.modules[__name__], 'stats')()",
    "global that is bound in a function": "show = print\ndef choose():\n    global show\n    show = stats\n"
    "choose()\nshow()",
    "local name like another one": "def run():\n    show = stats\n    show()\nshow = print\nrun()",
}


@pytest.mark.parametrize("alias", ALIASES.values(), ids=ALIASES)
@pytest.mark.parametrize(("function", "stays"), [(STATS, True), (CALM, False)], ids=["reads", "calm"])
def test_a_function_under_another_name_is_called_on_the_way(function: str, stays: bool, alias: str) -> None:
    found = delayed(function + START + alias + "\n" + DATA + "model.fit(x, y)")
    assert (found is None) is stays


@pytest.mark.parametrize(
    "code",
    [
        START.replace("    model.c", "    show = model.evaluate\n    model.c") + "show(*old())\n",
        START + "import functools\nshow = functools.partial(print, model)\nshow()\n",
        "def run(show):\n    show()\n" + STATS + START + "run(hooks[0])\n" + "hooks = [stats]\n",
    ],
)
def test_a_method_under_another_name_is_called_on_the_way(code: str) -> None:
    assert delayed(code + DATA + "model.fit(x, y)") is None


@pytest.mark.parametrize(
    "code",
    [
        "def stats():\n    values = 1\n    print(n)\n",
        "def other():\n    print(model.optimizer)\ndef stats():\n    other = 1\n    print(other)\n",
    ],
)
def test_another_function_is_not_called(code: str) -> None:
    found = delayed(
        code.replace("model = 1", "values = 1") + START + "show = stats\nshow()\n" + DATA + "model.fit(x, y)"
    )
    assert found is not None
