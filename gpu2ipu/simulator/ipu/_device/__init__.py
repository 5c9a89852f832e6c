"""The simulated IPUs, and what runs on them: programs, their replicas and the instances of an application.

No module of the SDK has these names.
"""
