"""Teams of a table: players who are partners at the deals that they play together, added up."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.core.ranking.places import assign_places
from tournaments.core.ranking.score_grid import NOBODY
from tournaments.core.ranking.seat_scores import Comparison, Method, SeatGrid, SeatMarks

MOST_PERCENT = 100


@dataclass(frozen=True, slots=True)
class SeatTeam:
    """Players who were partners, and what their marks of these deals come to."""

    members: tuple[int, ...]
    """Numbers of the players, the best first, equals by number."""
    values: tuple[Fraction, ...]
    """values[member]: in per cent for topage, points else; a higher one is always better."""
    value: Fraction
    """Theirs together: the sum, the mean for topage."""
    deal_count: int
    """Deals that count."""
    place: int
    """From 1; equal values share it."""


def rank_seat_teams(
    grid: SeatGrid, marks: SeatMarks, comparison: Comparison, teams: Sequence[Sequence[int]]
) -> tuple[SeatTeam, ...]:
    """Everybody who was somebody's partner, by team, best first.

    The same players are one team however often they meet; with others each is in another team. A team that
    misses a player in a deal has no mark of it.

    Args:
        teams: the seats of each team.
    """
    found: defaultdict[frozenset[int], dict[int, list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    for play, players in enumerate(grid.players.tolist()):
        for seats in teams:
            own = {players[seat]: seat for seat in seats}
            if NOBODY in own or not all(marks.is_counted[play, seat] for seat in seats):
                continue
            for player, seat in own.items():
                mark = Fraction(int(marks.numerator[play, seat]), int(marks.denominator[play, seat]))
                found[frozenset(own)][player].append(mark)
    sums = [_team_values(by_player, comparison) for by_player in found.values()]
    together = [_together(list(values.values()), comparison) for values in sums]
    places = assign_places([(value,) for value in together])
    rows = [
        SeatTeam(
            members=tuple(sorted(values, key=lambda player: (-values[player], player))),
            values=tuple(sorted(values.values(), reverse=True)),
            value=value,
            deal_count=len(next(iter(by_player.values()))),
            place=place or 0,
        )
        for values, value, place, by_player in zip(sums, together, places, found.values(), strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: (row.place, sorted(row.members))))


def _team_values(by_player: dict[int, list[Fraction]], comparison: Comparison) -> dict[int, Fraction]:
    if comparison.method is not Method.TOPAGE:
        return {player: sum(marks, Fraction()) for player, marks in by_player.items()}
    return {player: MOST_PERCENT * sum(marks, Fraction()) / len(marks) for player, marks in by_player.items()}


def _together(values: Sequence[Fraction], comparison: Comparison) -> Fraction:
    total = sum(values, Fraction())
    return total / len(values) if comparison.method is Method.TOPAGE else total
