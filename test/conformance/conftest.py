"""
`--sample=0.1 --seed=7` keeps a tenth of each parametrised test, the same tenth for the same seed;
tests without parameters always run.
"""

from collections import defaultdict
from math import ceil
from random import Random

import pytest


def share(text: str) -> float:
    value = float(text)
    if not 0 < value <= 1:
        raise ValueError(f"{text} is not in (0, 1]")
    return value


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("conformance")
    group.addoption("--sample", type=share, default=1.0, help="share of the cases that run")
    group.addoption("--seed", type=int, default=0, help="chooses which")


def pytest_report_header(config: pytest.Config) -> str:
    return f"sample: {config.option.sample}, seed: {config.option.seed}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    sample: float = config.option.sample
    seed: int = config.option.seed
    if sample == 1:
        return
    tests: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        tests[item.nodeid.partition("[")[0]].append(item)
    kept: set[pytest.Item] = set()
    for name, cases in tests.items():
        # The name is part of the seed, so that a new test does not change another's sample.
        kept.update(Random(f"{seed} {name}").sample(cases, ceil(len(cases) * sample)))
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]
