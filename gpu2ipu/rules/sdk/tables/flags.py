"""The flags of `TF_POPLAR_FLAGS` that not every version of the SDK knows: an unknown one ends the process.

Source: compiler/plugin/poplar/driver/tools/flags.cc in the branches of SDK 1.2 to 3.4 of graphcore/tensorflow.
"""

from __future__ import annotations

from gpu2ipu.records import record
from gpu2ipu.rules.sdk.tables.places import LATER

VARIABLE = "TF_POPLAR_FLAGS"
_REPORT = 'for a report set `POPLAR_ENGINE_OPTIONS=\'{"autoReport.all": "true"}\'` and read it with PopVision'
_NO_EFFECT = "it has had no effect since SDK 1.2"


@record
class Flag:
    """A flag that the SDKs from one to before another know; `hint` says what to do without."""

    name: str
    since: str
    until: str
    hint: str


FLAGS = {
    flag.name: flag
    for flag in (
        Flag("add_all_reduce_copies", "1.2", "2.4", _NO_EFFECT),
        Flag("dump_text_reports_to_stdio", "1.2", "2.4", _REPORT),
        Flag("force_replicated_mode", "1.2", "2.4", _NO_EFFECT),
        Flag("save_interval_report", "1.2", "2.5", _REPORT),
        Flag("save_oom_profiler", "1.2", "2.4", _NO_EFFECT),
        Flag(
            "save_vertex_graph",
            "1.2",
            "2.5",
            "set `target.saveOutputVertexGraph` in `POPLAR_ENGINE_OPTIONS` instead",
        ),
        Flag("use_on_demand", "3.2", LATER, "set `device_connection.type` of the IPUConfig instead"),
    )
}
