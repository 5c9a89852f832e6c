"""What a script is: its names, its models and data, who calls whom. Nothing here knows about IPUs.

Read `syntax.script` first, then `syntax.qualified_names`, `values.value` and `interpreter.facts`.
"""
