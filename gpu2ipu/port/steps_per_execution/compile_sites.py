"""Sites: where a `compile` call and the calls that use the model meet, so that its steps can be computed there.

A builder compiles a model, and its caller fits it: they meet in the caller, at the statement that calls the builder.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import field

from gpu2ipu.analysis.dataflow.inlined_arguments import common_frames
from gpu2ipu.analysis.interpreter.facts import Facts, MethodCall, Stack
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.library_objects import KerasModel, constructions_of
from gpu2ipu.analysis.values.value import CallPath
from gpu2ipu.port.batching.full_batches import CallOutcome
from gpu2ipu.records import record

_LOAD = "keras.models.load_model"
_SET = "set_steps_per_execution"  # the helper of ports


@record
class FitOfModel:
    """One call that a compiled model is used in."""

    outcome: CallOutcome
    call: MethodCall
    meets: int  # number of the innermost frame that it shares with the compile call; -1: another start


@record
class CompileSite:
    """The ways to a `compile` call that go through one call in frame number `host`, and the uses that follow."""

    compile: MethodCall
    host: int
    uses: list[FitOfModel] = field(default_factory=list)
    others: list[MethodCall] = field(default_factory=list)  # by further ways: a builder that is called twice

    def holds(self, use: FitOfModel) -> bool:
        """True if a use itself is in the function of the site."""
        return use.meets == self.host == len(use.call.stack) - 1


@record
class CompileCall:
    """A `compile` call with all uses of the models that it compiles."""

    node: ast.Call
    pairs: list[tuple[MethodCall, FitOfModel]] = field(default_factory=list)

    def of_each_start(self, script: Script) -> list[CompileCall]:
        """The ways that begin in the same file, for each such file."""
        found: dict[Script, CompileCall] = {}
        for compiled, use in self.pairs:
            file = script.file_of(compiled.stack[0].call)
            found.setdefault(file, CompileCall(self.node)).pairs.append((compiled, use))
        return list(found.values())

    @property
    def levels(self) -> list[int]:
        """The frames where it meets its uses, the outermost first: there all of them can be determined.

        Uses with another start, such as those in callbacks, meet it nowhere.
        """
        return sorted({use.meets for _, use in self.pairs if use.meets >= 0} or {0})

    def compile_sites(self, level: int) -> list[CompileSite]:
        """Return the ways to the call, seen from frame number `level`; each way to a use counts once."""
        compile_sites: dict[ast.AST, CompileSite] = {}
        seen: set[tuple[ast.AST, int, Stack]] = set()
        for compiled, use in self.pairs:
            host = min(level, len(compiled.stack) - 1)
            call = compiled.stack[host].call
            site = compile_sites.setdefault(call, CompileSite(compiled, host))
            if compiled is not site.compile:
                site.others.append(compiled)
            way = call, use.meets, use.call.stack[host:]
            if way not in seen:
                seen.add(way)
                site.uses.append(use)
        return list(compile_sites.values())


def compile_calls_of(facts: Facts, outcomes: Iterable[CallOutcome]) -> list[CompileCall]:
    """Pair each use of a model with the compile call before it, unless a helper sets the steps between them."""
    by_node = {outcome.fit_call.node: outcome for outcome in outcomes}
    latest: dict[tuple[ast.AST, ...], MethodCall] = {}
    found: dict[ast.Call, CompileCall] = {}
    for call in facts.method_calls:
        if not isinstance(call.receiver, KerasModel):
            continue
        if call.method == "compile":
            latest |= dict.fromkeys(call.receiver.constructed_by, call)
        elif call.method == _SET:
            for construction in call.receiver.constructed_by:
                latest.pop(construction, None)
        elif call.node in by_node:
            for compiled in {
                id(c): c for construction in call.receiver.constructed_by if (c := latest.get(construction))
            }.values():
                use = FitOfModel(by_node[call.node], call, shared_frame(facts, compiled, call))
                found.setdefault(compiled.node, CompileCall(compiled.node)).pairs.append((compiled, use))
    return list(found.values())


def shared_frame(facts: Facts, compiled: MethodCall, use: MethodCall) -> int:
    """Return the number of the innermost frame that two calls share; -1 if they have another start."""
    starts = [(facts.script.file_of(call.stack[0].call), call.stack[0].function) for call in (compiled, use)]
    return common_frames(compiled.stack, use.stack) or 0 if starts[0] == starts[1] else -1


def trained_as_loaded(facts: Facts) -> list[ast.Call]:
    """The calls that load models which are trained without a `compile` behind it: what is stored has no steps."""
    compiled: set[CallPath] = set()
    found: dict[ast.Call, None] = {}
    for call in facts.method_calls:
        if call.method in ("compile", _SET):
            compiled.update(constructions_of(call.receiver))
        elif call.method == "fit":
            for path in constructions_of(call.receiver):
                node = path[-1]
                if isinstance(node, ast.Call) and facts.qualified.get(node) == _LOAD and path not in compiled:
                    found[node] = None
    return list(found)
