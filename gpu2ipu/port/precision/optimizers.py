"""Optimizers: how they divide by small numbers in float16, and how they scale the loss of a mixed precision.

`compile` wraps an optimizer under the policy `mixed_float16` so that it doubles the scale of the loss until gradients
overflow (keras/engine/training.py of 2.6). On an IPU float16 does not overflow, but stops at its largest number, unless
`floating_point_behaviour.nanoo` is set: a port has a fixed scale.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.library.port_helpers import averages_over_replicas
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.values.call_arguments import argument, keyword_of
from gpu2ipu.analysis.values.library_objects import Optimizer
from gpu2ipu.analysis.values.scalars import Text
from gpu2ipu.edits import AddArgument, Edit, Replace
from gpu2ipu.port.code.added_imports import module_alias
from gpu2ipu.port.code.call_arguments import rewritten
from gpu2ipu.port.port import Port
from gpu2ipu.port.precision.outcomes import SmallEpsilon, UnscaledLoss
from gpu2ipu.port.precision.policies import EPSILON

SCALE = 128
_COMPILE = "keras.Model.compile"
_WRAPPER = "keras.mixed_precision.LossScaleOptimizer"
_OLDER_WRAPPER = "keras.mixed_precision.experimental.LossScaleOptimizer"
_OPTIMIZERS = "keras.optimizers."
_WRAPPERS = (_WRAPPER, _OLDER_WRAPPER)
_DEFAULT = "rmsprop"  # the optimizer of `compile`: keras/engine/training.py
_SMALLEST = 6.1e-5  # the smallest normal number of float16
# Classes that divide by a root and an epsilon, by their identifiers: keras/optimizers.py of 2.6.
_WITH_EPSILON = {name.lower(): name for name in ("Adadelta", "Adagrad", "Adam", "Adamax", "Nadam", "RMSprop")}


def optimizers(port: Port) -> Iterator[UnscaledLoss | SmallEpsilon]:
    """Yield the calls of `compile` whose optimizers do not suit the precision that is asked for."""
    facts = facts_of(port.script)
    for node in dict.fromkeys(call.node for call in facts.compile_calls):
        file = port.script.file_of(node)
        if port.target.precision in ("float16", "mixed"):
            yield from _unscaled(file, facts_of(file), node, port.target.precision == "mixed")
        if port.target.precision == "float16":
            yield from _small(file, facts_of(file), node)


def _unscaled(file: Script, facts: Facts, compiling: ast.Call, has_policy: bool) -> Iterator[UnscaledLoss]:
    """What an optimizer needs that scales the loss without a bound, as `compile` makes it do for `mixed_float16`."""
    given = _inner(facts, facts.argument(compiling, _COMPILE, "optimizer"), ())
    made = _made(facts, given)
    name = facts.qualified.get(made, "") if made is not None else ""
    if isinstance(made, ast.Call) and name in _WRAPPERS:
        if _is_dynamic(facts, made, name):
            edits = _with_fixed_scale(file, made) if name == _WRAPPER else ()
            yield UnscaledLoss(made, is_dynamic=True, edits=tuple(edits))
    elif has_policy:
        wraps = any("LossScaleOptimizer" in each.text for each in facts.script.files)
        is_known = given is None or not wraps or isinstance(facts.value(given), (Optimizer, Text))
        edits = _scaled(file, facts, compiling, given) if is_known else ()
        yield UnscaledLoss(compiling, edits=tuple(edits))


def _is_dynamic(facts: Facts, wrapper: ast.Call, name: str) -> bool:
    """True if the scale of the loss may change."""
    if name == _WRAPPER:
        given = argument(wrapper, 1, "dynamic")
        return given is None or facts.value(given).constant is not False
    return facts.value(argument(wrapper, 1, "loss_scale")).number is None


def _with_fixed_scale(file: Script, wrapper: ast.Call) -> Iterator[Edit]:
    span, dynamic = file.span(wrapper), argument(wrapper, 1, "dynamic")
    if dynamic is None or keyword_of(wrapper, "dynamic") is not None:
        yield AddArgument(span, "dynamic", "False")
    else:
        yield Replace(file.span(dynamic), "False")
    if argument(wrapper, 2, "initial_scale") is None:
        yield AddArgument(span, "initial_scale", str(SCALE))


def _scaled(file: Script, facts: Facts, compiling: ast.Call, given: ast.expr | None) -> Iterator[Edit]:
    tf, edits = module_alias(file, facts, "tensorflow", "tf")
    yield from edits
    template = (
        f"{tf}.keras.mixed_precision.LossScaleOptimizer({{item}}, dynamic=False, initial_scale={SCALE})"
    )
    if given is None:
        text = template.replace("{item}", f'{tf}.keras.optimizers.get("{_DEFAULT}")')
        yield AddArgument(file.span(compiling), "optimizer", text)
        return
    if not isinstance(facts.value(given), Optimizer):
        template = template.replace("{item}", f"{tf}.keras.optimizers.get({{item}})")
    yield rewritten(file, facts, given, template)


def _small(file: Script, facts: Facts, compiling: ast.Call) -> Iterator[SmallEpsilon]:
    """What an optimizer needs whose epsilon float16 rounds away."""
    given = _inner(facts, facts.argument(compiling, _COMPILE, "optimizer"), _WRAPPERS)
    made = _made(facts, given)
    word = _DEFAULT if given is None else facts.value(given).constant
    if isinstance(word, str):
        if word.lower() in _WITH_EPSILON:
            yield SmallEpsilon(compiling, edits=tuple(_by_class(file, facts, compiling, given, word.lower())))
        return
    name = facts.qualified.get(made, "") if isinstance(made, ast.Call) else ""
    is_written = isinstance(made, ast.Call) and name.startswith(_OPTIMIZERS)
    known = name if is_written else facts.value(given).name
    if known and known.rpartition(".")[2].lower() not in _WITH_EPSILON:
        return
    if not isinstance(made, ast.Call) or not is_written:
        yield SmallEpsilon(compiling)
        return
    epsilon = facts.argument(made, name, "epsilon")
    number = facts.value(epsilon).constant
    if epsilon is None:
        yield SmallEpsilon(made, edits=(AddArgument(file.span(made), "epsilon", EPSILON),))
    elif isinstance(number, (int, float)) and number < _SMALLEST:
        yield SmallEpsilon(made, edits=(Replace(file.span(epsilon), EPSILON),))
    elif number is None:
        yield SmallEpsilon(made)


def _by_class(
    file: Script, facts: Facts, compiling: ast.Call, given: ast.expr | None, word: str
) -> Iterator[Edit]:
    """The class in place of its identifier, with an epsilon."""
    tf, edits = module_alias(file, facts, "tensorflow", "tf")
    yield from edits
    text = f"{tf}.keras.optimizers.{_WITH_EPSILON[word]}(epsilon={EPSILON})"
    if given is None:
        yield AddArgument(file.span(compiling), "optimizer", text)
    else:
        yield rewritten(file, facts, given, text)


def _inner(facts: Facts, node: ast.expr | None, wrappers: tuple[str, ...]) -> ast.expr | None:
    """What the helper of a port is given, or a wrapper, where an optimizer is in one."""
    made = _made(facts, node)
    if isinstance(made, ast.Call) and made.args:
        is_helper = averages_over_replicas(facts.value(made.func).definition)
        if is_helper or facts.qualified.get(made, "") in wrappers:
            return _inner(facts, made.args[0], wrappers)
    return node


def _made(facts: Facts, node: ast.expr | None) -> ast.expr | None:
    """The expression that makes what a name stands for."""
    return bindings_of(facts.script).value(node) if isinstance(node, ast.Name) else node
