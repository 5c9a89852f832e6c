"""Statements: what only the port has is for an IPU, what only the original has is for a GPU, and scopes are for both.

A scope of a strategy is for both since the default strategy, `tf.distribute.get_strategy()`, changes nothing.
"""

from __future__ import annotations

import ast
import itertools
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gpu2ipu.analysis.syntax.both_devices import NO_CONTEXT
from gpu2ipu.convert.both_devices.alignment import Block, Occurrence, Pair, aligned, header, same
from gpu2ipu.convert.both_devices.code import code_of
from gpu2ipu.convert.both_devices.expressions import ExpressionChoices, NoChoice
from gpu2ipu.edits import Insert, Replace, Where, Wrap

_FOR_CUDA = "# gpu2ipu: ignore[IPU505]"  # nothing reads it where there is no CUDA
_IMPORTS = (ast.Import, ast.ImportFrom)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_COUNTING = {"len", "int", "round", "min", "max"}
_ARITHMETIC = (
    ast.Name,
    ast.Constant,
    ast.Attribute,
    ast.Subscript,
    ast.Slice,
    ast.BinOp,
    ast.UnaryOp,
    ast.Call,
)


class Count(NamedTuple):
    """A statement that gives a name a number, and the function that it is in."""

    name: str
    node: ast.Assign
    function: ast.AST | None


class StatementChoices(ExpressionChoices):
    """The differences of blocks and of statements."""

    strategies: frozenset[str] = frozenset()  # names of the IPU's strategy in the port
    for_ipu: set[str]  # names that are only bound on an IPU
    counts: list[Count]  # the numbers that only the port computes
    needs_contexts = False  # whether there is a choice between context managers
    flag_line = 0  # the line of the port below which the flag is known; 0: everywhere
    late: list[str]  # statements of the original that wait for the flag

    def is_strategy(self, name: str) -> bool:
        """True if a name stands for the strategy of the port."""
        return name in self.strategies

    def block(self, old: Block, new: Block) -> None:
        """Write the choices between the statements of two blocks."""
        pairs = aligned(old, new)
        self._contexts(pairs)
        before: Occurrence | None = None
        for is_paired, group in itertools.groupby(pairs, lambda pair: None not in pair):
            some = list(group)
            if is_paired:
                for pair in some:
                    assert pair.old and pair.new
                    self._pair(pair.old.node, pair.new.node)
                before = some[-1].new
            else:
                place = pairs.index(some[-1]) + 1
                after = pairs[place].new if place < len(pairs) else None
                self._unpaired(pairs, some, before, after)

    def _pair(self, old: ast.stmt, new: ast.stmt) -> None:
        if same(old, new):
            return
        before = self.written
        try:
            self._parts(old, new)
        except NoChoice:
            self.forget(before)
            self._either([new], code_of(self.base, old))

    def _either(self, new: Sequence[ast.stmt], old: str) -> None:
        """Put statements of the port under a condition, and others under the opposite one."""
        first, last = self.port.span(new[0]), self.port.span(new[-1])
        self.edits.append(Wrap(first, last, f"if {self.flag}:", otherwise=old))

    # what only one of the two has

    def _unpaired(
        self, pairs: Sequence[Pair], some: Sequence[Pair], before: Occurrence | None, after: Occurrence | None
    ) -> None:
        olds = [pair.old for pair in some if pair.old]
        news = [pair.new for pair in some if pair.new]
        imports = [code_of(self.base, item.node) for item in olds if _is_of_python(item.node)]
        gone = [code_of(self.base, node) for node in self._restored(pairs, olds)]
        if self._is_above_flag(before, after):
            self.late += (code for code in gone if not _sets_environment(code))
            imports += (f"{code}  {_FOR_CUDA}" for code in gone if _sets_environment(code))
            gone = []
            if olds and self._is_blank(olds[0].node.lineno - 1):
                imports[:1] = [f"\n{code}" for code in imports[:1]]
        restored = "\n".join(gone)
        runs = list(self._runs(news))
        if len(news) == 1 and isinstance(news[0].node, ast.Pass) and restored:
            span = self.port.span(news[0].node)
            self.edits.append(Replace(span, self.on_gpu(restored)))
            runs, restored = [], ""
        for number, run in enumerate(runs):
            defaults = self._defaults(run)
            others = [restored] if restored and number == len(runs) - 1 else []
            self._either(run, "\n".join([*defaults, *others]))
        if restored and not runs:
            self._restore(self.on_gpu(restored), before, after)
        if imports:
            self._restore("\n".join(imports), before, after)

    def _is_blank(self, line: int) -> bool:
        """True if a line of the original is empty."""
        return line > 0 and not self.base.lines[line - 1].strip()

    def _is_above_flag(self, before: Occurrence | None, after: Occurrence | None) -> bool:
        """True if the flag is not known yet between two statements."""
        following = after or before
        return self.function is None and following is not None and following.node.lineno <= self.flag_line

    def on_gpu(self, code: str) -> str:
        """Return statements for a GPU only."""
        return f"if not {self.flag}:\n" + "\n".join(
            f"    {line}" if line else "" for line in code.split("\n")
        )

    def _restored(self, pairs: Sequence[Pair], olds: Sequence[Occurrence]) -> Iterator[ast.stmt]:
        """The statements of the original to restore; a block whose statements are all gone as a whole."""
        kept = {id(block) for pair in pairs if pair.old and pair.new for block in pair.old.opened}
        seen: set[int] = set()
        for item in olds:
            gone = (block for block in item.opened if id(block) not in kept)
            node = next(gone, item.node)
            if id(node) not in seen and not isinstance(node, ast.Pass) and not _is_of_python(node):
                seen.add(id(node))
                yield node

    def _runs(self, news: Sequence[Occurrence]) -> Iterator[list[ast.stmt]]:
        """The statements of the port for an IPU only, those of one block together."""
        groups = itertools.groupby(news, lambda item: (self._is_own(item.node), item.opened))
        for (own, _), run in groups:
            items = list(run)
            nodes, opened = [item.node for item in items], items[0].opened
            if own:
                self.for_ipu.update(_bound(nodes) - self.strategies)
                while opened and nodes == opened[-1].body:
                    nodes, opened = [opened[-1]], opened[:-1]
                yield nodes

    def _is_own(self, node: ast.stmt) -> bool:
        """True if a statement of the port is for an IPU only."""
        if isinstance(node, (*_IMPORTS, *_DEFINITIONS, ast.Pass)):
            return False
        if not isinstance(node, ast.Assign) or not self._is_count(node):
            return True
        self.counts.append(Count(ast.unparse(node.targets[0]), node, self.function))
        return False

    def _is_count(self, node: ast.Assign) -> bool:
        """True if a statement gives a new name a number, which does no harm."""
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, ast.Name) or target.id not in self.fresh:
            return False
        for part in ast.walk(node.value):
            if isinstance(part, ast.expr) and not isinstance(part, _ARITHMETIC):
                return False
            if isinstance(part, ast.Name) and part.id in self.for_ipu | self.strategies:
                return False
            if isinstance(part, ast.Call):
                name = part.func.id if isinstance(part.func, ast.Name) else ""
                if name not in _COUNTING | self.fresh:
                    return False
        return True

    def _defaults(self, run: Iterable[ast.stmt]) -> list[str]:
        """The strategies that a GPU has instead of those of a run."""
        names = sorted(_bound(run) & self.strategies)
        return [f"{name} = {self.tensorflow()}.distribute.get_strategy()" for name in names]

    def tensorflow(self) -> str:
        """Return the name of TensorFlow in the port, which is imported if need be."""
        raise NotImplementedError

    def _restore(self, code: str, before: Occurrence | None, after: Occurrence | None) -> None:
        """Insert statements of the original between two of the port."""
        if after is not None and (before is None or not after.opened or before.opened == after.opened):
            place, where = after.opened[0] if after.opened and before is None else after.node, Where.BEFORE
        elif before is not None:
            place, where = before.node, Where.AFTER
        else:
            raise NoChoice
        self.edits.append(Insert(self.port.span(place), code, where))

    # blocks that were opened

    def _contexts(self, pairs: Sequence[Pair]) -> None:
        """Make the blocks that only one side has depend on the device, except for the scopes of strategies."""
        paired = [(pair.old, pair.new) for pair in pairs if pair.old and pair.new]
        for block in _unique(block for pair in pairs if pair.new for block in pair.new.opened):
            there = {header(block) in map(header, old.opened) for old, new in paired if block in new.opened}
            if True not in there and not _is_scope(block):
                self._choose_contexts(block)
            elif there == {True, False} and not _is_scope(block):
                raise NoChoice
        for block in _unique(block for pair in pairs if pair.old for block in pair.old.opened):
            members = [new for old, new in paired if block in old.opened]
            there = {header(block) in map(header, new.opened) for new in members}
            if there == {False}:
                self._enclose(block, members)
            elif there == {True, False} and not _is_scope(block):
                raise NoChoice

    def _choose_contexts(self, block: ast.With) -> None:
        for item in block.items:
            if item.optional_vars is not None:
                raise NoChoice
            self.needs_contexts = True
            self.replace(item.context_expr, NO_CONTEXT)

    def _enclose(self, block: ast.With, members: Sequence[Occurrence]) -> None:
        """Put back a block of the original around its statements in the port."""
        if any(item.optional_vars for item in block.items):
            raise NoChoice
        contexts = (
            f"{self.base.source(item.context_expr)} if not {self.flag} else {NO_CONTEXT}"
            for item in block.items
        )
        self.needs_contexts = True
        outer = {new.opened for new in members}
        depth = next(
            (depth for depth, blocks in enumerate(zip(*outer)) if len(set(blocks)) > 1), min(map(len, outer))
        )
        first, last = (self.port.span((*new.opened, new.node)[depth]) for new in (members[0], members[-1]))
        self.edits.append(Wrap(first, last, f"with {', '.join(contexts)}:"))

    # the parts of one statement

    def _parts(self, old: ast.AST, new: ast.AST) -> None:
        outer = self.function
        if isinstance(new, _DEFINITIONS[:2]):
            self.function = new
        try:
            self._fields(old, new)
        finally:
            self.function = outer

    def _fields(self, old: ast.AST, new: ast.AST) -> None:
        if isinstance(new, _IMPORTS):
            assert isinstance(old, _IMPORTS)
            self._imports(old, new)
            return
        if isinstance(old, ast.Expr) and isinstance(new, ast.Expr):
            if type(old.value) is not type(new.value) or not self.inside(old.value, new.value):
                raise NoChoice
            return
        for name in new._fields:
            mine, theirs = getattr(old, name, None), getattr(new, name, None)
            if name == "decorator_list":
                self._decorators(mine or [], theirs or [])
            elif isinstance(theirs, ast.arguments) and isinstance(mine, ast.arguments):
                self._check_parameters(mine, theirs)
            elif isinstance(mine, list) and isinstance(theirs, list):
                self._lists(mine, theirs)
            else:
                self._part(mine, theirs)

    def _lists(self, old: Sequence[ast.AST], new: Sequence[ast.AST]) -> None:
        if all(isinstance(each, ast.stmt) for each in (*old, *new)):
            if old and not new:
                raise NoChoice
            statements = ([each for each in some if isinstance(each, ast.stmt)] for some in (old, new))
            self.block(*statements)
        elif len(old) == len(new):
            for mine, theirs in zip(old, new):
                self._part(mine, theirs)
        else:
            raise NoChoice

    def _part(self, old: object, new: object) -> None:
        if not isinstance(old, ast.AST) or not isinstance(new, ast.AST):
            if old != new:
                raise NoChoice
        elif same(old, new) or self._is_renamed(old, new):
            pass
        elif isinstance(old, ast.expr) and isinstance(new, ast.expr) and _is_read(new):
            self.choose(old, new)
        elif isinstance(new, (ast.withitem, ast.ExceptHandler)) and type(old) is type(new):
            self._parts(old, new)
        else:
            raise NoChoice

    def _is_renamed(self, old: ast.AST, new: ast.AST) -> bool:
        """True if a variable of a loop that nobody reads has a name now."""
        is_named = isinstance(new, ast.Name) and new.id in self.fresh and not _is_read(new)
        return is_named and isinstance(old, ast.Name) and old.id == "_"

    def _decorators(self, old: Sequence[ast.expr], new: Sequence[ast.expr]) -> None:
        """Only arguments can be chosen: before Python 3.9 a decorator is a name or a call."""
        if len(old) != len(new):
            raise NoChoice
        for mine, theirs in zip(old, new):
            if same(mine, theirs):
                continue
            if isinstance(theirs, ast.Call) and same(mine, theirs.func) and not theirs.args:
                for keyword in theirs.keywords:
                    self.replace(keyword.value, "None")
            elif type(mine) is not type(theirs) or not self.inside(mine, theirs):
                raise NoChoice

    def _check_parameters(self, old: ast.arguments, new: ast.arguments) -> None:
        """What the port adds must have a default; the calls of the original do not give it."""
        if same(old, new):
            return
        mine, theirs = parameters_of(old), parameters_of(new)
        common = {name: default for name, default in theirs.items() if name in mine}
        added = {name: default for name, default in theirs.items() if name not in mine}
        if list(mine.items()) != list(common.items()):
            raise NoChoice
        if any(default is None and name not in self.strategies for name, default in added.items()):
            raise NoChoice

    def _imports(self, old: ast.Import | ast.ImportFrom, new: ast.Import | ast.ImportFrom) -> None:
        """What only the original imports may not be there on an IPU host."""
        names = [ast.unparse(alias) for alias in new.names]
        gone = [ast.unparse(alias) for alias in old.names if ast.unparse(alias) not in names]
        if not gone or not isinstance(old, ast.ImportFrom):
            return
        code = f"from {'.' * old.level}{old.module or ''} import {', '.join(gone)}"
        if self.function is None and new.lineno < self.flag_line:
            self.late.append(code)
        else:
            self.edits.append(Insert(self.port.span(new), self.on_gpu(code), Where.AFTER))


def _is_of_python(node: ast.stmt) -> bool:
    """True if a statement imports a module of Python's own, which is there on either device."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    else:
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else [""]
    return all(name.partition(".")[0] in sys.stdlib_module_names for name in names)


def _sets_environment(code: str) -> bool:
    """True if a statement sets a variable of the environment, which must be before TensorFlow is imported."""
    return "environ" in code and "\n" not in code


def parameters_of(arguments: ast.arguments) -> dict[str, str | None]:
    """Return the parameters of a function in order, each with the code of its default."""
    plain = [*arguments.posonlyargs, *arguments.args]
    found: dict[str, str | None] = {each.arg: None for each in plain}
    for each, default in zip(plain[::-1], arguments.defaults[::-1]):
        found[each.arg] = ast.unparse(default)
    for each, value in zip(arguments.kwonlyargs, arguments.kw_defaults):
        found[each.arg] = None if value is None else ast.unparse(value)
    others = (("*", arguments.vararg), ("**", arguments.kwarg))
    return found | {f"{stars}{each.arg}": "" for stars, each in others if each is not None}


def _is_read(node: ast.AST) -> bool:
    return isinstance(getattr(node, "ctx", ast.Load()), ast.Load)


def _bound(nodes: Iterable[ast.stmt]) -> set[str]:
    """The names that statements bind."""
    inner = (part for node in nodes for part in ast.walk(node))
    return {part.id for part in inner if isinstance(part, ast.Name) and not _is_read(part)}


def _unique(blocks: Iterable[ast.With]) -> list[ast.With]:
    return list(dict.fromkeys(blocks))


def _is_scope(block: ast.With) -> bool:
    """True if a block is the scope of a strategy that has a name."""
    calls = [item.context_expr for item in block.items]
    scopes = [
        each
        for each in calls
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and each.func.attr == "scope"
    ]
    return len(scopes) == len(calls) and not any("IPUStrategy" in ast.unparse(each) for each in scopes)
