"""Lists in parentheses, of arguments or of parameters: one more, one less, in the style that the list has.

libcst keeps the whitespace behind an element in its comma, and behind the last one, if it has no comma, in
a field of the element's own. `_Item` hides the difference.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace

import libcst as cst

from gpu2ipu.records import record

_Element = cst.Arg | cst.Param | cst.ParamSlash
_Space = cst.BaseParenthesizableWhitespace
_NO_SPACE = cst.SimpleWhitespace("")
_ONE_SPACE = cst.SimpleWhitespace(" ")
_OWN_SPACE = {
    cst.Arg: "whitespace_after_arg",
    cst.Param: "whitespace_after_param",
    cst.ParamSlash: "whitespace_after",
}


@record
class _Item:
    """An element, and the code between it and the next one or the closing parenthesis."""

    node: _Element
    comma: bool
    before_comma: _Space
    behind: _Space


def add_argument(call: cst.Call, keyword: str, value: cst.BaseExpression) -> cst.Call:
    """Return the call with `keyword=value` as its last argument, or as the new value of that keyword."""
    if _place(call, keyword) is not None:
        args = [arg.with_changes(value=value) if _named(arg, keyword) else arg for arg in call.args]
        return call.with_changes(args=args)
    equal = _equal_sign([arg.equal for arg in call.args if arg.keyword])
    new = cst.Arg(value, keyword=cst.Name(keyword), equal=equal)
    old = [_item(_with_parentheses(arg)) for arg in call.args]
    return call.with_changes(args=[_node(item) for item in _appended(old, new, call.whitespace_before_args)])


def remove_argument(call: cst.Call, keyword: str) -> cst.Call | None:
    """Return the call without that keyword argument; None if it has none."""
    place = _place(call, keyword)
    if place is None:
        return None
    items = [_item(arg) for arg in call.args]
    gone, rest = items[place], [*items[:place], *items[place + 1 :]]
    opening = call.whitespace_before_args
    if not rest:
        opening = opening if _comments(opening) else _NO_SPACE
    elif place == 0:
        opening = _joined(opening, gone.behind)
    elif place == len(rest):
        rest[-1] = _made_last(rest[-1], gone)
    else:
        rest[place - 1] = replace(rest[place - 1], behind=_joined(rest[place - 1].behind, gone.behind))
    return call.with_changes(args=[_node(item) for item in rest], whitespace_before_args=opening)


def add_parameter(
    function: cst.FunctionDef, name: str, default: cst.BaseExpression | None
) -> cst.FunctionDef | None:
    """Return the function with a last parameter before `**kwargs`; None if it has one of that name."""
    old = function.params
    named = [*old.posonly_params, *old.params, *old.kwonly_params, old.star_arg, old.star_kwarg]
    if any(isinstance(param, cst.Param) and _is(param.name, name) for param in named):
        return None
    with_default = [param.equal for param in old.params if param.default and not param.annotation]
    if default is None and any(param.default for param in (*old.posonly_params, *old.params)):
        default = cst.Name("None")
    equal = _equal_sign(with_default) if default else cst.MaybeSentinel.DEFAULT
    new = cst.Param(cst.Name(name), default=default, equal=equal, star="")
    slash = [old.posonly_ind] if isinstance(old.posonly_ind, cst.ParamSlash) else []
    star = [old.star_arg] if isinstance(old.star_arg, cst.Param) else []
    listed: list[_Element] = [*old.posonly_params, *slash, *old.params, *star, *old.kwonly_params]
    place = _before_last if old.star_kwarg else _appended
    items = place([_item(node) for node in listed], new, function.whitespace_before_params)
    nodes = [_node(item) for item in items]
    return function.with_changes(params=_filed(old, nodes))


def _filed(old: cst.Parameters, nodes: Sequence[_Element]) -> cst.Parameters:
    """Sort a flat list of parameters into the fields they came from; the last one is new."""
    left = iter(nodes)
    posonly = [next(left) for _ in old.posonly_params]
    slash = next(left) if isinstance(old.posonly_ind, cst.ParamSlash) else old.posonly_ind
    params = [next(left) for _ in old.params]
    star = next(left) if isinstance(old.star_arg, cst.Param) else old.star_arg
    kwonly = list(left)
    if not isinstance(old.star_arg, cst.Param | cst.ParamStar):
        params, kwonly = [*params, *kwonly], []
    return old.with_changes(
        posonly_params=posonly, posonly_ind=slash, params=params, star_arg=star, kwonly_params=kwonly
    )


def _named(arg: cst.Arg, keyword: str) -> bool:
    return arg.keyword is not None and _is(arg.keyword, keyword)


def _is(written: cst.Name, name: str) -> bool:
    """True if a name as written is a name of Python, which reads letters of full width as plain ones."""
    return unicodedata.normalize("NFKC", written.value) == name


def _place(call: cst.Call, keyword: str) -> int | None:
    return next((place for place, arg in enumerate(call.args) if _named(arg, keyword)), None)


def _with_parentheses(arg: cst.Arg) -> cst.Arg:
    """A generator may do without parentheses of its own only as long as it is the only argument."""
    if not isinstance(arg.value, cst.GeneratorExp) or arg.value.lpar:
        return arg
    value = arg.value.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
    return arg.with_changes(value=value)


def _equal_sign(others: Sequence[cst.AssignEqual | cst.MaybeSentinel]) -> cst.AssignEqual:
    """Spaces around `=` as in the list's other keywords."""
    written = [equal for equal in others if isinstance(equal, cst.AssignEqual)]
    if written and not (_breaks(written[-1].whitespace_before) or _breaks(written[-1].whitespace_after)):
        return written[-1]
    return cst.AssignEqual(whitespace_before=_NO_SPACE, whitespace_after=_NO_SPACE)


def _item(node: _Element) -> _Item:
    if isinstance(node.comma, cst.Comma):
        return _Item(node, True, node.comma.whitespace_before, node.comma.whitespace_after)
    return _Item(node, False, _NO_SPACE, getattr(node, _OWN_SPACE[type(node)]))


def _node(item: _Item) -> _Element:
    own = _OWN_SPACE[type(item.node)]
    if not item.comma:
        return item.node.with_changes(comma=cst.MaybeSentinel.DEFAULT, **{own: item.behind})
    if isinstance(item.node.comma, cst.Comma):
        comma = item.node.comma.with_changes(
            whitespace_before=item.before_comma, whitespace_after=item.behind
        )
        return item.node.with_changes(comma=comma)
    comma = cst.Comma(whitespace_before=item.before_comma, whitespace_after=item.behind)
    return item.node.with_changes(comma=comma, **{own: _NO_SPACE})


def _appended(old: Sequence[_Item], new: _Element, opening: _Space) -> list[_Item]:
    """The list with a new last element; `opening` is the whitespace behind the opening parenthesis."""
    if not old:
        return [_Item(new, False, _NO_SPACE, _without_comments(opening))]
    last = old[-1]
    gaps = [item.behind for item in old[:-1]] or [opening]
    # the last two gaps tell: a list that goes on line by line may well begin with `fit(x, y,`
    if all(map(_breaks, gaps[-2:])):
        between, behind = _stacked(gaps[-1], last.behind)
    else:
        between, behind = (gaps[-1] if len(old) > 1 and not _breaks(gaps[-1]) else _ONE_SPACE), last.behind
    before_comma = old[-2].before_comma if len(old) > 1 and not last.comma else last.before_comma
    trailing = _Item(new, last.comma, last.before_comma, behind)
    return [*old[:-1], replace(last, comma=True, before_comma=before_comma, behind=between), trailing]


def _before_last(old: Sequence[_Item], new: _Element, opening: _Space) -> list[_Item]:
    """The list with a new element at its end where one more, which is not in the list, follows."""
    gap = old[-1].behind if old else opening
    return [*old, _Item(new, True, _NO_SPACE, _without_comments(gap) if _breaks(gap) else _ONE_SPACE)]


def _stacked(gap: _Space, closing: _Space) -> tuple[_Space, _Space]:
    """Return the code before and after a new element on a line of its own. Comments before it are kept."""
    alone = _without_comments(gap)
    if not isinstance(closing, cst.ParenthesizedWhitespace) or not isinstance(
        alone, cst.ParenthesizedWhitespace
    ):
        return alone, closing
    return (
        closing.with_changes(indent=alone.indent, last_line=alone.last_line),
        _without_comments(closing),
    )


def _made_last(item: _Item, gone: _Item) -> _Item:
    """The element before a last one that goes: it takes over its comma and the way to the parenthesis."""
    before, closing = item.behind, gone.behind
    if not isinstance(before, cst.ParenthesizedWhitespace) or not _comments(before):
        closing = _without_first_comment(closing)
    elif isinstance(closing, cst.ParenthesizedWhitespace):
        lines = [*before.empty_lines, *closing.empty_lines]
        closing = closing.with_changes(first_line=before.first_line, empty_lines=lines)
    else:
        closing = before
    return _Item(item.node, gone.comma, item.before_comma if gone.comma else _NO_SPACE, closing)


def _joined(before: _Space, behind: _Space) -> _Space:
    """One gap out of the two around an element that goes. The comment on its line goes too, others stay."""
    if not isinstance(behind, cst.ParenthesizedWhitespace):
        return before
    if not isinstance(before, cst.ParenthesizedWhitespace):
        return behind
    return before.with_changes(empty_lines=[*before.empty_lines, *behind.empty_lines])


def _breaks(space: _Space) -> bool:
    return isinstance(space, cst.ParenthesizedWhitespace)


def _comments(space: _Space) -> bool:
    if not isinstance(space, cst.ParenthesizedWhitespace):
        return False
    return bool(space.first_line.comment or any(line.comment for line in space.empty_lines))


def _without_first_comment(space: _Space) -> _Space:
    if not isinstance(space, cst.ParenthesizedWhitespace) or not space.first_line.comment:
        return space
    return space.with_changes(first_line=space.first_line.with_changes(whitespace=_NO_SPACE, comment=None))


def _without_comments(space: _Space) -> _Space:
    if not isinstance(space, cst.ParenthesizedWhitespace):
        return space
    first = space.first_line.with_changes(whitespace=_NO_SPACE, comment=None)
    return space.with_changes(first_line=first, empty_lines=[])
