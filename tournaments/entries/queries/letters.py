"""Players to whom an organiser may write: groups, addresses, names without one."""

from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet

from tournaments.base.queries.teams import entries_with_people
from tournaments.entries.queries.fees import load_fees
from tournaments.entries.queries.registrations import list_registrations, present_players
from tournaments.enums import LetterGroup, MailState, RegistrationState
from tournaments.models import EntrantLetter, Entry, LetterMail, Registration, Tournament

UNANSWERED_STATES: dict[LetterGroup, tuple[RegistrationState, ...]] = {
    LetterGroup.ALL: (RegistrationState.RECEIVED, RegistrationState.WAITING),
    LetterGroup.WAITING: (RegistrationState.WAITING,),
}
"""States of registrations without an entry that belong to a group; the other groups have none."""
UNSENT = Q(state__in=[MailState.FAILED, MailState.CANCELLED])
"""Condition of messages of a letter that nothing sends by itself."""


@dataclass(frozen=True, slots=True)
class Addressees:
    """A group of players, with the registrations whose address may be used."""

    registrations: tuple[Registration, ...]
    """Registrations with an address, each address once, in the order sent."""
    without_address: tuple[str, ...]
    """Names of entries and registrations that no letter reaches."""


def load_addressees(tournament: Tournament, group: LetterGroup) -> Addressees:
    """Return the players of a group.

    Only addresses given with a registration are used: those of the register were given for results. Four
    queries at most, nine for unpaid fees.
    """
    states = UNANSWERED_STATES.get(group, ())
    entries = _entries_of(tournament, group)
    entry_ids = {entry.pk for entry in entries}
    by_address: dict[str, Registration] = {}
    without_address, reached_ids = [], set()
    for registration in list_registrations(tournament):
        state, players = present_players(registration)
        own_ids = {player.entry_id for player in players} & entry_ids
        is_entered = state == RegistrationState.ACCEPTED and bool(own_ids)
        if not (is_entered or state in states):
            continue
        if registration.email:
            by_address.setdefault(registration.email.casefold(), registration)
            reached_ids |= own_ids
        elif not is_entered:
            without_address.append(" / ".join(map(str, players)))
    without_address += [str(entry) for entry in entries if entry.pk not in reached_ids]
    return Addressees(tuple(by_address.values()), tuple(without_address))


def _entries_of(tournament: Tournament, group: LetterGroup) -> list[Entry]:
    """Return the entries that belong to a group, with their people."""
    if group is LetterGroup.WAITING:
        return []
    if group is LetterGroup.UNPAID:
        return [line.entry for line in load_fees(tournament).lines if line.left > 0]
    entries = entries_with_people(tournament)
    if group is LetterGroup.ABSENT:
        entries = entries.filter(arrived_at=None)
    return list(entries)


def list_letters(tournament: Tournament) -> QuerySet[EntrantLetter]:
    """Return the letters of a tournament, the latest first, with counts of their messages.

    `unsent_mails` has the messages that were stopped or have failed, with their registrations. Three queries.
    """
    unsent_mails = LetterMail.objects.filter(UNSENT).select_related("registration")
    # a query with counts ignores the order of the model
    letters = tournament.letters.order_by("-created_at", "-pk")
    return letters.annotate(
        all_count=Count("mails"),
        sent_count=Count("mails", filter=Q(mails__state=MailState.SENT)),
        waiting_count=Count("mails", filter=Q(mails__state__in=[MailState.QUEUED, MailState.SENDING])),
        paused_count=Count("mails", filter=Q(mails__state=MailState.QUEUED, mails__attempts__gt=0)),
    ).prefetch_related(
        Prefetch("mails", unsent_mails.prefetch_related("registration__players"), to_attr="unsent_mails")
    )
