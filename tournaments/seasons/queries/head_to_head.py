"""Two people over all evenings that they share: who was ahead, what came of meeting at a table."""

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
    """What an evening came to for one of the two, or for their team."""

    place: int | None
    field_size: int
    percent: Fraction | None
    """Mean of the marks; None without marks."""
    leads: bool
    """The better place of the two."""


@dataclass(frozen=True, slots=True)
class SharedEvening:
    """A finished event that both have played."""

    records: tuple[EventRecord, EventRecord]
    """With their tournament."""
    entry_ids: tuple[int | None, int | None]
    """Of the entries for which they played, None once gone."""
    is_together: bool
    """In one team, or as partners whose points are added up."""

    @property
    def tournament(self) -> Tournament:
        return self.records[0].tournament

    @property
    def sides(self) -> tuple[EveningSide, ...]:
        """Of the first and of the second; one where they played together."""
        shown = self.records[:1] if self.is_together else self.records
        return tuple(
            EveningSide(record.place, record.field_size, percent_of(record), self.leader == number)
            for number, record in enumerate(shown)
        )

    @property
    def has_both_entries(self) -> bool:
        return None not in self.entry_ids

    @property
    def leader(self) -> int | None:
        """0 or 1, who had the better place; None for equals and without two places."""
        first, second = (record.place for record in self.records)
        if first is None or second is None or first == second:
            return None
        return 0 if first < second else 1


@dataclass(frozen=True, slots=True)
class Attacks:
    """Deals of one table that one of the two attacked."""

    scores: tuple[int, ...]
    """Of the attack, signed."""

    @property
    def made(self) -> int:
        return sum(score > 0 for score in self.scores)

    @property
    def mean(self) -> Fraction | None:
        return Fraction(sum(self.scores), len(self.scores)) if self.scores else None


@dataclass(frozen=True, slots=True)
class Meetings:
    """The played deals of all evenings at which both sat at one table."""

    attacks: tuple[Attacks, Attacks]
    """Of the first and of the second."""
    defended: int
    """Deals in which both were in defence."""
    others: int
    """Deals of which nobody wrote who took them."""

    @property
    def count(self) -> int:
        return sum(len(side.scores) for side in self.attacks) + self.defended + self.others


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two people of a register."""

    people: tuple[Person, Person]
    apart: tuple[SharedEvening, ...]
    """Evenings in which each played for himself, or in another team; the latest first."""
    together: tuple[SharedEvening, ...]
    """Evenings in one team, the latest first."""
    meetings: Meetings

    @property
    def leads(self) -> tuple[int, int]:
        """How often each had the better place."""
        leaders = [evening.leader for evening in self.apart]
        return leaders.count(0), leaders.count(1)

    @property
    def level(self) -> int:
        """Evenings with the same place, or without one."""
        return len(self.apart) - sum(self.leads)


@dataclass(frozen=True, slots=True)
class _Entered:
    """One of the two in one event."""

    pk: int
    team: str
    """Shared by partners; "" for a player alone."""
    plays_alone: bool
    """Neither a team nor somebody's substitute: who sat at the table is known."""


def load_head_to_head(first: Person, second: Person) -> HeadToHead:
    """What two of one register, the first with its club, made of the events that both played. Five queries.

    Events are those that count in seasons. Meetings are those of events that show all tables, without
    deals on which a referee ruled, teams, and lines with a substitute.
    """
    records = _shared_records(first, second)
    own, other = _entries(first, records), _entries(second, records)
    evenings = [_evening(pair, own.get(pk), other.get(pk)) for pk, pair in records.items()]
    return HeadToHead(
        people=(first, second),
        apart=tuple(evening for evening in evenings if not evening.is_together),
        together=tuple(evening for evening in evenings if evening.is_together),
        meetings=_meetings(list(_alone_pairs(evenings, own, other))),
    )


def _shared_records(first: Person, second: Person) -> dict[int, tuple[EventRecord, EventRecord]]:
    """The records of both by id of the event, the latest first. One query."""
    counted = counted_tournaments(first.club).filter(records__person=first).filter(records__person=second)
    rows = EventRecord.objects.filter(person__in=(first, second), tournament__in=counted)
    found: dict[int, dict[int, EventRecord]] = {}
    for record in rows.select_related("tournament").order_by("-tournament__starts_on", "-tournament__pk"):
        found.setdefault(record.tournament_id, {})[record.person_id] = record
    return {pk: (pair[first.pk], pair[second.pk]) for pk, pair in found.items()}


def _entries(person: Person, events: Collection[int]) -> dict[int, _Entered]:
    """For what somebody played, by id of the event. One query."""
    rows = Entry.objects.filter(is_entry_of(person), tournament__in=events).annotate(
        is_shared=Exists(Substitution.objects.filter(entry=OuterRef("pk")))
    )
    columns = "tournament_id", "pk", "name", "partners", "is_shared"
    return {
        event: _Entered(pk, name or partners, plays_alone=not name and not is_shared)
        for event, pk, name, partners, is_shared in rows.order_by("pk").values_list(*columns)
    }


def _evening(
    records: tuple[EventRecord, EventRecord], first: _Entered | None, second: _Entered | None
) -> SharedEvening:
    return SharedEvening(
        records=records,
        entry_ids=(first.pk if first else None, second.pk if second else None),
        is_together=first is not None and second is not None and _are_together(first, second),
    )


def _are_together(first: _Entered, second: _Entered) -> bool:
    return first.pk == second.pk or first.team == second.team != ""


def _alone_pairs(
    evenings: Sequence[SharedEvening], first: Mapping[int, _Entered], second: Mapping[int, _Entered]
) -> Iterator[tuple[int, int]]:
    """Entries of both (ids) in the events whose tables show and where it is known who sat there."""
    for evening in evenings:
        own, other = first.get(evening.tournament.pk), second.get(evening.tournament.pk)
        shows_tables = is_shown(showing_of(evening.tournament), Part.BOARDS, OVER, Viewer.EVERYBODY)
        if shows_tables and own and other and own.plays_alone and other.plays_alone:
            yield own.pk, other.pk


def _meetings(pairs: Sequence[tuple[int, int]]) -> Meetings:
    """What came of the deals at one table. Two queries."""
    seats = _seats_at_tables(pairs)
    scores: tuple[list[int], list[int]] = ([], [])
    defended = others = 0
    for place, board, score, seat_scores, facts, code in _played(seats):
        taker, partners = _attack(code, board, facts)
        if taker in seats[place]:
            made = score if seat_scores is None else seat_scores[taker]
            scores[seats[place].index(taker)].append(made or 0)
        elif taker is None or partners & set(seats[place]):
            others += 1
        else:
            defended += 1
    return Meetings((Attacks(tuple(scores[0])), Attacks(tuple(scores[1]))), defended, others)


def _seats_at_tables(pairs: Sequence[tuple[int, int]]) -> dict[Place, tuple[int, int]]:
    """Seats of both at every table where they met, from 0. One query."""
    side_of = {entry: (pair, side) for pair in pairs for side, entry in enumerate(pair)}
    rows = Seating.objects.filter(entry__in=side_of)
    found: dict[Place, dict[int, int]] = {}
    for round_id, table_id, entry, seat in rows.values_list("round_id", "table_id", "entry_id", "seat"):
        found.setdefault((round_id, table_id), {})[side_of[entry][1]] = seat
    return {place: (seats[0], seats[1]) for place, seats in found.items() if len(seats) == 2}


def _played(places: Collection[Place]) -> Iterator[tuple[Place, int, int | None, Any, Any, str]]:
    """Place, board, score, scores by seat, facts and format of every played deal there. One query."""
    ruled = Exists(Ruling.objects.in_force().filter(play=OuterRef("pk")))
    plays = (
        Play.objects.filter(~ruled, round__in={round_id for round_id, _table in places})
        .annotate(current=FilteredRelation("slips", condition=Q(slips__is_current=True)))
        .filter(current__kind=SlipKind.PLAYED)
    )
    columns = "board", "current__score", "current__seat_scores", "current__facts", TOURNAMENT_FORMAT
    for round_id, table_id, *rest in plays.values_list("round_id", "table_id", *columns):
        if (round_id, table_id) in places:
            board, score, seat_scores, facts, code = rest
            yield (round_id, table_id), board, score, seat_scores, facts or {}, code


def _attack(code: str, board: int, facts: Mapping[str, Any]) -> tuple[int | None, set[int]]:
    """Seats of the taker, None where nobody wrote it, and of those whom he called."""
    taker = find_format(code).taker_of(board)
    return facts.get("taker") if taker is None else taker, set(facts.get("partners", ()))
