"""Read the TensorFlow graph of a program that XLA for the CPU cannot compile: with feeds, or loops of layers.

Called functions and loop bodies are inlined once: an iteration of a loop reuses the memory of the one before. What a
loop keeps of all iterations for the backward pass is in tensor lists, which grow.
"""

from __future__ import annotations

from typing import Any, Iterable

import tensorflow as tf

from gpu2ipu.simulator.compiler.kernels import FED, SENT

from .arithmetic import elements, of_operation
from .values import Body, Kind, Value, bytes_of

# The operations of each `Kind` of value; all others, except FED, are COMPUTED.
_RANDOM = ("RandomUniform", "RandomStandardNormal", "TruncatedNormal", "RandomUniformInt", "Multinomial")
_STATIC = ("Const", "Placeholder", "VarHandleOp", "Range", "Shape", "ShapeN", "Size", "Rank", "NoOp")
_VIEWS = (
    *("Identity", "IdentityN", "ReadVariableOp", "Reshape", "Squeeze", "ExpandDims", "Transpose"),
    *("BroadcastTo", "StopGradient", "PreventGradient", "Snapshot", "EnsureShape", "Unpack", "Split"),
    *("SplitV", "StridedSlice", "Slice", "Fill", "ZerosLike", "OnesLike", "Tile", "CheckNumerics"),
    *("TensorListReserve", "EmptyTensorList", "TensorListFromTensor", "TensorListGetItem"),
    *("TensorListStack", "TensorListPopBack"),
)
_ELEMENTWISE = (
    *("Abs", "Acos", "Add", "AddN", "AddV2", "Asin", "Atan", "BiasAdd", "Cast", "Ceil", "ClipByValue"),
    *("Cos", "Div", "DivNoNan", "Elu", "EluGrad", "Equal", "Erf", "Exp", "Expm1", "Floor", "FloorDiv"),
    *("FloorMod", "Greater", "GreaterEqual", "Inv", "IsFinite", "LeakyRelu", "LeakyReluGrad", "Less"),
    *("LessEqual", "Log", "Log1p", "LogicalAnd", "LogicalNot", "LogicalOr", "Maximum", "Minimum", "Mul"),
    *("MulNoNan", "Neg", "NotEqual", "Pow", "RealDiv", "Reciprocal", "Relu", "Relu6", "Relu6Grad"),
    *("ReluGrad", "Round", "Rsqrt", "RsqrtGrad", "Select", "SelectV2", "Selu", "SeluGrad", "Sigmoid"),
    *("SigmoidGrad", "Sign", "Sin", "Softplus", "SoftplusGrad", "Softsign", "SoftsignGrad", "Sqrt"),
    *("SqrtGrad", "Square", "SquaredDifference", "Sub", "Tan", "Tanh", "TanhGrad", "TruncateDiv", "Xdivy"),
    "Xlogy",
)
#: Operations whose result holds an element for each iteration of the enclosing loop.
_GROWS = ("TensorListPushBack", "TensorListSetItem")
#: Operation -> the attributes with the functions that it calls, and the number of inputs that these do not get.
_CALLS = {
    "PartitionedCall": (("f",), 0),
    "StatefulPartitionedCall": (("f",), 0),
    "While": (("body",), 0),
    "StatelessWhile": (("body",), 0),
    "If": (("then_branch", "else_branch"), 1),
    "StatelessIf": (("then_branch", "else_branch"), 1),
    "Case": (("branches",), 1),
    "StatelessCase": (("branches",), 1),
}


def read(concrete: Any) -> Body:
    """Read the values of a traced function."""
    reader = _Reader()
    graph = concrete.graph
    captured = len(concrete.captured_inputs)
    inputs = list(graph.inputs)
    for tensor in inputs[: len(inputs) - captured]:
        reader.place(tensor, Value("", size_of([tensor]), Kind.DATA))
    for tensor in inputs[len(inputs) - captured :]:
        reader.place(tensor, Value("", size_of([tensor]), Kind.STATIC))
        if tensor.dtype == tf.resource:
            reader.body.variables.append(reader.places[id(tensor)])
    reader.read(graph, 1)
    reader.body.results += [
        reader.places[id(tensor)] for tensor in graph.outputs if id(tensor) in reader.places
    ]
    return reader.body


def called(graph: Any, op: Any) -> list[Any]:
    """Return the graphs of the functions that an operation may call; none if it is no call, or if they are unknown."""
    attributes, _ = _CALLS.get(op.type, ((), 0))
    found = []
    for attribute in attributes:
        named = op.get_attr(attribute)
        for each in named if isinstance(named, list) else [named]:
            function = graph._get_function(each.name)
            found.append(getattr(function, "graph", None))
    return [] if None in found else found


def arguments(op: Any) -> list[Any]:
    """Return the inputs of an operation that the functions that it calls get."""
    return list(op.inputs)[_CALLS[op.type][1] :]


class _Reader:
    """Collects the values of a graph, and the index of the value of each tensor."""

    def __init__(self) -> None:
        self.body = Body([], [])
        #: id of a tensor -> the index of its value. Tensors are kept alive, so that no id is reused.
        self.places: dict[int, int] = {}
        self._kept: list[Any] = []
        #: The iterations of the loops of the forward pass so far, those whose gradients have been read left out.
        self._loops: list[int] = []

    def place(self, tensor: Any, value: Value) -> None:
        """Add the value of a tensor."""
        self.body.values.append(value)
        self.places[id(tensor)] = len(self.body.values) - 1
        self._kept.append(tensor)

    def read(self, graph: Any, times: int) -> None:
        """Add the values of a graph whose inputs are known; it runs so many times."""
        self._kept.append(graph)
        for op in graph.get_operations():
            if all(id(tensor) in self.places for tensor in op.outputs) and op.outputs:
                continue  # an input
            graphs = called(graph, op)
            if graphs:
                self._run(op, graphs, times)
            else:
                self._add(op, times)

    def _add(self, op: Any, times: int) -> None:
        operands = self._places(op.inputs)
        value = Value(op.name, size_of(op.outputs), _kind(op.type), operands)
        value.flops = times * _flops(op, value.kind)
        if op.type in _GROWS:
            value.size = times * size_of(op.inputs)
        elif op.type in FED:
            self.body.fed += value.size
        elif op.type in SENT:
            self.body.sent += size_of(op.inputs)
        elif op.type == "AssignVariableOp" and self.body.values[operands[-1]].kind is Kind.ELEMENTWISE:
            self.body.values[operands[-1]].size = 0  # computed in the memory of the variable
        self.body.values.append(value)
        place = len(self.body.values) - 1
        self.places.update((id(tensor), place) for tensor in op.outputs)
        if not op.outputs or op.type in FED:
            self.body.results.append(place)

    def _run(self, op: Any, graphs: list[Any], times: int) -> None:
        """Inline the functions that an operation calls, once or in a loop."""
        times *= self._iterations(op)
        for graph in graphs:
            for outside, inside in zip(arguments(op), graph.inputs):
                self.place(inside, Value(op.name, 0, Kind.VIEW, self._places([outside])))
            self.read(graph, times)
        for index, tensor in enumerate(op.outputs):
            inside = [graph.outputs[index] for graph in graphs if index < len(graph.outputs)]
            self.place(tensor, Value(op.name, 0, Kind.VIEW, self._places(inside)))

    def _iterations(self, op: Any) -> int:
        """Return how often the functions that an operation calls run; the gradient of a loop runs as often as that."""
        if "While" not in op.type:
            return 1
        if not op.name.endswith("_grad"):
            self._loops.append(_iterations(op))
            return self._loops[-1]
        return max(_iterations(op), self._loops.pop() if self._loops else 1)

    def _places(self, tensors: Iterable[Any]) -> list[int]:
        return [self.places[id(tensor)] for tensor in tensors if id(tensor) in self.places]


def _iterations(op: Any) -> int:
    """Return the iterations of a loop, if the graph has them; 1 if unknown."""
    if len(op.inputs) < 2:
        return 1
    number = _number(op.inputs[1])  # TensorFlow puts the maximum number of iterations there
    if number is not None and number > 0:
        return number
    lists = [each.op for each in op.inputs if each.dtype == tf.variant]
    rows = [each.inputs[0].shape for each in lists if each.type == "TensorListFromTensor"]
    return max((shape[0] or 1 for shape in rows if shape.rank), default=1)


def _number(tensor: Any) -> int | None:
    """Return the value of an integer tensor that is known when the graph is built."""
    value = tf.get_static_value(tensor)
    if value is not None:
        return int(value)
    if tensor.op.type != "StridedSlice":
        return None
    source, begin = (tf.get_static_value(each) for each in tensor.op.inputs[:2])
    return None if source is None or begin is None else int(source[begin[0]])


def _flops(op: Any, kind: Kind) -> int:
    if any(tensor.shape.rank is None for tensor in (*op.inputs, *op.outputs)):
        return 0
    if kind is Kind.ELEMENTWISE:
        return sum(elements(dimension or 1 for dimension in each.shape.as_list()) for each in op.outputs)
    return of_operation(op)


def _kind(op_type: str) -> Kind:
    if op_type in FED:
        return Kind.DATA
    if op_type in _STATIC:
        return Kind.STATIC
    if op_type in _VIEWS:
        return Kind.VIEW
    if op_type in _RANDOM or op_type.startswith("StatelessRandom"):
        return Kind.RANDOM
    return Kind.ELEMENTWISE if op_type in _ELEMENTWISE else Kind.COMPUTED


def size_of(tensors: Iterable[Any]) -> int:
    """Return the bytes of all tensors except handles; unknown dimensions count as 1."""
    total = 0
    for tensor in tensors:
        if tensor.dtype in (tf.resource, tf.variant, tf.string):
            continue
        elements = 1
        for dimension in tensor.shape.as_list() if tensor.shape.rank is not None else []:
            elements *= dimension or 1
        total += bytes_of(elements, tensor.dtype.name)
    return total
