"""Would the IPU's compiler take this program? Each is traced once and compiled to HLO once; the result is thrown away.

The stock XLA compiler for the CPU stands in for the IPU's. It finds operations without a kernel and sizes that are
not compile-time constants; a table adds what XLA takes for a CPU but not for an IPU. What only stock TensorFlow
cannot compile is not held against the program. The program then runs as the function that has been traced, with the
ordinary kernels: the numbers are those of stock Keras to the bit.
"""

from __future__ import annotations

import re
from typing import Any, Callable, Dict, FrozenSet, List, Optional, Set, Tuple

import tensorflow as tf
from tensorflow.python.platform import tf_logging as logging

#: Operations that XLA compiles for a CPU and an IPU does not run. Source: facts 9.1 to 9.3 (the SDK's list of filtered
#: kernels, HLO without a lowering, shapes that depend on data, strings and host callbacks).
NO_IPU_KERNEL: FrozenSet[str] = frozenset("""Angle Complex ComplexAbs Conj Real Imag
    FFT FFT2D FFT3D IFFT IFFT2D IFFT3D RFFT RFFT2D RFFT3D IRFFT IRFFT2D IRFFT3D
    MaxPoolGradGrad MaxPool3DGradGrad NonMaxSuppressionV3 NonMaxSuppressionV4 NonMaxSuppressionV5
    Where Unique UniqueV2 UniqueWithCounts UniqueWithCountsV2 DynamicPartition
    PrintV2 Print PyFunc PyFuncStateless EagerPyFunc""".split())

#: Element types without arithmetic on an IPU. Source: facts 4.13.
_NO_IPU_TYPE = (tf.float64, tf.complex64, tf.complex128)

#: Operations that may have such a type: they move or drop data, or feed an assertion that is compiled away.
_MOVES_DATA = ("Const", "Identity", "Placeholder", "NoOp")

#: Reads a feed. A program with it cannot be compiled by stock XLA, whereas the IPU has its own operation for it.
_FEEDS = ("IteratorGetNext", "IteratorGetNextSync", "IteratorGetNextAsOptional")

_UNSUPPORTED = "Detected unsupported operations"
_NOT_CONSTANT = "must be a compile-time constant"


class CheckedPrograms:
    """The programs of one strategy that have been found fit for an IPU."""

    def __init__(self) -> None:
        self._seen: Set[int] = set()

    def call(self, run: Callable[..., Any], fn: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """`run(fn, args, kwargs)` as a function of its own in the graph that is being built, checked beforehand."""
        program = _Program(run, fn, args, kwargs)
        self.check(program.concrete)
        return program()

    def check(self, concrete: Any) -> None:
        """Raise InvalidArgumentError if the program has an operation that an IPU cannot run.

        The same program is looked at once: Keras traces the body of a loop more than once, `fit` is called again.
        """
        key = _digest(concrete.graph)
        if key in self._seen:
            return
        _refuse_by_table(concrete)
        _refuse_by_compiler(concrete)
        self._seen.add(key)


class _Program:
    """A Python call traced to a function of its tensors; other arguments and results stay Python objects."""

    def __init__(self, run: Callable[..., Any], fn: Callable[..., Any], args: Any, kwargs: Any) -> None:
        flat = tf.nest.flatten((args, kwargs), expand_composites=True)
        tensors = {index: value for index, value in enumerate(flat) if tf.is_tensor(value)}
        self._tensors = list(tensors.values())
        self._result: Any = None
        self._flat_result: List[Any] = []

        def traced(*placeholders: Any) -> List[Any]:
            inner = list(flat)
            for index, placeholder in zip(tensors, placeholders):
                inner[index] = placeholder
            inner_args, inner_kwargs = tf.nest.pack_sequence_as((args, kwargs), inner, expand_composites=True)
            self._result = run(fn, inner_args, inner_kwargs)
            self._flat_result = tf.nest.flatten(self._result, expand_composites=True)
            return [value for value in self._flat_result if tf.is_tensor(value)]

        self.concrete = _trace(traced, self._tensors)

    def __call__(self) -> Any:
        results = iter(self.concrete(*self._tensors))
        flat = [next(results) if tf.is_tensor(value) else value for value in self._flat_result]
        return tf.nest.pack_sequence_as(self._result, flat, expand_composites=True)


def _trace(fn: Callable[..., Any], tensors: List[Any]) -> Any:
    # Not tf.function: it traces again once variables have been created, and each trace of a Keras dropout layer
    # advances its seed. Autograph has already converted what it should.
    specs = [tf.TensorSpec(tensor.shape, tensor.dtype) for tensor in tensors]
    try:
        from tensorflow.python.eager.polymorphic_function import tracing_compilation
    except ImportError:
        from tensorflow.python.eager import function

        return function.defun(fn, autograph=False).get_concrete_function(*specs)
    options = tracing_compilation.TracingOptions(fn, "ipu_program", autograph=False)
    return tracing_compilation.trace_function(tuple(specs), {}, options)


def _digest(graph: Any) -> int:
    """Equal for programs with the same operations on the same shapes and types."""
    return hash(
        tuple(
            (op.type, tuple((str(out.shape), out.dtype.name) for out in op.outputs))
            for op in graph.get_operations()
        )
    )


def _refuse_by_table(concrete: Any) -> None:
    for op_type, name, dtypes in _needed_operations(concrete.graph):
        if op_type in NO_IPU_KERNEL:
            _refuse(
                concrete,
                f"{op_type} (No registered '{op_type}' OpKernel for XLA_IPU_JIT devices) node {name}",
            )
        unsupported = [dtype.name for dtype in dtypes if dtype in _NO_IPU_TYPE]
        if unsupported and op_type not in _MOVES_DATA:
            _refuse(
                concrete, f"{op_type} with type {unsupported[0]} (an IPU has no {unsupported[0]}) node {name}"
            )


def _needed_operations(graph: Any) -> List[Tuple[str, str, List[Any]]]:
    """Type, name and output types of the operations that remain once those that nobody needs are pruned."""
    pending = [tensor.op for tensor in graph.outputs] + list(graph.control_outputs)
    pending += [op for op in graph.get_operations() if op.op_def is not None and op.op_def.is_stateful]
    needed: Dict[str, Any] = {}
    while pending:
        op = pending.pop()
        if (
            op.name not in needed and op.type != "Assert"
        ):  # assertions are compiled away, with what feeds them
            needed[op.name] = op
            pending += [tensor.op for tensor in op.inputs] + list(op.control_inputs)
    found = [
        (op.type, op.name, [out.dtype for out in op.outputs])
        for op in needed.values()
        if not _by_an_optimizer(op)
    ]
    for function in graph.as_graph_def().library.function:
        found += [(node.op, node.name, []) for node in function.node_def]
    return found


def _by_an_optimizer(op: Any) -> bool:
    # For an embedding, Keras optimizers look for duplicate indices with Unique; the SDK updates such a table densely.
    return op.type == "Unique" and any("optimizer" in str(frame) for frame in op.traceback)


def _refuse_by_compiler(concrete: Any) -> None:
    message = _compile(concrete)
    if message is None:
        return
    if _UNSUPPORTED in message:
        names = set(re.findall(r"(\w+) \(No registered", message)) or {"?"}
        if names - _stock_gaps(concrete):
            _refuse(concrete, message.split(_UNSUPPORTED, 1)[1].split(": ", 1)[-1])
    elif _NOT_CONSTANT in message:
        raise tf.errors.InvalidArgumentError(None, None, message)
    else:
        logging.info("The program could not be checked with XLA for the CPU: %s", message)


def _stock_gaps(concrete: Any) -> Set[str]:
    """Operations that an IPU runs, or never sees, although XLA for the CPU has no kernel for them."""
    by_optimizers = {op.type for op in concrete.graph.get_operations() if _by_an_optimizer(op)}
    return by_optimizers | {"Assert", "CheckNumerics", "CheckNumericsV2"}


def _compile(concrete: Any) -> Optional[str]:
    """None if the program compiles to HLO, else the compiler's words."""
    if any(op.type in _FEEDS for op in concrete.graph.get_operations()):
        return None
    with tf.init_scope():
        captures = [_eager_value(tensor) for tensor in concrete.captured_inputs]
        inputs = concrete.inputs[: len(concrete.inputs) - len(captures)]
        if not all(tensor.shape.is_fully_defined() for tensor in inputs):
            return None
        arguments = [tf.zeros(tensor.shape, tensor.dtype) for tensor in inputs]
        try:
            _hlo(concrete, arguments, captures)
        except Exception as error:  # whatever stock XLA stumbles over is judged by its words
            return str(error)
    return None


def _eager_value(tensor: Any) -> Any:
    """The variable, or value, behind a tensor that a function has captured through the graphs around it."""
    while not hasattr(tensor, "numpy"):
        outer = {id(inside): outside for outside, inside in getattr(tensor.graph, "captures", ())}
        if id(tensor) not in outer:
            return tf.zeros(
                tensor.shape, tensor.dtype
            )  # computed by the graph around it: only its shape matters
        tensor = outer[id(tensor)]
    return tensor


def _hlo(concrete: Any, arguments: List[Any], captures: List[Any]) -> Any:
    from tensorflow.python.eager import context

    device = tf.zeros(()).device
    name = concrete.name.decode() if isinstance(concrete.name, bytes) else concrete.name
    if tf.__version__ < "2.7":
        concrete.add_to_graph()
        return context.context().get_compiler_ir(device, name, arguments + captures, "hlo")
    return context.context().get_compiler_ir(
        device_name=device,
        platform_name=None,
        function_name=name,
        flat_args=arguments,
        captured_inputs=captures,
        stage="hlo",
    )


def _refuse(concrete: Any, operations: str) -> None:
    name = concrete.name.decode() if isinstance(concrete.name, bytes) else concrete.name
    raise tf.errors.InvalidArgumentError(
        None,
        None,
        f"{_UNSUPPORTED} when trying to compile graph {name} on XLA_IPU_JIT: {operations.strip()}. Move the operation to "
        "the dataset, where the host runs it, or replace it.",
    )
