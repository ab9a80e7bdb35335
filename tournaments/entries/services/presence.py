"""Changes of presence, and substitutions."""

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.entries.queries.presence import PresentEntry, list_present, list_substitutions
from tournaments.enums import EntryPresence
from tournaments.events.services.events import lock_registered, lock_tournament, refuse_mixed
from tournaments.models import Entry, Person, Session, Substitution
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_standings

CHOICES = (EntryPresence.RANKED, EntryPresence.UNRANKED, EntryPresence.WITHDRAWN)
"""Values of presence that an organiser may set. Substitutes play for the entry of another player.
"""


@transaction.atomic
def set_presence(*, entry: Entry, presence: EntryPresence, set_by: User | None) -> Entry:
    """Set the presence of an entry in all rankings of its tournament. The same value writes nothing.

    Raises:
        AppError: the value is not among `CHOICES` (`presence_unknown`), or an entry without a seat would be
            withdrawn (`not_seated`). The organiser removes such an entry from the list instead.
    """
    tournament = lock_tournament(entry.tournament)
    entry = Entry.objects.select_related("person").get(pk=entry.pk)
    if presence not in CHOICES:
        raise AppError("presence_unknown", _("Choisissez parmi les états proposés."))
    if presence == entry.presence:
        return entry
    if presence == EntryPresence.WITHDRAWN and not entry.seatings.exists():
        raise AppError(
            "not_seated",
            _("%(entry)s n’a encore pris aucune place : retirez-le de la liste.") % {"entry": entry},
        )
    previous_presence, entry.presence = entry.presence, presence
    entry.save(update_fields=["presence"])
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=set_by,
        action="entry.presence",
        subject=str(entry),
        before={"presence": previous_presence},
        after={"presence": str(presence)},
    )
    # withdrawn and unranked entries leave the rankings of all their sessions
    for session in tournament.sessions.filter(sections__rounds__seatings__entry=entry).distinct():
        request_standings(session=session)
    return entry


@transaction.atomic
def replace_player(
    *, session: Session, leaves: Person, person: Person, first_round: int, made_by: User | None
) -> Substitution:
    """Substitute a person of the register for a player, from a round on.

    The entry keeps its number, its seats and its results.

    Raises:
        AppError: `leaves` does not play (`not_playing_here`) or came in that round or later (`came_later`),
            `person` already plays (`plays_already`) or is of another club (`person_elsewhere`), real and
            fictitious people are mixed (`practice_people`), or there is no such round (`no_such_round`).
    """
    tournament = lock_tournament(session.tournament)
    # entries that sit the session out have no player to replace
    present = [row for row in list_present(session) if row.round_count]
    line = _line_of(present, leaves)
    lock_registered(tournament, [person], field="person")
    refuse_mixed(tournament, [person])
    if any(person in row.people for row in present):
        raise _refusal(
            "plays_already", _("%(person)s joue déjà cette séance.") % {"person": person}, "person"
        )
    _check_round(line, leaves, first_round)
    substitution = Substitution.objects.create(
        session=session, entry=line.entry, leaves=leaves, person=person, first_round=first_round
    )
    _record(substitution, made_by, "substitution.made")
    return substitution


@transaction.atomic
def cancel_substitution(*, substitution: Substitution, cancelled_by: User | None) -> None:
    """Cancel a substitution that was a mistake.

    Raises:
        AppError: the substitute has been replaced since (`replaced_since`). That substitution must be
            cancelled first.
    """
    lock_tournament(substitution.session.tournament)
    later_substitutions = list_substitutions(substitution.session).filter(
        entry=substitution.entry_id, leaves=substitution.person_id, pk__gt=substitution.pk
    )
    if later_substitutions.exists():
        raise AppError(
            "replaced_since",
            _("%(person)s a été remplacé depuis : annulez d’abord ce remplacement.")
            % {"person": substitution.person},
        )
    _record(substitution, cancelled_by, "substitution.cancelled")
    substitution.delete()


def _line_of(present: list[PresentEntry], leaves: Person) -> PresentEntry:
    for row in present:
        if leaves in row.people:
            return row
    raise _refusal(
        "not_playing_here", _("%(person)s ne joue pas cette séance.") % {"person": leaves}, "leaves"
    )


def _check_round(line: PresentEntry, leaves: Person, first_round: int) -> None:
    if not 1 <= first_round <= line.round_count:
        message = _("Choisissez une position de 1 à %(count)d.") % {"count": line.round_count}
        raise _refusal("no_such_round", message, "first_round")
    first_possible_round = max(
        (row.first_round for row in line.substitutions if row.person_id == leaves.pk), default=0
    )
    # a substitute cannot leave before the round in which they came
    if first_round <= first_possible_round:
        message = _("%(person)s ne joue qu’à partir de la position %(came)d.") % {
            "person": leaves,
            "came": first_possible_round,
        }
        raise _refusal("came_later", message, "first_round")


def _refusal(code: str, message: str, field: str) -> AppError:
    return AppError(code, message, fields={field: message})


def _record(substitution: Substitution, actor: User | None, action: str) -> None:
    tournament = substitution.session.tournament
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=str(substitution.entry),
        after={
            "leaves": str(substitution.leaves),
            "comes": str(substitution.person),
            "session": substitution.session.number,
            "first_round": substitution.first_round,
        },
    )
