"""Names from outside: where a script reads or imports something by its qualified name, and how to put another there.

Code that only runs where the name is there, behind a test of a version or in a `try`, is left out.
"""

from __future__ import annotations

import ast
import itertools
import sys
from collections.abc import Container, Iterator, Mapping

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.library import public_api
from gpu2ipu.analysis.syntax.names import fresh_name
from gpu2ipu.analysis.syntax.qualified_names import canonical, dotted
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.analysis.values.library_objects import External
from gpu2ipu.edits import Edit, Insert, Remove, Replace, Span, Where
from gpu2ipu.findings import Fix, Safety
from gpu2ipu.port.code.added_imports import insert_at_top
from gpu2ipu.records import record

VERSION_1 = ".compat.v1."
_MISSING = {"ImportError", "ModuleNotFoundError", "AttributeError", "NameError", "Exception", "TypeError"}
_ASKS = {"version_info", "__version__", "hasattr", "TYPE_CHECKING"}
_SHORT = ("initializers", "losses", "metrics", "optimizers")  # `tf.losses` is `tf.keras.losses` ...


def renamed_keyword(script: Script, keyword: ast.keyword, new: str) -> Replace:
    """Return the edit that calls a keyword argument otherwise."""
    assert keyword.arg is not None
    start = script.span(keyword)
    return Replace(Span(start.line, start.column, start.line, start.column + len(keyword.arg)), new)


def unfolded(name: str) -> str:
    """The spelling that tables use, `tf.optimizers.Adam` included."""
    if name.startswith("tensorflow.") and name.split(".")[1] in _SHORT:
        return "keras" + name[len("tensorflow") :]
    return name


def public(name: str, modules: Mapping[str, str]) -> str:
    """The name of something of Keras where users find it today, whatever file of the implementation it came from.

    `modules` has the modules that moved, below `keras`.
    """
    module, _, last = unfolded(name).removeprefix("keras.").rpartition(".")
    if not name.startswith("keras.") or module not in modules:
        return unfolded(name)
    return canonical(f"keras.{modules[module]}.{last}")


def attributes(facts: Facts, wanted: Container[str]) -> Iterator[tuple[ast.Attribute, str]]:
    """The attributes that are read and stand for something wanted by its own name, with its qualified name."""
    for node, value in facts.values.items():
        if (
            isinstance(value, External)
            and isinstance(node, ast.Attribute)
            and (name := unfolded(value.name)) in wanted
            and isinstance(node.ctx, ast.Load)
            and value.name == canonical(f"{facts.value(node.value).name}.{node.attr}")
        ):
            yield node, name


def names(facts: Facts, wanted: Container[str]) -> Iterator[tuple[ast.Name, str]]:
    """The names that an import binds to something wanted, where they are read."""
    bound = {(name, canonical(target)) for _, name, target in facts.imports if canonical(target) in wanted}
    for node, value in facts.values.items() if bound else ():
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and (node.id, value.name) in bound:
            yield node, value.name


def starred(facts: Facts, wanted: Container[str]) -> Iterator[tuple[ast.Name, str]]:
    """The names that `import *` of a module of Keras binds to something wanted, where they are read."""
    has_stars = any(name == "*" for _, name, _ in facts.imports)
    everywhere = facts.everywhere.imports if has_stars else ()  # another file may hand them on
    modules = [canonical(target) for _, name, target in everywhere if name == "*"]
    modules = [module for module in modules if f"{module}.".startswith("keras.")]
    bindings = bindings_of(facts.script)
    for node in facts.script.nodes if modules else ():
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found = (canonical(f"{module}.{node.id}") for module in reversed(modules))
            name = next((each for each in found if each in wanted), None)
            # what is gone since is of none that the evaluation knows
            known = name if public_api.find(name or "") else f"builtins.{node.id}"
            is_bound = bindings.visible(node.id, node) is not None
            if name is not None and facts.value(node).name == known and not is_bound:
                yield node, name


@record
class Imported:
    """One name of an import statement."""

    node: ast.ImportFrom
    alias: ast.alias
    name: str  # qualified


def imported(facts: Facts) -> Iterator[Imported]:
    """The names of all `from ... import`."""
    for node in dict.fromkeys(node for node, _, _ in facts.imports):
        if isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                yield Imported(node, alias, unfolded(canonical(f"{node.module}.{alias.name}")))


def is_of_version_1(facts: Facts, node: ast.AST) -> bool:
    """True if a script spells something of Keras as one of `tf.compat.v1`, which has names of its own."""
    if isinstance(node, ast.ImportFrom):
        return VERSION_1 in f"{node.module}."
    root, _, rest = ((dotted(node) if isinstance(node, ast.expr) else "") or "").partition(".")
    return any(bound == root and VERSION_1 in f"{target}.{rest}" for _, bound, target in facts.imports)


def is_guarded(script: Script, node: ast.AST) -> bool:
    """True if a place is only reached, or only matters, where what it names is there."""
    inner = node
    for outer in ancestors(script, node):
        if isinstance(outer, ast.Try) and inner in outer.body and any(map(_catches, outer.handlers)):
            return True
        if isinstance(outer, (ast.If, ast.IfExp)) and inner is not outer.test and _asks(outer.test):
            return True
        if isinstance(outer, ast.BoolOp) and _asks_before(outer, inner):
            return True
        inner = outer
    return False


def _catches(handler: ast.ExceptHandler) -> bool:
    kinds = ast.walk(handler.type) if handler.type else ()
    return handler.type is None or any(isinstance(kind, ast.Name) and kind.id in _MISSING for kind in kinds)


def _asks_before(operation: ast.BoolOp, operand: ast.AST) -> bool:
    """True for `hasattr(module, name) and module.name`, where what comes first asks."""
    return any(map(_asks, itertools.takewhile(lambda value: value is not operand, operation.values)))


def _asks(test: ast.expr) -> bool:
    found = (getattr(node, "attr", getattr(node, "id", "")) for node in ast.walk(test))
    return any(name in _ASKS for name in found)


def is_harmless(node: ast.expr, harmless: tuple[object, ...] | None) -> bool:
    """True if an argument is one of some literals, None standing for any value."""
    if harmless is None:
        return True
    try:
        written = ast.literal_eval(node)
    except (ValueError, TypeError):  # the latter for a list in a set or as a key
        return False
    return any(type(written) is type(value) and bool(written == value) for value in harmless)


def changed_import(
    script: Script, node: ast.ImportFrom, moves: Mapping[str, str | None], keep_names: bool = True
) -> Edit:
    """The statement with names that come from elsewhere now (as written out, `a.b.C`), or from nowhere.

    Unless `keep_names`, what gets another name there is called by it from here on.
    """
    kept = f"{node.module}"
    modules: dict[str, list[str]] = {}
    for alias in node.names:
        new = moves.get(alias.name, f"{kept}.{alias.name}")
        if new is None:
            continue
        module, _, last = new.rpartition(".")
        bound = alias.asname or (alias.name if keep_names else last)
        text = last if last == bound else f"{last} as {bound}"
        modules.setdefault(module, []).append(text)
    lines = [f"from {module} import {', '.join(dict.fromkeys(texts))}" for module, texts in modules.items()]
    return Replace(script.span(node), "\n".join(lines)) if lines else Remove(script.span(node))


def name_of_module(
    script: Script, facts: Facts, module: str, alias: str, before: ast.stmt
) -> tuple[str, tuple[Edit, ...]]:
    """The name of a module at a statement, and the import where it has none by then."""
    body = script.tree.body
    is_top_level = before in body
    for node, name, target in facts.imports:
        if target == module and node in body and (not is_top_level or node.lineno < before.lineno):
            return name, ()
    same = any(target == module and name == alias for _, name, target in facts.imports)
    name = alias if same else fresh_name(facts.script, alias, module.rpartition(".")[2], f"tf_{alias}")
    text = f"import {module}" if name == module else f"import {module} as {name}"
    if not is_top_level:
        return name, (insert_at_top(script, text),)
    above = [s for s in body if isinstance(s, (ast.Import, ast.ImportFrom)) and s.lineno < before.lineno]
    if above:
        beside = [s for s in above if _is_of_library(module) and all(map(_is_of_library, _modules(s)))]
        return name, (Insert(script.span((beside or above)[-1]), text, Where.AFTER),)
    return name, (Insert(script.span(before), text),)


def _modules(node: ast.Import | ast.ImportFrom) -> list[str]:
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]


def _is_of_library(module: str) -> bool:
    return module.partition(".")[0] in sys.stdlib_module_names


def is_read(script: Script, alias: ast.alias) -> bool:
    """Return whether a script uses what an import binds, or may hand it on to others."""
    if alias.name == "*" or script.path.name == "__init__.py":
        return True
    variable = bindings_of(script).variable(alias)
    texts = (node.value for node in script.nodes if isinstance(node, ast.Constant))
    return variable is None or bool(variable.reads) or (alias.asname or alias.name) in texts


def is_settled(node: ast.ImportFrom) -> bool:
    """Return whether an import names TensorFlow's own Keras: any other is put right first, by a rule of its own."""
    module = f"{node.module}."
    return module.startswith("tensorflow.") and not module.startswith("tensorflow.python.")


def without_unused(script: Script, each: Imported) -> Fix | None:
    """Return the fix that removes an imported name which is nowhere, once nothing uses it."""
    if not is_settled(each.node) or is_read(script, each.alias):
        return None
    edit = changed_import(script, each.node, {each.alias.name: None})
    return Fix("remove it: nothing uses it", Safety.SAFE, (edit,))
