"""Preparing a tournament: making it, entering people, giving them a starting seat."""

import datetime
import random
from collections.abc import Iterable

from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.core.errors import NoSuchMovement
from tournaments.core.formats.registry import find_format
from tournaments.enums import TournamentState, Visibility
from tournaments.models import Club, Entry, Person, Section, Session, Standings, Tournament
from tournaments.services.audit import record_event
from tournaments.services.wording import app_error


@transaction.atomic
def create_tournament(
    *,
    club: Club,
    name: str,
    starts_on: datetime.date,
    format_code: str,
    table_count: int,
    round_count: int,
    boards_per_set: int,
    created_by: User | None,
) -> Tournament:
    """Make a tournament in preparation, with one session, one section and its movement chosen.

    Raises:
        AppError: no movement of that format has this shape (the message says which exist).
    """
    tournament_format = find_format(format_code)
    try:
        movement = tournament_format.build_movement(table_count=table_count, round_count=round_count)
    except NoSuchMovement as error:
        raise app_error(error) from error
    tournament = Tournament.objects.create(
        club=club,
        name=name,
        slug=_free_slug(name, starts_on),
        starts_on=starts_on,
        format=format_code,
        game=tournament_format.game,
        rule_set=tournament_format.rule_set,
    )
    session = Session.objects.create(tournament=tournament, number=1)
    Standings.objects.create(session=session)
    Section.objects.create(
        session=session,
        number=1,
        table_count=table_count,
        round_count=round_count,
        boards_per_set=boards_per_set,
        movement=movement.code,
    )
    record_event(
        club=club,
        tournament=tournament,
        actor=created_by,
        action="tournament.created",
        subject=name,
        after={"movement": movement.code, "boards_per_set": boards_per_set},
    )
    return tournament


@transaction.atomic
def enter_people(*, tournament: Tournament, people: Iterable[Person], entered_by: User | None) -> list[Entry]:
    """Enter people of the club; those already entered are left as they are.

    Raises:
        AppError: the seats are already fixed (`not_in_preparation`), there are more people than seats
            (`too_many_entries`), or somebody is of another club's register (`person_elsewhere`).
    """
    locked = lock_tournament(tournament)
    require_draft(locked)
    people = list(people)
    if any(person.club_id != locked.club_id for person in people):
        raise AppError("person_elsewhere", _("Ce joueur n’est pas dans le registre du club."))
    known = set(locked.entries.values_list("person_id", flat=True))
    wanted = {person.pk: person for person in people if person.pk not in known}
    capacity = seat_count(locked)
    if len(known) + len(wanted) > capacity:
        raise AppError(
            "too_many_entries",
            _("%(capacity)d places seulement : retirez %(extra)d joueur(s) ou choisissez plus de tables.")
            % {"capacity": capacity, "extra": len(known) + len(wanted) - capacity},
        )
    entries = Entry.objects.bulk_create(Entry(tournament=locked, person=person) for person in wanted.values())
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
def withdraw_entry(*, entry: Entry, withdrawn_by: User | None) -> None:
    """Take somebody off the list before the seats are fixed."""
    tournament = lock_tournament(entry.tournament)
    require_draft(tournament)
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=withdrawn_by,
        action="entries.withdrawn",
        subject=str(entry.person),
    )
    entry.delete()


@transaction.atomic
def place_entry(
    *, entry: Entry, start_table: int | None, start_seat: int | None, placed_by: User | None
) -> Entry:
    """Give an entry its starting seat, or none; whoever sat there takes the place left, if any.

    Raises:
        AppError: there is no such table or seat.
    """
    tournament = lock_tournament(entry.tournament)
    require_draft(tournament)
    entry.refresh_from_db()
    section = _only_section(tournament)
    before = _place(entry)
    if start_table is None or start_seat is None:
        _move(entry, None, None, None)
    else:
        seats = find_format(tournament.format).seats_per_table
        if not (1 <= start_table <= section.table_count and 0 <= start_seat < seats):
            raise AppError("no_such_seat", _("Cette place n’existe pas dans ce tournoi."))
        sitting = Entry.objects.filter(
            section=section, start_table=start_table, start_seat=start_seat
        ).first()
        left = (entry.section, entry.start_table, entry.start_seat)
        _move(entry, None, None, None)
        if sitting is not None and sitting != entry:
            _move(sitting, *left)
        _move(entry, section, start_table, start_seat)
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=placed_by,
        action="entries.placed",
        subject=str(entry.person),
        before={"place": before},
        after={"place": _place(entry)},
    )
    return entry


@transaction.atomic
def draw_places(*, tournament: Tournament, rng: random.Random, drawn_by: User | None) -> int:
    """Give every entry without a place a free one by lot; returns how many were placed."""
    locked = lock_tournament(tournament)
    require_draft(locked)
    section = _only_section(locked)
    seats = find_format(locked.format).seats_per_table
    entries = list(locked.entries.select_related("person").order_by("pk"))
    taken = {(entry.start_table, entry.start_seat) for entry in entries}
    places = [(table, seat) for table in range(1, section.table_count + 1) for seat in range(seats)]
    free = [place for place in places if place not in taken]
    waiting = [entry for entry in entries if entry.section is None]
    rng.shuffle(free)
    for entry, (table, seat) in zip(waiting, free, strict=False):
        _move(entry, section, table, seat)
    record_event(
        club=locked.club,
        tournament=locked,
        actor=drawn_by,
        action="entries.drawn",
        subject=str(len(waiting)),
        after={"places": {str(entry.person): _place(entry) for entry in waiting}},
    )
    return len(waiting)


@transaction.atomic
def set_visibility(*, tournament: Tournament, visibility: Visibility, set_by: User | None) -> Tournament:
    """Show the results to everybody, or to the organisers only."""
    locked = lock_tournament(tournament)
    before = locked.visibility
    locked.visibility = visibility
    locked.save(update_fields=["visibility"])
    record_event(
        club=locked.club,
        tournament=locked,
        actor=set_by,
        action="tournament.visibility",
        subject=locked.name,
        before={"visibility": before},
        after={"visibility": str(visibility)},
    )
    return locked


def lock_tournament(tournament: Tournament) -> Tournament:
    """The tournament's row, locked: for changes of its preparation, never for results."""
    return Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=tournament.pk)


def require_draft(tournament: Tournament) -> None:
    """Refuse a change of the preparation once the seats are fixed."""
    if tournament.state != TournamentState.DRAFT:
        raise AppError(
            "not_in_preparation",
            _("Les places sont déjà fixées : revenez d’abord à la préparation du tournoi."),
        )


def seat_count(tournament: Tournament) -> int:
    """Places in all sections of a tournament. One query."""
    tables = sum(Section.objects.filter(session__tournament=tournament).values_list("table_count", flat=True))
    return int(tables * find_format(tournament.format).seats_per_table)


def _only_section(tournament: Tournament) -> Section:
    return Section.objects.get(session__tournament=tournament, session__number=1, number=1)


def _move(entry: Entry, section: Section | None, table: int | None, seat: int | None) -> None:
    entry.section, entry.start_table, entry.start_seat = section, table, seat
    entry.save(update_fields=["section", "start_table", "start_seat"])


def _place(entry: Entry) -> list[int] | None:
    return (
        None
        if entry.start_table is None or entry.start_seat is None
        else [entry.start_table, entry.start_seat]
    )


def _free_slug(name: str, starts_on: datetime.date) -> str:
    stem = (
        slugify(f"{name}-{starts_on.isoformat()}".replace("’", "-").replace("'", "-"))[:70]
        or starts_on.isoformat()
    )
    slug, number = stem, 1
    while Tournament.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{stem}-{number}"
    return slug
