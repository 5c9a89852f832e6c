"""Notebooks: one program over many cells, and not one byte of them changed but where the port differs."""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpu2ipu.analysis.syntax.script import CELL_SIGN
from gpu2ipu.cli import main
from gpu2ipu.config import Config
from gpu2ipu.convert.destinations import PortedScript
from gpu2ipu.convert.engine import ConvertResult, check_file, convert_file
from gpu2ipu.errors import InternalError, Trouble
from gpu2ipu.findings import Safety
from gpu2ipu.reports.diffs import diff
from gpu2ipu.source import ipython_magics
from gpu2ipu.source.notebook import Notebook
from gpu2ipu.source.reading import read_source
from tests.examples import examples

PATH = Path("book.ipynb")

IMPORTS = "import numpy as np\nfrom tensorflow import keras\nkeras.__version__"
DATA = "x = np.zeros((520, 4), 'float32')\ny = np.zeros((520, 1), 'float32')\nx.shape"
MODEL = "model = keras.Sequential()\nmodel.add(keras.layers.Dense(2, input_shape=(4,)))"
MORE = "model.add(keras.layers.Dense(1))\nmodel.summary()"
COMPILE = "model.compile('sgd', 'mse')"
FIT = "model.fit(x, y, batch_size=32)"
BOOK = ("# Title", IMPORTS, DATA, MODEL, MORE, COMPILE, FIT)


def cell(source: str, kind: str = "", as_lines: bool = True) -> dict[str, Any]:
    """A code cell, or a markdown cell for what begins like a title."""
    written = source.splitlines(keepends=True) if as_lines else source
    if kind == "raw" or (source.startswith("# ") and not kind):
        return {"cell_type": kind or "markdown", "metadata": {}, "source": written}
    output = {"output_type": "stream", "name": "stdout", "text": ["1e-05 \u00e9\n"]}
    return {
        "cell_type": "code",
        "execution_count": 3,
        "id": "a1",
        "metadata": {"source": ["not this one"]},
        "outputs": [output],
        "source": written,
    }


def book(*sources: str, as_lines: bool = True, **layout: Any) -> str:
    """The JSON of a notebook."""
    layout = {"indent": 1, "ensure_ascii": False} | layout
    cells = [cell(source, as_lines=as_lines) for source in sources]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, **layout) + "\n"


def convert(folder: Path, document: str | bytes) -> ConvertResult:
    path = folder / PATH
    path.write_bytes(document if isinstance(document, bytes) else document.encode())
    return convert_file(path, Config())


def ported(folder: Path, document: str | bytes) -> str:
    result = convert(folder, document)
    assert result.source and result.converted, result.error
    return result.source.encode(result.converted.text).decode()


def sources(document: str) -> list[str]:
    return ["".join(cell["source"]) for cell in json.loads(document)["cells"]]


def port_of(folder: Path, *cells: str) -> list[str]:
    return sources(ported(folder, book(*cells)))


def test_each_cell_has_its_own_scope(tmp_path: Path) -> None:
    assert port_of(tmp_path, *BOOK) == [
        "# Title",
        "import numpy as np\nfrom tensorflow import keras\nfrom tensorflow.python import ipu\n\n"
        "ipu_config = ipu.config.IPUConfig()\nipu_config.auto_select_ipus = 1\n"
        "ipu_config.configure_ipu_system()\nstrategy = ipu.ipu_strategy.IPUStrategy()\n\nkeras.__version__",
        DATA,
        "with strategy.scope():\n    model = keras.Sequential()\n"
        "    model.add(keras.layers.Dense(2, input_shape=(4,)))",
        "with strategy.scope():\n    model.add(keras.layers.Dense(1))\nmodel.summary()",
        "train_steps = len(x) // 32\ntrain_size = train_steps * 32\n"
        "with strategy.scope():\n    model.compile('sgd', 'mse', steps_per_execution=train_steps)",
        "model.fit(x[:train_size], y[:train_size], batch_size=32)",
    ]


UNKNOWN = "x = np.load('x.npy').astype('float32')"
FIT_X = "model.fit(x, x, batch_size=32)"
LATER = (
    "train_steps = len(x) // 32\ntrain_size = train_steps * 32\n"
    "with strategy.scope():\n    model.compile('sgd', 'mse', steps_per_execution=train_steps)"
)


@pytest.mark.parametrize(
    ("cells", "moved"),
    [
        ((UNKNOWN + "\nx.shape", "# Training", FIT_X), f"{UNKNOWN}\n{LATER}\nx.shape"),
        (("# Data", UNKNOWN, "x = x[:100]", "", FIT_X), f"x = x[:100]\n{LATER}"),
        (
            (f"%matplotlib inline\n{UNKNOWN}", "for _ in range(2):\n    " + FIT_X),
            f"%matplotlib inline\n{UNKNOWN}\n{LATER}",
        ),
    ],
)
def test_compile_goes_into_the_cell_of_the_data(tmp_path: Path, cells: Sequence[str], moved: str) -> None:
    result = convert(tmp_path, book(IMPORTS, f"{MODEL}\n# plain\n{COMPILE}", *cells))
    assert result.converted is not None and result.source is not None and result.converted.complete
    after = sources(result.source.encode(result.converted.text).decode())
    with_comment = moved.replace("    model.compile", "    # plain\n    model.compile")
    assert with_comment in after and "compile" not in after[1]
    (found,) = (finding for finding in result.converted.applied if finding.rule == "IPU301")
    assert found.fix is not None and found.fix.safety is Safety.SAFE


def test_compile_in_the_cell_of_the_training_is_for_review(tmp_path: Path) -> None:
    result = convert(tmp_path, book(IMPORTS, f"{MODEL}\n{COMPILE}", f"{UNKNOWN}\n{FIT_X}"))
    assert result.converted is not None and result.converted.complete
    (found,) = (finding for finding in result.converted.applied if finding.rule == "IPU301")
    assert found.fix is not None and found.fix.safety is Safety.REVIEW


def test_what_goes_to_the_top_goes_into_the_cell_of_the_last_import(tmp_path: Path) -> None:
    cells = port_of(
        tmp_path, "# Title", "import os", "# Text", IMPORTS.replace("\nkeras.__version__", ""), *BOOK[2:]
    )
    assert cells[:3] == ["# Title", "import os", "# Text"]
    assert cells[3].endswith("strategy = ipu.ipu_strategy.IPUStrategy()")


def test_without_an_import_the_first_python_cell_takes_it(tmp_path: Path) -> None:
    build = "def build():\n    from tensorflow import keras\n    return keras.Sequential()"
    cells = port_of(tmp_path, "# Title", "%%bash\nls", f"%%time\n{build}", "# Text", "model = build()")
    assert cells[:2] == ["# Title", "%%bash\nls"]
    assert cells[2].startswith("%%time\n")
    assert "from tensorflow.python import ipu" in cells[2]
    assert cells[3:] == ["# Text", "with strategy.scope():\n    model = build()"]


def test_a_cell_magic_keeps_a_body(tmp_path: Path) -> None:
    gone = "%%capture said\nos.environ['CUDA_VISIBLE_DEVICES'] = '0'"
    cells = port_of(
        tmp_path, "import os\nfrom tensorflow import keras", gone, "model = keras.Sequential()", "%%time"
    )
    assert cells[1] == "%%capture said\npass"
    assert cells[3] == "%%time"


def test_magics_stay_where_they_are(tmp_path: Path) -> None:
    before = [
        "%load_ext autoreload\n!pip install \\\n  -q pandas",
        "try:\n    %tensorflow_version 2.x\nexcept Exception:\n    pass\n" + IMPORTS + "\n%matplotlib inline",
        "%%bash\nmodel.fit(x)",
        "%%time\n" + DATA,
        MODEL + "\n%whos\n" + MORE,
        "%time " + COMPILE,
        "h = %time " + FIT + ";",
        "model.fit?",
    ]
    after = port_of(tmp_path, *before)
    assert [after[i] for i in (0, 2, 3, 7)] == [before[i] for i in (0, 2, 3, 7)]
    assert after[1].startswith(before[1][: before[1].index("keras.__version__")])
    assert after[1].endswith("\n%matplotlib inline")
    assert after[4].count("with strategy.scope():") == 2
    assert "\n%whos\n" in after[4]
    assert after[5].endswith("    %time model.compile('sgd', 'mse', steps_per_execution=train_steps)")
    assert after[6] == "h = %time model.fit(x[:train_size], y[:train_size], batch_size=32);"


LAYOUTS: dict[str, dict[str, Any]] = {
    "jupyter": {},
    "two": {"indent": 2},
    "four": {"indent": 4, "sort_keys": True},
    "tab": {"indent": "\t"},
    "one line": {"indent": None},
    "compact": {"indent": None, "separators": (",", ":")},
    "escaped": {"ensure_ascii": True},
    "strings": {"as_lines": False},
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_only_the_source_of_changed_cells_changes(tmp_path: Path, layout: dict[str, Any]) -> None:
    document = book(*BOOK, "name = 'é'", "model.evaluate(x, y)  # é", **layout)
    after = sources(ported(tmp_path, document))
    assert after[7] == "name = 'é'"
    assert "batch_size=26)  # é" in after[8]
    assert ported(tmp_path, document) == book(*after, **layout)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.removesuffix("\n"),
        lambda text: "\n\n " + text + "\n\n",
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("1e-05", "\\u00311E-5\\/"),
        lambda text: text.replace('"metadata": {},\n "nbformat"', '"metadata": {"x": 1.0E5},\n "nbformat"'),
        lambda text: text.replace("import numpy", "import\\u0020numpy"),
    ],
)
def test_odd_json_keeps_its_bytes(tmp_path: Path, change: Any) -> None:
    document = change(book(*BOOK))
    assert document != book(*BOOK)
    assert ported(tmp_path, document) == change(ported(tmp_path, book(*BOOK)))
    untouched = change(book("# Title", IMPORTS, DATA))
    assert ported(tmp_path, untouched) == untouched


def test_blank_lines_around_a_cell_stay(tmp_path: Path) -> None:
    after = port_of(tmp_path, "\n\nfrom tensorflow import keras\n\n", f"\n{MODEL}  \n", f"{MORE}\n", "")
    assert after[0].startswith("\n\nfrom") and after[0].endswith(".IPUStrategy()\n\n")
    assert after[1].startswith("\nwith") and after[1].endswith("(4,)))  \n")
    assert after[2].endswith(".summary()\n")
    assert after[3] == ""


def test_a_comment_at_the_end_of_a_cell_stays_there(tmp_path: Path) -> None:
    after = port_of(tmp_path, f"{IMPORTS}\n# the end", f"{MODEL}\n# of the model", "# ", MORE)
    assert after[0].endswith("keras.__version__\n# the end")
    assert after[1].endswith("# of the model")


def test_findings_say_cell_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / PATH
    path.write_text(book(*BOOK[:-1], f"#Text\n\n{FIT}"))
    assert main(["check", str(path), "--select=IPU202"]) == 1
    assert capsys.readouterr().out.startswith(f"{path}:cell 7:3:1: IPU202 ")
    assert main(["check", str(path), "--select=IPU202", "--format=json"]) == 1
    finding = json.loads(capsys.readouterr().out)["files"][0]["findings"][0]
    assert (finding["cell"], finding["line"], finding["end_line"], finding["column"]) == (7, 3, 3, 1)
    assert main(["convert", str(path), "--diff", "--select=IPU202"]) == 0
    out, err = capsys.readouterr()
    head = f"--- {path}:cell 7\n+++ {tmp_path}/book_ipu.ipynb:cell 7\n@@ -1,3 +1,"
    assert head in out
    assert "  cell 7, line 3: IPU202 " in err


def test_the_diff_of_a_cell_misses_no_newline_at_its_end(tmp_path: Path) -> None:
    result = convert(tmp_path, book(*BOOK))
    changes = diff(PortedScript(result, PATH))
    assert "No newline" not in changes
    assert "-keras.__version__" not in changes
    assert changes.endswith("+model.fit(x[:train_size], y[:train_size], batch_size=32)\n")


def test_comments_silence_and_are_left_in_their_cell(tmp_path: Path) -> None:
    step = "class M(keras.Model):\n    def train_step(self, data):\n        return {}"
    silent = "# gpu2ipu: ignore[IPU202]"
    path = tmp_path / PATH
    path.write_text(book(*BOOK[:-1], f"{FIT}  {silent}"))
    assert "IPU202" not in {finding.rule for finding in check_file(path, Config()).findings}
    path.write_text(book(*BOOK[:-1], f"x.shape  {silent}", FIT))
    assert "IPU202" in {finding.rule for finding in check_file(path, Config()).findings}
    path.write_text(book(*BOOK, "# gpu2ipu: ignore-file".replace("# ", "#  ", 1).replace("#  ", "1 # ")))
    assert check_file(path, Config()).findings == ()
    fit = "def train(d):\n    model.fit(i for i in d)\ntrain(x)"
    after = port_of(tmp_path, IMPORTS, step, DATA, MODEL, COMPILE, fit)
    commented = [source for source in after if "# gpu2ipu: IPU205 " in source]
    assert commented == [after[5]]
    assert after[5].splitlines()[1].startswith("    # gpu2ipu: IPU205 ")


@pytest.mark.parametrize(
    ("bad", "line"),
    [
        ("x = 1\nprint 'hello'", 2),
        ("x = (", 1),
        ('x = """\n', 1),
        ("if x:", 1),
        ("x = 1 + \\", 1),
        ("x = 0\n  x = 1", 2),
        ("x = 1\n@decorator", 2),
        ("\0", 1),
    ],
)
def test_a_cell_that_is_no_python_is_named_and_all_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], bad: str, line: int
) -> None:
    path, other = tmp_path / PATH, tmp_path / "other.py"
    path.write_text(book("# Title", IMPORTS, bad, '"""', "y)", MODEL))
    other.write_text(f"{IMPORTS}\n{MODEL}\n")
    before = path.read_bytes()
    assert main(["convert", "--in-place", "--jobs=1", str(path), str(other)]) == 2
    assert f"{path}:cell 3:{line}: cannot be parsed: " in capsys.readouterr().err
    assert path.read_bytes() == before
    assert "ipu" in other.read_text()


def test_code_that_goes_on_in_the_next_cell_is_no_python(tmp_path: Path) -> None:
    result = convert(tmp_path, book(IMPORTS, "x = (", '"text")', "y = 1"))
    assert result.error and ":cell 2:1: cannot be parsed: " in result.error


def test_python_that_libcst_cannot_read_is_trouble_with_its_cell(tmp_path: Path) -> None:
    odd = "if x:\n\ty = 1\n        # a\n\tz = 2\nelif y:\n  \tz = 1\n        # b\n  \tw = 1\n # c\nv = 1\n"
    try:
        ast.parse(odd)
    except SyntaxError:
        pytest.skip("this Python cannot read it either")
    result = convert(tmp_path, book(IMPORTS, MODEL, odd))
    assert result.converted or (result.error and f"{PATH}:cell 3:" in result.error)


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ("", "is not a notebook: it is not JSON ("),
        ("{", "is not a notebook: it is not JSON ("),
        ("[1]", "is not a notebook: its JSON has no list of cells"),
        ('{"cells": 1}', "is not a notebook: its JSON has no list of cells"),
        ('{"worksheets": []}', "is a notebook of format 3 or older; open it in Jupyter and save it, or run "),
        ('{"cells": [1]}', "is not a notebook: cell 1 has no source"),
        ('{"cells": [{"cell_type": "code"}]}', "is not a notebook: cell 1 has no source"),
        ('{"cells": [{"source": ["x", 1]}]}', "is not a notebook: cell 1 has no source"),
        (b"\xff", "is not a notebook: it is not UTF-8 text"),
    ],
)
def test_what_is_no_notebook(tmp_path: Path, document: str | bytes, sentence: str) -> None:
    error = convert(tmp_path, document).error
    assert error and error.startswith(f"{tmp_path / PATH}: {sentence}")


@pytest.mark.parametrize("text", ["x = '\\ud83d'", f'x = "{CELL_SIGN} cell 1 ---"'])
def test_cells_that_cannot_be_handled_are_named(tmp_path: Path, text: str) -> None:
    document = book("# Title", text).replace("\\\\ud83d", "\\ud83d")
    assert f"{PATH}:cell 2: " in (convert(tmp_path, document).error or "")


@pytest.mark.parametrize(
    "document",
    [
        book(),
        book("# Title"),
        book("%%bash\nls", "!ls"),
        book(MODEL).replace(
            '"metadata": {},\n "nbformat"', '"metadata": {"kernelspec": {"language": "R"}},\n "nbformat"'
        ),
        book("x <- 1").replace(
            '"metadata": {},\n "nbformat"', '"metadata": {"language_info": {"name": "R"}},\n "nbformat"'
        ),
    ],
)
def test_a_notebook_without_python_is_left_alone(tmp_path: Path, document: str) -> None:
    result = convert(tmp_path, document)
    assert result.idle == "nothing to port: it has no Python code"
    assert ported(tmp_path, document) == document


def test_the_port_is_beside_the_notebook_and_never_a_script(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / PATH
    path.write_text(book(*BOOK))
    assert main(["convert", str(path)]) == 0
    assert sources((tmp_path / "book_ipu.ipynb").read_text()) == port_of(tmp_path, *BOOK)
    assert main(["convert", str(path), "-o", str(tmp_path / "port.py")]) == 2
    assert f"port.py: the port of {path} must end in .ipynb too" in capsys.readouterr().err
    assert main(["convert", str(path), "-o", str(tmp_path / "port.ipynb")]) == 0
    assert (tmp_path / "port.ipynb").read_text() == (tmp_path / "book_ipu.ipynb").read_text()
    assert main(["convert", str(path), "--in-place"]) == 0
    assert path.read_text() == (tmp_path / "port.ipynb").read_text()
    assert main(["convert", str(tmp_path), "-o", str(tmp_path.parent / f"{tmp_path.name}-out")]) == 0
    assert main(["check", str(tmp_path)]) == 0


def test_a_notebook_runs_as_a_script() -> None:
    document = book(
        "%matplotlib inline\nshown = []",
        "# Text",
        "display(1)",
        "try:\n  !ls\nexcept E:\n  pass",
        "%time x = 1",
    )
    source = Notebook.decode(PATH, document.encode())
    namespace: dict[str, Any] = {}
    exec(compile(source.program(source.text), "program", "exec"), namespace)
    assert namespace["x"] == 1
    future = Notebook.decode(
        PATH, book("# Title", "# Text", "from __future__ import division\nx = 1").encode()
    )
    compile(future.program(future.text), "program", "exec")


def test_what_cells_import_from_the_future_is_in_force_from_the_top() -> None:
    cells = (
        "import os",
        "from __future__ import annotations, division\ndisplay(1)",
        "from __future__ import (print_function)\ndef f(x: absent): pass",
    )
    source = Notebook.decode(PATH, book(*cells).encode())
    program = source.program(source.text)
    namespace: dict[str, Any] = {}
    exec(compile(program, "program", "exec"), namespace)
    assert {"annotations", "division", "print_function"} <= namespace.keys()
    assert program.count(b"\n") == source.text.count("\n")


def test_an_edit_that_harms_a_mark_or_a_mask_is_an_error_of_this_tool() -> None:
    source = Notebook.decode(PATH, book("_a = 1", "!ls", "y = 2").encode())
    for line in source.text.splitlines(keepends=True)[:-1]:
        if CELL_SIGN in line:
            with pytest.raises(InternalError):
                source.encode(source.text.replace(line, ""))
    with pytest.raises(InternalError):
        source.encode(source.text + '"--- more ---"\n'.replace("--- more", f"{CELL_SIGN} cell 9"))


# laws

LINES = st.sampled_from(
    ["_a = 1", "# text", "%magic", "!ls \\\n  -l", "é = 'ß\u2028'", "f?", "for _i in '':\n    print(_i)", "%time _a",
     "", "a;", '"""\n%no\n"""', "try:\n  !ls\nexcept E:\n  pass", "files = !ls"]
)  # fmt: skip
CELLS = st.one_of(st.lists(LINES).map("\n".join), st.just("%%bash\nls ("), st.sampled_from(BOOK))
BOOKS = st.lists(CELLS, max_size=6)


@given(BOOKS, st.sampled_from(list(LAYOUTS.values())))
def test_what_is_read_comes_back(cells: Sequence[str], layout: dict[str, Any]) -> None:
    data = book(*cells, **layout).encode()
    source = Notebook.decode(PATH, data)
    assert source.encode(source.text) == data
    assert source.sources(source.text + "") == list(cells)
    # put together again from its parts, as after an edit elsewhere
    if source.pieces and source.pieces[-1].is_code:
        assert source.sources(source.text + "added = 1\n")[:-1] == list(cells)[:-1]


@examples(40)
@given(st.lists(st.tuples(st.integers(2, 6), st.lists(LINES, min_size=1, max_size=3).map("\n".join))))
def test_a_port_touches_the_cells_of_its_edits_only(noise: list[tuple[int, str]]) -> None:
    cells = [(BOOK[i], True) for i in range(len(BOOK))]
    for place, text in noise:
        cells.insert(place, (text, False))
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        after = port_of(Path(name), *(source for source, _ in cells))
        again = port_of(Path(name), *after)
    assert again == after
    expected = [source for source, is_book in cells if not is_book]
    assert [new for new, (_, is_book) in zip(after, cells, strict=True) if not is_book] == expected
    for source in after:
        if not source.startswith("# "):
            ast.parse(ipython_magics.mask(source).text)
    assert after[-1] == "model.fit(x[:train_size], y[:train_size], batch_size=32)"


def test_a_source_is_a_notebook_by_its_name(tmp_path: Path) -> None:
    (tmp_path / PATH).write_text(book("x = 1"))
    assert isinstance(read_source(tmp_path / PATH), Notebook)
    with pytest.raises(Trouble):
        read_source(tmp_path / "missing.ipynb")


def test_a_message_counts_lines_in_cells(tmp_path: Path) -> None:
    path = tmp_path / PATH
    data = "import tensorflow as tf\nds = tf.data.Dataset.from_tensor_slices((x, y)).batch(32)"
    path.write_text(book(*BOOK[:-1], data, "model.fit(ds)", "print(1)\nprint(next(iter(ds)))"))
    (message,) = (f.message for f in check_file(path, Config()).findings if f.rule == "IPU201")
    assert message.endswith("these samples will be missing (line 2 of cell 9)")


def test_what_is_decided_about_is_readable_line_for_line() -> None:
    document = book("%time f(1)\nx = !ls", "!pip install \\\n  a\ny = 2")
    found = Notebook.decode(Path("a.ipynb"), document.encode())
    text = found.reviewed(found.text)
    assert found.encode(text) == document.encode()
    shown = "# cell 1\n%time f(1)\nx = !ls\n# cell 2\n!pip install \\\n  a\ny = 2\n"
    assert found.readable(text) == shown
    assert found.line_names(text) == ["1", "1:1", "1:2", "2", "2:1", "2:2", "2:3"]
    assert found.line_names("import a\n" + text)[:2] == ["1", "1"]


def test_a_cell_may_be_indented_as_a_whole(tmp_path: Path) -> None:
    indented = ["\n  x = x + 1\n  if len(x):\n      print(x)", " " + MODEL.replace("\n", "\n "), "\t" + FIT]
    cells = port_of(tmp_path, IMPORTS, DATA, *indented, COMPILE, FIT)
    assert cells[2] == indented[0]
    assert cells[3].startswith("with strategy.scope():\n    model = keras.Sequential()\n")
    assert "\nmodel.fit(x[:train_size]" in cells[4]
