"""Withdrawal of an entry before the seats are fixed, and its undo."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.queries.protected_rows import is_protected
from tournaments.base.queries.teams import list_tournament_players, people_of
from tournaments.base.row_numbers import is_row_number
from tournaments.entries.services.teams import family_names
from tournaments.entries.services.waiting import promote_waiting
from tournaments.events.services.events import lock_tournament, refuse_overflow, require_draft, seat_count
from tournaments.models import (
    AuditEvent,
    Entry,
    EntryFee,
    EntryMember,
    FeeRate,
    PaymentReceipt,
    Person,
    Section,
    Tournament,
)
from tournaments.trace.services.trace import record_event

WITHDRAWN, RESTORED = "entries.withdrawn", "entries.restored"
RETURNED = "fees.returned"


@dataclass(frozen=True, slots=True)
class LeftPayment:
    """A payment of an entry that was withdrawn, neither restored nor returned."""

    event_id: int
    """Id of the withdrawal in the trace."""
    name: str
    cents: int


def find_left_payments(tournament: Tournament) -> dict[int, LeftPayment]:
    """Return the payments of withdrawn entries by the id of their withdrawal. One query."""
    events = AuditEvent.objects.filter(
        tournament=tournament, action__in=[WITHDRAWN, RESTORED, RETURNED]
    ).order_by("pk")
    payments: dict[int, LeftPayment] = {}
    for event in events:
        if event.action == WITHDRAWN:
            _rate, cents, *_means = (event.before or {}).get("fee") or (None, 0)
            if cents:
                payments[event.pk] = LeftPayment(event.pk, event.subject, cents)
        elif payment := _ended_payment(event, payments):
            del payments[payment.event_id]
    return payments


def _ended_payment(event: AuditEvent, payments: Mapping[int, LeftPayment]) -> LeftPayment | None:
    """Return the payment that a restoration or a return ends."""
    if event.after:
        return payments.get(event.after["withdrawal"])
    # restorations before 30 November 2026 name no withdrawal
    return next((payment for payment in payments.values() if payment.name == event.subject), None)


@transaction.atomic
def withdraw_entry(*, entry: Entry, withdrawn_by: User | None) -> AuditEvent:
    """Withdraw an entry; its place goes to the waiting list. `restore_entry` takes the returned event.

    Raises:
        AppError: the seats are fixed (`not_in_preparation`), the entry is withdrawn already (`not_entered`),
            or it has played an earlier session or made a claim (`entry_kept`).
    """
    tournament = lock_tournament(entry.tournament)
    require_draft(tournament)
    current_entry = tournament.entries.select_related("person").filter(pk=entry.pk).first()
    if current_entry is None:
        raise AppError("not_entered", _("%(person)s n’est plus inscrit.") % {"person": entry})
    entry = current_entry
    if is_kept(entry):
        raise AppError(
            "entry_kept",
            _(
                "%(entry)s a joué une séance, ou a fait une réclamation : gardez cette inscription, et"
                " notez le départ à la page « Présence et remplacements »."
            )
            % {"entry": entry},
        )
    event = record_event(
        club=tournament.club,
        tournament=tournament,
        actor=withdrawn_by,
        action=WITHDRAWN,
        subject=str(entry),
        # the trace is the only store of the data for the undo
        before=_facts(entry),
    )
    entry.delete()
    promote_waiting(tournament)
    return event


@transaction.atomic
def restore_entry(*, tournament: Tournament, event: AuditEvent, restored_by: User | None) -> Entry:
    """Enter a withdrawn entry again, with team, fee and arrival, and with its place if that is still free.

    Raises:
        AppError: the event is not a withdrawal of this tournament (`nothing_to_restore`), a person of it has
            entered since (`entered_since`), or as `withdraw_entry` and `too_many_entries`.
    """
    locked_tournament = lock_tournament(tournament)
    require_draft(locked_tournament)
    facts = event.before or {}
    # the default manager leaves out the fictitious people of practice events
    people = Person.everybody.in_bulk(facts.get("people", []))
    if event.tournament_id != locked_tournament.pk or event.action != WITHDRAWN or not people:
        raise AppError("nothing_to_restore", _("Ce retrait ne peut plus être annulé."))
    if (
        len(people) < len(facts["people"])
        or list_tournament_players(locked_tournament).filter(pk__in=people).exists()
    ):
        raise AppError(
            "entered_since",
            _("%(entry)s est de nouveau inscrit, en tout ou partie.") % {"entry": event.subject},
        )
    refuse_overflow(
        locked_tournament,
        entered=locked_tournament.entries.count() + 1,
        capacity=seat_count(locked_tournament),
    )
    if facts["fee"] and event.pk not in find_left_payments(locked_tournament):
        # the payment was returned
        facts = {**facts, "fee": [facts["fee"][0], 0]}
    entry = _recreate_entry(locked_tournament, facts)
    record_event(
        club=locked_tournament.club,
        tournament=locked_tournament,
        actor=restored_by,
        action=RESTORED,
        subject=str(entry),
        after={"withdrawal": event.pk},
    )
    return entry


def is_kept(entry: Entry) -> bool:
    """Return whether seats of an earlier session or claims keep an entry from being deleted. One query."""
    return Entry.objects.filter(is_protected(Entry), pk=entry.pk).exists()


def withdrawn_event(tournament: Tournament, number: str) -> AuditEvent | None:
    """Return the withdrawal with this id; None without one, or if its people are back. Two queries."""
    if not is_row_number(number):
        return None
    event = AuditEvent.objects.filter(pk=int(number), tournament=tournament, action=WITHDRAWN).first()
    people = (event.before or {}).get("people", []) if event else []
    is_entered_again = list_tournament_players(tournament).filter(pk__in=people).exists()
    return None if is_entered_again else event


def _facts(entry: Entry) -> dict[str, Any]:
    """Return the data for a later restoration of the entry: ids, no contact details."""
    fee = EntryFee.objects.filter(entry=entry).first()
    captain, *members = sorted(people_of(entry), key=lambda person: person.pk != entry.person_id)
    return {
        "people": [person.pk for person in (captain, *members)],
        "name": entry.name,
        "has_family_names": bool(entry.family_names),
        "partners": entry.partners,
        "presence": entry.presence,
        "place": [entry.section_id, entry.start_table, entry.start_seat],
        "arrived_at": entry.arrived_at.isoformat() if entry.arrived_at else None,
        "is_announced": entry.is_announced,
        "fee": [fee.rate_id, fee.paid_cents, fee.means] if fee else None,
        "members_arrived": {
            str(member.person_id): member.arrived_at.isoformat()
            for member in entry.members.all()
            if member.arrived_at
        },
        "receipts": [receipt.pk for receipt in entry.receipts.all()],
    }


def _in_order(facts: dict[str, Any]) -> list[Person]:
    """Return the people of an entry, the captain first. One query."""
    people_by_id = Person.everybody.in_bulk(facts["people"])
    return [people_by_id[pk] for pk in facts["people"]]


def _time(text: str | None) -> datetime.datetime | None:
    return datetime.datetime.fromisoformat(text) if text else None


def _recreate_entry(tournament: Tournament, facts: dict[str, Any]) -> Entry:
    captain = facts["people"][0]
    section, table, seat = facts["place"]
    entry = Entry.objects.create(
        tournament=tournament,
        person_id=captain,
        name=facts["name"],
        family_names=family_names(_in_order(facts)) if facts.get("has_family_names") else "",
        partners=facts["partners"],
        presence=facts["presence"],
        arrived_at=_time(facts["arrived_at"]),
        is_announced=facts.get("is_announced", False),
    )
    # only teams have a name and rows of members
    if facts["name"]:
        times = facts.get("members_arrived", {})
        EntryMember.objects.bulk_create(
            EntryMember(
                entry=entry, tournament=tournament, person_id=pk, arrived_at=_time(times.get(str(pk)))
            )
            for pk in facts["people"]
        )
    entries_on_place = tournament.entries.filter(section_id=section, start_table=table, start_seat=seat)
    # the section may have been deleted since
    has_section = Section.objects.filter(pk=section, session__tournament=tournament).exists()
    if section and has_section and not entries_on_place.exists():
        entry.section_id, entry.start_table, entry.start_seat = section, table, seat
        entry.save(update_fields=["section", "start_table", "start_seat"])
    if facts["fee"] and FeeRate.objects.filter(pk=facts["fee"][0], tournament=tournament).exists():
        rate_id, paid_cents, *means = facts["fee"]
        EntryFee.objects.create(entry=entry, rate_id=rate_id, paid_cents=paid_cents, means="".join(means))
    # withdrawals before 30 November 2026 have no receipts
    PaymentReceipt.objects.filter(pk__in=facts.get("receipts", ()), tournament=tournament).update(entry=entry)
    return entry
