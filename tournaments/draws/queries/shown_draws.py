"""A draw as its page shows it: the places of each table, and what the search could not avoid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.core.movements.next_round import review_tables
from tournaments.core.movements.round_sizes import OddPlayers
from tournaments.core.movements.table_shape import list_sheet_seats_with_fifth
from tournaments.draws.queries.next_rounds import DrawFacts, Reach, rank_present, reachable_places
from tournaments.enums import DrawMethod
from tournaments.models import Entry, RoundDraw, Session


@dataclass(frozen=True, slots=True)
class DrawnPlace:
    """A seat of a table, or a place among those who rest."""

    code: str
    """Name of the place in forms: "3-2" for table 3, seat 2; "r-0" for the first who rests."""
    seat: int | None
    """Seat from 0; None for a rest."""
    entry: Entry | None
    rank: int | None
    """Place of the entry in the order of the draw, from 1; None where the draw follows no ranking."""


ShownTable = tuple[int, tuple[DrawnPlace, ...]]
"""Number of a table, and its places in the order of the sheets."""


@dataclass(frozen=True, slots=True)
class ShownDraw:
    """A proposal with its tables and its remarks."""

    draw: RoundDraw
    colours: tuple[tuple[int, tuple[ShownTable, ...]], ...]
    """Number of each section that plays, with its tables."""
    resting: tuple[DrawnPlace, ...]
    """Places of those who rest, with a free one at the end."""
    rematches: tuple[tuple[Entry, Entry], ...]
    mates: tuple[tuple[Entry, Entry], ...]
    odd_again: tuple[Entry, ...]
    rests_again: tuple[Entry, ...]
    arrived_count: int
    """Number of sheets that were missing at the draw and are here now."""
    is_outdated: bool
    """True if the ranking has changed since a draw by ranking."""
    reaches: tuple[tuple[Reach, range], ...]
    """Players of missing sheets with the tables of this draw that their results could change."""

    @property
    def places(self) -> list[DrawnPlace]:
        seats = [place for _, tables in self.colours for _, places in tables for place in places]
        return [*seats, *self.resting]


def show_draw(session: Session, facts: DrawFacts, draw: RoundDraw) -> ShownDraw:
    """Return a proposal of the next round. Up to twenty queries where it follows the ranking."""
    is_ranked = draw.method == DrawMethod.BEST
    ranks = {pk: rank for rank, pk in enumerate(draw.order, start=1)} if is_ranked else {}
    wishes = facts.wishes(OddPlayers(draw.odd_players), is_apart=draw.is_apart)
    tables = {number: [pk for pk in seats if pk is not None] for number, seats in draw.tables}
    review = review_tables([table for table in tables.values() if table], draw.resting, wishes)
    missing = {(sheet.round, sheet.table) for sheet in facts.missing}
    order = rank_present(session, facts) if is_ranked else tuple(draw.order)
    return ShownDraw(
        draw=draw,
        colours=_by_colour(
            facts,
            [(number, _places_at(number, seats, facts.entries, ranks)) for number, seats in draw.tables],
        ),
        resting=tuple(
            DrawnPlace(f"r-{index}", None, facts.entries.get(pk) if pk else None, ranks.get(pk or 0))
            for index, pk in enumerate([*draw.resting, None])
        ),
        rematches=_pairs_of(review.rematches, facts.entries),
        mates=_pairs_of(review.mates, facts.entries),
        odd_again=tuple(facts.entries[pk] for pk in review.odd_again),
        rests_again=tuple(facts.entries[pk] for pk in review.rests_again),
        arrived_count=sum(tuple(place) not in missing for place in draw.missing),
        is_outdated=list(order) != draw.order,
        reaches=_dependent_tables(session, facts, draw) if is_ranked and facts.missing else (),
    )


def _by_colour(
    facts: DrawFacts, tables: Sequence[ShownTable]
) -> tuple[tuple[int, tuple[ShownTable, ...]], ...]:
    """Return the tables of each colour. Those beyond the hall belong to the last one."""
    colours: dict[int, list[ShownTable]] = {}
    last_number = facts.sections[-1].number
    for number, places in tables:
        owners = (section.number for section in facts.sections if number in section.table_numbers)
        colours.setdefault(next(owners, last_number), []).append((number, places))
    return tuple((number, tuple(rows)) for number, rows in sorted(colours.items()))


def _places_at(
    number: int, seats: Sequence[int | None], entries: Mapping[int, Entry], ranks: Mapping[int, int]
) -> tuple[DrawnPlace, ...]:
    return tuple(
        DrawnPlace(
            f"{number}-{seat}",
            seat,
            entries.get(pk) if pk is not None else None,
            ranks.get(pk) if pk is not None else None,
        )
        for seat in list_sheet_seats_with_fifth(len(seats))
        for pk in [seats[seat]]
    )


def _dependent_tables(session: Session, facts: DrawFacts, draw: RoundDraw) -> tuple[tuple[Reach, range], ...]:
    """Return the tables at which each player of a missing sheet could sit, by the places within reach.

    Where each colour was drawn by itself, places are those within the colour.
    """
    seated_at = {pk: number for number, seats in draw.tables for pk in seats if pk is not None}
    orders = [tuple(draw.order)]
    if not draw.changes_colour:
        orders = [
            tuple(pk for pk in draw.order if facts.colour_of.get(pk) == index)
            for index in range(len(facts.sections))
        ]
    dependent: list[tuple[Reach, range]] = []
    for order in orders:
        # those who rest are counted to the last table
        seated_tables = sorted(seated_at[pk] for pk in order if pk in seated_at)
        table_of_rank = seated_tables + seated_tables[-1:] * (len(order) - len(seated_tables))
        dependent += (
            (reach, range(table_of_rank[reach.best - 1], table_of_rank[reach.worst - 1] + 1))
            for reach in reachable_places(session, facts, order)
            if reach.worst <= len(table_of_rank)
        )
    return tuple(dependent)


def _pairs_of(
    pairs: Sequence[tuple[int, int]], entries: Mapping[int, Entry]
) -> tuple[tuple[Entry, Entry], ...]:
    return tuple((entries[first], entries[second]) for first, second in pairs)
