"""Script: one parsed source file, and the way from its `ast` nodes to the spans that edits speak of.

A script and the local modules that it imports are one `MultiFileScript`: a script too, whose lines are those of its
files one below the other, so that a line tells the file. Each of its files is a `FileOfScript`, numbered through like
the whole.
"""

from __future__ import annotations

import ast
import bisect
import functools
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, NamedTuple

from gpu2ipu.analysis.syntax.both_devices import device_conditions, on_ipu
from gpu2ipu.edits import Span
from gpu2ipu.records import record

# What a string begins with that is where a cell begins, or for a magic: no script holds it by chance. With the
# double quotes around it there are as many quotes of one kind as of the other, whichever the script prefers.
CELL_SIGN = "--- '' notebook"
# How the mask of a magic ends that puts another TensorFlow in the place of the SDK's, and one that does more than that.
REPLACES, REPLACES_TOO = "replaces TensorFlow", "replaces TensorFlow and more"

# The names of libraries that make or train Keras models have one of these: `keras_tuner`, `tensorflow_hub` ...
_KERAS = ("keras", "tensorflow")

# of these the parser makes one object for all places
SHARED = (ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop)


def children_of(node: ast.AST) -> list[ast.AST]:
    """Return the nodes directly inside another one: what `ast.iter_child_nodes` does, in half the time."""
    held = vars(node)
    found: list[ast.AST] = []
    for name in node._fields:
        part = held.get(name)
        if isinstance(part, ast.AST):
            if not isinstance(part, SHARED):
                found.append(part)
        elif isinstance(part, list):
            found += [child for child in part if isinstance(child, ast.AST) and not isinstance(child, SHARED)]
    return found


@record(eq=False)
class Script:
    """A parsed script. Two scripts are equal only if they are the same object, so that facts can be cached by it."""

    path: Path
    text: str
    tree: ast.Module
    # lines with a statement that no block may reach over: where a cell begins
    borders: frozenset[int] = frozenset()
    # lines of a program above its first one, with which its nodes are numbered through
    above: int = 0
    # the conditions by which it uses IPUs or does not; whether where they hold
    conditions: Mapping[str, bool] = field(default_factory=dict)

    @functools.cached_property
    def answers(self) -> dict[object, Any]:
        """What has been found out about it so far, by functions that are decorated with `once`."""
        return {}

    @functools.cached_property
    def lines(self) -> list[str]:
        """The lines as the parser counts them: a form feed or a Unicode separator ends none."""
        return self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    @property
    def _first_line(self) -> int:
        """The number of the first of `lines`."""
        return self.above + 1

    @functools.cached_property
    def parents(self) -> Mapping[ast.AST, ast.AST]:
        """The node around each node of the tree, outer ones first."""
        parents: dict[ast.AST, ast.AST] = {}
        pending: list[ast.AST] = [self.tree]
        for node in pending:
            children = children_of(node)
            parents |= dict.fromkeys(children, node)
            pending += children
        return parents

    @property
    def nodes(self) -> Iterable[ast.AST]:
        """All nodes below the tree, outer ones first."""
        return self.parents.keys()

    @property
    def files(self) -> Sequence[Script]:
        """The files that it is made of: itself, unless it is a program of several."""
        return (self,)

    def file_of(self, node: ast.AST) -> Script:
        """Return the file that a node is in."""
        return self

    def place(self, node: ast.expr, near: ast.expr) -> str:
        """Return the line of a node as people count it, with its file unless another node is in the same one."""
        file = self.file_of(node)
        line = f"line {node.lineno - file.above}"
        if number := bisect.bisect_left(file.cells, node.lineno):
            line = f"line {node.lineno - file.cells[number - 1]} of cell {number}"
        return line if file is self.file_of(near) else f"{line} of {file.path.name}"

    @functools.cached_property
    def cells(self) -> Sequence[int]:
        """The lines above the cells of a notebook, first one first."""
        sign = f'"{CELL_SIGN} cell '
        return [line for line in sorted(self.borders) if self.lines[line - self._first_line].startswith(sign)]

    @property
    def is_entry(self) -> bool:
        """True if the file is run by itself, and not only imported."""
        return True

    @property
    def modules(self) -> Mapping[str, Path]:
        """The local files that it imports, by the names that the imports have for them."""
        return {}

    @functools.cached_property
    def imports_keras(self) -> bool:
        """True if it imports Keras or TensorFlow, or a library with one of these in a name."""
        if not any(word in self.text for word in _KERAS):
            return False
        names = (name for node in self.nodes for name in _outside_names(node))
        local = {name.partition(".")[0] for name in self.modules}
        return any(word in name for name in names for word in _KERAS if name.partition(".")[0] not in local)

    @property
    def reaches_keras(self) -> bool:
        """True if it imports Keras or TensorFlow, or a file that does, directly or not."""
        return self.imports_keras

    @functools.cached_property
    def imports_ipu(self) -> bool:
        """True if it imports any part of the SDK."""
        names = (
            (f"{name}." for node in self.nodes for name in _outside_names(node)) if "ipu" in self.text else ()
        )
        return any(name.startswith("tensorflow.python.ipu.") for name in names)

    @functools.cached_property
    def sets_executions(self) -> bool:
        """True if it passes `steps_per_execution` somewhere, by name or in a dict."""
        name = "steps_per_execution"
        return name in self.text and any(
            name in (getattr(node, "arg", None), getattr(node, "value", None)) for node in self.nodes
        )

    def span(self, node: ast.expr | ast.stmt | ast.arg | ast.keyword | ast.alias) -> Span:
        """Return where a node stands. `ast` counts columns in UTF-8 bytes, a span counts characters.

        A block ends with its last statement; `ast` counts a semicolon behind that.
        """
        assert node.end_lineno is not None and node.end_col_offset is not None
        line, column = node.end_lineno, self._characters(node.end_lineno, node.end_col_offset)
        if isinstance(node, ast.stmt) and self.lines[line - self._first_line][column - 1] == ";":
            within = (each for each in ast.walk(node) if isinstance(each, ast.stmt))
            line, column = self.span(max(within, key=lambda each: (each.lineno, each.col_offset)))[2:]
        return Span(node.lineno, self._characters(node.lineno, node.col_offset), line, column)

    def _characters(self, line: int, column: int) -> int:
        text = self.lines[line - self._first_line]
        return column if text.isascii() else len(text.encode()[:column].decode())

    def source(self, node: ast.expr | ast.stmt) -> str:
        """Return the text of a node as it is in the script, lines joined by `\\n`."""
        span = self.span(node)
        return self.between(span[:2], span[2:])

    def between(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        """Return the text from one line and column to another, lines joined by `\\n`."""
        first, last = start[0] - self._first_line, end[0] - self._first_line
        lines = self.lines[first : last + 1]
        lines[-1] = lines[-1][: end[1]]
        lines[0] = lines[0][start[1] :]
        return "\n".join(lines)


def _outside_names(node: ast.AST) -> list[str]:
    """The names with which an import begins at the top, if it is one."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        return [f"{node.module}.{alias.name}" for alias in node.names]
    return []


def tree_of(code: str) -> ast.Module | None:
    """Return the `ast` of code, None where it is none. Warnings about string escapes are not ours to give."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(code)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def says_the_same(one: str, other: str) -> bool:
    """True if two codes are Python, and the same but for how they are written."""
    first, second = tree_of(one), tree_of(other)
    return first is not None and second is not None and ast.dump(first) == ast.dump(second)


def parse(path: Path, text: str, borders: frozenset[int] = frozenset(), above: int = 0) -> Script:
    """Parse a script, one for both devices as it is on an IPU; `above` are lines of a program above its first one.

    Raises SyntaxError (ValueError for a NUL byte in older Pythons).
    """
    tree = ast.parse(text, filename=str(path))
    conditions: Mapping[str, bool] = {}
    if "tensorflow.python" in text and ("except" in text or "IPUStrategy" in text):
        conditions = device_conditions(tree)
        tree = on_ipu(tree)
    if above:
        ast.increment_lineno(tree, above)
    return Script(path, text, tree, frozenset(line + above for line in borders), above, conditions)


@record(eq=False)
class FileOfScript(Script):
    """One file of a program: its own text and tree, with the program's line numbers."""

    program: MultiFileScript | None = None
    entry: bool = True
    imports: Mapping[str, Path] = field(
        default_factory=dict
    )  # a module as an import names it -> the local file
    by_itself: Script | None = None

    @functools.cached_property
    def parents(self) -> Mapping[ast.AST, ast.AST]:
        """The node around each node of the tree, which is also that of the file by itself."""
        assert self.by_itself is not None
        return self.by_itself.parents

    @functools.cached_property
    def lines(self) -> list[str]:
        """The lines of the whole program."""
        assert self.program is not None
        return self.program.lines

    @property
    def _first_line(self) -> int:
        """The number of the first line of the program."""
        return 1

    @property
    def is_entry(self) -> bool:
        """True if the file is run by itself."""
        return self.entry

    @property
    def modules(self) -> Mapping[str, Path]:
        """The local files that it imports."""
        return self.imports

    @property
    def reaches_keras(self) -> bool:
        """True if it imports Keras or TensorFlow, or a file of the program that does, directly or not."""
        return self.program is None or self.path in self.program.reaching_keras


@record(eq=False)
class MultiFileScript(Script):
    """Several files that import each other."""

    members: tuple[Member, ...] = ()

    @functools.cached_property
    def files(self) -> Sequence[FileOfScript]:
        """The files, in the order of their lines."""
        return [
            FileOfScript(
                *(script.path, script.text, script.tree, script.borders, script.above, script.conditions),
                program=self,
                entry=entry,
                imports=imports,
                by_itself=script,
            )
            for script, entry, imports in self.members
        ]

    @functools.cached_property
    def parents(self) -> Mapping[ast.AST, ast.AST]:
        """The node around each node, file by file."""
        return {child: node for file in self.files for child, node in file.parents.items()}

    @functools.cached_property
    def reaching_keras(self) -> frozenset[Path]:
        """The files that import Keras or TensorFlow, and those that import these, directly or not."""
        importers: dict[Path, list[Path]] = {}
        for file in self.files:
            for module in file.imports.values():
                importers.setdefault(module, []).append(file.path)
        reaching = [file.path for file in self.files if file.imports_keras]
        found = set(reaching)
        for path in reaching:
            new = [importer for importer in importers.get(path, ()) if importer not in found]
            found.update(new)
            reaching += new
        return frozenset(found)

    @functools.cached_property
    def _starts(self) -> list[int]:
        return [part.above for part in self.files]

    def file_at(self, line: int) -> FileOfScript:
        """Return the file that a line belongs to."""
        return self.files[bisect.bisect_left(self._starts, line) - 1]

    def file_of(self, node: ast.AST) -> FileOfScript:
        """Return the file that a node is in."""
        return self.file_at(getattr(node, "lineno", 1))


class Member(NamedTuple):
    """A file on its way into a program."""

    script: Script
    is_entry: bool
    imports: Mapping[str, Path]


def program(members: Sequence[Member]) -> MultiFileScript:
    """Make one program of several files, each of which was parsed with the lines of those before it above its own."""
    scripts = [member.script for member in members]
    assert [script.above for script in scripts] == list(lines_above(scripts))
    tree = ast.Module([statement for script in scripts for statement in script.tree.body], type_ignores=[])
    text = "\n".join("\n".join(script.lines) for script in scripts)
    borders = frozenset(line for script in scripts for line in script.borders)
    conditions = {key: holds for script in scripts for key, holds in script.conditions.items()}
    return MultiFileScript(
        scripts[0].path, text, tree, borders, conditions=conditions, members=tuple(members)
    )


def lines_above(scripts: Iterable[Script]) -> Iterator[int]:
    """Yield how many lines of a program are above each of its files."""
    above = 0
    for script in scripts:
        yield above
        above += len(script.lines)
