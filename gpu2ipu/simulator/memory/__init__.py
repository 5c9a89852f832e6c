"""Whether a program fits into the memory of an IPU: an estimate from what XLA makes of it.

`programs` is told of each program that is compiled. `hlo_text`, or `graph` for a program that XLA for the CPU does
not compile, lists the values that it computes; `liveness` says how many bytes of them are needed at once,
`variables` what its variables are for; `estimate` adds all up for each stage, and `limits` knows what an IPU has.
"""
