"""Who wants their results by e-mail, and how far the sending is."""

from collections import Counter
from dataclasses import dataclass

from tournaments.base.queries.teams import entries_with_people, people_of
from tournaments.entries.queries.presence import people_after
from tournaments.enums import MailState
from tournaments.models import Entry, Person, ResultMail, Tournament
from tournaments.rankings.queries.event_standings import event_mark


@dataclass(frozen=True, slots=True)
class Recipient:
    """Somebody who asked for their results, with the entry they played for."""

    person: Person
    entry: Entry


@dataclass(frozen=True, slots=True)
class MailProgress:
    """How far the sending of the present ranking is."""

    recipients: tuple[Recipient, ...]
    """Who asked and has an address, by name."""
    without_address: tuple[Person, ...]
    """Who asked and has none."""
    counts: dict[MailState, int]
    """Messages about this state of the ranking."""

    @property
    def to_send(self) -> int:
        """Recipients without a message yet."""
        return len(self.recipients) - sum(self.counts.values())

    @property
    def is_under_way(self) -> bool:
        return bool(self.counts[MailState.QUEUED] or self.counts[MailState.SENDING])


def list_recipients(tournament: Tournament) -> tuple[list[Recipient], list[Person]]:
    """Who asked for their results: those with an address, those without. Three queries; substitutes too."""
    wishing: dict[int, Recipient] = {}
    entries = entries_with_people(tournament).prefetch_related("substitutions__person")
    for entry in entries:
        came = people_after((), entry.substitutions.all())
        for person in (*people_of(entry), *came):
            if person.wants_results:
                wishing.setdefault(person.pk, Recipient(person, entry))
    ordered = sorted(wishing.values(), key=lambda one: (one.person.sort_key, one.person.pk))
    reached = [one for one in ordered if one.person.email]
    return reached, [one.person for one in ordered if not one.person.email]


def load_mail_progress(tournament: Tournament) -> MailProgress:
    """The sending of the ranking as it is now."""
    recipients, without_address = list_recipients(tournament)
    mails = ResultMail.objects.filter(tournament=tournament, mark=event_mark(tournament))
    counts = Counter(mails.values_list("state", flat=True))
    return MailProgress(
        tuple(recipients), tuple(without_address), {state: counts[state] for state in MailState}
    )
