"""What queries and loads raise, and what predicates in Python throw."""

from typing import Iterable, List, Optional


class Error(Exception):
    """A query, a load or a conversion has no result.

    `term` is the text of the term that was thrown, or `None`. If a predicate in Python raised an
    exception that ended the query, it is the `__cause__`.
    """

    def __init__(self, message: str = "", term: Optional[str] = None) -> None:
        super().__init__(message)
        self.term = term


class Interrupted(Error):
    """The query was interrupted."""


class LimitExceeded(Error):
    """A limit was reached; `resource` is its name, such as `"inferences"`. The machine is usable."""

    def __init__(
        self, message: str = "", term: Optional[str] = None, resource: Optional[str] = None
    ) -> None:
        super().__init__(message, term)
        self.resource = resource


class LoadError(Error):
    """Parts of a program were not loaded; `messages` says which. The rest is loaded."""

    def __init__(self, message: str = "", messages: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.messages: List[str] = list(messages)


class Halted(Error):
    """The program called `halt/0` or `halt/1`, with this status."""

    def __init__(self, message: str = "", status: int = 0) -> None:
        super().__init__(message)
        self.status = status


class Throw(Exception):
    """Raised by a predicate in Python: throws a term, as `throw/1` does."""

    def __init__(self, value: object) -> None:
        super().__init__(value)
        self.value = value
