# case: imports in functions, in try, under TYPE_CHECKING, in a circle and from a folder on sys.path
# rules: IPU101 IPU102 IPU103 IPU202 IPU301
# port: agrees
# must: contains with strategy.scope():
# must: contains def assemble(kind, steps_per_execution=1):
# must: sees fit 176
from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))

try:
    from settings_of_this_machine import SIZE
except ImportError:
    from settings import SIZE

if TYPE_CHECKING:
    from kinds import Kind


def learn(kind: Kind) -> int:
    from builders import assemble

    rng = np.random.RandomState(0)
    x, y = rng.rand(180, kind.inputs).astype("float32"), rng.rand(180).astype("float32")
    model = assemble(kind)
    model.fit(x, y, batch_size=SIZE, epochs=1, verbose=0)
    return len(model.layers)


if __name__ == "__main__":
    import kinds

    print("layers:", learn(kinds.Kind(5)))
