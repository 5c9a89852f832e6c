"""What a file reads of Horovod."""

from __future__ import annotations

import pytest

from gpu2ipu.port.popdist.uses import imports_of, uses_of
from tests.port.proposed import script_of


@pytest.mark.parametrize(
    ("code", "paths"),
    [
        ("import horovod.tensorflow.keras as hvd\nhvd.init()\nn = hvd.size() + m", ["init", "size"]),
        ("import horovod.keras\nhorovod.keras.callbacks.MetricAverageCallback()",
         ["keras.callbacks.MetricAverageCallback"]),
        ("from horovod import tensorflow as hvd\nf = hvd.rank", ["rank"]),
        ("from horovod.keras import init, size\nsize()\ninit()", ["size", "init"]),
        ("import horovod.keras as hvd\ng(hvd)", [""]),
        ("import horovod\nimport horovod.keras as hvd\nprint(horovod.__version__)", ["__version__"]),
        ("import horovod\nimport horovod.torch as hvd\nhvd.init()", []),
        ("import popdist\npopdist.init()", []),
    ],
)  # fmt: skip
def test_what_is_read(code: str, paths: list[str]) -> None:
    assert [use.path for use in uses_of(script_of(code))] == paths


def test_each_import_counts_once() -> None:
    script = script_of("from horovod.keras import init, size\nimport horovod.keras as hvd\n")
    assert [statement.lineno - imports_of(script)[0].lineno for statement in imports_of(script)] == [0, 1]


def test_the_package_itself_is_imported_beside_it() -> None:
    assert len(imports_of(script_of("import horovod\nimport horovod.keras as hvd\n"))) == 2
    assert imports_of(script_of("import horovod\n")) == ()
