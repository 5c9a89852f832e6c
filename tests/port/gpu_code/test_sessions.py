"""Sessions that are only set up go as a whole, with what nothing else reads."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_texts
from gpu2ipu.port.gpu_code.outcomes import SessionSetup
from gpu2ipu.port.gpu_code.sessions import removed_with_sessions, session_setups
from gpu2ipu.port.port import Port
from gpu2ipu.rules import all_rules
from tests.port.proposed import script_of
from tests.projects_in_memory import of, write

IMPORTS = (
    "import tensorflow as tf\nfrom tensorflow.keras import backend as K\n"
    "from tensorflow.compat.v1 import Session\n"
)
HEAD = IMPORTS + "model = tf.keras.Sequential()\n"
MAKER = """\
def get_session(fraction=0.3):
    options = tf.GPUOptions(per_process_gpu_memory_fraction=fraction)
    if os.environ.get("THREADS"):
        return tf.Session(config=tf.ConfigProto(gpu_options=options, intra_op_parallelism_threads=2))
    return tf.Session(config=tf.ConfigProto(gpu_options=options))
"""


@pytest.mark.parametrize(
    ("code", "findings", "stays"),
    [
        ("s = tf.Session()\nK.set_session(s)\ns.close()", 1, ""),
        ("c = tf.ConfigProto(allow_soft_placement=True)\ns = Session(config=c)", 1, ""),
        ("c = tf.ConfigProto()\nc.gpu_options.visible_device_list = str(0)\nd = c", 0, "c.gpu_options"),
        ("for i in range(2):\n    K.set_session(tf.Session())\n    print(i)", 1, "print(i)"),
        ("a = tf.Session()\nb = tf.Session()\na.run(x)\nb.close()", 1, "a.run(x)"),
        ("c = tf.ConfigProto()\nwith tf.Session(config=c) as s:\n    s.run(x)", 0, "with tf.Session"),
        (
            "c = tf.ConfigProto()\nc.gpu_options.allow_growth = ask()\nK.set_session(tf.Session(config=c))",
            0,
            "ask()",
        ),
        (MAKER + "K.set_session(get_session(0.5))", 1, ""),
        (MAKER + "sess = get_session()\nK.set_session(sess)", 1, ""),
        (MAKER + "K.set_session(get_session())\nprint(get_session)", 0, "def get_session"),
        (MAKER.replace("return", "m.fit(1)\n    return") + "K.set_session(get_session())", 0, "m.fit"),
        ("s = tf.Session()\ndef f():\n    global s\n    s = None\nK.set_session(s)", 0, "K.set_session(s)"),
        ("tf.compat.v1.disable_v2_behavior()\nK.set_session(tf.Session())", 0, "K.set_session"),
    ],
)
def test_what_goes(code: str, findings: int, stays: str) -> None:
    port = Port(script_of(HEAD + code))
    assert len(list(session_setups(port))) == findings
    removed = removed_with_sessions(port)
    left = [
        ast.unparse(each) for each in port.script.nodes if isinstance(each, ast.stmt) and each not in removed
    ]
    assert not stays or any(stays in each for each in left)


def test_the_import_goes_with_it() -> None:
    port = Port(script_of(HEAD + "K.set_session(Session())"))
    left = [ast.unparse(each) for each in port.script.tree.body if each not in removed_with_sessions(port)]
    assert (
        "from tensorflow.compat.v1 import Session" not in left and len(left) < len(port.script.tree.body) - 1
    )


def test_nothing_goes_where_there_is_no_keras() -> None:
    port = Port(script_of(IMPORTS + "K.set_session(tf.Session())"))
    assert not removed_with_sessions(port) and not list(session_setups(port))


def test_nothing_goes_where_the_rule_is_off() -> None:
    port = Port(script_of(HEAD + "K.set_session(tf.Session())"), switched_off=frozenset({SessionSetup}))
    assert not removed_with_sessions(port) and not list(session_setups(port))


@pytest.mark.parametrize(
    ("use", "goes"),
    [
        ("settings.grow()", True),
        ("settings.set_session(None)", False),
        ("from settings import set_session", False),
    ],
)
def test_the_import_goes_where_no_other_file_reads_it(use: str, goes: bool, tmp_path: Path) -> None:
    line = "from tensorflow.keras.backend import set_session\n"
    settings = f"import tensorflow as tf\n{line}def grow():\n    set_session(tf.Session())\n"
    files = {"train.py": f"import settings\n{use}\n{HEAD}", "settings.py": settings}
    (project,) = of(write(tmp_path, files))
    texts = {path: path.read_text() for path in project.files}
    removes = [rule for rule in all_rules() if rule.id == "IPU502"]
    converted = convert_texts(project, texts, Config(format=False), removes)
    assert (line not in converted[tmp_path / "settings.py"].text) == goes
