"""Uncalled functions: the functions of a program that is run which nothing in it names, so that no run meets them.

What they would do on an IPU is no matter of the run. A function counts as named wherever its name is read, imported
under another name or spelled in a string, but for functions that are not named themselves; and all of them do where
names are looked up. An import alone, as in the `__init__.py` of a package, names nothing: what it brings is to be read.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import Function, ancestors, decorator_names

#: What finds functions and classes by names that are not in the program's text.
_LOOK_UP = frozenset(("eval", "exec", "import_module", "__import__", "__subclasses__", "Fire"))
#: What finds those that its own file defines or imports.
_LOOK_UP_HERE = frozenset(("globals", "locals", "vars"))
#: Decorators of classes that know no methods but those that they write.
_ADDING = frozenset(
    ("dataclass", "total_ordering", "final", "define", "frozen", "attrs", "attr.s", "attr.dataclass")
)
#: Names under which programs and tests call a function without saying so in a script.
_CALLED_FROM_OUTSIDE = ("main", "setUp", "tearDown")


def is_in_uncalled(script: Script, line: int) -> bool:
    """True if a line is in the body of a function that no run of a script, or of its program, meets."""
    return line in _uncalled_lines(facts_of(script).everywhere.script)


@once
def _uncalled_lines(script: Script) -> frozenset[int]:
    """The lines of the bodies of the functions that no run of a script meets."""
    bodies = (each.body for each in uncalled_functions(script))
    return frozenset(
        line for body in bodies for line in range(body[0].lineno, (body[-1].end_lineno or 0) + 1)
    )


@once
def uncalled_functions(script: Script) -> frozenset[Function]:
    """Return the functions that no run of a script meets; none of modules that are there for other programs."""
    facts = facts_of(script)
    if not _is_run(facts) or any(map(_looks_up, script.nodes)):
        return frozenset()
    open_files = {script.file_of(node) for node in script.nodes if _looks_up_here(node)}
    mentions, inherited = _mentions(script, open_files), _inherited(script)
    candidates = {
        each
        for each in script.nodes
        if _is_candidate(script, each, inherited) and script.file_of(each) not in open_files
    }
    found: set[ast.AST] = set()
    while more := {each for each in candidates - found if _is_unnamed(script, each, mentions, found)}:
        found |= more
    of_classes = (inner for each in found if isinstance(each, ast.ClassDef) for inner in ast.walk(each))
    return frozenset(each for each in (*found, *of_classes) if isinstance(each, Function))


def _is_run(facts: Facts) -> bool:
    """True if a model is created when a file is run: else its functions are there for others."""
    starts = (each.stack[0].function for each in facts.everywhere.models)
    return any(start is None or getattr(start, "decorator_list", ()) for start in starts)


def _looks_up(node: ast.AST) -> bool:
    """True if code finds objects by names that it computes, or hands all that there are to a command line."""
    if isinstance(node, (ast.Name, ast.Attribute)):
        return (node.id if isinstance(node, ast.Name) else node.attr) in _LOOK_UP
    match node:
        case ast.Call(func=ast.Name(id="getattr"), args=[_, name, *_]):
            return not isinstance(name, ast.Constant)
    return False


def _looks_up_here(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id in _LOOK_UP_HERE


def _mentions(script: Script, open_files: Collection[Script]) -> Mapping[str, list[ast.AST]]:
    """The places where a name is read, imported under another one or spelled in a string; in some, all imports."""
    found: dict[str, list[ast.AST]] = defaultdict(list)
    for node in script.nodes:
        names = set(_names_in(node))
        if isinstance(node, ast.alias) and open_files and script.file_of(node) in open_files:
            names.add(node.name.rpartition(".")[2])
        for name in names:
            found[name].append(node)
    return found


def _names_in(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            yield name
        case ast.alias(name=name, asname=str()):
            yield name.rpartition(".")[2]
        case ast.Constant(value=str(text)):
            yield text.rpartition(".")[2].rpartition(":")[2]


def _inherited(script: Script) -> frozenset[str]:
    """What classes inherit from, as written."""
    bases = (base for node in script.nodes if isinstance(node, ast.ClassDef) for base in node.bases)
    return frozenset(map(ast.unparse, bases))


def _is_candidate(script: Script, node: ast.AST, inherited: frozenset[str]) -> bool:
    """True for functions, classes and methods that Python and libraries call under no name of their own."""
    if not isinstance(node, (Function, ast.ClassDef)):
        return False
    decorators = decorator_names(node)
    if len(decorators) < len(node.decorator_list) or not decorators <= {"staticmethod", "classmethod"}:
        return False
    if node.name in _CALLED_FROM_OUTSIDE or node.name.startswith(("__", "test_")):
        return False
    owner = next(ancestors(script, node))
    if isinstance(owner, ast.Module):
        return not isinstance(node, ast.ClassDef) or not (node.keywords or _is_of_tests(node))
    return (
        isinstance(owner, ast.ClassDef) and isinstance(node, Function) and _is_plain(script, owner, inherited)
    )


def _is_of_tests(node: ast.ClassDef) -> bool:
    return node.name.startswith("Test") or any(ast.unparse(base).endswith("TestCase") for base in node.bases)


def _is_plain(script: Script, owner: ast.ClassDef, inherited: frozenset[str]) -> bool:
    """True for a class whose methods nothing but the program knows, and no subclass either."""
    if (
        not all(map(_only_adds, owner.decorator_list))
        or owner.keywords
        or any(ast.unparse(base) != "object" for base in owner.bases)
    ):
        return False
    return isinstance(next(ancestors(script, owner)), ast.Module) and owner.name not in inherited


def _only_adds(decorator: ast.expr) -> bool:
    """True for `@dataclass(frozen=True)`, `@attr.s` and the like, which call none of a class's methods."""
    written = ast.unparse(decorator.func if isinstance(decorator, ast.Call) else decorator)
    return not _ADDING.isdisjoint((written, written.rpartition(".")[2]))


def _is_unnamed(
    script: Script, node: ast.AST, mentions: Mapping[str, list[ast.AST]], unnamed: set[ast.AST]
) -> bool:
    """True if all mentions of a function or class are in itself, or in those that nothing names."""
    assert isinstance(node, (Function, ast.ClassDef))
    inside = unnamed | {node}
    return all(not inside.isdisjoint(ancestors(script, each)) for each in mentions.get(node.name, ()))
