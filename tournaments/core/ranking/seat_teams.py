"""Teams of a table: the results of partners, added up over the deals that they play together."""

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
    """Players who were partners, with their results on these deals."""

    members: tuple[int, ...]
    """Numbers of the players, the best first, equals by number."""
    values: tuple[Fraction, ...]
    """values[member]: in per cent for topage, else points. A higher one is always better."""
    value: Fraction
    """Value of the team: the sum, or the mean for topage."""
    deal_count: int
    """Number of deals that count."""
    place: int
    """Place from 1, shared by equal values."""


def rank_seat_teams(
    grid: SeatGrid, marks: SeatMarks, comparison: Comparison, teams: Sequence[Sequence[int]]
) -> tuple[SeatTeam, ...]:
    """Return all teams of partners, the best first.

    The same players are one team each time they meet; with other partners a player is in another team. A team
    with an empty seat in a deal has no mark of it.

    Args:
        teams: the seats of each team.
    """
    marks_of_teams: defaultdict[frozenset[int], dict[int, list[Fraction]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for play, players in enumerate(grid.players.tolist()):
        for seats in teams:
            seat_of_player = {players[seat]: seat for seat in seats}
            if NOBODY in seat_of_player or not all(marks.is_counted[play, seat] for seat in seats):
                continue
            for player, seat in seat_of_player.items():
                mark = Fraction(int(marks.numerator[play, seat]), int(marks.denominator[play, seat]))
                marks_of_teams[frozenset(seat_of_player)][player].append(mark)
    sums = [_team_values(by_player, comparison) for by_player in marks_of_teams.values()]
    team_values = [_combine(list(values.values()), comparison) for values in sums]
    places = assign_places([(value,) for value in team_values])
    rows = [
        SeatTeam(
            members=tuple(sorted(values, key=lambda player: (-values[player], player))),
            values=tuple(sorted(values.values(), reverse=True)),
            value=value,
            deal_count=len(next(iter(by_player.values()))),
            place=place or 0,
        )
        for values, value, place, by_player in zip(
            sums, team_values, places, marks_of_teams.values(), strict=True
        )
    ]
    return tuple(sorted(rows, key=lambda row: (row.place, sorted(row.members))))


def _team_values(by_player: dict[int, list[Fraction]], comparison: Comparison) -> dict[int, Fraction]:
    if comparison.method is not Method.TOPAGE:
        return {player: sum(marks, Fraction()) for player, marks in by_player.items()}
    return {player: MOST_PERCENT * sum(marks, Fraction()) / len(marks) for player, marks in by_player.items()}


def _combine(values: Sequence[Fraction], comparison: Comparison) -> Fraction:
    total = sum(values, Fraction())
    return total / len(values) if comparison.method is Method.TOPAGE else total
