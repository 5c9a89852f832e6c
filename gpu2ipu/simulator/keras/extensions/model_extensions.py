"""The extension of instances of Model subclasses that are created in a scope."""

from __future__ import annotations

from typing import Any, Callable

import tensorflow as tf
from keras import layers
from keras.engine import base_layer, base_layer_utils, training
from keras.utils import tf_inspect
from tensorflow.python.ipu._errors import not_emulated, refuse_others

from . import _graph
from .extensions_base import KerasExtensionBase
from .pipeline_stage_assignment import ModelLayerPipelineStageAssignment, NestedModelPipelineStageAssignment

__all__ = ["ModelExtension", "ModelLayerPipelineStageAssignment", "NestedModelPipelineStageAssignment"]


class ModelExtension(KerasExtensionBase):
    """Mixed into models that are neither Sequential nor Functional.

    Their `call` is traced with Keras tensors when they are built, which gives their graph of layer calls.
    """

    def get_pipeline_stage_assignment(self) -> list[Any]:
        """Return the assignment of each call of a layer: a copy of those set, else assignments without a stage.

        Raises RuntimeError if the model has not been built.
        """
        self._require_graph("get")
        return super().get_pipeline_stage_assignment()

    def set_pipeline_stage_assignment(self, pipeline_stage_assignment: list[Any]) -> None:
        """Pipeline the model: assign each call of a layer to a stage.

        Raises RuntimeError if the model has not been built, ValueError if the assignments do not fit it.
        """
        self._require_graph("set")
        super().set_pipeline_stage_assignment(pipeline_stage_assignment)

    _assignments = _graph.MODEL

    def _require_graph(self, what: str) -> None:
        if self._ipu.graph is None:
            raise RuntimeError(
                f"Cannot {what} pipeline stage assignments for model `{self.name}` which has not been built yet. "
                "Please call `model.build()` first, or assign pipeline stages with PipelineStage scopes."
            )

    def _pipeline_graph(self) -> _graph.Graph:
        self._require_graph("get")
        graph: _graph.Graph = self._ipu.graph
        return graph

    def _placed_calls(self) -> list[_graph.Call]:
        try:
            return super()._placed_calls()
        except ValueError as error:
            raise RuntimeError(
                f'The pipeline stage assignments for model {self.name} are no longer valid: "{error}" This can happen '
                "if the model is invoked with shapes or dtypes which are incompatible with those of before. Try "
                "calling `model.build` with a less restrictive shape, or with `keras.Input` objects."
            ) from error

    def _stock_config(self) -> dict[str, Any]:
        config: dict[str, Any] = {"get_config_has_been_called": True}
        if self._ipu.graph is not None:
            config["graph_inputs"] = tf.nest.map_structure(_type_name, self._ipu.graph_inputs)
        return config

    def _deserialize_from_config_delegate(self, config: dict[str, Any]) -> None:
        if self._overridden("get_config", training.Model) and not config.get("get_config_has_been_called"):
            raise RuntimeError(
                "get_config() has been overridden on a subclassed Model but IPU-specific properties have not been "
                "saved since the implementation does not call super().get_config(). Merge your configuration with what "
                "`super().get_config()` returns."
            )
        super()._deserialize_from_config_delegate(config)

    def _restore_graph(self, config: dict[str, Any]) -> None:
        if self._has_saved_call() and config.get("pipeline_stage_assignment"):
            raise not_emulated(f"the pipeline of model {self.name}", ": give its class to `load_model`")
        if "graph_inputs" in config and not self._has_saved_call():
            self._trace(tf.nest.map_structure(_input_of_type, config["graph_inputs"]))

    def _build_supported(self, input_shape: Any) -> bool:
        return True

    def _build_delegate(self, input_shape: Any) -> None:
        self._validate_call_function()
        _map_shapes(_check_shape, input_shape)
        base_layer.Layer.build(self, _map_shapes(_shape_of, input_shape))
        # Inside a call Keras builds the layers.
        if not base_layer_utils.call_context().in_call:
            self._trace(_map_shapes(_input_like, input_shape))

    def _build_with_dtypes(self, input_shape: Any, input_dtype: Any) -> None:
        if self._ipu.graph is None and not self._has_saved_call():
            self._validate_call_function()
            self._trace(_inputs(input_shape, input_dtype))

    def _has_saved_call(self) -> bool:
        """Return whether the model was loaded without its class, so that its `call` is a function without layers."""
        return any(base.__name__ == "RevivedNetwork" for base in type(self).__mro__)

    def _trace(self, inputs: Any) -> None:
        """Trace `call` to a graph of layer calls, as a Functional model has it. Raises ValueError for wrong types."""
        model: Any = self
        for layer in model._flatten_layers(include_self=False, recursive=False):
            # Only the calls of this trace are numbered.
            layer._inbound_nodes.clear()
            layer._outbound_nodes.clear()
        with self._with_unchanged_seeds(), self._in_call(inputs):
            if not model.built:
                model.build(tf.nest.map_structure(_shape_of, inputs))
            outputs = self._call_with_keras_tensors(inputs)
        model._set_save_spec(inputs)
        self._ipu.graph = _graph.graph_of(inputs, outputs)
        self._ipu.graph_inputs = inputs
        if not self._is_pipelined():
            self._take_stages_of_scopes()

    def _in_call(self, inputs: Any) -> Any:
        enter = base_layer_utils.call_context().enter
        if "training" in tf_inspect.getfullargspec(enter).args:  # Keras 2.6
            return enter(layer=self, inputs=inputs, build_graph=True, training=None)
        return enter(self, inputs, True, {"training": None})

    def _call_with_keras_tensors(self, inputs: Any) -> Any:
        model: Any = self
        try:
            return model.call(inputs, **self._required_training())
        except (tf.errors.InvalidArgumentError, TypeError) as error:
            raise ValueError(
                "You cannot pass a plain shape to your model's `build` function if your layers do not support float "
                "type inputs. You must pass a `keras.Input` object with the required dtype, or `call` your model on "
                "real tensor data (of the correct dtype)."
            ) from error

    def _required_training(self) -> dict[str, bool]:
        """Return the argument `training`, if `call` has it without a default."""
        model: Any = self
        spec = model._call_spec.full_argspec if hasattr(model, "_call_spec") else model._call_full_argspec
        required = spec.args[2 : len(spec.args) - len(spec.defaults or ())]
        return {"training": False} if "training" in required else {}

    def _validate_call_function(self) -> None:
        if not self._overridden("call", training.Model):
            raise NotImplementedError(
                f"The function `call` for the model {self.name} has not been implemented. "
                "When subclassing the `Model` class you must implement the `call` function."
            )


def _map_shapes(function: Callable[[Any], Any], shapes: Any) -> Any:
    """Apply `function` to each shape, or Keras input, of the argument of `build`."""
    if isinstance(shapes, dict):
        return {key: function(shape) for key, shape in shapes.items()}
    if isinstance(shapes, (list, tuple)) and not _is_shape(shapes):
        return [function(shape) for shape in shapes]
    return function(shapes)


def _is_shape(value: Any) -> bool:
    return all(size is None or isinstance(size, (int, tf.compat.v1.Dimension)) for size in value)


def _is_input(value: Any) -> bool:
    return isinstance(getattr(value, "_keras_history", [None])[0], layers.InputLayer)


def _check_shape(shape: Any) -> None:
    if not isinstance(shape, (tuple, list, tf.TensorShape, dict)) and not _is_input(shape):
        raise ValueError(
            "Specified input shape is not one of the valid types. Please specify a batch input shape of type tuple, a "
            f"list of input shapes, or a `keras.Input`. User provided input type: {type(shape)}"
        )


def _shape_of(value: Any) -> Any:
    """Return the shape of a Keras tensor; anything else is already a shape."""
    return tuple(value.shape.as_list()) if hasattr(value, "shape") else value


def _input_like(value: Any) -> Any:
    return value if _is_input(value) else layers.Input(batch_shape=tuple(value))


def _inputs(shapes: Any, dtypes: Any) -> Any:
    """Return Keras inputs of these shapes and types, in the same structure."""
    if isinstance(dtypes, dict):
        return {key: _inputs(shapes[key], dtypes[key]) for key in sorted(dtypes)}
    if isinstance(dtypes, (list, tuple)):
        return [_inputs(shape, dtype) for shape, dtype in zip(shapes, dtypes)]
    return layers.Input(batch_shape=shapes, dtype=dtypes)


def _type_name(tensor: Any) -> str:
    """Return type and shape of an input as a string, such as "float32:None,28,28"."""
    return f"{tensor.dtype.name}:{','.join(map(str, tensor.shape.as_list()))}"


def _input_of_type(name: str) -> Any:
    dtype, _, sizes = name.partition(":")
    shape = tuple(None if size == "None" else int(size) for size in sizes.split(",") if size)
    return layers.Input(batch_shape=shape, dtype=dtype)


__getattr__ = refuse_others("keras.ipu.extensions.model_extensions")
