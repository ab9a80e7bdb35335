"""Shapes of a table: the seats of each player or team that sits there."""

from dataclasses import dataclass
from functools import cache

from games.core.seats import SHEET_ORDER


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShape:
    """The seats of a table and the side that each belongs to.

    A *unit* holds a side: a player in individual events, a team in the others.
    """

    code: str
    """Stable code in movement files."""
    sides: tuple[int, ...]
    """sides[seat]: side of the table that the seat belongs to, from 0. Seats are in playing order N, W, S,
    E, then the fifth where there is one."""
    people: tuple[int, ...]
    """people[side]: number of members of the unit who sit at the table."""
    unit_size: int
    """Number of members of a unit. It cannot seat more than these in one round, over all tables."""
    seated: tuple[int, ...] = (4,)
    """Numbers of occupied seats with which a table plays."""
    plays_both_ways: bool = False
    """True if a unit meets each board once on each side (home and away)."""

    @property
    def seat_count(self) -> int:
        return len(self.sides)

    @property
    def side_count(self) -> int:
        return max(self.sides) + 1

    @property
    def seats_of_side(self) -> tuple[tuple[int, ...], ...]:
        """Seats of each side, in playing order."""
        return tuple(
            tuple(seat for seat, seat_side in enumerate(self.sides) if seat_side == side)
            for side in range(self.side_count)
        )

    @property
    def sheet_sides(self) -> tuple[tuple[int, ...], ...]:
        """Seats of each side. Sides and seats are in the order of the sheets."""
        return _list_sheet_sides(self.sides)


@cache
def _list_sheet_sides(sides: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    order = list_sheet_seats_with_fifth(len(sides))
    # a dict keeps the order of first appearance
    ordered_sides = dict.fromkeys(sides[seat] for seat in order)
    return tuple(tuple(seat for seat in order if sides[seat] == side) for side in ordered_sides)


def list_sheet_seats_with_fifth(seat_count: int) -> list[int]:
    """Return the seats in the order of the sheets: N, S, E, W, then the fifth and those after it."""
    main_seats = [seat for seat in SHEET_ORDER if seat < seat_count]
    return [*main_seats, *range(len(SHEET_ORDER), seat_count)]


INDIVIDUAL = TableShape(code="individual", sides=(0, 1, 2, 3), people=(1, 1, 1, 1), unit_size=1)
"""Each player for themselves, with the same deals at all tables."""

FREE_INDIVIDUAL = TableShape(
    code="free_individual", sides=(0, 1, 2, 3), people=(1, 1, 1, 1), unit_size=1, seated=(3, 4)
)
"""Each player for themselves, with deals dealt at the table. A table may play with three."""

FREE_FIVES = TableShape(
    code="free_fives", sides=(0, 1, 2, 3, 4), people=(1, 1, 1, 1, 1), unit_size=1, seated=(3, 4, 5)
)
"""Each player for themselves, with deals dealt at the table. A table may play with three or five.

A table of five plays tarot for five. Or four play at a time, and each player in turn deals and sits out.

Source: FFT, Règlement officiel (2012) R12."""

TRIPLETS = TableShape(code="triplets", sides=(0, 1, 0, 1), people=(3, 3), unit_size=3)
"""A team of three on North-South against another on East-West.

Source: FFT, Règlement officiel (2012) R20-R21."""

QUARTETS = TableShape(code="quartets", sides=(0, 0, 1, 0), people=(3, 1), unit_size=4, plays_both_ways=True)
"""Three defenders of a team against the attacker of another team, on South.

Source: FFT, Règlement officiel (2012) R22-R24."""

TRIPLET_POOLS = TableShape(code="triplet_pools", sides=(0, 0, 1, 0), people=(3, 1), unit_size=3)
"""A whole team in defence against one attacker of another team (Emmanuel).

The attacking team sends its three members to three tables at once.

Source: FFT, Manuel de l'organisateur (2011) M44-M49."""

SEATS = {
    count: TableShape(
        code=f"seats_{count}",
        sides=tuple(range(count)),
        people=(1,) * count,
        unit_size=1,
        seated=(count,),
    )
    for count in (2, 3, *range(5, 17))
}
"""Shapes by number of seats, each player for themselves. Tables of four have shapes of their own."""


def shape_for_seats(seat_count: int) -> TableShape:
    """Return the shape of tables with so many seats that deal their own cards."""
    return {4: FREE_INDIVIDUAL, 5: FREE_FIVES}.get(seat_count) or SEATS[seat_count]


SHAPES = {
    shape.code: shape
    for shape in (
        INDIVIDUAL,
        FREE_INDIVIDUAL,
        FREE_FIVES,
        TRIPLETS,
        QUARTETS,
        TRIPLET_POOLS,
        *SEATS.values(),
    )
}
