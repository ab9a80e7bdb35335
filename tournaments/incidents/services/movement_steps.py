"""The step that gives the present entries another movement, and its undoing."""

from collections.abc import Iterable, Mapping, Sequence

from accounts.models import User
from tournaments.enums import EntryPresence, TournamentState
from tournaments.incidents.services.plans import Step
from tournaments.models import Entry, Session, StoredMovement
from tournaments.movements.queries.movements import Place, sections_by_place, sections_of
from tournaments.movements.services.sections import SectionPlan
from tournaments.seating.services.movements import change_sections
from tournaments.seating.services.seating import apply_movement, undo_seating
from tournaments.seating.services.starting_places import current_places, move_entries


def seat_anew(session: Session, plans: Sequence[SectionPlan], made_by: User) -> Step:
    """Give the entries that have not withdrawn other movements.

    Entries keep their starting place where possible. Seats that were fixed are fixed again. Entries without
    their old place get the free places in order.

    Raises:
        AppError: as `undo_seating`, `change_sections` and `apply_movement`.
    """
    tournament, sections = session.tournament, sections_of(session.tournament)
    entries = list(tournament.entries.select_related("person"))
    old_places = current_places(entries)
    was_seated = tournament.state != TournamentState.DRAFT
    step: Step = {
        "step": "movement",
        "was_seated": was_seated,
        "sections": [[section.movement_id, section.boards_per_set] for section in sections],
        "places": [[table, seat, pk] for (table, seat), pk in old_places.items()],
    }
    _change(session, plans, was_seated=was_seated, made_by=made_by)
    remaining_entries = {entry.pk: entry for entry in entries if entry.presence != EntryPresence.WITHDRAWN}
    free_places = list(sections_by_place(sections_of(tournament)))
    _place(session, keep_places(old_places, free_places, remaining_entries), entries)
    if was_seated:
        apply_movement(tournament=tournament, seated_by=made_by)
    return step


def keep_places(
    entry_by_place: Mapping[Place, int], places: Sequence[Place], entry_keys: Iterable[int]
) -> dict[int, Place]:
    """Return the new place of each entry: the old one where it still exists, else the first free one.

    Args:
        entry_by_place: entry ids by old place.
        places: all places of the new movement, in the order in which they fill.
        entry_keys: ids of the entries to place.
    """
    old_places = {pk: place for place, pk in entry_by_place.items()}
    entry_keys = list(entry_keys)
    new_places = {pk: old_places[pk] for pk in entry_keys if old_places.get(pk) in places}
    free_places = (place for place in places if place not in new_places.values())
    # in the order of their old places; entries without one come last
    unplaced_entries = sorted(
        (pk for pk in entry_keys if pk not in new_places), key=lambda pk: (old_places.get(pk, (10**6, 0)), pk)
    )
    return new_places | dict(zip(unplaced_entries, free_places, strict=False))


def put_movement_back(session: Session, step: Step, user: User) -> None:
    """Undo `seat_anew`. Raises as `seat_anew`."""
    stored_movements = StoredMovement.objects.in_bulk([pk for pk, _boards in step["sections"]])
    plans = [_plan_of(stored_movements[pk], boards) for pk, boards in step["sections"]]
    is_seated = session.tournament.state != TournamentState.DRAFT
    _change(session, plans, was_seated=is_seated, made_by=user)
    entries = list(session.tournament.entries.select_related("person"))
    _place(session, {pk: (table, seat) for table, seat, pk in step["places"]}, entries)
    if is_seated:
        apply_movement(tournament=session.tournament, seated_by=user)


def _plan_of(movement: StoredMovement, boards_per_set: int) -> SectionPlan:
    return SectionPlan(
        table_count=movement.table_count,
        round_count=movement.round_count,
        boards_per_set=boards_per_set,
        player_count=movement.player_count,
        stored=movement,
    )


def _change(session: Session, plans: Sequence[SectionPlan], *, was_seated: bool, made_by: User) -> None:
    if was_seated:
        # sections cannot change while seats are fixed
        undo_seating(tournament=session.tournament, undone_by=made_by)
    change_sections(tournament=session.tournament, plans=plans, changed_by=made_by)


def _place(session: Session, places: Mapping[int, Place], entries: Sequence[Entry]) -> None:
    for entry in entries:
        # `_change` cleared these columns in the database; the objects were loaded before
        entry.section, entry.start_table, entry.start_seat = None, None, None
    move_entries(session.tournament, {entry: places[entry.pk] for entry in entries if entry.pk in places})
