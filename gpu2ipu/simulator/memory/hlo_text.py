"""Reads the HLO text of a program: one line an instruction, computations in braces, the entry among them."""

from __future__ import annotations

import re
from typing import Iterator

from . import liveness
from .values import Body, Kind, Value, bytes_of

_HEAD = re.compile(r"^(ENTRY )?%?(\S+) .*\{$")
_INSTRUCTION = re.compile(r"^\s+(ROOT )?%?(\S+) = (\(.*?\)|\S+) ([a-z][\w-]*)\((.*)$")
_SHAPE = re.compile(r"([a-z]\w*)\[([\d,]*)\]")
_REFERENCE = re.compile(r"%([\w.$-]+)")
_OP_NAME = re.compile(r'op_name="([^"]*)"')
_INDEX = re.compile(r"\bindex=(\d+)")
_NUMBER = re.compile(r"parameter\((\d+)\)")
#: Computations that run as a part of an instruction; those of reductions and the like work on single elements.
_CALLED = re.compile(
    r"(?:body|condition|to_apply|true_computation|false_computation)=%?([\w.$-]+)|branch_computations=\{([^}]*)\}"
)

_STATIC = ("constant", "iota", "after-all", "partition-id", "replica-id")
_VIEWS = (
    *(
        "reshape",
        "bitcast",
        "transpose",
        "broadcast",
        "get-tuple-element",
        "tuple",
        "copy",
        "slice",
        "reverse",
    ),
    *("optimization-barrier", "get-dimension-size", "add-dependency", "bitcast-convert"),
)
_ELEMENTWISE = (
    *("abs", "add", "and", "atan2", "cbrt", "ceil", "clamp", "compare", "convert", "cosine", "divide", "erf"),
    *(
        "exponential",
        "exponential-minus-one",
        "floor",
        "imag",
        "is-finite",
        "log",
        "log-plus-one",
        "logistic",
    ),
    *("maximum", "minimum", "multiply", "negate", "not", "or", "popcnt", "power", "real", "remainder"),
    *("round-nearest-afz", "round-nearest-even", "rsqrt", "select", "shift-left", "shift-right-arithmetic"),
    *("shift-right-logical", "sign", "sine", "sqrt", "subtract", "tan", "tanh", "xor", "reduce-precision"),
    # Written into their first operand.
    *("dynamic-update-slice", "scatter"),
)
_CONTROL = ("while", "conditional", "call")


def read(text: str, variables: int) -> Body:
    """The entry computation of a program. Its last `variables` parameters are variables, the first ones data."""
    return _Reader(text).entry(variables)


class _Reader:
    def __init__(self, text: str) -> None:
        self._lines: dict[str, list[str]] = {}
        self._entry = ""
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
        parameters = sum(" parameter(" in line for line in self._lines[self._entry])
        return self._body(self._entry, parameters - variables)

    def _body(self, name: str, data_parameters: int) -> Body:
        """The values of a computation whose first parameters are data."""
        places: dict[str, int] = {}
        opcodes: dict[int, str] = {}
        values: list[Value] = []
        results: list[int] = []
        numbers: dict[int, int] = {}
        for line in self._lines[name]:
            found = _INSTRUCTION.match(line)
            if found is None:
                continue
            root, own, shape, opcode, rest = found.groups()
            places[own], opcodes[len(values)] = len(values), opcode
            value = self._value(shape, opcode, rest, line, values, places, opcodes)
            if opcode == "parameter":
                number = int(_NUMBER.search(line).group(1))  # type: ignore[union-attr]
                value.kind = Kind.DATA if number < data_parameters else Kind.STATIC
                numbers[number] = len(values)
            values.append(value)
            if root:
                results = value.operands if opcode == "tuple" else [len(values) - 1]
        variables = [numbers[number] for number in sorted(numbers) if number >= data_parameters]
        return Body(values, results, variables)

    def _value(
        self,
        shape: str,
        opcode: str,
        rest: str,
        line: str,
        values: list[Value],
        places: dict[str, int],
        opcodes: dict[int, str],
    ) -> Value:
        # Computations that are called come after the closing parenthesis, and are no places.
        operands = [places[each] for each in _REFERENCE.findall(rest) if each in places]
        name = _OP_NAME.search(line)
        value = Value(name.group(1) if name else "", _size(shape), _kind(opcode), operands)
        if opcode == "get-tuple-element":
            self._pick(value, line, values, opcodes)
        elif opcode == "convert" and _SHAPE.findall(shape)[:1] == _SHAPE.findall(rest)[:1]:
            value.kind = Kind.VIEW  # to the type that it has
        elif opcode in _CONTROL:
            self._run(value, opcode, line, shape, values, opcodes)
        return value

    def _pick(self, value: Value, line: str, values: list[Value], opcodes: dict[int, str]) -> None:
        """An element of a tuple: of one that was just made the value itself, of a parameter one of its own."""
        source, index = value.operands[0], int(_INDEX.search(line).group(1))  # type: ignore[union-attr]
        if opcodes[source] == "tuple":
            value.operands = [values[source].operands[index]]
        elif opcodes[source] == "parameter":
            value.kind, value.operands = values[source].kind, []
        elif opcodes[source] == "while":
            value.operands = [source, *self._initial(source, index, values, opcodes)]

    def _initial(self, loop: int, index: int, values: list[Value], opcodes: dict[int, str]) -> list[int]:
        """The value with which an element of a loop's state begins; it is updated in place."""
        state = values[loop].operands[0]
        return [values[state].operands[index]] if opcodes[state] == "tuple" else [state]

    def _run(
        self, value: Value, opcode: str, line: str, shape: str, values: list[Value], opcodes: dict[int, str]
    ) -> None:
        """A loop, a condition or a call: what its bodies need, and what of its results is new."""
        called = [each for pair in _CALLED.findall(line) for each in _names(pair)]
        uses = [self._use(each) for each in called if each in self._lines]
        value.inner = max((use.peak for use in uses), default=0)
        value.inner_kept = max((use.kept for use in uses), default=0)
        if opcode != "while" or not value.operands:
            return
        state, sizes = value.operands[0], [_size(part.group(0)) for part in _SHAPE.finditer(shape)]
        initial = values[state].operands if opcodes[state] == "tuple" else []
        there = liveness.roots(values)
        value.size = sum(
            size
            for size, start in zip(sizes, initial)
            if not any(values[root].size >= size for root in there[start])
        )

    def _use(self, name: str) -> liveness.Use:
        if name not in self._known:
            parameters = sum(" parameter(" in line for line in self._lines[name])
            self._known[name] = liveness.of_body(self._body(name, parameters))
        return self._known[name]


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


def _size(shape: str) -> int:
    """The bytes of an array, or of all arrays of a tuple."""
    total = 0
    for dtype, dimensions in _SHAPE.findall(shape):
        elements = 1
        for dimension in dimensions.split(","):
            elements *= int(dimension or 1)
        total += bytes_of(elements, dtype)
    return total
