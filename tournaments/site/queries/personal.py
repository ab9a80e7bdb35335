"""Everything that the site holds about somebody: to hand it over, and to know what is to be erased."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.own_data import load_account
from tournaments.core.exchange.player_row import PlayerRow
from tournaments.models import (
    AuditEvent,
    ChangedPerson,
    Club,
    ClubPage,
    Entry,
    EventRecord,
    Follow,
    HallCall,
    HallMessage,
    Incident,
    Invitation,
    Person,
    PersonMerge,
    Play,
    PrintedDocument,
    PrintedSheet,
    PrizeRule,
    RegisterChange,
    RegisteredPlayer,
    ResultFlag,
    ResultMail,
    ResultSlip,
    RoundLock,
    Ruling,
    SheetCheck,
    SheetScan,
    TablePhone,
    TieRequest,
    Tournament,
)
from tournaments.people.services.identity import is_written_by
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.site.queries.past_names import PastNames, load_past_names

SESSION, ROUND = "session__tournament__in", "round__section__session__tournament__in"
TEXTS: tuple[tuple[type[Model], str, tuple[str, ...]], ...] = (
    (Entry, "tournament__in", ("name", "family_names", "partners")),
    (HallCall, ROUND, ("reason",)),
    (HallMessage, SESSION, ("text",)),
    (Incident, SESSION, ("facts", "steps")),
    (Invitation, "tournament__in", ("label",)),
    (PrintedSheet, SESSION, ("lines",)),
    (ResultFlag, f"play__{ROUND}", ("text", "note")),
    (ResultSlip, f"play__{ROUND}", ("reason", "device")),
    (RoundLock, SESSION, ("reason",)),
    (Ruling, SESSION, ("reason", "withdrawn_reason")),
    (SheetCheck, SESSION, ("note",)),
    (SheetScan, SESSION, ("name",)),
    (TablePhone, ROUND, ("name",)),
)
"""Texts in which somebody may be named, and how their rows belong to the tournaments of the person."""
CLUB_TEXTS: list[tuple[type[Model], str, tuple[str, ...]]] = [
    (AuditEvent, "club", ("subject", "before", "after")),
    (ClubPage, "club", ("presentation", "address", "contact")),
    (PrizeRule, "plan__tournament__club", ("gifts",)),
    (RegisterChange, "club", ("name",)),
    (Tournament, "club", ("place",)),
]
"""Texts in which somebody may be named, and how their rows belong to a club; apps above add their own.

A new text column stands here, in `TEXTS`, or among the impersonal ones of
`tests/tournaments/site/test_personal_tables.py`.
"""


def entries_of(person: Person) -> QuerySet[Entry]:
    """The entries for which somebody plays: alone, in a team, in somebody's place."""
    own = Q(person=person) | Q(members__person=person) | Q(substitutions__person=person)
    return Entry.objects.filter(own | Q(substitutions__leaves=person)).distinct()


def registrations_of(person: Person, past: PastNames) -> QuerySet[RegisteredPlayer]:
    """Return the players of registrations who became the person, or wrote a name that the person ever had.

    A number alone says nothing: one who wrote it under another name is another person.
    """
    names = {
        PlayerRow(last_name=last_name, first_name=first_name).name_key
        for last_name, first_name in product(past.last_names, past.first_names or {""})
    }
    written = RegisteredPlayer.objects.filter(registration__tournament__club=person.club_id)
    same = []
    for player in written.only("last_name", "first_name", "federation_number"):
        row = PlayerRow(
            last_name=player.last_name, first_name=player.first_name, number=player.federation_number
        )
        if row.name_key in names or is_written_by(row, person):
            same.append(player.pk)
    own = Q(entry__in=entries_of(person).filter(name="")) | Q(pk__in=same)
    return RegisteredPlayer.objects.filter(own).select_related("registration__tournament").distinct()


def scans_about(person: Person, tournaments: Sequence[Tournament]) -> QuerySet[SheetScan]:
    """Pictures of the sheets at which somebody sat: their writing is on them."""
    plays = _plays_of(person).filter(round__section__session=OuterRef("session"))
    of_board = Exists(plays.filter(board=OuterRef("board")))
    of_table = Exists(
        plays.filter(round__number=OuterRef("round_number"), table__number=OuterRef("table_number"))
    )
    return SheetScan.objects.filter(of_board | of_table, session__tournament__in=tournaments)


def photos_about(person: Person) -> QuerySet[ResultFlag]:
    """Disputes with a photo at the tables where somebody sat."""
    return ResultFlag.objects.exclude(photo="").filter(play__in=_plays_of(person))


def documents_about(tournaments: Sequence[Tournament]) -> QuerySet[PrintedDocument]:
    """Papers of the events in which somebody played."""
    return PrintedDocument.objects.filter(tournament__in=tournaments)


def texts_about(
    club: Club, tournaments: Sequence[Tournament]
) -> Iterable[tuple[QuerySet[Any], tuple[str, ...]]]:
    """Return the rows whose texts may name a person of a club, with the fields."""
    for model, path, fields in CLUB_TEXTS:
        yield model._default_manager.filter(**{path: club}), fields
    for model, path, fields in TEXTS:
        yield model._default_manager.filter(**{path: tournaments}), fields


MADE_HERE = (
    "search_key", "sort_key", "told_by", "namesake_number", "public_number", "link_nonce", "user_id",
)  # fmt: skip
"""What the site works out about somebody from the rest."""


def load_personal(person: Person, *, for_owner: bool = False) -> dict[str, Any]:
    """Everything held about somebody, as plain JSON values; a query or a few for each event.

    Args:
        for_owner: with what the account tied to him keeps; a club takes along what it knows itself.
    """
    past = load_past_names(person)
    registered = registrations_of(person, past)
    about = Q(person=person) | Q(person=None, subject__in={*past.full_names(), str(person)})
    return {
        "person": _row(person, MADE_HERE),
        "club": person.club.name,
        **({"account": person.user and load_account_data(person.user)} if for_owner else {}),
        "asked_accounts": [
            {"email": asked.email, "asked_at": asked.asked_at.isoformat()}
            for asked in person.tie_requests.filter(is_by_owner=False)
        ],
        "tournaments": [_event(entry) for entry in entries_of(person).select_related("tournament")],
        "records": [_row(record) for record in EventRecord.objects.filter(person=person)],
        "registrations": [
            {**_row(player), "registration": _row(player.registration, ("token",))} for player in registered
        ],
        "mails": [_row(mail, ("language",)) for mail in ResultMail.objects.filter(person=person)],
        "merges": [_merge(merge) for merge in PersonMerge.objects.filter(kept=person)],
        "register_changes": [_row(part) for part in ChangedPerson.objects.filter(person_key=person.pk)],
        "trace": [
            {
                "at": event.created_at.isoformat(),
                "action": event.action,
                "subject": event.subject,
                **({"before": event.before, "after": event.after} if event.person_id else {}),
            }
            for event in AuditEvent.objects.filter(about, club=person.club_id)
        ],
    }


def _plays_of(person: Person) -> QuerySet[Play]:
    return Play.objects.filter(
        round__seatings__entry__in=entries_of(person), round__seatings__table=F("table")
    )


def load_account_data(user: User) -> dict[str, Any]:
    """Everything held about an account, as plain JSON values; what it opens is not there.

    Of what it did for clubs there is what and when, not about whom: that is theirs.
    """
    return {
        **load_account(user),
        "follows": [_row(follow) for follow in Follow.objects.filter(user=user)],
        "players": [
            {"name": person.full_name, "club": person.club.name}
            for person in user.people.select_related("club").order_by("pk")
        ],
        "answers_to_clubs": [
            {"club": asked.person.club.name, "name": asked.person.full_name, "state": asked.state}
            for asked in TieRequest.objects.filter(email=user.email.lower()).select_related("person__club")
        ],
        "clubs": [
            {"club": membership.club.name, "role": membership.role}
            for membership in user.memberships.select_related("club").order_by("pk")
        ],
        "roles": [
            {"event": role.tournament.name, "role": role.role}
            for role in user.event_roles.select_related("tournament").order_by("pk")
        ],
        "acts": [
            {"at": at.isoformat(), "action": action, "address": address}
            for at, action, address in AuditEvent.objects.filter(actor=user)
            .order_by("pk")
            .values_list("created_at", "action", "address")
        ],
    }


def _merge(merge: PersonMerge) -> dict[str, Any]:
    """A merge; one made before ties had their owner's word may hold the number of an account."""
    removed = {name: value for name, value in merge.removed.items() if name != "user_id"}
    return {**_row(merge), "removed": removed}


def _event(entry: Entry) -> dict[str, Any]:
    """An event: the entry, its results session by session, the scores of its deals."""
    rows = {
        session.number: next(
            (row for row in snapshot_rows(latest_standings(session)) if row.entry.pk == entry.pk), None
        )
        for session in entry.tournament.sessions.all()
    }
    slips = (
        ResultSlip.objects.current()
        .filter(play__round__seatings__entry=entry, play__round__seatings__table=F("play__table"))
        .order_by("play__round__section__session__number", "play__round__number", "play__board")
        .distinct()
    )
    return {
        "name": entry.tournament.name,
        "date": entry.tournament.starts_on.isoformat(),
        "entry": _row(entry),
        "results": [
            {"session": number, "place": row.overall_place, "value": str(row.value)}
            for number, row in rows.items()
            if row is not None
        ],
        "deals": [
            dict(zip(("round", "table", "board", "kind", "score"), values, strict=True))
            for values in slips.values_list(
                "play__round__number", "play__table__number", "play__board", "kind", "score"
            )
        ],
    }


def _row(row: Model, left_out: Sequence[str] = ()) -> dict[str, Any]:
    """The fields of a row by name, without those that only the site can use."""
    values = {field.attname: field.value_from_object(row) for field in row._meta.concrete_fields}
    return {
        name: value if isinstance(value, bool | int | str | list | dict | None) else str(value)
        for name, value in values.items()
        if name not in left_out
    }
