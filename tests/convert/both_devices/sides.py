"""What a script for both devices is on each of them, in a form in which it can be compared to port and original."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from gpu2ipu.analysis.syntax.both_devices import NO_CONTEXT, on_gpu, on_ipu
from gpu2ipu.convert.both_devices.defaults import default_of
from gpu2ipu.convert.both_devices.expressions import cast_of


def on_an_ipu(script: str, port: str) -> tuple[str, str]:
    """The script on an IPU and its port."""
    trees = on_ipu(ast.parse(script)), ast.parse(port)
    return _shown(*(_Plain().visit(tree) for tree in trees))


def on_a_gpu(script: str, original: str) -> tuple[str, str]:
    """The script on a GPU, without what has no effect there, and its original."""
    trees = on_gpu(ast.parse(script)), ast.parse(original)
    known = _names(trees[1])
    return _shown(*(_Gpu(known).visit(tree) for tree in trees))


def _shown(both: ast.Module, one: ast.Module) -> tuple[str, str]:
    """The two as text, without the imports and the variables for CUDA that only the script for both devices has."""
    has = {ast.unparse(node) for node in one.body}
    both.body = [node for node in both.body if ast.unparse(node) in has or not _is_harmless(node)]
    for tree in (both, one):  # imports may be in another order
        tree.body.sort(key=lambda node: ast.unparse(node) if _is_import(node) else "~")
    return ast.unparse(ast.fix_missing_locations(both)), ast.unparse(ast.fix_missing_locations(one))


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, (ast.Import, ast.ImportFrom))


def _is_harmless(node: ast.stmt) -> bool:
    return _is_import(node) or ast.unparse(node).startswith("os.environ[")


def _names(tree: ast.AST) -> set[str]:
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    found |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return found | {getattr(node, "name", "") or "" for node in ast.walk(tree)}


class _Plain(ast.NodeTransformer):
    """Without arguments that say the default, in one order."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        function = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        node.keywords = sorted(
            (each for each in node.keywords if not self._is_default(function, each)),
            key=lambda each: each.arg or "",
        )
        return node

    def _is_default(self, function: str, keyword: ast.keyword) -> bool:
        value = ast.unparse(keyword.value)
        never = keyword.arg == "jit_compile" and value == "False"
        return never or (keyword.arg is not None and value in (default_of(function, keyword.arg), "None"))


class _Gpu(_Plain):
    """Without what only counts, scopes of the default strategy, helper functions, casts, and slices of everything."""

    def __init__(self, known: Iterable[str]) -> None:
        self.known = set(known)
        self.whole: set[str] = set()  # names of numbers of all rows

    def _is_new(self, name: str) -> bool:
        return name not in self.known

    def visit_Call(self, node: ast.Call) -> ast.AST:
        inner = cast_of(node)
        if inner is not None:
            return self.visit(inner)  # type: ignore[no-any-return]
        return super().visit_Call(node)

    def _is_default(self, function: str, keyword: ast.keyword) -> bool:
        named = isinstance(keyword.value, ast.Name) and self._is_new(keyword.value.id)
        # a parameter that only the port has, with the default of what gets it
        is_passed_on = named and ast.unparse(keyword.value) == keyword.arg
        only_counts = ast.unparse(keyword.value) == "1" and keyword.arg == "steps_per_execution"
        return super()._is_default(function, keyword) or is_passed_on or only_counts

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        target = node.targets[0]
        if isinstance(target, ast.Name) and self._is_new(target.id):
            value = ast.unparse(node.value)
            if value == "None" or value.startswith("len(") or value.endswith(".shape[0]"):
                self.whole.add(target.id)
            if isinstance(node.value, (ast.BinOp, ast.Call, ast.Constant, ast.Subscript)):
                return None
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        first = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) else node.slice
        if isinstance(first, ast.Slice) and first.upper is not None:
            upper = ast.unparse(first.upper)
            if upper == "None" or upper in self.whole:
                first.upper = None
                return node.value if first is node.slice and first.lower is None else node
        return node

    def visit_With(self, node: ast.With) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        node.items = [each for each in node.items if not self._does_nothing(each.context_expr)]
        return node if node.items else node.body

    def _does_nothing(self, context: ast.expr) -> bool:
        text = ast.unparse(context)
        return text == NO_CONTEXT or (text.endswith(".scope()") and self._is_new(text.partition(".")[0]))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        if self._is_new(node.name):
            return None
        self.generic_visit(node)
        node.decorator_list = [_bare(each) for each in node.decorator_list]
        added = [each for each in node.args.args if self._is_new(each.arg)]
        node.args.args = [each for each in node.args.args if each not in added]
        if added and node.args.defaults:
            del node.args.defaults[-len(added) :]
        return node

    def visit_arguments(self, node: ast.arguments) -> ast.AST:
        self.generic_visit(node)
        pairs = [pair for pair in zip(node.kwonlyargs, node.kw_defaults) if not self._is_new(pair[0].arg)]
        node.kwonlyargs, node.kw_defaults = [each for each, _ in pairs], [value for _, value in pairs]
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        if isinstance(node.target, ast.Name) and self._is_new(node.target.id):
            node.target.id = "_"
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST | None:
        return None if self._is_new(node.name) else self.generic_visit(node)


def _bare(decorator: ast.expr) -> ast.expr:
    """A decorator without parentheses that hold nothing."""
    is_call = isinstance(decorator, ast.Call) and not (decorator.args or decorator.keywords)
    return decorator.func if is_call and isinstance(decorator, ast.Call) else decorator
