"""Which units change together, and which of these changes make no sense without others."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from gpu2ipu.records import record
from gpu2ipu.review.changes import Segment
from gpu2ipu.review.statements import Name, Statement, reaches, statements_of
from gpu2ipu.review.units import is_same, paired, units_of
from gpu2ipu.source import lines

# group -> the groups that it needs, each with a name that both have
Needs = dict[int, dict[int, str]]


class _Text:
    """One of two texts: its units, and its statements. A unit is known by `first` and its number together."""

    def __init__(self, text: str, first: int) -> None:
        """Split a text into units."""
        self.units, self.first = units_of(text), first
        self.statements = statements_of(ast.parse(text), self.units)
        self.partners: dict[int, int] = {}  # of units that are in the other text, too
        self.changed = set[int]()

    def opens_anew(self, unit: int, other: _Text) -> bool:
        """True if a unit that opens a block, or a part of one, does not do so in the other text."""
        if unit not in self.partners:
            return True
        mine, partner = self.units[unit], other.units[self.partners[unit]]
        words = [each.text.split()[0].rstrip(":") for each in (mine, partner)]
        return mine.indentation != partner.indentation or words[0] != words[1]


class Groups:
    """The units of two texts that change, in groups that grow together; a group is known by one of its units."""

    def __init__(self, old: str, new: str) -> None:
        """Begin with what belongs together by the grammar; `join` adds to that."""
        self.old = _Text(old, 0)
        self.new = _Text(new, len(self.old.units))
        self._joined: dict[int, int] = {}
        self._pairs = paired(self.old.units, self.new.units)
        self.old.partners = dict(self._pairs)
        self.new.partners = {after: before for before, after in self._pairs}
        for before, after in self._pairs:
            if not is_same(self.old.units[before], self.new.units[after]):
                self.old.changed.add(before)
                self.new.changed.add(after)
                self.join(before, self.new.first + after)
        for removed, inserted in self._gaps():
            self.old.changed.update(removed)
            self.new.changed.update(inserted)
            self._join_gap(removed, inserted)
        self._join_blocks(self.old, self.new)
        self._join_blocks(self.new, self.old)

    def group_of(self, unit: int) -> int:
        """Return the group of a unit, or what has become of a group."""
        while unit in self._joined:
            unit = self._joined[unit]
        return unit

    def join(self, *units: int) -> None:
        """Make one group of those of some units."""
        first, *others = sorted({self.group_of(unit) for unit in units}) or [0]
        self._joined |= dict.fromkeys(others, first)

    def _gaps(self) -> Iterator[tuple[range, range]]:
        """The units between pairs."""
        before, after = -1, -1
        for old, new in [*self._pairs, (len(self.old.units), len(self.new.units))]:
            if old - before > 1 or new - after > 1:
                yield range(before + 1, old), range(after + 1, new)
            before, after = old, new

    def _join_gap(self, removed: range, inserted: range) -> None:
        """What replaces something is one change; so is what is inserted at one place, but for the head of a block."""
        first = self.new.first
        if removed:
            self.join(*removed, *(first + unit for unit in inserted))
            return
        opening = {
            unit
            for statement in self.new.statements
            if statement.units.start in inserted and statement.units.stop > inserted.stop
            for unit in statement.own
        }
        for unit in reversed(inserted[:-1]):
            is_comment = bool(self.new.units[unit].words) and not self.new.units[unit].is_code
            if is_comment and unit + 1 in opening:
                opening.add(unit)
                self.join(first + unit, first + unit + 1)
            elif opening.isdisjoint((unit, unit + 1)):
                self.join(first + unit, first + unit + 1)

    def _join_blocks(self, text: _Text, other: _Text) -> None:
        """A block whose first line is new, or is indented in another way, changes as a whole."""
        for statement in text.statements:
            if statement.is_compound and any(text.opens_anew(unit, other) for unit in statement.own):
                self.join(*(text.first + unit for unit in text.changed.intersection(statement.units)))

    def segments(self) -> Iterator[Segment]:
        """Yield both texts from the top, with the groups as the changes."""
        old_line = new_line = 1
        for removed, inserted, group in self._steps():
            old, new = (
                "".join(text.units[unit].text for unit in units)
                for text, units in ((self.old, removed), (self.new, inserted))
            )
            yield Segment(old, new, old_line, new_line, group)
            old_line += len(lines.split(old))
            new_line += len(lines.split(new))

    def _steps(self) -> Iterator[tuple[Iterable[int], Iterable[int], int | None]]:
        gaps = {(removed.start, inserted.start): (removed, inserted) for removed, inserted in self._gaps()}
        place = 0, 0
        for before, after in [*self._pairs, (len(self.old.units), len(self.new.units))]:
            removed, inserted = gaps.get(place, (range(0), range(0)))
            if removed:
                yield removed, inserted, self.group_of(removed.start)
            else:
                yield from (((), (unit,), self.group_of(self.new.first + unit)) for unit in inserted)
            if before < len(self.old.units):
                yield (before,), (after,), self.group_of(before) if before in self.old.changed else None
            place = before + 1, after + 1

    def join_mutual(self) -> None:
        """Make one group of those that need each other, directly or not."""
        needs = all_of(self.needs())
        while mutual := [(one, other) for one in needs for other in needs[one] if one in needs[other]]:
            for pair in mutual:
                self.join(*pair)
            needs = all_of(self.needs())

    def needs(self) -> Needs:
        """Return the groups that each group needs.

        A line that uses what another change binds needs that. A change that takes a binding away, or alters it, needs
        those of the lines that used it.
        """
        altered = self._altered()
        needs: Needs = {group: {} for group in altered}
        for binder, user in ((one, other) for one in altered for other in altered if one != other):
            (old, new), (old_user, new_user) = altered[binder], altered[user]
            for name in new.binds:
                if any(reaches(name, use) for use in new_user.uses):
                    needs[user].setdefault(binder, name[1])
            for name in old.binds - new.imports:
                if any(reaches(name, use) for use in old_user.uses):
                    needs[binder].setdefault(user, name[1])
            for name in old.binds & new_user.binds:  # it is bound elsewhere now
                needs[binder].setdefault(user, name[1])
                needs[user].setdefault(binder, name[1])
        return needs

    def only_defines(self, group: int) -> bool:
        """True if a group binds names that the script does not have, and does nothing to anything else."""
        group = self.group_of(group)
        removed, inserted = (
            [each for each in text.statements if group in self._groups_of(text, each)]
            for text in (self.old, self.new)
        )
        known = {name for statement in self.old.statements for name in statement.binds}
        own = {name for statement in inserted for name in statement.binds}
        bodies = {unit for each in inserted if each.defines and each.is_compound for unit in each.units[1:]}
        return not removed and all(
            known.isdisjoint(each.binds) if each.defines else each.is_call_of(own)
            for each in inserted
            if bodies.isdisjoint(each.own)
        )

    def is_plain(self, group: int) -> bool:
        """True if a group has nothing in a block, and no block: with and without it there is Python around it."""
        group = self.group_of(group)
        return not any(
            statement.is_compound or any(text.units[unit].indentation for unit in statement.own)
            for text in (self.old, self.new)
            for statement in text.statements
            if group in self._groups_of(text, statement)
        )

    def only_comments(self, group: int) -> bool:
        """True if a group inserts comments only."""
        group = self.group_of(group)
        return not any(
            text.units[unit].is_code or text is self.old
            for text in (self.old, self.new)
            for unit in text.changed
            if self.group_of(text.first + unit) == group
        )

    def _groups_of(self, text: _Text, statement: Statement) -> set[int]:
        return {self.group_of(text.first + unit) for unit in statement.own if unit in text.changed}

    def _altered(self) -> dict[int, tuple[_Side, _Side]]:
        by_group: dict[int, tuple[list[Statement], list[Statement]]] = defaultdict(lambda: ([], []))
        for side, text in enumerate((self.old, self.new)):
            for unit in text.changed:
                by_group[self.group_of(text.first + unit)]  # comments, too
            for statement in text.statements:
                for group in self._groups_of(text, statement):
                    by_group[group][side].append(statement)
        return {group: _sides(*statements) for group, statements in by_group.items()}


@record
class _Side:
    """What a group does to the names of one text: those whose binding it alters, and those that altered code uses."""

    binds: frozenset[Name]
    uses: frozenset[Name]
    imports: frozenset[Name]


def _sides(old: Sequence[Statement], new: Sequence[Statement]) -> tuple[_Side, _Side]:
    """Both sides of a group, without what is only moved."""
    codes = [Counter(statement.code for statement in side) for side in (old, new)]
    bindings = [_bindings(side) for side in (old, new)]
    altered = {
        name for name in {*bindings[0], *bindings[1]} if bindings[0].get(name) != bindings[1].get(name)
    }
    first, second = (
        _Side(
            frozenset(altered.intersection(bound)),
            frozenset(
                name
                for statement in statements
                if codes[0][statement.code] != codes[1][statement.code]
                for name in statement.uses
            ),
            frozenset(name for statement in statements for name in statement.imports),
        )
        for bound, statements in zip(bindings, (old, new), strict=True)
    )
    return first, second


def _bindings(statements: Iterable[Statement]) -> dict[Name, Counter[str]]:
    found: dict[Name, Counter[str]] = defaultdict(Counter)
    for statement in statements:
        for name, code in statement.binds.items():
            found[name][code] += 1
    return found


def all_of(needs: Needs) -> dict[int, frozenset[int]]:
    """Return what each group needs, directly or not."""

    def reached(group: int) -> frozenset[int]:
        found, pending = set[int](), [group]
        while pending:
            for other in needs[pending.pop()]:
                if other not in found:
                    found.add(other)
                    pending.append(other)
        return frozenset(found)

    return {group: reached(group) for group in needs}
