"""Merge: one script for both devices, of an original and its port."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.both_devices import choice_of
from gpu2ipu.analysis.syntax.names import fresh_name, names_in
from gpu2ipu.analysis.syntax.script import Script, tree_of
from gpu2ipu.convert.both_devices.alignment import same
from gpu2ipu.convert.both_devices.expressions import Cut, NoChoice
from gpu2ipu.convert.both_devices.statements import StatementChoices, parameters_of
from gpu2ipu.edits import Edit, Insert, Remove, Where
from gpu2ipu.errors import Trouble
from gpu2ipu.port.code.added_imports import insert_at_top, module_alias

Parse = Callable[[Path, str], Script]

_FLAG = "USES_IPU"
_IPU = "tensorflow.python.ipu."
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def edits_for_both(path: Path, original: str, port: str, parse: Parse) -> list[Edit]:
    """Return the edits that make a port one script with its original.

    Raises Trouble where that cannot be written.
    """
    try:
        return _Merge(parse(path, original), parse(path, port)).result()
    except NoChoice as error:
        raise Trouble(
            f"{path}: what the port changes cannot be made to depend on the device; convert it without --both-devices"
        ) from error


class _Merge(StatementChoices):
    """One file."""

    def __init__(self, base: Script, port: Script) -> None:
        self.original, self.parsed = base, port
        whole = replace(port, tree=_tree(port))
        choice = choice_of(whole.tree)
        flag = choice.flags[0] if choice and choice.flags else fresh_name(whole, _FLAG)
        super().__init__(replace(base, tree=_tree(base)), whole, choice, flag)
        self.for_ipu = set()
        self.counted = {}
        self.late = []
        self.fresh = set(names_in(self.port) - names_in(self.base))
        self.strategies = frozenset(_strategies(self.port.tree) & self.fresh)
        self.parameters = _added_parameters(self.base.tree, self.port.tree)
        self.imports: list[Edit] = []
        if not (choice and choice.flags):
            self.flag_line = self._import_line()

    def result(self) -> list[Edit]:
        """Return the edits of the port; none where it is the original."""
        if same(self.base.tree, self.port.tree) or self._is_for_ipus():
            return []
        self.block(self.base.tree.body, self.port.tree.body)
        self._settle_cuts()
        if self.needs_contexts:
            self._import("contextlib", "contextlib")
        return [*self._flag_edits(), *self.imports, *self.edits]

    def _is_for_ipus(self) -> bool:
        """True if the original needs the SDK already: there is no other device to keep."""
        imports = (target for _, _, target in facts_of(self.original).imports)
        return self.choice is None and any(f"{target}.".startswith(_IPU) for target in imports)

    def tensorflow(self) -> str:
        """Return the name of TensorFlow."""
        return self._import("tensorflow", "tf")

    def _import(self, module: str, alias: str) -> str:
        name, edits = module_alias(self.parsed, facts_of(self.parsed), module, alias)
        self.imports += (edit for edit in edits if edit not in self.imports)
        return name

    # the numbers of rows that arrays are cut to

    def _settle_cuts(self) -> None:
        names = dict.fromkeys(cut.upper.id for cut in self.cuts)
        for name in names:
            cuts = [cut for cut in self.cuts if cut.upper.id == name]
            made = self.counted.get(name, [])
            whole = self._whole(cuts[0])
            if len(made) == 1 and (whole or not self._is_counted_with(name)):
                self.replace(made[0].value, whole or "None")
            else:
                for cut in cuts:
                    self.replace(cut.upper, "None")

    def _whole(self, cut: Cut) -> str:
        """How the port itself counts the rows of what it cuts."""
        code = ast.unparse(cut.rows)
        counts = (f"len({code})", f"{code}.shape[0]")
        values = (made.value for some in self.counted.values() for made in some)
        parts = (
            ast.unparse(part) for value in values for part in ast.walk(value) if isinstance(part, ast.expr)
        )
        return next((part for part in parts if part in counts), "")

    def _is_counted_with(self, name: str) -> bool:
        """True if other numbers are computed of a number."""
        values = (made.value for some in self.counted.values() for made in some)
        return any(
            isinstance(part, ast.Name) and part.id == name for value in values for part in ast.walk(value)
        )

    # the flag

    def _ipu_import(self) -> ast.ImportFrom | None:
        imports = (node for node in self.port.tree.body if isinstance(node, ast.ImportFrom))
        found = (node for node in imports if node.module == "tensorflow.python")
        return next((node for node in found if [alias.name for alias in node.names] == ["ipu"]), None)

    def _import_line(self) -> int:
        node = self._ipu_import()
        anchor = insert_at_top(self.parsed, "").statement if node is None else self.port.span(node)
        return anchor.end_line

    def _flag_edits(self) -> list[Edit]:
        """The import of the SDK, if it is there, the flag, and what waits for it."""
        if self.choice and self.choice.flags:
            return []
        node = self._ipu_import()
        alias = node.names[0].asname if node else None
        name = alias or "ipu"
        renamed = f" as {alias}" if alias else ""
        code = (
            f"try:\n    from tensorflow.python import ipu{renamed}\nexcept ImportError:\n    {name} = None\n"
        )
        code += f"\n{self.flag} = {name} is not None"
        if self.late:
            code += "\n" + self.on_gpu("\n".join(self.late))
        if node is None:
            return [insert_at_top(self.parsed, f"\n{code}\n")]
        span = self.port.span(node)
        return [Remove(span), Insert(span, f"\n{code}\n", Where.AFTER)]


def _tree(script: Script) -> ast.Module:
    """The whole tree of a script, with what it is on either device."""
    tree = tree_of(script.text)
    assert tree is not None
    return tree


def _strategies(tree: ast.Module) -> set[str]:
    """The names that stand for an IPU's strategy."""
    return {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and ast.unparse(node.value).endswith("IPUStrategy()")
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _added_parameters(old: ast.Module, new: ast.Module) -> dict[str, str]:
    """The defaults of the parameters that functions of a port have besides, by `function.parameter`."""
    before = {node.name: node for node in ast.walk(old) if isinstance(node, _FUNCTIONS)}
    found: dict[str, str] = {}
    for node in ast.walk(new):
        if isinstance(node, _FUNCTIONS) and node.name in before:
            mine = parameters_of(before[node.name].args)
            theirs = parameters_of(node.args)
            found |= {
                f"{node.name}.{name}": value for name, value in theirs.items() if name not in mine and value
            }
    return found
