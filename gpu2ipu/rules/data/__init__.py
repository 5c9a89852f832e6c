"""IPU201 to 209, IPU315, IPU901, IPU915: the shapes, types and sizes of what a model is fed."""
