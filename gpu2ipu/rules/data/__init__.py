"""IPU201 to 207, IPU901: the shapes, types and sizes of what a model is fed."""
