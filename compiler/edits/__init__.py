"""Edit scripts: changes of a graph, one line each, by the names in the model; docs/edits.md.

The classes are the language: `Script([Remove("drop"), Rename(Tensor("x"), "image")])` applies and
spells the same edits that a script does.
"""

from .address import Nodes, Tensor
from .edit import Edit
from .insert import After, Before, Body, Insert, OnEdge, Replace
from .interface import Cut, Expose, Fold, Retype
from .nodes import Bypass, Remove, Rename, Set, Unset
from .parts import Extract, Splice
from .script import Applied, Script
from .work import Hole, New, Raw

__all__ = [
    "After",
    "Applied",
    "Before",
    "Body",
    "Bypass",
    "Cut",
    "Edit",
    "Expose",
    "Extract",
    "Fold",
    "Hole",
    "Insert",
    "New",
    "Nodes",
    "OnEdge",
    "Raw",
    "Remove",
    "Rename",
    "Replace",
    "Retype",
    "Script",
    "Set",
    "Splice",
    "Tensor",
    "Unset",
]
