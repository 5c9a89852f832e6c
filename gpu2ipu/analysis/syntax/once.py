"""Answers that are worked out once for an object, such as a script, are kept in it, and die with it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar


class Keeper(Protocol):
    """An object that keeps what has been worked out for it."""

    @property
    def answers(self) -> dict[object, Any]:
        """The answers by function and further arguments."""


Owner = TypeVar("Owner", bound=Keeper)
Further = ParamSpec("Further")
Answer = TypeVar("Answer")


def once(
    function: Callable[Concatenate[Owner, Further], Answer],
) -> Callable[Concatenate[Owner, Further], Answer]:
    """Decorate a function so that it is called once for its first argument with the same further ones.

    Unlike `functools.lru_cache`, nothing module-wide keeps the argument alive. The further arguments must be hashable.
    """

    @functools.wraps(function)
    def answered(owner: Owner, /, *args: Further.args, **kwargs: Further.kwargs) -> Answer:
        key = (function, args, tuple(kwargs.items())) if args or kwargs else function
        answers = owner.answers
        if key not in answers:
            answers[key] = function(owner, *args, **kwargs)
        answer: Answer = answers[key]
        return answer

    return answered
