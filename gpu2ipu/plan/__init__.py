"""The plan of a port: what the rules have to agree on, worked out once for a script.

`scopes.py` says what goes into the strategy's scope and where the IPU is configured; `feeds.py` what each
call of `fit`, `evaluate` and `predict` is fed; `rows.py` and `batches.py` how its rows become whole batches;
`steps.py` which `steps_per_execution` suits all calls of a model. Each rule then hands over its own piece.
"""
