"""The release that a script was written for, as far as that shows: the newest one that brought something it uses."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library import public_api
from gpu2ipu.analysis.library.public_api import PublicName, order
from gpu2ipu.analysis.syntax.once import once
from gpu2ipu.analysis.syntax.qualified_names import canonical
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.library_objects import External, KerasModel
from gpu2ipu.rules.tf26.api_uses import is_guarded, unfolded
from gpu2ipu.rules.tf26.tables.changed_parameters import RENAMED
from gpu2ipu.rules.tf26.tables.newer_arguments import newer_arguments

#: TensorFlow has Keras 3 from this release on.
_WITH_KERAS_3, _KERAS_3 = "2.16", "3.0"


def written_for(facts: Facts) -> str | None:
    """Return a release that a program needs at least; None if TensorFlow 2.6 has all that it uses.

    What runs only where it is there proves nothing.
    """
    return _newest_of(facts.everywhere.script)


@once
def _newest_of(program: Script) -> str | None:
    return max(_releases(facts_of(program)), key=order, default=None)


def _releases(facts: Facts) -> Iterator[str]:
    places: dict[str, ast.AST] = {}
    for node, value in facts.values.items():
        if isinstance(value, External) and isinstance(node, (ast.Name, ast.Attribute)):
            places.setdefault(unfolded(value.name), node)
    for statement, _, target in facts.imports:
        places.setdefault(unfolded(canonical(target)), statement)
    for call in facts.method_calls:
        if isinstance(call.receiver, KerasModel):
            places.setdefault(f"keras.Model.{call.method}", call.node)
    for name, place in places.items():
        found = public_api.find(name)
        if found is not None and not found.is_in_sdk and not is_guarded(facts.script, place):
            yield _with_its_keras(found.changes[0].release)
    yield from _of_arguments(facts)


def _of_arguments(facts: Facts) -> Iterator[str]:
    for node, qualified in facts.qualified.items():
        if not isinstance(node, ast.Call) or not node.keywords:
            continue
        name = unfolded(qualified)
        newer = {*newer_arguments(name), *RENAMED.get(name, ())}
        found = public_api.find(name) if newer else None
        for keyword in node.keywords if found is not None else ():
            if keyword.arg in newer and not is_guarded(facts.script, node):
                yield from _first_with(found, keyword.arg)


def _first_with(found: PublicName | None, parameter: str | None) -> Iterator[str]:
    for change in found.changes[1:] if found is not None else ():
        if any(each.name == parameter for each in change.parameters or ()):
            yield _with_its_keras(change.release)
            return


def _with_its_keras(release: str) -> str:
    return _KERAS_3 if order(_WITH_KERAS_3) <= order(release) < order(_KERAS_3) else release
