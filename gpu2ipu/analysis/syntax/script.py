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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any, NamedTuple

from gpu2ipu.edits import Span
from gpu2ipu.records import record

# What a string begins with that stands where a cell begins, or for a magic: no script holds it by chance. With the
# double quotes around it there are as many quotes of one kind as of the other, whichever the script prefers.
CELL_SIGN = "--- '' notebook"

# The names of libraries that make or train Keras models have one of these: `keras_tuner`, `tensorflow_hub` ...
_KERAS = ("keras", "tensorflow")

# of these the parser makes one object for all places
_SHARED = (ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop)


@record(eq=False)
class Script:
    """A parsed script. Two scripts are equal only if they are the same object, so that facts can be cached by it."""

    path: Path
    text: str
    tree: ast.Module
    # lines with a statement that no block may reach over: where a cell begins
    borders: frozenset[int] = frozenset()
    # the script that this one is too, its tree moved to the places of another text
    moved_from: Script | None = None

    @property
    def unmoved(self) -> Script:
        """The script with this code that was there first; what says nothing of places may be kept by it."""
        return self if self.moved_from is None else self.moved_from.unmoved

    @functools.cached_property
    def answers(self) -> dict[object, Any]:
        """What has been found out about it so far, by functions that are decorated with `once`."""
        return {}

    @functools.cached_property
    def lines(self) -> list[str]:
        """The lines as the parser counts them: a form feed or a Unicode separator ends none."""
        return self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    @property
    def above(self) -> int:
        """Lines of a program above this file's first one."""
        return 0

    @functools.cached_property
    def parents(self) -> Mapping[ast.AST, ast.AST]:
        """The node around each node of the tree, outer ones first."""
        if self.moved_from is not None:  # it has the same tree
            return self.moved_from.parents
        parents: dict[ast.AST, ast.AST] = {}
        pending: list[ast.AST] = [self.tree]
        for node in pending:
            held = vars(node)
            for name in node._fields:  # what `ast.iter_child_nodes` does, in half the time
                part = held.get(name)
                if isinstance(part, ast.AST):
                    if not isinstance(part, _SHARED):
                        parents[part] = node
                        pending.append(part)
                elif isinstance(part, list):
                    for child in part:
                        if isinstance(child, ast.AST) and not isinstance(child, _SHARED):
                            parents[child] = node
                            pending.append(child)
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
        """The file that a node stands in."""
        return self

    def place(self, node: ast.expr, near: ast.expr) -> str:
        """The line of a node as people count it, with its file unless another node is in the same one."""
        file = self.file_of(node)
        line = f"line {node.lineno - file.above}"
        if number := bisect.bisect_left(file.cells, node.lineno):
            line = f"line {node.lineno - file.cells[number - 1]} of cell {number}"
        return line if file is self.file_of(near) else f"{line} of {file.path.name}"

    @functools.cached_property
    def cells(self) -> Sequence[int]:
        """The lines above the cells of a notebook, first one first."""
        sign = f'"{CELL_SIGN} cell '
        return [line for line in sorted(self.borders) if self.lines[line - 1].startswith(sign)]

    @property
    def is_entry(self) -> bool:
        """Whether the file is run by itself, and not only imported."""
        return True

    @property
    def modules(self) -> Mapping[str, Path]:
        """The local files that it imports, by the names that the imports have for them."""
        return {}

    @functools.cached_property
    def imports_keras(self) -> bool:
        """Whether it imports Keras or TensorFlow, or a library with one of these in a name."""
        if not any(word in self.text for word in _KERAS):
            return False
        names = (name for node in self.nodes for name in _outside_names(node))
        local = {name.partition(".")[0] for name in self.modules}
        return any(word in name for name in names for word in _KERAS if name.partition(".")[0] not in local)

    @property
    def reaches_keras(self) -> bool:
        """Whether it imports Keras or TensorFlow, or a file that does, directly or not."""
        return self.imports_keras

    def span(self, node: ast.expr | ast.stmt | ast.arg | ast.keyword | ast.alias) -> Span:
        """Where a node stands. `ast` counts columns in UTF-8 bytes, a span counts characters."""
        assert node.end_lineno is not None and node.end_col_offset is not None
        return Span(
            node.lineno,
            self._characters(node.lineno, node.col_offset),
            node.end_lineno,
            self._characters(node.end_lineno, node.end_col_offset),
        )

    def _characters(self, line: int, column: int) -> int:
        text = self.lines[line - 1]
        return column if text.isascii() else len(text.encode()[:column].decode())

    def source(self, node: ast.expr | ast.stmt) -> str:
        """The text of a node as it stands in the script, lines joined by `\\n`."""
        span = self.span(node)
        return self.between(span[:2], span[2:])

    def between(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        """The text from one line and column to another, lines joined by `\\n`."""
        lines = self.lines[start[0] - 1 : end[0]]
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
    """The `ast` of code, None where it is none. Warnings about string escapes are not ours to give."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(code)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None


def says_the_same(one: str, other: str) -> bool:
    """Whether two codes are Python, and the same but for how they are written."""
    first, second = tree_of(one), tree_of(other)
    return first is not None and second is not None and ast.dump(first) == ast.dump(second)


def parse(path: Path, text: str, borders: frozenset[int] = frozenset()) -> Script:
    """Parse a script; raises SyntaxError (ValueError for a NUL byte in older Pythons)."""
    return Script(path, text, ast.parse(text, filename=str(path)), borders)


def moved(script: Script, parsed: Script) -> Script:
    """A script whose text says the same at other places, with the tree that it had; else what was parsed.

    What an evaluation knows of the nodes then holds of the new text. The tree is moved, so that the script
    itself has no places any more.
    """
    pairs = same_code(script.tree, parsed.tree)
    if pairs is None:
        return parsed
    for old, new in pairs:
        vars(old).update({name: getattr(new, name) for name in new._attributes})
    return Script(parsed.path, parsed.text, script.tree, parsed.borders, script)


def same_code(one: ast.AST, other: ast.AST) -> list[tuple[ast.AST, ast.AST]] | None:
    """The nodes of two trees in pairs, or None where the trees say something else."""
    pairs, pending = [], [(one, other)]
    while pending:
        one, other = pending.pop()
        if type(one) is not type(other):
            return None
        if isinstance(one, _SHARED):
            continue
        pairs.append((one, other))
        for name in one._fields:
            parts = _listed(getattr(one, name, None)), _listed(getattr(other, name, None))
            if len(parts[0]) != len(parts[1]):
                return None
            for a, b in zip(*parts, strict=True):
                if isinstance(a, ast.AST) and isinstance(b, ast.AST):
                    pending.append((a, b))
                elif type(a) is not type(b) or a != b:
                    return None
    return pairs


def _listed(part: object) -> list[object]:
    return part if isinstance(part, list) else [part]


@record(eq=False)
class FileOfScript(Script):
    """One file of a program: its own text and tree, with the program's line numbers."""

    program: MultiFileScript | None = None
    lines_above: int = 0
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
    def above(self) -> int:
        """Lines of the program above this file's first one."""
        return self.lines_above

    @property
    def is_entry(self) -> bool:
        """Whether the file is run by itself."""
        return self.entry

    @property
    def modules(self) -> Mapping[str, Path]:
        """The local files that it imports."""
        return self.imports

    @property
    def reaches_keras(self) -> bool:
        """Whether it imports Keras or TensorFlow, or a file of the program that does, directly or not."""
        return self.program is None or self.path in self.program.reaching_keras


@record(eq=False)
class MultiFileScript(Script):
    """Several files that import each other."""

    members: tuple[Member, ...] = ()

    @functools.cached_property
    def files(self) -> Sequence[FileOfScript]:
        """The files, in the order of their lines."""
        files, above = [], 0
        for script, entry, imports in self.members:
            borders = frozenset(line + above for line in script.borders)
            files.append(
                FileOfScript(
                    script.path, script.text, script.tree, borders, None, self, above, entry, imports, script
                )
            )
            above += len(script.lines)
        return files

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
        """The file that a line belongs to."""
        return self.files[bisect.bisect_left(self._starts, line) - 1]

    def file_of(self, node: ast.AST) -> FileOfScript:
        """The file that a node stands in."""
        return self.file_at(getattr(node, "lineno", 1))


class Member(NamedTuple):
    """A file on its way into a program."""

    script: Script
    is_entry: bool
    imports: Mapping[str, Path]


def program(members: Sequence[Member]) -> MultiFileScript:
    """Make one program of several files; their trees get its line numbers."""
    above, borders = 0, set[int]()
    for script, _, _ in members:
        for node in script.nodes if above else ():  # expressions, statements and a few more have lines
            if hasattr(node, "end_lineno"):
                node.lineno += above  # type: ignore[attr-defined]
                node.end_lineno += above
        borders.update(line + above for line in script.borders)
        above += len(script.lines)
    body = [statement for script, _, _ in members for statement in script.tree.body]
    tree = ast.Module(body, type_ignores=[])
    text = "\n".join("\n".join(script.lines) for script, _, _ in members)
    return MultiFileScript(members[0].script.path, text, tree, frozenset(borders), members=tuple(members))
