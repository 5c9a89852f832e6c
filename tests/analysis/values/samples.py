"""Values that the tests of several kinds of values speak of."""

from __future__ import annotations

import ast
from dataclasses import replace

from gpu2ipu.analysis.values.data import (
    Batching,
    Dataset,
    Size,
)
from gpu2ipu.analysis.values.definitions import (
    ScriptFunction,
)
from gpu2ipu.analysis.values.divisors import ScopedExpression
from gpu2ipu.analysis.values.library_objects import (
    KerasModel,
)
from gpu2ipu.analysis.values.scalars import constant

A, B = ast.parse("def a(): pass\ndef b(): pass").body
CALL = ast.Call(ast.Name("a"), [], [])
FIRST, SECOND = ScriptFunction(A), ScriptFunction(B)
OPTIONAL = replace(constant(3), may_be_none=True)
DATASET = Dataset(length=3, batching=Batching.WHOLE, size=Size.KNOWN, remainder=1)
MODEL = KerasModel("keras.Model", constructed_by=frozenset({(A,)}))
OTHER_MODEL = KerasModel("keras.Sequential", constructed_by=frozenset({(B,)}))
EITHER_MODEL = KerasModel(constructed_by=frozenset({(A,), (B,)}))
BATCH, SIZE = ScopedExpression("b"), ScopedExpression("c")
