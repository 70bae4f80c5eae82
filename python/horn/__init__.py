"""Horn, an embeddable Prolog.

>>> import horn
>>> [answer["X"] for answer in horn.query("member(X, [1,2])")]
[1, 2]
"""

from typing import Optional

from ._native import Answer, Image, Machine, Query
from .errors import Error, Halted, Interrupted, LimitExceeded, LoadError, Throw
from .values import Atom, Term, Var

__all__ = [
    "Answer",
    "Atom",
    "Error",
    "Halted",
    "Image",
    "Interrupted",
    "LimitExceeded",
    "LoadError",
    "Machine",
    "Query",
    "Term",
    "Throw",
    "Var",
    "query",
]

# A machine without a program, of which `query` makes others.
_empty: Optional[Image] = None


def query(goal: str, **values: object) -> Query:
    """Starts a query on a new machine. Keyword arguments are values of its variables."""
    global _empty
    if _empty is None:
        _empty = Machine().freeze()
    return _empty.machine().query(goal, **values)
