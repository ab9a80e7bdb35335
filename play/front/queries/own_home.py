"""Data of the home of an account: evenings, ratings, table partners."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from play.alone.models import LONGEST_NAME, BoardPlayedAgain
from play.conduct.models import PlayerBlock
from play.free.models import FreeTable, RatedSeat, TableSeat
from play.rooms.models import RoomEntry
from play.rooms.queries.rooms import list_room_entries
from tournaments.entries.queries.own_entries import list_entered, list_evenings
from tournaments.enums import TournamentState
from tournaments.events.queries.public_events import public_events
from tournaments.models import Entry, EventRecord, Person
from tournaments.seasons.queries.follows import Kept, load_kept
from tournaments.seasons.queries.seasons import counting_events, percent_of

SHOWN_EVENINGS = 6
SHOWN_AGAIN = 6
SHOWN_PARTNERS = 6
CURVE_POINTS = 20
"""Most values of a curve."""
SEATS_READ = 200
"""Latest seats of other players at the user's tables, from which the partners are taken."""


@dataclass(frozen=True, slots=True)
class OwnEvening:
    """An evening of the user, with its result once the ranking shows it."""

    entry: Entry
    record: EventRecord | None
    percent: Fraction | None


@dataclass(frozen=True, slots=True)
class OwnEvenings:
    """Evenings of the people that an account is."""

    kept: Kept
    people: tuple[Person, ...]
    """People tied to the account."""
    under_way: tuple[OwnEvening, ...]
    coming: tuple[Entry, ...]
    """Entries in events to come, the next first."""
    past: tuple[OwnEvening, ...]
    ratings: tuple[Fraction, ...]
    """Ratings after the latest evenings, in order of time."""
    percents: tuple[Fraction, ...]


def load_own_evenings(user: User) -> OwnEvenings:
    """Return the evenings of an account. Five queries."""
    kept = load_kept(user)
    people = tuple(Person.objects.filter(user=user).select_related("club"))
    own_ids = {*kept.own, *(person.pk for person in people)}
    entries, _followed = list_evenings(own_ids, (), SHOWN_EVENINGS)
    records = list(
        EventRecord.objects.filter(person__in=own_ids, tournament__in=counting_events())
        .select_related("tournament")
        .order_by("-tournament__starts_on", "-pk")[:CURVE_POINTS]
    )
    by_event = {record.tournament_id: record for record in records}
    evenings = [_evening(entry, by_event.get(entry.tournament_id)) for entry in entries]
    # a claim proves nothing, so entries that no page shows yet need a tie
    draft_entries = list_entered([person.pk for person in people], public_events().open_to_players)
    seated_entries = [
        entry for entry in reversed(entries) if entry.tournament.state == TournamentState.SEATED
    ]
    in_time = records[::-1]
    return OwnEvenings(
        kept=kept,
        people=people,
        under_way=tuple(
            evening for evening in evenings if evening.entry.tournament.state == TournamentState.PLAYING
        ),
        coming=tuple(sorted([*draft_entries, *seated_entries], key=lambda entry: entry.tournament.starts_on)),
        past=tuple(
            evening for evening in evenings if evening.entry.tournament.state == TournamentState.FINISHED
        ),
        ratings=tuple(
            Fraction(round(record.rating_value)) for record in in_time if record.rating_value is not None
        ),
        percents=tuple(percent for record in in_time if (percent := percent_of(record)) is not None),
    )


def list_played_again(user: User) -> QuerySet[BoardPlayedAgain]:
    """Return the account's latest finished étuis played again, with table and event."""
    plays = BoardPlayedAgain.objects.filter(table__owner=user, table__ended_at__isnull=False)
    return plays.select_related("table", "session__tournament").order_by("-table__ended_at")[:SHOWN_AGAIN]


def list_own_rounds(user: User, now: datetime) -> QuerySet[RoomEntry]:
    """Return the account's entries in rounds under way or to come, with room."""
    entries = list_room_entries("", user).filter(
        round__ends_at__gt=now, left_at=None, round__room__is_open=True
    )
    return entries.select_related("round__room")


def list_live_tables(user: User) -> QuerySet[FreeTable]:
    """Return the open free tables where the account sits, latest first. Those of rounds are left out."""
    tables = FreeTable.objects.filter(seats__owner=user, ended_at=None, deal_set=None)
    tables = tables.select_related("evening_table__session__tournament")
    return tables.prefetch_related("seats", "deals")


def list_room_percents(user: User) -> list[Fraction]:
    """Return the results of the account's latest counted rounds in percent, in order of time. One query."""
    entries = user.room_entries.filter(is_counted=True, is_excluded=False).exclude(percent="")
    latest = entries.order_by("-round__starts_at", "-pk").values_list("percent", flat=True)[:CURVE_POINTS]
    return [Fraction(percent) for percent in latest][::-1]


def list_table_ratings(user: User) -> list[Fraction]:
    """Return the ratings after the account's latest rated matches, in order of time. One query."""
    seats = RatedSeat.objects.filter(owner=user, after__isnull=False, rated__settled_at__isnull=False)
    latest = seats.order_by("-rated__settled_at", "-pk").values_list("after", flat=True)[:CURVE_POINTS]
    return [Fraction(round(after)) for after in latest if after is not None][::-1]


def list_table_partners(user: User) -> Sequence[str]:
    """Return the pseudonyms of the accounts that last sat at the user's tables. One query.

    Players who sat there under another name stay unnamed: it must not lead to their pseudonym. Players whom
    the user blocked are left out, and those who blocked the user.
    """
    own_seats = TableSeat.objects.filter(table=OuterRef("table"), owner=user)
    blocks = PlayerBlock.objects.filter(
        Q(owner=user, blocked=OuterRef("owner")) | Q(owner=OuterRef("owner"), blocked=user)
    )
    seats = TableSeat.objects.filter(Exists(own_seats), ~Exists(blocks), owner__is_active=True)
    names = (
        seats.exclude(owner=user)
        .exclude(owner__pseudonym="")
        .filter(owner__pseudonym__startswith=F("name"))
        .order_by("-joined_at", "-pk")
        .values_list("owner__pseudonym", "name")
    )
    partners = [pseudonym for pseudonym, name in names[:SEATS_READ] if name == pseudonym[:LONGEST_NAME]]
    return list(dict.fromkeys(partners))[:SHOWN_PARTNERS]


def _evening(entry: Entry, record: EventRecord | None) -> OwnEvening:
    return OwnEvening(entry, record, percent_of(record) if record else None)
