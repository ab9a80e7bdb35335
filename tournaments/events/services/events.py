"""Create tournaments, enter people, lock a tournament for a change, and refuse changes that come too late."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.errors import AppError
from games.core.variants.registry import find_variant
from tournaments.base.queries.sessions import current_session_key
from tournaments.base.services.public_pages import renew_pages
from tournaments.base.services.slugs import create_with_slug
from tournaments.base.words.copies import copy_sentence
from tournaments.core.formats.game_rules import rules_of_event
from tournaments.core.formats.registry import find_format
from tournaments.enums import TournamentState, Visibility
from tournaments.models import Club, ClubPage, Entry, Person, Section, Session, Standings, Tournament
from tournaments.movements.services.sections import SectionPlan, make_sections, section_facts
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_records


@transaction.atomic
def create_tournament(
    *,
    club: Club,
    name: str,
    starts_on: datetime.date,
    format_code: str,
    sections: Sequence[SectionPlan],
    created_by: User | None,
    starts_at: datetime.time | None = None,
    place: str | None = None,
    game: str = "",
    options: Mapping[str, Any] | None = None,
    is_practice: bool = False,
) -> Tournament:
    """Create a tournament in preparation, with one session, its sections and their movements.

    Args:
        place: address of the hall; None for the club's usual place.
        game: stored name of the game, where the format is for any game; "" for the format's own.
        options: see `tournaments.core.formats.event_options`; None for the format's own.
        is_practice: True for an event of fictitious people. It cannot be changed later.

    Raises:
        AppError: the catalogue has no movement of a wanted shape. The message lists the shapes that exist.
        InvalidRules: `options` names rules that the game does not have.
    """
    tournament_format = find_format(format_code)
    is_any = tournament_format.plan.is_for_any_game
    game_name = (is_any and game) or tournament_format.variant.name
    # called for its errors only: wrong rules are refused before anything is stored
    rules_of_event(tournament_format, game_name, options or {})
    tournament = create_with_slug(
        Tournament.objects,
        f"{name} {starts_on.isoformat()}",
        "tournoi",
        club=club,
        name=name,
        starts_on=starts_on,
        starts_at=starts_at,
        place=usual_place(club) if place is None else place,
        format=format_code,
        game=game_name,
        rule_set=tournament_format.rule_set,
        options=({"lowest_wins": True} if find_variant(game_name).lowest_wins else {}) | dict(options or {}),
        is_practice=is_practice,
    )
    session = Session.objects.create(tournament=tournament, number=1)
    Standings.objects.create(session=session)
    new_sections = make_sections(session=session, plans=sections)
    record_event(
        club=club,
        tournament=tournament,
        actor=created_by,
        action="tournament.created",
        subject=name,
        after={"sections": [section_facts(section) for section in new_sections]},
    )
    return tournament


@transaction.atomic
def enter_people(*, tournament: Tournament, people: Iterable[Person], entered_by: User | None) -> list[Entry]:
    """Enter people of the club. Those who are already entered stay as they are.

    Raises:
        AppError: with one of these codes:

        - `not_in_preparation`: the seats are fixed;
        - `teams_only`: the format is played by teams;
        - `person_elsewhere`: see `lock_registered`;
        - `practice_people`: see `refuse_mixed`;
        - `too_many_entries`: there are more people than seats.
    """
    locked = lock_tournament(tournament)
    require_draft(locked)
    people = list(people)
    if find_format(locked.format).has_teams:
        raise AppError("teams_only", _("Ce tournoi se joue par équipes : inscrivez des équipes."))
    lock_registered(locked, people)
    refuse_mixed(locked, people)
    entered_ids = set(locked.entries.values_list("person_id", flat=True))
    new_people = {person.pk: person for person in people if person.pk not in entered_ids}
    refuse_overflow(locked, entered=len(entered_ids) + len(new_people), capacity=seat_count(locked))
    entries = Entry.objects.bulk_create(
        Entry(tournament=locked, person=person) for person in new_people.values()
    )
    if entries:
        record_event(
            club=locked.club,
            tournament=locked,
            actor=entered_by,
            action="entries.added",
            subject=str(len(entries)),
            after={"people": [str(entry.person) for entry in entries]},
        )
    return entries


@transaction.atomic
def set_visibility(*, tournament: Tournament, visibility: Visibility, set_by: User | None) -> Tournament:
    """Show the results to the public, or to the organisers only."""
    locked = lock_tournament(tournament)
    old_visibility = locked.visibility
    locked.visibility = visibility
    locked.save(update_fields=["visibility"])
    renew_pages(Tournament.objects.filter(pk=locked.pk))
    record_event(
        club=locked.club,
        tournament=locked,
        actor=set_by,
        action="tournament.visibility",
        subject=locked.name,
        before={"visibility": old_visibility},
        after={"visibility": str(visibility)},
    )
    # seasons and ratings count public events only (`counting_events`)
    if locked.state == TournamentState.FINISHED:
        request_records(tournament=locked)
    return locked


def usual_place(club: Club) -> str:
    """Return the usual address of the club's events; "" if unknown. One query."""
    return ClubPage.objects.filter(club=club).values_list("address", flat=True).first() or ""


def lock_tournament(
    tournament: Tournament,
    *,
    may_be_archived: bool = False,
    may_be_cancelled: bool = False,
    may_be_copy: bool = False,
) -> Tournament:
    """Return the tournament's row, locked for a change of anything but results.

    Raises:
        AppError: `archived` or `cancelled`, unless the change is allowed in such events; `written_elsewhere`.
    """
    # `of`: not the club that is fetched with it. `no_key`: each result adds a line of the trace that refers
    # to the tournament, and would wait for this change, which may wait for the play of the result
    rows = Tournament.objects.select_for_update(of=("self",), no_key=True)
    locked = rows.select_related("club").get(pk=tournament.pk)
    if not may_be_copy:
        refuse_copy(locked)
    if not may_be_archived:
        refuse_archived(locked)
    if not may_be_cancelled:
        refuse_cancelled(locked)
    return locked


def refuse_cancelled(tournament: Tournament) -> None:
    """Refuse a change of a cancelled event, and its papers.

    Raises:
        AppError: `cancelled`.
    """
    if tournament.cancelled_at is not None:
        raise AppError("cancelled", _("Ce tournoi est annulé : rétablissez-le d’abord, sur son bureau."))


def refuse_archived(tournament: Tournament) -> None:
    """Refuse a change of an archived event.

    Raises:
        AppError: `archived`.
    """
    if tournament.archived_at is not None:
        raise AppError(
            "archived", _("Ce tournoi est archivé : sortez-le d’abord des archives, sur son bureau.")
        )


def refuse_copy(tournament: Tournament) -> None:
    """Refuse a change of an event that another installation writes.

    Raises:
        AppError: `written_elsewhere`.
    """
    if tournament.writer:
        raise AppError("written_elsewhere", copy_sentence(tournament))


def require_draft(tournament: Tournament) -> None:
    """Refuse a change of the preparation once the seats are fixed.

    Raises:
        AppError: `not_in_preparation`.
    """
    if tournament.state != TournamentState.DRAFT:
        raise AppError(
            "not_in_preparation",
            _("Les places sont déjà fixées : revenez d’abord à la préparation du tournoi."),
        )


def lock_registered(tournament: Tournament, people: Iterable[Person], *, field: str = "") -> None:
    """Lock people of the club's register, so that none of them is erased or merged meanwhile. One query.

    Args:
        field: field of the form with the message, if there is one.

    Raises:
        AppError: `person_elsewhere`: a person is in the register of another club, or in none any more.
    """
    keys = {person.pk for person in people}
    rows = Person.everybody.select_for_update(no_key=True).filter(club=tournament.club_id, erased_at=None)
    if len(rows.filter(pk__in=keys).order_by("pk").values_list("pk")) < len(keys):
        message = _("Ce joueur n’est pas dans le registre du club.")
        raise AppError("person_elsewhere", message, fields={field: message} if field else {})


def refuse_mixed(tournament: Tournament, people: Iterable[Person]) -> None:
    """Refuse real people in practice events, and fictitious people in all others.

    Raises:
        AppError: `practice_people`.
    """
    if all(person.is_fictitious == tournament.is_practice for person in people):
        return
    if tournament.is_practice:
        message = _("Ceci est un entraînement : seuls des joueurs fictifs y sont inscrits.")
    else:
        message = _("Un joueur fictif ne joue que dans un entraînement.")
    raise AppError("practice_people", message)


def refuse_overflow(tournament: Tournament, *, entered: int, capacity: int) -> None:
    """Refuse more entries than places.

    Raises:
        AppError: `too_many_entries`.
    """
    surplus = entered - capacity
    if surplus <= 0:
        return
    if find_format(tournament.format).has_teams:
        message = ngettext(
            "%(capacity)d places seulement : retirez une équipe ou choisissez plus de tables.",
            "%(capacity)d places seulement : retirez %(extra)d équipes ou choisissez plus de tables.",
            surplus,
        )
    else:
        message = ngettext(
            "%(capacity)d places seulement : retirez un joueur ou choisissez plus de tables.",
            "%(capacity)d places seulement : retirez %(extra)d joueurs ou choisissez plus de tables.",
            surplus,
        )
    raise AppError("too_many_entries", message % {"capacity": capacity, "extra": surplus})


def seat_count(tournament: Tournament) -> int:
    """Return the number of places in all sections of the current session. One query."""
    sections = Section.objects.filter(session=current_session_key(tournament))
    return sum(sections.values_list("player_count", flat=True))
