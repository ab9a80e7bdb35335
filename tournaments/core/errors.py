"""What the tournament core refuses, each refusal with a code that a page can translate."""

from collections.abc import Mapping


class TournamentError(ValueError):
    """A request that the tournament core cannot honour.

    Attributes:
        code: stable word for the reason, made to be translated; never shown as it is.
        field: the input concerned, "" when it is the request as a whole.
        values: the figures that a translated sentence needs.

    `str(error)` is an English sentence for logs and developers, with the value and the range.
    """

    def __init__(
        self, message: str, *, code: str, field: str = "", values: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.field = field
        self.values: dict[str, object] = dict(values or {})


class NoSuchMovement(TournamentError):
    """No movement is known for the shape asked for; the message says which shapes exist."""


class InvalidMovement(TournamentError):
    """Arrays that do not describe a movement (shape or range; the rules are in `check`)."""


class InvalidGrid(TournamentError):
    """Arrays that do not describe the plays of a tournament."""
