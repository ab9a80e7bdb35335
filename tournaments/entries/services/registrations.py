"""Registrations by players: opening, submission, and changes by a private link."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from smtplib import SMTPException

from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.language_codes import reader_language
from accounts.mail_notes import MailPostponed, deliver
from accounts.mails import header_line
from accounts.models import User
from common.errors import AppError
from tournaments.base.row_numbers import is_row_number
from tournaments.base.services.link_keys import signed_name
from tournaments.base.words.event_language import event_language
from tournaments.entries.queries.registrations import UNANSWERED, holder_of, is_shared, most_players
from tournaments.entries.queries.seekers import list_partners
from tournaments.entries.services.waiting import (
    count_places_left,
    notify_player,
    places_held,
    promote_waiting,
)
from tournaments.entries.words.fee_words import fee_words
from tournaments.enums import LinkPurpose, RegistrationState, TournamentState
from tournaments.events.services.events import lock_tournament, require_draft
from tournaments.models import (
    EntryAnswer,
    EntryOpening,
    EntryQuestion,
    RegisteredPlayer,
    Registration,
    Tournament,
)
from tournaments.trace.services.trace import record_event

MOST_COMING = 2000
"""Largest number of registrations of one event that count. More than that is abuse.

Cancelled and refused ones are left out, so that their author cannot close the event to others. As many
cancelled ones are kept.
"""
COMING = (*UNANSWERED, RegistrationState.ACCEPTED, RegistrationState.JOINED)
"""States of the players who expect to come."""


@transaction.atomic
def open_entries(
    *, tournament: Tournament, place_limit: int | None, note: str, opened_by: User | None
) -> Tournament:
    """Open registrations, or change their limit and note. New places go to the waiting list.

    Args:
        place_limit: number of players, or of teams in a format with teams; None for the places of the
            movement.
        note: text for players above the form.

    Raises:
        AppError: the seats are fixed (`not_in_preparation`), or the event is a practice event
            (`practice_is_closed`).
    """
    locked_tournament = lock_tournament(tournament)
    require_draft(locked_tournament)
    if locked_tournament.is_practice:
        raise AppError("practice_is_closed", _("Vous ne pouvez pas ouvrir un entraînement aux joueurs."))
    EntryOpening.objects.update_or_create(
        tournament=locked_tournament, defaults={"place_limit": place_limit, "note": note.strip()}
    )
    if locked_tournament.opened_at is None:
        locked_tournament.opened_at = timezone.now()
        locked_tournament.save(update_fields=["opened_at"])
    record_event(
        club=locked_tournament.club,
        tournament=locked_tournament,
        actor=opened_by,
        action="entries.opened",
        subject=locked_tournament.name,
        after={"places": place_limit},
    )
    promote_waiting(locked_tournament)
    return locked_tournament


@transaction.atomic
def shut_entries(*, tournament: Tournament, shut_by: User | None) -> Tournament:
    """Close registrations. Registrations already sent can still be accepted or refused."""
    locked_tournament = lock_tournament(tournament)
    if locked_tournament.opened_at is None:
        return locked_tournament
    locked_tournament.opened_at = None
    locked_tournament.save(update_fields=["opened_at"])
    record_event(
        club=locked_tournament.club,
        tournament=locked_tournament,
        actor=shut_by,
        action="entries.shut",
        subject=locked_tournament.name,
    )
    return locked_tournament


@dataclass(frozen=True, slots=True)
class PlayerDraft:
    """One player of a submitted form."""

    last_name: str
    first_name: str = ""
    federation_number: str = ""
    answers: Mapping[int, str] = field(default_factory=dict)
    """Answers to the organiser's questions by id of the question."""


@dataclass(frozen=True, slots=True)
class RegistrationDraft:
    """Data of a submitted form."""

    players: tuple[PlayerDraft, ...]
    """The author, then partners."""
    email: str = ""
    shows_names: bool = False
    seeks_partner: bool = False
    is_findable: bool = False
    """Consent to be shown to other players who look for partners."""
    seeker_words: str = ""


def takes_registrations(tournament: Tournament) -> bool:
    """Return whether players may register now. At most one query."""
    return tournament.cancelled_at is None and is_announced(tournament)


def is_announced(tournament: Tournament) -> bool:
    """Return whether the public may know of an event in preparation. At most one query.

    A cancelled event stays announced.
    """
    return (
        tournament.opened_at is not None
        and tournament.archived_at is None
        and tournament.state == TournamentState.DRAFT
        # the preparation of a later session is a draft state too
        and not tournament.sessions.filter(number__gt=1).exists()
    )


def find_announced(slug: str) -> Tournament | None:
    """Return the announced event with this slug, with club and opening; None without one. Two queries."""
    tournament = Tournament.objects.select_related("club", "opening").filter(slug=slug).first()
    return tournament if tournament is not None and is_announced(tournament) else None


def reload_unanswered(registration: Registration) -> Registration:
    """Return the registration as it is now, with tournament and club.

    Raises:
        AppError: the club has answered it, or it was cancelled or joined (`registration_answered`).
    """
    registration = Registration.objects.select_related("tournament__club").get(pk=registration.pk)
    if registration.state not in UNANSWERED:
        raise AppError(
            "registration_answered", _("Quelqu’un a déjà répondu à cette préinscription : rechargez la page.")
        )
    return registration


def registration_secret(registration: Registration) -> str:
    """Return the secret part of the private link."""
    return signed_name(LinkPurpose.REGISTRATION, str(registration.pk), str(registration.token))


def find_registration(secret: str) -> Registration | None:
    """Return the registration that a secret opens, with its tournament and club. One query."""
    number = secret.partition("-")[0]
    if not is_row_number(number):
        return None
    rows = Registration.objects.select_related("tournament__club").filter(pk=int(number))
    registration = rows.first()
    return (
        registration
        if registration is not None and constant_time_compare(registration_secret(registration), secret)
        else None
    )


@transaction.atomic
def store_registration(
    *,
    tournament: Tournament,
    draft: RegistrationDraft,
    token: uuid.UUID,
    address_of: Callable[[str], str] | None,
) -> Registration:
    """Store a submitted registration, with a place or on the waiting list.

    A repeated submission (same `token`) returns the stored registration.

    Args:
        address_of: function from the secret to the absolute URL of the private page; None if no message can
            be sent.

    Raises:
        AppError: registrations are closed (`entries_shut`), or the form has too many players
            (`too_many_players`).
    """
    locked_tournament = lock_tournament(tournament)
    previous_registration = Registration.objects.filter(token=token, tournament=locked_tournament).first()
    # a form that was sent twice has the same token
    if previous_registration is not None:
        return previous_registration
    _check(locked_tournament, draft)
    # a token that was used for another event does not come from this form
    if (
        locked_tournament.registrations.filter(state__in=COMING).count() >= MOST_COMING
        or Registration.objects.filter(token=token).exists()
    ):
        raise _closed_error()
    # a program that registers and cancels without end fills no disk
    cancelled = locked_tournament.registrations.filter(state=RegistrationState.CANCELLED)
    oldest_ids = list(cancelled.order_by("-pk").values_list("pk", flat=True)[MOST_COMING:])
    cancelled.filter(pk__in=oldest_ids).delete()
    registration = Registration.objects.create(
        tournament=locked_tournament,
        token=token,
        email=draft.email,
        shows_names=draft.shows_names,
        seeks_partner=draft.seeks_partner,
        is_findable=draft.is_findable,
        seeker_words=draft.seeker_words,
        language=reader_language(),
        # not RECEIVED yet: the free places below are counted without it
        state=RegistrationState.WAITING,
    )
    _write_players(registration, draft.players)
    earlier_in_line = locked_tournament.registrations.filter(
        state=RegistrationState.WAITING, pk__lt=registration.pk
    )
    # a small registration does not overtake a larger one that waits
    if not earlier_in_line.exists() and count_places_left(locked_tournament) >= places_held(registration):
        registration.state = RegistrationState.RECEIVED
    if address_of is not None and draft.email:
        registration.link = address_of(registration_secret(registration))
    registration.save(update_fields=["state", "link"])
    record_registration(registration, "registration.sent")
    notify_player(registration)
    return registration


@transaction.atomic
def change_registration(*, registration: Registration, draft: RegistrationDraft) -> Registration:
    """Replace the data of a registration that the club has not answered. It takes the current language.

    Raises:
        AppError: the club has answered (`registration_answered`), the players of another registration joined
            it (`registration_shared`), there are too few free places (`no_place_left`), or as
            `store_registration`.
    """
    locked_tournament = lock_tournament(registration.tournament)
    registration = Registration.objects.select_related("tournament__club").get(pk=registration.pk)
    if registration.state not in UNANSWERED:
        raise AppError(
            "registration_answered", _("Vous ne pouvez plus changer cette préinscription : prévenez le club.")
        )
    if is_shared(registration):
        raise AppError(
            "registration_shared",
            _("Vous êtes réunis à plusieurs : annulez votre préinscription, ou prévenez le club."),
        )
    _check(locked_tournament, draft)
    previous_places = places_held(registration)
    registration.email, registration.shows_names = draft.email, draft.shows_names
    registration.seeks_partner, registration.is_findable = draft.seeks_partner, draft.is_findable
    if registration.seeker_words != draft.seeker_words:
        registration.seeker_words, registration.are_words_shown = draft.seeker_words, False
    registration.language = reader_language()
    registration.save(
        update_fields=[
            "email",
            "shows_names",
            "seeks_partner",
            "is_findable",
            "seeker_words",
            "are_words_shown",
            "language",
        ]
    )
    registration.players.all().delete()
    _write_players(registration, draft.players)
    growth = places_held(registration) - previous_places
    # the error rolls the new players back
    if registration.state == RegistrationState.RECEIVED and growth > 0 > count_places_left(locked_tournament):
        raise AppError("no_place_left", _("Il n’y a plus assez de places pour vous tous."))
    record_registration(registration, "registration.changed")
    promote_waiting(locked_tournament)
    return registration


def refuse_closed(tournament: Tournament) -> None:
    """Refuse acts of players while registrations are closed.

    Raises:
        AppError: `entries_shut`.
    """
    if not takes_registrations(tournament):
        raise _closed_error()


def _check(tournament: Tournament, draft: RegistrationDraft) -> None:
    refuse_closed(tournament)
    most = most_players(tournament)
    if not 1 <= len(draft.players) <= most:
        raise AppError("too_many_players", _("Il faut de 1 à %(most)d joueurs.") % {"most": most})


def _closed_error() -> AppError:
    return AppError("entries_shut", _("Les préinscriptions sont closes."))


def _write_players(registration: Registration, players: Sequence[PlayerDraft]) -> None:
    rows = RegisteredPlayer.objects.bulk_create(
        RegisteredPlayer(
            registration=registration,
            position=position,
            last_name=player.last_name,
            first_name=player.first_name,
            federation_number=player.federation_number,
        )
        for position, player in enumerate(players)
    )
    # the organiser may have removed a question since the form was shown
    questions = EntryQuestion.objects.filter(tournament=registration.tournament_id).in_bulk()
    EntryAnswer.objects.bulk_create(
        EntryAnswer(question=questions[pk], player=row, text=text)
        for row, player in zip(rows, players, strict=True)
        for pk, text in player.answers.items()
        if pk in questions
    )


def record_registration(registration: Registration, action: str) -> None:
    """Write the act of a player to the trace, without an actor: it must not name an account."""
    record_event(
        club=registration.tournament.club,
        tournament=registration.tournament,
        actor=None,
        action=action,
        subject=str(registration),
        after={"state": str(registration.state)},
    )


def registration_message(registration: Registration) -> EmailMessage:
    """Return the message about the state of a registration, in its language."""
    with override(event_language(registration.tournament, registration.language)):
        subject = _("%(event)s : votre préinscription") % {"event": registration.tournament.name}
        tournament = registration.tournament
        opening = EntryOpening.objects.filter(tournament=tournament).first()
        holder = holder_of(registration)
        context = {
            "registration": holder,
            "link": registration.link,
            "tournament": tournament,
            "fees": fee_words(tournament),
            "note": opening.note if opening and holder.state in COMING else "",
            "is_joined": is_shared(holder),
            "partners": list_partners(holder) if takes_registrations(tournament) else [],
        }
        body = render_to_string("tournaments/entries/mails/registration.txt", context)
    return EmailMessage(subject=header_line(subject), body=body, to=[registration.email])


def send_registration_mail(*, registration: Registration) -> int:
    """Send the message about a registration. Return the number of messages sent.

    No message is sent without an address and a link.

    Raises:
        MailPostponed: no server took it, and it may be sent again.
    """
    if not registration.email or not registration.link:
        return 0
    try:
        return deliver(registration_message(registration))
    except MailPostponed:
        raise
    except (SMTPException, OSError):
        # after a broken connection it may have been sent: a second attempt could send it twice
        return 0
