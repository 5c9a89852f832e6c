"""Scripts for both devices: those that ask at run time whether there is the SDK, and what they are on each device.

    try:
        from tensorflow.python import ipu
    except ImportError:
        ipu = None

    USES_IPU = ipu is not None

All that decides on such names is folded away: `a if USES_IPU else b` is `a` on an IPU, `if USES_IPU:` its body. What is
left on an IPU is all that the analysis sees, at the places that it has in the script.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable

from gpu2ipu.records import record

_MODULE, _PACKAGE, _NAME = "tensorflow.python.ipu", "tensorflow.python", "ipu"
_STRATEGY = "IPUStrategy"
# What a condition between devices speaks of; another one, such as `if args.train`, is about what to do.
_DEVICE = re.compile(r"ipu|[cgt]pu|device|accelerator|backend|hardware|platform", re.IGNORECASE)
_ERRORS = {"ImportError", "ModuleNotFoundError", "Exception"}
NO_CONTEXT = "contextlib.nullcontext()"  # the context manager of a device that has none


@record(eq=False)
class Choice:
    """How a script tells the devices apart: the statements that find out, and the names that they bind."""

    imports: ast.Try
    module: str  # the name of the SDK's module, None on a GPU
    flags: tuple[str, ...]  # the names that are true on an IPU
    settings: tuple[ast.stmt, ...]  # the statements that bind these after the import

    def answer(self, test: ast.expr) -> bool | None:
        """Return what a condition is on an IPU; None where something else decides."""
        if isinstance(test, ast.Name):
            return True if test.id in (self.module, *self.flags) else None
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            inner = self.answer(test.operand)
            return None if inner is None else not inner
        if isinstance(test, ast.Compare) and isinstance(test.left, ast.Name) and test.left.id == self.module:
            is_none = isinstance(test.comparators[0], ast.Constant) and test.comparators[0].value is None
            if is_none and isinstance(test.ops[0], (ast.Is, ast.IsNot)):
                return isinstance(test.ops[0], ast.IsNot)
        return None


def choice_of(tree: ast.Module) -> Choice | None:
    """Return how a script tells the devices apart; None for a script of one device."""
    guarded = (_guarded_import(node) for node in tree.body)
    imports, module = next((found for found in guarded if found), (None, ""))
    if imports is None:
        return None
    inner = [*imports.body, *imports.orelse, *(node for each in imports.handlers for node in each.body)]
    flags = {flag for node in inner if (flag := _target(node)) and flag != module}
    choice = Choice(imports, module, (), ())
    settings = [node for node in tree.body if isinstance(node, ast.Assign) and choice.answer(node.value)]
    flags |= {flag for node in settings if (flag := _target(node))}
    bound = Counter(map(_stored, ast.walk(tree)))
    known = Counter(flag for node in (*inner, *settings) if (flag := _target(node)))
    if any(bound[name] != known[name] for name in (module, *flags)):
        return None
    return Choice(imports, module, tuple(flags), tuple(settings))


def device_conditions(tree: ast.Module) -> dict[str, bool]:
    """Return the conditions by which a script creates an IPUStrategy or does not; whether where they hold.

    A condition goes by the key that `condition_of` gives. To be asked before `on_ipu` leaves one branch.
    """
    found: dict[str, bool] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.If):
            of_ipu = [any(map(_creates_strategy, block)) for block in (node.body, node.orelse)]
            key, is_negated = condition_of(node.test)
            if of_ipu[0] is not of_ipu[1] and key:
                found[key] = of_ipu[0] is not is_negated
    return found


def condition_of(test: ast.expr) -> tuple[str, bool]:
    """Return what a test between devices asks, empty for any other, and whether it asks for the opposite.

    `args.use_ipu` and `self.use_ipu` are one flag.
    """
    is_negated = isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
    asked = test.operand if isinstance(test, ast.UnaryOp) and is_negated else test
    text = asked.attr if isinstance(asked, ast.Attribute) else ast.unparse(asked)
    return (text if _DEVICE.search(text) else ""), is_negated


def on_ipu(tree: ast.Module) -> ast.Module:
    """Return what a script is on an IPU; it is the same tree, changed in place."""
    return _on(tree, is_ipu=True)


def on_gpu(tree: ast.Module) -> ast.Module:
    """Return what a script is without IPUs; it is the same tree, changed in place."""
    return _on(tree, is_ipu=False)


def _on(tree: ast.Module, is_ipu: bool) -> ast.Module:
    choice = choice_of(tree)
    if choice is not None:
        _Folding(choice, is_ipu).visit(tree)
    _BranchFolding(is_ipu).visit(tree)
    return tree


def _guarded_import(node: ast.stmt) -> tuple[ast.Try, str] | None:
    """The statement that imports the SDK if it is there, and the name of the SDK."""
    if not isinstance(node, ast.Try) or node.finalbody or not all(map(_is_for_imports, node.handlers)):
        return None
    for each in node.body:
        for alias in each.names if isinstance(each, (ast.Import, ast.ImportFrom)) else ():
            package = f"{each.module}." if isinstance(each, ast.ImportFrom) else ""
            if f"{package}{alias.name}" == _MODULE and (package or alias.asname):
                name = alias.asname or alias.name
                others = (other for other in node.body if not isinstance(other, (ast.Import, ast.ImportFrom)))
                return (node, name) if all(map(_target, others)) and _settles(node, name) else None
    return None


def _is_for_imports(handler: ast.ExceptHandler) -> bool:
    return isinstance(handler.type, ast.Name) and handler.type.id in _ERRORS


def _settles(node: ast.Try, module: str) -> bool:
    """True if all that the handlers do is to give constants to the module's name and to flags."""
    body = [each for handler in node.handlers for each in handler.body]
    targets = [_target(each) for each in body]
    plain = all(targets) and all(map(_target, node.orelse))
    return plain and (module in targets or any(map(_target, (*node.body, *node.orelse))))


def _target(node: ast.stmt) -> str:
    """The name that an assignment of a constant, or of whether something is there, binds; empty for others."""
    if (
        not isinstance(node, ast.Assign)
        or len(node.targets) != 1
        or not isinstance(node.targets[0], ast.Name)
    ):
        return ""
    return node.targets[0].id if isinstance(node.value, (ast.Constant, ast.Compare)) else ""


def _stored(node: ast.AST) -> str:
    """The name that a node binds; empty for others."""
    return node.id if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) else ""


class _Folding(ast.NodeTransformer):
    """Leaves one side of each decision on the device."""

    def __init__(self, choice: Choice, is_ipu: bool) -> None:
        self._choice = choice
        self._is_ipu = is_ipu

    def _holds(self, test: ast.expr) -> bool | None:
        answer = self._choice.answer(test)
        return None if answer is None else answer is self._is_ipu

    def visit(self, node: ast.AST) -> ast.AST | list[ast.stmt] | None:
        """Fold a node; a block that would be empty has a `pass`."""
        if node is self._choice.imports:
            return self._imports()
        if node in self._choice.settings:
            return None
        folded: ast.AST | list[ast.stmt] | None = super().visit(node)
        for name in ("body", "orelse", "finalbody"):
            if getattr(node, name, None) == [] and name == "body" and isinstance(node, ast.stmt):
                node.body = [ast.copy_location(ast.Pass(), node)]  # type: ignore[attr-defined]
        return folded

    def _imports(self) -> list[ast.stmt]:
        """The import, which stands for the whole statement: what comes after it comes after all of that."""
        guarded = self._choice.imports
        imports = [each for each in guarded.body if isinstance(each, (ast.Import, ast.ImportFrom))]
        return [ast.copy_location(each, guarded) for each in imports] if self._is_ipu else []

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        """One of the blocks."""
        holds = self._holds(node.test)
        if holds is None:
            return self.generic_visit(node)
        return self._all(node.body if holds else node.orelse)

    def _all(self, statements: Iterable[ast.stmt]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for statement in statements:
            folded = self.visit(statement)
            if isinstance(folded, list):
                found += folded
            elif isinstance(folded, ast.stmt):
                found.append(folded)
        return found

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST | list[ast.stmt] | None:
        """One of the expressions."""
        holds = self._holds(node.test)
        if holds is None:
            return self.generic_visit(node)
        return self.visit(node.body if holds else node.orelse)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A flag is a constant."""
        if node.id not in self._choice.flags or not isinstance(node.ctx, ast.Load):
            return node
        return ast.copy_location(ast.Constant(self._is_ipu), node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        """Likewise what is not the case."""
        holds = self._holds(node)
        return self.generic_visit(node) if holds is None else ast.copy_location(ast.Constant(holds), node)

    def visit_With(self, node: ast.With) -> ast.AST | list[ast.stmt]:
        """A block whose context managers are all those of the other device is its body."""
        chosen = [isinstance(item.context_expr, ast.IfExp) for item in node.items]
        self.generic_visit(node)
        items = zip(node.items, chosen)
        left = [each for each, is_chosen in items if not (is_chosen and _is_nothing(each.context_expr))]
        if not left:
            return node.body
        node.items = left
        return node


class _BranchFolding(ast.NodeTransformer):
    """Leaves one branch of an `if` that asks for IPUs, where one creates an IPUStrategy and the other does not."""

    def __init__(self, is_ipu: bool) -> None:
        self._is_ipu = is_ipu

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        """The branch of the device, whatever the test is."""
        of_ipu = [any(map(_creates_strategy, block)) for block in (node.body, node.orelse)]
        is_choice = node.orelse and of_ipu[0] is not of_ipu[1] and _asks_for_ipus(node)
        self.generic_visit(node)
        if not is_choice:
            return node
        return node.body if of_ipu[0] is self._is_ipu else node.orelse


def _asks_for_ipus(node: ast.If) -> bool:
    """True if a test names IPUs, or that of an `elif` below it does."""
    below = node.orelse[0] if len(node.orelse) == 1 else None
    return "ipu" in ast.unparse(node.test).lower() or (isinstance(below, ast.If) and _asks_for_ipus(below))


def _creates_strategy(statement: ast.stmt) -> bool:
    calls = (node.func for node in ast.walk(statement) if isinstance(node, ast.Call))
    return any(getattr(func, "attr", getattr(func, "id", "")) == _STRATEGY for func in calls)


def _is_nothing(node: ast.expr) -> bool:
    return ast.unparse(node) == NO_CONTEXT
