"""Instrument the loops of a script and of its own modules when they are compiled, so that a function can end them.

`for x in y:` becomes `for x in WATCH(y):`, in comprehensions too, and `while test:` becomes a loop over `WATCH(EVER)`
that breaks when the test fails. A loop that yields is not changed, since code outside of its body runs between two of
its items, and neither is a `while` with an `else`. AutoGraph reads the source and is not affected.
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
_SIMULATOR = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp)


def install(watch: Callable[[Any], Any]) -> None:
    """Pass the iterables of loops through `watch`, in what `compiled` compiles and in modules of the user."""
    setattr(builtins, WATCH, watch)
    setattr(builtins, _EVER, itertools.repeat(None))
    sys.meta_path.insert(0, _Finder())


def compiled(source: bytes, path: str) -> CodeType:
    """Compile a file with instrumented loops; line numbers stay the same."""
    tree = _Reporting().visit(ast.parse(source, path))
    code: CodeType = compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
    return code


class _Reporting(ast.NodeTransformer):
    """Wraps the iterables of loops in calls of WATCH."""

    def visit_For(self, node: ast.For) -> ast.For:
        """Instrument a `for` loop unless it yields."""
        self.generic_visit(node)
        if not any(_yields(statement) for statement in node.body):
            node.iter = _watched(node.iter)
        return node

    def visit_While(self, node: ast.While) -> ast.stmt:
        """Replace a `while` loop by an instrumented `for` loop, unless it yields or has an `else`."""
        self.generic_visit(node)
        if node.orelse or any(_yields(part) for part in (node.test, *node.body)):
            return node
        leave = ast.If(ast.UnaryOp(ast.Not(), node.test), [ast.Break()], [])
        body = [ast.copy_location(leave, node.test), *node.body]
        target, ever = ast.Name(_PASS, ast.Store()), ast.copy_location(ast.Name(_EVER, ast.Load()), node)
        return ast.copy_location(ast.For(target, _watched(ever), body, []), node)

    def visit_ListComp(self, node: Any) -> Any:
        """Instrument a comprehension; generator expressions are not changed."""
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
    """Finds modules as Python does, and compiles those of the user with instrumented loops."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Return the spec of a module of the user, None for any other."""
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        loader = spec.loader if spec is not None else None
        if type(loader) is not importlib.machinery.SourceFileLoader or not is_own(loader.path):
            return None
        assert spec is not None
        spec.loader = _Loader(loader.name, loader.path)
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    """Compiles the source without using the cached bytecode of Python."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the instrumented code of a module."""
        return compiled(self.get_data(self.path), self.path)


def is_own(path: str) -> bool:
    """Return whether a file is one of the user: not of Python, of an installed package or of the simulator."""
    place = os.path.abspath(path)
    return not place.startswith((_STANDARD, _SIMULATOR)) and not any(part in place for part in _INSTALLED)
