"""The organiser's answer to registrations: people are found in the register or added, and entered."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.queries.teams import players_of
from tournaments.core.exchange.player_row import PlayerRow
from tournaments.core.formats.registry import find_format
from tournaments.entries.services.registrations import UNANSWERED, most_players
from tournaments.entries.services.teams import enter_team, propose_name
from tournaments.entries.services.waiting import promote_waiting, tell_player
from tournaments.enums import RegistrationState
from tournaments.events.services.events import enter_people, lock_tournament, require_draft
from tournaments.models import Entry, Person, RegisteredPlayer, Registration, Tournament
from tournaments.people.services.identity import PersonMatch, Register
from tournaments.people.services.people import add_person
from tournaments.trace.services.trace import record_event

NEW_PERSON = 0
"""Stands for somebody to add to the register, in the place of a person's id."""


@transaction.atomic
def accept_registration(
    *, registration: Registration, chosen: Mapping[int, int], accepted_by: User | None
) -> list[Entry]:
    """Enter everybody of a registration, from the waiting list, too.

    Args:
        chosen: person of the register, or `NEW_PERSON`, by id of the registered player; those left out are
            found by name and number.

    Raises:
        AppError: it is answered already (`registration_answered`), several people may be meant
            (`choose_person`), the number is that of a person of another name (`number_of_other`), somebody is
            entered already (`entered_already`), or as `enter_people`, `enter_team` and `add_person`.
    """
    tournament = lock_tournament(registration.tournament)
    require_draft(tournament)
    registration = _unanswered(registration)
    register = Register(Person.objects.filter(club=tournament.club_id))
    players = list(registration.players.all())
    people = [_person(registration, player, chosen, register, accepted_by) for player in players]
    _refuse_entered(tournament, people)
    entries = _enter(tournament, people, accepted_by)
    for player, entry in zip(players, entries, strict=True):
        player.entry = entry
        player.save(update_fields=["entry"])
    _answer(registration, RegistrationState.ACCEPTED, accepted_by)
    return entries


def accept_all(*, tournament: Tournament, accepted_by: User | None) -> tuple[int, list[str]]:
    """Accept whatever can be, in the order sent: how many, and a sentence for each that could not."""
    count, refused = 0, []
    received = tournament.registrations.filter(state=RegistrationState.RECEIVED)
    for registration in received.prefetch_related("players"):
        try:
            accept_registration(registration=registration, chosen={}, accepted_by=accepted_by)
        except AppError as error:
            refused.append(_("%(names)s : %(why)s") % {"names": registration, "why": error.message})
        else:
            count += 1
    return count, refused


@transaction.atomic
def refuse_registration(*, registration: Registration, refused_by: User | None) -> Registration:
    """Say no; the place goes to who waits.

    Raises:
        AppError: `registration_answered`.
    """
    tournament = lock_tournament(registration.tournament)
    registration = _unanswered(registration)
    _answer(registration, RegistrationState.REFUSED, refused_by)
    promote_waiting(tournament)
    return registration


@transaction.atomic
def join_registrations(
    *, registration: Registration, other: Registration, joined_by: User | None
) -> Registration:
    """Put the people of `other` with those of `registration`, who look for partners.

    Raises:
        AppError: together they are too many (`too_many_players`), they are one or of two events
            (`not_two`), or one is answered (`registration_answered`).
    """
    tournament = lock_tournament(registration.tournament)
    if registration.pk == other.pk or other.tournament_id != tournament.pk:
        raise AppError("not_two", _("Choisissez deux préinscriptions du même tournoi."))
    registration, other = _unanswered(registration), _unanswered(other)
    together = [*registration.players.all(), *other.players.all()]
    most = most_players(tournament)
    if len(together) > most:
        raise AppError("too_many_players", _("Il faut de 1 à %(most)d joueurs.") % {"most": most})
    for position, player in enumerate(together):
        player.registration, player.position = registration, position
        player.save(update_fields=["registration", "position"])
    registration.shows_names = registration.shows_names and other.shows_names
    registration.seeks_partner = len(together) < most
    registration.save(update_fields=["shows_names", "seeks_partner"])
    _answer(other, RegistrationState.JOINED, joined_by)
    promote_waiting(tournament)
    return registration


def match_player(player: RegisteredPlayer, register: Register) -> PersonMatch:
    """Return whom of the register a registered player may be."""
    return register.find(
        PlayerRow(last_name=player.last_name, first_name=player.first_name, number=player.federation_number)
    )


def _unanswered(registration: Registration) -> Registration:
    registration = Registration.objects.select_related("tournament__club").get(pk=registration.pk)
    if registration.state not in UNANSWERED:
        raise AppError(
            "registration_answered", _("Quelqu’un a déjà répondu à cette préinscription : rechargez la page.")
        )
    return registration


def _person(
    registration: Registration,
    player: RegisteredPlayer,
    chosen: Mapping[int, int],
    register: Register,
    actor: User | None,
) -> Person:
    match = match_player(player, register)
    number = player.federation_number
    if player.pk in chosen:
        person = next((person for person in match.candidates if person.pk == chosen[player.pk]), None)
        if person is not None:
            return person
        number = "" if match.holder else number
    elif match.holder:
        raise AppError(
            "number_of_other",
            _("Le n° %(number)s est celui de %(holder)s : dites si %(player)s est la même personne.")
            % {"number": number, "holder": match.holder, "player": player},
        )
    elif len(match.people) > 1:
        raise AppError(
            "choose_person",
            _("Plusieurs personnes du registre s’appellent %(player)s : dites laquelle.")
            % {"player": player},
        )
    elif match.people:
        return match.people[0]
    values = {
        "last_name": player.last_name,
        "first_name": player.first_name,
        "federation_number": number,
        "shows_full_name": registration.shows_names,
        "refuses_full_name": not registration.shows_names,
        "email": registration.email if player.position == 0 else "",
        "language": registration.language if player.position == 0 else "",
    }
    return add_person(club=registration.tournament.club, values=values, added_by=actor)


def _refuse_entered(tournament: Tournament, people: list[Person]) -> None:
    entered = players_of(tournament).filter(pk__in=[person.pk for person in people])
    names = ", ".join(map(str, entered))
    if names:
        raise AppError("entered_already", _("Déjà inscrit : %(names)s.") % {"names": names})
    if len({person.pk for person in people}) < len(people):
        raise AppError("member_twice", _("La même personne est nommée deux fois."))


def _enter(tournament: Tournament, people: list[Person], actor: User | None) -> list[Entry]:
    """The entry of each person, in their order."""
    played = find_format(tournament.format)
    if played.has_teams:
        return [enter_team(tournament=tournament, name="", people=people, entered_by=actor)] * len(people)
    made = enter_people(tournament=tournament, people=people, entered_by=actor)
    by_person = {entry.person_id: entry for entry in made}
    entries = [by_person[person.pk] for person in people]
    if played.has_partners and len(entries) > 1:
        name = propose_name(people)
        for entry in entries:
            entry.partners = name
        Entry.objects.bulk_update(entries, ["partners"])
    return entries


def _answer(registration: Registration, state: RegistrationState, actor: User | None) -> None:
    registration.state = state
    registration.save(update_fields=["state"])
    record_event(
        club=registration.tournament.club,
        tournament=registration.tournament,
        actor=actor,
        action=f"registration.{state}",
        subject=str(registration),
    )
    tell_player(registration)
