"""Completion: what a shell proposes for the values of options and for the word of `explain`.

https://click.palletsprojects.com/en/stable/shell-completion/: `eval "$(_GPU2IPU_COMPLETE=bash_source gpu2ipu)"`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Completion = Callable[[click.Context, click.Parameter, str], list[str]]


def completing(*words: str) -> Completion:
    """Return what proposes some words."""
    return lambda _ctx, _param, begun: _beginning(words, begun)


def files(_ctx: click.Context, _param: click.Parameter | None, begun: str) -> list[CompletionItem]:
    """Let the shell propose files."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(begun, type="file")]


def rules(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """Propose ids and names of rules, behind those that an option has already."""
    before, comma, last = begun.rpartition(",")
    return [before + comma + word for word in _beginning(_rules(), last)]


def rules_and_names(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    """Propose what `explain` explains: rules, and the next part of a name of TensorFlow or Keras."""
    found = _beginning(_rules(), begun)
    if found or not begun:
        return found
    from gpu2ipu.analysis.library.public_api import names

    parts = begun.count(".") + 1
    return sorted({".".join(name.split(".")[:parts]) for name in names() if name.startswith(begun)})


def _rules() -> list[str]:
    from gpu2ipu.rules import LISTINGS

    return [*(listing.id for listing in LISTINGS), *(listing.rule_name for listing in LISTINGS)]


def _beginning(words: Iterable[str], begun: str) -> list[str]:
    """The words that begin so, in upper or lower case."""
    return [word for word in words if word.lower().startswith(begun.lower())]
