"""Where the number of GPUs is computed with, and becomes the number of replicas."""

from __future__ import annotations

import pytest

from gpu2ipu.port.gpu_code.outcomes import GpuBranch, GpuCount
from tests.port.gpu_code.outcomes import GPUS, outcome


@pytest.mark.parametrize(
    ("code", "rest"),
    [
        ("n = len(gpus)\nm.fit(32 * n)\n", "n = 1\nm.fit(32 * n)\n"),
        ("m.fit(32 * len(gpus))\n", "m.fit(32 * 1)\n"),
        ("m.fit(32 * max(len(gpus), 1))\n", "m.fit(32 * 1)\n"),
        ("m.fit(n=len(gpus) if gpus else 1)\n", "m.fit(n=1)\n"),
        ("m.n = len(gpus)\n", "m.n = 1\n"),
        ("class C:\n    n = len(gpus)\n    b = 32 * n\nm.fit(C.b)\n",
         "class C:\n    n = 1\n    b = 32 * n\nm.fit(C.b)\n"),
        ("def f():\n    return len(gpus)\n", "def f():\n    return 1\n"),
        ("for i in range(len(gpus)):\n    m.fit(i)\n", "for i in range(1):\n    m.fit(i)\n"),
        ("n = len(gpus)\nif n > 1:\n    m.fit(1)\n", "n = 1\nif n > 1:\n    m.fit(1)\n"),
        ("n = len(gpus)\nprint(n)\nm.fit(n)\n", "n = 1\nm.fit(n)\n"),
        (
            "class C:\n  def f(self):\n    self.g = gpus\n    self.n = len(self.g)\n    m.fit(self.n)\n",
            "class C:\n  def f(self):\n    self.g = gpus\n    self.n = 1\n    m.fit(self.n)\n",
        ),
        ("m.fit(32 * sum(1 for _ in gpus))\n", "m.fit(32 * 1)\n"),
        # what shows them or compares them, or decides by them
        ("m.save(f'{len(gpus)}.h5')\n", None),
        ("m.save(str(len(gpus)))\n", None),
        ("m.fit(len(gpus) > 1)\n", None),
        ("m.fit(not len(gpus))\n", None),
    ],
)  # fmt: skip
def test_the_number_of_gpus_becomes_that_of_replicas(code: str, rest: str | None) -> None:
    found, kinds = outcome(GPUS + code)
    assert found == GPUS + (rest or code)
    assert (GpuCount in kinds) is (rest is not None)


def test_a_condition_on_a_number_that_stays_is_left_for_a_person() -> None:
    code = GPUS + "n = len(gpus)\nif n > 1:\n    m.fit(n)\n"
    assert outcome(code, frozenset({GpuCount})) == (code, [GpuBranch])
