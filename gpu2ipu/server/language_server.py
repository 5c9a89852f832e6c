"""A language server: findings of what an editor shows, saved or not, with their fixes and the pages of their rules.

https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import TextDocument
from pygls.workspace.position_codec import ServerTextPosition, ServerTextRange

from gpu2ipu import __version__
from gpu2ipu.convert.checking import check_text_of
from gpu2ipu.convert.engine import FileResult, parsed
from gpu2ipu.convert.ignore_comments import with_ignore_comments
from gpu2ipu.convert.options import load_options
from gpu2ipu.convert.single_fix import LineChange, file_changes, line_changes
from gpu2ipu.errors import Trouble
from gpu2ipu.findings import Finding, Safety, Severity
from gpu2ipu.reports.phrases import WHY_REVIEW, one_line
from gpu2ipu.reports.rule_pages import example_pages
from gpu2ipu.rules import LISTINGS
from gpu2ipu.source import lines

_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}
_SOURCE = "gpu2ipu"


class Server(LanguageServer):
    """What is known of the documents that are open."""

    def __init__(self) -> None:
        """Begin without documents."""
        super().__init__(_SOURCE, __version__)
        self.checked: dict[str, FileResult] = {}  # of the version that was checked last, by URI

    def check(self, uri: str) -> None:
        """Check a document, and tell the editor what is found."""
        document = self.workspace.get_text_document(uri)
        path = Path(to_fs_path(uri) or "untitled.py")
        result = _checked(path, document)
        self.checked[uri] = result
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(
                uri, list(_diagnostics(result, document)), version=document.version
            )
        )

    def findings_at(self, uri: str, place: types.Range) -> Iterator[tuple[Finding, types.Range]]:
        """Yield the findings of a document that overlap a range, with their own."""
        document = self.workspace.get_text_document(uri)
        for finding in self.checked[uri].findings if uri in self.checked else ():
            own = _range(finding, document)
            if own.start <= place.end and place.start <= own.end:
                yield finding, own


def _checked(path: Path, document: TextDocument) -> FileResult:
    try:
        checked = check_text_of(path, document.source.encode(), load_options(path, {}))
    except Trouble as trouble:  # a bad pyproject.toml
        return FileResult(path, str(trouble))
    return checked.results[0] if checked.results else FileResult(path)  # nothing where it is excluded


def _diagnostics(result: FileResult, document: TextDocument) -> Iterator[types.Diagnostic]:
    if result.error:
        start = types.Position(0, 0)
        yield types.Diagnostic(
            types.Range(start, start),
            result.error,
            severity=types.DiagnosticSeverity.Error,
            source=_SOURCE,
        )
    for finding in result.findings:
        yield types.Diagnostic(
            _range(finding, document),
            one_line(finding.message),
            severity=_SEVERITIES[finding.severity],
            code=finding.rule,
            source=_SOURCE,
        )


def _range(finding: Finding, document: TextDocument) -> types.Range:
    span = finding.span
    return document.range_to_client_units(
        ServerTextRange(
            ServerTextPosition(span.line - 1, span.column),
            ServerTextPosition(span.end_line - 1, span.end_column),
        )
    )


server = Server()


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def did_open(ls: Server, params: types.DidOpenTextDocumentParams) -> None:
    """Check a document that was opened."""
    ls.check(params.text_document.uri)


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def did_change(ls: Server, params: types.DidChangeTextDocumentParams) -> None:
    """Check a document that was changed."""
    ls.check(params.text_document.uri)


@server.feature(types.TEXT_DOCUMENT_DID_SAVE)
def did_save(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    """Check all open documents: what was saved may be imported by them."""
    for uri in list(ls.checked):
        ls.check(uri)


@server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
def did_close(ls: Server, params: types.DidCloseTextDocumentParams) -> None:
    """Forget a document."""
    uri = params.text_document.uri
    ls.checked.pop(uri, None)
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))


@server.feature(
    types.TEXT_DOCUMENT_CODE_ACTION,
    types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
)
def code_action(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Offer the fix of each finding in a range, and a comment that silences it."""
    uri = params.text_document.uri
    document = ls.workspace.get_text_document(uri)
    return [
        action
        for finding, own in ls.findings_at(uri, params.range)
        for action in _actions(ls.checked[uri], finding, own, document)
    ]


def _actions(
    result: FileResult, finding: Finding, own: types.Range, document: TextDocument
) -> Iterator[types.CodeAction]:
    if result.source is None:
        return
    told = [types.Diagnostic(own, one_line(finding.message), code=finding.rule, source=_SOURCE)]
    if finding.fix is not None:
        review = f" (review: {WHY_REVIEW})" if finding.fix.safety is Safety.REVIEW else ""
        changes = {
            (
                document.uri if file.path == result.path else from_fs_path(str(file.path.absolute())) or ""
            ): _edits(file.before, file.changes)
            for file in file_changes(result.source, finding)
        }
        yield types.CodeAction(
            f"{finding.rule}: {finding.fix.title}{review}",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=told,
            edit=types.WorkspaceEdit(changes=changes),
        )
    if finding.asks:
        script = parsed(result.path, result.source.text)
        before = lines.split(result.source.text)
        silent = lines.split(with_ignore_comments(script, [finding]))
        yield types.CodeAction(
            f"{finding.rule}: ignore it here",
            kind=types.CodeActionKind.QuickFix,
            diagnostics=told,
            edit=types.WorkspaceEdit(
                changes={document.uri: _edits(before, list(line_changes(before, silent)))}
            ),
        )


def _edits(before: Sequence[str], changes: Sequence[LineChange]) -> list[types.TextEdit]:
    """Whole lines: their columns are 0 in the units of any client. The end of a last line lies beyond any column."""
    return [
        types.TextEdit(types.Range(types.Position(change.start, 0), _end(before, change.end)), change.text)
        for change in changes
    ]


def _end(before: Sequence[str], line: int) -> types.Position:
    if line == len(before) > 0 and not before[-1].endswith(("\n", "\r")):
        return types.Position(line - 1, 2 * len(before[-1]))  # characters take up to two units
    return types.Position(line, 0)


@server.feature(types.TEXT_DOCUMENT_HOVER)
def hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    """Show the pages of the rules that found something at a position."""
    found = ls.findings_at(params.text_document.uri, types.Range(params.position, params.position))
    pages = {finding.rule: own for finding, own in found}
    if not pages:
        return None
    text = "\n\n---\n\n".join(map(_page, pages))
    content = types.MarkupContent(types.MarkupKind.Markdown, text)
    return types.Hover(content, next(iter(pages.values())))


def _page(rule_id: str) -> str:
    rule = next(listing.load() for listing in LISTINGS if listing.id == rule_id)
    return (
        f"**{rule.id} {rule.name}** – {one_line(rule.what)}\n\n{one_line(rule.why)}\n\n"
        f"**Fix:** {one_line(rule.fix)}\n\n{example_pages(rule).markdown}"
    )


def serve() -> None:
    """Serve one editor until it asks for the end."""
    server.start_io()
