"""Teams whose partners stay together all evening, as the units of a drawn round."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.core.formats.game_rules import fixed_team_seats
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.next_round import Pair, RoundWishes
from tournaments.core.movements.round_sizes import OddPlayers
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class FixedTeams:
    """The teams of a session. The first member in the first round stands for the team."""

    seats: tuple[tuple[int, ...], ...]
    """Seats of each team of a table."""
    members: Mapping[int, tuple[int, ...]]
    """Entry ids of a team by that of its first member, in the order of their seats."""
    leader_of: Mapping[int, int]
    """First member of the team of each entry that has one."""

    def are_partners(self, first: int, second: int) -> bool:
        leader = self.leader_of.get(first)
        return leader is not None and leader == self.leader_of.get(second)

    def rank_complete(self, order: Sequence[int]) -> list[int]:
        """Return the first members of the complete teams, by the sum of their places in the order."""
        place_of = {pk: place for place, pk in enumerate(order)}
        complete_teams = [
            leader for leader, team in self.members.items() if all(pk in place_of for pk in team)
        ]
        return sorted(
            complete_teams,
            key=lambda leader: (sum(place_of[pk] for pk in self.members[leader]), place_of[leader]),
        )

    def wishes(
        self, tables: Iterable[Collection[int]], rests: Mapping[int, int], apart: Iterable[Pair]
    ) -> RoundWishes:
        """Return the wishes for a round of teams, numbered by their first members.

        Args:
            tables: players of each table of the earlier rounds.
            rests: rounds that each player has rested.
            apart: pairs of players who are kept apart.
        """
        meetings: Counter[Pair] = Counter()
        for table in tables:
            leaders = sorted({self.leader_of[pk] for pk in table if pk in self.leader_of})
            meetings.update(combinations(leaders, 2))
        pairs = (
            (self.leader_of[first], self.leader_of[second])
            for first, second in apart
            if first in self.leader_of and second in self.leader_of
        )
        return RoundWishes(
            meetings=meetings,
            rests={leader: rests.get(leader, 0) for leader in self.members},
            apart={(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]},
            odd_players=OddPlayers.RESTS,
            seat_count=len(self.seats),
        )

    def seat_table(self, leaders: Sequence[int], width: int) -> list[int | None]:
        """Return the entry of each seat of a table where these teams meet."""
        row: list[int | None] = [None] * width
        for seats, leader in zip(self.seats, leaders, strict=True):
            for seat, pk in zip(seats, self.members[leader], strict=True):
                row[seat] = pk
        return row


def load_fixed_teams(tournament: Tournament, first_round: Mapping[tuple[int, int], int]) -> FixedTeams | None:
    """Return the teams that stay together; None where partners change. No query.

    Args:
        first_round: entry id by (number of the table, seat) in the first round.
    """
    seats = fixed_team_seats(find_format(tournament.format), tournament.game, tournament.options)
    if not seats:
        return None
    tables = sorted({table for table, _seat in first_round})
    teams = [
        tuple(first_round[table, seat] for seat in team)
        for table in tables
        for team in seats
        if all((table, seat) in first_round for seat in team)
    ]
    return FixedTeams(
        seats=seats,
        members={team[0]: team for team in teams},
        leader_of={pk: team[0] for team in teams for pk in team},
    )
