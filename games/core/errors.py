"""What the game core refuses: one error class per kind of mistake, each with a stable code."""

from collections.abc import Mapping

_SHOWN_LENGTH = 40
LONGEST_MESSAGE = LONGEST_VALUE = 1_000
"""Characters of a refusal, which may repeat what was sent: all cards of two packs are named in fewer."""


def shown(value: object) -> str:
    """A value as a message quotes it: in quotes, on one line, cut when long."""
    try:
        quoted = repr(value[:_SHOWN_LENGTH] if isinstance(value, str) else value)
    except ValueError:  # Python writes no number of thousands of digits
        return "a number of too many digits"
    is_whole = len(quoted) <= _SHOWN_LENGTH and (not isinstance(value, str) or len(value) <= _SHOWN_LENGTH)
    return quoted if is_whole else f"{quoted[: _SHOWN_LENGTH - 1]}…"


def shortened(text: str, longest: int) -> str:
    """A text, cut at its end when it is longer than `longest` characters."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def shorten_values(values: Mapping[str, int | str]) -> dict[str, int | str]:
    """What a message mentions, each text cut when long; other values as they are."""
    return {
        name: shortened(value, LONGEST_VALUE) if isinstance(value, str) else value
        for name, value in values.items()
    }


class GameError(ValueError):
    """A value that the rules of the game do not allow.

    Args:
        code: stable identifier in snake_case; pages translate it, programs compare it.
        message: English sentence naming the value and the range, for logs and tests.
        field: name of the field at fault, as in the dataclass concerned; "" when none is.
        values: what the sentence mentions, so that a translation can mention it too.
    """

    def __init__(self, code: str, message: str, *, field: str = "", **values: int | str) -> None:
        super().__init__(shortened(message, LONGEST_MESSAGE))
        self.code = code
        self.field = shortened(field, LONGEST_VALUE)
        self.values = shorten_values(values)


class InvalidCard(GameError):
    """A number or a text that names no card."""


class InvalidSeat(GameError):
    """A number or a letter that names no seat."""


class InvalidDeal(GameError):
    """Hands and a dog that do not make one whole pack, or a text that does not describe them."""


class ImpossibleOutcome(GameError):
    """An outcome that no deal can have produced."""


class DealingFailed(GameError):
    """No deal met the constraints, or the dealing was asked for with unusable arguments."""


class InvalidAction(GameError):
    """A text that describes no action."""


class InvalidRules(GameError):
    """A rule-set, an option or a variant that does not exist, or a value that an option cannot take."""


class IllegalAction(GameError):
    """An action that the rules do not allow here; its code names the rule that it breaks."""


class NotationError(GameError):
    """A text that does not describe what it should, and where in it the fault lies.

    Args:
        line, column: place of the fault, from 1, in characters; 0 and 0 for plain JSON values without their
            document, whose place is the path in `field` ("hands[2][5]").
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
