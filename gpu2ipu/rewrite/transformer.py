"""The transformer: one traversal from the leaves up, in which each edit meets its node by position."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

import libcst as cst
from libcst.metadata import CodePosition, CodeRange

from gpu2ipu.analysis.syntax.script import tree_of
from gpu2ipu.edits import (
    AddArgument,
    AddDecorator,
    AddParameter,
    Edit,
    Insert,
    RemoveArgument,
    RemoveElement,
    Replace,
    SetItem,
    Span,
    Wrap,
)
from gpu2ipu.rewrite.arguments import add_argument, add_parameter, remove_argument
from gpu2ipu.rewrite.elements import remove_element
from gpu2ipu.rewrite.failure import RewriteError
from gpu2ipu.rewrite.original import Original, inside
from gpu2ipu.rewrite.pending_edits import PendingEdits, anchor
from gpu2ipu.rewrite.statements import Blocks
from gpu2ipu.rewrite.template import (
    Paragraph,
    Statement,
    expression,
    fill,
    paragraph,
    stands_bare,
    with_leading,
)
from gpu2ipu.rewrite.unpacking import with_items

# can be a part of a template; expressions can be edited too
_PARTS = (cst.BaseExpression, cst.BaseSlice, cst.Arg, cst.StarredElement)
_BLOCKS = (cst.FunctionDef, cst.Module, cst.IndentedBlock, cst.SimpleStatementSuite)
# looked into only if an edit begins in them
_PASSED_BY = (cst.BaseExpression, cst.SimpleStatementLine, cst.SimpleStatementSuite)
# never looked into
_PUNCTUATION = (
    cst.BaseParenthesizableWhitespace,
    cst.TrailingWhitespace,
    cst.EmptyLine,
    cst.Comma,
    cst.Semicolon,
    cst.LeftParen,
    cst.RightParen,
    cst.AssignEqual,
    cst.Dot,
    cst.BaseBinaryOp,
    cst.BaseBooleanOp,
    cst.BaseCompOp,
    cst.BaseUnaryOp,
)
# what binds as tight as a name does
_TIGHT = (cst.Name, cst.Attribute, cst.Call, cst.Subscript, cst.List, cst.Dict, cst.Set)
# what an expression is looked at in, to judge whether it needs parentheses
_HEADED = (cst.If, cst.While, cst.For, cst.With, cst.FunctionDef, cst.ClassDef)
_HOMES = (cst.BaseSmallStatement, cst.Decorator, cst.BaseCompoundStatement)


class Rewriter(cst.CSTTransformer):
    """Applies a plan to a module. Positions are those of the module before any edit."""

    def __init__(
        self,
        module: cst.Module,
        positions: Mapping[cst.CSTNode, CodeRange],
        original: Original,
        pending: PendingEdits,
    ) -> None:
        """Take what there is to work on; `module.visit(rewriter)` does the work."""
        super().__init__()
        self._module = module
        self._positions = positions
        self._original = original
        self._plan = pending
        self._ancestors: list[cst.CSTNode] = []
        self._after: dict[Span, cst.CSTNode] = {}  # nodes after their own edits, of the parts of templates
        self._blocks = Blocks(pending, self._span, self._paragraph, self._code, module.default_indent)

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Go down only where there is something to do: most statements are passed by whole."""
        self._ancestors.append(node)
        kind = type(node)
        if not issubclass(kind, _PASSED_BY):
            return not issubclass(kind, _PUNCTUATION)
        position = self._positions[node]
        start, end = position.start, position.end
        return self._plan.touches((start.line, start.column), (end.line, end.column))

    def on_leave(  # type: ignore[override]  # one method for all nodes
        self, original_node: cst.CSTNode, updated_node: cst.CSTNode
    ) -> cst.CSTNode:
        """Apply the edits that belong to a node, whose children have had theirs."""
        self._ancestors.pop()
        kind = type(original_node)
        if issubclass(kind, _PARTS):
            return self._leave_part(original_node, updated_node)
        if not issubclass(kind, _BLOCKS):
            return updated_node
        match original_node, updated_node:
            case cst.FunctionDef(), cst.FunctionDef():
                return self._leave_function(original_node, updated_node)
            case cst.Module(), cst.Module():
                return self._leave_module(original_node, updated_node)
            case cst.IndentedBlock(), cst.IndentedBlock():
                return self._leave_block(original_node, updated_node)
            case cst.SimpleStatementSuite(), cst.SimpleStatementSuite():
                return self._leave_suite(original_node, updated_node)
        raise AssertionError(original_node)

    # where a node is and what it says

    def _span(self, node: cst.CSTNode) -> Span:
        """Where a node is, as `ast` sees it: the parentheses of a tuple and of a generator are part of it."""
        first = last = self._positions[node]
        if isinstance(node, cst.Tuple | cst.GeneratorExp) and node.lpar:
            first, last = self._positions[node.lpar[-1]], self._positions[node.rpar[0]]
        elif isinstance(node, cst.GeneratorExp) and self._ancestors:
            call = self._ancestors[-2]
            assert isinstance(call, cst.Call)
            start, end = self._positions[call.whitespace_before_args].start, self._positions[call].end
            return Span(start.line, start.column - 1, end.line, end.column)
        return _span(first.start, last.end)

    def _code(self, node: cst.CSTNode) -> str:
        """The code of a node, without parentheses around an expression or the comma behind an argument."""
        if isinstance(node, cst.Arg):
            node = node.with_changes(
                comma=cst.MaybeSentinel.DEFAULT, whitespace_after_arg=cst.SimpleWhitespace("")
            )
        elif isinstance(node, cst.StarredElement):
            node = node.with_changes(comma=cst.MaybeSentinel.DEFAULT)
        elif isinstance(node, cst.BaseExpression):
            outer, own = _parentheses(node)
            if _are_plain(node):
                node = node.with_changes(lpar=node.lpar[outer:], rpar=node.rpar[:own])
        return self._module.code_for_node(node)

    def _filled(
        self, edit: Edit, template: str, within: Span, own: str | None = None, *, bracketed: bool = True
    ) -> str:
        """A template, its holes filled: parts within the edit's node as they are now, others as they were.

        A statement that is removed where it stood goes on as it is now. `own` is the code of the node itself.
        """
        codes = {}
        for name, span in getattr(edit, "parts", ()):
            if own is not None and span == within:
                codes[name] = own
            elif span in self._after and (inside(span, within) or span in self._plan.removed):
                codes[name] = self._code(self._after[span])
            else:
                codes[name] = self._original.code(span)
        template = template.replace("\n", self._original.newline(anchor(edit).line))
        return fill(template, codes, bracketed=bracketed)

    def _expression(self, edit: Edit, code: str) -> cst.BaseExpression:
        try:
            return expression(code, self._module.default_newline)
        except cst.ParserSyntaxError as error:
            raise RewriteError(f"a template makes no expression: {code}", [edit]) from error

    def _paragraph(self, edit: Insert | Replace | Wrap, own: str | None) -> Paragraph:
        template, within = edit.header if isinstance(edit, Wrap) else edit.template, anchor(edit)
        if isinstance(edit, Wrap):
            template += "\n    pass"
            if edit.otherwise:
                template += f"\nelse:\n{textwrap.indent(edit.otherwise, '    ')}"
            within = Span(within.line, within.column, edit.last.end_line, edit.last.end_column)
        code = self._filled(edit, template, within, own, bracketed=False)
        newline = self._original.newline(within.line)
        try:
            return paragraph(code, newline, self._module.default_newline)
        except cst.ParserSyntaxError as error:
            raise RewriteError(f"a template makes no statement: {code}", [edit]) from error

    # expressions

    def _leave_part(self, old: cst.CSTNode, new: cst.CSTNode) -> cst.CSTNode:
        span = self._span(old)
        if (
            isinstance(old, cst.BaseExpression)
            and isinstance(new, cst.BaseExpression)
            and self._plan.anchors(span)
        ):
            new = self._with_arguments(span, old, new)
            new = self._without_elements(span, old, new)
            for edit in self._plan.at(span, Replace):
                if self._is_meant_as_statement(edit, span):
                    continue
                new = self._replaced(edit, old, new)
                self._plan.cross_off(edit)
        if span in self._plan.part_spans:
            self._after[span] = new
        return new

    def _with_arguments(
        self, span: Span, old: cst.BaseExpression, node: cst.BaseExpression
    ) -> cst.BaseExpression:
        if not isinstance(node, cst.Call) or not isinstance(old, cst.Call):
            return node
        if self._plan.at(span, SetItem):
            args = (self._unpacked(span, *pair) for pair in zip(old.args, node.args, strict=True))
            node = node.with_changes(args=[arg for some in args for arg in some])
        for edit in self._plan.at(span, AddArgument):
            value = self._value(self._filled(edit, edit.template, span), edit)
            node = add_argument(node, edit.keyword, value)
            self._plan.cross_off(edit)
        for removal in self._plan.at(span, RemoveArgument):
            without = remove_argument(node, removal.keyword)
            if without is not None:
                node = without
                self._plan.cross_off(removal)
        return node

    def _without_elements(
        self, span: Span, old: cst.BaseExpression, node: cst.BaseExpression
    ) -> cst.BaseExpression:
        if not isinstance(node, cst.List | cst.Dict) or not isinstance(old, cst.List | cst.Dict):
            return node
        places = {self._span(element.value): place for place, element in enumerate(old.elements)}
        found = [edit for edit in self._plan.at(span, RemoveElement) if edit.element in places]
        for edit in sorted(found, key=lambda each: -places[each.element]):
            node = remove_element(node, places[edit.element])
            self._plan.cross_off(edit)
        return node

    def _unpacked(self, call: Span, old: cst.Arg, arg: cst.Arg) -> list[cst.Arg]:
        """An argument with stars, of which some items have other values now."""
        edits = [edit for edit in self._plan.at(call, SetItem) if edit.unpacked == self._span(old.value)]
        quote = '"' if self._original.text.count('"') >= self._original.text.count("'") else "'"
        items: dict[int | str, str] = {}
        for edit in edits:
            item = items.get(edit.key, edit.item)
            items[edit.key] = fill(edit.template, {"item": item}, bracketed=True)
            self._plan.cross_off(edit)
        if not items:
            return [arg]
        values = {key: self._value(code, edits[-1]) for key, code in items.items()}
        return with_items(arg, values, edits[-1].length, quote)

    def _value(self, code: str, edit: Edit) -> cst.BaseExpression:
        code = code.strip()
        return self._expression(edit, code if stands_bare("f(k=", code, ")") else f"({code})")

    def _is_meant_as_statement(self, edit: Replace, span: Span) -> bool:
        """True if a template for an expression that is a whole statement is made of statements."""
        statement = self._ancestors[-1]
        if not isinstance(statement, cst.Expr) or self._span(statement) != span:
            return False
        code = self._filled(edit, edit.template, span, "_")
        tree = tree_of(code.strip())
        return tree is not None and not (len(tree.body) == 1 and type(tree.body[0]).__name__ == "Expr")

    def _replaced(
        self, edit: Replace, old: cst.BaseExpression, node: cst.BaseExpression
    ) -> cst.BaseExpression:
        code = self._filled(edit, edit.template.strip(), edit.target, self._code(node))
        new = self._expression(edit, code)
        outer, own = _parentheses(old)
        filled_in = any(span == edit.target for _, span in edit.parts)
        if outer and (not filled_in or (_are_plain(old) and not isinstance(new, _TIGHT))):
            return new.with_changes(lpar=[*old.lpar[:outer], *new.lpar], rpar=[*new.rpar, *old.rpar[own:]])
        return new if self._stands_bare(old, new, code) else self._expression(edit, f"({code})")

    def _stands_bare(self, old: cst.BaseExpression, new: cst.BaseExpression, code: str) -> bool:
        """True if the code that replaces a node needs no parentheses at its place."""
        before, after = self._surroundings(old)
        if isinstance(new, _TIGHT) and len(code.splitlines()) == 1:
            return not (before[-1:].isidentifier() or after[:1].isidentifier())
        return stands_bare(before, code, after)

    def _surroundings(self, node: cst.BaseExpression) -> tuple[str, str]:
        """The code before and after an expression in its statement, of a compound one in its head."""
        start = self._positions[node.lpar[0] if node.lpar else node].start
        end = self._positions[node.rpar[-1] if node.rpar else node].end
        home = next(n for n in self._ancestors[::-1] if isinstance(n, _HOMES))
        outer = self._positions[home]
        before = self._original.code(_span(outer.start, start))
        if not isinstance(home, cst.BaseCompoundStatement):
            after = self._original.code(_span(end, outer.end))
            return before, after + "\ndef f(): pass" if isinstance(home, cst.Decorator) else after
        if not isinstance(home, _HEADED):  # in `except` or `case`, where little is allowed anyway
            return "", ".f"
        after = self._original.code(_span(end, self._positions[home.body].start))
        return before.removeprefix("el"), after + "pass"

    # functions and blocks

    def _leave_function(self, old: cst.FunctionDef, new: cst.FunctionDef) -> cst.FunctionDef:
        for edit in self._plan.at(self._span(old), AddParameter):
            default = None if edit.default is None else self._value(edit.default, edit)
            with_parameter = add_parameter(new, edit.name, default)
            if with_parameter is not None:
                new = with_parameter
                self._plan.cross_off(edit)
        for decorator in self._plan.at(self._span(old), AddDecorator):
            new = self._decorated(decorator, new)
            self._plan.cross_off(decorator)
        return new

    def _decorated(self, edit: AddDecorator, function: cst.FunctionDef) -> cst.FunctionDef:
        newline = self._original.newline(edit.function.line)
        template = f"@{edit.template}{newline}def f(): pass"
        model = paragraph(template, newline, self._module.default_newline).body[0]
        assert isinstance(model, cst.FunctionDef)
        decorator = model.decorators[0].with_changes(leading_lines=function.lines_after_decorators)
        decorators = [*function.decorators, decorator]
        return function.with_changes(decorators=decorators, lines_after_decorators=())

    def _leave_module(self, old: cst.Module, new: cst.Module) -> cst.Module:
        if not self._blocks.concerns(old.body):
            return new
        body = self._blocks.rebuild(old.body, new.body, tuple(new.header), None)
        footer = body.with_footer(new.footer)
        newline = new.has_trailing_newline and bool(body.header or body.statements or footer)
        return new.with_changes(
            header=body.header, body=body.statements, footer=footer, has_trailing_newline=newline
        )

    def _leave_block(self, old: cst.IndentedBlock, new: cst.IndentedBlock) -> cst.IndentedBlock:
        statements = _statements(old)
        if not self._blocks.concerns(statements):
            return new
        body = self._blocks.rebuild(statements, _statements(new), (), new.indent)
        if not body.statements:
            return new.with_changes(body=[with_leading(self._pass(old), body.rest)])
        return new.with_changes(body=body.statements, footer=body.with_footer(new.footer))

    def _leave_suite(self, old: cst.SimpleStatementSuite, new: cst.SimpleStatementSuite) -> cst.BaseSuite:
        """A body on the line of its head; where it needs lines of its own it becomes an indented block."""
        if not self._blocks.concerns(old.body):
            return new
        trailing = new.trailing_whitespace
        line = cst.SimpleStatementLine(new.body, trailing_whitespace=trailing)
        body = self._blocks.rebuild([cst.SimpleStatementLine(old.body)], [line], (), None)
        statements = body.statements or (self._pass(old),)
        only = statements[0]
        if len(statements) == 1 and isinstance(only, cst.SimpleStatementLine) and not only.leading_lines:
            return new.with_changes(body=only.body, trailing_whitespace=trailing)
        head = cst.TrailingWhitespace(whitespace=cst.SimpleWhitespace(""), newline=trailing.newline)
        return cst.IndentedBlock(statements, header=head, footer=body.rest)

    def _pass(self, block: cst.BaseSuite) -> cst.SimpleStatementLine:
        newline = self._original.newline(self._positions[block].start.line)
        statement = paragraph("pass", newline, self._module.default_newline).body[0]
        assert isinstance(statement, cst.SimpleStatementLine)
        return statement


def _span(start: CodePosition, end: CodePosition) -> Span:
    return Span(start.line, start.column, end.line, end.column)


def _parentheses(node: cst.BaseExpression) -> tuple[int, int]:
    """Return how many pairs of parentheses enclose an expression, and how many belong to it."""
    own = min(len(node.lpar), 1) if isinstance(node, cst.Tuple | cst.GeneratorExp) else 0
    return len(node.lpar) - own, own


def _are_plain(node: cst.BaseExpression) -> bool:
    """True if the parentheses around an expression are on its lines, so that nothing is lost with them."""
    spaces = [*(p.whitespace_after for p in node.lpar), *(p.whitespace_before for p in node.rpar)]
    return all(isinstance(space, cst.SimpleWhitespace) for space in spaces)


def _statements(block: cst.IndentedBlock) -> list[Statement]:
    """The statements of an indented block, which libcst types a little wider than they are."""
    return [s for s in block.body if isinstance(s, cst.SimpleStatementLine | cst.BaseCompoundStatement)]
