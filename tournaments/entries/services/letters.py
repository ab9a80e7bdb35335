"""Letters of an organiser to registered players: each once, sent by the worker in parts."""

import hashlib
from dataclasses import dataclass
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.core.validators import validate_email
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.mail_notes import smtp_code
from accounts.mails import can_send, header_line
from accounts.models import User
from common.errors import AppError
from tournaments.base.words.event_language import event_language
from tournaments.entries.queries.letters import UNSENT, load_addressees
from tournaments.enums import LetterGroup, MailState
from tournaments.events.services.events import lock_tournament
from tournaments.models import ClubPage, EntrantLetter, LetterMail, Registration, Tournament
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import LETTERS
from tournaments.work.mail_queue import claim_mail, fail_stalled, send_claimed

MOST_A_DAY = 5
"""Most letters of one event in a day."""
PART = 50
"""Messages sent by one task; the rest goes to a further task, so that other work takes its turn."""


@dataclass(frozen=True, slots=True)
class LetterDraft:
    """A letter as the organiser wrote it."""

    group: LetterGroup
    subject: str
    text: str

    @property
    def digest(self) -> str:
        """Digest of the whole letter."""
        return hashlib.sha256(repr((self.group.value, self.subject, self.text)).encode()).hexdigest()


@transaction.atomic
def request_letter(*, tournament: Tournament, draft: LetterDraft, requested_by: User | None) -> int:
    """Queue a letter for all addresses of its group. Return their number.

    Raises:
        AppError: with one of these codes:

        - `mail_not_configured`: the site has no mail server;
        - `letter_sent_before`: the same letter was sent to the same group;
        - `too_many_letters`: the event has sent its letters of the day;
        - `nobody_to_mail`: no player of the group gave an address;
        - those of `lock_tournament`.
    """
    locked_tournament = lock_tournament(tournament, may_be_cancelled=True)
    if not can_send():
        raise AppError("mail_not_configured", _("Ce site n’envoie pas de courriels."))
    letters = locked_tournament.letters
    if letters.filter(digest=draft.digest).exists():
        raise AppError("letter_sent_before", _("Cette lettre est déjà partie à ces destinataires."))
    if letters.filter(created_at__gt=timezone.now() - timedelta(days=1)).count() >= MOST_A_DAY:
        raise AppError(
            "too_many_letters",
            _("Ce tournoi a déjà envoyé %(most)d lettres en un jour.") % {"most": MOST_A_DAY},
        )
    addressees = load_addressees(locked_tournament, draft.group)
    if not addressees.registrations:
        raise AppError("nobody_to_mail", _("Personne de ce groupe n’a donné d’adresse."))
    letter = EntrantLetter.objects.create(
        tournament=locked_tournament,
        group=draft.group,
        subject=draft.subject,
        text=draft.text,
        digest=draft.digest,
        requested_by=requested_by,
    )
    LetterMail.objects.bulk_create(
        LetterMail(letter=letter, registration=registration) for registration in addressees.registrations
    )
    count = len(addressees.registrations)
    # neither addresses nor the text: the log is kept for ever
    record_event(
        club=locked_tournament.club,
        tournament=locked_tournament,
        actor=requested_by,
        action="letters.requested",
        subject=locked_tournament.name,
        after={"count": count, "group": str(draft.group)},
    )
    LETTERS.nudge(letter.pk)
    return count


def send_letter(*, letter: EntrantLetter) -> int:
    """Send up to `PART` queued messages of a letter, and request the rest. Return the number sent.

    Several workers may run this at the same time.
    """
    mails = letter.mails.select_related("registration")
    fail_stalled(letter.mails.all())
    sent_count = 0
    # claimed one by one: a worker that dies leaves one message in doubt
    for _number in range(PART):
        mail = claim_mail(mails)
        if mail is None:
            return sent_count
        # the player may have taken the address back since
        if not mail.registration.email:
            letter.mails.filter(pk=mail.pk).update(state=MailState.CANCELLED, changed_at=timezone.now())
            continue
        message = letter_message(letter, mail.registration)
        sent_count += send_claimed(mail, letter.mails.all(), message, describe=_refusal) == MailState.SENT
    LETTERS.nudge(letter.pk)
    return sent_count


@transaction.atomic
def stop_letter(*, letter: EntrantLetter, stopped_by: User | None) -> int:
    """Cancel the messages of a letter that are still queued. Return their number."""
    queued_mails = letter.mails.filter(state=MailState.QUEUED)
    count = queued_mails.update(state=MailState.CANCELLED, changed_at=timezone.now())
    if count:
        _record_change(letter, stopped_by, "letters.stopped", count)
    return count


@transaction.atomic
def resume_letter(*, letter: EntrantLetter, resumed_by: User | None) -> int:
    """Queue the messages of a letter again that were stopped or have failed. Return their number.

    Raises:
        AppError: the site has no mail server (`mail_not_configured`), no message is left (`nobody_to_mail`),
            or as `lock_tournament`.
    """
    lock_tournament(letter.tournament, may_be_cancelled=True)
    if not can_send():
        raise AppError("mail_not_configured", _("Ce site n’envoie pas de courriels."))
    mails = letter.mails.filter(UNSENT).exclude(registration__email="")
    count = mails.update(state=MailState.QUEUED, attempts=0, code=0, changed_at=timezone.now())
    if not count:
        raise AppError("nobody_to_mail", _("Personne de ce groupe n’a donné d’adresse."))
    _record_change(letter, resumed_by, "letters.resumed", count)
    LETTERS.nudge(letter.pk)
    return count


def letter_message(letter: EntrantLetter, registration: Registration) -> EmailMessage:
    """Return the message to a registration, with a sentence why it came, in the player's language."""
    tournament = letter.tournament
    context = {"letter": letter, "tournament": tournament, "registration": registration}
    with override(event_language(tournament, registration.language)):
        body = render_to_string("tournaments/entries/mails/letter.txt", context)
    address = reply_address(letter.tournament, letter.requested_by)
    return EmailMessage(
        subject=header_line(letter.subject),
        body=body,
        to=[registration.email],
        reply_to=[address] if address else None,
    )


def reply_address(tournament: Tournament, user: User | None) -> str:
    """Return the address for replies: the club's contact if it is one, else the organiser's. One query."""
    contact = ClubPage.objects.filter(club=tournament.club_id).values_list("contact", flat=True).first()
    try:
        validate_email(contact or "")
    except ValidationError:
        return user.email if user else ""
    return contact or ""


def _refusal(error: OSError) -> dict[str, object]:
    return {"code": smtp_code(error)}


def _record_change(letter: EntrantLetter, actor: User | None, action: str, count: int) -> None:
    record_event(
        club=letter.tournament.club,
        tournament=letter.tournament,
        actor=actor,
        action=action,
        subject=letter.tournament.name,
        after={"count": count, "group": str(letter.group)},
    )
