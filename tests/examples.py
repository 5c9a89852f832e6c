"""How many examples a property test takes: few while one works, all of them in continuous integration."""

from __future__ import annotations

import os

from hypothesis import settings

#: Set by continuous integration, and by whoever wants all examples: `CI=true scripts/test`.
THOROUGH = bool(os.environ.get("CI"))

_FEWEST = 5


def examples(count: int) -> settings:
    """Return settings for `count` examples in continuous integration, for a fifth of them elsewhere."""
    return settings(max_examples=count if THOROUGH else max(count // 5, _FEWEST))
