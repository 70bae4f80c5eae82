"""Terms that have no counterpart among the types of Python."""

import inspect
from typing import Any, Callable, Iterable, Tuple


class Atom(str):
    """An atom. It is equal to the text of its name."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Atom({str.__repr__(self)})"


class Var:
    """A variable of a query, by its name. Each `Var("_")` is a variable of its own."""

    __slots__ = ("name",)
    __match_args__ = ("name",)

    def __init__(self, name: str = "_") -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Var) and self.name == other.name

    def __hash__(self) -> int:
        return hash((Var, self.name))

    def __repr__(self) -> str:
        return f"Var({self.name!r})"

    def __str__(self) -> str:
        return self.name


class Term:
    """A compound term that is no list: a name, and a tuple of arguments."""

    __slots__ = ("name", "args")
    __match_args__ = ("name", "args")

    def __init__(self, name: str, args: Iterable[Any]) -> None:
        self.name = str(name)
        self.args: Tuple[Any, ...] = tuple(args)
        if not self.args:
            raise ValueError("a compound term has an argument; use Atom")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Term) and (self.name, self.args) == (other.name, other.args)

    def __hash__(self) -> int:
        # Arguments may be lists.
        return hash((Term, self.name, len(self.args)))

    def __repr__(self) -> str:
        return f"Term({self.name!r}, {list(self.args)!r})"

    def __str__(self) -> str:
        from ._native import text

        return text(self)

    def __len__(self) -> int:
        return len(self.args)

    def __getitem__(self, i: int) -> Any:
        return self.args[i]


def arity_of(function: Callable[..., object]) -> int:
    """The number of positional parameters of a function."""
    parameters = inspect.signature(function).parameters.values()
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        raise TypeError("a function of any number of arguments needs arity=")
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.kind in positional and p.default is p.empty for p in parameters)
