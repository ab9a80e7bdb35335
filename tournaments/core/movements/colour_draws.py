"""Tables of the next round where several colours play: within each colour, or over all of them.

Source:
    FFT, Manuel de l'organisateur (2011) page 16 for the colours. How a round is drawn over them is ours.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.core.errors import NoSuchMovement
from tournaments.core.movements.next_round import RoundWishes, arrange_tables
from tournaments.core.movements.round_sizes import (
    OddPlayers,
    choose_resting,
    possible_odd_players,
    table_sizes,
)


@dataclass(frozen=True, slots=True)
class Colour:
    """The players of one colour, and its tables in the hall."""

    players: frozenset[int]
    table_count: int


@dataclass(frozen=True, slots=True)
class ColourTables:
    """The tables of a colour in the next round, best first, and the players who rest."""

    tables: tuple[tuple[int, ...], ...]
    resting: tuple[int, ...] = ()


def draw_colours(
    order: Sequence[int],
    colours: Sequence[Colour],
    wishes: RoundWishes,
    *,
    minds_ranks: bool,
    changes_colour: bool = False,
) -> tuple[ColourTables, ...]:
    """Draw the next round of all colours.

    Within a colour, the round is that of `best_against_best` or `draw_again` for its players. If players
    change colour, the tables are drawn from all players and shared out, the best to the first colour. Each
    colour keeps its numbers of players, tables and resting players, unless it has too few players or too few
    tables for that. A table beyond those of all colours belongs to the last one, where the hall grows.

    Args:
        order: all players, by ranking or by lot.
        minds_ranks: True if the order is a ranking.

    Raises:
        NoSuchMovement: as `table_sizes`; `colour_full`: a colour other than the last has too few tables.
    """
    members = [[player for player in order if player in colour.players] for colour in colours]
    if changes_colour:
        return _draw_all(order, members, colours, wishes, minds_ranks=minds_ranks)
    drawn = []
    for number, (own_players, colour) in enumerate(zip(members, colours, strict=True), start=1):
        # all players of a colour may have left
        sizes = _sizes(len(own_players), wishes) if own_players else ()
        if len(sizes) > colour.table_count and number < len(colours):
            raise NoSuchMovement(
                "colour_full",
                f"{len(own_players)} players of colour {number} need {len(sizes)} tables",
                field="odd_players",
                player_count=len(own_players),
                table_count=colour.table_count,
            )
        resting = choose_resting(own_players, wishes.rests, len(own_players) - sum(sizes))
        seated = [player for player in own_players if player not in resting]
        tables = arrange_tables(seated, sizes, wishes, minds_ranks=minds_ranks) if seated else []
        drawn.append(ColourTables(tuple(map(tuple, tables)), resting))
    return tuple(drawn)


def possible_rules(colours: Sequence[Colour], seat_count: int) -> tuple[OddPlayers, ...]:
    """Return the rules by which the players of all colours make tables, or all players together."""
    counts = [len(colour.players) for colour in colours if colour.players]
    within = set(OddPlayers).intersection(*(possible_odd_players(count, seat_count) for count in counts))
    together = possible_odd_players(sum(counts), seat_count)
    return tuple(rule for rule in OddPlayers if rule in within or rule in together)


def _draw_all(
    order: Sequence[int],
    members: Sequence[Sequence[int]],
    colours: Sequence[Colour],
    wishes: RoundWishes,
    *,
    minds_ranks: bool,
) -> tuple[ColourTables, ...]:
    """Draw the tables from all players, and share them out by the sizes of each colour."""
    sizes, resting = _kept_sizes(order, members, wishes)
    absent = {player for players in resting for player in players}
    all_sizes = sorted((size for row in sizes for size in row), key=lambda size: size != wishes.seat_count)
    tables = arrange_tables(
        [player for player in order if player not in absent],
        tuple(all_sizes),
        wishes,
        minds_ranks=minds_ranks,
    )
    tables_left: dict[int, Iterator[list[int]]] = {
        size: iter([table for table in tables if len(table) == size]) for size in all_sizes
    }
    shared = [[tuple(next(tables_left[size])) for size in row] for row in sizes]
    surplus: list[tuple[int, ...]] = []
    for own_tables, colour in zip(shared[:-1], colours[:-1], strict=True):
        surplus += own_tables[colour.table_count :]
        del own_tables[colour.table_count :]
    for own_tables, colour in zip(shared, colours, strict=True):
        free_count = max(0, colour.table_count - len(own_tables))
        own_tables.extend(surplus[:free_count])
        del surplus[:free_count]
    shared[-1].extend(surplus)
    return tuple(
        ColourTables(tuple(own_tables), own_resting)
        for own_tables, own_resting in zip(shared, resting, strict=True)
    )


def _kept_sizes(
    order: Sequence[int], members: Sequence[Sequence[int]], wishes: RoundWishes
) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Return the sizes of the tables of each colour, and its players who rest.

    Where the players of one colour make no tables by themselves, the sizes are those of all together.
    """
    try:
        sizes = [_sizes(len(own_players), wishes) if own_players else () for own_players in members]
    except NoSuchMovement:
        sizes = [_sizes(len(order), wishes), *[()] * (len(members) - 1)]
        members = [order, *[()] * (len(members) - 1)]
    resting = [
        choose_resting(own_players, wishes.rests, len(own_players) - sum(own_sizes))
        for own_players, own_sizes in zip(members, sizes, strict=True)
    ]
    return sizes, resting


def _sizes(player_count: int, wishes: RoundWishes) -> tuple[int, ...]:
    return table_sizes(player_count, wishes.odd_players, wishes.seat_count)
