"""Readers and writers between `nn` and the framework dialects."""
