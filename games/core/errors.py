"""Errors of the game core: one class per kind of mistake, each with a stable code."""

from collections.abc import Mapping

_SHOWN_LENGTH = 40
LONGEST_MESSAGE = LONGEST_VALUE = 1_000
"""Largest number of characters of an error message, and of a value in it.

The names of all cards of two packs fit.
"""


def quote_value(value: object) -> str:
    """A value as a message quotes it: in quotes, on one line, cut when long."""
    try:
        quotation = repr(value[:_SHOWN_LENGTH] if isinstance(value, str) else value)
    except ValueError:  # Python writes no number of thousands of digits
        return "a number of too many digits"
    is_whole = len(quotation) <= _SHOWN_LENGTH and (not isinstance(value, str) or len(value) <= _SHOWN_LENGTH)
    return quotation if is_whole else f"{quotation[: _SHOWN_LENGTH - 1]}…"


def shortened(text: str, longest: int) -> str:
    """A text, cut at its end when it is longer than `longest` characters."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def shorten_values(values: Mapping[str, int | str]) -> dict[str, int | str]:
    """Return the values of a message, with each long text cut. Other values are unchanged."""
    return {
        name: shortened(value, LONGEST_VALUE) if isinstance(value, str) else value
        for name, value in values.items()
    }


class GameError(ValueError):
    """A value that the rules of the game do not allow.

    Args:
        code: stable identifier in snake_case; pages translate it, programs compare it.
        message: English sentence with the value and the range, for logs and tests.
        field: name of the wrong field of the dataclass; "" without one.
        values: values in the sentence, for its translation.
    """

    def __init__(self, code: str, message: str, *, field: str = "", **values: int | str) -> None:
        super().__init__(shortened(message, LONGEST_MESSAGE))
        self.code = code
        self.field = shortened(field, LONGEST_VALUE)
        self.values = shorten_values(values)


class InvalidCard(GameError):
    """Error for a number or a text that is no card."""


class InvalidSeat(GameError):
    """Error for a number or a letter that is no seat."""


class InvalidDeal(GameError):
    """Error for hands and a dog that are not exactly one pack, or for a text of no deal."""


class ImpossibleOutcome(GameError):
    """Error for an outcome that no deal can have."""


class DealingFailed(GameError):
    """Error of a dealing: no deal met the constraints, or an argument is unusable."""


class InvalidAction(GameError):
    """Error for a text of no action."""


class InvalidRules(GameError):
    """Error for an unknown rule-set, option or variant, or for a value that an option cannot take."""


class IllegalAction(GameError):
    """Error for an action that the rules do not allow here. Its code names the broken rule."""


class NotationError(GameError):
    """Error for a text in a wrong format, with the place of the fault.

    Args:
        line, column: place of the fault, from 1, in characters; 0 and 0 for JSON values without their text.
            Their place is the path in `field` ("hands[2][5]").
        values: as for any `GameError`.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        line: int = 0,
        column: int = 0,
        field: str = "",
        values: Mapping[str, int | str] | None = None,
    ) -> None:
        place = f"line {line}, column {column}" if line else field
        super().__init__(code, f"{place}: {message}" if place else message, field=field)
        self.line = line
        self.column = column
        self.values = shorten_values(values or {})
