"""Merge: one script for both devices, of an original and its port."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.syntax.both_devices import choice_of
from gpu2ipu.analysis.syntax.names import fresh_name, names_in
from gpu2ipu.analysis.syntax.script import Script, tree_of
from gpu2ipu.convert.both_devices.alignment import same
from gpu2ipu.convert.both_devices.expressions import Cut, NoChoice
from gpu2ipu.convert.both_devices.statements import Count, StatementChoices, parameters_of
from gpu2ipu.edits import Edit, Insert, Remove, Where, line_of
from gpu2ipu.errors import Trouble
from gpu2ipu.port.code.added_imports import insert_at_top, module_alias

Parse = Callable[[Path, str], Script]

_FLAG = "USES_IPU"
_IPU = "tensorflow.python.ipu."
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def edits_for_both(
    originals: Mapping[Path, str], ports: Mapping[Path, str], parse: Parse
) -> dict[Path, list[Edit]]:
    """Return the edits that make each port one script with its original.

    Raises Trouble where that cannot be written.
    """
    files = [_Merge(parse(path, originals[path]), parse(path, port)) for path, port in ports.items()]
    parameters = {name: default for file in files for name, default in file.parameters.items()}
    return {path: file.result(parameters) for path, file in zip(ports, files)}


class _Merge(StatementChoices):
    """One file."""

    def __init__(self, base: Script, port: Script) -> None:
        self.original, self.parsed = base, port
        whole = replace(port, tree=_tree(port))
        choice = choice_of(whole.tree)
        flag = choice.flags[0] if choice and choice.flags else fresh_name(whole, _FLAG)
        super().__init__(replace(base, tree=_tree(base)), whole, choice, flag)
        self.for_ipu = set()
        self.counts = []
        self.late = []
        self.fresh = set(names_in(self.port) - names_in(self.base))
        self.strategies = frozenset(_strategies(self.port.tree) & self.fresh)
        self.parameters = _added_parameters(self.base.tree, self.port.tree)
        self.imports: list[Edit] = []
        if not (choice and choice.flags):
            self.flag_line = self._import_line()

    def result(self, parameters: Mapping[str, str]) -> list[Edit]:
        """Return the edits of the port, none where it is the original; functions of all files have these parameters."""
        if same(self.base.tree, self.port.tree) or self._is_for_ipus():
            return []
        self.parameters = {**parameters, **self.parameters}
        try:
            self.block(self.base.tree.body, self.port.tree.body)
            self._settle_cuts()
            self._check_places()
        except NoChoice as error:
            raise Trouble(
                f"{self.port.path}: what the port changes cannot be made to depend on the device; "
                "convert it without --both-devices"
            ) from error
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

    def _check_places(self) -> None:
        """Raise NoChoice if a choice would be made before the flag is known."""
        functions = [node for node in ast.walk(self.port.tree) if isinstance(node, _FUNCTIONS)]
        for edit in self.edits:
            line, code = line_of(edit), getattr(edit, "template", "") or getattr(edit, "header", "")
            is_later = any(node.body[0].lineno <= line <= (node.end_lineno or 0) for node in functions)
            if self.flag in code and line < self.flag_line and not is_later:
                raise NoChoice

    # the numbers of rows that arrays are cut to

    def _settle_cuts(self) -> None:
        """Choose each number where it is computed, or else where something is cut."""
        for name, function in dict.fromkeys((cut.upper.id, cut.function) for cut in self.cuts):
            cuts = [cut for cut in self.cuts if (cut.upper.id, cut.function) == (name, function)]
            made = [count for count in self.counts if (count.name, count.function) == (name, function)]
            whole = self._whole(cuts[0], made[0]) if len(made) == 1 else ""
            if len(made) == 1 and (whole or not self._is_counted_with(name)):
                self.replace(made[0].node.value, whole or "None")
            else:
                for cut in cuts:
                    self.replace(cut.upper, "None")

    def _whole(self, cut: Cut, made: Count) -> str:
        """How the port itself counts the rows of what it cuts, for a number that it computes of them."""
        code = ast.unparse(cut.rows)
        known = (
            part
            for count in self.counts
            if count.function is made.function and count.node.lineno <= made.node.lineno
            for part in ast.walk(count.node.value)
            if isinstance(part, (ast.Call, ast.Subscript))
        )
        texts = map(ast.unparse, known)
        return next((text for text in texts if text in (f"len({code})", f"{code}.shape[0]")), "")

    def _is_counted_with(self, name: str) -> bool:
        """True if other numbers are computed of a number."""
        parts = (part for count in self.counts for part in ast.walk(count.node.value))
        return any(isinstance(part, ast.Name) and part.id == name for part in parts)

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
