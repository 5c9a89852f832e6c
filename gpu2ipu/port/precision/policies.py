"""Policies: the calls that say in which precision layers compute, and what an IPU needs for float16 besides.

`set_global_policy` leaves metrics in float32, in which they count samples; `set_floatx` would not. IPUs round float16
to the nearest number unless `esr` is set, so that small updates are lost. The settings come behind the configuration of
the IPU, which a port has above its first layer.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts, first_of
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.entry_points import first_models
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import statement_of
from gpu2ipu.analysis.values.call_arguments import argument
from gpu2ipu.analysis.values.library_objects import IpuConfig
from gpu2ipu.edits import Edit, Insert, Replace, Where
from gpu2ipu.port.batching.micro_batches import replicated_target
from gpu2ipu.port.code.added_imports import module_alias
from gpu2ipu.port.code.expression_text import text_of
from gpu2ipu.port.code.sdk_names import imported_ipu, ipu_import, ipu_name
from gpu2ipu.port.port import Port
from gpu2ipu.port.precision.outcomes import KeptPolicy, MissingSettings, OtherPolicy, Setting

EPSILON = "1e-4"  # about the smallest normal number of float16, 6.1e-5
_POLICIES = {"float32": "float32", "float16": "float16", "mixed": "mixed_float16"}
_POLICY_SETTERS = ("set_global_policy", "set_policy")
_SETTERS = {
    "keras.mixed_precision.set_global_policy": "policy",
    "keras.mixed_precision.experimental.set_policy": "policy",
    "keras.backend.set_floatx": "value",
}
_EPSILON_SETTER = "keras.backend.set_epsilon"
_CONFIGURE = "configure_ipu_system"
_ROUNDING = ("esr", "set_all")  # attributes of an IPUConfig that choose stochastic rounding
_UNSUPPORTED = "bfloat16"  # no kernel of an IPU takes it


def other_policies(port: Port) -> Iterator[OtherPolicy]:
    """Yield the calls that set another policy than the one that is asked for, or one that IPUs do not have."""
    facts, precision = facts_of(port.script), port.target.precision
    for node, setter in _settings(facts):
        written = _written(facts, node, setter)
        given = str(facts.value(written).constant or "") if written is not None else ""
        if not precision:
            if _UNSUPPORTED in given:
                yield OtherPolicy(node, "", given)
            continue
        wanted = _wanted(precision, setter, given)
        if given == wanted:
            continue
        if written is None or not given:
            yield OtherPolicy(node, precision, "")
        else:
            text = text_of(port.script.file_of(node), ast.Constant(wanted))
            yield OtherPolicy(node, precision, given, edits=(Replace(port.script.span(written), text),))


def kept_policies(port: Port) -> Iterator[KeptPolicy]:
    """Yield the calls that set a policy for float16 in an original; whoever has finished a port knows of it."""
    facts = facts_of(port.script)
    is_ported = facts.everywhere.script.imports_ipu
    if is_ported or port.target.precision or not _stored(port).isdisjoint(_ROUNDING):
        return
    for node, setter in _settings(facts):
        written = _written(facts, node, setter)
        given = str(facts.value(written).constant or "") if written is not None else ""
        if given.endswith("float16") and _UNSUPPORTED not in given:
            yield KeptPolicy(node, given)


def missing_settings(port: Port) -> Iterator[MissingSettings]:
    """Yield what each script that is run lacks for float16, if that is asked for."""
    script, precision = port.script, port.target.precision
    if _POLICIES.get(precision, "float32") == "float32":
        return
    settings = tuple(_missing(port))
    if not settings:
        return
    firsts = first_models(script)
    for file, first in firsts.items():
        edits: tuple[Edit, ...] = ()
        for statement, config in _configurations(file):
            edits += tuple(_inserted(port, file, statement, config, settings))
        yield MissingSettings(first, precision, settings, edits=edits)
    if not firsts and (models := facts_of(script).models):
        yield MissingSettings(first_of(models), precision, settings)


def _missing(port: Port) -> Iterator[Setting]:
    """The settings that the files of a port lack together."""
    facts, is_half = facts_of(port.script), port.target.precision == "float16"
    stored = _stored(port)
    setters = {setter for _, setter in _settings(facts)}
    given = {facts.value(_written(facts, node, setter)).constant for node, setter in _settings(facts)}
    sets_policy = any(setter.endswith(_POLICY_SETTERS) for setter in setters)
    if not sets_policy and not (is_half and "float16" in given):
        yield Setting.POLICY
    if is_half and _EPSILON_SETTER not in facts.qualified.values():
        yield Setting.EPSILON
    if stored.isdisjoint(_ROUNDING):
        yield Setting.ROUNDING
    if replicated_target(port).replicas > 1 and "enable_prng_stability" not in stored:
        yield Setting.SAME_ROUNDING


def _stored(port: Port) -> set[str]:
    """The attributes that a script sets."""
    nodes = port.script.nodes
    return {
        node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }


def _inserted(
    port: Port, file: Script, statement: ast.stmt, config: str, settings: tuple[Setting, ...]
) -> Iterator[Edit]:
    """The edits that put settings around the statement that configures the IPU."""
    facts = facts_of(file)
    above, below = list[str](), list[str]()
    if Setting.ROUNDING in settings:
        member = f"{ipu_name(facts)}.config.StochasticRoundingBehaviour.ON"
        above.append(f"{config}.floating_point_behaviour.esr = {member}")
        if not imported_ipu(facts):
            yield ipu_import(file, facts)
    if Setting.SAME_ROUNDING in settings:
        above.append(f"{config}.experimental.enable_prng_stability = True")
    if Setting.POLICY in settings or Setting.EPSILON in settings:
        tf, edits = module_alias(file, facts, "tensorflow", "tf")
        yield from edits
        if Setting.POLICY in settings:
            policy = text_of(file, ast.Constant(_POLICIES[port.target.precision]))
            below.append(f"{tf}.keras.mixed_precision.set_global_policy({policy})")
        if Setting.EPSILON in settings:
            below.append(f"{tf}.keras.backend.set_epsilon({EPSILON})")
    if above:
        yield Insert(file.span(statement), "\n".join(above))
    if below:
        yield Insert(file.span(statement), "\n".join(below), Where.AFTER)


def _configurations(file: Script) -> Iterator[tuple[ast.stmt, str]]:
    """The statements of a file that configure an IPU, each with the configuration as it is written there."""
    facts = facts_of(file)
    for node in file.nodes:
        statement = statement_of(file, node) if isinstance(node, ast.Call) else None
        if (
            not isinstance(statement, ast.Expr)
            or statement.value is not node
            or not isinstance(node, ast.Call)
        ):
            continue
        func = node.func
        if isinstance(func, ast.Attribute) and func.attr == _CONFIGURE:
            own = isinstance(facts.value(func.value), IpuConfig)
            config = func.value if own else argument(node, 0, "config")
            if config is not None and isinstance(facts.value(config), IpuConfig):
                yield statement, text_of(file, config)


def _settings(facts: Facts) -> Iterator[tuple[ast.Call, str]]:
    """The calls that set a policy, or the type of floats, each with what it calls."""
    for node, name in facts.qualified.items():
        if name in _SETTERS and isinstance(node, ast.Call):
            yield node, name


def _written(facts: Facts, node: ast.Call, setter: str) -> ast.expr | None:
    """Where the name of a policy is written: in the call, or in that of a `Policy` that it is given."""
    written = argument(node, 0, _SETTERS[setter])
    if isinstance(written, ast.Name):
        written = bindings_of(facts.script).value(written)
    if isinstance(written, ast.Call):
        written = argument(written, 0, "name")
    return written if isinstance(written, ast.Constant) else None


def _wanted(precision: str, setter: str, given: str) -> str:
    """What a call must say: types of floats other than float32 only where all of a model is float16."""
    if setter.endswith(_POLICY_SETTERS):
        return _POLICIES[precision]
    return given if precision == given == "float16" else "float32"
