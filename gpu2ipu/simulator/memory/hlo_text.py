"""Read the HLO text of a program: one instruction per line, computations in braces, one of them the entry."""

from __future__ import annotations

import re
from typing import Iterator

from . import arithmetic, liveness
from .values import Body, Kind, Value, bytes_of

_HEAD = re.compile(r"^(ENTRY )?%?(\S+) .*\{$")
_INSTRUCTION = re.compile(r"^\s+(ROOT )?%?(\S+) = (\(.*?\)|\S+) ([a-z][\w-]*)\((.*)$")
_SHAPE = re.compile(r"([a-z]\w*)\[([\d,]*)\]")
_REFERENCE = re.compile(r"%([\w.$-]+)")
_OP_NAME = re.compile(r'op_name="([^"]*)"')
_INDEX = re.compile(r"\bindex=(\d+)")
_NUMBER = re.compile(r"parameter\((\d+)\)")
_CONDITION = re.compile(r"\bcondition=%?([\w.$-]+)")
#: The limit of a loop that counts from 0 on, where it is a constant of its condition.
_LIMIT = re.compile(r" constant\((\d+)\)")
#: References to called computations; those of reductions and the like work on single elements and need no memory.
_CALLED = re.compile(
    r"(?:body|condition|to_apply|true_computation|false_computation)=%?([\w.$-]+)|branch_computations=\{([^}]*)\}"
)

# The opcodes of each `Kind` of value; all others are COMPUTED.
_STATIC = ("constant", "iota", "after-all", "partition-id", "replica-id")
_VIEWS = (
    *("reshape", "bitcast", "transpose", "broadcast", "get-tuple-element", "tuple", "copy", "slice"),
    *("reverse", "optimization-barrier", "get-dimension-size", "add-dependency", "bitcast-convert"),
)
#: Opcodes that update their first operand in place.
_IN_PLACE = ("dynamic-update-slice", "scatter")
_ELEMENTWISE = (
    *("abs", "add", "and", "atan2", "cbrt", "ceil", "clamp", "compare", "convert", "cosine", "divide"),
    *("erf", "exponential", "exponential-minus-one", "floor", "imag", "is-finite", "log", "log-plus-one"),
    *("logistic", "maximum", "minimum", "multiply", "negate", "not", "or", "popcnt", "power", "real"),
    *("remainder", "round-nearest-afz", "round-nearest-even", "rsqrt", "select", "shift-left"),
    *("shift-right-arithmetic", "shift-right-logical", "sign", "sine", "sqrt", "subtract", "tan", "tanh"),
    *("xor", "reduce-precision", *_IN_PLACE),
)
#: Opcodes that call computations.
_CONTROL = ("while", "conditional", "call")


def read(text: str, variables: int) -> Body:
    """Read the entry computation of a program. Its last `variables` parameters are variables, the others data."""
    return _Reader(text).entry(variables)


class _Reader:
    """The computations of a program by name, and the memory use of those that are called."""

    def __init__(self, text: str) -> None:
        self._lines: dict[str, list[str]] = {}
        self._entry = ""
        self._bodies: dict[str, Body] = {}
        self._known: dict[str, liveness.Use] = {}
        lines: list[str] = []
        for line in text.splitlines():
            head = _HEAD.match(line) if line[:1] in ("%", "E") else None
            if head:
                lines = self._lines[head.group(2)] = []
                self._entry = head.group(2) if head.group(1) else self._entry
            elif line.startswith("  "):
                lines.append(line)

    def entry(self, variables: int) -> Body:
        """Read the entry computation, whose last parameters are variables."""
        return self._read(self._entry, variables)

    def uses_of(self, line: str) -> list[liveness.Use]:
        """Return the memory use of the computations that an instruction calls."""
        called = [each for pair in _CALLED.findall(line) for each in _names(pair)]
        return [self._use(each) for each in called if each in self._lines]

    def flops_of(self, line: str) -> int:
        """Return the floating-point operations of a loop, or of the largest branch of a conditional."""
        called = [each for pair in _CALLED.findall(line) for each in _names(pair) if each in self._lines]
        most = max((sum(value.flops for value in self._body(name).values) for name in called), default=0)
        return most * self._iterations(line)

    def _iterations(self, line: str) -> int:
        """Return how often a loop runs, 1 if that is not known."""
        condition = _CONDITION.search(line)
        lines = self._lines.get(condition.group(1), []) if condition else []
        limits = [int(each) for text in lines for each in _LIMIT.findall(text)]
        return max(limits[0], 1) if len(limits) == 1 else 1

    def _use(self, name: str) -> liveness.Use:
        if name not in self._known:
            self._known[name] = liveness.of_body(self._body(name))
        return self._known[name]

    def _body(self, name: str) -> Body:
        if name not in self._bodies:
            self._bodies[name] = self._read(name, 0)
        return self._bodies[name]

    def _read(self, name: str, variables: int) -> Body:
        lines = self._lines[name]
        parameters = sum(" parameter(" in line for line in lines)
        computation = _Computation(self, parameters - variables)
        for line in lines:
            computation.add(line)
        return computation.body()


class _Computation:
    """The values of one computation; its first parameters are data, the others variables."""

    def __init__(self, reader: _Reader, data_parameters: int) -> None:
        self._reader = reader
        self._data_parameters = data_parameters
        self._values: list[Value] = []
        self._opcodes: list[str] = []  # of the instruction of each value
        self._places: dict[str, int] = {}  # name of an instruction -> index of its value
        self._shapes: list[list[int]] = []  # dimensions of each value, those of the first array of a tuple
        self._parameters: dict[int, int] = {}  # number of a parameter -> index of its value
        self._results: list[int] = []

    def add(self, line: str) -> None:
        """Add the value of an instruction; ignore other lines."""
        found = _INSTRUCTION.match(line)
        if found is None:
            return
        root, name, shape, opcode, rest = found.groups()
        # The names of called computations follow the closing parenthesis, and are not operands.
        operands = [self._places[each] for each in _REFERENCE.findall(rest) if each in self._places]
        op_name = _OP_NAME.search(line)
        value = Value(op_name.group(1) if op_name else "", _size(shape), _kind(opcode), operands)
        self._shapes.append(_dimensions(shape))
        place = self._places[name] = len(self._values)
        if opcode == "parameter":
            number = int(_NUMBER.search(line).group(1))  # type: ignore[union-attr]
            value.kind = Kind.DATA if number < self._data_parameters else Kind.STATIC
            self._parameters[number] = place
        elif opcode == "get-tuple-element":
            self._pick(value, int(_INDEX.search(line).group(1)))  # type: ignore[union-attr]
        elif opcode == "convert" and _SHAPE.findall(shape)[:1] == _SHAPE.findall(rest)[:1]:
            value.kind = Kind.VIEW  # a conversion to the same type
        elif opcode in _CONTROL:
            self._run(value, opcode, line, shape)
        value.flops = self._flops(opcode, value, line)
        self._values.append(value)
        self._opcodes.append(opcode)
        if root:
            self._results = value.operands if opcode == "tuple" else [place]

    def body(self) -> Body:
        """Return all values that have been added."""
        variables = [
            place for number, place in sorted(self._parameters.items()) if number >= self._data_parameters
        ]
        return Body(self._values, self._results, variables)

    def _flops(self, opcode: str, value: Value, line: str) -> int:
        shapes = [self._shapes[place] for place in value.operands]
        if opcode in _CONTROL:
            return self._reader.flops_of(line)
        if value.kind is Kind.ELEMENTWISE and opcode not in _IN_PLACE:
            return arithmetic.elements(self._shapes[-1])
        return arithmetic.of_instruction(opcode, self._shapes[-1], shapes, line)

    def _pick(self, value: Value, index: int) -> None:
        """Resolve an element of a tuple: to the operand of a tuple instruction, or to a value of a parameter's."""
        source = value.operands[0]
        if self._opcodes[source] == "tuple":
            value.operands = [self._values[source].operands[index]]
        elif self._opcodes[source] == "parameter":
            value.kind, value.operands = self._values[source].kind, []
        elif self._opcodes[source] == "while":
            state = self._values[source].operands[0]  # the initial state, which the loop updates in place
            is_tuple = self._opcodes[state] == "tuple"
            value.operands = [source, self._values[state].operands[index] if is_tuple else state]

    def _run(self, value: Value, opcode: str, line: str, shape: str) -> None:
        """Add the memory of a loop, a conditional or a call: its bodies, and results not updated in place."""
        uses = self._reader.uses_of(line)
        value.inner = max((use.peak for use in uses), default=0)
        value.inner_kept = max((use.kept for use in uses), default=0)
        if opcode != "while" or not value.operands:
            return
        state, sizes = value.operands[0], [_size(part.group(0)) for part in _SHAPE.finditer(shape)]
        initial = self._values[state].operands if self._opcodes[state] == "tuple" else []
        there = liveness.roots(self._values)
        value.size = sum(
            size
            for size, start in zip(sizes, initial)
            if not any(self._values[root].size >= size for root in there[start])
        )


def _names(pair: tuple[str, str]) -> Iterator[str]:
    single, several = pair
    yield from [single] if single else _REFERENCE.findall(several)


def _kind(opcode: str) -> Kind:
    if opcode in _STATIC or opcode == "parameter":
        return Kind.STATIC
    if opcode in _VIEWS:
        return Kind.VIEW
    if opcode.startswith("rng"):
        return Kind.RANDOM
    return Kind.ELEMENTWISE if opcode in _ELEMENTWISE else Kind.COMPUTED


def _dimensions(shape: str) -> list[int]:
    """Return the dimensions of an array, or of the first one of a tuple."""
    found = _SHAPE.search(shape)
    return [int(each) for each in found.group(2).split(",") if each] if found else []


def _size(shape: str) -> int:
    """Return the bytes of an array, or of all arrays of a tuple."""
    total = 0
    for dtype, dimensions in _SHAPE.findall(shape):
        elements = 1
        for dimension in dimensions.split(","):
            elements *= int(dimension or 1)
        total += bytes_of(elements, dtype)
    return total
