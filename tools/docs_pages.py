"""What is made in the documentation: pages when it is built, and, in its pages, files and outputs of the command.

    python tools/docs_pages.py    write what is shown anew

`mkdocs.yml` names this file as a hook, which adds the pages of the rules and of the errors of the SDK; `mkdocs build
--strict` builds the site, `mkdocs serve` shows it. A code block below a comment `<!-- file: PATH -->`, `<!-- output:
COMMAND -->` or `<!-- errors: COMMAND -->` holds a file, or what a command prints, run in `docs/examples`.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gpu2ipu.cli import gpu2ipu
from gpu2ipu.reports.phrases import one_line
from gpu2ipu.reports.rule_pages import example_pages, rule_markdown
from gpu2ipu.rules import all_rules

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

    from gpu2ipu.rules.rule import Rule

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
EXAMPLES = DOCS / "examples"
_SHOWN = re.compile(r"(<!-- (file|output|errors): ([^\n]+?) -->\n```\w*\n)(.*?)(```\n)", re.DOTALL)
# Words that an error begins with or has in it, as the text of a rule quotes them.
_QUOTED = re.compile(r'"([^"]{8,}?)"(?=[\s.,:;)]|$)')
# what is code, a link or a heading, and the ids that are neither
_CODE_OR_ID = re.compile(
    r"```.*?```|`[^`]*`|\[[^]]*\]\([^)]*\)|^#.*?$|\b(IPU\d{3})\b", re.DOTALL | re.MULTILINE
)
_WIDTH = 80  # of help, in columns
_ERRORS = """\
# Errors of the SDK

What the SDK, its Keras or TensorFlow 2.6 says, and the rule whose page says why and what to do. Search this page for a
part of the message that stands alone; numbers and names in it are examples. `gpu2ipu run` names the rule by itself.

"""
_FAMILIES = {
    "0": "Comments",
    "1": "Setup",
    "2": "Data",
    "3": "Execution",
    "4": "Pipelines",
    "5": "GPU code",
    "6": "TensorFlow 2.6, Python 3.8 and other SDKs",
    "9": "What an IPU lacks",
}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages to those of the folder; MkDocs calls this."""
    from mkdocs.structure.files import File

    for path, text in generated_pages():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let the ids of rules be links to their pages; MkDocs calls this for each page."""
    return with_links_to_rules(markdown, "../" * page.file.src_uri.count("/"))


def with_links_to_rules(markdown: str, up: str) -> str:
    """Return a page with links at the ids of rules, where these are not code or links; `up` leads to `docs`."""
    return _CODE_OR_ID.sub(
        lambda found: f"[{found[1]}]({up}rules/{found[1]}.md)" if found[1] else found[0], markdown
    )


def generated_pages() -> Iterator[tuple[str, str]]:
    """Yield the pages that are made, by their paths below `docs`."""
    rules = all_rules()
    yield "rules/index.md", rules_page(rules)
    yield "errors.md", errors_page(rules)
    yield "options.md", options_page()
    for rule in rules:
        yield f"rules/{rule.id}.md", rule_page(rule)


def rules_page(rules: Sequence[Rule]) -> str:
    """Return the table of all rules, in its families."""
    head, line, *rows = (re.sub(r"^\| (IPU\d+) ", r"| [\1](\1.md) ", row) for row in rule_markdown(rules))
    parts = ["# Rules", "Rules are named by id, by name, or by what several ids begin with (`IPU2`)."]
    for digit, family in _FAMILIES.items():
        own = [row for rule, row in zip(rules, rows, strict=True) if rule.id[len("IPU")] == digit]
        if own:
            parts += [f"## {family}", "\n".join((head, line, *own))]
    return "\n\n".join(parts) + "\n"


def options_page() -> str:
    """Return the help of all commands."""
    parts = ["# All options", "What `gpu2ipu COMMAND --help` prints; [Commands](commands.md) says more."]
    for name, command in gpu2ipu.commands.items():
        context = click.Context(command, info_name=f"gpu2ipu {name}", terminal_width=_WIDTH)
        context.help_option_names = ["-h", "--help"]
        parts += [f"## {name}", f"```text\n{command.get_help(context)}\n```"]
    return "\n\n".join(parts) + "\n"


def rule_page(rule: Rule) -> str:
    """Return the page of a rule."""
    parts = (
        f"# {rule.id} {rule.name}",
        f"**Severity**: {rule.severity.value}. **Effort**, where it is left to do by hand: {rule.effort.value}.",
        one_line(rule.what),
        f"**Why**: {one_line(rule.why)}",
        f"**What `convert` does**: {one_line(rule.fix)}.",
        example_pages(rule).markdown,
        f"`# gpu2ipu: ignore[{rule.id}]` behind a line silences the rule there.",
    )
    return "\n\n".join(parts) + "\n"


def errors_page(rules: Sequence[Rule]) -> str:
    """Return the table of what the SDK and TensorFlow say, and the rule that says what to do."""
    rows = sorted({(words, rule.id, rule.name) for rule in rules for words in errors_of(rule)})
    lines = [f"| {in_table(words)} | [{id_}](rules/{id_}.md) {name} |" for words, id_, name in rows]
    return _ERRORS + "\n".join(("| message | rule |", "|---|---|", *lines, ""))


def in_table(words: str) -> str:
    """Return words as they are written in a cell of a table."""
    return words.replace("|", "\\|")


def errors_of(rule: Rule) -> list[str]:
    """Return the messages that the text of a rule quotes."""
    return [words for words in _QUOTED.findall(one_line(rule.why)) if " " in words]


def with_what_is_shown(text: str) -> str:
    """Return a page with the files and outputs that it shows as they are now."""
    return _SHOWN.sub(lambda found: found[1] + _shown(found[2], found[3]) + found[5], text)


def _shown(kind: str, what: str) -> str:
    if kind == "file":
        return (ROOT / what).read_text(encoding="utf-8")
    program, *arguments = shlex.split(what)
    assert program == "gpu2ipu", what
    command = [sys.executable, "-m", program, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100", "NO_COLOR": "1"}
    done = subprocess.run(
        command, cwd=EXAMPLES, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    printed = done.stdout if kind == "output" else done.stderr
    return printed if printed.endswith("\n") else printed + "\n"


def main() -> None:
    """Write anew what the pages show."""
    for path in sorted(DOCS.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        path.write_text(with_what_is_shown(text), encoding="utf-8")


if __name__ == "__main__":
    main()
