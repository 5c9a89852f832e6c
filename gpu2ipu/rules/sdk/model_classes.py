"""The model classes of `ipu.keras` of SDK 2.1 and before: models of Keras, with the options set by methods.

SDK 2.2 deleted them: "IPUSequential has been deleted. Use tf.keras.Sequential within a
`tensorflow.python.ipu.ipu_strategy.IPUStrategy` instead", python/ipu/keras/model.py and pipeline.py. Their gradients of
micro-batches are added up, as the methods do where they are not told otherwise.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gpu2ipu.analysis.dataflow.bindings import bindings_of
from gpu2ipu.analysis.interpreter.facts import Facts
from gpu2ipu.analysis.interpreter.run import facts_of
from gpu2ipu.analysis.keras.gradient_accumulation import PIPELINE_SETTER, SETTER, STEPS
from gpu2ipu.analysis.syntax.script import Script
from gpu2ipu.analysis.syntax.tree import function_of, statement_of
from gpu2ipu.analysis.values.call_arguments import bound, has_unpacking
from gpu2ipu.edits import Edit, Insert, Parts, Replace, Where
from gpu2ipu.port.code.call_arguments import rewritten
from gpu2ipu.port.code.expression_text import operand_text, text_of
from gpu2ipu.port.code.sdk_names import keras_name
from gpu2ipu.records import record
from gpu2ipu.rules.sdk.tables.places import IPU
from gpu2ipu.rules.tf26.api_uses import is_harmless

#: Qualified name -> the class of Keras.
MODEL_CLASSES = {
    **{f"{IPU}.keras{below}.{name}": name for below in ("", ".model") for name in ("Sequential", "Model")},
    **{
        f"{IPU}.keras{below}.{name}": keras
        for below in ("", ".pipeline")
        for name, keras in (
            ("PipelineSequential", "Sequential"),
            ("SequentialPipelineModel", "Sequential"),
            ("PipelineModel", "Model"),
        )
    },
}
_COUNTS = ("gradient_accumulation_count", "accumulation_count", "pipeline_depth")
_TYPES = ("gradient_accumulation_dtype", "accumulation_dtype")
# arguments that ask for nothing if they have one of these values
_IDLE: dict[str, tuple[object, ...] | None] = {
    "layer_replacement": None,  # layers that compute the same in another way
    "batch_serialization_iterations": (1,),
    "shard_count": (1,),
}
# arguments of a pipeline that its method takes by the same names
_OF_PIPELINES = (
    *("device_mapping", "pipeline_schedule", "recomputation_mode", "weight_update_poplar_options"),
    *("forward_propagation_stages_poplar_options", "backward_propagation_stages_poplar_options"),
    *("offload_weight_update_variables", "replicated_optimizer_state_sharding", "offload_activations"),
    *("offload_gradient_accumulation_buffers", "replicated_weight_sharding", "offload_weights"),
)
_PLAIN = (ast.Name, ast.BinOp, ast.Constant, ast.operator, ast.Load)
# method -> the argument that counts its steps
_OF_METHODS = {"fit": "steps_per_epoch", "evaluate": "steps", "predict": "steps"}
_OF_KERAS = ("inputs", "outputs", "name", "layers", "stages")


@record
class ModelUse:
    """A construction of such a model: the class of Keras, and the edits that construct that."""

    node: ast.expr
    name: str
    keras: str
    edits: tuple[Edit, ...] = ()


def model_uses(script: Script) -> Iterator[ModelUse]:
    """Yield what a script does with such classes."""
    facts = facts_of(script)
    constructed = {
        node.func: node
        for node in script.nodes
        if isinstance(node, ast.Call) and facts.value(node.func).name in MODEL_CLASSES
    }
    for func, call in constructed.items():
        name = facts.value(func).name
        yield ModelUse(func, name.rpartition(".")[2], MODEL_CLASSES[name], _edits(script, facts, call))


def _edits(script: Script, facts: Facts, call: ast.Call) -> tuple[Edit, ...]:
    """The edits that construct a model of Keras and set its options; none where that is not the same."""
    name = facts.value(call.func).name
    is_sequential, is_pipeline = MODEL_CLASSES[name] == "Sequential", "Pipeline" in name
    first = ("stages" if is_pipeline else "layers") if is_sequential else "inputs"
    second = _COUNTS[0] if is_sequential else "outputs"
    given = bound(call, (first, second))
    known = {*_COUNTS, *_TYPES, *_IDLE, *_OF_KERAS, *(_OF_PIPELINES if is_pipeline else ())}
    if has_unpacking(call) or len(call.args) > 2 or not given.keys() <= known:
        return ()
    if any(key in given and not is_harmless(given[key], idle) for key, idle in _IDLE.items()):
        return ()
    steps = _counted_in_batches(script, facts, call, given)
    if steps is None:
        return ()
    options = _options(script, given, is_pipeline)
    stages = _stages(given["stages"]) if is_sequential and is_pipeline and "stages" in given else None
    statement = statement_of(script, call)
    model = _bound_name(statement, call)
    if (is_sequential and is_pipeline and stages is None) or ((options or stages) and model is None):
        return ()
    keras, edits = keras_name(script)
    text, parts = _construction(script, given, stages)
    setter = PIPELINE_SETTER if is_pipeline else SETTER
    lines = [f"{model}.set_pipeline_stage_assignment({_assignment(stages)})"] if stages else []
    lines += [f"{model}.{setter}({', '.join(options)})"] if options else []
    after = (Insert(script.span(statement), "\n".join(lines), Where.AFTER),) if lines else ()
    replaced = Replace(script.span(call), f"{keras}.{MODEL_CLASSES[name]}({text})", parts)
    return (*edits, replaced, *after, *steps)


def _counted_in_batches(
    script: Script, facts: Facts, call: ast.Call, given: dict[str, ast.expr]
) -> tuple[Edit, ...] | None:
    """The steps of such a model, each of which took as many batches as were accumulated: they are batches today.

    None where it is not certain of which model they are.
    """
    count, target = _count(given), _bound_name(statement_of(script, call), call)
    if count is None or is_harmless(count, (1,)):
        return ()
    edits = list[Edit]()
    for node in script.nodes:
        method = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
        if method not in _OF_METHODS or not isinstance(node, ast.Call):
            continue
        steps = facts.argument(node, f"keras.Model.{method}", _OF_METHODS[method])
        if steps is None or is_harmless(steps, (None,)):
            continue
        owners = _constructed(script, node.func, target or "")
        if call in owners:
            if len(owners) > 1 or not _is_same_there(script, count, call, node):
                return None
            edits.append(rewritten(script, facts, steps, f"{{item}} * {operand_text(script, count)}"))
    return tuple(edits)


def _is_same_there(script: Script, count: ast.expr, call: ast.Call, place: ast.Call) -> bool:
    """True if a number of batches can be written again at another call, and is the same there."""
    if isinstance(count, ast.Constant):
        return True
    parts = list(ast.walk(count))
    variables = [bindings_of(script).variable(node) for node in parts if isinstance(node, ast.Name)]
    are_fixed = all(variable is not None and len(variable.bindings) == 1 for variable in variables)
    are_plain = all(isinstance(node, _PLAIN) for node in parts)
    return are_fixed and are_plain and function_of(script, call) is function_of(script, place)


def _constructed(script: Script, method: ast.expr, target: str) -> set[ast.expr | None]:
    """What may have constructed the model of a method, as far as a name, or an attribute with the same text, says."""
    owner = method.value if isinstance(method, ast.Attribute) else method
    if isinstance(owner, ast.Name):
        return {each.value for each in bindings_of(script).reaching(owner)}
    if ast.unparse(owner) != target:
        return set()
    assigned = (node for node in script.nodes if isinstance(node, ast.Assign))
    return {each.value for each in assigned if any(ast.unparse(one) == target for one in each.targets)}


def _count(given: dict[str, ast.expr]) -> ast.expr | None:
    """Of how many batches gradients are accumulated."""
    return next((given[name] for name in _COUNTS if name in given), None)


def _options(script: Script, given: dict[str, ast.expr], is_pipeline: bool) -> list[str]:
    """The arguments of the method that sets the options."""
    count = _count(given)
    options = []
    if count is not None and (is_pipeline or not is_harmless(count, (1,))):
        options.append(f"{STEPS}={text_of(script, count)}")
    dtype = next((given[name] for name in _TYPES if name in given), None)
    if dtype is not None and not is_harmless(dtype, (None,)):
        name = "gradient_accumulation_dtype" if is_pipeline else "dtype"
        options.append(f"{name}={text_of(script, dtype)}")
    kept = [name for name in _OF_PIPELINES if name in given and not is_harmless(given[name], (None,))]
    return [*options, *(f"{name}={text_of(script, given[name])}" for name in kept)]


def _construction(
    script: Script, given: dict[str, ast.expr], stages: list[list[ast.expr]] | None
) -> tuple[str, Parts]:
    """The arguments of the class of Keras."""
    if stages is not None:
        layers = [layer for stage in stages for layer in stage]
        parts = [(f"layer{number}", script.span(layer)) for number, layer in enumerate(layers)]
        texts = [f"[{', '.join(f'{{{hole}}}' for hole, _ in parts)}]"]
    else:
        first = [name for name in ("layers", "inputs", "outputs") if name in given]
        parts = [(name, script.span(given[name])) for name in first]
        texts = [f"{{{name}}}" for name in first]
    if "name" in given:
        parts.append(("name", script.span(given["name"])))
        texts.append("name={name}")
    return ", ".join(texts), tuple(parts)


def _stages(node: ast.expr) -> list[list[ast.expr]] | None:
    """The layers of each stage in a list of lists that is written."""
    if not isinstance(node, ast.List):
        return None
    stages = [each.elts for each in node.elts if isinstance(each, ast.List)]
    has_stars = any(isinstance(layer, ast.Starred) for stage in stages for layer in stage)
    return stages if len(stages) == len(node.elts) and all(stages) and not has_stars else None


def _assignment(stages: list[list[ast.expr]]) -> str:
    """The stage of each layer, as a list."""
    return str([number for number, stage in enumerate(stages) for _ in stage])


def _bound_name(statement: ast.stmt, call: ast.Call) -> str | None:
    """What a statement binds a call to, if it does nothing else."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and statement.value is call:
        target = statement.targets[0]
        return ast.unparse(target) if isinstance(target, (ast.Name, ast.Attribute)) else None
    return None
