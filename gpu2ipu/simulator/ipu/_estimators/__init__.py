"""Emulates the modules of the SDK for Estimators, which newer TensorFlows do not have any more.

The modules have their names in the SDK, one level higher there: `tensorflow.python.ipu.ipu_estimator`.
"""
