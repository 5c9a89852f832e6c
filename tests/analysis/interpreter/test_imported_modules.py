"""Imports that are followed: what a name of another file stands for."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.values.library_objects import KerasLayer, KerasModel
from gpu2ipu.analysis.values.value import Value
from tests.projects_in_memory import whole

MODELS = """
    from tensorflow import keras
    SIZE = 32
    _hidden = 1
    def build(units=4):
        return keras.Sequential([keras.layers.Dense(units)])
"""
PACKAGE = {
    "pkg/__init__.py": "from .deep import make\nfrom . import rows\n",
    "pkg/deep.py": "from .rows import count as make\n",
    "pkg/rows.py": "def count():\n    return 7\n",
    "pkg/other.py": "N = 5\n",
    "plain/inner.py": "N = 6\n",
    "pkg/plain/inner.py": "N = 8\n",
    "pkg/plain/more/inner.py": "N = 9\n",
    "plain/rel/relay.py": "import plain.inner\nfrom . import side\nfrom other import deep\nN = plain.inner.N\n",
    "plain/rel/side.py": "from ..inner import N\n",
    "other/deep.py": "N = 10\n",
}


def last_value(folder: Path, code: str, files: dict[str, str]) -> Value:
    """What the last statement of train.py stands for."""
    script = whole(folder, {"train.py": code, **files})
    train = script.files[0].tree.body[-1]
    assert isinstance(train, ast.Expr)
    return facts_of(script).value(train.value)


@pytest.mark.parametrize(
    "code",
    [
        "import models\nmodels.build()",
        "import models as m\nm.build(3)",
        "from models import build as b\nb()",
        "from models import *\nbuild()",
        "from .models import build\nbuild()",
        "try:\n    from models import build\nexcept ImportError:\n    from .models import build\nbuild()",
        "if TYPE_CHECKING:\n    import models\nmodels.build()",
        "def f():\n    import models\n    return models.build()\nf()",
    ],
)
def test_a_function_of_a_module(tmp_path: Path, code: str) -> None:
    assert isinstance(last_value(tmp_path, code, {"models.py": MODELS}), KerasModel)


@pytest.mark.parametrize(
    ("code", "number"),
    [
        ("import models\nmodels.SIZE", 32),
        ("from models import *\nSIZE", 32),
        ("from models import *\n_hidden", None),
        ("import models\nmodels.missing", None),
        ("import models\nmodels.SIZE = n\nmodels.SIZE", None),
        ("import pkg\npkg.make()", 7),
        ("import pkg\npkg.rows.count()", 7),
        ("import pkg.other\npkg.other.N", 5),
        ("import pkg.other as o\no.N", 5),
        ("from pkg import other\nother.N", 5),
        ("import plain.inner\nplain.inner.N", 6),
        ("from plain import inner\ninner.N", 6),
        ("import plain as p, plain.inner\np.inner.N", 6),
        ("import pkg.plain.inner\npkg.plain.inner.N", 8),
        ("from pkg import plain\nimport pkg.plain.inner\nplain.inner.N", 8),
        ("import pkg.plain.more.inner\npkg.plain.more.inner.N", 9),
        ("import pkg.plain.inner\npkg.plain.flag = 3\npkg.plain.inner.N", 8),
        ("import pkg.plain.inner\npkg.plain.missing", None),
        ("from plain.rel import relay\nrelay.N", 6),
        ("from plain.rel.relay import side\nside.N", 6),
        ("import plain.rel.relay\nplain.rel.relay.deep.N", 10),
    ],
)
def test_a_number_of_a_module(tmp_path: Path, code: str, number: int | None) -> None:
    assert last_value(tmp_path, code, {"models.py": MODELS, **PACKAGE}).number == number


def test_star_imports_hand_on_what_a_module_lists_and_its_own_stars(tmp_path: Path) -> None:
    files = {"a.py": '__all__ = ["x"]\nx, y = 1, 2\n', "b.py": "from tensorflow.keras.layers import *\n"}
    assert last_value(tmp_path, "from a import *\nx", files).number == 1
    assert last_value(tmp_path, "from a import *\ny", files).number is None
    assert isinstance(last_value(tmp_path, "from b import *\nDense(1)", files), KerasLayer)


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("from keras.ops import *\nmax", "keras.ops.max"),
        ("from keras.layers import *\nIdentity", "keras.layers.Identity"),
        ("from keras import *\nops.relu", "keras.ops.relu"),
        ("from keras.ops import *\nmax = 1\nprint", "builtins.print"),
        ("from keras.ops import *\nfrom others import *\nmax", "builtins.max"),
        ("from others import *\nfrom keras.ops import *\nmax", "keras.ops.max"),
    ],
)
def test_star_imports_bind_what_later_releases_have(tmp_path: Path, code: str, name: str) -> None:
    assert last_value(tmp_path, f"import b\n{code}", {"b.py": "N = 1\n"}).name == name


def test_imports_in_a_circle(tmp_path: Path) -> None:
    files = {"a.py": "import b\nN = 3\ndef f():\n    return b.M\n", "b.py": "import a\nM = 4\n"}
    assert last_value(tmp_path, "import a\na.f()", files).number == 4


def test_a_module_is_not_the_main_program(tmp_path: Path) -> None:
    guarded = 'N = 1\nif __name__ == "__main__":\n    N = keras.Sequential()\n'
    assert last_value(tmp_path, "import a\na.N", {"a.py": guarded}).number == 1


def test_facts_of_one_file(tmp_path: Path) -> None:
    script = whole(tmp_path, {"train.py": "import models\nmodel = models.build()\n", "models.py": MODELS})
    train, models = (facts_of(file) for file in script.files)
    assert (len(train.constructions), len(models.constructions)) == (0, 2)
    assert train.makes_models and train.everywhere is facts_of(script)
    assert [target for _, _, target in models.imports] == ["tensorflow.keras"]


TRAINING = {
    "train.py": "import keras_tuner, rows\nrows.both(1000)\ndef later():\n    rows.count(2)\n",
    "rows.py": """
        import text
        def count(n):
            return n
        def both(n):
            return count(n)
        def late():
            count(3)
    """,
    "text.py": "# keras\n",
}


def test_code_without_keras_that_nobody_calls_calls_nothing(tmp_path: Path) -> None:
    script = whole(tmp_path, TRAINING)
    train, rows, text = script.files
    assert (train.reaches_keras, rows.reaches_keras, text.reaches_keras) == (True, False, False)
    count = next(node for node in rows.tree.body if isinstance(node, ast.FunctionDef))
    calls = {getattr(stack[-1].call, "lineno", 0) for stack in facts_of(script).calls[count]}
    # by `both`, by `later` of the file that has Keras, and not by `late`
    assert calls == {rows.above + 5, train.above + 4}


def test_a_local_module_that_is_called_keras_is_none_of_it(tmp_path: Path) -> None:
    files = {
        "a.py": "from lib import keras\nfrom lib.keras import x\n",
        "lib/__init__.py": "",
        "lib/keras.py": "",
    }
    assert [file.imports_keras for file in whole(tmp_path, files).files] == [False] * 3
    outside = whole(tmp_path, {"b.py": "from wandb.keras import x\nimport c\n", "c.py": "import b\n"})
    assert [(file.imports_keras, file.reaches_keras) for file in outside.files] == [
        (True, True),
        (False, True),
    ]
