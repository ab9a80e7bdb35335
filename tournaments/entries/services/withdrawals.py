"""Taking an entry off the list before the seats are fixed, and taking that back."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.queries.teams import people_of, players_of
from tournaments.entries.services.teams import family_names
from tournaments.entries.services.waiting import promote_waiting
from tournaments.events.services.events import lock_tournament, refuse_overflow, require_draft, seat_count
from tournaments.models import AuditEvent, Entry, EntryFee, EntryMember, FeeRate, Person, Section, Tournament
from tournaments.trace.services.trace import record_event

LONGEST_NUMBER = 18
"""Digits of a row's number that any database reads."""
WITHDRAWN, RESTORED = "entries.withdrawn", "entries.restored"


@transaction.atomic
def withdraw_entry(*, entry: Entry, withdrawn_by: User | None) -> AuditEvent:
    """Take somebody off the list and call who waits for a place; `restore_entry` takes the event back.

    Raises:
        AppError: the seats are fixed (`not_in_preparation`).
    """
    tournament = lock_tournament(entry.tournament)
    require_draft(tournament)
    event = record_event(
        club=tournament.club,
        tournament=tournament,
        actor=withdrawn_by,
        action=WITHDRAWN,
        subject=str(entry),
        before=_facts(entry),
    )
    entry.delete()
    promote_waiting(tournament)
    return event


@transaction.atomic
def restore_entry(*, tournament: Tournament, event: AuditEvent, restored_by: User | None) -> Entry:
    """Enter again whom `event` took off, with team, fee, arrival and, where it is still free, the place.

    Raises:
        AppError: the event tells of nothing that can come back (`nothing_to_restore`), somebody of it has
            entered since (`entered_since`), or as `withdraw_entry` and `too_many_entries`.
    """
    locked = lock_tournament(tournament)
    require_draft(locked)
    facts = event.before or {}
    people = Person.everybody.in_bulk(facts.get("people", []))
    if event.tournament_id != locked.pk or event.action != WITHDRAWN or not people:
        raise AppError("nothing_to_restore", _("Ce retrait ne peut plus être annulé."))
    if len(people) < len(facts["people"]) or players_of(locked).filter(pk__in=people).exists():
        raise AppError(
            "entered_since",
            _("%(entry)s est de nouveau inscrit, en tout ou partie.") % {"entry": event.subject},
        )
    refuse_overflow(locked, entered=locked.entries.count() + 1, capacity=seat_count(locked))
    entry = _remake(locked, facts)
    record_event(club=locked.club, tournament=locked, actor=restored_by, action=RESTORED, subject=str(entry))
    return entry


def withdrawn_event(tournament: Tournament, number: str) -> AuditEvent | None:
    """The withdrawal of this number in the trace of the tournament, if it is one. One query."""
    if not number.isdecimal() or len(number) > LONGEST_NUMBER:
        return None
    return AuditEvent.objects.filter(pk=int(number), tournament=tournament, action=WITHDRAWN).first()


def _facts(entry: Entry) -> dict[str, Any]:
    """All that is needed to enter somebody again as he was; ids, no contact details."""
    fee = EntryFee.objects.filter(entry=entry).first()
    captain, *others = sorted(people_of(entry), key=lambda person: person.pk != entry.person_id)
    return {
        "people": [person.pk for person in (captain, *others)],
        "name": entry.name,
        "has_family_names": bool(entry.family_names),
        "partners": entry.partners,
        "presence": entry.presence,
        "place": [entry.section_id, entry.start_table, entry.start_seat],
        "arrived_at": entry.arrived_at.isoformat() if entry.arrived_at else None,
        "fee": [fee.rate_id, fee.paid_cents] if fee else None,
    }


def _in_order(facts: dict[str, Any]) -> list[Person]:
    """The people of an entry, the captain first. One query."""
    found = Person.everybody.in_bulk(facts["people"])
    return [found[pk] for pk in facts["people"]]


def _remake(tournament: Tournament, facts: dict[str, Any]) -> Entry:
    captain = facts["people"][0]
    section, table, seat = facts["place"]
    arrived_at = facts["arrived_at"]
    entry = Entry.objects.create(
        tournament=tournament,
        person_id=captain,
        name=facts["name"],
        family_names=family_names(_in_order(facts)) if facts.get("has_family_names") else "",
        partners=facts["partners"],
        presence=facts["presence"],
        arrived_at=datetime.datetime.fromisoformat(arrived_at) if arrived_at else None,
    )
    if facts["name"]:
        EntryMember.objects.bulk_create(
            EntryMember(entry=entry, tournament=tournament, person_id=pk) for pk in facts["people"]
        )
    taken = tournament.entries.filter(section_id=section, start_table=table, start_seat=seat)
    is_there = Section.objects.filter(pk=section, session__tournament=tournament).exists()
    if section and is_there and not taken.exists():
        entry.section_id, entry.start_table, entry.start_seat = section, table, seat
        entry.save(update_fields=["section", "start_table", "start_seat"])
    if facts["fee"] and FeeRate.objects.filter(pk=facts["fee"][0], tournament=tournament).exists():
        EntryFee.objects.create(entry=entry, rate_id=facts["fee"][0], paid_cents=facts["fee"][1])
    return entry
