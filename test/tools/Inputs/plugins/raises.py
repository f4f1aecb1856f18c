"""Fails."""

raise RuntimeError("no licence")
