"""How a table is shared out: four or five players, two teams, one attacker against a defence."""

from dataclasses import dataclass

from games.core.seats import SHEET_ORDER


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShape:
    """Who holds which seats of a table; a row of answers that the checks and the reports read.

    Those who hold a side are a *unit*: a player in individual events, a team in the others.
    """

    code: str
    """Stable name, as movement files write it."""
    sides: tuple[int, ...]
    """sides[seat]: side of the table that the seat belongs to, from 0; seats in playing order N, W, S, E,
    then the fifth where there is one."""
    people: tuple[int, ...]
    """people[side]: members of the unit who are needed at the table."""
    unit_size: int
    """Members of a unit: it cannot need more at all the tables of a round together."""
    seated: tuple[int, ...] = (4,)
    """Numbers of occupied seats with which a table plays."""
    plays_both_ways: bool = False
    """A unit meets each board once on each side (home and away), not once in all."""

    @property
    def seat_count(self) -> int:
        return len(self.sides)

    @property
    def side_count(self) -> int:
        return max(self.sides) + 1

    @property
    def seats_of_side(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, in playing order."""
        return tuple(
            tuple(seat for seat, held in enumerate(self.sides) if held == side)
            for side in range(self.side_count)
        )

    @property
    def sheet_sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, both in the order of the sheets."""
        order = sheet_order(self.seat_count)
        sides = dict.fromkeys(self.sides[seat] for seat in order)
        return tuple(tuple(seat for seat in order if self.sides[seat] == side) for side in sides)


def sheet_order(seat_count: int) -> list[int]:
    """Seats in the order in which sheets list them: N, S, E, W, then the fifth and those after."""
    first = [seat for seat in SHEET_ORDER if seat < seat_count]
    return [*first, *range(len(SHEET_ORDER), seat_count)]


INDIVIDUAL = TableShape(code="individual", sides=(0, 1, 2, 3), people=(1, 1, 1, 1), unit_size=1)
"""Each seat for itself; the same deals at every table."""

FREE_INDIVIDUAL = TableShape(
    code="free_individual", sides=(0, 1, 2, 3), people=(1, 1, 1, 1), unit_size=1, seated=(3, 4)
)
"""Each seat for itself, dealt at the table; a table may play with three."""

FREE_FIVES = TableShape(
    code="free_fives", sides=(0, 1, 2, 3, 4), people=(1, 1, 1, 1, 1), unit_size=1, seated=(4, 5)
)
"""Each seat for itself, dealt at the table; a table may play with five: at five-player tarot, or four at a
time, each in turn dealing and not playing.

Source: FFT, Règlement officiel (2012) R12."""

TRIPLETS = TableShape(code="triplets", sides=(0, 1, 0, 1), people=(3, 3), unit_size=3)
"""A team of three on North-South, another on East-West.

Source: FFT, Règlement officiel (2012) R20-R21."""

QUARTETS = TableShape(code="quartets", sides=(0, 0, 1, 0), people=(3, 1), unit_size=4, plays_both_ways=True)
"""Three defenders of a team against the attacker of another, who sits South.

Source: FFT, Règlement officiel (2012) R22-R24."""

TRIPLET_POOLS = TableShape(code="triplet_pools", sides=(0, 0, 1, 0), people=(3, 1), unit_size=3)
"""A whole team in defence against one of the three attackers that another sends to three tables (Emmanuel).

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
"""Each seat for itself, at games of so many players; four have shapes of their own."""

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
