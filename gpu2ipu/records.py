"""Immutable classes that are little more than their fields: frozen dataclasses whose methods are not generated.

`dataclasses.dataclass(frozen=True)` generates and compiles up to seven methods of each class when its module is
imported, about 1 ms a class; `check` of one script would spend half of its time on that. The methods of a record are
closures over its fields. An object takes two to three times as long to create, and far fewer are created.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import TYPE_CHECKING, NoReturn, TypeVar, overload

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform  # `typing` has it from Python 3.11 on
else:

    def dataclass_transform(**_: object) -> Callable:
        """What type checkers need of the decorator below."""
        return lambda decorator: decorator


T = TypeVar("T")
Method = Callable[..., object]


@overload
def record(cls: type[T], /) -> type[T]: ...


@overload
def record(*, eq: bool = True, slots: bool = False) -> Callable[[type[T]], type[T]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def record(
    cls: type[T] | None = None, /, *, eq: bool = True, slots: bool = False
) -> type[T] | Callable[[type[T]], type[T]]:
    """Make a class an immutable record. `fields` and `replace` of `dataclasses` take its objects as any dataclass's."""

    def define(cls: type[T]) -> type[T]:
        # of a class without a docstring `dataclass` would write the signature: that alone compiles a tokenizer
        cls.__doc__ = cls.__doc__ or cls.__name__
        defined = dataclass(init=False, repr=False, eq=False, slots=slots)(cls)
        methods = {
            **_methods(defined),
            **(_comparison(defined) if eq else {}),
            **(_state(defined) if slots else {}),
        }
        for name, method in methods.items():
            setattr(defined, name, method)
        return defined

    return define if cls is None else define(cls)


def _methods(cls: type) -> dict[str, Method]:
    every = fields(cls)
    names = {each.name: None for each in every}
    has_slots, assign = "__slots__" in vars(cls), object.__setattr__
    positional = [each.name for each in every if not each.kw_only]
    defaults = {each.name: each.default for each in every if each.default is not MISSING}
    factories = {each.name: each.default_factory for each in every if each.default_factory is not MISSING}
    shown = [each.name for each in every if each.repr]

    def initialize(self: object, *args: object, **kwargs: object) -> None:
        values = defaults.copy()
        values.update(zip(positional, args))
        values.update(kwargs)
        for name, create in factories.items():
            if name not in values:
                values[name] = create()
        if len(values) != len(names) or len(args) > len(positional) or not kwargs.keys() <= names.keys():
            raise TypeError(f"the fields of {cls.__qualname__} are {', '.join(names)}")
        if has_slots:
            for name, value in values.items():
                assign(self, name, value)
        else:
            vars(self).update(values)

    def represent(self: object) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    return {"__init__": initialize, "__repr__": represent, "__setattr__": _refuse, "__delattr__": _refuse}


def _refuse(self: object, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot change field {name!r}")


def _comparison(cls: type) -> dict[str, Method]:
    compared = [each.name for each in fields(cls) if each.compare]

    key: Callable[[object], object] = attrgetter(*compared) if compared else type

    def equals(self: object, other: object) -> bool:
        return key(self) == key(other) if type(self) is type(other) else NotImplemented

    return {"__eq__": equals, "__hash__": lambda self: hash(key(self))}


def _state(cls: type) -> dict[str, Method]:
    """What pickles the fields of a class that has slots: by default `pickle` would assign to them."""
    names = [each.name for each in fields(cls)]

    def restore(self: object, values: list[object]) -> None:
        for name, value in zip(names, values):
            object.__setattr__(self, name, value)

    return {"__getstate__": lambda self: [getattr(self, name) for name in names], "__setstate__": restore}
