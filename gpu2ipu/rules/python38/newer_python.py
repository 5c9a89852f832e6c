"""IPU604: what Python 3.8, the version of the SDK, does not have: grammar, annotations, and its library.

https://docs.python.org/3/whatsnew/3.9.html and later ones.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.names import names_in
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import ancestors
from gpu2ipu.edits import Edit, RemoveArgument, Replace
from gpu2ipu.findings import Finding, Fix, Safety, Severity
from gpu2ipu.port.port import Port
from gpu2ipu.rules.python38 import annotations as newer_syntax
from gpu2ipu.rules.python38 import expressions, grammar
from gpu2ipu.rules.python38.tables import (
    CACHE,
    IN_TYPING_EXTENSIONS,
    INSTEAD,
    LRU_CACHE,
    NEWER_KEYWORDS,
    NEWER_LIBRARY,
    NEWER_METHODS,
    READERS,
    TOPS,
    UNBOUNDED,
)
from gpu2ipu.rules.rule import Rule
from gpu2ipu.rules.tf26 import api_uses

_SDK = "the SDK has Python 3.8"
_OLDER_FORM = "use the older form"


class NewerPython(Rule):
    """Something that Python 3.8 does not have."""

    id = "IPU604"
    name = "newer-python"
    severity = Severity.ERROR
    of_runs = False
    both_devices = True
    alone = True
    what = (
        "A script needs a Python newer than 3.8: `match`, `int | None`, `list[int]`, `str.removeprefix`, ..."
    )
    why = (
        "The SDK comes for Python 3.8. There, newer grammar is a SyntaxError, and `def f(x: int | None)` is a "
        "TypeError: \"unsupported operand type(s) for |: 'type' and 'NoneType'\"."
    )
    fix = "postpone the evaluation of annotations, use the older form; the rest needs manual work"
    before = """\
from tensorflow import keras


def layer(units: int | None = None) -> keras.layers.Layer:
    return keras.layers.Dense(units or 8)
"""
    after = """\
from __future__ import annotations

from tensorflow import keras


def layer(units: int | None = None) -> keras.layers.Layer:
    return keras.layers.Dense(units or 8)
"""

    def check(self, port: Port) -> Iterator[Finding]:
        """One finding for each place."""
        script = port.script
        facts = facts_of(script)
        for newer in grammar.newer_grammar(script, facts):
            message = f"{newer.what} {newer.trouble}: {_SDK}"
            fix = Fix(newer.title, Safety.SAFE, newer.edits) if newer.edits else None
            yield self.finding(
                newer.span, message if fix else f"{message}; {newer.title or _OLDER_FORM}", fix
            )
        yield from self._annotations(script, facts)
        for change in expressions.changes(script, facts):
            fix = Fix(change.title, change.safety, change.edits) if change.edits else None
            yield self.finding(script.span(change.node), f"{change.message}: {_SDK}", fix)
        yield from self._library(script, facts)
        yield from self._keywords(script, facts)
        yield from self._methods(script)

    def _annotations(self, script: Script, facts: Facts) -> Iterator[Finding]:
        if newer_syntax.has_future(script):
            return
        newer = [
            (annotation, part)
            for annotation, part in newer_syntax.newer_annotations(script, facts)
            if not api_uses.is_guarded(script, annotation)
        ]
        reader = next((word for word in READERS if word in script.text), None) if newer else None
        for annotation, part in newer:
            message = f"`{ast.unparse(part)}` cannot be evaluated: {_SDK}"
            if reader:
                yield self.finding(
                    script.span(annotation), f"{message}; write it with `typing`, as `{reader}` evaluates it"
                )
                continue
            edits = newer_syntax.unevaluated(script, annotation)
            fix = Fix("postpone the evaluation of annotations", Safety.SAFE, edits) if edits else None
            yield self.finding(script.span(annotation), message, fix)

    def _library(self, script: Script, facts: Facts) -> Iterator[Finding]:
        """Modules, functions and classes of the library."""
        tops = {target.partition(".")[0] for _, _, target in facts.imports}
        if tops.isdisjoint(TOPS):
            return
        for node, _, target in facts.imports:
            if isinstance(node, ast.Import) and target in NEWER_LIBRARY:
                yield from self._newer(script, node, target)
        for each in api_uses.imported(facts):
            name = f"{each.node.module}" if each.node.module in NEWER_LIBRARY else each.name
            if name in NEWER_LIBRARY:
                yield from self._newer(
                    script, each.alias, name, _import_edits(script, facts, each), each.node
                )
        for attribute, name in api_uses.attributes(facts, NEWER_LIBRARY):
            yield from self._newer(script, attribute, name, _attribute_edits(script, attribute, name))

    def _newer(
        self,
        script: Script,
        node: ast.stmt | ast.expr | ast.alias,
        name: str,
        edits: tuple[Edit, ...] = (),
        statement: ast.stmt | None = None,
    ) -> Iterator[Finding]:
        if api_uses.is_guarded(script, statement or node):
            return
        message = f"`{name}` came with {NEWER_LIBRARY[name]}: {_SDK}"
        if edits:
            title = f"`{LRU_CACHE}{UNBOUNDED}`" if name == CACHE else "import it from `typing_extensions`"
            yield self.finding(script.span(node), message, Fix(title, Safety.SAFE, edits))
            return
        hint = f"; use {INSTEAD[name]}" if name in INSTEAD else ""
        yield self.finding(script.span(node), message + hint)

    def _keywords(self, script: Script, facts: Facts) -> Iterator[Finding]:
        """Arguments of the library's functions."""
        for node, name in (*facts.qualified.items(), *expressions.class_decorators(script, facts)):
            known = NEWER_KEYWORDS.get(name)
            if known is None or not isinstance(node, ast.Call):
                continue
            for keyword in node.keywords:
                if keyword.arg not in known or api_uses.is_guarded(script, node):
                    continue
                version, harmless = known[keyword.arg]
                message = f"`{keyword.arg}` of `{name.removeprefix('builtins.')}` came with {version}: {_SDK}"
                fix = None
                if api_uses.is_harmless(keyword.value, harmless):
                    edit = RemoveArgument(script.span(node), keyword.arg)
                    fix = Fix("remove it", Safety.SAFE, (edit,))
                yield self.finding(script.span(keyword.value), message, fix)

    def _methods(self, script: Script) -> Iterator[Finding]:
        words = {word: version for word, version in NEWER_METHODS.items() if f".{word}(" in script.text}
        if not words:
            return
        own = {node.name for node in script.nodes if isinstance(node, ast.FunctionDef)}
        for node in script.nodes:
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and (version := words.get(node.func.attr))
                and node.func.attr not in own
                and not expressions.is_of_pandas(node.func)
                and not api_uses.is_guarded(script, node)
            ):
                edits = expressions.without_affix(script, node)
                fix = Fix("remove the affix where it is present", Safety.SAFE, edits) if edits else None
                message = f"`{node.func.attr}` came with {version}: {_SDK}"
                message += "" if fix else f"; {_OLDER_FORM}"
                yield self.finding(script.span(node), message, fix)


def _import_edits(script: Script, facts: Facts, each: api_uses.Imported) -> tuple[Edit, ...]:
    """The import of something that does the same; uses of `cache` get their argument."""
    if each.node.module in NEWER_LIBRARY:
        return ()
    moves: dict[str, str | None] = {}
    for alias in each.node.names:
        name = f"{each.node.module}.{alias.name}"
        if name in IN_TYPING_EXTENSIONS:
            moves[alias.name] = f"typing_extensions.{alias.name}"
        elif name == CACHE:
            moves[alias.name] = LRU_CACHE
    if each.alias.name not in moves:
        return ()
    keep_names = "lru_cache" in names_in(script) and not any(
        target == LRU_CACHE for _, _, target in facts.imports
    )
    edits: list[Edit] = [api_uses.changed_import(script, each.node, moves, keep_names)]
    if each.name == CACHE:
        name = each.alias.asname or ("cache" if keep_names else "lru_cache")
        for use, _ in api_uses.names(facts, {CACHE}):
            edits.append(Replace(script.span(use), name + UNBOUNDED))
    return tuple(edits)


def _attribute_edits(script: Script, node: ast.Attribute, name: str) -> tuple[Edit, ...]:
    parent = next(ancestors(script, node))
    if name != CACHE or isinstance(parent, ast.Attribute):
        return ()
    base = (("base", script.span(node.value)),)
    return (Replace(script.span(node), f"{{base}}.lru_cache{UNBOUNDED}", base),)
