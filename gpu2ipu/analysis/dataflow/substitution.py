"""Substitution: an expression with other expressions in place of some of its parts."""

from __future__ import annotations

import ast
import copy
from collections.abc import Mapping


class Substitution(ast.NodeTransformer):
    """Builds a new tree, where `ast.NodeTransformer` changes the nodes that it visits.

    An expression that was put together may hold a node twice: it is visited at each place.
    """

    def of(self, node: ast.expr) -> ast.expr:
        """Return the expression that takes the place of another."""
        result = self.visit(node)
        assert isinstance(result, ast.expr)
        return result

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Return a copy of a node, with what takes the place of its parts."""
        result = copy.copy(node)
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                value = [self.visit(item) if isinstance(item, ast.AST) else item for item in value]
            setattr(result, name, self.visit(value) if isinstance(value, ast.AST) else value)
        return result


def with_parts(node: ast.expr, parts: Mapping[str, ast.expr]) -> ast.expr:
    """Return an expression with others in place of its parts, which are found by their `ast.dump`."""
    return _Parts(parts).of(node)


class _Parts(Substitution):
    def __init__(self, parts: Mapping[str, ast.expr]) -> None:
        self.parts = parts

    def visit(self, node: ast.AST) -> ast.AST:
        found = self.parts.get(ast.dump(node)) if isinstance(node, ast.expr) else None
        return self.generic_visit(node) if found is None else found


def with_names(node: ast.expr, names: Mapping[str, ast.expr]) -> ast.expr:
    """Return an expression with others in place of names."""
    return _Names(names).of(node)


class _Names(Substitution):
    def __init__(self, names: Mapping[str, ast.expr]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self.names[node.id] if node.id in self.names else self.generic_visit(node)
