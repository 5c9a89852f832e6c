"""IPU201 to 208, IPU901: the shapes, types and sizes of what a model is fed."""
