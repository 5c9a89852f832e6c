"""Modules: the part of the evaluator that follows imports into the other files of a program.

A local module is evaluated once, when it is first imported, as Python runs it: not as the main program. What it does
then has a call stack of its own, which begins in the module.
"""

from __future__ import annotations

import ast
import functools
import os
from pathlib import Path

from gpu2ipu.analysis.interpreter.environment import Scope, Version
from gpu2ipu.analysis.interpreter.facts import Facts, Stack
from gpu2ipu.analysis.syntax.qualified_names import canonical
from gpu2ipu.analysis.syntax.script import FileOfScript, Script
from gpu2ipu.analysis.syntax.tree import Function
from gpu2ipu.analysis.values.containers import ListOrTuple
from gpu2ipu.analysis.values.definitions import ScriptModule
from gpu2ipu.analysis.values.library_objects import external
from gpu2ipu.analysis.values.value import UNKNOWN, Value


class Modules:
    """Imports; state and statements are in `evaluate.Evaluator`."""

    facts: Facts
    scope: Scope
    version: Version
    stack: Stack
    function: Function | ast.Lambda | None
    modules: dict[ast.Module, Scope]

    def block(self, statements: list[ast.stmt]) -> bool:
        """Evaluate statements in order."""
        raise NotImplementedError

    def on_Import(self, node: ast.Import) -> None:
        """`import a.b` binds `a`, `import a.b as c` binds `c`."""
        for alias in node.names:
            top = alias.name.partition(".")[0]
            bound, target = (alias.asname, alias.name) if alias.asname else (top, top)
            self.facts.imports.append((node, bound, target))
            self._load(node, alias.name)
            module = self._load(node, target)
            self.scope.bind(bound, module or external(canonical(target)))

    def on_ImportFrom(self, node: ast.ImportFrom) -> None:
        """`from a import b`: what `b` is in a local module, else its qualified name."""
        module = "." * node.level + (node.module or "")
        for alias in node.names:
            bound, target = alias.asname or alias.name, f"{module}.{alias.name}"
            self.facts.imports.append((node, bound, module if alias.name == "*" else target))
            if alias.name == "*":
                self._import_all(node, module)
            else:
                self.scope.bind(bound, self._imported(node, module, alias.name))

    def _imported(self, node: ast.ImportFrom, module: str, name: str) -> Value:
        owner = self._load(node, module)
        if owner is not None and (found := self.in_module(owner, name)) is not None:
            return found
        inner = self._load(node, f"{module}{name}" if module.endswith(".") else f"{module}.{name}")
        if inner is not None:
            return inner
        return UNKNOWN if owner is not None else external(canonical(f"{module}.{name}"))

    def _import_all(self, node: ast.ImportFrom, module: str) -> None:
        owner = self._load(node, module)
        if owner is None:
            self.scope.module.star_modules.append(canonical(module))
            self.version.change()
            return
        inside = self._scope_of(owner)
        self.scope.module.star_modules += inside.star_modules
        public = inside.names.get("__all__", UNKNOWN)
        listed = {item.constant for item in public.items} if isinstance(public, ListOrTuple) else None
        for name, value in list(inside.names.items()):
            if name in listed if listed is not None else not name.startswith("_"):
                self.scope.bind(name, value)

    def in_module(self, module: ScriptModule, name: str) -> Value | None:
        """Return what a local module has under a name: something that it binds, or a module of the package."""
        if module.definition is None:  # a package without `__init__.py` inside of another one
            return self._in_folder(module.folder, name)
        scope = self._scope_of(module)
        if (found := scope.names.get(name)) is not None:
            return found
        package = self._file_of(module).path
        return (
            self._in_folder(os.path.abspath(package.parent), name) if package.name == "__init__.py" else None
        )

    def _in_folder(self, folder: str, name: str) -> ScriptModule | None:
        """The module of a package that a file, or a folder, in its folder is."""
        inner = os.path.join(folder, name)
        for path in (f"{inner}.py", os.path.join(inner, "__init__.py")):
            if (file := self._files.get(path)) is not None:
                return self.module(file)
        return ScriptModule(folder=inner) if inner in self._folders else None

    def put_in_module(self, module: ScriptModule, name: str, value: Value) -> None:
        """`module.name = value`, which the module's own functions see too."""
        if module.definition is not None:
            self._scope_of(module).bind_either(name, value)

    def inside(self, node: ast.Attribute, owner: str) -> ScriptModule | None:
        """Return the local module that an attribute of a package without `__init__.py` is."""
        return self._load(node, f"{owner}.{node.attr}")

    def _load(self, node: ast.AST, name: str) -> ScriptModule | None:
        """The local module that a file calls by this name, evaluated if it is met for the first time."""
        importer = self.facts.script.file_of(node)
        path = importer.imports.get(name) if isinstance(importer, FileOfScript) else None
        file = self._files.get(os.path.abspath(path)) if path is not None else None
        if file is None:
            return None
        self.facts.imported.add(file.tree)
        return self.module(file)

    @functools.cached_property
    def _files(self) -> dict[str, Script]:
        return {os.path.abspath(file.path): file for file in self.facts.script.files}

    @functools.cached_property
    def _folders(self) -> frozenset[str]:
        """The folders of the files, and those around them."""
        return frozenset(str(folder) for file in self._files for folder in Path(file).parents)

    def module(self, file: Script) -> ScriptModule:
        """Return a file as what is imported by its name."""
        if file.tree not in self.modules:
            saved = self.scope, self.stack, self.function
            self.scope, self.stack, self.function = Scope(is_main=False, version=self.version), (), None
            self.modules[file.tree] = self.scope  # now, since imports may go round in a circle
            try:
                self.block(file.tree.body)
            finally:
                self.scope, self.stack, self.function = saved
        return ScriptModule(file.tree)

    def _scope_of(self, module: ScriptModule) -> Scope:
        assert module.definition is not None
        return self.modules[module.definition]

    def _file_of(self, module: ScriptModule) -> Script:
        return next(file for file in self.facts.script.files if file.tree is module.definition)
