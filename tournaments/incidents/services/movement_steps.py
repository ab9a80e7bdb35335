"""Another movement for those who are there, and back to the one before."""

from collections.abc import Iterable, Mapping, Sequence

from accounts.models import User
from tournaments.enums import EntryPresence, TournamentState
from tournaments.incidents.services.plans import Step
from tournaments.models import Entry, Section, Session, StoredMovement
from tournaments.movements.queries.movements import Place, sections_by_place, sections_of
from tournaments.movements.services.sections import SectionPlan
from tournaments.seating.services.movements import change_sections
from tournaments.seating.services.seating import apply_movement, undo_seating
from tournaments.seating.services.starting_places import current_places, move_entries


def seat_anew(session: Session, plans: Sequence[SectionPlan], made_by: User) -> Step:
    """Choose other movements for everybody but those who have withdrawn; who can keeps the starting place.

    Seats that were fixed are fixed again. The others get the free places in order.

    Raises:
        AppError: as `undo_seating`, `change_sections` and `apply_movement`.
    """
    tournament, sections = session.tournament, sections_of(session.tournament)
    entries = list(tournament.entries.select_related("person"))
    before = current_places(entries)
    was_seated = tournament.state != TournamentState.DRAFT
    step: Step = {
        "step": "movement",
        "was_seated": was_seated,
        "sections": [[section.movement_id, section.boards_per_set] for section in sections],
        "places": [[table, seat, pk] for (table, seat), pk in before.items()],
    }
    _change(session, plans, was_seated=was_seated, made_by=made_by)
    staying = {entry.pk: entry for entry in entries if entry.presence != EntryPresence.WITHDRAWN}
    free = list(sections_by_place(sections_of(tournament)))
    _place(session, keep_places(before, free, staying), entries)
    if was_seated:
        apply_movement(tournament=tournament, seated_by=made_by)
    return step


def keep_places(
    before: Mapping[Place, int], places: Sequence[Place], staying: Iterable[int]
) -> dict[int, Place]:
    """New places by entry: the old one where it is still there, else the first that is free.

    Args:
        before: entry ids by place.
        places: all that there are now, in the order in which they fill.
        staying: entry ids.
    """
    old = {pk: place for place, pk in before.items()}
    staying = list(staying)
    kept = {pk: old[pk] for pk in staying if old.get(pk) in places}
    free = (place for place in places if place not in kept.values())
    waiting = sorted((pk for pk in staying if pk not in kept), key=lambda pk: (old.get(pk, (10**6, 0)), pk))
    return kept | dict(zip(waiting, free, strict=False))


def put_movement_back(session: Session, step: Step, user: User) -> None:
    """Undo `seat_anew`; refusals as there."""
    stored = StoredMovement.objects.in_bulk([pk for pk, _boards in step["sections"]])
    plans = [_plan_of(stored[pk], boards) for pk, boards in step["sections"]]
    is_seated = session.tournament.state != TournamentState.DRAFT
    _change(session, plans, was_seated=is_seated, made_by=user)
    entries = list(session.tournament.entries.select_related("person"))
    _place(session, {pk: (table, seat) for table, seat, pk in step["places"]}, entries)
    if is_seated:
        apply_movement(tournament=session.tournament, seated_by=user)


def section_plan(section: Section) -> SectionPlan:
    """The plan from which a section like this one is made."""
    return _plan_of(section.movement, section.boards_per_set)


def _plan_of(stored: StoredMovement, boards_per_set: int) -> SectionPlan:
    return SectionPlan(
        table_count=stored.table_count,
        round_count=stored.round_count,
        boards_per_set=boards_per_set,
        player_count=stored.player_count,
        stored=stored,
    )


def _change(session: Session, plans: Sequence[SectionPlan], *, was_seated: bool, made_by: User) -> None:
    if was_seated:
        undo_seating(tournament=session.tournament, undone_by=made_by)
    change_sections(tournament=session.tournament, plans=plans, changed_by=made_by)


def _place(session: Session, places: Mapping[int, Place], entries: Sequence[Entry]) -> None:
    for entry in entries:
        entry.section, entry.start_table, entry.start_seat = None, None, None
    move_entries(session.tournament, {entry: places[entry.pk] for entry in entries if entry.pk in places})
