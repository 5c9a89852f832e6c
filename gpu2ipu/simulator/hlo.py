"""Would the IPU's compiler take this program? Each is compiled to HLO once, which also tells its memory.

The stock XLA compiler for the CPU stands in for the IPU's. It finds operations without a kernel and sizes
that are not compile-time constants; a table adds what XLA takes for a CPU but not for an IPU. What only stock
TensorFlow cannot compile is not held against the program. The program then runs as the function that has been
traced, with the ordinary kernels: the numbers are those of stock Keras to the bit.
"""

from __future__ import annotations

import inspect
import itertools
import re
from typing import Any, Callable, Sequence

import tensorflow as tf
from tensorflow.python.platform import tf_logging as logging

from .handles import outermost
from .memory import programs
from .memory.liveness import Analysis
from .memory.values import stage_in

#: Why an IPU does not run an operation -> the operations; XLA compiles them for a CPU, some lately.
#: Source: the kernels that driver/xla_ipu_common.cc of the SDK filters, HLO that its compiler does not lower.
NO_IPU_KERNEL: dict[str, tuple[str, ...]] = {
    "complex numbers are not supported": ("Angle", "Complex", "ComplexAbs", "Conj", "Real", "Imag"),
    "Fourier transforms are not supported": (
        *("FFT", "FFT2D", "FFT3D", "IFFT", "IFFT2D", "IFFT3D"),
        *("RFFT", "RFFT2D", "RFFT3D", "IRFFT", "IRFFT2D", "IRFFT3D"),
    ),
    "the second derivative of pooling is not supported": ("MaxPoolGradGrad", "MaxPool3DGradGrad"),
    "the shape of its result depends on the data": (
        *("Where", "Unique", "UniqueV2", "UniqueWithCounts", "UniqueWithCountsV2", "DynamicPartition"),
        *("NonMaxSuppressionV3", "NonMaxSuppressionV4", "NonMaxSuppressionV5"),
    ),
    "it runs on the host": ("PrintV2", "Print", "PyFunc", "PyFuncStateless", "EagerPyFunc"),
}

_REASONS = {op_type: reason for reason, op_types in NO_IPU_KERNEL.items() for op_type in op_types}

#: Element types without arithmetic on an IPU. Source: driver/xla_ipu_common.cc of the SDK.
_NO_IPU_TYPE = (tf.float64, tf.complex64, tf.complex128)

#: Operations that may have such a type: they move or drop data, or feed an assertion that is compiled away.
_MOVES_DATA = ("Const", "Identity", "Placeholder", "NoOp")

#: Kernels that the SDK adds to XLA, and checks that it compiles away. Source: REGISTER_XLA_OP and
#: REGISTER_IPU_OP in graphcore/tensorflow, branch r2.6/sdk-release-3.4.
_ONLY_ON_IPU = {
    *("ResizeNearestNeighborGrad", "RandomShuffle", "UniformCandidateSampler", "LogUniformCandidateSampler"),
    *("Assert", "CheckNumerics", "CheckNumericsV2"),
}

#: Reads or writes a feed. A program with it cannot be compiled by stock XLA, whereas the IPU has its own
#: operation for it. Queues stand for outfeeds, and for what replicas exchange.
_FEEDS = (
    *("IteratorGetNext", "IteratorGetNextSync", "IteratorGetNextAsOptional", "IteratorGetNextV2"),
    *("QueueEnqueueV2", "QueueDequeueV2"),
)

#: The attribute of operations that the program leaves to the host (`ipu.scopes.outside_compilation_scope`).
_HOST = "_xla_outside_compilation"

_UNSUPPORTED = "Detected unsupported operations"
_NOT_CONSTANT = "must be a compile-time constant"


class CheckedPrograms:
    """The programs of one strategy that have been found fit for an IPU."""

    def __init__(self) -> None:
        """No program has been seen yet."""
        self._seen: dict[int, Analysis] = {}

    def call(self, run: Callable[..., Any], fn: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """`run(fn, args, kwargs)` as a function of its own in the graph that is being built, once checked."""
        program = Program(run, fn, args, kwargs)
        self.check(program.concrete)
        return program(program.concrete)

    def check(self, concrete: Any) -> None:
        """Raise InvalidArgumentError if the program has an operation that an IPU cannot run.

        Raises ResourceExhaustedError if it is too large for an IPU. The same program is looked at once: Keras
        traces the body of a loop more than once, `fit` is called again.
        """
        if getattr(concrete.graph, "_ipu_checked", False):
            return
        key = _digest(concrete.graph)
        if key not in self._seen:
            _refuse_by_table(_name(concrete), _needed_operations(concrete.graph))
            self._seen[key] = programs.analyse(concrete, _compiled(concrete))
        programs.compiled(concrete, self._seen[key])
        concrete.graph._ipu_checked = True


class Program:
    """A Python call traced to a function of its tensors; other arguments and results stay Python objects."""

    def __init__(self, run: Callable[..., Any], fn: Callable[..., Any], args: Any, kwargs: Any) -> None:
        """Trace `run(fn, args, kwargs)` in the graph that is being built."""
        flat = tf.nest.flatten((args, kwargs), expand_composites=True)
        tensors = {index: value for index, value in enumerate(flat) if tf.is_tensor(value)}
        self._tensors = list(tensors.values())
        self._result: Any = None
        self._flat_result: list[Any] = []

        def traced(*placeholders: Any) -> list[Any]:
            inner = list(flat)
            for index, placeholder in zip(tensors, placeholders):
                inner[index] = placeholder
            inner_args, inner_kwargs = tf.nest.pack_sequence_as((args, kwargs), inner, expand_composites=True)
            self._result = run(fn, inner_args, inner_kwargs)
            self._flat_result = tf.nest.flatten(self._result, expand_composites=True)
            return [value for value in self._flat_result if tf.is_tensor(value)]

        self.concrete = trace(traced, self._tensors)

    def __call__(self, function: Callable[..., Any]) -> Any:
        """The result of the call, whose tensors `function` gives for those of the arguments."""
        results = iter(function(*self._tensors))
        flat = [next(results) if tf.is_tensor(value) else value for value in self._flat_result]
        return tf.nest.pack_sequence_as(self._result, flat, expand_composites=True)


def trace(fn: Callable[..., Any], tensors: Sequence[Any]) -> Any:
    """Trace `fn` once, for arguments like `tensors` or of these types, to a function of TensorFlow."""
    # Not tf.function: it traces again once variables have been created, and each trace of a Keras dropout
    # layer advances its seed. Autograph has already converted what it should.
    specs = [
        each if isinstance(each, tf.TypeSpec) else tf.TensorSpec(each.shape, each.dtype) for each in tensors
    ]
    try:
        from tensorflow.python.eager.polymorphic_function import tracing_compilation
    except ImportError:
        from tensorflow.python.eager import function

        return function.defun(fn, autograph=False).get_concrete_function(*specs)
    options = tracing_compilation.TracingOptions(fn, "ipu_program", autograph=False)
    return tracing_compilation.trace_function(tuple(specs), {}, options)


def _digest(graph: Any) -> int:
    """Equal for programs with the same operations on the same shapes and types, in the same stages."""
    functions = (node for function in graph.as_graph_def().library.function for node in function.node_def)
    called = [
        (node.op, stage_in(node.name), node.attr["value"].SerializeToString() if node.op == "Const" else b"")
        for node in functions
    ]
    own = [
        (op.type, stage_in(op.name), tuple((str(out.shape), out.dtype.name) for out in op.outputs))
        for op in graph.get_operations()
    ]
    return hash((tuple(own), tuple(called)))


def check_operations(results: Sequence[Any], made: Sequence[Any]) -> None:
    """Raise InvalidArgumentError for what an IPU cannot run among operations of a graph of TensorFlow 1.

    `made` are those of the program; the ones that neither its results need nor state depends on are pruned. The
    compiler is not asked.
    """
    of_program = {op.name for op in made}
    pending = [result.op if tf.is_tensor(result) else result for result in results]
    needed = _needed(pending + [op for op in made if _is_stateful(op)])
    _refuse_by_table("computation", _described([op for op in needed if op.name in of_program]))


def _refuse_by_table(program: str, operations: list[tuple[str, str, list[Any]]]) -> None:
    for op_type, name, dtypes in operations:
        if op_type in _REASONS:
            _refuse(
                program,
                f"{op_type} (No registered '{op_type}' OpKernel: {_REASONS[op_type]}) node {name}",
            )
        unsupported = [dtype.name for dtype in dtypes if dtype in _NO_IPU_TYPE]
        if unsupported and op_type not in _MOVES_DATA:
            _refuse(
                program, f"{op_type} with type {unsupported[0]} (an IPU has no {unsupported[0]}) node {name}"
            )


def _needed_operations(graph: Any) -> list[tuple[str, str, list[Any]]]:
    """Type, name and output types of the operations that remain once those that nobody needs are pruned."""
    pending = [tensor.op for tensor in graph.outputs] + list(graph.control_outputs)
    found = _described(_needed(pending + [op for op in graph.get_operations() if _is_stateful(op)]))
    for function in graph.as_graph_def().library.function:
        found += [(node.op, node.name, []) for node in function.node_def if _HOST not in node.attr]
    return found


def _is_stateful(op: Any) -> bool:
    return op.op_def is not None and bool(op.op_def.is_stateful)


def _needed(pending: list[Any]) -> list[Any]:
    needed: dict[str, Any] = {}
    while pending:
        op = pending.pop()
        # Assertions are compiled away, with what feeds them.
        if op.name not in needed and op.type != "Assert":
            needed[op.name] = op
            pending += [tensor.op for tensor in op.inputs] + list(op.control_inputs)
    return list(needed.values())


def _described(operations: list[Any]) -> list[tuple[str, str, list[Any]]]:
    return [
        (op.type, op.name, [] if _is_undone(op) else [out.dtype for out in op.outputs])
        for op in operations
        if _HOST not in op.node_def.attr and not _by_an_optimizer(op)
    ]


def _is_undone(op: Any) -> bool:
    """Whether an operation casts what is only cast back: a model built for float64 does so with its inputs."""
    return op.type == "Cast" and all(
        user.type == "Cast" for tensor in op.outputs for user in tensor.consumers()
    )


def _by_an_optimizer(op: Any) -> bool:
    # For an embedding, Keras optimizers look for duplicate indices with Unique and update rows with operations of
    # their own; the SDK updates such a table densely.
    is_unique = op.type == "Unique" and any("optimizer" in str(frame) for frame in op.traceback)
    return is_unique or op.type.startswith("ResourceSparseApply")


def _compiled(concrete: Any) -> str | None:
    """The program's HLO, None if XLA for the CPU has none for it. Raises what the IPU's compiler would raise."""
    text, message = _compile(concrete)
    if message is None:
        return text
    if _UNSUPPORTED in message:
        names = set(re.findall(r"(\w+) \(No registered", message)) or {"?"}
        if names - _stock_gaps(concrete):
            _refuse(_name(concrete), message.split(_UNSUPPORTED, 1)[1].split(": ", 1)[-1])
    elif _NOT_CONSTANT in message:
        raise tf.errors.InvalidArgumentError(None, None, message)
    else:
        logging.info("The program could not be checked with XLA for the CPU: %s", message)
    return None


def _stock_gaps(concrete: Any) -> set[str]:
    """Operations that an IPU runs, or never sees, although XLA for the CPU has no kernel for them."""
    by_optimizers = {op.type for op in concrete.graph.get_operations() if _by_an_optimizer(op)}
    return by_optimizers | _ONLY_ON_IPU


def _compile(concrete: Any) -> tuple[str | None, str | None]:
    """The HLO of a program, or why the compiler refuses it; neither for one that cannot be handed to it."""
    inputs = concrete.inputs[: len(concrete.inputs) - len(concrete.captured_inputs)]
    if _has_feed(concrete.graph) or not all(_is_array(tensor) for tensor in inputs):
        return None, None
    with tf.init_scope():
        try:
            captures = [_eager_value(tensor) for tensor in concrete.captured_inputs]
            text = _hlo(concrete, [tf.TensorSpec(tensor.shape, tensor.dtype) for tensor in inputs], captures)
        except (ValueError, tf.errors.OpError) as error:
            return None, str(error)
    return text.decode() if isinstance(text, bytes) else str(text), None


def _has_feed(graph: Any) -> bool:
    graph_def = graph.as_graph_def()
    called = (node for function in graph_def.library.function for node in function.node_def)
    return any(node.op in _FEEDS or _HOST in node.attr for node in itertools.chain(graph_def.node, called))


def _is_array(tensor: Any) -> bool:
    return tensor.shape.is_fully_defined() and tensor.dtype not in (tf.resource, tf.variant)


def _eager_value(tensor: Any) -> Any:
    """The variable, or value, behind a tensor that a function has captured; zeros for one that is not there yet.

    Raises ValueError for a handle of the graph around the program.
    """
    found = outermost(tensor)
    if hasattr(found, "numpy"):
        return found
    if not _is_array(found):
        raise ValueError(f"{found.name} comes from the graph around the program")
    return tf.zeros(found.shape, found.dtype)  # only its shape matters


def _name(concrete: Any) -> str:
    return concrete.name.decode() if isinstance(concrete.name, bytes) else str(concrete.name)


def _hlo(concrete: Any, specs: list[Any], captures: list[Any]) -> Any:
    from tensorflow.python.eager import context

    compile_to = context.context().get_compiler_ir
    wanted = inspect.signature(compile_to).parameters
    device = tf.zeros(()).device
    concrete.add_to_graph()  # in TensorFlow 2.6 a function that was made in a graph is not known outside
    if "args" in wanted:
        # TensorFlow 2.6 wants values, not types; so sizes that depend on the data pass as constants there.
        arguments = [tf.zeros(spec.shape, spec.dtype) for spec in specs]
        return compile_to(device, _name(concrete), arguments + captures, "hlo")
    # A number of steps that is handed to the program may be a constant: there is a program for each value.
    arguments = [tf.ones([], spec.dtype) if _is_number_of_steps(spec) else spec for spec in specs]
    given = {"flat_args": arguments, "captured_inputs": captures, "stage": "hlo", "platform_name": None}
    given.update(device_name=device, function_name=_name(concrete))
    return compile_to(**{name: value for name, value in given.items() if name in wanted})


def _is_number_of_steps(spec: Any) -> bool:
    return spec.shape.rank == 0 and spec.dtype in (tf.int32, tf.int64)


def _refuse(program: str, operations: str) -> None:
    raise tf.errors.InvalidArgumentError(
        None,
        None,
        f"{_UNSUPPORTED} when trying to compile graph {program} on XLA_IPU_JIT: "
        f"{operations.strip()}. "
        "Move the operation to the dataset, where the host runs it, or replace it.",
    )
