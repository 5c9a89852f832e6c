"""Tests of the tables that rules read."""
