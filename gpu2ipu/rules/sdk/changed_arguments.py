"""Arguments of the SDK's classes and methods that another version does not take, or takes at another position."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.interpreter.facts import Facts, MethodCall
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.gradient_accumulation import REDUCTION, SETTERS, setting_calls
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import statement_of
from gpu2ipu.analysis.values.call_arguments import before_unpacking, keyword_of
from gpu2ipu.analysis.values.library_objects import IpuConfig, KerasModel, Strategy
from gpu2ipu.analysis.values.scalars import Text
from gpu2ipu.edits import AddArgument, Edit, Remove, RemoveArgument, Replace
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.sdk_names import imported_ipu, ipu_import, ipu_name
from gpu2ipu.records import record
from gpu2ipu.rules.sdk.tables.places import IPU, LATER, has
from gpu2ipu.rules.tf26.api_uses import is_harmless

_NORMALIZE = "experimental_normalize_gradients"
_QUEUES: dict[str, dict[str, tuple[object, ...] | None]] = {
    f"{IPU}.ipu_infeed_queue.IPUInfeedQueue": {
        "feed_name": None,
        "replication_factor": None,
        "data_to_prefetch": (1,),
    },
    f"{IPU}.ipu_outfeed_queue.IPUOutfeedQueue": {
        "feed_name": None,
        "replication_factor": None,
        "io_batch_size": (1,),
    },
    f"{IPU}.ipu_session_run_hooks.IPULoggingTensorHook": {"feed_name": None, "replication_factor": None},
}
# queue -> the position of its name up to SDK 2.3, and how many arguments behind that still follow each other
_NAME_POSITIONS = {"IPUInfeedQueue": (1, 1), "IPUOutfeedQueue": (0, 2)}
_OF_OLD_MODELS = {
    "steps_per_run": "`steps_per_execution` of `compile` says how many steps an execution has",
    "prefetch_depth": "`set_infeed_queue_options(prefetch_depth=...)` of the model sets it",
}
# method of a model -> the first SDK that has it, and what to do without
_METHODS = {
    "set_replication_options": ("3.1", "metrics are those of the last replica: remove it"),
    "export_for_ipu_serving": ("2.6", "export the model with `ipu.serving`"),
}
_RUN = "experimental_run_v2"
_ESR, _BEHAVIOUR = "esr", "StochasticRoundingBehaviour"


@record
class ArgumentUse:
    """Something that a call passes, or a value that is set: what is said of it, and the edits for the SDK asked for."""

    node: ast.expr | ast.keyword
    message: str
    title: str = ""
    edits: tuple[Edit, ...] = ()


def argument_uses(script: Script, sdk: str) -> Iterator[ArgumentUse]:
    """Yield what a script passes to the SDK in the way of other versions."""
    facts = facts_of(script)
    yield from _of_queues(script, facts)
    yield from _of_setters(script, sdk)
    yield from _of_models(script, facts, sdk)
    yield from _of_attributes(script, facts)


def _of_queues(script: Script, facts: Facts) -> Iterator[ArgumentUse]:
    """The names, replicas and batches of queues, which SDK 2.4 works out itself."""
    for node, name in facts.qualified.items():
        if not isinstance(node, ast.Call) or name not in _QUEUES:
            continue
        last = name.rpartition(".")[2]
        for keyword, harmless in _QUEUES[name].items():
            given = keyword_of(node, keyword)
            if given is not None:
                message = f"`{last}` takes no `{keyword}` since SDK 2.4"
                removal = (RemoveArgument(script.span(node), keyword),)
                edits: tuple[Edit, ...] = removal if is_harmless(given.value, harmless) else ()
                message += "" if edits else ": remove it; a program reads and returns single batches"
                yield ArgumentUse(given, message, "remove it", edits)
        position, most = _NAME_POSITIONS.get(last, (len(node.args), 0))
        first, behind = before_unpacking(node)[position : position + 1], len(node.args) - position - 1
        if first and isinstance(facts.value(first[0]), Text):
            message = f"`{last}` takes no name since SDK 2.4"
            edits = (_without(script, node, position),) if behind <= most else ()
            message += "" if edits else ": remove it, and pass what follows by name"
            yield ArgumentUse(first[0], message, "remove it", edits)


def _without(script: Script, node: ast.Call, position: int) -> Replace:
    """A call without one of its positional arguments."""
    kept = [each for at, each in enumerate(node.args) if at != position]
    holes = [(f"a{number}", script.span(each)) for number, each in enumerate(kept)]
    named = [(f"k{number}", script.span(each.value)) for number, each in enumerate(node.keywords)]
    texts = [f"{{{hole}}}" for hole, _ in holes]
    texts += [
        f"{each.arg}={{{hole}}}" if each.arg else f"**{{{hole}}}"
        for each, (hole, _) in zip(node.keywords, named)
    ]
    parts = (("func", script.span(node.func)), *holes, *named)
    return Replace(script.span(node), f"{{func}}({', '.join(texts)})", parts)


def _of_setters(script: Script, sdk: str) -> Iterator[ArgumentUse]:
    """How gradients of micro-batches become one: by a switch up to SDK 2.5, by a method from 2.5 on."""
    for node, call in setting_calls(script).items():
        if script.file_of(node) is not script and node not in script.parents:
            continue
        if has(sdk, "2.6", LATER):
            yield from _switched(script, node, call)
        else:
            yield from _by_method(script, node, call)
        given = keyword_of(node, "use_v2_gradient_accumulation_optimizer")
        if given is not None and not has(sdk, "3.1", LATER):
            removal = (RemoveArgument(script.span(node), str(given.arg)),)
            edits = removal if is_harmless(given.value, (False,)) else ()
            message = f"`{given.arg}` came with SDK 3.1"
            yield ArgumentUse(given, message, "remove it", edits)


def _switched(script: Script, node: ast.Call, call: MethodCall) -> Iterator[ArgumentUse]:
    """`experimental_normalize_gradients=True`, and the same by position, for an SDK without it."""
    span, message = script.span(node), f"`{_NORMALIZE}` was removed in SDK 2.6"
    given = keyword_of(node, _NORMALIZE)
    if given is not None:
        edits: list[Edit] = [RemoveArgument(span, _NORMALIZE)]
        title = "remove it"
        if not is_harmless(given.value, (False, None)):
            is_true = is_harmless(given.value, (True,))
            value = '"mean"' if is_true else f'"mean" if {text_of(script, given.value)} else "sum"'
            edits.append(AddArgument(span, REDUCTION, value))
            title = f"`{REDUCTION}`"
        yield ArgumentUse(given, message, title, tuple(edits))
    position = SETTERS[call.method]
    passed = before_unpacking(node)[position : position + 1]
    if passed and is_harmless(passed[0], (True, False, None)):
        value = '"mean"' if is_harmless(passed[0], (True,)) else '"sum"'
        yield ArgumentUse(passed[0], message, f"`{value}`", (Replace(script.span(passed[0]), value),))


def _by_method(script: Script, node: ast.Call, call: MethodCall) -> Iterator[ArgumentUse]:
    """The method by position, where SDK 2.5 still takes the switch."""
    position = SETTERS[call.method]
    passed = before_unpacking(node)[position : position + 1]
    if passed and not is_harmless(passed[0], (True, False, None)):
        edits = (
            Replace(script.span(passed[0]), "None"),
            AddArgument(script.span(node), REDUCTION, text_of(script, passed[0])),
        )
        message = f"SDK 2.5 takes `{_NORMALIZE}` at the position of `{REDUCTION}`"
        yield ArgumentUse(passed[0], message, f"pass `{REDUCTION}` by name", edits)


def _of_models(script: Script, facts: Facts, sdk: str) -> Iterator[ArgumentUse]:
    """Methods that came later, and arguments of the models of SDK 2.1 and before."""
    seen: set[ast.Call] = set()
    for call in facts.method_calls:
        if not isinstance(call.receiver, KerasModel) or call.node in seen:
            continue
        seen.add(call.node)
        since, hint = _METHODS.get(call.method, ("1.2", ""))
        if not has(sdk, since, LATER):
            edits = _removal(script, call)
            yield ArgumentUse(
                call.node.func, f"`{call.method}` came with SDK {since}: {hint}", "remove it", edits
            )
        for keyword, instead in (
            _OF_OLD_MODELS.items() if call.method in ("fit", "evaluate", "predict") else ()
        ):
            given = keyword_of(call.node, keyword)
            if given is not None:
                message = f"`{call.method}` takes no `{keyword}` since SDK 2.2: {instead}"
                yield ArgumentUse(
                    given, message, "remove it", (RemoveArgument(script.span(call.node), keyword),)
                )


def _removal(script: Script, call: MethodCall) -> tuple[Edit, ...]:
    """The edit that removes a call of `set_replication_options` which asks for what older SDKs do anyway."""
    statement = statement_of(script, call.node)
    given = [*call.node.args, *(keyword.value for keyword in call.node.keywords)]
    is_default = call.method == "set_replication_options" and all(
        isinstance(each, ast.Constant) and str(each.value).lower() == "none" for each in given
    )
    is_whole = isinstance(statement, ast.Expr) and statement.value is call.node
    return (Remove(script.span(statement)),) if is_default and is_whole else ()


def _of_attributes(script: Script, facts: Facts) -> Iterator[ArgumentUse]:
    """`floating_point_behaviour.esr` as a bool, and `experimental_run_v2` of a strategy."""
    for node in script.nodes:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            yield from _rounding(script, facts, node)
        elif isinstance(node, ast.Attribute) and node.attr == _RUN and _is_of_strategy(facts, node):
            edit = Replace(script.span(node), "{base}.run", (("base", script.span(node.value)),))
            yield ArgumentUse(node, f"`{_RUN}` is called `run` since SDK 2.2", "`run`", (edit,))


def _is_of_strategy(facts: Facts, node: ast.Attribute) -> bool:
    return isinstance(facts.value(node.value), Strategy)


def _rounding(script: Script, facts: Facts, node: ast.Assign) -> Iterator[ArgumentUse]:
    target = node.targets[0]
    if not (isinstance(target, ast.Attribute) and target.attr == _ESR):
        return
    outer = target.value
    is_config = isinstance(outer, ast.Attribute) and isinstance(facts.value(outer.value), IpuConfig)
    if is_config and isinstance(node.value, ast.Constant) and isinstance(node.value.value, bool):
        member = "ON" if node.value.value else "OFF"
        added = () if imported_ipu(facts) else (ipu_import(script, facts),)
        text = f"{ipu_name(facts)}.config.{_BEHAVIOUR}.{member}"
        message = f"`{_ESR}` takes a `{_BEHAVIOUR}` since SDK 2.5, no bool"
        yield ArgumentUse(
            node.value, message, f"`{member}`", (*added, Replace(script.span(node.value), text))
        )
