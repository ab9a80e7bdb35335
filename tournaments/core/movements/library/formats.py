"""The formats that the catalogue has movements for, by the names under which its entries stand."""

DUPLICATE_INDIVIDUAL = "duplicate_individual"
FREE_DEALS = "free_deals"
TRIPLETS = "triplets"
QUARTETS = "quartets"
TEAMS = "teams"
TRIANGULAR = "triangular"


def format_of_seats(seat_count: int, *, is_free: bool) -> str:
    """The name under which movements at tables of so many seats stand.

    Args:
        is_free: deals are dealt at the table.
    """
    return f"{'free-seats' if is_free else 'seats'}-{seat_count}"
