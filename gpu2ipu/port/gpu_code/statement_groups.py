"""Groups of statements that bind and read the same names: they are removed together, as one finding."""

from __future__ import annotations

import ast

from gpu2ipu.analysis.dataflow.bindings import Bindings
from gpu2ipu.analysis.dataflow.name_resolution import Variable
from gpu2ipu.records import record


@record(eq=False)
class Group:
    """Statements that bind and read the same names."""

    variables: set[Variable]
    statements: list[ast.stmt]


def groups_of(names: Bindings, statements: list[ast.stmt]) -> list[Group]:
    """Return statements that bind and read the same names, together."""
    groups: list[Group] = []
    for statement in statements:
        used = {names.variable(node) for node in ast.walk(statement) if isinstance(node, ast.Name)}
        joined = [group for group in groups if group.variables & used]
        members = [statement, *(member for group in joined for member in group.statements)]
        bound = set(names.bound_around((statement,)))
        variables = bound.union(*(group.variables for group in joined))
        groups = [group for group in groups if group not in joined]
        groups.append(Group(variables, sorted(members, key=lambda member: member.lineno)))
    return groups
