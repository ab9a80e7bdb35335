"""Players who enter themselves: an event opened, sent once, changed and cancelled by a private link."""

import uuid
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.services.link_keys import link_digest
from tournaments.core.formats.registry import find_format
from tournaments.entries.services.waiting import places_held, places_left, promote_waiting, tell_player
from tournaments.entries.services.withdrawals import withdraw_entry
from tournaments.entries.words.fee_words import fee_words
from tournaments.enums import LinkPurpose, RegistrationState, TournamentState
from tournaments.events.services.events import lock_tournament, require_draft
from tournaments.models import Entry, EntryOpening, RegisteredPlayer, Registration, Tournament
from tournaments.trace.services.trace import record_event

SECRET_BYTES = 16
LONGEST_NUMBER = 18
"""Digits of a row's number that any database reads."""
MOST_OPEN = 2000
"""Registrations that one event keeps: what is beyond is no evening of cards."""
UNANSWERED = (RegistrationState.RECEIVED, RegistrationState.WAITING)
COMING = (*UNANSWERED, RegistrationState.ACCEPTED, RegistrationState.JOINED)
"""States of players who count on coming."""


@transaction.atomic
def open_entries(
    *, tournament: Tournament, place_limit: int | None, note: str, opened_by: User | None
) -> Tournament:
    """Take registrations from now on, or change how; more places call those who wait for one.

    Args:
        place_limit: players, or teams where teams enter; None for the places of the movement.
        note: what somebody reads before he registers.

    Raises:
        AppError: the seats are fixed (`not_in_preparation`), or one only practises (`practice_is_closed`).
    """
    locked = lock_tournament(tournament)
    require_draft(locked)
    if locked.is_practice:
        raise AppError("practice_is_closed", _("Vous ne pouvez pas ouvrir un entraînement aux joueurs."))
    EntryOpening.objects.update_or_create(
        tournament=locked, defaults={"place_limit": place_limit, "note": note.strip()}
    )
    if locked.opened_at is None:
        locked.opened_at = timezone.now()
        locked.save(update_fields=["opened_at"])
    record_event(
        club=locked.club,
        tournament=locked,
        actor=opened_by,
        action="entries.opened",
        subject=locked.name,
        after={"places": place_limit},
    )
    promote_waiting(locked)
    return locked


@transaction.atomic
def shut_entries(*, tournament: Tournament, shut_by: User | None) -> Tournament:
    """Take no more registrations; those that were sent stay to be answered."""
    locked = lock_tournament(tournament)
    if locked.opened_at is None:
        return locked
    locked.opened_at = None
    locked.save(update_fields=["opened_at"])
    record_event(
        club=locked.club, tournament=locked, actor=shut_by, action="entries.shut", subject=locked.name
    )
    return locked


@dataclass(frozen=True, slots=True)
class PlayerDraft:
    """One person as written."""

    last_name: str
    first_name: str = ""
    federation_number: str = ""


@dataclass(frozen=True, slots=True)
class RegistrationDraft:
    """What the public form holds."""

    players: tuple[PlayerDraft, ...]
    """Who writes, then partners."""
    email: str = ""
    shows_names: bool = False
    seeks_partner: bool = False


def takes_registrations(tournament: Tournament) -> bool:
    """Whether players may enter themselves now. One query while they may."""
    return tournament.cancelled_at is None and is_announced(tournament)


def is_announced(tournament: Tournament) -> bool:
    """Whether everybody may know of an event that is prepared, or was cancelled then. One query if so."""
    return (
        tournament.opened_at is not None
        and tournament.archived_at is None
        and tournament.state == TournamentState.DRAFT
        and not tournament.sessions.filter(number__gt=1).exists()
    )


def find_announced(slug: str) -> Tournament | None:
    """The event of this slug, with its club, if everybody may know of it. Two queries."""
    tournament = Tournament.objects.select_related("club").filter(slug=slug).first()
    return tournament if tournament is not None and is_announced(tournament) else None


def most_players(tournament: Tournament) -> int:
    """People that one registration may name: a team, partners, or one player."""
    played = find_format(tournament.format)
    return played.plan.unit_sizes[-1] if played.has_teams or played.has_partners else 1


def registration_secret(registration: Registration) -> str:
    """The secret part of the private link."""
    text = f"{registration.pk}:{registration.token}"
    code = link_digest(LinkPurpose.REGISTRATION, text)[:SECRET_BYTES]
    return f"{registration.pk}-{urlsafe_b64encode(code).decode().rstrip('=')}"


def find_registration(secret: str) -> Registration | None:
    """The registration that a secret opens, with its tournament and club. One query."""
    number = secret.partition("-")[0]
    if not number.isdecimal() or len(number) > LONGEST_NUMBER:
        return None
    rows = Registration.objects.select_related("tournament__club").filter(pk=int(number))
    found = rows.first()
    return found if found is not None and constant_time_compare(registration_secret(found), secret) else None


@transaction.atomic
def register(
    *,
    tournament: Tournament,
    draft: RegistrationDraft,
    token: uuid.UUID,
    address_of: Callable[[str], str] | None,
) -> Registration:
    """Store what somebody sent, with a place or on the waiting list; what is sent twice is stored once.

    Args:
        address_of: absolute address of the private page by its secret, None where no message can be sent.

    Raises:
        AppError: nobody may enter himself now (`entries_shut`), or the form names too many
            (`too_many_players`).
    """
    locked = lock_tournament(tournament)
    known = Registration.objects.filter(token=token, tournament=locked).first()
    if known is not None:
        return known
    _check(locked, draft)
    if locked.registrations.count() >= MOST_OPEN or Registration.objects.filter(token=token).exists():
        raise _shut()
    registration = Registration.objects.create(
        tournament=locked,
        token=token,
        email=draft.email,
        shows_names=draft.shows_names,
        seeks_partner=draft.seeks_partner,
        language=get_language() or "fr",
        state=RegistrationState.WAITING,
    )
    _write_players(registration, draft.players)
    ahead = locked.registrations.filter(state=RegistrationState.WAITING, pk__lt=registration.pk)
    if not ahead.exists() and places_left(locked) >= places_held(registration):
        registration.state = RegistrationState.RECEIVED
    if address_of is not None and draft.email:
        registration.link = address_of(registration_secret(registration))
    registration.save(update_fields=["state", "link"])
    _record(registration, "registration.sent")
    tell_player(registration)
    return registration


@transaction.atomic
def change_registration(*, registration: Registration, draft: RegistrationDraft) -> Registration:
    """Write a registration anew, in the language of the moment, as long as it is not answered.

    Raises:
        AppError: it is answered (`registration_answered`), it would need places that are not left
            (`no_place_left`), or as `register`.
    """
    locked = lock_tournament(registration.tournament)
    registration = Registration.objects.select_related("tournament__club").get(pk=registration.pk)
    if registration.state not in UNANSWERED:
        raise AppError(
            "registration_answered", _("Vous ne pouvez plus changer cette préinscription : prévenez le club.")
        )
    _check(locked, draft)
    before = places_held(registration)
    registration.email, registration.shows_names = draft.email, draft.shows_names
    registration.seeks_partner = draft.seeks_partner
    registration.language = get_language() or registration.language
    registration.save(update_fields=["email", "shows_names", "seeks_partner", "language"])
    registration.players.all().delete()
    _write_players(registration, draft.players)
    grown = places_held(registration) - before
    if registration.state == RegistrationState.RECEIVED and grown > 0 > places_left(locked):
        raise AppError("no_place_left", _("Il n’y a plus assez de places pour vous tous."))
    _record(registration, "registration.changed")
    promote_waiting(locked)
    return registration


@transaction.atomic
def cancel_registration(*, registration: Registration) -> Registration:
    """Give the place back, an entry already made included; who waits is called.

    Raises:
        AppError: it is over already (`registration_over`), or the seats are fixed (`not_in_preparation`).
    """
    locked = lock_tournament(registration.tournament)
    registration = Registration.objects.select_related("tournament__club").get(pk=registration.pk)
    if registration.state not in (*UNANSWERED, RegistrationState.ACCEPTED):
        raise AppError("registration_over", _("Cette préinscription est déjà annulée ou refusée."))
    if registration.state == RegistrationState.ACCEPTED and locked.state != TournamentState.DRAFT:
        raise AppError(
            "not_in_preparation", _("Les places sont déjà fixées : prévenez le club ou le directeur.")
        )
    registration.state = RegistrationState.CANCELLED
    registration.save(update_fields=["state"])
    for entry in Entry.objects.filter(registered_players__registration=registration).distinct():
        withdraw_entry(entry=entry, withdrawn_by=None)
    _record(registration, "registration.cancelled")
    tell_player(registration)
    promote_waiting(locked)
    return registration


def _check(tournament: Tournament, draft: RegistrationDraft) -> None:
    if not takes_registrations(tournament):
        raise _shut()
    most = most_players(tournament)
    if not 1 <= len(draft.players) <= most:
        raise AppError("too_many_players", _("Il faut de 1 à %(most)d joueurs.") % {"most": most})


def _shut() -> AppError:
    return AppError("entries_shut", _("Les préinscriptions sont closes."))


def _write_players(registration: Registration, players: Sequence[PlayerDraft]) -> None:
    RegisteredPlayer.objects.bulk_create(
        RegisteredPlayer(
            registration=registration,
            position=position,
            last_name=player.last_name,
            first_name=player.first_name,
            federation_number=player.federation_number,
        )
        for position, player in enumerate(players)
    )


def _record(registration: Registration, action: str) -> None:
    record_event(
        club=registration.tournament.club,
        tournament=registration.tournament,
        actor=None,
        action=action,
        subject=str(registration),
        after={"state": str(registration.state)},
    )


def registration_message(registration: Registration) -> EmailMessage:
    """The message about the state of a registration, in the language it was written in."""
    with override(registration.language):
        subject = _("%(event)s : votre préinscription") % {"event": registration.tournament.name}
        tournament = registration.tournament
        opening = EntryOpening.objects.filter(tournament=tournament).first()
        context = {
            "registration": registration,
            "tournament": tournament,
            "fees": fee_words(tournament),
            "note": opening.note if opening and registration.state in COMING else "",
        }
        body = render_to_string("tournaments/entries/mails/registration.txt", context)
    return EmailMessage(subject=" ".join(subject.splitlines()), body=body, to=[registration.email])


def send_registration_mail(*, registration: Registration) -> int:
    """Write to who registered, where an address and a link are known; how many messages left."""
    if not registration.email or not registration.link:
        return 0
    return registration_message(registration).send()
