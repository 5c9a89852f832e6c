"""Steps: one `steps_per_execution` for each `compile` that suits every call of the model, and where it is computed.

The SDK cuts the value down to a call's own number of batches where that is smaller, and otherwise asks that
it divides them (keras/ipu/extensions/data_adapter.py). So the steps of one epoch suit training, and
everything shorter; the largest number of steps among all calls always suits all of them.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from gpu2ipu.analysis.evaluate import facts_of
from gpu2ipu.analysis.script import Script
from gpu2ipu.analysis.structure import function_of, statement_of
from gpu2ipu.edits import AddArgument, AddParameter, Edit, Insert
from gpu2ipu.findings import Safety
from gpu2ipu.plan.batches import feedings_of
from gpu2ipu.plan.pieces import Feeding, Piece, Steps, Trimming
from gpu2ipu.plan.places import host_statement, in_caller, means_the_same
from gpu2ipu.plan.rows import text_of
from gpu2ipu.plan.scopes import scopes_of
from gpu2ipu.plan.sites import Compilation, Site, Use, compilations_of

KEYWORD = "steps_per_execution"


@dataclass(frozen=True)
class Term:
    """The steps of one use, as far as known at the place where they are computed."""

    trains: bool
    number: int | None
    text: str | None
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True)
class Choice:
    """The value for a site, and whether every use is certain to suit it."""

    text: str
    edits: tuple[Edit, ...]
    certain: bool


@functools.lru_cache(maxsize=64)
def pieces_of(script: Script) -> tuple[Piece, ...]:
    """The plan of a script: everything that calls of models and the steps between them need."""
    return tuple(_Planner(script).pieces())


class _Planner:
    """Goes through the compile sites; trimmed sizes are defined at the first site that can hold them."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.facts = facts_of(script)
        self.defined: dict[str, tuple[ast.stmt, Insert]] = {}  # name of a trimmed size: where it is defined

    def pieces(self) -> Iterator[Piece]:
        """All pieces, those of compile calls first."""
        feedings = feedings_of(self.script)
        for compilation in compilations_of(self.facts, feedings):
            yield from self._compile_pieces(compilation)
        for feeding in feedings:
            yield from self._feeding_pieces(feeding)

    # --- calls of fit, evaluate and predict

    def _feeding_pieces(self, feeding: Feeding) -> Iterator[Piece]:
        if feeding.trimming is None:
            yield from feeding.pieces
            return
        insert = self._definition(feeding.feed.node, feeding.trimming)
        edits = (*feeding.trimming.edits, insert)
        if feeding.trimming.first_lines:  # of validation_split, which is one matter with its training part
            yield replace(feeding.pieces[0], edits=(*feeding.pieces[0].edits, *edits))
            return
        message = "`fit` ends each epoch with a short batch unless the batch size divides the rows"
        title = "train on whole batches: the rows of the short batch are left out"
        yield Piece("IPU202", feeding.feed.node, message, title, Safety.REVIEW, edits)
        yield from feeding.pieces

    def _definition(self, call: ast.Call, trimming: Trimming) -> Insert:
        statement = statement_of(self.script, call)
        insert = Insert(self.script.span(statement), trimming.definitions(self.script, with_steps=False))
        return self.defined.setdefault(trimming.size_name, (statement, insert))[1]

    # --- compile calls

    def _compile_pieces(self, compilation: Compilation) -> Iterator[Piece]:
        node = compilation.node
        given = next((keyword.value for keyword in node.keywords if keyword.arg == KEYWORD), None)
        if any(keyword.arg is None for keyword in node.keywords):
            message = f"`compile` takes arguments from `**`: whether `{KEYWORD}` is among them cannot be seen"
            yield Piece("IPU301", node, message)
        elif given is None:
            yield from self._added(compilation)
        else:
            yield from self._checked(compilation, given)

    def _added(self, compilation: Compilation) -> Iterator[Piece]:
        node = compilation.node
        message = f"`compile` without `{KEYWORD}`: every batch is an execution of its own"
        solved = self._solve(compilation)
        if not solved:
            reason = "the number of steps cannot be computed where the model is compiled"
            yield Piece("IPU301", node, f"{message}; {reason}")
        for choice, edits in solved:
            title = f"{KEYWORD}={choice.text}"
            if not choice.certain:
                title += "; whether it suits every call can only be seen when the script runs"
            safety = Safety.SAFE if choice.certain else Safety.REVIEW
            yield Piece("IPU301", node, message, title, safety, edits)

    def _checked(self, compilation: Compilation, given: ast.expr) -> Iterator[Piece]:
        number = self.facts.value(given).number
        steps = [step for _, use in compilation.pairs for step in _steps_of(use.feeding)]
        bad = [s.number for s in steps if number and s.number and s.number % min(number, s.number)]
        if not bad:
            return
        message = f"`{KEYWORD}={number}` does not divide the {bad[0]} batches of a call"
        solved = self._solve(compilation)
        if not solved:
            yield Piece("IPU302", given, message)
        for choice, edits in solved:
            yield Piece("IPU302", given, message, f"{KEYWORD}={choice.text}", Safety.SAFE, edits)

    # --- choosing the value

    def _solve(self, compilation: Compilation) -> list[tuple[Choice, tuple[Edit, ...]]]:
        """A value for each way to the call, seen from the outermost frame from which all of them have one."""
        for level in compilation.levels:
            sites = compilation.sites(level)
            chosen = [(site, self._choose(site)) for site in sites]
            if all(choice is not None and self._can_pass(site) for site, choice in chosen):
                return [self._settled(site, *choice) for site, choice in chosen if choice is not None]
        return []

    def _settled(self, site: Site, choice: Choice, place: ast.stmt) -> tuple[Choice, tuple[Edit, ...]]:
        choice = self._with_definitions(site, place, choice)
        return choice, self._edits(site, choice)

    def _choose(self, site: Site) -> tuple[Choice, ast.stmt] | None:
        """The value for a site, computed as early as the data is there; None when nothing can be said."""
        found: list[tuple[Choice, ast.stmt]] = []
        for place in self._places(site):
            choice = _combined([term for use in site.uses for term in self._terms(site, use, place)])
            if choice is not None:
                found.append((choice, place))
        return min(found, key=lambda one: (not one[0].certain, one[0].text.isdigit()), default=None)

    def _places(self, site: Site) -> list[ast.stmt]:
        """Before the scope that holds the compile call, else right before the call's own statement."""
        statement = host_statement(self.script, site.compile.stack, site.host)
        run = scopes_of(self.script).run_of(statement)
        same = (
            run is not None and function_of(self.script, run.first) is site.compile.stack[site.host].function
        )
        return [run.first, statement] if run is not None and same else [statement]

    def _terms(self, site: Site, use: Use, place: ast.stmt) -> Iterator[Term]:
        for i, steps in enumerate(_steps_of(use.feeding)):
            text = self._text(site, use, steps, place)
            trimming = use.feeding.trimming
            if text is not None and trimming is not None and site.holds(use):
                if self._is_free(trimming, place):
                    text = (trimming.steps_name if i == 0 else trimming.validation_steps) or text
            yield Term(i == 0 and use.call.method == "fit", steps.number, text, steps.edits)

    def _is_free(self, trimming: Trimming, place: ast.stmt) -> bool:
        """Whether a trimming can be defined at a place: it is not defined elsewhere yet."""
        return trimming.size_name not in self.defined or self.defined[trimming.size_name][0] is place

    def _text(self, site: Site, use: Use, steps: Steps, place: ast.stmt) -> str | None:
        """The steps of a use as they are computed at a place of the site's function, or None."""
        function = site.compile.stack[site.host].function
        if steps.expression is None or use.meets < site.host or isinstance(function, ast.Lambda):
            return None
        there = in_caller(self.script, steps.expression, use.call.stack, site.host)
        if there is None:
            return None
        at = host_statement(self.script, use.call.stack, site.host)
        return (
            text_of(self.script, there) if means_the_same(self.script, there, function, place, at) else None
        )

    def _with_definitions(self, site: Site, place: ast.stmt, choice: Choice) -> Choice:
        """Add the definitions of the trimmed sizes that the chosen text names."""
        inserts = []
        for use in site.uses:
            trimming = use.feeding.trimming
            if trimming is None or not site.holds(use) or not self._is_free(trimming, place):
                continue
            if self._text(site, use, use.feeding.steps, place) is None:
                continue
            insert = Insert(self.script.span(place), trimming.definitions(self.script, with_steps=True))
            self.defined[trimming.size_name] = place, insert
            inserts.append(insert)
        return replace(choice, edits=(*choice.edits, *inserts))

    # --- bringing it to the compile call

    def _can_pass(self, site: Site) -> bool:
        """Whether a value can be handed through the builders on the way to the compile call."""
        return all(
            isinstance(frame.call, ast.Call) and isinstance(inner.function, ast.FunctionDef)
            for frame, inner in pairwise(site.compile.stack[site.host :])
        )

    def _edits(self, site: Site, choice: Choice) -> tuple[Edit, ...]:
        """The edits that give `compile` the value, through the builders on the way."""
        edits, text = list(choice.edits), choice.text
        for frame, inner in pairwise(site.compile.stack[site.host :]):
            assert isinstance(frame.call, ast.Call) and isinstance(inner.function, ast.FunctionDef)
            edits.append(AddArgument(self.script.span(frame.call), KEYWORD, text))
            edits.append(AddParameter(self.script.span(inner.function), KEYWORD, "1"))
            text = KEYWORD
        return (*edits, AddArgument(self.script.span(site.compile.node), KEYWORD, text))


def _steps_of(feeding: Feeding) -> Iterator[Steps]:
    yield feeding.steps
    if feeding.validation is not None:
        yield feeding.validation


def _combined(terms: list[Term]) -> Choice | None:
    """One value that suits all terms: the training's if that is enough, else the largest."""
    main = [term for term in terms if term.trains] or terms
    if not main or any(term.text is None and term.number is None for term in main):
        return None
    edits = tuple(edit for term in terms if term.text for edit in term.edits)
    numbers = [term.number for term in terms if term.number is not None]
    if len(numbers) == len(terms):
        best = max(main, key=lambda term: term.number or 0)
        if any(n > (best.number or 0) and n % (best.number or 1) for n in numbers):
            best = max(terms, key=lambda term: term.number or 0)
        return Choice(best.text or str(best.number), edits if best.text else (), True)
    largest = max((t for t in terms if t.number is not None), key=lambda term: term.number or 0, default=None)
    needed = [t for t in terms if t is largest or (t.number is None and t.text is not None)]
    distinct = list(dict.fromkeys(t.text or str(t.number) for t in needed))
    text = distinct[0] if len(distinct) == 1 else f"max({', '.join(distinct)})"
    return Choice(text, edits, all(term.number is not None or term.text is not None for term in terms))
