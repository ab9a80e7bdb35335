"""Card points and scores in the form in which people write them."""

import re
from fractions import Fraction

_POINTS = re.compile(r"(?P<whole>[0-9]{1,3})(?:[.,](?P<tenths>[05])0*|(?P<half>½))?")
_SCORE = re.compile(
    r"(?P<sign>[+−-]?)\s*(?:(?P<whole>[0-9]{1,6})(?:[.,](?P<decimals>[0-9]{1,3}))?"
    r"|(?:(?P<count>[0-9]{1,6})\s+)?(?P<over>[0-9]{1,7})\s*/\s*(?P<under>[0-9]{1,3}))",
    re.ASCII,
)


def parse_points(text: str) -> int | None:
    """Return the half points of a written count: "49" is 98, "40,5" and "40½" are 81, "40.0" is 80.

    Returns:
        Half points, not checked against any range; None for a text that is no count in halves.
    """
    match = _POINTS.fullmatch("".join(text.split()))
    if match is None:
        return None
    return 2 * int(match["whole"]) + (match["tenths"] == "5" or match["half"] is not None)


def format_points(half_points: int) -> str:
    """A count as it is written: 98 is "49", 81 is "40,5"; `parse_points` reads it back."""
    return f"{half_points // 2},5" if half_points % 2 else str(half_points // 2)


def parse_score(text: str) -> Fraction | None:
    """Return an exact score of a text: "−40", "2,5", "7/3" and "2 1/3"; None for other texts."""
    match = _SCORE.fullmatch(text.strip())
    if match is None or (match["under"] is not None and int(match["under"]) == 0):
        return None
    if match["under"] is None:
        size = Fraction(f"{match['whole']}.{match['decimals'] or 0}")
    else:
        size = int(match["count"] or 0) + Fraction(int(match["over"]), int(match["under"]))
    return -size if match["sign"] in ("−", "-") else size
