"""HTML pages that load nothing: for light and dark, narrow screens and paper. What is in a script is text in them."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from html import escape

_STYLE = """
:root { color-scheme: light dark; --back: #fff; --line: #d0d7de; --soft: #f6f8fa; --review: #9a6700; --left: #cf222e; }
@media (prefers-color-scheme: dark) {
  :root { --back: #0d1117; --line: #3d444d; --soft: #151b23; --review: #d29922; --left: #f85149; }
}
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
body { background: var(--back); overflow-wrap: anywhere; }
table { border-collapse: collapse; }
code { font: 13px ui-monospace, monospace; background: var(--soft); border-radius: 4px; padding: .1rem .3rem; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .8rem 0; padding: .4rem .8rem; }
summary { cursor: pointer; font-weight: 600; }
li { margin: .25rem 0; }
.mark { border: 1px solid currentColor; border-radius: .8em; font-size: 12px; padding: 0 .5em; display: inline-block; }
.review { color: var(--review); } .left, .error { color: var(--left); }
@media print {
  details { break-inside: avoid-page; } body { max-width: none; }
  details:not(.fold)::details-content { content-visibility: visible; }
}
"""


def page(title: str, style: str, body: Iterable[str], script: str = "") -> str:
    """Return a page. Nothing but the script given here runs in it, and nothing is loaded."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    runs = f"'sha256-{digest}'" if script else "'none'"
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src {runs}"
    return "\n".join(
        (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>\n<style>{_STYLE}{style}</style>\n</head>\n<body>",
            *body,
            *([f"<script>{script}</script>"] if script else []),
            "</body>\n</html>\n",
        )
    )


def mark(kind: str, text: str) -> str:
    """Return a short word with a frame."""
    return f' <span class="mark {kind}">{escape(text)}</span>'


def with_code(text: str) -> str:
    """Return a text as HTML, with code where it has backticks."""
    parts = escape(text).split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return "".join(f"<code>{part}</code>" if number % 2 else part for number, part in enumerate(parts))
