"""The two sides of a result: those who score together, and those who confirm what they wrote."""

from collections.abc import Hashable, Sequence


def facing_seats(
    units: Sequence[Hashable | None], *, writer: int, taker: int | None, has_teams: bool
) -> tuple[int, ...]:
    """The seats that may confirm what `writer` wrote, in playing order.

    Teams face each other. Players for themselves are attack and defence: the taker faces everybody,
    everybody faces the taker; without a known taker each faces all the others.

    Args:
        units: who sits at each seat, None for an empty one; equal values are one team.
        writer: seat of who wrote, from 0.
        taker: seat of the taker, from 0; None where it is not known.
    """
    seated = [seat for seat, unit in enumerate(units) if unit is not None and seat != writer]
    if has_teams:
        return tuple(seat for seat in seated if units[seat] != units[writer])
    if taker is None or writer == taker:
        return tuple(seated)
    return tuple(seat for seat in seated if seat == taker)
