"""Players who look for partners: proposals to each other, and the joining of two registrations."""

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.core.formats.registry import find_format
from tournaments.entries.queries.registrations import most_players
from tournaments.entries.queries.seekers import list_findable, seeker_name
from tournaments.entries.services.registrations import (
    record_registration,
    refuse_closed,
    reload_unanswered,
)
from tournaments.entries.services.waiting import count_places_left, notify_senders, promote_waiting
from tournaments.enums import RegistrationState
from tournaments.events.services.events import lock_tournament
from tournaments.models import PartnerProposal, Registration, Tournament
from tournaments.trace.services.trace import record_event

MOST_PROPOSALS = 10
"""Largest number of proposals of one registration that wait for an answer."""


@transaction.atomic
def join_registrations(
    *, registration: Registration, partner_registration: Registration, joined_by: User | None
) -> Registration:
    """Move all players of two registrations to one of them, as an organiser. Return that one.

    A registration with a place keeps it; among others the first on the waiting list stays.

    Raises:
        AppError: together they have too many players (`too_many_players`), they are the same or of two events
            (`not_two`), or one is answered (`registration_answered`).
    """
    tournament = lock_tournament(registration.tournament)
    if registration.pk == partner_registration.pk or partner_registration.tournament_id != tournament.pk:
        raise AppError("not_two", _("Choisissez deux préinscriptions du même tournoi."))
    holder, joined = sorted(
        (reload_unanswered(registration), reload_unanswered(partner_registration)), key=_rank_in_line
    )
    return _join(tournament, holder, joined, joined_by)


@transaction.atomic
def propose_partner(*, registration: Registration, partner: Registration) -> None:
    """Propose to another player to play together. If they have proposed it, too, the two are joined.

    Raises:
        AppError: registrations are closed (`entries_shut`), one of the two no longer looks for partners or
            together they are too many (`not_seeking`), the partner has declined (`proposal_declined`), too
            many proposals wait (`too_many_proposals`), or there are too few free places (`no_place_left`).
    """
    tournament, registration, partner = _lock_pair(registration, partner)
    if _open_proposals(partner, registration).exists():
        _join_by_players(tournament, registration, partner)
        return
    waiting_proposals = PartnerProposal.objects.filter(sender=registration, declined_at=None)
    if waiting_proposals.count() >= MOST_PROPOSALS:
        raise AppError(
            "too_many_proposals",
            _("Dix propositions attendent déjà une réponse : retirez-en une."),
        )
    proposal, is_new = PartnerProposal.objects.get_or_create(sender=registration, recipient=partner)
    if proposal.declined_at is not None:
        raise AppError(
            "proposal_declined",
            _("%(name)s a déjà décliné votre proposition.") % {"name": seeker_name(partner)},
        )
    if is_new:
        record_registration(registration, "registration.proposed")
        notify_senders(partner)


@transaction.atomic
def withdraw_proposal(*, registration: Registration, partner: Registration) -> None:
    """Take a proposal back that was not answered.

    Raises:
        AppError: there is none (`no_proposal`).
    """
    _tournament, registration, partner = _lock_pair(registration, partner)
    proposals = _open_proposals(registration, partner)
    _refuse_none(proposals.delete()[0])
    record_registration(registration, "registration.proposal_withdrawn")


@transaction.atomic
def accept_proposal(*, registration: Registration, partner: Registration) -> None:
    """Accept a proposal. The two registrations become one.

    Raises:
        AppError: there is none (`no_proposal`), or as `propose_partner`.
    """
    tournament, registration, partner = _lock_pair(registration, partner)
    _refuse_none(_open_proposals(partner, registration).count())
    _join_by_players(tournament, registration, partner)


@transaction.atomic
def decline_proposal(*, registration: Registration, partner: Registration) -> None:
    """Decline a proposal for good.

    Raises:
        AppError: there is none (`no_proposal`), or as `propose_partner`.
    """
    _tournament, registration, partner = _lock_pair(registration, partner)
    _refuse_none(_open_proposals(partner, registration).update(declined_at=timezone.now()))
    record_registration(registration, "registration.declined")
    notify_senders(partner)


@transaction.atomic
def set_seeker_words(
    *, registration: Registration, words: str, are_shown: bool, set_by: User | None
) -> Registration:
    """Show the words of a registration to other players who look for partners, or erase them.

    Args:
        words: the words that the organiser has read.

    Raises:
        AppError: the player has changed them since (`words_changed`).
    """
    tournament = lock_tournament(registration.tournament)
    registration = tournament.registrations.get(pk=registration.pk)
    if registration.seeker_words != words:
        raise AppError("words_changed", _("Le joueur a changé ces mots entre-temps : relisez-les."))
    registration.are_words_shown = are_shown
    if not are_shown:
        registration.seeker_words = ""
    registration.save(update_fields=["are_words_shown", "seeker_words"])
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=set_by,
        action="registration.words_shown" if are_shown else "registration.words_erased",
        subject=str(registration),
    )
    return registration


def _lock_pair(
    registration: Registration, partner_registration: Registration
) -> tuple[Tournament, Registration, Registration]:
    """Lock the event. Return it with two registrations that look for partners and have room together."""
    tournament = lock_tournament(registration.tournament)
    refuse_closed(tournament)
    seekers = list_findable(tournament)
    pair = [seekers[row.pk] for row in (registration, partner_registration) if row.pk in seekers]
    total = sum(len(row.players.all()) for row in pair)
    if len(pair) < 2 or registration.pk == partner_registration.pk or total > most_players(tournament):
        raise AppError(
            "not_seeking",
            _("Vous ne pouvez plus vous réunir : l’un de vous deux ne cherche plus. Rechargez la page."),
        )
    return tournament, pair[0], pair[1]


def _open_proposals(sender: Registration, recipient: Registration) -> QuerySet[PartnerProposal]:
    return PartnerProposal.objects.filter(sender=sender, recipient=recipient, declined_at=None)


def _refuse_none(count: int) -> None:
    if not count:
        raise AppError("no_proposal", _("Cette proposition n’existe plus : rechargez la page."))


def _join_by_players(tournament: Tournament, first: Registration, second: Registration) -> None:
    holder, joined = sorted((first, second), key=_rank_in_line)
    needs_places = holder.state != joined.state and not find_format(tournament.format).has_teams
    _join(tournament, holder, joined, None)
    # the error rolls the joining back
    if needs_places and count_places_left(tournament) < 0:
        raise AppError("no_place_left", _("Il n’y a plus assez de places pour vous tous."))


def _rank_in_line(registration: Registration) -> tuple[bool, int]:
    return registration.state != RegistrationState.RECEIVED, registration.pk


def _join(
    tournament: Tournament, holder: Registration, joined: Registration, actor: User | None
) -> Registration:
    joined_players = list(joined.players.all())
    players = [*holder.players.all(), *joined_players]
    most = most_players(tournament)
    if len(players) > most:
        raise AppError("too_many_players", _("Il faut de 1 à %(most)d joueurs.") % {"most": most})
    for position, player in enumerate(players):
        if player in joined_players:
            player.sent_with_id = player.sent_with_id or joined.pk
        player.registration, player.position = holder, position
        player.save(update_fields=["registration", "position", "sent_with"])
    holder.seeks_partner = len(players) < most
    holder.is_findable = holder.is_findable and joined.is_findable
    holder.save(update_fields=["seeks_partner", "is_findable"])
    joined.state = RegistrationState.JOINED
    joined.save(update_fields=["state"])
    _drop_proposals(joined)
    if not holder.seeks_partner:
        _drop_proposals(holder)
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action="registration.joined",
        subject=" / ".join(map(str, joined_players)),
    )
    notify_senders(holder)
    promote_waiting(tournament)
    return holder


def _drop_proposals(registration: Registration) -> None:
    PartnerProposal.objects.filter(Q(sender=registration) | Q(recipient=registration)).delete()
