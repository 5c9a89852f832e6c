"""black, for what an edit has made too long or brought in: everything else keeps the style it was written in.

Statements are formatted one at a time and put back in place, not by `black.format_str(lines=...)`: that
decides by itself how far around the lines it reaches, and it unifies the ends of all lines.
"""

from __future__ import annotations

import ast
import difflib
import functools
import importlib
import itertools
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gpu2ipu.analysis.syntax.script import says_the_same, tree_of
from gpu2ipu.analysis.syntax.tree import first_line, statements_in
from gpu2ipu.records import record
from gpu2ipu.source.lines import own_end

if TYPE_CHECKING:
    from black.mode import Mode, TargetVersion

_SKIP = re.compile(r"#\s*fmt:\s*skip")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_HEADED = (
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.ClassDef,
    ast.With,
    ast.AsyncWith,
    ast.For,
    ast.AsyncFor,
    ast.If,
)
_INDENT = "    "  # black's own
_USUAL = 88  # black's default
_GROWTH = 1.3  # a line that was too long may grow by this factor before it is formatted after all
_WIDEST = 120  # where nobody has set a line length, the script's own longest line counts, up to this


@record
class Style:
    """What black has been told. Where nobody has set it up, quotes stay as they are."""

    line_length: int | None = None  # None: the script's own longest line, within bounds
    string_normalization: bool = False
    magic_trailing_comma: bool = True
    target_versions: tuple[str, ...] = ()
    preview: bool = False
    unstable: bool = False

    def mode(self, indent_width: int) -> Mode:
        """Return the mode for a statement at that indentation, which black will see at its first level."""
        from black.mode import Mode, TargetVersion

        versions = [TargetVersion[name.upper()] for name in self.target_versions]
        return Mode(
            # for newer ones black writes what the SDK's Python cannot read, such as `with` in parentheses
            target_versions={min(version, TargetVersion.PY38, key=_number) for version in versions},
            line_length=max(1, (self.line_length or _USUAL) - indent_width + len(_INDENT)),
            string_normalization=self.string_normalization,
            magic_trailing_comma=self.magic_trailing_comma,
            preview=self.preview,
            unstable=self.unstable,
        )


def _number(version: TargetVersion) -> int:
    return version.value


def black_mode(path: Path) -> Style:
    """Return the style of `[tool.black]` in the nearest pyproject.toml that has it, up to the repository's root."""
    for folder in path.absolute().parents:
        table = _black_table(folder / "pyproject.toml")
        if table is not None:
            return _style(table)
        if (folder / ".git").exists() or (folder / ".hg").exists():
            break
    return Style()


def _black_table(path: Path) -> Mapping[str, object] | None:
    parser = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        table = parser.loads(path.read_text(encoding="utf-8")).get("tool", {}).get("black")
    except (OSError, ValueError, AttributeError):
        return None  # not there, or not one that black could read
    return table if isinstance(table, dict) else None


def _style(table: Mapping[str, object]) -> Style:
    options = {key.lstrip("-").replace("-", "_"): value for key, value in table.items()}
    length, versions = options.get("line_length"), options.get("target_version", [])
    versions = [versions] if isinstance(versions, str) else versions
    return Style(
        line_length=length if isinstance(length, int) else _USUAL,
        string_normalization=not options.get("skip_string_normalization", False),
        magic_trailing_comma=not options.get("skip_magic_trailing_comma", False),
        target_versions=tuple(map(str, versions)) if isinstance(versions, list) else (),
        preview=bool(options.get("preview", False)),
        unstable=bool(options.get("unstable", False)),
    )


@record
class _Statement:
    """Lines of a simple statement or of a compound statement's head, counted from 0, the end exclusive."""

    start: int
    end: int
    node: ast.stmt

    @property
    def is_head(self) -> bool:
        """True if a body follows."""
        return hasattr(self.node, "body")


def touched(before: str, after: str, style: Style) -> str:
    """`after`, its statements formatted where they are new, or too long for the style and were not before.

    A statement that has only been indented is not touched. Where black cannot help, the text stays as it is.
    """
    if re.search(r"#\s*(fmt:\s*(on|off)|yapf:)", after):
        return after  # somebody formats by hand; what is on and off where is black's to know
    tree = tree_of(after)
    if tree is None:
        return after
    lines, old_lines = _LINE.findall(after), _LINE.findall(before)
    unit = _indent_unit(tree, lines)
    limit = style.line_length or min(max(_USUAL, *map(_width, old_lines)), _WIDEST)
    style = replace(style, line_length=limit)
    changes = _changes(old_lines, lines, limit)
    for statement in sorted(_statements(tree, lines), key=lambda s: -s.start):
        if _is_due(statement, lines, changes, limit) and not _is_text(statement.node, statement.end):
            lines[statement.start : statement.end] = _formatted(statement, lines, unit, style)
    return "".join(lines)


def _changes(before: Sequence[str], after: Sequence[str], limit: int) -> dict[int, bool]:
    """The lines of `after` that are not in `before`, and whether each is new, not in place of another one.

    A line that takes the place of one that was too long already is left out, unless it has grown by much: its author
    does not mind.
    """
    found = {}
    for old, new in _differences([line.strip() for line in before], [line.strip() for line in after]):
        widest = max((_width(before[number]) for number in old), default=0)
        grown = max((_width(after[number]) for number in new), default=0) > _GROWTH * widest
        if not old or widest <= limit or grown:
            found.update(dict.fromkeys(new, not old))
    return found


def _differences(
    before: Sequence[str], after: Sequence[str]
) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """The numbers of lines that are gone and of those that have come there; blank lines count for nothing.

    What is alike at both ends, and blank lines, which are alike everywhere, would cost most of the time.
    """
    start = _alike(before, after)
    end = _alike(before[start:][::-1], after[start:][::-1])
    old = [number for number in range(start, len(before) - end) if before[number]]
    new = [number for number in range(start, len(after) - end) if after[number]]
    texts = [before[number] for number in old], [after[number] for number in new]
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, *texts, autojunk=False).get_opcodes():
        if tag in ("insert", "replace"):
            yield old[i1:i2], new[j1:j2]


def _alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines two texts begin with alike."""
    pairs = itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other))
    return sum(1 for _ in pairs)


def _is_due(statement: _Statement, lines: Sequence[str], changes: Mapping[int, bool], limit: int) -> bool:
    numbers = [number for number in range(statement.start, statement.end) if lines[number].strip()]
    if any(_SKIP.search(lines[number]) for number in numbers):
        return False
    if all(changes.get(number, False) for number in numbers):
        return True
    return any(number in changes for number in numbers) and any(_width(lines[n]) > limit for n in numbers)


def _width(line: str) -> int:
    return len(line.rstrip("\r\n").expandtabs(len(_INDENT)))


def _statements(tree: ast.Module, lines: Sequence[str]) -> Iterator[_Statement]:
    """What can be formatted alone: statements that share no line."""
    statements = [node for outer in tree.body for node in statements_in(outer)]
    begun: dict[int, int] = {}
    for node in statements:
        begun[node.lineno] = begun.get(node.lineno, 0) + 1
    for node in statements:
        body = getattr(node, "body", None)
        end = _head_end(node, body[0], lines) if body else (node.end_lineno or node.lineno)
        alone = begun[node.lineno] == 1 and (end == node.lineno or end not in begun)
        if alone and end >= node.lineno and (not body or _has_head(node, lines)):
            yield _Statement(node.lineno - 1, end, node)


def _has_head(node: ast.stmt, lines: Sequence[str]) -> bool:
    return isinstance(node, _HEADED) and not lines[node.lineno - 1].lstrip().startswith("elif")


def _head_end(node: ast.stmt, first: ast.stmt, lines: Sequence[str]) -> int:
    """The last line of a compound statement's head, without comments above the first one of the body."""
    end = first_line(first) - 1
    while end > node.lineno and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return end


def _is_text(node: ast.stmt, end: int) -> bool:
    """True if a statement is a docstring, or has a string that goes over several lines up to `end`."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    strings = (n for n in ast.walk(node) if isinstance(n, ast.JoinedStr) or _is_string(n))
    return any(n.lineno <= end and n.lineno != n.end_lineno for n in strings if isinstance(n, ast.expr))


def _is_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)


def _indent_unit(tree: ast.Module, lines: Sequence[str]) -> str:
    """One level of the script's indentation, from its first block."""
    for node in tree.body:
        body = getattr(node, "body", None)
        if body and body[0].lineno > node.lineno:
            return _indentation(lines[body[0].lineno - 1])
    return _INDENT


def _indentation(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def _formatted(statement: _Statement, lines: Sequence[str], unit: str, style: Style) -> list[str]:
    """The statement's lines as black writes them, or as they are."""
    old = list(lines[statement.start : statement.end])
    indent = _indentation(old[0])
    # a block around it gives black one level of indentation to see, whatever the real one is
    code = [line.rstrip("\r\n") if indent else _INDENT + line.rstrip("\r\n") for line in old]
    tail = [f"{indent or _INDENT}{unit}pass"] if statement.is_head else []
    formatted = _by_black("\n".join(["if _:", *code, *tail, ""]), style, _width(indent))
    if formatted is None:
        return old
    result = formatted.splitlines()
    new = "\n".join(result[1 : len(result) - len(tail)]).strip("\n").split("\n")
    if old[-1].rstrip().endswith(";") and not new[-1].endswith(";"):
        new[-1] += ";"  # in a notebook it keeps the value from being shown
    # the last line may have no end; then the script's first one has the end to use
    newline = own_end(old[0]) or own_end(lines[0]) or "\n"
    ends = [newline] * (len(new) - 1) + [own_end(old[-1])]
    return [_reindented(line, indent, unit) + end for line, end in zip(new, ends, strict=True)]


@functools.lru_cache(maxsize=1024)  # most of what is new is the same in script after script
def _by_black(code: str, style: Style, indent_width: int) -> str | None:
    """The code as black writes it; None where black fails, or changes more than how it is written."""
    import black

    try:
        formatted = black.format_str(code, mode=style.mode(indent_width))
    except Exception:  # of many kinds, which have no common base
        return None
    return formatted if formatted == code or says_the_same(formatted, code) else None


def _reindented(line: str, indent: str, unit: str) -> str:
    """A line that black has indented by one level of its own, at the indentation it has in the script."""
    levels = (len(line) - len(line.lstrip(" "))) // len(_INDENT) - 1
    return (indent + unit * levels + line.lstrip(" ")) if line else line
