"""Codes of the formats for which the catalogue has movements."""

DUPLICATE_INDIVIDUAL = "duplicate_individual"
FREE_DEALS = "free_deals"
TRIPLETS = "triplets"
QUARTETS = "quartets"
TEAMS = "teams"
TRIANGULAR = "triangular"


def format_of_seats(seat_count: int, *, is_free: bool) -> str:
    """Return the code of the format with tables of so many seats.

    Args:
        seat_count: seats at each table.
        is_free: True if deals are dealt at the table.
    """
    return f"{'free-seats' if is_free else 'seats'}-{seat_count}"
