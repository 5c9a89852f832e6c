"""What a script is: its names, its models and data, who calls whom. Nothing here knows about IPUs.

Read `script.py` first, then `names.py` and `kinds.py`.
"""
