"""Notebooks: the cells of an `.ipynb` file joined to one Python text, and a changed text put back into cells.

The joined text has, for each cell, a line that marks where it begins, and below it the code with its magics
masked, line for line; a cell that is not Python has only the mark. Marks are statements, not comments, so
that what an edit inserts next to one ends up on the right side. Only the JSON of what changes is written
anew, everything else keeps its bytes. Format:
https://nbformat.readthedocs.io/en/latest/format_description.html
"""

from __future__ import annotations

import ast
import bisect
import codecs
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpu2ipu.analysis.syntax import script
from gpu2ipu.analysis.syntax.script import CELL_SIGN, Script
from gpu2ipu.errors import InternalError, Trouble
from gpu2ipu.findings import Cell, Finding
from gpu2ipu.records import record
from gpu2ipu.source import ipython_magics, lines
from gpu2ipu.source.ipython_magics import Magic
from gpu2ipu.source.script_file import Source

SUFFIX = ".ipynb"
_MARK = re.compile(rf'^"{CELL_SIGN} cell \d+ ---"\n', re.MULTILINE)
_FUTURE = re.compile(r"^from[ \t]+__future__[ \t]+import[ \t]*\(?([\w, \t]+)\)?", re.MULTILINE)
_SIGNED = re.compile(rf'^[ \t]*"{CELL_SIGN} ', re.MULTILINE)
_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


@record
class _Piece:
    """A cell: its `source` and the position of that in the JSON."""

    source: str
    start: int
    end: int
    is_code: bool  # Python, which the joined text holds


@record
class Notebook(Source):
    """A notebook as one Python text, with all that is needed to write it as the bytes it was."""

    document: str  # the JSON
    pieces: tuple[_Piece, ...]
    masked: tuple[Magic, ...]

    @classmethod
    def decode(cls, path: Path, data: bytes) -> Notebook:
        """Read a notebook; raises Trouble for what is none."""
        bom = data.startswith(codecs.BOM_UTF8)
        document = _text(path, data.removeprefix(codecs.BOM_UTF8))
        pieces = tuple(_pieces(path, document))
        text = ""
        masked: list[Magic] = []
        for number, piece in enumerate(pieces, start=1):
            cell = (
                ipython_magics.mask(ipython_magics.unindented(piece.source), len(masked))
                if piece.is_code
                else ipython_magics.Masked("")
            )
            masked += cell.magics
            text += f'"{CELL_SIGN} cell {number} ---"\n' + cell.text + "\n" * piece.is_code
        return cls(path, text, "utf-8", bom, document, pieces, tuple(masked))

    def encode(self, text: str) -> bytes:
        """Return the bytes of the notebook with the joined text changed to `text`."""
        document, is_ascii = self.document, self.document.isascii()
        for piece, source in reversed(list(zip(self.pieces, self.sources(text), strict=True))):
            if source != piece.source:
                form = document[piece.start : piece.end]
                gap = "" if document[piece.start - 1] == ":" else " "
                written = _written(form, source, gap, is_ascii)
                document = document[: piece.start] + written + document[piece.end :]
        return (codecs.BOM_UTF8 if self.bom else b"") + document.encode()

    def parts(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield the Python cells, each with what follows the path in its name."""
        for number, (piece, source) in enumerate(zip(self.pieces, self.sources(text), strict=True), start=1):
            if piece.is_code:  # no newline at its end, and nobody has forgotten it
                yield f":cell {number}", source if source.endswith("\n") else source + "\n"

    def program(self, text: str) -> bytes:
        """Return a script that runs as the cells do, one after the other, without what only IPython understands.

        What any cell imports from `__future__` goes to the top, the one place where a script may do so.
        """
        names = ", ".join(found[1].strip(" \t,") for found in _FUTURE.finditer(text))
        first = [f"from __future__ import {names}"] if names else []
        if re.search(r"\bdisplay\(", text) and not re.search(r"import .*\bdisplay\b", text):
            first.append("display = print")
        marks = iter(["; ".join(first) + "  # " if first else "# "])
        text = _FUTURE.sub("pass", text)
        return _MARK.sub(lambda mark: next(marks, "# ") + mark[0], text).encode()

    def reviewed(self, text: str) -> str:
        """Return the joined text, magics masked."""
        return text

    def readable(self, text: str) -> str:
        """Return lines of the joined text with their magics, and with a comment where a cell begins."""
        marked = re.sub(rf'^"{CELL_SIGN} (cell \d+) ---"', r"# \1", text, flags=re.MULTILINE)
        return ipython_magics.unmask(marked, self.masked)

    def line_names(self, text: str) -> list[str]:
        """Return cell and line of each line, as `3:2`; of the mark of a cell its number alone."""
        marks = _marks(text)
        names = []
        for line in range(1, len(lines.split(text)) + 1):
            number = bisect.bisect_right(marks, line)
            within = line - marks[number - 1] if number else 0
            names.append(f"{number}:{within}" if within else f"{number or line}")
        return names

    def sources(self, text: str) -> list[str]:
        """Return what the `source` of each cell becomes, magics and all.

        Raises InternalError where the text does not come back from them: an edit was at work on a mask.
        """
        if text == self.text:
            return [piece.source for piece in self.pieces]
        before, (head, after) = _split(self.text)[1], _split(text)
        if len(after) != len(before) or list(ipython_magics.lost(text, self.masked)):
            raise InternalError("an edit has removed a cell or a magic")
        bodies = list(self._placed(head, after))
        sources = [
            ipython_magics.unmask(_trimmed(old, new), self.masked) if new != old else piece.source
            for piece, old, new in zip(self.pieces, before, bodies, strict=True)
        ]
        if not _same("".join(bodies), "".join(self._joined(sources))):
            raise InternalError("the text does not fit into the cells")
        return [
            _with_body(source) if source != p.source else source for p, source in zip(self.pieces, sources)
        ]

    def _placed(self, carried: str, bodies: Iterable[str]) -> Iterator[str]:
        """Return what follows each mark; code where none can be goes to the top of the next cell that is Python."""
        for piece, body in zip(self.pieces, bodies, strict=True):
            if not piece.is_code:
                carried += body
                yield ""
            else:
                yield _on_top(carried, body, bool(re.match(r"\s*%%", piece.source)))
                carried = ""
        if carried:
            raise InternalError("no cell is left for what has to be inserted")

    def _joined(self, sources: Iterable[str]) -> Iterator[str]:
        for piece, source in zip(self.pieces, sources, strict=True):
            code = ipython_magics.unindented(source)
            yield (ipython_magics.mask(code).text if piece.is_code else "") + "\n"


def parse(path: Path, text: str, above: int = 0) -> Script:
    """Parse a text with cells; raises SyntaxError that names a notebook's first cell that is no Python."""
    try:
        parsed = script.parse(path, text, _borders(text), above)
    except (SyntaxError, ValueError) as error:
        if bad := _bad_cell(path, text):
            raise bad from error
        raise
    starts = {statement.lineno - above for statement in parsed.tree.body}
    if not starts.issuperset(_marks(text)):  # code that goes on in the next cell
        raise _bad_cell(path, text) or InternalError("a cell is part of another one")
    return parsed


def in_cells(text: str, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Findings in a joined text, with the cell of each."""
    marks = _marks(text)
    for finding in findings:
        number = bisect.bisect_left(marks, finding.span.line)
        yield replace(finding, cell=Cell(number, marks[number - 1])) if number else finding


def place(text: str, line: int) -> str:
    """Return a line of a joined text as people know it: `cell 3:2`."""
    marks = _marks(text)
    number = bisect.bisect_left(marks, line)
    return f"cell {number}:{line - marks[number - 1]}" if number else str(line)


# the joined text


def _split(text: str) -> tuple[str, list[str]]:
    """Return the text above the first mark, and what follows each mark."""
    head, *bodies = _MARK.split(text)
    return head, bodies


def _marks(text: str) -> list[int]:
    """The lines of the marks."""
    return [number for number, line in enumerate(lines.split(text), 1) if _MARK.match(line)]


def _borders(text: str) -> frozenset[int]:
    """The lines of marks and masks: a block over one would reach into another cell, or indent a magic."""
    return frozenset(number for number, line in enumerate(lines.split(text), 1) if _SIGNED.match(line))


def _trimmed(old: str, new: str) -> str:
    """A changed cell without the newline that joins it, with the blank lines around it that it had before."""
    (top, _, bottom), (_, code, _) = _framed(old), _framed(new)
    return (top + code + bottom).removesuffix("\n") if code else ""


def _framed(body: str) -> tuple[str, str, str]:
    """A cell's blank lines on top, its code, and what follows the end of its last line of code."""
    top = re.match(r"(?:[ \t\r]*\n)*", body)
    code = body[top.end() if top else 0 :]
    end = len(code.rstrip())
    newline = re.compile(r"[ \t]*").match(code, end)
    end = newline.end() if newline else end
    return body[: len(body) - len(code)], code[:end], code[end:]


def _on_top(carried: str, body: str, has_cell_magic: bool) -> str:
    """A masked cell with something inserted above its code, but below a cell magic, which must be first."""
    if not carried.strip():
        return body
    head = re.match(r"\s*.*\n", body) if has_cell_magic else None
    start = head.end() if head else 0
    return body[:start] + carried.strip("\n") + "\n" + body[start:]


def _with_body(source: str) -> str:
    """A cell whose magic keeps a body where all of it is gone: IPython refuses a cell magic of nothing."""
    return f"{source.rstrip()}\npass" if re.fullmatch(r"\s*%%.*\s*", source) else source


def _same(text: str, other: str) -> bool:
    """True if two texts are the same program, however their masks are numbered."""
    masks = re.compile(ipython_magics.MASK)
    try:
        first, second = (ast.parse(masks.sub('""', each)) for each in (text, other))
    except SyntaxError:
        return False
    return ast.dump(first) == ast.dump(second)


def _bad_cell(path: Path, text: str) -> SyntaxError | None:
    for number, body in enumerate(_split(text)[1], start=1):
        name = f"{path}:cell {number}"
        try:
            ast.parse(body)
        except SyntaxError as error:
            return SyntaxError(error.msg, (name, error.lineno or 1, error.offset, error.text))
        except ValueError as error:  # null bytes, in older Pythons
            return SyntaxError(str(error), (name, 1, None, None))
    return None


# the JSON


def _text(path: Path, data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise Trouble(f"{path}: is not a notebook: it is not UTF-8 text") from error


def _pieces(path: Path, document: str) -> Iterator[_Piece]:
    notebook = _notebook(path, document)
    python = _is_python(notebook)
    start, _ = dict(_members(document, _skip(document, 0)))["cells"]
    cells = zip(_elements(document, start), notebook["cells"], strict=True)
    for number, ((start, _), cell) in enumerate(cells, start=1):
        source = cell.get("source") if isinstance(cell, dict) else None
        written = "".join(source) if isinstance(source, list) and _are_lines(source) else source
        if not isinstance(written, str):
            raise Trouble(f"{path}: is not a notebook: cell {number} has no source")
        is_code = python and cell.get("cell_type") == "code" and ipython_magics.is_python(written)
        if is_code:
            _refuse(f"{path}:cell {number}", written)
        yield _Piece(written, *dict(_members(document, start))["source"], is_code)


def _are_lines(source: list[object]) -> bool:
    return all(isinstance(line, str) for line in source)


def _refuse(name: str, source: str) -> None:
    if CELL_SIGN in source:
        raise Trouble(f"{name}: cannot be ported while it holds the text {CELL_SIGN!r}; change that")
    try:
        source.encode()
    except UnicodeEncodeError as error:
        raise Trouble(f"{name}: holds half a character, {source[error.start]!a}; mend that") from error


def _notebook(path: Path, document: str) -> dict[str, Any]:
    try:
        notebook = json.loads(document)
    except ValueError as error:
        raise Trouble(f"{path}: is not a notebook: it is not JSON ({error})") from error
    if isinstance(notebook, dict) and "worksheets" in notebook:
        raise Trouble(
            f"{path}: is a notebook of format 3 or older; open it in Jupyter and save it, or run "
            "`jupyter nbconvert --to notebook --nbformat 4`"
        )
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise Trouble(f"{path}: is not a notebook: its JSON has no list of cells")
    return notebook


def _is_python(notebook: dict[str, Any]) -> bool:
    """True if the kernel runs Python, or is not said."""
    metadata = notebook.get("metadata")
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        table = metadata.get(key) if isinstance(metadata, dict) else None
        language = table.get(name) if isinstance(table, dict) else None
        if isinstance(language, str):
            return language.lower() in ("python", "ipython")
    return True


def _members(document: str, start: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Key and place of the value of each member of the object that begins at `start`; the JSON is valid."""
    place = _skip(document, start + 1)
    while document[place] != "}":
        key, place = _DECODER.raw_decode(document, place)
        place = _skip(document, _skip(document, place) + 1)  # the colon
        _, end = _DECODER.raw_decode(document, place)
        yield key, (place, end)
        place = _next(document, end)


def _elements(document: str, start: int) -> Iterator[tuple[int, int]]:
    """Yield the position of each element of the array that begins at `start`."""
    place = _skip(document, start + 1)
    while document[place] != "]":
        _, end = _DECODER.raw_decode(document, place)
        yield place, end
        place = _next(document, end)


def _skip(document: str, place: int) -> int:
    found = _SPACE.match(document, place)
    return found.end() if found else place


def _next(document: str, end: int) -> int:
    place = _skip(document, end)
    return _skip(document, place + 1) if document[place] == "," else place


def _written(form: str, source: str, gap: str, is_ascii: bool) -> str:
    """The JSON of a source in the form that the old one had: one string, or a list of lines.

    `gap` is the white space after a comma where all is on one line.
    """
    if form.startswith('"'):
        return json.dumps(source, ensure_ascii=is_ascii)
    places = list(_elements(form, 0))
    old = {json.loads(form[start:end]): form[start:end] for start, end in places}
    items = [old.get(line) or json.dumps(line, ensure_ascii=is_ascii) for line in lines.split(source)]
    if not places or not items:
        return f"[{f',{gap}'.join(items)}]"
    opening, closing = form[1 : places[0][0]], form[places[-1][1] : -1]
    comma = form[places[0][1] : places[1][0]] if len(places) > 1 else "," + (opening or gap)
    return f"[{opening}{comma.join(items)}{closing}]"
