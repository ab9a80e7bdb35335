"""Query for the next round of a session that is drawn round by round: its players and what came before."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tournaments.base.queries.teams import load_entered
from tournaments.core.movements.colour_draws import Colour, possible_rules
from tournaments.core.movements.next_round import Pair, RoundWishes
from tournaments.core.movements.regrouping import TableSizes
from tournaments.core.movements.round_sizes import OddPlayers
from tournaments.core.movements.table_shape import TableShape
from tournaments.draws.queries.fixed_teams import FixedTeams, load_fixed_teams
from tournaments.incidents.services.leaving import absent_entries
from tournaments.incidents.services.table_regrouping import session_table_sizes
from tournaments.models import Entry, Play, ResultSlip, Round, Seating, Section, Session
from tournaments.movements.queries.movements import movement_of, section_places, section_table_shape
from tournaments.rankings.queries.event_standings import load_event_standings, load_live_standings
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

    sections: tuple[Section, ...]
    """Colours of the session, by number. They have as many rounds."""
    upcoming: Round | None
    """The first round without seats, in the first colour; None if all are drawn."""
    entries: Mapping[int, Entry]
    """All entries of the event by id, with their people."""
    present: tuple[int, ...]
    """Ids of the entries that play the next round, ascending."""
    seats: Mapping[int, Seats]
    """Seats of each round that has some, by number."""
    colour_of: Mapping[int, int]
    """Index of the section of each present entry: that of the last seat, or of the starting place."""
    missing: tuple[MissingSheet, ...]
    table_sizes: TableSizes
    """Numbers of players with which a table may play."""
    teams: FixedTeams | None = None
    """Teams that stay together all evening; None where each player moves alone."""

    @property
    def shape(self) -> TableShape:
        return section_table_shape(self.sections[0])

    @property
    def usual_seats(self) -> int:
        """Number of players at a full table."""
        return self.table_sizes.usual

    @property
    def odd_rules(self) -> tuple[OddPlayers, ...]:
        """Rules by which the present players make tables, the federation's first."""
        return possible_rules(self.colours(self.present), self.usual_seats)

    @property
    def has_odd_players(self) -> bool:
        """True if players remain when all tables of a colour are full."""
        return any(len(colour.players) % self.usual_seats for colour in self.colours(self.present))

    def colours(self, players: Iterable[int]) -> list[Colour]:
        """Return each colour with those of the players who are in it."""
        members: list[set[int]] = [set() for _ in self.sections]
        for pk in players:
            members[self.colour_of[pk]].add(pk)
        return [
            Colour(frozenset(own_players), section.table_count)
            for own_players, section in zip(members, self.sections, strict=True)
        ]

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
    """Return the data for the next draw of a session. Ten queries, regardless of size."""
    sections = tuple(session.sections.select_related("movement").order_by("number"))
    entries = load_entered(session.tournament)
    rounds = list(sections[0].rounds.order_by("number"))
    seat_count = section_table_shape(sections[0]).seat_count
    seats: dict[int, dict[tuple[int, int], int]] = {}
    last_section: dict[int, int] = {}
    rows = Seating.objects.filter(round__section__session=session).order_by(
        "round__number", "table__number", "seat"
    )
    columns = ("round__number", "table__number", "seat", "entry_id", "round__section_id")
    for number, table, seat, pk, section in rows.values_list(*columns):
        seats.setdefault(number, {})[table, seat] = pk
        last_section[pk] = section
    present = tuple(sorted(_present(session, entries, seats.values())))
    session_sizes = session_table_sizes(session)
    return DrawFacts(
        sections=sections,
        upcoming=next((row for row in rounds if row.number not in seats), None),
        entries=entries,
        present=present,
        seats=seats,
        colour_of=_colours_of(present, sections, entries, last_section),
        missing=_missing_sheets(session, entries, seats),
        # games with partners at the table keep its size
        table_sizes=session_sizes or TableSizes(seat_count, (seat_count,)),
        teams=load_fixed_teams(session.tournament, seats.get(1, {})),
    )


def rank_present(session: Session, facts: DrawFacts) -> tuple[int, ...]:
    """Return the ids of the present entries by the ranking so far, those without a result last.

    From the second session on it is the ranking of the event.
    """
    ranking = []
    if session.number > 1:
        event_rows = load_live_standings(session, load_session(session)).rows
        ranking = [row.entry.pk for row in event_rows if row.place is not None]
    elif facts.seats:
        ranking = rank_loaded(load_session(session))["columns"]["entry"]
    present = set(facts.present)
    ranked = [pk for pk in ranking if pk in present]
    return (*ranked, *(pk for pk in facts.present if pk not in set(ranked)))


def follows_movement(facts: DrawFacts) -> bool:
    """Return whether all seats so far are those of the movements of the colours. No query.

    Seats of players without a place in a movement do not count: they came late.
    """
    players = [movement_of(section.movement).players for section in facts.sections]
    units = movement_units(facts)

    def is_due(number: int, table: int, seat: int, pk: int) -> bool:
        index, unit = units[pk]
        # a table of another colour, or one that was added, is none of the movement
        table_index = table - facts.sections[index].first_table
        is_own = 0 <= table_index < players[index].shape[1]
        return is_own and bool(players[index][number - 1, table_index, seat] == unit)

    return all(
        is_due(number, table, seat, pk)
        for number, seats in facts.seats.items()
        for (table, seat), pk in seats.items()
        if pk in units
    )


def movement_units(facts: DrawFacts) -> dict[int, tuple[int, int]]:
    """Return the colour, as an index, and the number in its movement of each entry with a place. No query."""
    numbers = {
        (section.pk, *place): (index, unit)
        for index, section in enumerate(facts.sections)
        for place, unit in section_places(section).items()
    }
    places = {
        pk: (entry.section_id, entry.start_table, entry.start_seat) for pk, entry in facts.entries.items()
    }
    return {pk: numbers[place] for pk, place in places.items() if place in numbers}


def reachable_places(session: Session, facts: DrawFacts, order: Sequence[int]) -> list[Reach]:
    """Return the places that players of missing sheets may still take.

    A missing round is taken to bring at most as much, up or down, as the largest sum of a player in a round
    so far. No rule limits such a sum. From the second session on, totals include the earlier sessions.
    """
    sums = load_session_sums(session).rows
    weight = Fraction(session.coefficient)
    totals = _earlier_totals(session)
    for row in sums:
        own_sum = sum((value or Fraction(0) for value in row.by_round), Fraction(0))
        totals[row.entry.pk] = totals.get(row.entry.pk, Fraction(0)) + weight * own_sum
    largest = weight * max(
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


def _earlier_totals(session: Session) -> dict[int, Fraction]:
    """Return what the sessions before this one give to the total of the event, by entry id."""
    if session.number == 1:
        return {}
    event = load_event_standings(session.tournament)
    carried = session.carried if session.is_final else Fraction(1)
    return {
        row.entry.pk: sum(
            (
                carried * Fraction(part.coefficient) * value
                for part, value in zip(event.sessions, row.by_session, strict=True)
                # sums of roots belong to formats whose rounds are not drawn
                if part.number < session.number and isinstance(value, Fraction)
            ),
            Fraction(0),
        )
        for row in event.rows
    }


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


def _colours_of(
    present: Iterable[int],
    sections: Sequence[Section],
    entries: Mapping[int, Entry],
    last_section: Mapping[int, int],
) -> dict[int, int]:
    """Return the index of the section of each present entry.

    Late players without a place go where most seats are free. A full hall grows in the last section.
    """
    index_of = {section.pk: index for index, section in enumerate(sections)}
    colour_of: dict[int, int] = {}
    late_players = []
    for pk in present:
        section = last_section.get(pk) or entries[pk].section_id
        if section in index_of:
            colour_of[pk] = index_of[section]
        else:
            late_players.append(pk)
    counts = Counter(colour_of.values())
    free_seats = [
        section.table_count * section_table_shape(section).seat_count - counts[index]
        for index, section in enumerate(sections)
    ]
    for pk in late_players:
        most_free = max(free_seats)
        index = free_seats.index(most_free) if most_free > 0 else len(sections) - 1
        colour_of[pk] = index
        free_seats[index] -= 1
    return colour_of


def _missing_sheets(
    session: Session, entries: Mapping[int, Entry], seats: Mapping[int, Seats]
) -> tuple[MissingSheet, ...]:
    plays = Play.objects.filter(round__section__session=session).exclude(
        pk__in=ResultSlip.objects.current().of_session(session).values("play")
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
