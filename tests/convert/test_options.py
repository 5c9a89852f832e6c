"""Options may name rules, and only those that there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpu2ipu.convert.options import load_options
from gpu2ipu.errors import Trouble
from gpu2ipu.rules import LISTINGS


def test_the_rules_of_the_tool_may_be_named(tmp_path: Path) -> None:
    ids = tuple(listing.id for listing in LISTINGS)
    assert load_options(tmp_path, {"select": ids, "sdk": None}).select == ids


def test_another_rule_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="IPU999"):
        load_options(tmp_path, {"ignore": ("IPU999",)})
