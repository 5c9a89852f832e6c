"""Steps: one `steps_per_execution` for each `compile` that suits every call of the model, and where it is computed.

The SDK cuts the value down to a call's own number of batches where that is smaller, and otherwise asks that
it divides them (keras/ipu/extensions/data_adapter.py). So the steps of one epoch suit training, and
everything shorter; the largest number of steps among all calls always suits all of them.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from gpu2ipu.analysis.evaluate import facts_of
from gpu2ipu.analysis.facts import Facts, MethodCall
from gpu2ipu.analysis.kinds import Kind
from gpu2ipu.analysis.known import FEEDING
from gpu2ipu.analysis.script import Script
from gpu2ipu.analysis.structure import function_of, statement_of
from gpu2ipu.edits import AddArgument, AddParameter, Edit, Insert
from gpu2ipu.findings import Safety
from gpu2ipu.plan.batches import feedings_of
from gpu2ipu.plan.pieces import Feeding, Piece, Steps, Trimming
from gpu2ipu.plan.places import common_frames, host_statement, in_caller, means_the_same
from gpu2ipu.plan.rows import text_of
from gpu2ipu.plan.scopes import scopes_of

KEYWORD = "steps_per_execution"


@dataclass(frozen=True)
class Use:
    """One call that a compiled model is used in."""

    feeding: Feeding
    call: MethodCall
    host: int  # number of the frame that the call shares with the compile call


@dataclass
class Site:
    """A `compile` call and the statement of the function that also sees the data: there the steps are computed."""

    compile: MethodCall
    host: int
    uses: list[Use] = field(default_factory=list)

    @property
    def is_direct(self) -> bool:
        """Whether `compile` itself stands in that function, not in a builder that it calls."""
        return self.host == len(self.compile.stack) - 1


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
        for site in _sites(self.facts, feedings):
            yield from self._site_pieces(site)
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

    def _site_pieces(self, site: Site) -> Iterator[Piece]:
        node = site.compile.node
        given = next((keyword.value for keyword in node.keywords if keyword.arg == KEYWORD), None)
        if any(keyword.arg is None for keyword in node.keywords):
            message = f"`compile` takes arguments from `**`: whether `{KEYWORD}` is among them cannot be seen"
            yield Piece("IPU301", node, message)
        elif given is None:
            yield self._added(site)
        else:
            yield from self._checked(site, given)

    def _added(self, site: Site) -> Piece:
        message = f"`compile` without `{KEYWORD}`: every batch is an execution of its own"
        choice = self._choose(site)
        edits = self._edits(site, choice) if choice else None
        if choice is None or edits is None:
            reason = "the number of steps cannot be computed where the model is compiled"
            return Piece("IPU301", site.compile.node, f"{message}; {reason}")
        title = f"{KEYWORD}={choice.text}"
        if not choice.certain:
            title += "; whether it suits every call can only be seen when the script runs"
        safety = Safety.SAFE if choice.certain else Safety.REVIEW
        return Piece("IPU301", site.compile.node, message, title, safety, edits)

    def _checked(self, site: Site, given: ast.expr) -> Iterator[Piece]:
        number = self.facts.value(given).number
        steps = [step for use in site.uses for step in _steps_of(use.feeding)]
        bad = [s.number for s in steps if number and s.number and s.number % min(number, s.number)]
        if not bad:
            return
        choice = self._choose(site)
        message = f"`{KEYWORD}={number}` does not divide the {bad[0]} batches of a call"
        edits = self._edits(site, choice) if choice else None
        yield Piece(
            "IPU302", given, message, f"{KEYWORD}={choice.text}" if choice else "", Safety.SAFE, edits or ()
        )

    # --- choosing the value

    def _choose(self, site: Site) -> Choice | None:
        """The value for a site, computed as early as the data is there; None when nothing can be said."""
        found: list[tuple[Choice, ast.stmt]] = []
        for place in self._places(site):
            choice = _combined([term for use in site.uses for term in self._terms(use, place)])
            if choice is not None:
                found.append((choice, place))
        if not found:
            return None
        choice, place = min(found, key=lambda one: (not one[0].certain, one[0].text.isdigit()))
        return self._with_definitions(site, place, choice)

    def _places(self, site: Site) -> list[ast.stmt]:
        """Before the scope that holds the compile call, else right before the call's own statement."""
        statement = host_statement(self.script, site.compile.stack, site.host)
        run = scopes_of(self.script).run_of(statement)
        same = (
            run is not None and function_of(self.script, run.first) is site.compile.stack[site.host].function
        )
        return [run.first, statement] if run is not None and same else [statement]

    def _terms(self, use: Use, place: ast.stmt) -> Iterator[Term]:
        for i, steps in enumerate(_steps_of(use.feeding)):
            text = self._text(use, steps, place)
            trimming = use.feeding.trimming
            if text is not None and trimming is not None and self._shares_function(use):
                if self._is_free(trimming, place):
                    text = (trimming.steps_name if i == 0 else trimming.validation_steps) or text
            yield Term(i == 0 and use.call.method == "fit", steps.number, text, steps.edits)

    def _shares_function(self, use: Use) -> bool:
        return use.host == len(use.call.stack) - 1

    def _is_free(self, trimming: Trimming, place: ast.stmt) -> bool:
        """Whether a trimming can be defined at a place: it is not defined elsewhere yet."""
        return trimming.size_name not in self.defined or self.defined[trimming.size_name][0] is place

    def _text(self, use: Use, steps: Steps, place: ast.stmt) -> str | None:
        if steps.expression is None:
            return None
        there = in_caller(self.script, steps.expression, use.call.stack, use.host)
        if there is None:
            return None
        function = use.call.stack[use.host].function
        if isinstance(function, ast.Lambda):
            return None
        at = host_statement(self.script, use.call.stack, use.host)
        return (
            text_of(self.script, there) if means_the_same(self.script, there, function, place, at) else None
        )

    def _with_definitions(self, site: Site, place: ast.stmt, choice: Choice) -> Choice:
        """Add the definitions of the trimmed sizes that the chosen text names."""
        inserts = []
        for use in site.uses:
            trimming = use.feeding.trimming
            if trimming is None or not self._shares_function(use) or not self._is_free(trimming, place):
                continue
            if self._text(use, use.feeding.steps, place) is None:
                continue
            insert = Insert(self.script.span(place), trimming.definitions(self.script, with_steps=True))
            self.defined[trimming.size_name] = place, insert
            inserts.append(insert)
        return replace(choice, edits=(*choice.edits, *inserts))

    # --- bringing it to the compile call

    def _edits(self, site: Site, choice: Choice) -> tuple[Edit, ...] | None:
        """The edits that give `compile` the value, through the builders on the way; None when that cannot be done."""
        call = self.script.span(site.compile.node)
        if site.is_direct:
            return (*choice.edits, AddArgument(call, KEYWORD, choice.text))
        edits = list(choice.edits)
        text = choice.text
        for frame, inner in zip(site.compile.stack[site.host :], site.compile.stack[site.host + 1 :]):
            if not isinstance(frame.call, ast.Call) or not isinstance(inner.function, ast.FunctionDef):
                return None
            edits.append(AddArgument(self.script.span(frame.call), KEYWORD, text))
            edits.append(AddParameter(self.script.span(inner.function), KEYWORD, "1"))
            text = KEYWORD
        return (*edits, AddArgument(call, KEYWORD, text))


def _steps_of(feeding: Feeding) -> Iterator[Steps]:
    yield feeding.steps
    if feeding.validation is not None:
        yield feeding.validation


def _sites(facts: Facts, feedings: Iterable[Feeding]) -> list[Site]:
    """Pair each use of a model with the compile call before it, and group by the place where they meet."""
    by_node = {feeding.feed.node: feeding for feeding in feedings}
    latest: dict[ast.AST, MethodCall] = {}
    sites: dict[tuple[ast.AST, ast.AST], Site] = {}
    for call in facts.method_calls:
        if call.receiver.kind is not Kind.MODEL:
            continue
        if call.method == "compile":
            latest |= dict.fromkeys(call.receiver.origins, call)
        elif call.method in FEEDING:
            for compiled in {id(c): c for o in call.receiver.origins if (c := latest.get(o))}.values():
                _add_use(
                    sites,
                    compiled,
                    Use(by_node[call.node], call, common_frames(compiled.stack, call.stack) or 0),
                )
    return list(sites.values())


def _add_use(sites: dict[tuple[ast.AST, ast.AST], Site], compiled: MethodCall, use: Use) -> None:
    key = compiled.node, compiled.stack[use.host].call
    site = sites.setdefault(key, Site(compiled, use.host))
    if all(known.feeding is not use.feeding or known.host != use.host for known in site.uses):
        site.uses.append(use)


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
