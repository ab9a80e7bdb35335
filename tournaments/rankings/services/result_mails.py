"""E-mails with their result to all players who want one."""

from collections.abc import Callable

from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import prefetch_related_objects
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.mails import can_send, header_line
from accounts.models import User
from common.errors import AppError
from tournaments.base.queries.sessions import current_session
from tournaments.base.queries.showing import waiting_for
from tournaments.base.words.event_language import event_language
from tournaments.core.showing import Part, Viewer
from tournaments.enums import MailState, TournamentState
from tournaments.events.services.events import lock_tournament
from tournaments.models import Entry, ResultMail, Tournament
from tournaments.people.services.person_links import ensure_links, person_secret
from tournaments.rankings.queries.event_standings import EventStandings, event_mark, load_event_standings
from tournaments.rankings.queries.result_mails import list_recipients
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import RESULT_MAILS
from tournaments.work.mail_queue import claim_mail, fail_stalled, send_claimed

LONGEST_ERROR = 300


@transaction.atomic
def request_mails(
    *,
    tournament: Tournament,
    links: dict[int, str],
    language: str,
    requested_by: User | None,
    own_address: Callable[[str], str] | None = None,
) -> int:
    """Queue a message for each player who wants one and has none about the current ranking.

    Args:
        links: address of an entry's page by its id, for entries with a public page.
        own_address: address of a person's page of results by its secret. People without a private link get
            one. It is not used if `links` is empty, as for an event that is not public.
        language: language of the message if neither account nor register has one.

    Returns:
        Number of messages queued.

    Raises:
        AppError: with one of these codes:
        - `not_finished`: the event is not finished;
        - `ranking_hidden`: its ranking is hidden;
        - `nobody_to_mail`: no recipient is left;
        - `mail_not_configured`: the site has no mail server.
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
    # those that were stopped or have failed are written anew, to the addresses of today
    locked.result_mails.filter(mark=mark, state__in=(MailState.FAILED, MailState.CANCELLED)).delete()
    # the mark is the version of the ranking: a corrected ranking goes to all recipients again
    person_ids = set(locked.result_mails.filter(mark=mark).values_list("person_id", flat=True))
    recipients = [
        recipient for recipient in list_recipients(locked)[0] if recipient.person.pk not in person_ids
    ]
    prefetch_related_objects([recipient.person for recipient in recipients], "user")
    address_of = own_address if links else None
    if address_of:
        ensure_links([recipient.person for recipient in recipients])
    messages = ResultMail.objects.bulk_create(
        ResultMail(
            tournament=locked,
            entry=recipient.entry,
            person=recipient.person,
            address=recipient.person.email,
            mark=mark,
            link=links.get(recipient.entry.pk, ""),
            own_link=address_of(person_secret(recipient.person)) if address_of else "",
            language=recipient.person.reads_in or language,
            requested_by=requested_by,
        )
        for recipient in recipients
    )
    if not messages:
        raise AppError("nobody_to_mail", _("Chacun de ceux qui l’ont demandé a déjà reçu ce résultat."))
    record_event(
        club=locked.club,
        tournament=locked,
        actor=requested_by,
        action="mails.requested",
        subject=locked.name,
        after={"count": len(messages)},
    )
    RESULT_MAILS.nudge(locked.pk)
    return len(messages)


def cancel_mails(*, tournament: Tournament, cancelled_by: User | None) -> int:
    """Cancel the messages that are still queued. Return their number."""
    queued_mails = tournament.result_mails.filter(state=MailState.QUEUED)
    count = queued_mails.update(state=MailState.CANCELLED, changed_at=timezone.now())
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
    """Send the queued messages one after the other. Return the number sent.

    Several workers may run this at the same time. While the ranking is hidden, messages stay queued.
    """
    mails = tournament.result_mails.all()
    fail_stalled(mails, error=_("L’envoi s’est interrompu : ce courriel est peut-être parti."))
    if _is_hidden(tournament):
        return 0
    standings = load_event_standings(tournament)
    sent_count = 0
    # claimed one by one: a worker that dies leaves one message in doubt
    while (mail := claim_mail(mails.select_related("person", "entry"))) is not None:
        mail.tournament = tournament
        message = message_of(mail, standings)
        # the private link is a secret: erase it from the row after the last attempt
        state = send_claimed(mail, mails, message, describe=_failure, erased={"own_link": ""})
        sent_count += state == MailState.SENT
    return sent_count


def _is_hidden(tournament: Tournament) -> bool:
    return waiting_for(current_session(tournament), Part.RANKING, Viewer.EVERYBODY) is not None


def message_of(mail: ResultMail, standings: EventStandings) -> EmailMessage:
    """Return the message in its recipient's language: place, result, and links to the full results."""
    tournament = mail.tournament
    row = next((row for row in standings.rows if row.entry.pk == mail.entry_id), None)
    context = {
        "tournament": tournament,
        "person": mail.person,
        "entry": mail.entry,
        "row": row,
        "count": sum(ranked_row.place is not None for ranked_row in standings.rows),
        "measure": standings.measure,
        "link": mail.link,
        "own_link": mail.own_link,
    }
    with override(event_language(tournament, mail.language)):
        subject = _("%(event)s : votre résultat") % {"event": tournament.name}
        body = render_to_string("tournaments/rankings/mails/result.txt", context)
    # the name of an event must not break the header
    return EmailMessage(subject=header_line(subject), body=body, to=[mail.address])


def sample_mail(*, tournament: Tournament, entry: Entry, link: str, language: str) -> EmailMessage:
    """Return the message for this entry's player, in the organiser's language. Nothing is stored."""
    mail = ResultMail(tournament=tournament, entry=entry, person=entry.person, link=link, language=language)
    return message_of(mail, load_event_standings(tournament))


def _failure(error: OSError) -> dict[str, object]:
    return {"error": str(error)[:LONGEST_ERROR]}
