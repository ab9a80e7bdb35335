"""Query for the next round of a session that is drawn round by round: its players and what came before."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tournaments.base.queries.teams import load_entered
from tournaments.core.movements.next_round import Pair, RoundWishes
from tournaments.core.movements.regrouping import TableSizes
from tournaments.core.movements.round_sizes import OddPlayers, possible_odd_players
from tournaments.core.movements.table_shape import TableShape
from tournaments.draws.queries.fixed_teams import FixedTeams, load_fixed_teams
from tournaments.incidents.services.leaving import absent_entries
from tournaments.incidents.services.table_regrouping import session_table_sizes
from tournaments.models import Entry, Play, ResultSlip, Round, Seating, Section, Session
from tournaments.movements.queries.movements import movement_of, section_places, section_table_shape
from tournaments.rankings.queries.session_plays import load_session
from tournaments.rankings.queries.session_sums import load_session_sums
from tournaments.rankings.queries.standings import rank_loaded
from tournaments.seating.queries.club_mates import list_partner_pairs, mates

Seats = Mapping[tuple[int, int], int]
"""Entry id by (number of the table, seat) in one round."""


@dataclass(frozen=True, slots=True)
class MissingSheet:
    """A table of an earlier round whose results are not all stored."""

    round: int
    table: int
    entries: tuple[Entry, ...]
    """Players of the table, by seat."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The places that the player of a missing sheet may still take."""

    entry: Entry
    place: int
    """Present place, from 1, in the order of the ranking."""
    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class DrawFacts:
    """Data from which the next round is drawn."""

    section: Section
    upcoming: Round | None
    """The first round without seats; None if all are drawn."""
    entries: Mapping[int, Entry]
    """All entries of the event by id, with their people."""
    present: tuple[int, ...]
    """Ids of the entries that play the next round, ascending."""
    seats: Mapping[int, Seats]
    """Seats of each round that has some, by number."""
    missing: tuple[MissingSheet, ...]
    table_sizes: TableSizes
    """Numbers of players with which a table may play."""
    teams: FixedTeams | None = None
    """Teams that stay together all evening; None where each player moves alone."""

    @property
    def shape(self) -> TableShape:
        return section_table_shape(self.section)

    @property
    def usual_seats(self) -> int:
        """Number of players at a full table."""
        return self.table_sizes.usual

    @property
    def odd_rules(self) -> tuple[OddPlayers, ...]:
        """Rules by which the present players make tables, the federation's first."""
        return possible_odd_players(len(self.present), self.usual_seats)

    def wishes(self, odd_players: OddPlayers, *, is_apart: bool) -> RoundWishes:
        """Return the earlier rounds and the wishes for the next one. No query.

        Partners count as having met. Their meetings weigh as much as a rematch. Members of a fixed team must
        meet, so their meetings do not count.
        """
        entries = [self.entries[pk] for pk in self.present]
        meetings = self._meetings()
        for first, second in _ids_of(list_partner_pairs(entries), entries):
            meetings[first, second] += 1
        if self.teams is not None:
            meetings = Counter(
                {pair: count for pair, count in meetings.items() if not self.teams.are_partners(*pair)}
            )
        return RoundWishes(
            meetings=meetings,
            odd_rounds=self._odd_rounds(),
            rests=self._rests(),
            apart=self._pairs_apart() if is_apart else (),
            odd_players=odd_players,
            seat_count=self.usual_seats,
        )

    def team_wishes(self, teams: FixedTeams, *, is_apart: bool) -> RoundWishes:
        """Return the same for a round in which teams are drawn. No query."""
        return teams.wishes(self._tables(), self._rests(), self._pairs_apart() if is_apart else ())

    def _pairs_apart(self) -> set[Pair]:
        """Return the pairs of club-mates and relatives, without those in one team."""
        entries = [self.entries[pk] for pk in self.present]
        pairs = _ids_of(mates(entries), entries)
        return {pair for pair in pairs if self.teams is None or not self.teams.are_partners(*pair)}

    def _meetings(self) -> Counter[Pair]:
        return Counter(pair for table in self._tables() for pair in combinations(sorted(table), 2))

    def _odd_rounds(self) -> Counter[int]:
        usual = self.usual_seats
        return Counter(pk for table in self._tables() if len(table) != usual for pk in table)

    def _rests(self) -> Counter[int]:
        """Return the rounds that each present player rested, since they were there."""
        rests: Counter[int] = Counter()
        here = {pk for pk in self.present if self.entries[pk].start_table is not None}
        for _, seats in sorted(self.seats.items()):
            seated_ids = set(seats.values())
            here |= seated_ids
            rests.update(here - seated_ids)
        return rests

    def _tables(self) -> list[list[int]]:
        tables: dict[tuple[int, int], list[int]] = {}
        for number, seats in self.seats.items():
            for (table, _), pk in seats.items():
                tables.setdefault((number, table), []).append(pk)
        return list(tables.values())


def load_draw_facts(session: Session) -> DrawFacts:
    """Return the data for the next draw of a session with one section. Ten queries, regardless of size."""
    section = session.sections.select_related("movement").get()
    entries = load_entered(session.tournament)
    rounds = list(section.rounds.order_by("number"))
    seat_count = section_table_shape(section).seat_count
    seats: dict[int, dict[tuple[int, int], int]] = {}
    rows = Seating.objects.filter(round__section=section).order_by("round__number", "table__number", "seat")
    for number, table, seat, pk in rows.values_list("round__number", "table__number", "seat", "entry_id"):
        seats.setdefault(number, {})[table, seat] = pk
    return DrawFacts(
        section=section,
        upcoming=next((row for row in rounds if row.number not in seats), None),
        entries=entries,
        present=tuple(sorted(_present(session, entries, seats.values()))),
        seats=seats,
        missing=_missing_sheets(section, entries, seats),
        # games with partners at the table keep its size
        table_sizes=session_table_sizes(session) or TableSizes(seat_count, (seat_count,)),
        teams=load_fixed_teams(session.tournament, seats.get(1, {})),
    )


def rank_present(session: Session, facts: DrawFacts) -> tuple[int, ...]:
    """Return the ids of the present entries by the ranking so far, those without a result last."""
    ranking = rank_loaded(load_session(session))["columns"]["entry"] if facts.seats else []
    present = set(facts.present)
    ranked = [pk for pk in ranking if pk in present]
    return (*ranked, *(pk for pk in facts.present if pk not in set(ranked)))


def follows_movement(facts: DrawFacts) -> bool:
    """Return whether all seats so far are those of the movement. No query.

    Seats of players without a place in the movement do not count: they came late.
    """
    players = movement_of(facts.section.movement).players
    units = movement_units(facts)
    return all(
        players[number - 1, table - facts.section.first_table, seat] == units[pk]
        for number, seats in facts.seats.items()
        for (table, seat), pk in seats.items()
        if pk in units
    )


def movement_units(facts: DrawFacts) -> dict[int, int]:
    """Return the movement's number of each entry with a starting place. No query."""
    numbers = section_places(facts.section)
    return {
        pk: numbers[entry.start_table, entry.start_seat]
        for pk, entry in facts.entries.items()
        if entry.start_table is not None
        and entry.start_seat is not None
        and (entry.start_table, entry.start_seat) in numbers
    }


def reachable_places(session: Session, facts: DrawFacts, order: Sequence[int]) -> list[Reach]:
    """Return the places that players of missing sheets may still take.

    A missing round is taken to bring at most as much, up or down, as the largest sum of a player in a round
    so far. No rule limits such a sum.
    """
    sums = load_session_sums(session).rows
    totals = {
        row.entry.pk: sum((value or Fraction(0) for value in row.by_round), Fraction(0)) for row in sums
    }
    largest = max(
        (abs(value) for row in sums for value in row.by_round if value is not None), default=Fraction(0)
    )
    players = Counter(entry.pk for sheet in facts.missing for entry in sheet.entries)
    reaches = []
    for place, pk in enumerate(order, start=1):
        if not players[pk]:
            continue
        swing, total = largest * players[pk], totals.get(pk, Fraction(0))
        others = [totals.get(other, Fraction(0)) for other in order if other != pk]
        certain = [largest * players[other] for other in order if other != pk]
        best = 1 + sum(
            other - other_swing > total + swing for other, other_swing in zip(others, certain, strict=True)
        )
        worst = 1 + sum(
            other + other_swing >= total - swing for other, other_swing in zip(others, certain, strict=True)
        )
        reaches.append(Reach(facts.entries[pk], place, min(best, place), max(worst, place)))
    return reaches


def _present(session: Session, entries: Mapping[int, Entry], rounds: Iterable[Seats]) -> set[int]:
    """Return the entries that play on: all that are placed or seated, and late ones of a first session."""
    seated_ids = {pk for seats in rounds for pk in seats.values()}
    absent_ids = absent_entries(session)
    return {
        pk
        for pk, entry in entries.items()
        # in a later session entries without a place sit out
        if pk not in absent_ids and (session.number == 1 or entry.section_id is not None or pk in seated_ids)
    }


def _missing_sheets(
    section: Section, entries: Mapping[int, Entry], seats: Mapping[int, Seats]
) -> tuple[MissingSheet, ...]:
    plays = Play.objects.filter(round__section=section).exclude(
        pk__in=ResultSlip.objects.current().filter(play__round__section=section).values("play")
    )
    places = sorted(set(plays.order_by().values_list("round__number", "table__number")))
    return tuple(
        MissingSheet(
            number,
            table,
            tuple(
                entries[pk] for (seat_table, _), pk in seats.get(number, {}).items() if seat_table == table
            ),
        )
        for number, table in places
    )


def _ids_of(pairs: Iterable[tuple[int, int]], entries: Sequence[Entry]) -> list[Pair]:
    """Return pairs of entry ids, the lower first, for pairs of indices."""
    ids = [(entries[first].pk, entries[second].pk) for first, second in pairs]
    return [(min(pair), max(pair)) for pair in ids]
