"""How a script becomes a port: what the rules have to agree on, worked out once for a script.

`strategy` says what goes into the strategy's scope and where the IPU is configured; `batching` how the samples of
each call of `fit`, `evaluate` and `predict` make full batches; `steps_per_execution` which value suits all calls of
a model; `training_loop` what becomes of custom training loops; `gpu_code` what is removed. Each rule then hands
over its own proposals.
"""
