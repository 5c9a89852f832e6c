"""Code that no edit touches is put aside while libcst works: a string of as many lines takes its place.

libcst's time goes by the nodes of a script, and most scripts have few that an edit is about. Lines keep their
numbers, so that edits need not be moved, and what stood aside keeps its bytes whatever libcst makes of the rest.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Iterator, Mapping, Sequence

from gpu2ipu.analysis.syntax.tree import Block, blocks, first_line
from gpu2ipu.records import record
from gpu2ipu.source.lines import indentation, own_end, split

Touches = Callable[[int, int], bool]  # whether an edit is about something from one line to another


@record
class Reduced:
    """A script with strings in place of the code put aside, and the lines that each of them represents."""

    text: str
    aside: Mapping[str, str]

    def restored(self, code: str) -> str:
        """Return the code with everything in its place again."""
        for string, lines in self.aside.items():
            code = code.replace(string, lines)
        return code


def reduced(text: str, tree: ast.Module, touches: Touches) -> Reduced:
    """Put aside the statements of a script with that tree that no edit is about.

    libcst takes the indentation of the first block for that of the module: where that block is put aside, one of the
    same indentation replaces it.
    """
    script = _Script(tuple(split(text)), tree, touches)
    mark = "untouched"
    while mark in text:
        mark += "_"
    lines = list(script.lines)
    aside: dict[str, str] = {}
    for run in script.untouched(tree.body):
        here = slice(run.first - 1, run.last)
        indent = indentation(lines[here.start])
        *ends, end = map(own_end, lines[here])
        head = ""
        if script.has_first_block(run):
            head = f"if 0:{ends.pop(0)}{indentation(lines[script.first_block - 1])}"
        string = f"{head}'''{mark} {len(aside)}{''.join(ends)}'''"
        aside[string] = "".join(lines[here])[len(indent) :].removesuffix(end)
        lines[here] = [f"{indent}{string}{end}"] + [""] * (run.last - run.first)
    return Reduced("".join(lines), aside)


@record
class _Run:
    """Statements of one block that no edit is about, from their first line to their last one."""

    first: int
    last: int


@record
class _Script:
    """The statements of a script, by its lines."""

    lines: Sequence[str]
    tree: ast.Module
    touches: Touches

    def untouched(self, block: Block) -> Iterator[_Run]:
        """Yield the runs of statements in a block, and in the blocks in it, that can be put aside."""
        run: _Run | None = None
        for statement, after in zip(block, [*block[1:], None], strict=False):
            first, last = first_line(statement), self._last_line(statement)
            shares_lines = not self._begins_its_line(statement) or (after and first_line(after) <= last)
            stays = shares_lines or self.touches(first, last)
            if not stays:
                run = _Run(run.first if run else first, last)
            if run and (stays or self.has_first_block(run)):
                yield run  # lines below the first block must not be taken for a part of it
                run = None
            for inner in blocks(statement) if stays else ():
                yield from self.untouched(inner)
        if run:
            yield run

    @functools.cached_property
    def first_block(self) -> int:
        """The line in which the first block of the script begins, 0 if it has none."""
        return self._first_block(self.tree.body)

    def has_first_block(self, run: _Run) -> bool:
        """True if the first block of the script, and what it belongs to, is in a run."""
        return run.first < self.first_block <= run.last

    def _first_block(self, statements: Block) -> int:
        for statement in statements:
            for inner in sorted(blocks(statement), key=_first_line_of):
                if not self._begins_its_line(inner[0]):
                    continue
                if inner[0].col_offset > statement.col_offset:
                    return _first_line_of(inner)
                if found := self._first_block(inner):  # the `if` of an `elif`
                    return found
        return 0

    def _begins_its_line(self, statement: ast.stmt) -> bool:
        line = self.lines[first_line(statement) - 1]
        return not line[: statement.col_offset].strip()

    def _last_line(self, statement: ast.stmt) -> int:
        """The last line of a statement, with the blank lines and comments that libcst counts to its last block."""
        last = statement.end_lineno or statement.lineno
        depth = self._depth(statement)
        for number, line in enumerate(self.lines[last:], start=last + 1) if depth else ():
            if line.strip() and not line.lstrip().startswith("#"):
                break
            if line.startswith(depth):
                last = number
        return last

    def _depth(self, statement: ast.stmt) -> str:
        """The indentation of the last block in a statement; none in a simple one, or one all on its line."""
        last = max(blocks(statement), key=_first_line_of, default=None)
        if not last or not self._begins_its_line(last[0]):
            return ""
        if last[0].col_offset == statement.col_offset:  # the `if` of an `elif`
            return self._depth(last[0])
        return indentation(self.lines[_first_line_of(last) - 1])


def _first_line_of(block: Block) -> int:
    return first_line(block[0])
