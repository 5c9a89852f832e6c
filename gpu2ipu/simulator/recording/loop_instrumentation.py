"""The loops of a script report to a watcher: the script and its own modules are compiled so.

`for x in y:` becomes `for x in WATCH(y):`, in comprehensions too, and `while test:` a loop over `WATCH(EVER)` that the
test leaves. A loop that yields from inside is left as it is, for what runs between two of its items is not its body
alone, and so is a `while` with an `else`. Code of AutoGraph, which reads the source, is not touched.
"""

from __future__ import annotations

import ast
import builtins
import importlib.abc
import importlib.machinery
import itertools
import os
import sys
import sysconfig
from types import CodeType
from typing import Any, Callable

WATCH = "__gpu2ipu_watch__"
_EVER, _PASS = "__gpu2ipu_ever__", "__gpu2ipu_pass__"

_INSTALLED = (os.sep + "site-packages" + os.sep, os.sep + "dist-packages" + os.sep)
_STANDARD = sysconfig.get_paths()["stdlib"] + os.sep

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp)


def install(watch: Callable[[Any], Any]) -> None:
    """Let the loops of all that is `compiled`, and of modules that no one has installed, go through `watch`."""
    setattr(builtins, WATCH, watch)
    setattr(builtins, _EVER, itertools.repeat(None))
    sys.meta_path.insert(0, _Finder())


def compiled(source: bytes, path: str) -> CodeType:
    """The code of a file whose loops report; lines stay where they are."""
    tree = _Reporting().visit(ast.parse(source, path))
    code: CodeType = compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
    return code


class _Reporting(ast.NodeTransformer):
    """Puts the watcher around what loops go through."""

    def visit_For(self, node: ast.For) -> ast.For:
        """A loop, unless it yields."""
        self.generic_visit(node)
        if not any(_yields(statement) for statement in node.body):
            node.iter = _watched(node.iter)
        return node

    def visit_While(self, node: ast.While) -> ast.stmt:
        """A loop without an end of its own, unless it yields."""
        self.generic_visit(node)
        if node.orelse or any(_yields(part) for part in (node.test, *node.body)):
            return node
        leave = ast.If(ast.UnaryOp(ast.Not(), node.test), [ast.Break()], [])
        body = [ast.copy_location(leave, node.test), *node.body]
        target, ever = ast.Name(_PASS, ast.Store()), ast.copy_location(ast.Name(_EVER, ast.Load()), node)
        return ast.copy_location(ast.For(target, _watched(ever), body, []), node)

    def visit_ListComp(self, node: Any) -> Any:
        """A comprehension that is computed at once; others are generators."""
        self.generic_visit(node)
        for clause in node.generators:
            if not clause.is_async:
                clause.iter = _watched(clause.iter)
        return node

    visit_SetComp = visit_DictComp = visit_ListComp


def _watched(iterable: ast.expr) -> ast.expr:
    call = ast.Call(ast.Name(WATCH, ast.Load()), [iterable], [])
    return ast.copy_location(call, iterable)


def _yields(node: ast.AST) -> bool:
    if isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await)):
        return True
    return not isinstance(node, _SCOPES) and any(_yields(child) for child in ast.iter_child_nodes(node))


class _Finder(importlib.abc.MetaPathFinder):
    """Finds modules where Python does, and compiles those of the user."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """The module, if it is one of the user's own."""
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        loader = spec.loader if spec is not None else None
        if type(loader) is not importlib.machinery.SourceFileLoader or not _is_own(loader.path):
            return None
        assert spec is not None
        spec.loader = _Loader(loader.name, loader.path)
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    """Compiles anew, past the files in which Python keeps code."""

    def get_code(self, fullname: str) -> CodeType:
        """The code of a module."""
        return compiled(self.get_data(self.path), self.path)


def _is_own(path: str) -> bool:
    place = os.path.abspath(path)
    return not place.startswith(_STANDARD) and not any(part in place for part in _INSTALLED)
