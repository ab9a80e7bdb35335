"""Arranging the starting places of a tournament, one by one, by lot, or all at once."""

import random
from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError, Conflict
from tournaments.events.services.events import lock_tournament, require_draft
from tournaments.models import Entry, Section, Tournament
from tournaments.movements.queries.movements import Place, sections_by_place, sections_of
from tournaments.trace.services.trace import record_event


@transaction.atomic
def place_entry(
    *, entry: Entry, start_table: int | None, start_seat: int | None, placed_by: User | None
) -> Entry:
    """Give an entry its starting seat, or none; whoever sat there takes the place left, if any.

    Raises:
        AppError: there is no such table or seat (`no_such_seat`).
    """
    tournament = lock_tournament(entry.tournament)
    require_draft(tournament)
    entry.refresh_from_db()
    before = place_of(entry)
    after: dict[Entry, Place | None] = {entry: None}
    if start_table is not None and start_seat is not None:
        sitting = tournament.entries.filter(start_table=start_table, start_seat=start_seat).first()
        if sitting is not None:
            after[sitting] = before
        after[entry] = start_table, start_seat
    move_entries(tournament, after)
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=placed_by,
        action="entries.placed",
        subject=str(entry),
        before={"place": before},
        after={"place": place_of(entry)},
    )
    return entry


@transaction.atomic
def draw_places(*, tournament: Tournament, rng: random.Random, drawn_by: User | None) -> int:
    """Give every entry without a place a free one by lot; returns how many were placed."""
    locked = lock_tournament(tournament)
    require_draft(locked)
    entries = list(locked.entries.select_related("person").order_by("pk"))
    taken = {place_of(entry) for entry in entries}
    free = [place for place in sections_by_place(sections_of(locked)) if place not in taken]
    waiting = [entry for entry in entries if entry.section_id is None]
    rng.shuffle(free)
    move_entries(locked, dict(zip(waiting, free, strict=False)))
    record_event(
        club=locked.club,
        tournament=locked,
        actor=drawn_by,
        action="entries.drawn",
        subject=str(len(waiting)),
        after={"places": {str(entry): place_of(entry) for entry in waiting}},
    )
    return len(waiting)


@transaction.atomic
def arrange_places(
    *,
    tournament: Tournament,
    wanted: Mapping[Place, int],
    seen: Mapping[Place, int],
    arranged_by: User | None,
) -> int:
    """Give every place of the tournament to the entry wanted there; returns how many entries moved.

    Args:
        wanted: entry ids by place; an entry that is left out has no place any more.
        seen: the arrangement that the person was changing, in the same form.

    Raises:
        Conflict: somebody changed the places meanwhile (`places_changed`).
        AppError: an entry is wanted at two places (`entry_twice`, a message at each place), or a
            place or an entry is not of this tournament (`no_such_seat`, `entry_elsewhere`).
    """
    locked = lock_tournament(tournament)
    require_draft(locked)
    entries = {entry.pk: entry for entry in locked.entries.select_related("person")}
    if current_places(entries.values()) != dict(seen):
        raise Conflict(
            "places_changed",
            _("Les places ont changé entre-temps : regardez-les de nouveau avant d’enregistrer."),
        )
    _refuse_strangers(entries, wanted)
    place_wanted = {pk: place for place, pk in wanted.items()}
    moved = [entry for entry in entries.values() if place_of(entry) != place_wanted.get(entry.pk)]
    before = {str(entry): place_of(entry) for entry in moved}
    move_entries(locked, {entry: place_wanted.get(entry.pk) for entry in moved})
    if moved:
        record_event(
            club=locked.club,
            tournament=locked,
            actor=arranged_by,
            action="entries.arranged",
            subject=str(len(moved)),
            before=before,
            after={str(entry): place_of(entry) for entry in moved},
        )
    return len(moved)


def current_places(entries: Iterable[Entry]) -> dict[Place, int]:
    """Entry ids by starting place; entries without a place are left out."""
    return {place: entry.pk for entry in entries if (place := place_of(entry)) is not None}


def place_of(entry: Entry) -> Place | None:
    """The starting place of an entry, None without one."""
    if entry.start_table is None or entry.start_seat is None:
        return None
    return entry.start_table, entry.start_seat


def move_entries(tournament: Tournament, wanted: Mapping[Entry, Place | None]) -> None:
    """Give entries new places, all left first so that two may change; the caller holds the tournament.

    Raises:
        AppError: a place is not there (`no_such_seat`).
    """
    homes: Mapping[Place, Section] = sections_by_place(sections_of(tournament)) if wanted else {}
    if any(place is not None and place not in homes for place in wanted.values()):
        raise AppError("no_such_seat", _("Cette place n’existe pas dans ce tournoi."))
    Entry.objects.filter(pk__in=[entry.pk for entry in wanted]).update(
        section=None, start_table=None, start_seat=None
    )
    for entry, place in wanted.items():
        entry.section = None if place is None else homes[place]
        entry.start_table, entry.start_seat = place or (None, None)
        if place is not None:
            entry.save(update_fields=["section", "start_table", "start_seat"])


def _refuse_strangers(entries: Mapping[int, Entry], wanted: Mapping[Place, int]) -> None:
    """Refuse ids of other tournaments, and an entry wanted at two places."""
    if set(wanted.values()) - set(entries):
        raise AppError("entry_elsewhere", _("Ce joueur n’est pas inscrit à ce tournoi."))
    places: dict[int, list[Place]] = {}
    for place, pk in wanted.items():
        places.setdefault(pk, []).append(place)
    twice = {pk: taken for pk, taken in places.items() if len(taken) > 1}
    if twice:
        fields = {
            f"place-{table}-{seat}": _("%(person)s est à plusieurs places.") % {"person": entries[pk]}
            for pk, taken in twice.items()
            for table, seat in taken
        }
        names = ", ".join(str(entries[pk]) for pk in twice)
        raise AppError(
            "entry_twice",
            _("Un joueur n’a qu’une place ; à corriger : %(names)s.") % {"names": names},
            fields=fields,
        )
