"""Leftovers: what removed statements leave behind: comments that spoke of them, imports that nothing else reads."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import FileOfScript, Script
from gpu2ipu.findings import COMMENT_PREFIX

_OF_GPUS = re.compile(r"gpu|tpu|cuda|cudnn|nccl|nvidia|vram|memory growth", re.IGNORECASE)
_FOR_GPUS = ("numba",)
_DEVICES = "tensorflow.python.client"


def has_comment_of_its_own(script: Script, statement: ast.stmt, removed: Collection[ast.stmt]) -> bool:
    """True if the comment right above a statement speaks of GPUs, and of nothing but statements that are removed."""
    above = statement.lineno - 1
    while above and script.lines[above - 1].lstrip().startswith("#"):
        above -= 1
    comment = "\n".join(script.lines[above : statement.lineno - 1]).replace(COMMENT_PREFIX, "")
    if not _OF_GPUS.search(comment):
        return False
    ends = {each.lineno: each.end_lineno or each.lineno for each in removed}
    below = statement.lineno
    while below in ends:
        below = ends[below] + 1
    return _is_end(script, below, statement.col_offset)


def _is_end(script: Script, number: int, column: int) -> bool:
    """True if a paragraph, or its block, has ended at a line."""
    line = script.lines[number - 1] if number <= len(script.lines) else ""
    return not line.strip() or line.lstrip().startswith("#") or len(line) - len(line.lstrip()) < column


def freed_imports(script: Script, gone: Collection[ast.AST]) -> Iterator[ast.stmt]:
    """Yield the imports at the top of a script, of what others wrote, whose names nothing reads but nodes that go.

    None in a file that others import, which may take the names from it, nor in a notebook, where magics may read them,
    nor where a comment keeps a statement that would go.
    """
    if may_be_read_elsewhere(script):
        return
    names = bindings_of(script)
    texts = {node.value for node in script.nodes if isinstance(node, ast.Constant)}
    for statement in script.tree.body:
        if not isinstance(statement, (ast.Import, ast.ImportFrom)) or len(statement.names) > 1:
            continue
        variable = names.variable(statement.names[0])
        if variable is None or len(variable.bindings) > 1 or variable.name in texts:
            continue
        is_read_by_others = any(read not in gone for read in variable.reads)
        if variable.reads and is_free_import(statement) and not is_read_by_others:
            yield statement


def is_free_import(statement: ast.Import | ast.ImportFrom) -> bool:
    """True if an import only binds a name: a module of the user may do more, and other rules rewrite those of Keras."""
    module = statement.module or "" if isinstance(statement, ast.ImportFrom) else statement.names[0].name
    package = module.partition(".")[0]
    return module == _DEVICES or package in _FOR_GPUS or package in sys.stdlib_module_names


def may_be_read_elsewhere(script: Script) -> bool:
    """True if names of a file may be read unseen: by cells, by a file that imports it, by what a comment keeps."""
    return bool(script.borders) or may_be_kept_by_comment(script) or _is_imported(script)


def may_be_kept_by_comment(script: Script) -> bool:
    """True if a comment may keep a statement that would go."""
    return COMMENT_PREFIX in script.text and "ignore" in script.text


def _is_imported(script: Script) -> bool:
    """True if another file of the program imports a file."""
    if not isinstance(script, FileOfScript) or script.program is None:
        return False
    return any(script.path in file.imports.values() for file in script.program.files)


@once
def read_by_other_files(script: Script) -> frozenset[str]:
    """Return the names that the other files of a program may take from a file: attributes, and what they import."""
    if not _is_imported(script):
        return frozenset()
    assert isinstance(script, FileOfScript) and script.program is not None
    others = (node for file in script.program.files if file.path != script.path for node in file.nodes)
    names = set[str]()
    for node in others:
        if isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.name for alias in node.names}
    return frozenset(names)
