"""Acceptance of registrations: people are found in the register or added to it, and entered."""

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.queries.teams import list_tournament_players
from tournaments.core.exchange.player_row import PlayerRow
from tournaments.core.formats.registry import find_format
from tournaments.entries.queries.registrations import least_players
from tournaments.entries.services.registrations import reload_unanswered
from tournaments.entries.services.teams import enter_team, propose_name
from tournaments.entries.services.waiting import notify_senders, promote_waiting
from tournaments.enums import RegistrationState
from tournaments.events.services.events import enter_people, lock_tournament, require_draft
from tournaments.models import Entry, Person, RegisteredPlayer, Registration, Tournament
from tournaments.people.queries.licences import complete_values
from tournaments.people.services.identity import PersonMatch, Register, people_near
from tournaments.people.services.people import add_person
from tournaments.trace.services.trace import record_event

NEW_PERSON = 0
"""Value for a new person of the register, in place of a person's id."""


@transaction.atomic
def accept_registration(
    *, registration: Registration, person_ids: Mapping[int, int], accepted_by: User | None
) -> list[Entry]:
    """Enter all players of a registration, which may still be on the waiting list.

    Args:
        person_ids: id of a person of the register, or `NEW_PERSON`, by id of the registered player. Players
            left out are found by name and number.

    Raises:
        AppError: the registration is answered (`registration_answered`), several people are possible
            (`choose_person`), the number belongs to a person with a different name (`number_of_other`), a
            player is already entered (`entered_already`) or named twice (`member_twice`), or as
            `enter_people`, `enter_team` and `add_person`.
    """
    tournament = lock_tournament(registration.tournament)
    require_draft(tournament)
    registration = reload_unanswered(registration)
    players = list(registration.players.select_related("sent_with"))
    # a large register is not loaded for each of hundreds of registrations
    register = Register(people_near(tournament.club_id, map(_row_of, players)))
    senders = _senders(players)
    people = [
        _find_or_add_person(player, person_ids, register, accepted_by, is_sender=player in senders)
        for player in players
    ]
    _refuse_entered(tournament, people)
    entries = _enter(tournament, people, accepted_by)
    for player, entry in zip(players, entries, strict=True):
        player.entry = entry
        player.save(update_fields=["entry"])
    _answer(registration, RegistrationState.ACCEPTED, accepted_by)
    return entries


def accept_all(*, tournament: Tournament, accepted_by: User | None) -> tuple[int, list[str]]:
    """Accept all registrations without open questions, in the order sent.

    Those who look for partners and are too few for a team stay: they may still find each other.

    Returns:
        The number of accepted registrations, and a sentence about each of the others.
    """
    count, refusals = 0, []
    open_registrations = tournament.registrations.filter(state=RegistrationState.RECEIVED)
    # one transaction for each, so that an open question does not undo the others
    least = least_players(tournament)
    for registration in open_registrations.prefetch_related("players"):
        if registration.seeks_partner and len(registration.players.all()) < least:
            why = _("cherche encore des partenaires.")
            refusals.append(_("%(names)s : %(why)s") % {"names": registration, "why": why})
            continue
        try:
            accept_registration(registration=registration, person_ids={}, accepted_by=accepted_by)
        except AppError as error:
            refusals.append(_("%(names)s : %(why)s") % {"names": registration, "why": error.message})
        else:
            count += 1
    return count, refusals


@transaction.atomic
def refuse_registration(*, registration: Registration, refused_by: User | None) -> Registration:
    """Refuse a registration. Its place goes to the waiting list.

    Raises:
        AppError: `registration_answered`.
    """
    tournament = lock_tournament(registration.tournament)
    registration = reload_unanswered(registration)
    _answer(registration, RegistrationState.REFUSED, refused_by)
    promote_waiting(tournament)
    return registration


def match_player(player: RegisteredPlayer, register: Register) -> PersonMatch:
    """Return the people of the register that a registered player may be."""
    return register.find(_row_of(player))


def _row_of(player: RegisteredPlayer) -> PlayerRow:
    return PlayerRow(
        last_name=player.last_name, first_name=player.first_name, number=player.federation_number
    )


def _senders(players: Iterable[RegisteredPlayer]) -> set[RegisteredPlayer]:
    """Return the players who wrote: the first of each registration that was joined."""
    first_players: dict[int, RegisteredPlayer] = {}
    for player in players:
        first_players.setdefault(player.home.pk, player)
    return set(first_players.values())


def _find_or_add_person(
    player: RegisteredPlayer,
    person_ids: Mapping[int, int],
    register: Register,
    actor: User | None,
    *,
    is_sender: bool,
) -> Person:
    match = match_player(player, register)
    number = player.federation_number
    if player.pk in person_ids:
        person = next((person for person in match.candidates if person.pk == person_ids[player.pk]), None)
        if person is not None:
            return person
        # the organiser added a new person: the number stays with its holder
        number = "" if match.holder else number
    elif match.holder:
        raise AppError(
            "number_of_other",
            _("%(holder)s a déjà le n° %(number)s : dites si %(player)s est la même personne.")
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
    elif match.similar:
        raise AppError(
            "choose_person",
            _("%(known)s est au registre : dites si %(player)s est la même personne.")
            % {"known": match.similar[0], "player": player},
        )
    home = player.home
    values = {
        "last_name": player.last_name,
        "first_name": player.first_name,
        "federation_number": number,
        "shows_full_name": home.shows_names,
        "refuses_full_name": not home.shows_names,
        # the address and the language are those of the player who wrote
        "email": home.email if is_sender else "",
        "language": home.language if is_sender else "",
    }
    club = player.registration.tournament.club
    return add_person(club=club, values=complete_values(club, values), added_by=actor)


def _refuse_entered(tournament: Tournament, people: list[Person]) -> None:
    entered_people = list_tournament_players(tournament).filter(pk__in=[person.pk for person in people])
    names = ", ".join(map(str, entered_people))
    if names:
        raise AppError("entered_already", _("Déjà inscrit : %(names)s.") % {"names": names})
    if len({person.pk for person in people}) < len(people):
        raise AppError("member_twice", _("La même personne est nommée deux fois."))


def _enter(tournament: Tournament, people: list[Person], actor: User | None) -> list[Entry]:
    """Return the new entry of each person, in their order. Members of a team share one."""
    event_format = find_format(tournament.format)
    if event_format.has_teams:
        # one entry for all members
        return [enter_team(tournament=tournament, name="", people=people, entered_by=actor)] * len(people)
    new_entries = enter_people(tournament=tournament, people=people, entered_by=actor)
    by_person = {entry.person_id: entry for entry in new_entries}
    entries = [by_person[person.pk] for person in people]
    if event_format.has_partners and len(entries) > 1:
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
    notify_senders(registration)
