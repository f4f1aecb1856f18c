"""Rows of a benchmark: a claim each, that holds or does not."""

import time
from collections.abc import Callable, Iterable
from typing import TypeAlias

Row: TypeAlias = tuple[bool, str]
"""Whether it holds, and what was seen."""


def show(checks: Iterable[tuple[str, Callable[[], Row]]], only: str = "") -> int:
    """Prints the rows whose name has a word; the exit code is 1 if one does not hold."""
    failed = 0
    for name, check in checks:
        if only not in name:
            continue
        start = time.perf_counter()
        try:
            good, said = check()
        except Exception as e:
            good, said = False, f"{type(e).__name__}: {e}"
        failed += not good
        seconds = time.perf_counter() - start
        print(f"{'ok  ' if good else 'FAIL'} {name:55} {seconds:6.1f} s  {said}", flush=True)
    print(f"{failed} rows failed")
    return int(failed > 0)
