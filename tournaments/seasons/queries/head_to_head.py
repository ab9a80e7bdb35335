"""Comparison of two people over all evenings that they share: better places, deals at one table."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Exists, FilteredRelation, OuterRef, Q

from tournaments.base.queries.showing import showing_of
from tournaments.base.queries.teams import is_entry_of
from tournaments.core.formats.registry import find_format
from tournaments.core.showing import Part, PlayState, Viewer, is_shown
from tournaments.enums import SlipKind
from tournaments.models import Entry, EventRecord, Person, Play, Ruling, Seating, Substitution, Tournament
from tournaments.seasons.queries.seasons import counted_tournaments, percent_of

OVER = PlayState(is_session_over=True, is_session_closed=True, is_event_over=True)
TOURNAMENT_FORMAT = "round__section__session__tournament__format"
Place = tuple[int, int]
"""Ids of a round and of a table."""


@dataclass(frozen=True, slots=True)
class EveningSide:
    """The result of an evening for one of the two, or for their team."""

    place: int | None
    field_size: int
    percent: Fraction | None
    """Mean of the marks; None without marks."""
    leads: bool
    """True for the better place of the two."""


@dataclass(frozen=True, slots=True)
class SharedEvening:
    """A finished event that both people have played."""

    records: tuple[EventRecord, EventRecord]
    """Records of both, with their tournament."""
    entry_ids: tuple[int | None, int | None]
    """Ids of the entries of both; None if an entry no longer exists."""
    is_together: bool
    """True for one team, or for partners whose points are added up."""

    @property
    def tournament(self) -> Tournament:
        return self.records[0].tournament

    @property
    def sides(self) -> tuple[EveningSide, ...]:
        """Return the sides of the first and the second person; one side if they played together."""
        records = self.records[:1] if self.is_together else self.records
        return tuple(
            EveningSide(record.place, record.field_size, percent_of(record), self.leader == number)
            for number, record in enumerate(records)
        )

    @property
    def has_both_entries(self) -> bool:
        return None not in self.entry_ids

    @property
    def leader(self) -> int | None:
        """Return 0 or 1 for the better place; None if places are equal or one is missing."""
        first, second = (record.place for record in self.records)
        if first is None or second is None or first == second:
            return None
        return 0 if first < second else 1


@dataclass(frozen=True, slots=True)
class Attacks:
    """Deals at one table with one of the two in attack."""

    scores: tuple[int, ...]
    """Signed scores of the attack."""

    @property
    def made(self) -> int:
        return sum(score > 0 for score in self.scores)

    @property
    def mean(self) -> Fraction | None:
        return Fraction(sum(self.scores), len(self.scores)) if self.scores else None


@dataclass(frozen=True, slots=True)
class Meetings:
    """The played deals of all evenings with both people at one table."""

    attacks: tuple[Attacks, Attacks]
    """Deals attacked by the first and by the second."""
    defended: int
    """Number of deals with both in defence."""
    others: int
    """Number of deals without a recorded taker, or with one of the two as called partner."""

    @property
    def count(self) -> int:
        return sum(len(side.scores) for side in self.attacks) + self.defended + self.others


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two people of a register."""

    people: tuple[Person, Person]
    apart: tuple[SharedEvening, ...]
    """Evenings as individuals or in different teams, the latest first."""
    together: tuple[SharedEvening, ...]
    """Evenings in one team, the latest first."""
    meetings: Meetings

    @property
    def leads(self) -> tuple[int, int]:
        """Return the number of evenings with the better place, for each person."""
        leaders = [evening.leader for evening in self.apart]
        return leaders.count(0), leaders.count(1)

    @property
    def level(self) -> int:
        """Return the number of evenings with the same place, or without one."""
        return len(self.apart) - sum(self.leads)


@dataclass(frozen=True, slots=True)
class _EventEntry:
    """The entry of one of the two in one event."""

    pk: int
    team: str
    """Name that partners share; "" for a single player."""
    plays_alone: bool
    """True without team and substitute, so that the player at the table is known."""


def load_head_to_head(first: Person, second: Person) -> HeadToHead:
    """Return the comparison of two people of one register, the first with its club. Five queries.

    Events are those that count in seasons. Meetings are those of events whose tables are public, without
    deals under a ruling, without teams and without lines with a substitute.
    """
    records = _shared_records(first, second)
    first_entries, second_entries = _entries(first, records), _entries(second, records)
    evenings = [_evening(pair, first_entries.get(pk), second_entries.get(pk)) for pk, pair in records.items()]
    return HeadToHead(
        people=(first, second),
        apart=tuple(evening for evening in evenings if not evening.is_together),
        together=tuple(evening for evening in evenings if evening.is_together),
        meetings=_meetings(list(_alone_pairs(evenings, first_entries, second_entries))),
    )


def _shared_records(first: Person, second: Person) -> dict[int, tuple[EventRecord, EventRecord]]:
    """Return the records of both by id of the event, the latest first. One query."""
    tournaments = counted_tournaments(first.club).filter(records__person=first).filter(records__person=second)
    rows = EventRecord.objects.filter(person__in=(first, second), tournament__in=tournaments)
    records_by_event: dict[int, dict[int, EventRecord]] = {}
    for record in rows.select_related("tournament").order_by("-tournament__starts_on", "-tournament__pk"):
        records_by_event.setdefault(record.tournament_id, {})[record.person_id] = record
    return {pk: (pair[first.pk], pair[second.pk]) for pk, pair in records_by_event.items()}


def _entries(person: Person, events: Collection[int]) -> dict[int, _EventEntry]:
    """Return the person's entry by id of the event. One query."""
    rows = Entry.objects.filter(is_entry_of(person), tournament__in=events).annotate(
        is_shared=Exists(Substitution.objects.filter(entry=OuterRef("pk")))
    )
    # in the order of the ids: of two entries in one event the later one counts
    columns = "tournament_id", "pk", "name", "partners", "is_shared"
    return {
        event: _EventEntry(pk, name or partners, plays_alone=not name and not is_shared)
        for event, pk, name, partners, is_shared in rows.order_by("pk").values_list(*columns)
    }


def _evening(
    records: tuple[EventRecord, EventRecord], first: _EventEntry | None, second: _EventEntry | None
) -> SharedEvening:
    return SharedEvening(
        records=records,
        entry_ids=(first.pk if first else None, second.pk if second else None),
        is_together=first is not None and second is not None and _is_one_team(first, second),
    )


def _is_one_team(first: _EventEntry, second: _EventEntry) -> bool:
    return first.pk == second.pk or first.team == second.team != ""


def _alone_pairs(
    evenings: Sequence[SharedEvening], first: Mapping[int, _EventEntry], second: Mapping[int, _EventEntry]
) -> Iterator[tuple[int, int]]:
    """Yield the entries (ids) of both in events with public tables and known players."""
    for evening in evenings:
        first_entry, second_entry = first.get(evening.tournament.pk), second.get(evening.tournament.pk)
        shows_tables = is_shown(showing_of(evening.tournament), Part.BOARDS, OVER, Viewer.EVERYBODY)
        if (
            shows_tables
            and first_entry
            and second_entry
            and first_entry.plays_alone
            and second_entry.plays_alone
        ):
            yield first_entry.pk, second_entry.pk


def _meetings(pairs: Sequence[tuple[int, int]]) -> Meetings:
    """Return the deals at one table, counted by the role of both. Two queries."""
    seats = _seats_at_tables(pairs)
    scores: tuple[list[int], list[int]] = ([], [])
    defended_count = other_count = 0
    for place, board, score, seat_scores, facts, code in _list_deals(seats):
        taker, partners = _attack(code, board, facts)
        if taker in seats[place]:
            attack_score = score if seat_scores is None else seat_scores[taker]
            scores[seats[place].index(taker)].append(attack_score or 0)
        elif taker is None or partners & set(seats[place]):
            other_count += 1
        else:
            defended_count += 1
    return Meetings((Attacks(tuple(scores[0])), Attacks(tuple(scores[1]))), defended_count, other_count)


def _seats_at_tables(pairs: Sequence[tuple[int, int]]) -> dict[Place, tuple[int, int]]:
    """Return the seats of both, from 0, at the tables where they met. One query."""
    side_of = {entry: (pair, side) for pair in pairs for side, entry in enumerate(pair)}
    rows = Seating.objects.filter(entry__in=side_of)
    seats_by_place: dict[Place, dict[int, int]] = {}
    for round_id, table_id, entry, seat in rows.values_list("round_id", "table_id", "entry_id", "seat"):
        seats_by_place.setdefault((round_id, table_id), {})[side_of[entry][1]] = seat
    return {place: (seats[0], seats[1]) for place, seats in seats_by_place.items() if len(seats) == 2}


def _list_deals(places: Collection[Place]) -> Iterator[tuple[Place, int, int | None, Any, Any, str]]:
    """Yield place, board, score, scores by seat, facts and format of each played deal. One query."""
    has_ruling = Exists(Ruling.objects.in_force().filter(play=OuterRef("pk")))
    # the filtered relation joins only the current version of each result
    plays = (
        Play.objects.filter(~has_ruling, round__in={round_id for round_id, _table in places})
        .annotate(current=FilteredRelation("slips", condition=Q(slips__is_current=True)))
        .filter(current__kind=SlipKind.PLAYED)
    )
    columns = "board", "current__score", "current__seat_scores", "current__facts", TOURNAMENT_FORMAT
    for round_id, table_id, *values in plays.values_list("round_id", "table_id", *columns):
        # the query filters by round only, not by pairs of round and table
        if (round_id, table_id) in places:
            board, score, seat_scores, facts, code = values
            yield (round_id, table_id), board, score, seat_scores, facts or {}, code


def _attack(code: str, board: int, facts: Mapping[str, Any]) -> tuple[int | None, set[int]]:
    """Return the seat of the taker, or None if it was not recorded, and the seats of the called partners."""
    taker = find_format(code).taker_of(board)
    return facts.get("taker") if taker is None else taker, set(facts.get("partners", ()))
