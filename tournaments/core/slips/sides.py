"""The two sides of a result: players who score together confirm the results of the other side."""

from collections.abc import Hashable, Sequence


def facing_seats(
    units: Sequence[Hashable | None], *, writer: int, taker: int | None, has_teams: bool
) -> tuple[int, ...]:
    """Return the seats that may confirm a result of `writer`, in playing order.

    Teams confirm each other's results. Single players form attack and defence: the taker and the defenders
    confirm each other's results. If the taker is not known, every other player may confirm.

    Args:
        units: the unit at each seat, None for an empty one. Equal values are one team.
        writer: seat of the person who wrote the result, from 0.
        taker: seat of the taker, from 0; None if not known.
    """
    other_seats = [seat for seat, unit in enumerate(units) if unit is not None and seat != writer]
    if has_teams:
        return tuple(seat for seat in other_seats if units[seat] != units[writer])
    if taker is None or writer == taker:
        return tuple(other_seats)
    return tuple(seat for seat in other_seats if seat == taker)
