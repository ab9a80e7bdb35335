"""Arrange the starting places of a tournament, by lot or all at once."""

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
def draw_places(*, tournament: Tournament, rng: random.Random, drawn_by: User | None) -> int:
    """Give each entry without a place a free one by lot. Return the number of those entries."""
    locked = lock_tournament(tournament)
    require_draft(locked)
    entries = list(locked.entries.select_related("person").order_by("pk"))
    occupied_places = {starting_place_of(entry) for entry in entries}
    free_places = [place for place in sections_by_place(sections_of(locked)) if place not in occupied_places]
    unplaced_entries = [entry for entry in entries if entry.section_id is None]
    rng.shuffle(free_places)
    # not strict: there may be more entries than places
    move_entries(locked, dict(zip(unplaced_entries, free_places, strict=False)))
    record_event(
        club=locked.club,
        tournament=locked,
        actor=drawn_by,
        action="entries.drawn",
        subject=str(len(unplaced_entries)),
        after={"places": {str(entry): starting_place_of(entry) for entry in unplaced_entries}},
    )
    return len(unplaced_entries)


@transaction.atomic
def arrange_places(
    *,
    tournament: Tournament,
    wanted: Mapping[Place, int],
    seen: Mapping[Place, int],
    arranged_by: User | None,
) -> int:
    """Store a whole arrangement of the starting places. Return the number of entries that moved.

    Args:
        wanted: entry ids by place. An entry that is left out loses its place.
        seen: the arrangement that the user started from, in the same form.

    Raises:
        Conflict: `places_changed`: the places are no longer those of `seen`.
        AppError: with one of these codes:

        - `not_in_preparation`: the seats are fixed;
        - `entry_twice`: an entry has two places (a message at each place);
        - `entry_elsewhere`: an entry is not of this tournament;
        - `no_such_seat`: a place is not of this tournament.
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
    new_place = {pk: place for place, pk in wanted.items()}
    moved_entries = [
        entry for entry in entries.values() if starting_place_of(entry) != new_place.get(entry.pk)
    ]
    old_places = {str(entry): starting_place_of(entry) for entry in moved_entries}
    move_entries(locked, {entry: new_place.get(entry.pk) for entry in moved_entries})
    if moved_entries:
        record_event(
            club=locked.club,
            tournament=locked,
            actor=arranged_by,
            action="entries.arranged",
            subject=str(len(moved_entries)),
            before=old_places,
            after={str(entry): starting_place_of(entry) for entry in moved_entries},
        )
    return len(moved_entries)


def current_places(entries: Iterable[Entry]) -> dict[Place, int]:
    """Return entry ids by starting place, without the entries that have no place."""
    return {place: entry.pk for entry in entries if (place := starting_place_of(entry)) is not None}


def starting_place_of(entry: Entry) -> Place | None:
    """Return the starting place of an entry; None without one."""
    if entry.start_table is None or entry.start_seat is None:
        return None
    return entry.start_table, entry.start_seat


def move_entries(tournament: Tournament, places: Mapping[Entry, Place | None]) -> None:
    """Give entries new places. The caller holds the lock of the tournament.

    Raises:
        AppError: `no_such_seat`: a place does not exist.
    """
    sections: Mapping[Place, Section] = sections_by_place(sections_of(tournament)) if places else {}
    if any(place is not None and place not in sections for place in places.values()):
        raise AppError("no_such_seat", _("Cette place n’existe pas dans ce tournoi."))
    # free all places first, so that two entries may trade theirs
    Entry.objects.filter(pk__in=[entry.pk for entry in places]).update(
        section=None, start_table=None, start_seat=None
    )
    for entry, place in places.items():
        entry.section = None if place is None else sections[place]
        entry.start_table, entry.start_seat = place or (None, None)
        if place is not None:
            entry.save(update_fields=["section", "start_table", "start_seat"])


def _refuse_strangers(entries: Mapping[int, Entry], entry_ids: Mapping[Place, int]) -> None:
    """Refuse entries of other tournaments, and entries with more than one place."""
    if set(entry_ids.values()) - set(entries):
        raise AppError("entry_elsewhere", _("Ce joueur n’est pas inscrit à ce tournoi."))
    places: dict[int, list[Place]] = {}
    for place, pk in entry_ids.items():
        places.setdefault(pk, []).append(place)
    duplicates = {pk: entry_places for pk, entry_places in places.items() if len(entry_places) > 1}
    if duplicates:
        fields = {
            f"place-{table}-{seat}": _("%(person)s est à plusieurs places.") % {"person": entries[pk]}
            for pk, entry_places in duplicates.items()
            for table, seat in entry_places
        }
        names = ", ".join(str(entries[pk]) for pk in duplicates)
        raise AppError(
            "entry_twice",
            _("Un joueur n’a qu’une place ; à corriger : %(names)s.") % {"names": names},
            fields=fields,
        )
