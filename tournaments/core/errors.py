"""Errors of the tournament core, each with a code that a page can translate."""

from games.core.errors import LONGEST_MESSAGE, LONGEST_VALUE, shortened


class TournamentError(ValueError):
    """A request that the tournament core cannot carry out.

    Args:
        code: stable identifier in snake_case. Pages translate it, programs compare it.
        message: English sentence with the value and its range, for logs and tests.
        field: the input concerned, "" for the request as a whole.
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
    """No movement exists for the requested shape. The message lists the shapes that exist."""


class InvalidMovement(TournamentError):
    """Arrays that do not describe a movement. Their shape or range is wrong; `check` has the other rules."""


class InvalidGrid(TournamentError):
    """Arrays that do not describe the plays of a tournament."""
