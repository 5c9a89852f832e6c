"""The loop in whose body TensorFlow is adding operations at the moment."""

from __future__ import annotations

from typing import Any

import tensorflow as tf


def innermost_loop() -> Any:
    """Return an object that identifies the innermost loop in whose body operations are being added, None outside."""
    graph: Any = None if tf.executing_eagerly() else tf.compat.v1.get_default_graph()
    while graph is not None:
        if type(graph).__name__ == "WhileBodyFuncGraph":
            return graph
        context = graph._get_control_flow_context()
        if context is not None and context.GetWhileContext() is not None:
            return context.GetWhileContext()
        graph = getattr(graph, "outer_graph", None)
    return None


def in_loop() -> bool:
    """Return whether operations are being added to the body of a loop."""
    return innermost_loop() is not None
