"""The table of the rules: each rule is in it once, and is imported for a script with its subject only."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gpu2ipu import rules
from gpu2ipu.analysis.library.keras import FEEDING, STRING_LAYERS
from gpu2ipu.rules import LISTINGS, Listing, all_rules, rules_for

EACH = pytest.mark.parametrize("listing", LISTINGS, ids=lambda listing: listing.id)


@EACH
def test_a_listing_is_that_of_its_rule(listing: Listing) -> None:
    rule = listing.load()
    assert (rule.id, rule.name) == (listing.id, listing.rule_name)
    assert listing.load() is rule
    assert listing.concerns(["import json\n", rule.before])


def test_every_rule_is_listed() -> None:
    folder = Path(rules.__file__).parent
    texts = {path: path.read_text(encoding="utf-8") for path in folder.glob("*/*.py")}
    modules = {f".{path.parent.name}.{path.stem}" for path, text in texts.items() if "(Rule):" in text}
    assert modules == {listing.module for listing in LISTINGS}


def test_subjects_name_what_the_analysis_knows() -> None:
    subjects = {listing.id: set(listing.subject) for listing in LISTINGS}
    assert subjects["IPU901"] == {"string", *STRING_LAYERS}
    assert subjects["IPU205"] == set(FEEDING)


def test_rules_are_those_whose_subject_is_in_one_of_the_scripts() -> None:
    always = {listing.id for listing in LISTINGS if not listing.subject}
    assert {rule.id for rule in rules_for(["import keras\n"])} == always
    assert {rule.id for rule in rules_for(["import keras\n", "import horovod\n"])} == always | {"IPU509"}
    assert {rule.id for rule in all_rules()} == {listing.id for listing in LISTINGS}


SHOW_IMPORTED = """
import sys
from gpu2ipu.cli import main
main(["check", sys.argv[1]])
print(*sys.modules)
"""


@pytest.mark.parametrize(
    ("text", "has_rules"), [("import json\n", False), ("from tensorflow import keras\n", True)]
)
def test_a_rule_without_its_subject_is_not_imported(tmp_path: Path, text: str, has_rules: bool) -> None:
    path = tmp_path / "train.py"
    path.write_text(text)
    command = [sys.executable, "-c", SHOW_IMPORTED, str(path)]
    modules = set(
        subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.split()
    )
    assert "gpu2ipu.rules" in modules
    assert ("gpu2ipu.rules.tf26.older_api" in modules) is has_rules
    assert ("gpu2ipu.analysis.interpreter" in modules) is has_rules
    assert "gpu2ipu.rules.gpu_code" not in modules
