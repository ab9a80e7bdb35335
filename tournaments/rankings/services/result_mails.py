"""Sending everybody who asked for it their result by e-mail."""

from collections.abc import Callable
from datetime import timedelta
from smtplib import SMTPException

from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import prefetch_related_objects
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.mails import can_send
from accounts.models import User
from common.errors import AppError
from common.text.moments import longer_ago
from tournaments.base.queries.sessions import current_session
from tournaments.base.queries.showing import waiting_for
from tournaments.core.showing import Part, Viewer
from tournaments.enums import MailState, TournamentState
from tournaments.events.services.events import lock_tournament
from tournaments.models import Entry, ResultMail, Tournament
from tournaments.people.services.person_links import ensure_links, person_secret
from tournaments.rankings.queries.event_standings import EventStandings, event_mark, load_event_standings
from tournaments.rankings.queries.result_mails import list_recipients
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import RESULT_MAILS

SILENT_AFTER = timedelta(minutes=2)
"""A message that has been leaving for so long was left behind by a worker that died."""


@transaction.atomic
def request_mails(
    *,
    tournament: Tournament,
    links: dict[int, str],
    language: str,
    requested_by: User | None,
    own_address: Callable[[str], str] | None = None,
) -> int:
    """Ask for a message to everybody who wants one and has none about the ranking as it is now.

    Args:
        links: address of an entry's page by its id, for those that have a public one.
        own_address: address of the page of somebody's results by its secret; those who have no private
            link get one with the message, none where nothing of the club is public.
        language: of the message to somebody of whom neither account nor register says one.

    Returns:
        How many were asked for.

    Raises:
        AppError: the event is not finished (`not_finished`), its ranking is hidden (`ranking_hidden`),
            nobody is left to write to (`nobody_to_mail`),
            or the site has no mail server (`mail_not_configured`).
    """
    locked = lock_tournament(tournament, may_be_archived=True)
    if locked.state != TournamentState.FINISHED:
        raise AppError("not_finished", _("Terminez d’abord le tournoi : son classement peut encore changer."))
    if _is_hidden(locked):
        raise AppError("ranking_hidden", _("Le classement est caché : montrez-le avant de l’envoyer."))
    if not can_send():
        raise AppError(
            "mail_not_configured",
            _(
                "Ce site n’envoie pas de courriels : demandez à la"
                " personne qui l’a installé d’en régler l’envoi."
            ),
        )
    mark = event_mark(locked)
    known = set(locked.result_mails.filter(mark=mark).values_list("person_id", flat=True))
    recipients = [one for one in list_recipients(locked)[0] if one.person.pk not in known]
    prefetch_related_objects([one.person for one in recipients], "user")
    address_of = own_address if links else None
    if address_of:
        ensure_links([one.person for one in recipients])
    made = ResultMail.objects.bulk_create(
        ResultMail(
            tournament=locked,
            entry=one.entry,
            person=one.person,
            address=one.person.email,
            mark=mark,
            link=links.get(one.entry.pk, ""),
            own_link=address_of(person_secret(one.person)) if address_of else "",
            language=one.person.reads_in or language,
            requested_by=requested_by,
        )
        for one in recipients
    )
    if not made:
        raise AppError("nobody_to_mail", _("Chacun de ceux qui l’ont demandé a déjà reçu ce résultat."))
    record_event(
        club=locked.club,
        tournament=locked,
        actor=requested_by,
        action="mails.requested",
        subject=locked.name,
        after={"count": len(made)},
    )
    RESULT_MAILS.nudge(locked.pk)
    return len(made)


def cancel_mails(*, tournament: Tournament, cancelled_by: User | None) -> int:
    """Keep back the messages that have not left; how many."""
    waiting = tournament.result_mails.filter(state=MailState.QUEUED)
    count = waiting.update(state=MailState.CANCELLED, changed_at=timezone.now())
    if count:
        record_event(
            club=tournament.club,
            tournament=tournament,
            actor=cancelled_by,
            action="mails.cancelled",
            subject=tournament.name,
            after={"count": count},
        )
    return count


def send_mails(*, tournament: Tournament) -> int:
    """Send what waits, one after the other; how many left. Safe to run twice, at the same time too.

    While the ranking is hidden, messages wait for it.
    """
    _give_up_silent(tournament)
    if _is_hidden(tournament):
        return 0
    standings = load_event_standings(tournament)
    sent = 0
    while (mail := _claim(tournament)) is not None:
        sent += _send(mail, standings)
    return sent


def _is_hidden(tournament: Tournament) -> bool:
    return waiting_for(current_session(tournament), Part.RANKING, Viewer.EVERYBODY) is not None


def message_of(mail: ResultMail, standings: EventStandings) -> EmailMessage:
    """The message in its reader's language: place, result, and where to read the rest."""
    tournament = mail.tournament
    row = next((row for row in standings.rows if row.entry.pk == mail.entry_id), None)
    context = {
        "tournament": tournament,
        "person": mail.person,
        "entry": mail.entry,
        "row": row,
        "count": sum(other.place is not None for other in standings.rows),
        "measure": standings.measure,
        "link": mail.link,
        "own_link": mail.own_link,
    }
    with override(mail.language):
        subject = _("%(event)s : votre résultat") % {"event": tournament.name}
        body = render_to_string("tournaments/rankings/mails/result.txt", context)
    return EmailMessage(subject=" ".join(subject.splitlines()), body=body, to=[mail.address])


def sample_mail(*, tournament: Tournament, entry: Entry, link: str, language: str) -> EmailMessage:
    """The message that this entry's player would get, in the language of who looks; nothing is stored."""
    mail = ResultMail(tournament=tournament, entry=entry, person=entry.person, link=link, language=language)
    return message_of(mail, load_event_standings(tournament))


def _claim(tournament: Tournament) -> ResultMail | None:
    for mail in tournament.result_mails.filter(state=MailState.QUEUED).select_related("person", "entry")[:5]:
        claimed = ResultMail.objects.filter(pk=mail.pk, state=MailState.QUEUED).update(
            state=MailState.SENDING, changed_at=timezone.now()
        )
        if claimed:
            mail.tournament = tournament
            return mail
    return None


def _send(mail: ResultMail, standings: EventStandings) -> bool:
    state, error = MailState.SENT, ""
    try:
        message_of(mail, standings).send()
    except (SMTPException, OSError) as problem:
        state, error = MailState.FAILED, str(problem)[:300]
    ResultMail.objects.filter(pk=mail.pk).update(
        state=state, error=error, own_link="", changed_at=timezone.now()
    )
    return state is MailState.SENT


def _give_up_silent(tournament: Tournament) -> None:
    now = timezone.now()
    silent = tournament.result_mails.filter(
        longer_ago("changed_at", SILENT_AFTER, now), state=MailState.SENDING
    )
    told = _("L’envoi s’est interrompu : ce courriel est peut-être parti.")
    silent.update(state=MailState.FAILED, error=told, changed_at=now)
