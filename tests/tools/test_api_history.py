"""The generated table of public names, against the packages that are installed here."""

from __future__ import annotations

import pytest

from tests.tools.generated import checked


@pytest.mark.tf26
@pytest.mark.tensorflow
def test_the_table_is_right_for_the_releases_that_are_here(python38: str) -> None:
    child = checked("api_history.py", python38)
    assert (child.returncode, child.stdout) == (0, ""), child.stderr
