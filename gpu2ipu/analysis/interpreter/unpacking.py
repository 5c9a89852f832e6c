"""Unpacking: the arguments of a call, with what `*a` and `**a` bring into it where that is known."""

from __future__ import annotations

import ast
from typing import TypeGuard

from gpu2ipu.analysis.interpreter.facts import Given, UnpackedArgument
from gpu2ipu.analysis.interpreter.subscripts import Subscripts
from gpu2ipu.analysis.values import dicts
from gpu2ipu.analysis.values.call_arguments import Arguments, passed_values
from gpu2ipu.analysis.values.containers import Dict, ListOrTuple
from gpu2ipu.analysis.values.value import Value


class Unpacking(Subscripts):
    """Evaluation of arguments; each item of `a` in `f(**a)` gets an expression, `a["key"]`, that plans can speak of."""

    def arguments(self, node: ast.Call) -> Arguments:
        """Evaluate the arguments of a call, and note what is unpacked."""
        positional: list[Value] = []
        keywords: dict[str, Value] = {}
        starred = False
        for argument in node.args:
            value = self.expression(argument)
            if not isinstance(argument, ast.Starred):
                positional.append(value)
            elif _is_sequence(value):
                positional.extend(value.items)
            else:
                starred = True
        for keyword in node.keywords:
            value = self.expression(keyword.value)
            if keyword.arg is not None:
                keywords[keyword.arg] = value
                continue
            if not dicts.is_known(value):
                starred = True
                continue
            keywords.update((str(k), v) for k, v in value.entries.items() if k not in value.optional)
            starred |= bool(value.optional)
        if any(keyword.arg is None for keyword in node.keywords) or any(map(_is_starred, node.args)):
            self._note_given(node)
        return Arguments(tuple(positional), keywords, starred)

    def _note_given(self, node: ast.Call) -> None:
        """What a call with stars is given; what the ways through the script do not agree on is uncertain."""
        positional: list[ast.expr] = []
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                positional += self._spread(node, argument.value)
            else:
                positional.append(argument)
        keywords: dict[str, ast.expr] = {}
        uncertain: set[str] = set()
        for keyword in node.keywords:
            if keyword.arg is not None:
                keywords[keyword.arg] = keyword.value
                continue
            spread = self.now(keyword.value)
            if not isinstance(spread, Dict):
                continue
            for key, value in spread.entries.items():
                keywords[str(key)] = self._entry(node, keyword.value, str(key), value)
            uncertain |= set(map(str, spread.optional))
        complete = all(dicts.is_known(self.now(k.value)) for k in node.keywords if k.arg is None)
        complete &= all(_is_sequence(self.now(a)) for a in node.args if isinstance(a, ast.Starred))
        earlier = self.facts.given.get(node)
        if earlier is not None:
            uncertain |= earlier.uncertain | (earlier.keywords.keys() ^ keywords.keys())
            complete &= earlier.complete and len(earlier.positional) == len(positional)
            keywords = {**earlier.keywords, **keywords}
        self.facts.given[node] = Given(tuple(positional), keywords, frozenset(uncertain), complete)

    def _spread(self, call: ast.Call, source: ast.expr) -> list[ast.expr]:
        """The items of `*source`, each as an expression."""
        if isinstance(source, (ast.Tuple, ast.List)) and not any(map(_is_starred, source.elts)):
            return source.elts
        value = self.now(source)
        items = value.items if _is_sequence(value) else ()
        return [
            self._item_of(UnpackedArgument(call, source, i, len(items)), item, source)
            for i, item in enumerate(items)
        ]

    def _entry(self, call: ast.Call, source: ast.expr, key: str, value: Value) -> ast.expr:
        """The item of `**source` as an expression: as it is written there, or `source["key"]`."""
        written: list[tuple[ast.expr | None, ast.expr]] = []
        if isinstance(source, ast.Dict):
            written = list(zip(source.keys, source.values))
        elif isinstance(source, ast.Call) and self.facts.qualified.get(source) == "builtins.dict":
            names = (None if k.arg is None else ast.Constant(k.arg) for k in source.keywords)
            others: list[ast.expr | None] = [None] * len(source.args)
            written = list(zip([*others, *names], passed_values(source)))
        for name, node in reversed(written):
            if isinstance(name, ast.Constant) and name.value == key:
                return node
            inner = self.now(node) if name is None else None
            if isinstance(inner, Dict) and key in inner.entries:
                return self._item_of(UnpackedArgument(call, source, key, 0), value, node)
        return self._item_of(UnpackedArgument(call, source, key, 0), value, source)

    def _item_of(self, unpacked: UnpackedArgument, value: Value, owner: ast.expr) -> ast.expr:
        node = next((node for node, known in self.facts.unpacked.items() if known == unpacked), None)
        if node is None:
            item = ast.Subscript(owner, ast.Constant(unpacked.key), ast.Load())
            node = ast.copy_location(item, unpacked.source)
            self.facts.unpacked[node] = unpacked
        self.facts.record(node, value)
        return node


def _is_starred(node: ast.expr) -> bool:
    return isinstance(node, ast.Starred)


def _is_sequence(value: Value) -> TypeGuard[ListOrTuple]:
    return isinstance(value, ListOrTuple)
