"""What the tournament core refuses, each refusal with a code that a page can translate."""

from games.core.errors import LONGEST_MESSAGE, LONGEST_VALUE, shortened


class TournamentError(ValueError):
    """A request that the tournament core cannot honour.

    Args:
        code: stable identifier in snake_case; pages translate it, programs compare it.
        message: English sentence naming the value and the range, for logs and tests.
        field: the input concerned, "" when it is the request as a whole.
        values: the figures that a translated sentence needs.
    """

    def __init__(self, code: str, message: str, *, field: str = "", **values: object) -> None:
        super().__init__(shortened(message, LONGEST_MESSAGE))
        self.code = code
        self.field = shortened(field, LONGEST_VALUE)
        self.values = {
            name: shortened(value, LONGEST_VALUE) if isinstance(value, str) else value
            for name, value in values.items()
        }


class NoSuchMovement(TournamentError):
    """No movement is known for the shape asked for; the message says which shapes exist."""


class InvalidMovement(TournamentError):
    """Arrays that do not describe a movement (shape or range; the rules are in `check`)."""


class InvalidGrid(TournamentError):
    """Arrays that do not describe the plays of a tournament."""
