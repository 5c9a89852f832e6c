"""f-strings that Python 3.8 refuses, and their older forms.

Before Python 3.12 an f-string is one string for the tokenizer: it ends at the first quote like its own, and there is no
backslash and no comment between its braces. A Python of that age cannot read them either, so that there is nothing to
look for.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from typing import NamedTuple

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.syntax.script import Script, says_the_same
from gpu2ipu.edits import Edit, Replace, Span
from gpu2ipu.rules.python38.parentheses import Newer, is_in_f_string

_SINCE = (3, 12)
# patterns, which `re` compiles when they are used: most scripts have nothing for them
_PLAIN = r"([bBuUrR]*)(['\"])([^'\"\\\n]*)\2"
_START = r"([fFrR]+)('''|\"\"\"|'|\")"
_SPECIFICATION = r"[^\\{}'\"\x00-\x1f\x7f]*"
_INNER = r"(?s)\{.*[fF][rR]?['\"]"
_SPACE = r"[\s)]*![rsa]\s"
_PART = "value_"
_OTHER = {'"': "'", "'": '"'}
_QUOTE, _BACKSLASH, _COMMENT, _LINES, _NESTED, _SPACED = (
    "the quotes of an f-string inside of its braces",
    "a backslash inside of the braces of an f-string",
    "a comment inside of an f-string",
    "a new line inside of the braces of an f-string",
    "a specification in a specification in an f-string",
    "a space behind a conversion in an f-string",
)


def f_string(script: Script, facts: Facts, node: ast.JoinedStr) -> Iterator[Newer]:
    """One finding for what is wrong first in an f-string that is in no other one."""
    if sys.version_info < _SINCE or is_in_f_string(script, node):
        return
    text = script.source(node)
    what = _NESTED if _is_too_deep(node) else _SPACED if _has_space(script, node) else _refused(text)
    if not what:
        return
    span, title, edits = script.span(node), "write it with `str.format`", tuple[Edit, ...]()
    switched = _switched(text) if what == _QUOTE else None
    if switched is not None:
        title, edits = "use the other quotes there", (Replace(span, switched),)
    elif what == _NESTED:
        title = "format the inner one first"
    elif what == _SPACED:
        title = "take it out"
    else:
        edits = _formatted(script, node, text)
    yield Newer(span, f"{what} (Python 3.12)", title, edits)


def _is_too_deep(node: ast.JoinedStr) -> bool:
    """True if there is a specification in the specification of a specification."""
    fields = [part for part in node.values if isinstance(part, ast.FormattedValue)]
    inner = [part for field in fields for part in _fields(field)]
    return any(_fields(part) for part in inner)


def _has_space(script: Script, node: ast.JoinedStr) -> bool:
    """True if a conversion is followed by a space: `{x!r }`."""
    return any(
        field.conversion != -1 and re.match(_SPACE, _behind(script, field))
        for field in ast.walk(node)
        if isinstance(field, ast.FormattedValue)
    )


def _behind(script: Script, field: ast.FormattedValue) -> str:
    """What stands behind the value of a field."""
    return script.between(script.span(field.value)[2:], script.span(field)[2:])


def _fields(field: ast.FormattedValue) -> list[ast.FormattedValue]:
    values = field.format_spec.values if isinstance(field.format_spec, ast.JoinedStr) else []
    return [part for part in values if isinstance(part, ast.FormattedValue)]


def _tokens(text: str) -> list[tokenize.TokenInfo]:
    return list(tokenize.generate_tokens(io.StringIO(f"({text}\n)").readline))


def _refused(text: str) -> str:
    """What a Python before 3.12 refuses in the text of strings; nothing if it takes them."""
    if "\\" not in text and "#" not in text and "\n" not in text and _has_few_quotes(text):
        return ""
    quotes: list[str] = []
    row = 1
    for token in _tokens(text):
        kind = tokenize.tok_name[token.type]
        if kind == "FSTRING_END":
            quotes.pop()
        elif quotes and (what := _refused_token(kind, token, quotes, row)):
            return what
        if kind == "FSTRING_START":
            found = re.fullmatch(_START, token.string)
            assert found
            quotes.append(found[2])
        row = token.end[0] + (kind in ("NL", "NEWLINE"))
    return ""


def _has_few_quotes(text: str) -> bool:
    """True if a string in one part is the only one with its quotes, and no other f-string is in it."""
    return not text.endswith(('"""', "'''")) and text.count(text[-1]) == 2 and not re.search(_INNER, text)


def _refused_token(kind: str, token: tokenize.TokenInfo, quotes: list[str], row: int) -> str:
    """What is wrong with a token between the braces of f-strings that begin with these quotes."""
    if kind == "COMMENT":
        return _COMMENT
    is_text = kind in ("STRING", "FSTRING_START", "FSTRING_MIDDLE")
    outer = quotes[:-1] if kind == "FSTRING_MIDDLE" else quotes
    if not outer:
        return ""
    if is_text and any(quote in token.string for quote in outer):
        return _QUOTE
    if (is_text and "\\" in token.string) or (kind != "FSTRING_MIDDLE" and token.start[0] > row):
        return _BACKSLASH
    breaks = kind == "NL" or (is_text and "\n" in token.string)
    return _LINES if breaks and any(len(quote) == 1 for quote in outer) else ""


class _Text(NamedTuple):
    """Another text for a token."""

    token: tokenize.TokenInfo
    text: str


def _switched(text: str) -> str | None:
    """The same strings with other quotes around those between braces, if that is all there is to do."""
    changes: list[_Text] = []
    quotes: list[str] = []
    for token in _tokens(text):
        kind = tokenize.tok_name[token.type]
        if kind == "STRING" and any(quote in token.string for quote in quotes):
            plain = re.fullmatch(_PLAIN, token.string)
            if plain is None:
                return None
            other = _OTHER[plain[2]]
            changes.append(_Text(token, f"{plain[1]}{other}{plain[3]}{other}"))
        elif kind == "FSTRING_START":
            found = re.fullmatch(_START, token.string)
            assert found
            quote = found[2]
            if quote in quotes and quote in _OTHER:
                changes.append(_Text(token, f"{found[1]}{_OTHER[quote]}"))
                quote = _OTHER[quote]
            quotes.append(quote)
        elif kind == "FSTRING_END" and (quote := quotes.pop()) != token.string:
            changes.append(_Text(token, quote))
    result = _changed(text, changes)
    return None if _refused(result) or not says_the_same(f"({text}\n)", f"({result}\n)") else result


def _changed(text: str, changes: list[_Text]) -> str:
    lines = f"({text}".split("\n")
    for token, other in reversed(changes):
        row, column = token.start
        line = lines[row - 1]
        lines[row - 1] = f"{line[:column]}{other}{line[column + len(token.string) :]}"
    return "\n".join(lines)[1:]


def _formatted(script: Script, node: ast.JoinedStr, text: str) -> tuple[Edit, ...]:
    """`"{}".format(a)`, for strings without comments and without `=` between their braces."""
    span, values = script.span(node), list[ast.expr]()
    if _refused(text) == _COMMENT or _PART in text:
        return ()
    changes = _without_prefixes(span, text)
    for field in node.values:
        if isinstance(field, ast.FormattedValue):
            changes.append((script.span(field), _field(script, field, values)))
    template, end = "", span[:2]
    for place, other in sorted(changes):
        if not other:
            return ()
        template += script.between(end, place[:2]) + other
        end = place[2:]
    template += script.between(end, span[2:])
    parts = tuple((f"{_PART}{number}", script.span(value)) for number, value in enumerate(values))
    arguments = ", ".join(f"{{{name}}}" for name, _ in parts)
    return (Replace(span, f"{template}.format({arguments})", parts),)


def _without_prefixes(span: Span, text: str) -> list[tuple[Span, str]]:
    """The beginnings of f-strings without their `f`, and other strings in the same row as they stand in a format."""
    changes: list[tuple[Span, str]] = []
    depth = 0
    for token in _tokens(text):
        kind = tokenize.tok_name[token.type]
        if depth == 0 and kind in ("STRING", "FSTRING_START"):
            other = re.sub("^[fFrR]+", lambda prefix: re.sub("[fF]", "", prefix[0]), token.string)
            if kind == "STRING":
                is_named = "\\N{" in token.string
                other = "" if is_named else token.string.replace("{", "{{").replace("}", "}}")
            changes.append((_placed(span, token), other))
        depth += (kind == "FSTRING_START") - (kind == "FSTRING_END")
    return changes


def _placed(span: Span, token: tokenize.TokenInfo) -> Span:
    """Where a token of `_tokens` is in the script."""
    (row, column), (end_row, end_column) = token.start, token.end
    above, left = span.line - 1, span.column - 1
    start = (row + above, column + (left if row == 1 else 0))
    return Span(*start, end_row + above, end_column + (left if end_row == 1 else 0))


def _field(script: Script, field: ast.FormattedValue, values: list[ast.expr]) -> str:
    """What stands for a field in a format; nothing where that is not certain."""
    behind, source = _behind(script, field), script.source(field)
    shows_itself = behind.lstrip(" )").startswith("=")
    if shows_itself or "\n" in behind.partition(":")[2] or not (source[0] == "{" and source[-1] == "}"):
        return ""
    return _hole(field, values) or ""


def _hole(field: ast.FormattedValue, values: list[ast.expr]) -> str | None:
    """What stands for a field in a format; its values are noted in the order in which they are asked for."""
    values.append(field.value)
    conversion = "" if field.conversion == -1 else f"!{chr(field.conversion)}"
    specification = ""
    if isinstance(field.format_spec, ast.JoinedStr):
        for part in field.format_spec.values:
            if isinstance(part, ast.FormattedValue):
                inner = _hole(part, values)
            else:
                assert isinstance(part, ast.Constant) and isinstance(part.value, str)
                inner = part.value if re.fullmatch(_SPECIFICATION, part.value) else None
            if inner is None:
                return None
            specification += inner
    return f"{{{conversion}{':' if specification else ''}{specification}}}"
