"""What a port imports besides: under which name, and where among the imports of the script."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.edits import Insert, Where
from gpu2ipu.port.code.added_imports import insert_at_top, module_alias
from gpu2ipu.rewrite import apply
from tests.port.proposed import script_of
from tests.projects_in_memory import converted, write


@pytest.mark.parametrize(
    ("imports", "name", "added"),
    [
        ("import numpy as np\n", "np", None),
        ("import numpy\n", "numpy", None),
        ("import os\n", "np", "import numpy as np"),
        ("import os\nnp = 1\n", "numpy", "import numpy"),
        ("import os\nnp, numpy = 1, 2\n", "ipu_np", "import numpy as ipu_np"),
        ("def f():\n    import numpy as array_library\n", "np", "import numpy as np"),
        ("from numpy import zeros\n", "np", "import numpy as np"),
    ],
)
def test_module_alias(imports: str, name: str, added: str | None) -> None:
    script = script_of("print(1)", imports)
    found, edits = module_alias(script, facts_of(script), "numpy", "np")
    assert found == name
    assert [edit.template for edit in edits if isinstance(edit, Insert)] == ([added] if added else [])


@pytest.mark.parametrize(
    ("above", "added"),
    [
        ("model = keras.Sequential()\n", ["import numpy as numeric"]),
        ("def build():\n    keras.Sequential()\n", []),
    ],
)
def test_an_import_below_the_first_model_may_come_too_late(above: str, added: list[str]) -> None:
    script = script_of("print(1)", f"from tensorflow import keras\n{above}import numpy as numeric\n")
    name, edits = module_alias(script, facts_of(script), "numpy", "np")
    assert name == "numeric"
    assert [edit.template for edit in edits if isinstance(edit, Insert)] == added


@pytest.mark.parametrize(
    ("text", "line", "where"),
    [
        ("import os\nimport sys\nprint()\n", 2, Where.AFTER),
        ('"""Doc."""\nimport os\nos.environ["A"] = "1"\nimport sys\nx = 1\n', 4, Where.AFTER),
        ("try:\n    import a\nexcept ImportError:\n    a = None\nx = 1\n", 1, Where.AFTER),
        ("import os\nx = 1\nimport sys\n", 1, Where.AFTER),
        ('__author__ = "A"\nx = 1\nimport os\ny = 2\n', 3, Where.AFTER),
        ("x = 1\ny = [x]\nimport os\n", 2, Where.BEFORE),
        ('"""Doc."""\nx = 1\n', 2, Where.BEFORE),
        ('"""Doc."""\nprint()\n', 2, Where.BEFORE),
        ("def f():\n    import os\n", 1, Where.BEFORE),
    ],
)
def test_the_place_below_the_imports(text: str, line: int, where: Where) -> None:
    insert = insert_at_top(script_of("", text), "import new")
    assert (insert.statement.line, insert.where) == (line, where)


@pytest.mark.parametrize(
    ("module", "imports", "ported"),
    [
        ("random", "import os\nimport numpy as np\n", "import os\nimport random\nimport numpy as np\n"),
        ("random", "import numpy as np\n", "import random\n\nimport numpy as np\n"),
        ("random", "'Doc.'\nimport math, os\n", "'Doc.'\nimport math, os\nimport random\n"),
        (
            "random",
            "from __future__ import annotations\n",
            "from __future__ import annotations\nimport random\n",
        ),
        ("numpy", "import os\n\nimport keras\n", "import os\n\nimport numpy\nimport keras\n"),
        ("numpy", "import h5py\nimport pandas\n", "import h5py\nimport numpy\nimport pandas\n"),
        ("numpy", "import h5py\n", "import h5py\nimport numpy\n"),
        ("numpy", "from . import models\n", "from . import models\nimport numpy\n"),
        ("numpy", "# MIT\nimport keras\n", "# MIT\nimport numpy\nimport keras\n"),
        ("numpy", "import os\n# layers\nimport keras\n", "import os\n# layers\nimport keras\nimport numpy\n"),
        ("numpy", "import os; import keras\n", "import os; import keras\nimport numpy\n"),
        (
            "tensorflow",
            "import numpy\nfrom keras import layers\n",
            "import numpy\nimport tensorflow\nfrom keras import layers\n",
        ),
        (
            "tensorflow",
            "import util\nfrom keras import layers\n",
            "import util\nimport tensorflow\nfrom keras import layers\n",
        ),
        (
            "tensorflow",
            "import os\nimport tqdm\nos.environ['A'] = '1'\nimport models\n",
            "import os\nimport tqdm\nos.environ['A'] = '1'\nimport models\nimport tensorflow\n",
        ),
        (
            "tensorflow",
            "try:\n    import keras\nexcept ImportError:\n    from tensorflow import keras\n",
            "try:\n    import keras\nexcept ImportError:\n    from tensorflow import keras\nimport tensorflow\n",
        ),
    ],
)
def test_an_import_stands_among_its_like(module: str, imports: str, ported: str) -> None:
    script = script_of("print(1)\n", imports)
    _, edits = module_alias(script, facts_of(script), module, module)
    assert apply(script.text, edits) == f"{ported}print(1)\n"


MODELS = """
from tensorflow import keras


class Trainer:
    def __init__(self, units):
        self.model = keras.Sequential([keras.layers.Dense(units)])
        self.model.compile("sgd", "mse")


import numpy as np


def predicted(trainer, x):
    return trainer.model.predict(np.asarray(x))
"""


def test_an_import_is_in_time_for_calls_of_other_files(tmp_path: Path) -> None:
    train = "import sys\nfrom models import Trainer, predicted\nprint(predicted(Trainer(1), sys.stdin))\n"
    port = converted(write(tmp_path, {"train.py": train, "models.py": MODELS}))["models.py"].text
    assert port.count("import numpy as np") == 1 and "np.concatenate" in port
