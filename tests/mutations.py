"""Mutations: what editors, formatters, other people and accidents make of a script, at random.

`mutated` applies some of them to the bytes of a file: those of the table `OF_TEXT`, of which most keep what a script
means, some what it can be parsed as, and some neither, and those of `OF_BYTES`, which know nothing of text. Whatever
comes out is a file that somebody may have. `tools/reliability.py fuzz` draws them by seed, `tests/test_mutations.py`
through hypothesis.
"""

from __future__ import annotations

import codecs
import functools
import io
import random
import re
import tokenize
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

Content = TypeVar("Content", str, bytes)
Mutation = Callable[[random.Random, Content], Content]

ROOT = Path(__file__).parent.parent
_SPACES = re.compile(r"[ \t]*")
_COMMENTS = (
    "# gpu2ipu: ignore",
    "# gpu2ipu: ignore[IPU201, partial-batch]",
    "# gpu2ipu: IPU304 left from another run",
    "# %%",
    "# In[7]:",
    "# fmt: off",
    "# noqa",
    "# type: ignore",
    "#",
    "# é ü 漢字 \u2028 \x0c",
)
_UNICODE_NAMES = ("модель", "ﬁt", "é", "x\u0301", "名前", "𝐱", "_ª", "ℌ")
_ATOMS = (
    "None",
    "...",
    "b''",
    "f'{x!r:>{y}}'",
    "lambda *a, **k: a",
    "(yield)",
    "*x",
    "**x",
    "[]",
    "-1",
    "1e400",
    "x := 1",
)
_HEADS = (
    "if True:",
    "for _ in range(3):",
    "while True:",
    "with open(__file__) as file:",
    "with tf.device('/GPU:0'), strategy.scope():",
    "def main(args=None, /, *, epochs: int = 5, **rest):",
    "async def main():",
    "class Experiment(Base):",
    "if __name__ == '__main__':",
)


# What coding cookies may name: encodings of text, of other things, some that lose something, and none.
_CODECS = (
    *(
        "utf-8",
        "utf8",
        "UTF_8",
        "utf-8-sig",
        "utf-16",
        "utf-7",
        "latin-1",
        "ascii",
        "cp1252",
        "shift_jis",
        "big5",
    ),
    *(
        "iso2022_jp",
        "unicode_escape",
        "raw_unicode_escape",
        "punycode",
        "idna",
        "hex",
        "rot13",
        "zlib",
        "mbcs",
    ),
    *("undefined", "nonsense"),
)
_COOKIES = (
    "# -*- coding: {} -*-\n",
    "#coding={}\n",
    "# vim: set fileencoding={} :\r\n",
    "\x0c# coding: {}\n",
)
# Bytes that are no UTF-8: never used, without a beginning, a surrogate, beyond Unicode, NUL in two bytes, cut off.
_NOT_UTF8 = (b"\xff", b"\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\x80", b"\xe2\x82", b"\xe9")


@functools.cache
def scripts() -> list[Path]:
    """Return the scripts of this repository that are mutated: fixtures, cases, variants, and the cases of rules."""
    folders = ("fixtures", "tests/cases", "tests/variants", "tests/rules/cases")
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def mutated(data: bytes, mutations: Sequence[tuple[str, int]]) -> bytes:
    """Return a file after some mutations, each with the seed of what it draws."""
    for name, seed in mutations:
        if name in OF_BYTES:
            data = OF_BYTES[name](random.Random(seed), data)
        else:  # bytes that are no text stay as they are
            text = data.decode("utf-8", "surrogateescape")
            data = OF_TEXT[name](random.Random(seed), text).encode("utf-8", "surrogateescape")
    return data


def drawn(chance: random.Random, most: int = 5) -> list[tuple[str, int]]:
    """Draw what `mutated` takes; few mutations of bytes, which Python can rarely parse after them."""
    return [
        (chance.choice(list(OF_BYTES if chance.random() < 0.05 else OF_TEXT)), chance.getrandbits(32))
        for _ in range(chance.randint(1, most))
    ]


def _lines(text: str) -> list[str]:
    """The lines of a text with their ends; other separators than those of Python do not count."""
    return re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", text)


def _tokens(text: str) -> list[tokenize.TokenInfo]:
    """The tokens of a text, as far as it has some."""
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            found.append(token)
    except (tokenize.TokenError, SyntaxError, UnicodeError):
        pass
    return found


def _offset(lines: Sequence[str], place: tuple[int, int]) -> int:
    line, column = place
    return sum(map(len, lines[: line - 1])) + column


def _with(text: str, start: tuple[int, int], end: tuple[int, int], new: str) -> str:
    """A text with another part in place of what is between two places of tokens."""
    lines = list(io.StringIO(text))
    return text[: _offset(lines, start)] + new + text[_offset(lines, end) :]


def _some(chance: random.Random, lines: list[str]) -> int:
    return chance.randrange(len(lines)) if lines else 0


def _indent(line: str) -> str:
    return _SPACES.match(line).group()  # type: ignore[union-attr]  # it matches nothing, too


def _trailing_whitespace(chance: random.Random, text: str) -> str:
    ends = (" ", "\t", "   ", "\x0c", " \\", "\\")
    return re.sub(r"(?m)$", lambda _: chance.choice(ends[:4]) if chance.random() < 0.2 else "", text)


def _blank_lines(chance: random.Random, text: str) -> str:
    lines = _lines(text)
    for _ in range(chance.randint(1, 6)):
        lines.insert(_some(chance, lines), chance.choice(("\n", "    \n", "\t\n", "\x0c\n", "\n\n\n\n")))
    return "".join(lines)


def _form_feeds(chance: random.Random, text: str) -> str:
    lines = _lines(text)
    for _ in range(chance.randint(1, 4)):
        number = _some(chance, lines)
        if lines:
            lines[number] = "\x0c" + lines[number]
    return "".join(lines)


def _line_ends(chance: random.Random, text: str) -> str:
    ends = chance.choice((("\r\n",), ("\r",), ("\r\n", "\n"), ("\r", "\n", "\r\n")))
    return re.sub(r"\r\n|\r|\n", lambda _: chance.choice(ends), text)


def _last_line(chance: random.Random, text: str) -> str:
    return text.rstrip() + chance.choice(("", "\n\n\n", "  ", "\\\n", "\n\x1a", "\n    ", "\n#"))


def _tabs(chance: random.Random, text: str) -> str:
    """Tabs for four spaces, in the whole text or in part of it."""
    part = chance.random() < 0.3
    return re.sub(
        r"(?m)^(?: {4})+",
        lambda found: found[0] if part and chance.random() < 0.5 else "\t" * (len(found[0]) // 4),
        text,
    )


def _narrow(chance: random.Random, text: str) -> str:
    """Another width of indentation."""
    width = chance.choice((1, 2, 3, 8))
    return re.sub(r"(?m)^(?: {4})+", lambda found: " " * (len(found[0]) // 4 * width), text)


def _continuation(chance: random.Random, text: str) -> str:
    """Backslashes between tokens."""
    for _ in range(chance.randint(1, 5)):
        between = [
            token for token in _tokens(text) if token.type in (tokenize.OP, tokenize.NAME) and token.start[1]
        ]
        if between:
            token = chance.choice(between)
            text = _with(text, token.start, token.start, chance.choice((" \\\n", "\\\n    ", " \\\n\t")))
    return text


def _broken_lines(chance: random.Random, text: str) -> str:
    """New lines, and comments, after opening brackets and commas."""
    for _ in range(chance.randint(1, 5)):
        places = [token for token in _tokens(text) if token.string in ("(", "[", "{", ",")]
        if places:
            end = chance.choice(places).end
            new = chance.choice(("\n", "\n\n    ", "\n\t", "  # why\n", "\n# why\n", "\n\x0c"))
            text = _with(text, end, end, new)
    return text


def _joined_lines(_: random.Random, text: str) -> str:
    """Brackets on one line."""
    return re.sub(r",[ \t]*\n[ \t]*", ", ", re.sub(r"([(\[{])[ \t]*\n[ \t]*", r"\1", text))


def _semicolons(chance: random.Random, text: str) -> str:
    """Statements of one indentation on one line."""
    lines = _lines(text)
    for number in range(len(lines) - 1, 0, -1):
        above, line = lines[number - 1].rstrip(), lines[number]
        is_simple = above and line.strip() and _indent(above) == _indent(line) and above[-1] not in ":,([{\\"
        if is_simple and "#" not in above and chance.random() < 0.3:
            lines[number - 1 : number + 1] = [above + chance.choice(("; ", ";", " ; ")) + line.lstrip()]
    if lines and chance.random() < 0.5:
        number = _some(chance, lines)
        lines[number] = lines[number].rstrip() + ";\n"
    return "".join(lines)


def _one_line_bodies(chance: random.Random, text: str) -> str:
    """`if x: y` for blocks."""
    return re.sub(r":[ \t]*\n[ \t]+(?=\S)", lambda found: ": " if chance.random() < 0.3 else found[0], text)


def _renamed(chance: random.Random, text: str) -> str:
    """A name that is another one everywhere."""
    names = sorted({token.string for token in _tokens(text) if token.type == tokenize.NAME})
    return re.sub(rf"\b{chance.choice(names)}\b", chance.choice(_UNICODE_NAMES), text) if names else text


def _wide_letters(chance: random.Random, text: str) -> str:
    """Letters of names that are the same to Python: https://docs.python.org/3/reference/lexical_analysis.html"""
    names = [token for token in _tokens(text) if token.type == tokenize.NAME and token.string.isascii()]
    for token in chance.sample(names, min(len(names), 3)):
        wide = "".join(chr(ord(letter) + 0xFEE0) if letter.isalpha() else letter for letter in token.string)
        if unicodedata.normalize("NFKC", wide) == token.string:
            text = re.sub(rf"\b{token.string}\b", wide, text, count=1)
    return text


def _parentheses(chance: random.Random, text: str) -> str:
    """An expression in many brackets; a hundred are more than Python takes."""
    atoms = [token for token in _tokens(text) if token.type in (tokenize.NUMBER, tokenize.STRING)]
    if not atoms:
        return text
    token, depth = chance.choice(atoms), chance.choice((1, 3, 20, 80, 99, 150))
    opening, closing = chance.choice(("()", "[]"))
    return _with(text, token.start, token.end, opening * depth + token.string + closing * depth)


def _nested(chance: random.Random, text: str) -> str:
    """Lines in blocks; more than a hundred are more than Python takes."""
    lines = _lines(text)
    start = _some(chance, lines)
    end, depth = min(len(lines), start + chance.randint(1, 30)), chance.choice((1, 1, 2, 5, 30, 110))
    before = _indent(lines[start]) if lines else ""
    step = chance.choice(("    ", " ", "\t"))
    heads = [f"{before}{step * level}{chance.choice(_HEADS)}\n" for level in range(depth)]
    inner = [f"{before}{step * depth}{line.removeprefix(before)}" for line in lines[start:end]]
    return "".join([*lines[:start], *heads, *inner, *lines[end:]])


def _in_one_block(chance: random.Random, text: str) -> str:
    return chance.choice(_HEADS) + "\n" + "".join(f"    {line}" for line in _lines(text))


def _long_line(chance: random.Random, text: str) -> str:
    size = chance.choice((200, 5_000, 100_000))
    new = chance.choice(
        (
            f"table = [{'1, ' * size}]\n",
            f"name = '{'é' * size}'\n",
            f"total = {' + '.join(['x'] * (size // 200))}\n",
            f"value = x{'.y' * (size // 200)}\n",
            f"value = f{'(1)' * (size // 1000)}\n",
            f"# {'long ' * size}\n",
        )
    )
    lines = _lines(text)
    number = _some(chance, lines)
    lines.insert(number, (_indent(lines[number]) if lines else "") + new)
    return "".join(lines)


def _comment(chance: random.Random, text: str) -> str:
    lines = _lines(text)
    for _ in range(chance.randint(1, 4)):
        number, comment = _some(chance, lines), chance.choice(_COMMENTS)
        if lines and chance.random() < 0.5:
            lines[number] = f"{lines[number].rstrip()}  {comment}\n"
        else:
            lines.insert(number, f"{_indent(lines[number]) if lines else ''}{comment}\n")
    return "".join(lines)


def _moved(chance: random.Random, text: str) -> str:
    """A line that is missing, twice there, or elsewhere."""
    lines = _lines(text)
    if lines:
        line = lines[_some(chance, lines)]
        if chance.random() < 0.6:
            lines.remove(line)
        if chance.random() < 0.6:
            lines.insert(_some(chance, lines), line)
    return "".join(lines)


def _cut(chance: random.Random, text: str) -> str:
    """The beginning of a file that was not saved as a whole."""
    return text[: chance.randrange(len(text) + 1)]


def _other_token(chance: random.Random, text: str) -> str:
    """Names, numbers and operators that are others."""
    for _ in range(chance.randint(1, 4)):
        tokens = [token for token in _tokens(text) if token.string.strip()]
        if tokens:
            old, new = chance.choice(tokens), chance.choice(tokens).string
            text = _with(text, old.start, old.end, chance.choice((new, new, *_ATOMS)))
    return text


def _other_argument(chance: random.Random, text: str) -> str:
    """Something else before an argument, or in place of none."""
    places = [token for token in _tokens(text) if token.string in ("(", ",")]
    if not places:
        return text
    end = chance.choice(places).end
    return _with(
        text, end, end, f"{chance.choice((*_ATOMS, '*a', '**k', 'verbose=0', 'batch_size=batch'))}, "
    )


def _characters(chance: random.Random, text: str) -> str:
    """Characters that are lost, or come from elsewhere."""
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(text) + 1)
        new = chance.choice(
            ("", "\0", "\ufeff", "\u2028", "\x1a", "'", '"""', "\\", "\t", "é", "(", "}", "%")
        )
        text = text[:place] + new + text[place + chance.randint(0, 2) :]
    return text


def _head(chance: random.Random, text: str) -> str:
    """What is above a script."""
    return (
        chance.choice(
            (
                "\ufeff",
                "#!/usr/bin/env python3\n# -*- coding: latin-1 -*-\n",
                "# vim: set fileencoding=ascii :\n",
                '"""Title."""; from __future__ import annotations\n',
                "from __future__ import annotations\n\n\n",
                "%matplotlib inline\n!pip install x\n",
                "\n\n\x0c\n",
                "'''A docstring\nof lines'''\n",
            )
        )
        + text
    )


def _bits(chance: random.Random, data: bytes) -> bytes:
    """Bits that have turned."""
    turned = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        if turned:
            turned[chance.randrange(len(turned))] ^= 1 << chance.randrange(8)
    return bytes(turned)


def _part(chance: random.Random, data: bytes) -> bytes:
    """A part that is lost, twice there, or zeros, as after a crash of the system."""
    start, size = chance.randrange(len(data) + 1), chance.choice((1, 2, 3, 16, 512, 4096))
    part = data[start : start + size]
    return data[:start] + chance.choice((b"", part * 2, bytes(len(part)))) + data[start + size :]


def _cut_bytes(chance: random.Random, data: bytes) -> bytes:
    """The beginning or the end of a file, also of a character."""
    place = chance.randrange(len(data) + 1)
    return data[:place] if chance.random() < 0.7 else data[place:]


def _spliced(chance: random.Random, data: bytes) -> bytes:
    """The beginning of one script, and the end of another one."""
    other = chance.choice(scripts()).read_bytes()
    return data[: chance.randrange(len(data) + 1)] + other[chance.randrange(len(other) + 1) :]


def _foreign_bytes(chance: random.Random, data: bytes) -> bytes:
    """Bytes that belong to no text, or to the text of another system."""
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(data) + 1)
        new = chance.choice(
            (*_NOT_UTF8, b"\0", b"\x1a", b"\x7f", b"\x85", codecs.BOM_UTF8, chance.randbytes(4))
        )
        data = data[:place] + new + data[place:]
    return data


def _mark(chance: random.Random, data: bytes) -> bytes:
    """A byte order mark, or two, right or wrong."""
    marks = (
        codecs.BOM_UTF8,
        codecs.BOM_UTF16_LE,
        codecs.BOM_UTF16_BE,
        codecs.BOM_UTF32_LE,
        2 * codecs.BOM_UTF8,
    )
    return chance.choice(marks) + data


def _cookie(chance: random.Random, data: bytes) -> bytes:
    """A coding cookie in the first lines (PEP 263) that need not be true."""
    cookie = chance.choice(_COOKIES).format(chance.choice(_CODECS)).encode()
    return chance.choice((b"", b"", b"#!/usr/bin/env python3\n", b"\n", b"x = 1\n", b"\n\n")) + cookie + data


def _encoded(chance: random.Random, data: bytes) -> bytes:
    """Another encoding, with a cookie that says so, or without."""
    encoding = chance.choice(
        ("ascii", "big5", "cp1252", "latin-1", "shift_jis", "utf-16", "utf-16-le", "utf-7")
    )
    comment = chance.choice(("", "# é ü\n", "# 漢字 ソ\n"))  # the last byte of ソ is a backslash in shift_jis
    cookie = f"# coding: {encoding}\n" if chance.random() < 0.7 else ""
    return (cookie + comment + data.decode(errors="replace")).encode(encoding, errors="replace")


def _table(functions: Sequence[Mutation[Content]]) -> dict[str, Mutation[Content]]:
    return {function.__name__.strip("_").replace("_", " "): function for function in functions}


OF_TEXT = _table(
    [
        _trailing_whitespace,
        _blank_lines,
        _form_feeds,
        _line_ends,
        _last_line,
        _tabs,
        _narrow,
        _continuation,
        _broken_lines,
        _joined_lines,
        _semicolons,
        _one_line_bodies,
        _renamed,
        _wide_letters,
        _parentheses,
        _nested,
        _in_one_block,
        _long_line,
        _comment,
        _moved,
        _cut,
        _other_token,
        _other_argument,
        _characters,
        _head,
    ]
)
OF_BYTES = _table(
    [_bits, _part, _cut_bytes, _spliced, _foreign_bytes, _mark, _cookie, _encoded],
)
