"""Which rule reports what becomes of a node, and where a rule is found."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from collections.abc import Iterator

import pytest

import gpu2ipu.port
from gpu2ipu.port.outcome import Outcome
from gpu2ipu.rules import all_rules
from gpu2ipu.rules.rule import Rule


def concrete(kind: type[Outcome]) -> Iterator[type[Outcome]]:
    """The types of outcomes that have no subtypes."""
    subtypes = kind.__subclasses__()
    if not subtypes:
        yield kind
    for subtype in subtypes:
        yield from concrete(subtype)


def test_each_type_of_outcome_belongs_to_one_rule() -> None:
    for module in pkgutil.walk_packages(gpu2ipu.port.__path__, "gpu2ipu.port."):
        importlib.import_module(module.name)
    owners = Counter(kind for rule in all_rules() for kind in rule.kinds)
    known = {kind for kind in concrete(Outcome) if kind.__module__.startswith("gpu2ipu.")}
    assert known <= owners.keys() and set(owners.values()) == {1}


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.id)
def test_the_file_of_a_rule_has_its_name(rule: Rule) -> None:
    assert type(rule).__module__.rpartition(".")[2] == rule.name.replace("-", "_")
