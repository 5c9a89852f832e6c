"""The documentation: what its pages show is what there is, and what they name can be typed."""

from __future__ import annotations

import ast
import importlib
import itertools
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import yaml

from gpu2ipu.cli import gpu2ipu
from gpu2ipu.rules import all_rules
from gpu2ipu.rules.rule import Rule
from tests.tools.loading import tool

tomllib = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
ROOT = Path(__file__).parents[2]
docs_pages = tool("docs_pages")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in PAGES}
MADE = dict(docs_pages.generated_pages())
each_page = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
LINK = re.compile(r"\]\(([^)\s]+)\)")
LOADED = {"json": json.loads, "yaml": yaml.safe_load, "toml": tomllib.loads}


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield the code blocks of a page, each with its language."""
    for found in BLOCK.finditer(text):
        yield found[1], found[2]


def commands(text: str) -> Iterator[list[str]]:
    """Yield the commands of gpu2ipu that a page names, each in its words."""
    lines = [line for language, code in blocks(text) if language == "sh" for line in code.splitlines()]
    inline = (" ".join(found.split()) for found in INLINE.findall(BLOCK.sub("", text)))
    for line in (*lines, *inline):
        if found := re.search(r"(?:^|[/\s\"])gpu2ipu\"? ([a-z].*)", line):
            yield shlex.split(found[1].partition(" >")[0], comments=True)


@each_page
def test_what_a_page_shows_is_what_there_is(text: str) -> None:
    assert docs_pages.with_what_is_shown(text) == text, "run: python tools/docs_pages.py"


@each_page
def test_the_code_of_a_page_can_be_read(text: str) -> None:
    for language, code in blocks(text):
        if language == "python":
            ast.parse(code)
        elif language in LOADED:
            LOADED[language](code)


@each_page
def test_commands_and_options_of_a_page_exist(text: str) -> None:
    for name, *words in commands(text):
        command = gpu2ipu.commands.get(name)
        assert command is not None, f"gpu2ipu {name}"
        options = {option for parameter in command.params for option in parameter.opts}
        own = words[: words.index("--")] if "--" in words else words
        given = {word.partition("=")[0] for word in own if word.startswith("-") and word != "-"}
        assert given - {"--help"} <= options, f"gpu2ipu {name}"


@each_page
def test_links_lead_to_pages(text: str, request: pytest.FixtureRequest) -> None:
    page = ROOT / request.node.callspec.id
    for link in LINK.findall(text):
        path = link.partition("#")[0]
        if path and not path.startswith("http"):
            is_made = path in MADE or f"rules/{Path(path).name}" in MADE
            assert is_made or (page.parent / path).exists(), link


@pytest.mark.parametrize("id_", ["gpu2ipu-check", "gpu2ipu-convert"])
def test_hooks_of_pre_commit_are_documented(id_: str) -> None:
    (hook,) = (
        each for each in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text()) if each["id"] == id_
    )
    assert f"id: {id_}" in TEXTS["docs/ci.md"] and hook["entry"] in TEXTS["docs/ci.md"]


def test_a_hook_without_a_repository_is_that_of_the_repository() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    configs = [yaml.safe_load(code) for language, code in blocks(TEXTS["docs/ci.md"]) if language == "yaml"]
    sources = [source for config in configs for source in config.get("repos", ())]
    (local,) = (source for source in sources if source["repo"] == "local")
    (shown,) = local["hooks"]
    (own,) = (hook for hook in hooks if hook["id"] == shown["id"])
    del own["description"], shown["additional_dependencies"]
    assert shown == own


@each_page
def test_a_page_names_no_public_address_of_the_project(text: str) -> None:
    assert not re.search(r"(github|gitlab)\.com/gpu2ipu|uses: gpu2ipu/", text)


def test_a_command_that_a_page_names_is_found() -> None:
    text = "`gpu2ipu run x.py`\n\n```sh\nsrun gpu2ipu check --diff a > b\n\"$(x)\"/bin/gpu2ipu plan 'a b' # c\n```\n"
    assert list(commands(text)) == [["check", "--diff", "a"], ["plan", "a b"], ["run", "x.py"]]


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "--quiet",
        "--site-dir",
        str(tmp_path / "site"),
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site" / "rules" / "IPU202" / "index.html").exists()


def test_every_page_is_in_the_navigation() -> None:
    navigation = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    parts = [next(iter(part.values())) if isinstance(part, dict) else [part] for part in navigation]
    listed = set(itertools.chain.from_iterable(parts))
    written = {path.relative_to(ROOT / "docs").as_posix() for path in PAGES[1:]}
    assert listed == written | {"rules/index.md", "errors.md", "options.md"}


def test_the_page_of_options_has_all() -> None:
    page = MADE["options.md"]
    for name, command in gpu2ipu.commands.items():
        part = page.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        assert f"Usage: gpu2ipu {name} [OPTIONS]" in part
        options = {
            option for each in command.params if isinstance(each, click.Option) for option in each.opts
        }
        assert not [option for option in (*options, "--help") if f"{option} " not in part.replace(",", " ")]


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.id)
def test_a_rule_has_a_page(rule: Rule) -> None:
    page = MADE[f"rules/{rule.id}.md"]
    assert page.startswith(f"# {rule.id} {rule.name}\n")
    assert f"[{rule.id}]({rule.id}.md)" in MADE["rules/index.md"]
    for words in docs_pages.errors_of(rule):
        assert f"| {docs_pages.in_table(words)} | [{rule.id}](rules/{rule.id}.md)" in MADE["errors.md"]


@pytest.mark.parametrize(
    ("why", "messages"),
    [
        ('It is an error: "has a partial batch, which".', ["has a partial batch, which"]),
        ('Two of them: "one is here", and "the other".', ["one is here", "the other"]),
        ('`IPUStrategy("no_message=False")` is code.', []),
        ('`logs["val acc"]` is code.', []),
    ],
)
def test_messages_are_what_the_text_of_a_rule_quotes(why: str, messages: list[str]) -> None:
    rule = type("Quoting", (Rule,), {"why": why, "check": lambda self, port: iter(())})()
    assert docs_pages.errors_of(rule) == messages


def test_ids_of_rules_are_links_but_in_code() -> None:
    text = "# IPU202 a\n\nSee IPU202, `# IPU203`, [IPU204](x.md).\n\n```sh\nIPU205\n```\nIPU2 and XIPU202\n"
    linked = docs_pages.with_links_to_rules(text, "../")
    assert linked == text.replace("See IPU202", "See [IPU202](../rules/IPU202.md)")
