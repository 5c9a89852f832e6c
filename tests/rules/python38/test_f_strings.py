"""f-strings as Python 3.12 and newer ones read them: what 3.8 refuses is found, and the older form says the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.script import parse
from gpu2ipu.config import Config
from gpu2ipu.convert.engine import convert_text
from gpu2ipu.rules.python38.grammar import newer_grammar

pytestmark = pytest.mark.skipif(sys.version_info < (3, 12), reason="this Python cannot read them either")

# as black has not seen it, without comments on what is left
CONFIG = Config(select=("IPU604",), format=False, annotate=False)
NAMES = {"h": {"a": [1.5], "b": "x", b"c": 2}, "x": [1, 2], "y": "ab", "w": 9}
QUOTES = "the quotes of an f-string inside of its braces (Python 3.12)"

FIXED = [
    # with the other quotes
    ('f"{h["a"]}"', "f\"{h['a']}\""),
    ("f'{h['a']}'", "f'{h[\"a\"]}'"),
    ('f"it\'s {h["a"][-1]:.3f} {h["b"]!r:>{w}}"', "f\"it's {h['a'][-1]:.3f} {h['b']!r:>{w}}\""),
    ('f"{h[b"c"]}" "{h}" f\'{h["a"]}\'', 'f"{h[b\'c\']}" "{h}" f\'{h["a"]}\''),
    ('f"{", ".join(f"{z}" for z in x)}"', "f\"{', '.join(f'{z}' for z in x)}\""),
    ('f"{y:{"*"}^{w}}"', "f\"{y:{'*'}^{w}}\""),
    # with `format`
    ('f"{"it\'s"}"', '"{}".format("it\'s")'),
    ("f\"{{{'\\n'.join(y)}}}\\n\"", "\"{{{}}}\\n\".format('\\n'.join(y))"),
    ("rf\"\\d{'\\n'}{y!r}\"", "r\"\\d{}{!r}\".format('\\n', y)"),
    ("f\"{'\\t'}{(y)!s:é>{w}.{x[0]}} {x, y}\"", "\"{}{!s:é>{}.{}} {}\".format('\\t', y, w, x[0], (x, y))"),
    ('f"{\nw}"', '"{}".format(w)'),
    ('f"""é\n{h["b"]} {x\n} {"""a"""}"""', '"""é\n{} {} {}""".format(h["b"], x, """a""")'),
    ('f"{", ".join(f"{h["a"]}" for z in x)}"', '"{}".format(", ".join(f"{h[\'a\']}" for z in x))'),
    ("(f\"{'\\n'}{{\" r'{\\d}'\n  rf'\\d{w}' \"é\" F\"\"\"é{y\n:>{w}}\"\"\")",
     "(\"{}{{\" r'{{\\d}}'\n  r'\\d{}' \"é\" \"\"\"é{:>{}}\"\"\".format('\\n', w, y, w))"),
]  # fmt: skip

LEFT = [
    ('f"{h["a"]=}"', QUOTES),
    ('f"a{"\\n"}" "\\N{EM DASH}"', QUOTES),
    ("f\"{y:\\t>{w}}{'\\n'}\"", "a backslash inside of the braces of an f-string (Python 3.12)"),
    ("f\"{'\\n'} {{value_0}}\"", "a backslash inside of the braces of an f-string (Python 3.12)"),
    ('f"""{y # why\n}"""', "a comment inside of an f-string (Python 3.12)"),
    ('f"{y:>{w\n}}"', "a new line inside of the braces of an f-string (Python 3.12)"),
    ('f"{y:{w:{w}}}"', "a specification in a specification in an f-string (Python 3.12)"),
    ('f"{y!r }"', "a space behind a conversion in an f-string (Python 3.12)"),
]

TAKEN = [
    "f\"{h['a']} {h['b']} \\\" {y=}\\n\"",
    'f"""{y} {h["a"]} {\ny\n} {\'#\'}\n"""',
    "f\"{f'{y}'} {f'{y:{w}}'} # {y!r:\\t>{w}}\"",
    'f"a\\\nb {y}" f\'{h["a"]}\'',
    "f\"{y:{w:>1}}\" r'\\d'",
]


def found(code: str) -> list[str]:
    read = parse(Path("script.py"), code)
    return [newer.what for newer in newer_grammar(read, facts_of(read))]


def port(code: str) -> str:
    """The port of an expression; a script that never speaks of Keras is none."""
    text = convert_text(Path("script.py"), f"a = {code}\n# keras\n", CONFIG).text
    return text.removeprefix("a = ").removesuffix("\n# keras\n")


@pytest.mark.parametrize("code, expected", FIXED)
def test_the_older_form(code: str, expected: str) -> None:
    assert port(code) == expected
    assert eval(expected, dict(NAMES)) == eval(code, dict(NAMES))


@pytest.mark.parametrize("code, what", LEFT)
def test_what_is_left(code: str, what: str) -> None:
    assert found(code) == [what]
    assert port(code) == code


@pytest.mark.parametrize("code", TAKEN)
def test_what_is_older(code: str) -> None:
    assert found(code) == []


@pytest.mark.tf26
def test_python_3_8_says_so_too(python38: str) -> None:
    program = """
import json, sys
names, codes = json.load(sys.stdin)
names["h"][b"c"] = 2
def value(code):
    try:
        return eval(code, dict(names))
    except SyntaxError:
        return None
print(json.dumps([value(code) for code in codes]))
"""
    refused = [code for code, _ in (*FIXED, *LEFT)]
    taken = [*(expected for _, expected in FIXED), *TAKEN]
    h = {"a": [1.5], "b": "x"}
    sent = json.dumps([NAMES | {"h": h}, [*refused, *taken]])
    values = json.loads(subprocess.check_output([python38, "-c", program], input=sent, text=True, timeout=60))
    assert values == [None] * len(refused) + [eval(code, dict(NAMES)) for code in taken]
