"""Fields of dataclasses."""

import ast

import pytest

from gpu2ipu.analysis.interpreter.dataclass_fields import Field, fields_of
from gpu2ipu.analysis.values.library_objects import KerasModel
from gpu2ipu.analysis.values.value import Unknown
from tests.analysis.evaluated import value_of

CLASS = """
from dataclasses import InitVar, dataclass, field
import dataclasses
from typing import ClassVar

def build():
    return keras.Sequential()

@dataclass
class Base:
    rows: int = 3

@dataclass
class Run(Base):
    kind: ClassVar[str] = "run"
    scale: InitVar[int] = 2
    size: int = field(default=8)
    model: keras.Model = dataclasses.field(default_factory=build)

    def __post_init__(self, scale):
        self.batch = scale
        self.other = keras.Model()
"""


def test_fields_of_a_class_and_its_base() -> None:
    base, run = (node for node in ast.parse(CLASS).body if isinstance(node, ast.ClassDef))
    found = list(fields_of([base, run]).values())
    assert [(each.name, each.is_for_init) for each in found] == [
        ("rows", False),
        ("scale", True),
        ("size", False),
        ("model", False),
    ]
    assert found[0] == Field("rows", None, False)
    assert isinstance(found[3].factory, ast.Name)
    assert fields_of(["keras"]) == {}


@pytest.mark.parametrize(
    ("code", "number"),
    [("Run().size", 8), ("Run(5, 4).batch", 4), ("Run(5).rows", None), ("Run(0, 6, 7).batch", 6)],
)
def test_numbers_of_fields(code: str, number: "int | None") -> None:
    assert value_of(f"{CLASS}\n{code}").number == number


def test_models_of_fields_and_of_post_init() -> None:
    assert isinstance(value_of(f"{CLASS}\nRun().other"), KerasModel)
    assert isinstance(value_of(f"{CLASS}\nRun().model"), KerasModel)
    assert isinstance(value_of(f"{CLASS}\nRun(model=f()).model"), Unknown)
