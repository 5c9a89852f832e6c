"""Names of the SDK that another version has elsewhere, or does not have: where a script uses them, and its edits."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.qualified_names import canonical
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import statement_of
from gpu2ipu.edits import Edit, Remove, Replace
from gpu2ipu.port.code.sdk_names import imported_ipu, ipu_import, ipu_name, keras_ipu
from gpu2ipu.records import record
from gpu2ipu.rules.sdk.tables.places import ABSENT, IMPORTABLE, IPU, KERAS, MOVED, Absent, Moved, has
from gpu2ipu.rules.tf26 import api_uses

_WITH_KERAS = "3.4"  # an SDK whose extensions are in `keras.ipu`
_ADDONS = "ipu_tensorflow_addons"


@record
class NameUse:
    """A use of a name that the SDK asked for does not have: where it is there, and the edits that read it there."""

    node: ast.expr | ast.Import | ast.ImportFrom
    alias: ast.alias | None  # of an import
    name: str  # as the table has it
    place: str | None  # the qualified name that it has in the SDK asked for
    hint: str
    edits: tuple[Edit, ...] = ()


def place_in(name: str, sdk: str) -> str | None:
    """Return the qualified name that something of the SDK has in one of its versions.

    The name itself where that version has it or nothing is known about it; None where it has nothing like it.
    """
    module, _, last = name.rpartition(".")
    for moved in _moved_of(module, last):
        new = moved.module_in(sdk)
        if moved.is_in(module, sdk) and (not moved.renamed or new == module):
            return name
        return f"{new}.{moved.renamed or last}" if new else None
    return name if absent_in(name, sdk) is None else None


def absent_in(name: str, sdk: str) -> Absent | None:
    """Return the entry of a name that a version of the SDK does not have; None for all others."""
    entries = (each for each in ABSENT if f"{name}.".startswith(f"{each.name}."))
    return next((each for each in entries if not has(sdk, each.since, each.until)), None)


def _moved_of(module: str, last: str) -> Iterator[Moved]:
    for moved in MOVED:
        if last in moved.names and any(module == each for each, _, _ in moved.modules):
            yield moved


class _Elsewhere(Container[str]):
    """The names that a version of the SDK does not have where they are written."""

    def __init__(self, sdk: str) -> None:
        self._sdk = sdk

    def __contains__(self, name: object) -> bool:
        is_of_sdk = isinstance(name, str) and f"{name}.".startswith((f"{IPU}.", f"{KERAS}.", f"{_ADDONS}."))
        return is_of_sdk and place_in(str(name), self._sdk) != name


def name_uses(script: Script, sdk: str) -> Iterator[NameUse]:
    """Yield the uses in a script of names that a version of the SDK has elsewhere, or not at all."""
    facts, elsewhere = facts_of(script), _Elsewhere(sdk)
    found = api_uses.attributes(facts, elsewhere)
    used = {node: name for node, name in found if not _leads_to_present(script, node, name, sdk)}
    for outer in list(used):
        used.pop(outer.value, None)  # type: ignore[call-overload]
    through = _imported_elsewhere(facts, elsewhere)
    for node, name in used.items():
        if not (_root(node) in through and _reads_through(facts, node, elsewhere)):
            place = place_in(name, sdk)
            edits = _dropped(script, node, name, sdk)
            if place is not None:
                edits = _read_there(script, facts, node, place, sdk)
            yield NameUse(node, None, name, place, _hint(name, sdk), edits)
    yield from _imports(script, facts, used, elsewhere, sdk)


def _leads_to_present(script: Script, node: ast.Attribute, name: str, sdk: str) -> bool:
    """True for the module of a name that it still has: `ipu.keras` of `ipu.keras.PipelineStage` in SDK 2.6."""
    outer = script.parents[node]
    return isinstance(outer, ast.Attribute) and any(
        moved.is_in(name, sdk) for moved in _moved_of(name, outer.attr)
    )


def _imported_elsewhere(facts: Facts, elsewhere: Container[str]) -> set[str]:
    """The names that imports bind to something which is elsewhere."""
    return {name for _, name, target in facts.imports if canonical(target) in elsewhere}


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _reads_through(facts: Facts, node: ast.Attribute, elsewhere: Container[str]) -> bool:
    """True if an attribute is right once the import that binds its first name is: `layers.Embedding`."""
    is_direct = isinstance(node.value, ast.Name) and facts.value(node.value).name in elsewhere
    return is_direct and _module_moves(facts.value(node.value).name)


def _module_moves(name: str) -> bool:
    module, _, last = name.rpartition(".")
    return any(True for _ in _moved_of(module, last))


def _dropped(script: Script, node: ast.expr, name: str, sdk: str) -> tuple[Edit, ...]:
    """The edit that takes out the call of a function that a version of the SDK does without, if it is a statement."""
    absent, call = absent_in(name, sdk), script.parents[node]
    if absent is None or not absent.is_needless or not (isinstance(call, ast.Call) and call.func is node):
        return ()
    statement = script.parents[call]
    return (Remove(script.span(statement)),) if isinstance(statement, ast.Expr) else ()


def _hint(name: str, sdk: str) -> str:
    absent = absent_in(name, sdk)
    return absent.hint if absent else ""


def _read_there(script: Script, facts: Facts, node: ast.expr, place: str, sdk: str) -> tuple[Edit, ...]:
    """The edits that read a name by its module in another SDK."""
    module, _, last = place.rpartition(".")
    if module == KERAS or module.startswith(f"{KERAS}."):
        written, edits = keras_ipu(script, _WITH_KERAS)
        written += module.removeprefix(KERAS)
    elif module.startswith(f"{IPU}."):
        written = f"{ipu_name(facts)}{module.removeprefix(IPU)}"
        edits = () if imported_ipu(facts) else (ipu_import(script, facts),)
    else:
        bound = (name for _, name, target in facts.imports if place_in(target, sdk) == module)
        written, edits = next(bound, ""), ()
        if not written:
            before = statement_of(script, node)
            alias = "ipu_layers" if "." in module else module
            written, edits = api_uses.name_of_module(script, facts, module, alias, before)
    return (*edits, Replace(script.span(node), f"{written}.{last}"))


def _imports(
    script: Script, facts: Facts, used: dict[ast.Attribute, str], elsewhere: Container[str], sdk: str
) -> Iterator[NameUse]:
    for node in dict.fromkeys(node for node, _, _ in facts.imports):
        if isinstance(node, ast.Import):
            yield from _plain_imports(script, facts, node, used, elsewhere, sdk)
        if not isinstance(node, ast.ImportFrom) or node.level:
            continue
        moves: dict[str, str | None] = {}
        found: list[tuple[ast.alias, str, str | None]] = []
        for alias in node.names:
            name = canonical(f"{node.module}.{alias.name}")
            if name in elsewhere and not _is_idle(script, alias, name, sdk):
                place = place_in(name, sdk)
                if place is not None:
                    moves[alias.name] = place
                elif _is_settled(script, facts, alias, used, sdk):
                    moves[alias.name] = None
                found.append((alias, name, place))
        for alias, name, place in found:
            edits = (api_uses.changed_import(script, node, moves),) if alias.name in moves else ()
            yield NameUse(node, alias, name, place, _hint(name, sdk), edits)


def _plain_imports(
    script: Script,
    facts: Facts,
    node: ast.Import,
    used: dict[ast.Attribute, str],
    elsewhere: Container[str],
    sdk: str,
) -> Iterator[NameUse]:
    """`import tensorflow.python.ipu.rnn_ops as rnn_ops`."""
    for alias in node.names:
        name = canonical(alias.name)
        if name not in elsewhere or _is_idle(script, alias, name, sdk):
            continue
        place, edits = place_in(name, sdk), tuple[Edit, ...]()
        if alias.asname and len(node.names) == 1:
            if place is not None:
                edits = (Replace(script.span(node), f"import {place} as {alias.asname}"),)
            elif _is_settled(script, facts, alias, used, sdk):
                edits = (Remove(script.span(node)),)
        yield NameUse(node, alias, name, place, _hint(name, sdk), edits)


def _is_idle(script: Script, alias: ast.alias, name: str, sdk: str) -> bool:
    """True for the import of a module that can still be imported, and that nothing reads."""
    bound = alias.asname or alias.name
    is_read = any(isinstance(node, ast.Name) and node.id == bound for node in script.nodes)
    return can_be_imported(name, sdk) and not is_read


def can_be_imported(name: str, sdk: str) -> bool:
    """True for what no script should read any more, although a version of the SDK still has it."""
    return has(sdk, "1.2", IMPORTABLE.get(name, "1.2"))


def _is_settled(
    script: Script, facts: Facts, alias: ast.alias, used: dict[ast.Attribute, str], sdk: str
) -> bool:
    """True if nothing reads an imported module any more once each use of it is put right."""
    bound = alias.asname or alias.name
    reads = [node for node in script.nodes if isinstance(node, ast.Name) and node.id == bound]
    right = [
        node
        for node, name in used.items()
        if _root(node) == bound and (place_in(name, sdk) is not None or _dropped(script, node, name, sdk))
    ]
    return len(reads) == len(right)
