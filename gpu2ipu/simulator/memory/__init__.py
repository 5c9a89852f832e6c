"""Estimate whether a program fits into the memory of an IPU, from the HLO that XLA compiles it to.

`programs` gets each compiled program. `hlo_text`, or `graph` for a program that XLA for the CPU cannot compile, lists
the values that it computes; `liveness` computes how many bytes of them are live at once, `variables` the roles of its
variables; `estimate` adds all up for each stage, and `limits` has the memory of the IPUs.
"""
