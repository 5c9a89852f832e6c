"""The codemod: applies edits, which are data, to a text. Beside `codemod.py` only this package knows libcst.

* `untouched` puts aside what no edit is about;
* `transformer` is the one traversal, in which each edit meets its node by position;
* `statements` inserts, removes and wraps statements, `branches` writes a `match` with `if`;
* `arguments` changes lists of these, `elements` list displays;
* `template` fills templates and decides on parentheses;
* `pending_edits` holds the edits, `original` the text as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import libcst as cst
from libcst.metadata import CodeRange

from gpu2ipu.analysis.syntax.script import tree_of
from gpu2ipu.edits import Edit
from gpu2ipu.rewrite.failure import CannotRewrite, RewriteError
from gpu2ipu.rewrite.original import Original, located
from gpu2ipu.rewrite.pending_edits import PendingEdits
from gpu2ipu.rewrite.transformer import Rewriter
from gpu2ipu.rewrite.untouched import Reduced, reduced

_FORM_FEED = re.compile(r"(?:^|(?<=[\r\n]))[ \t]*\f[ \t\f]+(?=[^\s#])")
_NEWLINE = re.compile(r"\r\n|\r|\n")

__all__ = ["CannotRewrite", "RewriteError", "apply"]


def apply(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with all edits applied; bytes of lines that no edit touches stay as they are.

    Equal edits count once. Where edits meet, this is settled whatever their order:

    * an edit inside of another one's node comes first, so that templates are filled with what the inner one
      left; a part that lies outside of the edit's node is taken as the script had it;
    * at one call, `AddArgument` and `RemoveArgument` come before `Replace`;
    * what is inserted before the first or after the last statement of a `Wrap` goes outside of its block,
      except for a template that is only a comment: it goes right above its statement and stays with it.

    Where edits of one kind meet at one node, they come in the order given: each `Replace` finds in the hole
    that stands for its own target what the one before left; arguments and inserted statements keep the
    order, but inserted imports come first; of two `Wrap`s of the same run the first is the outer one.

    Raises CannotRewrite for a script that libcst cannot read, RewriteError for edits that cannot be applied.
    """
    pending = PendingEdits(edits)
    if not pending.edits:
        return text
    try:
        result = _rewritten(text, pending)
    except RecursionError as error:
        raise CannotRewrite("the code is nested too deeply", 1) from error
    except RewriteError as error:
        _check_line_ends(text, error)
        if found := _FORM_FEED.search(text):  # before the code of a block it is no part of the indentation
            line = len(_NEWLINE.findall(text, 0, found.end())) + 1
            raise CannotRewrite("libcst does not keep this code", line) from error
        raise
    if pending.left:
        fault = RewriteError("edits meet no node of the script", pending.left)
        _check_line_ends(text, fault)
        raise fault
    return result


def _check_line_ends(text: str, fault: RewriteError) -> None:
    """CannotRewrite if a line that ends with CR alone may have become one with a line that is LF alone."""
    if (found := re.search(r"\r(?!\n)", text)) and "\n" in text:
        line = len(_NEWLINE.findall(text, 0, found.end()))
        raise CannotRewrite("line ends are mixed; save the script with those of one system", line) from fault


def _rewritten(whole: str, pending: PendingEdits) -> str:
    tree = tree_of(whole)
    script = reduced(whole, tree, pending.reaches) if tree else Reduced(whole, {})
    text = script.text
    end = ""
    module, positions, code = _parsed(text)
    if code != text:
        # libcst loses blank lines at the end of some files, but not above a statement: lend it one
        newline = next(reversed(_NEWLINE.findall(text)), "\n")
        end = "pass\n" if text[-1:] in "\r\n" else f"{newline}pass\n"
        module, positions, code = _parsed(text + end)
        if code != text + end:
            raise CannotRewrite("libcst does not keep this code", _first_difference(text, code))
    rewriter = Rewriter(module, positions, Original(whole + end, module.default_newline), pending)
    result = module.visit(rewriter).code.removesuffix(end)
    if tree_of(result) is None:
        raise RewriteError("the edited script is no Python", pending.edits)
    return script.restored(result)


def _parsed(text: str) -> tuple[cst.Module, Mapping[cst.CSTNode, CodeRange], str]:
    try:
        module = cst.parse_module(text)
    except cst.ParserSyntaxError as error:
        raise CannotRewrite(f"libcst cannot parse this: {error.message}", error.raw_line) from error
    return module, *located(module)


def _first_difference(text: str, code: str) -> int:
    """The line at which two texts begin to differ."""
    pairs = zip(text, code)
    equal = next((place for place, (a, b) in enumerate(pairs) if a != b), min(len(text), len(code)))
    return len(text[:equal].splitlines()) or 1
