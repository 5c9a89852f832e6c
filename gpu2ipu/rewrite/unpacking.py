"""What `*a` and `**a` bring into a call: some items get other values there, `a` stays as it is."""

from __future__ import annotations

from collections.abc import Mapping

import libcst as cst

# what can be subscripted as it is
_TIGHT = (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.List, cst.Tuple, cst.Dict)


def with_items(
    arg: cst.Arg, items: Mapping[int | str, cst.BaseExpression], length: int, quote: str
) -> list[cst.Arg]:
    """Return the arguments in place of one with stars."""
    if arg.star == "*":
        values = [items.get(i) or _item(arg.value, i) for i in range(length)]
        spaced = cst.Comma(whitespace_after=cst.SimpleWhitespace(" "))
        return [
            *(cst.Arg(value, comma=spaced) for value in values[:-1]),
            arg.with_changes(star="", whitespace_after_star=cst.SimpleWhitespace(""), value=values[-1]),
        ]
    added = [cst.DictElement(_key(key, quote), value) for key, value in items.items()]
    whole = arg.value if isinstance(arg.value, cst.Dict) else cst.Dict([cst.StarredDictElement(arg.value)])
    return [arg.with_changes(value=whole.with_changes(elements=[*whole.elements, *added]))]


def _item(source: cst.BaseExpression, place: int) -> cst.BaseExpression:
    if not isinstance(source, _TIGHT) and not source.lpar:
        source = source.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return cst.Subscript(source, [cst.SubscriptElement(cst.Index(cst.Integer(str(place))))])


def _key(key: int | str, quote: str) -> cst.BaseExpression:
    return cst.Integer(str(key)) if isinstance(key, int) else cst.SimpleString(f"{quote}{key}{quote}")
