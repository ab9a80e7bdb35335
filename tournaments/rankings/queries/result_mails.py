"""Players who want their results by e-mail, and the progress of the messages."""

from collections import Counter
from dataclasses import dataclass

from tournaments.base.queries.teams import entries_with_people, people_of
from tournaments.entries.queries.presence import people_after
from tournaments.enums import MailState
from tournaments.models import Entry, Person, ResultMail, Tournament
from tournaments.rankings.queries.event_standings import event_mark


@dataclass(frozen=True, slots=True)
class Recipient:
    """A player who wants their results, with their entry."""

    person: Person
    entry: Entry


@dataclass(frozen=True, slots=True)
class MailProgress:
    """Progress of the messages about the current ranking."""

    recipients: tuple[Recipient, ...]
    """Recipients with an address, by name."""
    without_address: tuple[Person, ...]
    """People who want their results but have no address."""
    counts: dict[MailState, int]
    """Number of messages about the current ranking, by state."""

    @property
    def to_send(self) -> int:
        """Return the number of recipients whose message neither waits nor left."""
        states = (MailState.QUEUED, MailState.SENDING, MailState.SENT)
        return len(self.recipients) - sum(self.counts[state] for state in states)

    @property
    def is_under_way(self) -> bool:
        return bool(self.counts[MailState.QUEUED] or self.counts[MailState.SENDING])


def list_recipients(tournament: Tournament) -> tuple[list[Recipient], list[Person]]:
    """Return the players who want their results: those with an address, then those without.

    Substitutes are included. Three queries.
    """
    recipients: dict[int, Recipient] = {}
    entries = entries_with_people(tournament).prefetch_related("substitutions__person")
    for entry in entries:
        substitutes = people_after((), entry.substitutions.all())
        for person in (*people_of(entry), *substitutes):
            if person.wants_results:
                recipients.setdefault(person.pk, Recipient(person, entry))
    sorted_recipients = sorted(
        recipients.values(), key=lambda recipient: (recipient.person.sort_key, recipient.person.pk)
    )
    reachable_recipients = [recipient for recipient in sorted_recipients if recipient.person.email]
    return reachable_recipients, [
        recipient.person for recipient in sorted_recipients if not recipient.person.email
    ]


def load_mail_progress(tournament: Tournament) -> MailProgress:
    """Return the progress of the messages about the current ranking."""
    recipients, without_address = list_recipients(tournament)
    mails = ResultMail.objects.filter(tournament=tournament, mark=event_mark(tournament))
    counts = Counter(mails.values_list("state", flat=True))
    return MailProgress(
        tuple(recipients), tuple(without_address), {state: counts[state] for state in MailState}
    )
