"""What is read of a cluster, and what has no counterpart."""

from __future__ import annotations

import ast

import pytest

from gpu2ipu.port.popdist.cluster import cluster_of
from tests.port.proposed import script_of

HEAD = "import json, os\n"


@pytest.mark.parametrize(
    ("code", "counterparts", "unknown"),
    [
        ("os.environ['TF_CONFIG'] = json.dumps(d)", [""], []),
        ("c = json.loads(os.environ['TF_CONFIG'])\nn = len(c['cluster']['worker'])",
         ["", "popdist.getNumInstances()"], []),
        ("c = json.loads(os.environ.get('TF_CONFIG', '{}'))\ni = c['task']['index']",
         ["", "popdist.getInstanceIndex()"], []),
        ("c = json.loads(os.getenv('TF_CONFIG'))\nt = c['task']['type']", [""], ["c"]),
        ("print(os.environ['TF_CONFIG'])", [], ["os.environ['TF_CONFIG']"]),
        ("i = s.cluster_resolver.task_id", [], ["s.cluster_resolver"]),
        ("os.environ['PATH'] = p", [], []),
    ],
)  # fmt: skip
def test_cluster(code: str, counterparts: list[str], unknown: list[str]) -> None:
    found = cluster_of(script_of(HEAD + code))
    assert [outcome.counterpart for outcome in found.outcomes] == counterparts
    assert list(map(ast.unparse, found.unknown)) == unknown
