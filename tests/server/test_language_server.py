"""The language server, with a real client over its pipes."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient
from pygls.workspace import TextDocument

SCRIPT = """\
import numpy as np
from tensorflow import keras
from tensorflow.python import ipu

ipu_config = ipu.config.IPUConfig()
ipu_config.auto_select_ipus = 1
ipu_config.configure_ipu_system()
strategy = ipu.ipu_strategy.IPUStrategy()
with strategy.scope():
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    "😀"; model.compile("sgd", "mse", steps_per_execution=1)
    model.fit(np.ones((4096, 4), "float32"), np.ones(4096, "float32"), batch_size=32)
"""
LINE = 10  # of `compile`, from 0
COLUMN = (
    len(SCRIPT.splitlines()[LINE].encode("utf-16-le")) // 2 - 2
)  # of the argument, in the units of the protocol


class Editor(LanguageClient):
    """An editor with one document."""

    def __init__(self, path: Path) -> None:
        super().__init__("editor", "1")
        self.uri = path.as_uri()
        self.told: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()

        def published(params: types.PublishDiagnosticsParams) -> None:
            self.told.put_nowait(params)

        self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(published)

    async def open(self, text: str) -> list[types.Diagnostic]:
        """Open the document; what the server finds in it."""
        await self.start_io(sys.executable, "-m", "gpu2ipu", "server")
        await self.initialize_async(
            types.InitializeParams(capabilities=types.ClientCapabilities(), process_id=None)
        )
        self.initialized(types.InitializedParams())
        document = types.TextDocumentItem(self.uri, types.LanguageKind.Python, 1, text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(document))
        return await self.diagnostics()

    async def change(self, text: str) -> list[types.Diagnostic]:
        """Replace the text of the document; what the server finds in it then."""
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.text_document_did_change(
            types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(2, self.uri), [whole])
        )
        return await self.diagnostics()

    async def diagnostics(self) -> list[types.Diagnostic]:
        """The next diagnostics."""
        return list((await asyncio.wait_for(self.told.get(), 60)).diagnostics)

    async def actions(self, place: types.Range) -> list[types.CodeAction]:
        """What the server offers in a range."""
        params = types.CodeActionParams(
            types.TextDocumentIdentifier(self.uri), place, types.CodeActionContext([])
        )
        found = await self.text_document_code_action_async(params)
        return [each for each in found or () if isinstance(each, types.CodeAction)]

    async def hover(self, place: types.Position) -> types.Hover | None:
        """What the server shows at a position."""
        return await self.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(self.uri), place)
        )


def applied(text: str, edits: list[types.TextEdit]) -> str:
    """The text after the edits of a code action, as an editor makes it."""
    document = TextDocument("file:///x.py", text)
    for edit in sorted(edits, key=lambda edit: edit.range.start, reverse=True):
        document.apply_change(types.TextDocumentContentChangePartial(edit.range, edit.new_text))
    return document.source


def in_editor(path: Path, work: Callable[[Editor], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        editor = Editor(path)
        try:
            await work(editor)
            await editor.shutdown_async(None)
            editor.exit(None)
        finally:
            await editor.stop()  # type: ignore[no-untyped-call]

    asyncio.run(asyncio.wait_for(all_of_it(), 120))


def test_findings_fixes_and_pages(tmp_path: Path) -> None:
    path = tmp_path / "train.py"

    async def work(editor: Editor) -> None:
        (found,) = await editor.open(SCRIPT)
        assert (found.code, found.severity) == ("IPU301", types.DiagnosticSeverity.Warning)
        assert found.range == types.Range(types.Position(LINE, COLUMN), types.Position(LINE, COLUMN + 1))
        shown = await editor.hover(types.Position(LINE, COLUMN))
        assert shown is not None and isinstance(shown.contents, types.MarkupContent)
        assert shown.contents.value.startswith("**IPU301 single-step-execution**")
        assert "```python" in shown.contents.value
        assert await editor.hover(types.Position(0, 0)) is None
        fix, silence = await editor.actions(found.range)
        assert [fix.title.partition(":")[0], silence.title] == ["IPU301", "IPU301: ignore it here"]
        for action in (fix, silence):
            assert action.edit is not None and action.edit.changes is not None
            text = applied(SCRIPT, list(action.edit.changes[editor.uri]))
            assert text != SCRIPT
            assert await editor.change(text) == []
        assert text.splitlines()[LINE].endswith("  # gpu2ipu: ignore[IPU301]")

    in_editor(path, work)


def test_what_cannot_be_parsed_is_told_and_forgotten(tmp_path: Path) -> None:
    async def work(editor: Editor) -> None:
        (found,) = await editor.open("import keras\nx = (\n")
        assert "'(' was never closed" in found.message
        assert await editor.actions(found.range) == []
        assert await editor.change("import numpy\n") == []

    in_editor(tmp_path / "train.py", work)


def test_options_of_the_project_count(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.gpu2ipu]\nignore = ['IPU3']\n")

    async def work(editor: Editor) -> None:
        assert await editor.open(SCRIPT) == []

    in_editor(tmp_path / "train.py", work)


def test_a_bad_pyproject_is_told(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.gpu2ipu]\nignor = ['IPU3']\n")

    async def work(editor: Editor) -> None:
        (found,) = await editor.open(SCRIPT)
        assert "ignor: no such option; did you mean ignore?" in found.message

    in_editor(tmp_path / "train.py", work)
