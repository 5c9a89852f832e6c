"""The table of a model's layers and their pipeline stages."""

from __future__ import annotations

from typing import Any, Callable, Sequence


def show(model: Any, line_length: int | None, print_fn: Callable[[str], Any]) -> None:
    """Print the table with `print_fn`, one call per line."""
    assignments = model.get_pipeline_stage_assignment()
    calls = model._assignments.has_calls
    line_length = line_length or (89 if calls else 60)
    if calls:
        headers: Sequence[str] = ("Layer (type) (node index)", "Input Layers", "Pipeline Stage")
        ends = [int(line_length * part) for part in (0.4, 0.8, 1.0)]
    else:
        headers, ends = ("Layer (type)", "Pipeline Stage"), [int(line_length * part) for part in (0.5, 1.0)]
    print_fn(f'Model: "{model.name}"')
    print_fn("_" * line_length)
    print_fn(_row(headers, ends))
    print_fn("=" * line_length)
    _show_all(assignments, ends, print_fn)


def _show_all(assignments: Sequence[Any], ends: Sequence[int], print_fn: Callable[[str], Any]) -> None:
    followers = [*assignments[1:], None]
    for assignment, following in zip(assignments, followers):
        if assignment.is_nested_model:
            print_fn(f'Nested Model: "{assignment.nested_model.name}"')
            print_fn("-" * ends[-1])
            _show_all(assignment.pipeline_stage_assignments, ends, print_fn)
            continue
        for fields in _fields(assignment):
            print_fn(_row(fields, ends))
        is_last = following is None or following.is_nested_model
        print_fn(("=" if is_last else "_") * ends[-1])


def _fields(assignment: Any) -> list[Sequence[str]]:
    """Return the table rows of one call: the first with its name and stage, one more for each further input."""
    title = f"{assignment.layer.name} ({type(assignment.layer).__name__})"
    if not hasattr(assignment, "node_index"):
        return [(title, str(assignment.pipeline_stage))]
    names = [layer.name for layer in _flat(assignment.inbound_layers)] or [""]
    first = (f"{title} ({assignment.node_index})", names[0], str(assignment.pipeline_stage))
    return [first, *(("", name, "") for name in names[1:])]


def _flat(layers: Any) -> list[Any]:
    return list(layers) if isinstance(layers, (list, tuple)) else [layers]


def _row(fields: Sequence[str], ends: Sequence[int]) -> str:
    line = ""
    for text, end in zip(fields, ends):
        # A column that overlaps the next one is cut, as in Keras's own summary.
        line = (line[:-1] + " " if line else "") + text
        line = line[:end].ljust(end)
    return line
