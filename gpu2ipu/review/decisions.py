"""Which changes are accepted and which rejected: named on the command line, or kept from one run to the next."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from gpu2ipu.errors import Trouble
from gpu2ipu.records import record
from gpu2ipu.review.changes import Review
from gpu2ipu.source.script_file import write_atomic

ALL, NONE = "all", "none"
_RANGE = re.compile(r"(\d+)(?:-(\d+))?")


@record
class Decisions:
    """Numbers of changes; what is in neither is not decided yet."""

    accepted: frozenset[int] = frozenset()
    rejected: frozenset[int] = frozenset()

    def accept(self, review: Review, number: int) -> Decisions:
        """Return the decisions with one more change accepted, and with it those that it needs."""
        taken = {number, *review.changes[number - 1].needs}
        return Decisions(self.accepted | taken, self.rejected - taken)

    def reject(self, review: Review, number: int) -> Decisions:
        """Return the decisions with one more change rejected, and with it those that need it."""
        left = {number, *review.needing(number)}
        return Decisions(self.accepted - left, self.rejected | left)

    def open(self, review: Review) -> list[int]:
        """Return the changes that are not decided."""
        return sorted(review.numbers - self.accepted - self.rejected)


def named(review: Review, accept: Sequence[str] | None, reject: Sequence[str]) -> Decisions:
    """Return the decisions of a command line, which names the changes to accept, or else those to reject.

    Raises Trouble for a number that no change has, and where changes need others.
    """
    if accept is None:
        rejected = _numbers(review, reject)
        accepted = review.numbers - rejected
    else:
        accepted = _numbers(review, accept)
    review.text_with(accepted)
    return Decisions(accepted, review.numbers - accepted)


def _numbers(review: Review, words: Iterable[str]) -> frozenset[int]:
    found = set[int]()
    for word in words:
        if word in (ALL, NONE):
            found |= review.numbers if word == ALL else set()
            continue
        match = _RANGE.fullmatch(word)
        numbers = range(int(match[1]), int(match[2] or match[1]) + 1) if match else ()
        if not numbers or not review.numbers.issuperset(numbers):
            raise Trouble(
                f"{review.path}: there is no change {word!r}; changes are 1 to {len(review.changes)}: name them as "
                "1,3-5, or all, or none"
            )
        found.update(numbers)
    return frozenset(found)


def kept(review: Review) -> Decisions:
    """Return the decisions of an earlier run; none if script or port have changed since."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        state = json.loads(state_file(review.path).read_bytes())
        accepted, rejected = (review.numbers.intersection(state[key]) for key in ("accepted", "rejected"))
        if state["digest"] == review.digest and not accepted & rejected:
            return Decisions(accepted, rejected)
    return Decisions()


def keep(review: Review, decisions: Decisions) -> Path:
    """Keep decisions for the next run, and return where; raises Trouble where nothing can be written."""
    file = state_file(review.path)
    state = {
        "script": str(review.path.resolve()),
        "digest": review.digest,
        "accepted": sorted(decisions.accepted),
        "rejected": sorted(decisions.rejected),
    }
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(f"{file.parent}: cannot be written: {error.strerror}") from error
    write_atomic(file, json.dumps(state).encode())
    return file


def forget(review: Review) -> None:
    """Remove what was kept."""
    with contextlib.suppress(OSError):
        state_file(review.path).unlink()


def state_file(script: Path) -> Path:
    """Return where the decisions on a script are kept."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    name = hashlib.sha256(os.fsencode(script.resolve())).hexdigest()[:16]
    return Path(cache, "gpu2ipu", "review", f"{name}.json")
