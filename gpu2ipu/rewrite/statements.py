"""Blocks of statements: what is inserted, removed, replaced and wrapped in them.

A block becomes a list of `_Entry`: one for each statement, or for each part of a line `a; b` that an edit
splits. Edits are noted on the entries, runs of entries are folded into `_Group`s, and `_Writer` puts out
one after the other.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import libcst as cst

from gpu2ipu.edits import Insert, MatchToIf, Remove, RemoveItem, Replace, Span, Unwrap, Where, Wrap
from gpu2ipu.records import record
from gpu2ipu.rewrite.branches import as_if
from gpu2ipu.rewrite.elements import without_item
from gpu2ipu.rewrite.failure import RewriteError
from gpu2ipu.rewrite.pending_edits import PendingEdits
from gpu2ipu.rewrite.template import Paragraph, Statement, leading, with_leading

_Lines = tuple[cst.EmptyLine, ...]
_Small = cst.BaseSmallStatement


@dataclass
class _Entry:
    """The statements that replace `first` to `last` of the original; none if they were removed."""

    first: Span
    last: Span
    above: _Lines
    nodes: list[Statement]
    below: _Lines = ()  # comments that a template ends in
    before: list[Paragraph] = field(default_factory=list)
    after: list[Paragraph] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """True if nothing is left of it, and nothing inserted around it."""
        return not (self.nodes or self.before or self.after)

    @property
    def lines(self) -> _Lines:
        """What stood above its statements, to be kept where these are gone."""
        return self.above


@dataclass
class _Group(_Entry):
    """Entries that move into a block, if anything is left of them."""

    wrap: Wrap | None = None
    members: list[_Entry] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """True if the block would be."""
        return all(member.is_empty for member in self.members)

    @property
    def lines(self) -> _Lines:
        """Those of all members, too."""
        return (*self.above, *(line for member in self.members for line in member.lines))


@record
class Body:
    """What becomes of a block: the lines above it, its statements, and comments left over for its end."""

    header: _Lines
    statements: tuple[Statement, ...]
    rest: _Lines
    blank_below: _Lines

    def with_footer(self, footer: Sequence[cst.EmptyLine]) -> _Lines:
        """Return the lines at the end of the block, where it had these."""
        lines = (*self.rest, *footer)
        return _at_least(lines, self.blank_below) if lines else ()


@record
class Blocks:
    """Applies the edits of a plan that concern statements."""

    pending: PendingEdits
    span_of: Callable[[cst.CSTNode], Span]
    # the statements of an edit's template; the text, for holes, is the code of the edit's statement by now
    paragraph: Callable[[Insert | Replace | Wrap, str | None], Paragraph]
    code: Callable[[cst.CSTNode], str]
    default_indent: str

    def concerns(self, statements: Iterable[cst.CSTNode]) -> bool:
        """True if an edit is anchored at one of these statements."""
        smalls = (s.body if isinstance(s, cst.SimpleStatementLine) else (s,) for s in statements)
        return any(self.pending.anchors(self.span_of(node)) for nodes in smalls for node in nodes)

    def rebuild(
        self, old: Sequence[Statement], new: Sequence[Statement], header: _Lines, indent: str | None
    ) -> Body:
        """Apply the edits to a block; `old` are its statements as they were, `new` after edits in them.

        `header` are a module's lines above its first statement, none in other blocks; `indent` is the block's
        own indentation if that is not the module's default.
        """
        entries = [
            entry for before, after in zip(old, new, strict=True) for entry in self._entries(before, after)
        ]
        for entry in entries:
            self._note_inserts(entry)
        entries = self._grouped(entries)
        if entries[0].before:
            header, below = _lead_in(header)
            entries[0].above = (*below, *entries[0].above)
        return self._written(entries, header, indent)

    # from statements to entries

    def _entries(self, old: Statement, new: Statement) -> list[_Entry]:
        if isinstance(old, cst.SimpleStatementLine) and isinstance(new, cst.SimpleStatementLine):
            return self._line_entries(old, new)
        span = self.span_of(old)
        bare = with_leading(new, ())
        for remove in self.pending.at(span, Remove):
            self.pending.cross_off(remove)
            return [_Entry(span, span, _staying(new, remove.with_comments), [])]
        for unwrap in self.pending.at(span, Unwrap):
            self.pending.cross_off(unwrap)
            return [self._unwrapped(span, new)]
        for branched in self.pending.at(span, MatchToIf):
            assert isinstance(new, cst.Match)
            self.pending.cross_off(branched)
            chosen = as_if(new, branched.tests)
            return [_Entry(span, span, leading(chosen), [with_leading(chosen, ())])]
        if isinstance(old, cst.With) and isinstance(new, cst.With):
            bare = with_leading(self._without_items(span, old, new), ())
        if replaced := self._replaced(span, bare):
            return [_Entry(span, span, leading(new), list(replaced.body), replaced.comments)]
        return [_Entry(span, span, leading(new), [bare])]

    def _without_items(self, span: Span, old: cst.With, new: cst.With) -> cst.With:
        """The block without the items that are to go."""
        places = {self.span_of(item.item): place for place, item in enumerate(old.items)}
        found = [edit for edit in self.pending.at(span, RemoveItem) if edit.item in places]
        for edit in sorted(found, key=lambda each: -places[each.item]):
            new = without_item(new, places[edit.item])
            self.pending.cross_off(edit)
        return new

    def _unwrapped(self, span: Span, block: Statement) -> _Entry:
        """The statements of a block, after their own edits, in place of the block."""
        body = block.body
        if not isinstance(body, cst.IndentedBlock):
            assert isinstance(body, cst.SimpleStatementSuite)
            line = cst.SimpleStatementLine(body.body, trailing_whitespace=body.trailing_whitespace)
            return _Entry(span, span, leading(block), [line])
        shallower = _Indented(body.indent or self.default_indent, "")
        moved = (statement.visit(shallower) for statement in body.body)
        nodes = [
            node for node in moved if isinstance(node, cst.SimpleStatementLine | cst.BaseCompoundStatement)
        ]
        return _Entry(span, span, leading(block), nodes, tuple(body.footer))

    def _line_entries(self, old: cst.SimpleStatementLine, new: cst.SimpleStatementLine) -> list[_Entry]:
        spans = [self.span_of(small) for small in old.body]
        moved = len(spans) == 1 and any(r.with_comments for r in self.pending.at(spans[0], Remove))
        parts = [self._small(span, small) for span, small in zip(spans, new.body, strict=True)]
        edges = sorted({0, len(spans), *self._cuts(spans, parts)})
        entries = []
        for start, end in itertools.pairwise(edges):
            nodes, below = _line(new, parts[start:end], end == len(spans))
            above = _staying(new, moved) if start == 0 else ()
            entries.append(_Entry(spans[start], spans[end - 1], above, nodes, below))
        return entries

    def _small(self, span: Span, small: _Small) -> list[_Small] | Paragraph:
        """What becomes of a simple statement: simple statements that fit on its line, or a paragraph."""
        for remove in self.pending.at(span, Remove):
            self.pending.cross_off(remove)
            return []
        replaced = self._replaced(span, small.with_changes(semicolon=cst.MaybeSentinel.DEFAULT))
        if replaced is None:
            return [small]
        if len(replaced.body) != 1 or replaced.comments:
            return replaced
        line = replaced.body[0]
        if (
            not isinstance(line, cst.SimpleStatementLine)
            or line.leading_lines
            or line.trailing_whitespace.comment
        ):
            return replaced
        last = line.body[-1].with_changes(semicolon=small.semicolon)
        return [*line.body[:-1], last]

    def _replaced(self, span: Span, node: cst.CSTNode) -> Paragraph | None:
        replaced = None
        for edit in self.pending.at(span, Replace):
            code = self.code(node) if replaced is None else "".join(map(self.code, replaced.body))
            replaced = self.paragraph(edit, code.rstrip())
            self.pending.cross_off(edit)
        return replaced

    def _cuts(self, spans: list[Span], parts: list[list[_Small] | Paragraph]) -> Iterable[int]:
        """Where a line of several statements must be split."""
        for place, (span, part) in enumerate(zip(spans, parts, strict=True)):
            where = {edit.where for edit in self.pending.at(span, Insert)}
            if Where.BEFORE in where or self.pending.at(span, Wrap) or isinstance(part, Paragraph):
                yield place
            if Where.AFTER in where or span in self.pending.lasts or isinstance(part, Paragraph):
                yield place + 1

    def _note_inserts(self, entry: _Entry) -> None:
        for paragraph in self._inserted(entry.first, Where.BEFORE):
            if paragraph.body:
                entry.before.append(paragraph)
            else:  # a comment is about the statement and stays with it
                entry.above = (*entry.above, *paragraph.comments)
        entry.after += self._inserted(entry.last, Where.AFTER)

    def _inserted(self, span: Span, where: Where) -> list[Paragraph]:
        edits = [edit for edit in self.pending.at(span, Insert) if edit.where is where]
        edits.sort(key=lambda edit: not edit.template.startswith(("import ", "from ")))
        for edit in edits:
            self.pending.cross_off(edit)
        return [self.paragraph(edit, None) for edit in edits]

    # from entries to groups

    def _grouped(self, entries: list[_Entry]) -> list[_Entry]:
        firsts = {entry.first: place for place, entry in enumerate(entries)}
        lasts = {entry.last: place for place, entry in enumerate(entries)}
        wraps = [
            (lasts[wrap.last] - firsts[wrap.first], -order, wrap)
            for order, wrap in enumerate(w for first in firsts for w in self.pending.at(first, Wrap))
            if wrap.last in lasts and lasts[wrap.last] >= firsts[wrap.first]
        ]
        for _, _, wrap in sorted(wraps, key=lambda item: item[:2]):  # the innermost first
            entries = _folded(entries, wrap)
            self.pending.cross_off(wrap)
        return entries

    # from entries to statements

    def _written(self, entries: list[_Entry], header: _Lines, indent: str | None) -> Body:
        writer = _Writer(header)
        for entry in entries:
            if isinstance(entry, _Group) and entry.is_empty:
                entry.above = entry.lines
            elif isinstance(entry, _Group):
                entry.nodes = [self._block(entry, indent)]
            writer.write(entry)
        return writer.body()

    def _block(self, group: _Group, indent: str | None) -> Statement:
        assert group.wrap is not None
        block = self.paragraph(group.wrap, None).body[0]
        assert isinstance(block, cst.BaseCompoundStatement) and isinstance(block.body, cst.IndentedBlock)
        inner = self._written(group.members, (), indent)
        deeper = _Indented("", indent or self.default_indent)
        statements = [s.visit(deeper) for s in inner.statements or block.body.body]
        body = block.body.with_changes(body=statements, indent=indent, footer=inner.rest)
        return block.with_changes(body=body, leading_lines=())


def _line(
    line: cst.SimpleStatementLine, parts: list[list[_Small] | Paragraph], ends: bool
) -> tuple[list[Statement], _Lines]:
    """The statements for a part of a line; `ends` if it is the last one, which has the comment behind it."""
    trailing = line.trailing_whitespace
    if not ends:
        trailing = cst.TrailingWhitespace(whitespace=cst.SimpleWhitespace(""), newline=trailing.newline)
    smalls: list[_Small] = []
    for part in parts:
        if isinstance(part, Paragraph):  # always alone: the line was split around it
            return _with_comment(list(part.body), trailing), part.comments
        smalls.extend(part)
    if not smalls:
        return [], ()
    kept = ends and bool(parts[-1])
    last = smalls[-1] if kept else smalls[-1].with_changes(semicolon=cst.MaybeSentinel.DEFAULT)
    body = [*map(_with_semicolon, smalls[:-1]), last]
    return [line.with_changes(body=body, leading_lines=(), trailing_whitespace=trailing)], ()


def _with_semicolon(small: _Small) -> _Small:
    if isinstance(small.semicolon, cst.Semicolon):
        return small
    return small.with_changes(semicolon=cst.Semicolon(whitespace_after=cst.SimpleWhitespace(" ")))


def _with_comment(statements: list[Statement], trailing: cst.TrailingWhitespace) -> list[Statement]:
    """The comment behind a statement moves to the last line of what replaces it, or above it."""
    if not trailing.comment or not statements:
        return statements
    last = statements[-1]
    if isinstance(last, cst.SimpleStatementLine) and not last.trailing_whitespace.comment:
        return [*statements[:-1], last.with_changes(trailing_whitespace=trailing)]
    comment = cst.EmptyLine(comment=trailing.comment, newline=trailing.newline)
    return [with_leading(statements[0], (comment, *leading(statements[0]))), *statements[1:]]


def _folded(entries: list[_Entry], wrap: Wrap) -> list[_Entry]:
    """The entries with the run of a wrap folded into one. What is inserted around the run stays outside."""
    start = next((place for place, entry in enumerate(entries) if entry.first == wrap.first), None)
    end = next((place for place, entry in enumerate(entries) if entry.last == wrap.last), None)
    if start is None or end is None:
        raise RewriteError("a run of statements is wrapped that begins or ends inside another one", [wrap])
    members = entries[start : end + 1]
    first, last = members[0], members[-1]
    above, first.above = _attached(first.above)
    group = _Group(
        first.first, last.last, above, [], before=first.before, after=last.after, wrap=wrap, members=members
    )
    first.before, last.after = [], []
    return [*entries[:start], group, *entries[end + 1 :]]


def _staying(statement: Statement, moved: bool) -> _Lines:
    """The lines above a statement that stay when it goes: without the comments right on it if these go with it."""
    return _attached(leading(statement))[0] if moved else leading(statement)


def _attached(above: _Lines) -> tuple[_Lines, _Lines]:
    """Part the lines above a statement: up to the last blank one, and the comments right on the statement."""
    start = len(above)
    while start and above[start - 1].comment:
        start -= 1
    return above[:start], above[start:]


def _lead_in(header: _Lines) -> tuple[_Lines, _Lines]:
    """Part a module's header where something is inserted above the first statement.

    The first part stays at the very top, the rest begins with a blank line and belongs to the statement.
    """
    kept, _ = _attached(header)
    while kept and not kept[-1].comment:
        kept = kept[:-1]
    return (kept, header[len(kept) :]) if kept else (header, ())


class _Writer:
    """Writes entries one after the other and settles the blank lines and comments between them."""

    def __init__(self, header: _Lines) -> None:
        self._out: list[Statement] = []
        self._header = header
        self._comments: _Lines = ()  # written before the next statement
        self._blank: _Lines = ()  # what the next statement must have above it at least
        self._removed: _Lines | None = None  # what stood above statements that are gone

    def write(self, entry: _Entry) -> None:
        above = self._joined(entry.above)
        if entry.before:
            above = self._insert_before(entry.before, above)
            if entry.nodes and not isinstance(entry.nodes[0], cst.FunctionDef | cst.ClassDef):
                one_group = _is_import(entry.nodes[0]) and _is_import(*entry.before[-1].body)
                above = above[max(0, _blank_lines(above) - (not one_group)) :]
        if entry.nodes:
            self._put(entry.nodes, above)
            self._comments = entry.below
        else:
            self._removed = above
        if self._removed is not None and entry.after:
            self._comments = (
                *self._comments,
                *(self._removed if self._out else _without_blank(self._removed)),
            )
            self._removed = None
        for paragraph in entry.after:
            self._put_paragraph(paragraph, ())

    def body(self) -> Body:
        rest = (*(self._removed or ()), *self._comments)
        while rest and not rest[-1].comment:
            rest = rest[:-1]
        return Body(self._header, tuple(self._out), rest, self._blank)

    def _joined(self, above: _Lines) -> _Lines:
        """The lines above the next statement, and those above statements before it that are gone."""
        removed, self._removed = self._removed, None
        if removed is None:
            return above
        if any(line.comment for line in removed):
            return (*removed, *above)
        at_top = not self._out and not (self._header and self._header[-1].comment)
        return _without_blank(above) if at_top else _at_least(above, removed)

    def _insert_before(self, paragraphs: list[Paragraph], above: _Lines) -> _Lines:
        """Put paragraphs above a statement's lines and return what is left for the statement."""
        kept = _about_the_statement_before(above) if self._out else 0
        self._comments = (*self._comments, *above[:kept])
        rest = above[kept:]
        blank = tuple(cst.EmptyLine(False, newline=line.newline) for line in rest[: _blank_lines(rest)])
        for paragraph in paragraphs:
            self._put_paragraph(paragraph, blank)
            blank = ()
        return rest

    def _put_paragraph(self, paragraph: Paragraph, blank: _Lines) -> None:
        at_top = not self._out and not self._header and not self._comments
        lines = () if at_top else max(blank, paragraph.above, self._blank, key=len)
        self._blank = ()
        if paragraph.body:
            self._put(list(paragraph.body), lines)
            lines = ()
        self._comments = (*self._comments, *lines, *paragraph.comments)
        self._blank = paragraph.below

    def _put(self, nodes: list[Statement], above: _Lines) -> None:
        above = (*self._comments, *_at_least(above, self._blank))
        self._out += [with_leading(nodes[0], (*above, *leading(nodes[0]))), *nodes[1:]]
        self._comments, self._blank = (), ()


def _is_import(*statements: Statement) -> bool:
    last = statements[-1] if statements else None
    return isinstance(last, cst.SimpleStatementLine) and isinstance(last.body[0], cst.Import | cst.ImportFrom)


def _about_the_statement_before(above: _Lines) -> int:
    """Return how many comments are right under the statement before, with a blank line below them."""
    return next((place for place, line in enumerate(above) if not line.comment), 0)


def _blank_lines(lines: _Lines) -> int:
    return next((place for place, line in enumerate(lines) if line.comment), len(lines))


def _without_blank(lines: _Lines) -> _Lines:
    return lines[_blank_lines(lines) :]


def _at_least(lines: _Lines, blank: _Lines) -> _Lines:
    """The lines with at least so many blank ones on top."""
    return (*blank[: max(0, len(blank) - _blank_lines(lines))], *lines)


class _Indented(cst.CSTTransformer):
    """What libcst does not indent by itself when statements move to another depth: lines after a backslash.

    Blank lines are kept from becoming lines of blanks.
    """

    def __init__(self, before: str, after: str) -> None:
        super().__init__()
        self._before = "\n" + before
        self._after = "\n" + after

    def leave_EmptyLine(self, original_node: cst.EmptyLine, updated_node: cst.EmptyLine) -> cst.EmptyLine:
        return updated_node if updated_node.comment else updated_node.with_changes(indent=False)

    def leave_SimpleWhitespace(
        self, original_node: cst.SimpleWhitespace, updated_node: cst.SimpleWhitespace
    ) -> cst.SimpleWhitespace:
        if "\n" not in updated_node.value:
            return updated_node
        return updated_node.with_changes(value=updated_node.value.replace(self._before, self._after))
