"""What the reader makes of HLO: values, their sizes, and who reads whom."""

from __future__ import annotations

from gpu2ipu.simulator.memory import hlo_text
from gpu2ipu.simulator.memory.values import Kind

PROGRAM = """
HloModule a_program

%body.1 (state.2: (s32[], f32[8,4])) -> (s32[], f32[8,4]) {
  %state.2 = (s32[], f32[8,4]{1,0}) parameter(0)
  %count.3 = s32[] get-tuple-element((s32[], f32[8,4]{1,0}) %state.2), index=0
  %rows.4 = f32[8,4]{1,0} get-tuple-element((s32[], f32[8,4]{1,0}) %state.2), index=1
  %product.5 = f32[8,8]{1,0} dot(f32[8,4]{1,0} %rows.4, f32[8,4]{1,0} %rows.4)
  %turned.6 = f32[8,4]{1,0} slice(f32[8,8]{1,0} %product.5), slice={[0:8], [0:4]}
  ROOT %next.7 = (s32[], f32[8,4]{1,0}) tuple(s32[] %count.3, f32[8,4]{1,0} %turned.6)
}

%condition.8 (state.9: (s32[], f32[8,4])) -> pred[] {
  %state.9 = (s32[], f32[8,4]{1,0}) parameter(0)
  ROOT %goes_on.10 = pred[] constant(true)
}

ENTRY %main.11 (data.12: f32[8,4], weight.13: f16[4]) -> (f32[8,4], f16[4]) {
  %data.12 = f32[8,4]{1,0} parameter(0), metadata={op_name="given"}
  %weight.13 = f16[4]{0} parameter(1)
  %same.14 = f16[4]{0} convert(f16[4]{0} %weight.13)
  %wide.15 = f32[4]{0} convert(f16[4]{0} %same.14)
  %spread.16 = f32[8,4]{1,0} broadcast(f32[4]{0} %wide.15), dimensions={1}
  %sum.17 = f32[8,4]{1,0} add(f32[8,4]{1,0} %data.12, f32[8,4]{1,0} %spread.16), metadata={op_name="layer/add"}
  %zero.18 = s32[] constant(0)
  %start.19 = (s32[], f32[8,4]{1,0}) tuple(s32[] %zero.18, f32[8,4]{1,0} %sum.17)
  %end.20 = (s32[], f32[8,4]{1,0}) while((s32[], f32[8,4]{1,0}) %start.19), condition=%condition.8, body=%body.1
  %rows.21 = f32[8,4]{1,0} get-tuple-element((s32[], f32[8,4]{1,0}) %end.20), index=1
  ROOT %results.22 = (f32[8,4]{1,0}, f16[4]{0}) tuple(f32[8,4]{1,0} %rows.21, f16[4]{0} %same.14)
}
"""
NAMES = ["data", "weight", "same", "wide", "spread", "sum", "zero", "start", "end", "rows", "results"]


def test_the_values_of_a_program() -> None:
    body = hlo_text.read(PROGRAM, variables=1)
    values = dict(zip(NAMES, body.values))
    assert len(values) == len(body.values)
    assert (values["data"].kind, values["weight"].kind) == (Kind.DATA, Kind.STATIC)
    assert [NAMES[place] for place in body.variables] == ["weight"]
    assert [NAMES[place] for place in body.results] == ["rows", "same"]
    assert [values[name].kind for name in ("same", "wide", "spread")] == [
        Kind.VIEW,
        Kind.ELEMENTWISE,
        Kind.VIEW,
    ]
    assert (values["wide"].size, values["weight"].size, values["sum"].size) == (16, 8, 128)
    assert (values["data"].name, values["sum"].name) == ("given", "layer/add")
    assert [NAMES[place] for place in values["sum"].operands] == ["data", "spread"]


def test_a_loop_needs_what_its_body_does() -> None:
    body = hlo_text.read(PROGRAM, variables=1)
    values = dict(zip(NAMES, body.values))
    assert values["end"].inner == 256  # the product; what it is cut to is a view of it
    assert values["end"].size == 0  # its state is updated where it begins
    assert [NAMES[place] for place in values["rows"].operands] == ["end", "sum"]


def test_the_arithmetic_of_a_program() -> None:
    body = hlo_text.read(PROGRAM, variables=1)
    values = dict(zip(NAMES, body.values))
    flops = {name: value.flops for name, value in values.items() if value.flops}
    assert flops == {"wide": 4, "sum": 32, "end": 2 * 8 * 8}


def test_a_loop_with_a_constant_limit_counts_each_iteration() -> None:
    limited = PROGRAM.replace(
        "  ROOT %goes_on.10 = pred[] constant(true)",
        "  %count.30 = s32[] get-tuple-element((s32[], f32[8,4]{1,0}) %state.9), index=0\n"
        "  %limit.31 = s32[] constant(12)\n"
        "  ROOT %goes_on.10 = pred[] compare(s32[] %count.30, s32[] %limit.31), direction=LT",
    )
    body = hlo_text.read(limited, variables=1)
    assert body.values[NAMES.index("end")].flops == 12 * 2 * 8 * 8
