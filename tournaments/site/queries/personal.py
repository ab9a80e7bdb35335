"""Queries for all data about a person: for the export, and for the erasure."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.own_data import load_account
from tournaments.core.exchange.player_row import PlayerRow
from tournaments.entries.words.answer_words import describe_answer
from tournaments.models import (
    AuditEvent,
    ChangedPerson,
    Club,
    ClubPage,
    EntrantLetter,
    Entry,
    EntryAnswer,
    EventRecord,
    Follow,
    HallCall,
    HallMessage,
    Incident,
    Invitation,
    LicenceList,
    PartnerProposal,
    PaymentReceipt,
    Person,
    PersonMerge,
    Play,
    PrintedDocument,
    PrintedSheet,
    PrizeRule,
    RankingClaim,
    RegisterChange,
    RegisteredPlayer,
    ResultFlag,
    ResultMail,
    ResultSlip,
    RoundLock,
    Ruling,
    SheetCheck,
    SheetQuestion,
    SheetScan,
    TablePhone,
    TieRequest,
    Tournament,
)
from tournaments.people.queries.licences import licensees_of
from tournaments.people.services.identity import is_written_by
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.site.queries.past_names import PastNames, load_past_names

SESSION, ROUND = "session__tournament__in", "round__section__session__tournament__in"
TEXTS: tuple[tuple[type[Model], str, tuple[str, ...]], ...] = (
    (Entry, "tournament__in", ("name", "family_names", "partners")),
    (EntrantLetter, "tournament__in", ("subject", "text")),
    (EntryAnswer, "player__registration__tournament__in", ("text",)),
    (HallCall, ROUND, ("reason",)),
    (HallMessage, SESSION, ("text",)),
    (Incident, SESSION, ("facts", "steps")),
    (Invitation, "tournament__in", ("label",)),
    (PrintedSheet, SESSION, ("lines",)),
    (RankingClaim, "tournament__in", ("text", "answer")),
    (ResultFlag, f"play__{ROUND}", ("text", "note")),
    (ResultSlip, f"play__{ROUND}", ("reason", "device")),
    (RoundLock, SESSION, ("reason",)),
    (Ruling, SESSION, ("reason", "withdrawn_reason")),
    (SheetCheck, SESSION, ("note",)),
    (SheetQuestion, SESSION, ("text", "answer")),
    (SheetScan, SESSION, ("name",)),
    (TablePhone, ROUND, ("name",)),
)
"""Columns of text that may name a person, with the path from their rows to the tournaments."""
CLUB_TEXTS: list[tuple[type[Model], str, tuple[str, ...]]] = [
    (AuditEvent, "club", ("subject", "before", "after")),
    (ClubPage, "club", ("presentation", "address", "contact", "receipt_head")),
    (LicenceList, "club", ("name",)),
    (PrizeRule, "plan__tournament__club", ("gifts",)),
    (PaymentReceipt, "tournament__club", ("payer", "subject", "reason")),
    (RegisterChange, "club", ("name",)),
    (Tournament, "club", ("place",)),
]
"""Columns of text that may name a person, with the path from their rows to the club.

Apps above add their own. A new text column stands here, in `TEXTS`, or among the impersonal ones of
`tests/tournaments/site/test_personal_tables.py`.
"""


def list_person_entries(person: Person) -> QuerySet[Entry]:
    """Return the entries of a person: alone, in a team, as a substitute, or replaced by one."""
    played_by_person = Q(person=person) | Q(members__person=person) | Q(substitutions__person=person)
    return Entry.objects.filter(played_by_person | Q(substitutions__leaves=person)).distinct()


def registrations_of(person: Person, past_names: PastNames) -> QuerySet[RegisteredPlayer]:
    """Return the players of registrations who became the person, or have one of the person's names.

    A licence number alone is no match: under another name it belongs to another person.
    """
    names = {
        PlayerRow(last_name=last_name, first_name=first_name).name_key
        for last_name, first_name in product(past_names.last_names, past_names.first_names or {""})
    }
    candidates = RegisteredPlayer.objects.filter(registration__tournament__club=person.club_id)
    matching_ids = []
    for player in candidates.only("last_name", "first_name", "federation_number"):
        row = PlayerRow(
            last_name=player.last_name, first_name=player.first_name, number=player.federation_number
        )
        if row.name_key in names or is_written_by(row, person):
            matching_ids.append(player.pk)
    is_person = Q(entry__in=list_person_entries(person).filter(name="")) | Q(pk__in=matching_ids)
    return (
        RegisteredPlayer.objects.filter(is_person)
        .select_related("registration__tournament", "sent_with__tournament")
        .distinct()
    )


def scans_about(person: Person, tournaments: Sequence[Tournament]) -> QuerySet[SheetScan]:
    """Return the pictures of the sheets of the person's tables, which show their handwriting."""
    plays = _plays_of(person).filter(round__section__session=OuterRef("session"))
    of_board = Exists(plays.filter(board=OuterRef("board")))
    of_table = Exists(
        plays.filter(round__number=OuterRef("round_number"), table__number=OuterRef("table_number"))
    )
    # a traveller is filed by its board, a score sheet by its round and table
    return SheetScan.objects.filter(of_board | of_table, session__tournament__in=tournaments)


def photos_about(person: Person) -> QuerySet[ResultFlag]:
    """Return the disputes with a photo of the person's tables."""
    return ResultFlag.objects.exclude(photo="").filter(play__in=_plays_of(person))


def documents_about(tournaments: Sequence[Tournament]) -> QuerySet[PrintedDocument]:
    """Return the printed documents of tournaments."""
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
"""Fields of a person that the site computes from the others."""


def load_personal(person: Person, *, for_owner: bool = False) -> dict[str, Any]:
    """Return all data about a person as JSON values. A few queries for each event.

    Args:
        for_owner: True to add the data of the tied account, which a club must not get.
    """
    past_names = load_past_names(person)
    players = registrations_of(person, past_names)
    about = Q(person=person) | Q(person=None, subject__in={*past_names.full_names(), str(person)})
    return {
        "person": _row(person, MADE_HERE),
        "club": person.club.name,
        **({"account": person.user and load_account_data(person.user)} if for_owner else {}),
        "asked_accounts": [
            {"email": tie_request.email, "asked_at": tie_request.asked_at.isoformat()}
            for tie_request in person.tie_requests.filter(is_by_owner=False)
        ],
        "tournaments": [_event(entry) for entry in list_person_entries(person).select_related("tournament")],
        "receipts": [
            _row(receipt, ("issued_by_id",))
            for receipt in PaymentReceipt.objects.filter(
                Q(entry__in=list_person_entries(person)) | Q(payer__in=past_names.full_names()),
                tournament__club=person.club_id,
            )
        ],
        "records": [_row(record) for record in EventRecord.objects.filter(person=person)],
        "registrations": [
            {
                **_row(player),
                "registration": _row(player.home, ("token",)),
                "proposals": [
                    {
                        "is_sent": proposal.sender_id == player.home.pk,
                        "at": proposal.created_at.isoformat(),
                        "is_declined": proposal.declined_at is not None,
                    }
                    for proposal in PartnerProposal.objects.filter(
                        Q(sender=player.home) | Q(recipient=player.home)
                    )
                ],
                "answers": [describe_answer(answer) for answer in player.answers.select_related("question")],
            }
            for player in players
        ],
        "licences": [_row(licensee, MADE_HERE) for licensee in licensees_of(person)],
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
        round__seatings__entry__in=list_person_entries(person), round__seatings__table=F("table")
    )


def load_account_data(user: User) -> dict[str, Any]:
    """Return all data about an account as JSON values, without its secrets.

    Its actions for clubs are listed with their time and kind. The persons concerned are the club's data.
    """
    return {
        **load_account(user),
        "follows": [_row(follow) for follow in Follow.objects.filter(user=user)],
        "players": [
            {"name": person.full_name, "club": person.club.name}
            for person in user.people.select_related("club").order_by("pk")
        ],
        "answers_to_clubs": [
            {
                "club": tie_request.person.club.name,
                "name": tie_request.person.full_name,
                "state": tie_request.state,
            }
            for tie_request in TieRequest.objects.filter(email=user.email.lower()).select_related(
                "person__club"
            )
        ],
        "programs": [
            {"name": token.name, "scope": token.scope, "until": token.expires_at.isoformat()}
            for token in user.api_tokens.order_by("pk")
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
    """Return the data of a merge."""
    # early versions tied accounts without their owner's consent, so such a number is not handed over
    removed = {name: value for name, value in merge.removed.items() if name != "user_id"}
    return {**_row(merge), "removed": removed}


def _event(entry: Entry) -> dict[str, Any]:
    """Return the data of an event: the entry, its results by session, the scores of its deals."""
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


def _row(row: Model, hidden_names: Sequence[str] = ()) -> dict[str, Any]:
    """Return the fields of a row by name, without those of use to the site only."""
    values = {field.attname: field.value_from_object(row) for field in row._meta.concrete_fields}
    return {
        name: value if isinstance(value, bool | int | str | list | dict | None) else str(value)
        for name, value in values.items()
        if name not in hidden_names
    }
