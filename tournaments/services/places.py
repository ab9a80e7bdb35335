"""Arranging the starting places of a whole tournament at once."""

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError, Conflict
from tournaments.core.formats.registry import find_format
from tournaments.models import Entry, Section, Tournament
from tournaments.services.audit import record_event
from tournaments.services.events import lock_tournament, require_draft

Place = tuple[int, int]
"""Table, from 1, and seat, from 0 in playing order."""


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
    section = Section.objects.get(session__tournament=locked, session__number=1, number=1)
    entries = {entry.pk: entry for entry in locked.entries.select_related("person")}
    if current_places(entries.values()) != dict(seen):
        raise Conflict(
            "places_changed",
            _("Les places ont changé entre-temps : regardez-les de nouveau avant d’enregistrer."),
        )
    _check(locked, section, entries, wanted)
    place_of = {pk: place for place, pk in wanted.items()}
    moved = [entry for entry in entries.values() if _place(entry) != place_of.get(entry.pk)]
    before = {str(entry.person): _place(entry) for entry in moved}
    _clear(moved)
    for entry in moved:
        if entry.pk in place_of:
            entry.section, (entry.start_table, entry.start_seat) = section, place_of[entry.pk]
            entry.save(update_fields=["section", "start_table", "start_seat"])
    if moved:
        record_event(
            club=locked.club,
            tournament=locked,
            actor=arranged_by,
            action="entries.arranged",
            subject=str(len(moved)),
            before=before,
            after={str(entry.person): _place(entry) for entry in moved},
        )
    return len(moved)


def current_places(entries: Iterable[Entry]) -> dict[Place, int]:
    """Entry ids by starting place; entries without a place are left out."""
    return {place: entry.pk for entry in entries if (place := _place(entry)) is not None}


def _check(
    tournament: Tournament, section: Section, entries: Mapping[int, Entry], wanted: Mapping[Place, int]
) -> None:
    seats = find_format(tournament.format).seats_per_table
    if any(not (1 <= table <= section.table_count and 0 <= seat < seats) for table, seat in wanted):
        raise AppError("no_such_seat", _("Cette place n’existe pas dans ce tournoi."))
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


def _clear(entries: list[Entry]) -> None:
    Entry.objects.filter(pk__in=[entry.pk for entry in entries]).update(
        section=None, start_table=None, start_seat=None
    )
    for entry in entries:
        entry.section = entry.start_table = entry.start_seat = None


def _place(entry: Entry) -> Place | None:
    if entry.start_table is None or entry.start_seat is None:
        return None
    return entry.start_table, entry.start_seat
