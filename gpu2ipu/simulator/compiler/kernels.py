"""Tables of operations that an IPU cannot run although XLA compiles them for a CPU, and the reverse.

Operations that no result needs are pruned, the others are looked up in the tables; `hlo` runs the compiler.
"""

from __future__ import annotations

from typing import Any, Iterable, NamedTuple, Sequence

import tensorflow as tf

#: Why an IPU cannot run an operation -> the operations; XLA compiles them for a CPU, some only in newer versions.
#: Source: the kernels that driver/xla_ipu_common.cc of the SDK filters, and HLO that its compiler does not lower.
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

#: Operations that may have such a type: they only move or drop data, or feed an assertion that is compiled away.
_MOVES_DATA = ("Const", "Identity", "Placeholder", "NoOp")

#: Operations for which the SDK adds kernels to XLA, and assertions that it compiles away. Source: REGISTER_XLA_OP
#: and REGISTER_IPU_OP in graphcore/tensorflow, branch r2.6/sdk-release-3.4.
_ONLY_ON_IPU = {
    *("ResizeNearestNeighborGrad", "RandomShuffle", "UniformCandidateSampler", "LogUniformCandidateSampler"),
    *("Assert", "CheckNumerics", "CheckNumericsV2"),
}

#: Operations that dequeue an element of an infeed, and that enqueue one into an outfeed. The IPU has its own for
#: them, stock XLA has none. Queues emulate outfeeds and the exchange between replicas.
FED = (
    *("IteratorGetNext", "IteratorGetNextSync", "IteratorGetNextAsOptional", "IteratorGetNextV2"),
    "QueueDequeueV2",
)
SENT = ("QueueEnqueueV2",)

#: Operations that emulate the exchange between the instances of a PopDist application.
EXCHANGED = ("CollectiveReduceV2",)

#: The attribute of operations that run on the host (`ipu.scopes.outside_compilation_scope`).
HOST = "_xla_outside_compilation"

#: How the messages of both compilers, the SDK's and the stock one, begin before they name operations.
UNSUPPORTED = "Detected unsupported operations"


class _Operation(NamedTuple):
    """An operation of a program; `dtypes` is empty where its types do not matter."""

    type: str
    name: str
    dtypes: Sequence[Any]


def check_program(concrete: Any, name: str) -> None:
    """Raise InvalidArgumentError for an operation that an IPU cannot run, in a traced function or those that it calls.

    `name` is the name of the program in the message.
    """
    graph = concrete.graph
    pending = [tensor.op for tensor in graph.outputs] + list(graph.control_outputs)
    needed = _needed(pending + [op for op in graph.get_operations() if _is_stateful(op)])
    called = (node for function in graph.as_graph_def().library.function for node in function.node_def)
    of_functions = [_Operation(node.op, node.name, ()) for node in called if HOST not in node.attr]
    _check(name, [*_described(needed), *of_functions])


def check_operations(results: Sequence[Any], made: Sequence[Any]) -> None:
    """Raise InvalidArgumentError if an IPU cannot run one of the operations `made` in a graph of TensorFlow 1."""
    of_program = {op.name for op in made}
    pending = [result.op if tf.is_tensor(result) else result for result in results]
    needed = _needed(pending + [op for op in made if _is_stateful(op)])
    _check("computation", _described([op for op in needed if op.name in of_program]))


def _check(program: str, operations: Iterable[_Operation]) -> None:
    for op_type, name, dtypes in operations:
        if op_type in _REASONS:
            raise refusal(
                program, f"{op_type} (No registered '{op_type}' OpKernel: {_REASONS[op_type]}) node {name}"
            )
        unsupported = [dtype.name for dtype in dtypes if dtype in _NO_IPU_TYPE]
        if unsupported and op_type not in _MOVES_DATA:
            raise refusal(
                program, f"{op_type} with type {unsupported[0]} (an IPU has no {unsupported[0]}) node {name}"
            )


def _is_stateful(op: Any) -> bool:
    return op.op_def is not None and bool(op.op_def.is_stateful)


def _needed(pending: list[Any]) -> list[Any]:
    """Return operations together with all operations that they depend on."""
    needed: dict[str, Any] = {}
    while pending:
        op = pending.pop()
        # Assertions are compiled away, together with their inputs.
        if op.name not in needed and op.type != "Assert":
            needed[op.name] = op
            pending += [tensor.op for tensor in op.inputs] + list(op.control_inputs)
    return list(needed.values())


def _described(operations: list[Any]) -> list[_Operation]:
    return [
        _Operation(op.type, op.name, () if _is_undone(op) else [out.dtype for out in op.outputs])
        for op in operations
        if HOST not in op.node_def.attr and not _by_an_optimizer(op)
    ]


def _is_undone(op: Any) -> bool:
    """Return whether an operation is a cast that is only cast back, as of the inputs of a model built for float64."""
    return op.type == "Cast" and all(
        user.type == "Cast" for tensor in op.outputs for user in tensor.consumers()
    )


def _by_an_optimizer(op: Any) -> bool:
    """Return whether an operation belongs to the sparse update of an embedding by a Keras optimizer.

    Such an update finds duplicate indices with Unique and has operations of its own; the SDK updates densely.
    """
    is_unique = op.type == "Unique" and any("optimizer" in str(frame) for frame in op.traceback)
    return is_unique or op.type.startswith("ResourceSparseApply")


def stock_gaps(concrete: Any) -> set[str]:
    """Return the operations for which XLA for the CPU has no kernel although an IPU runs them, or never gets them."""
    by_optimizers = {op.type for op in concrete.graph.get_operations() if _by_an_optimizer(op)}
    return by_optimizers | _ONLY_ON_IPU


def refusal(program: str, operations: str) -> Exception:
    """Return the error for a program with these operations, with the message of the SDK's compiler."""
    return tf.errors.InvalidArgumentError(  # type: ignore[no-any-return]
        None,
        None,
        f"{UNSUPPORTED} when trying to compile graph {program} on XLA_IPU_JIT: "
        f"{operations.strip()}. "
        "Move the operation to the dataset, where the host runs it, or replace it.",
    )
