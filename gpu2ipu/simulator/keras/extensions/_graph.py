"""The graph of a model: its calls of layers, and the pipeline stage of each.

The SDK creates new Keras nodes for the layers of nested models. Here the nodes are not changed: a walk through the
graphs computes the stage of each tensor. Source: functional_extensions.py, sequential_extensions.py and
model_extensions.py in keras/ipu/extensions of the SDK.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterator

import tensorflow as tf
from keras.engine import functional

from gpu2ipu.simulator.sdk import version

from . import pipeline_stage_assignment as assignments


@dataclass(frozen=True)
class Graph:
    """Inputs and outputs of a model, and the calls in between in the order in which Keras executes them."""

    inputs: tuple[Any, ...]
    outputs: tuple[Any, ...]
    nodes: tuple[Any, ...]

    @property
    def layers(self) -> list[Any]:
        """The layers of the inputs and of the calls, in the order of a Functional model."""
        found: list[Any] = functional._map_graph_network(list(self.inputs), list(self.outputs))[2]
        return found


@dataclass(frozen=True)
class Call:
    """One call of a layer: its stage, and the latest stage of its inputs."""

    layer: Any
    stage: int
    needs: int


@dataclass(frozen=True)
class Kinds:
    """The classes of assignments of a kind of model, for its layers and for nested models."""

    layer: type
    nested: type
    # Whether assignments are for calls, not layers, and whether they must refer to the calls of the graph.
    has_calls: bool = True
    checks_nodes: bool = False


SEQUENTIAL = Kinds(
    assignments.SequentialLayerPipelineStageAssignment,
    assignments.SequentialNestedModelPipelineStageAssignment,
    has_calls=False,
)
FUNCTIONAL = Kinds(
    assignments.FunctionalLayerPipelineStageAssignment,
    assignments.FunctionalNestedModelPipelineStageAssignment,
)
MODEL = Kinds(
    assignments.ModelLayerPipelineStageAssignment,
    assignments.NestedModelPipelineStageAssignment,
    checks_nodes=True,
)


def graph_of(inputs: Any, outputs: Any, nodes_by_depth: dict[int, list[Any]] | None = None) -> Graph:
    """Return the graph between Keras tensors."""
    flat_inputs, flat_outputs = tf.nest.flatten(inputs), tf.nest.flatten(outputs)
    if nodes_by_depth is None:
        nodes_by_depth = functional._map_graph_network(flat_inputs, flat_outputs)[1]
    there = {str(id(tensor)) for tensor in flat_inputs}
    nodes = []
    for depth in sorted(nodes_by_depth, reverse=True):
        for node in nodes_by_depth[depth]:
            # A node that depends on the inputs of another model is not part of this one.
            if not node.is_input and there.issuperset(node.flat_input_ids):
                there.update(node.flat_output_ids)
                nodes.append(node)
    return Graph(tuple(flat_inputs), tuple(flat_outputs), tuple(nodes))


def is_model(layer: Any) -> bool:
    """Return whether a layer is a model created in a scope, whose layers have stages of their own (from SDK 3.1 on)."""
    return hasattr(layer, "_pipeline_graph") and not version.before("3.1")


def index_of(node: Any) -> int:
    """Return the index of a call among the calls of its layer."""
    return int(node.layer._inbound_nodes.index(node))


def stages_of_scopes(model: Any) -> list[Any]:
    """Return the assignments from `PipelineStage` scopes around layers and calls; empty without any.

    Raises ValueError if some layers have a stage and others have none.
    """
    nodes, found = model._pipeline_graph().nodes, []
    if not any(_scope_stage(node) is not None for node in nodes):
        return []
    for node in nodes:
        if is_model(node.layer):
            nested = node.layer.get_pipeline_stage_assignment()
            found.append(model._assignments.nested(node.layer, index_of(node), nested))
            continue
        stage = _scope_stage(node)
        if stage is None:
            raise ValueError(
                "All layers of a pipelined model must have an associated pipeline stage. However, "
                f"{node.layer.name} has not been assigned to one. Pipeline stages can be assigned when a layer "
                "is constructed, or each time that it is called."
            )
        found.append(model._assignments.layer(node.layer, index_of(node), stage))
    return found


def _scope_stage(node: Any) -> int | None:
    of_call: int | None = getattr(node, "_pipeline_stage", None)
    return of_call if of_call is not None else getattr(node.layer, "_pipeline_stage", None)


def place(model: Any, assigned: Any) -> list[Call]:
    """Return the calls of a model with their stages, including those of nested models.

    Raises ValueError if the assignments do not fit the model, or if a call depends on a later stage.
    """
    calls: list[Call] = []
    graph = model._pipeline_graph()
    _walk(model, assigned, [0] * len(graph.inputs), calls)
    late = [call for call in calls if call.needs > call.stage]
    if late:
        first = min(late, key=lambda call: call.stage)
        raise ValueError(
            f"Layer {first.layer.name} in pipeline stage {first.stage} has a dependency from a pipeline stage "
            "which has not yet been executed. Layers can only use outputs from current or previous pipeline "
            "stages."
        )
    return calls


def _walk(model: Any, assigned: Any, stages_of_inputs: list[int], calls: list[Call]) -> list[int]:
    """Append the calls of one model, and return the stage of each of its outputs."""
    graph = model._pipeline_graph()
    check_length(assigned, len(graph.nodes))
    stages = dict(zip((str(id(tensor)) for tensor in graph.inputs), stages_of_inputs))
    for assignment, node in zip(assigned, graph.nodes):
        needed = [stages[tensor] for tensor in node.flat_input_ids]
        if is_model(node.layer):
            _check_nested(model, assignment, node)
            outputs = _walk(node.layer, assignment.pipeline_stage_assignments, needed, calls)
        else:
            _check_layer(model, assignment, node)
            stage = assignment.pipeline_stage
            calls.append(Call(node.layer, stage, max(needed, default=0)))
            outputs = [stage] * len(node.flat_output_ids)
        stages.update(zip(node.flat_output_ids, outputs))
    return [stages[str(id(tensor))] for tensor in graph.outputs]


def check_length(assigned: Any, layers: int) -> None:
    """Raise ValueError unless the assignments are a list with one for each layer."""
    if not isinstance(assigned, list):
        raise ValueError("`pipeline_stage_assignment` needs to be a list.")
    if len(assigned) != layers:
        raise ValueError(
            f"The length of the provided `pipeline_stage_assignment` ({len(assigned)}) does not match the number "
            f"of layers in the graph ({layers}). Each layer needs to be assigned a pipeline stage (excluding "
            "input layers)."
        )


def _check_nested(model: Any, assignment: Any, node: Any) -> None:
    """Raise ValueError unless an assignment is for the nested model that a node calls."""
    wanted = model._assignments.nested
    if not isinstance(assignment, wanted):
        raise ValueError(
            f"The pipeline stage assignment for nested model {node.layer.name} in {model.name} must be an "
            f"instance of `{wanted.__name__}`. Instead the assignment was of type {type(assignment).__name__}."
        )
    if assignment.nested_model is not node.layer:
        raise _wrong_order(f"{assignment.nested_model.name} != {node.layer.name}")


def _check_layer(model: Any, assignment: Any, node: Any) -> None:
    """Raise ValueError unless an assignment is for the layer that a node calls, and has a stage."""
    kinds = model._assignments
    if not isinstance(assignment, kinds.layer):
        raise ValueError(
            f"The pipeline stage assignment for layer {node.layer.name} in {model.name} must be an instance of "
            f"`{kinds.layer.__name__}`. Instead the assignment was of type {type(assignment).__name__}."
        )
    if assignment.layer is not node.layer:
        raise _wrong_order(f"{assignment.layer.name} != {node.layer.name}")
    index = getattr(assignment, "node_index", None)
    if assignment.pipeline_stage is None:
        call = f" with node_index {index}" if index is not None else ""
        raise ValueError(
            f"Layer {assignment.layer.name}{call} has not been assigned a pipeline stage in "
            "`pipeline_stage_assignment`."
        )
    if kinds.checks_nodes:
        _check_node(assignment, node)


def _check_node(assignment: Any, node: Any) -> None:
    layer, index = assignment.layer, assignment.node_index
    calls = layer._inbound_nodes
    if index >= len(calls):
        raise ValueError(
            f"Layer {layer.name} has {len(calls)} invocation(s) in the graph, but `pipeline_stage_assignment` "
            f"contains an assignment for node_index {index}."
        )
    if calls[index] is not node:
        raise _wrong_order(f"another call of layer {layer.name}")


def _wrong_order(what: str) -> ValueError:
    return ValueError(
        "The order of `pipeline_stage_assignment` does not match the post-order generated from the graph "
        f"({what})."
    )


def layers_of(assigned: list[Any]) -> Iterator[Any]:
    """Yield the assignments of layers, including those of nested models."""
    for assignment in assigned:
        if assignment.is_nested_model:
            yield from layers_of(assignment.pipeline_stage_assignments)
        else:
            yield assignment


def stages(assigned: list[Any]) -> list[Any]:
    """Return only the stages of assignments, for saving: a nested model has a list."""
    return [
        (
            stages(assignment.pipeline_stage_assignments)
            if assignment.is_nested_model
            else assignment.pipeline_stage
        )
        for assignment in assigned
    ]


def with_stages(assigned: list[Any], saved: list[Any]) -> list[Any]:
    """Set the stages of assignments to saved ones, and return the assignments."""
    for assignment, stage in zip(assigned, saved):
        if assignment.is_nested_model:
            with_stages(assignment.pipeline_stage_assignments, stage)
        else:
            assignment.pipeline_stage = stage
    return assigned
