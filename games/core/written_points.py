"""Card points as people write them."""

import re

_POINTS = re.compile(r"(?P<whole>[0-9]{1,3})(?:[.,](?P<tenths>[05])0*|(?P<half>½))?")


def parse_points(text: str) -> int | None:
    """Half points of a written count: "49" is 98, "40,5" and "40½" are 81, "40.0" is 80.

    Returns:
        Half points, not checked against any range; None when the text is no count in halves.
    """
    match = _POINTS.fullmatch("".join(text.split()))
    if match is None:
        return None
    return 2 * int(match["whole"]) + (match["tenths"] == "5" or match["half"] is not None)


def format_points(half_points: int) -> str:
    """A count as it is written: 98 is "49", 81 is "40,5"; `parse_points` reads it back."""
    return f"{half_points // 2},5" if half_points % 2 else str(half_points // 2)
