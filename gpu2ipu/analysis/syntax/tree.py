"""Structure: the position of a node in its script: its statement, its block, its function, its loops."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import FileOfScript, Script

Function = ast.FunctionDef | ast.AsyncFunctionDef
Block = list[ast.stmt]

CONSTRUCTORS = ("__init__", "__post_init__")  # what they set belongs to a new object

_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_BLOCKS = ("body", "orelse", "finalbody")


def _parents(script: Script) -> Mapping[ast.AST, ast.AST]:
    """The parents in the whole program, whichever of its files is asked."""
    return (script.program if isinstance(script, FileOfScript) and script.program else script).parents


def ancestors(script: Script, node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes around a node, from the inside out, the module last."""
    parents = _parents(script)
    while node in parents:
        node = parents[node]
        yield node


def statement_of(script: Script, node: ast.AST) -> ast.stmt:
    """Return the statement that a node belongs to; a statement is its own."""
    if isinstance(node, ast.stmt):
        return node
    return next(outer for outer in ancestors(script, node) if isinstance(outer, ast.stmt))


def function_of(script: Script, node: ast.AST) -> Function | None:
    """Return the innermost `def` around a node, or None at module level."""
    return next((outer for outer in ancestors(script, node) if isinstance(outer, Function)), None)


def in_loop(script: Script, node: ast.AST) -> bool:
    """True if a node is in a loop or comprehension of its own function."""
    for outer in ancestors(script, node):
        if isinstance(outer, (*_LOOPS, ast.Lambda)):
            return True
        if isinstance(outer, Function):
            return False
    return False


def first_line(statement: ast.stmt) -> int:
    """Return the line in which a statement begins, with its decorators."""
    decorators = getattr(statement, "decorator_list", None)
    return decorators[0].lineno if decorators else statement.lineno


def blocks(statement: ast.stmt) -> Iterator[Block]:
    """Yield the lists of statements directly inside a compound statement."""
    for name in _BLOCKS:
        block = getattr(statement, name, None)
        if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
            yield block
    for handler in getattr(statement, "handlers", ()):
        yield handler.body
    for case in getattr(statement, "cases", ()):
        yield case.body


def statements_in(statement: ast.stmt) -> Iterator[ast.stmt]:
    """Yield a statement and all those in its blocks."""
    yield statement
    for block in blocks(statement):
        for inner in block:
            yield from statements_in(inner)


def block_of(script: Script, statement: ast.stmt) -> Block:
    """Return the list of statements that holds a statement."""
    parent = _parents(script)[statement]
    if isinstance(parent, ast.Module):
        return parent.body
    for name in _BLOCKS:
        block = getattr(parent, name, None)
        if isinstance(block, list) and statement in block:
            return block
    raise AssertionError("every statement stands in a block")


def path_to(script: Script, statement: ast.stmt) -> list[ast.stmt]:
    """Return the statements around a statement inside its function, the outermost first, itself last."""
    path = [statement]
    for outer in ancestors(script, statement):
        if isinstance(outer, (Function, ast.ClassDef)):
            break
        if isinstance(outer, ast.stmt):
            path.append(outer)
    return path[::-1]


def is_decorated(definition: ast.AST | None, decorator: str) -> bool:
    """True if a function has a plain decorator of that name."""
    decorators = getattr(definition, "decorator_list", ())
    return any(isinstance(node, ast.Name) and node.id == decorator for node in decorators)


@once
def main_guard(script: Script) -> ast.If | None:
    """Return the `if __name__ == "__main__":` statement of a file."""
    for statement in script.tree.body:
        if isinstance(statement, ast.If) and is_main_test(statement.test):
            return statement
    return None


def is_main_test(test: ast.expr) -> bool:
    """True if a test reads `__name__ == "__main__"`, either way round."""
    if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq)):
        return False
    sides = (test.left, test.comparators[0])
    names = [side.id for side in sides if isinstance(side, ast.Name)]
    texts = [side.value for side in sides if isinstance(side, ast.Constant)]
    return names == ["__name__"] and texts == ["__main__"]


def parameter_names(function: Function | ast.Lambda | None) -> frozenset[str]:
    """Return the names of a function's parameters."""
    if function is None:
        return frozenset()
    every = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    extra = (function.args.vararg, function.args.kwarg)
    return frozenset(a.arg for a in (*every, *extra) if a is not None)


def decorator_names(node: ast.AST) -> frozenset[str]:
    """Return the names of a function's or class's decorators that are plain names."""
    decorators = getattr(node, "decorator_list", ())
    return frozenset(each.id for each in decorators if isinstance(each, ast.Name))


def blocks_around(script: Script, node: ast.AST) -> Iterator[list[ast.stmt]]:
    """Return the lists of statements around a node in its function, the innermost first."""
    inner: ast.AST = node
    for outer in ancestors(script, node):
        if isinstance(outer, ast.stmt):
            yield from (block for block in blocks(outer) if inner in block)
        if isinstance(outer, Function):
            return
        inner = outer if isinstance(outer, ast.stmt) else inner


def unrolled(statements: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Return statements, those of `with` blocks in place of the blocks."""
    for statement in statements:
        yield from unrolled(statement.body) if isinstance(statement, ast.With) else (statement,)


def assigned_pairs(statement: ast.Assign | ast.AnnAssign) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Return what an assignment assigns to, and what, items of tuples one by one."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    value = statement.value
    for target in targets if value is not None else ():
        match target, value:
            case ast.Tuple(elts=names), ast.Tuple(elts=values) if len(names) == len(values):
                yield from zip(names, values)
            case ast.Tuple(elts=names), ast.expr():
                items = (ast.Subscript(value, ast.Constant(i), ast.Load()) for i in range(len(names)))
                yield from zip(names, items)
            case _, ast.expr():
                yield target, value
