"""What an edit is: it reads itself from a script, spells itself, and applies to a graph."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from ..driver.diagnostics import Place
from .work import Work

EDITS: dict[str, type["Edit"]] = {}
"""By the word that an edit begins with, which is its rule in the grammar, too."""

E = TypeVar("E", bound="Edit")


@dataclass(frozen=True)
class Edit(ABC):
    """One change of a graph. `str` of it is its line in a script."""

    word: ClassVar[str]
    place: Place = field(default_factory=Place, compare=False, repr=False, kw_only=True)

    @abstractmethod
    def apply(self, work: Work) -> None:
        """Makes the change, or raises `Refused`, which leaves the graph unfit for more."""

    @classmethod
    @abstractmethod
    def read(cls, parts: Sequence[Any], place: Place) -> "Edit":
        """The edit of what its rule in the grammar holds, None for what is left out."""


def edit(word: str) -> Callable[[type[E]], type[E]]:
    """Names the word that an edit begins with."""

    def register(cls: type[E]) -> type[E]:
        cls.word = word
        EDITS[word] = cls
        return cls

    return register
