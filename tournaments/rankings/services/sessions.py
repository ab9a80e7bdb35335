"""The next session of a tournament: its players, its movement, their starting places."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.queries.progress import is_played_out
from tournaments.base.queries.sessions import current_session
from tournaments.base.services.public_pages import renew_pages
from tournaments.base.words.wording import sentence
from tournaments.core.errors import TournamentError
from tournaments.core.formats.event_options import MovementKind, PlannedSession, SheetOf
from tournaments.core.formats.finals import seat_finalists
from tournaments.core.formats.registry import find_format, format_of
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.movements.catalogue import find_movement, list_shapes
from tournaments.core.movements.library.seeding import SEEDED_TABLES, seeded_places
from tournaments.core.movements.line_ups import seeded_units
from tournaments.core.movements.movement import SEAT_COUNT
from tournaments.core.movements.request import MovementRequest, MovementShape
from tournaments.enums import EntryPresence, SessionStart, TournamentState
from tournaments.events.services.events import lock_tournament
from tournaments.models import Entry, Section, Session, Standings, Tournament
from tournaments.movements.queries.movements import (
    Place,
    movement_of,
    section_places,
    sections_by_place,
    sections_of,
)
from tournaments.movements.services.sections import SectionPlan, keeps_lines, make_sections, section_facts
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.seating.services.movements import may_be_drawn, set_drawn
from tournaments.seating.services.starting_places import move_entries, starting_place_of
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_competition_rankings

USUAL_DEALS = 40
"""Largest number of deals of a player in a session whose length the organiser did not choose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPlan:
    """The organiser's choices for the next session."""

    coefficient: Decimal = Decimal(1)
    seats: SessionStart = SessionStart.RANKING
    qualified: int | None = None
    """Number of entries that play, the best ones; None for all that have not left."""
    is_final: bool = False
    """True if its players are ranked before all others, regardless of their results."""
    carried: Fraction = Fraction(1)
    """Part of the earlier value that counts in a final."""
    rounds: int | None = None
    boards: int | None = None
    """Deals of a round at a table. None takes the number of the present session or of the catalogue."""
    movement: MovementKind | None = None
    """Kind of movement; None for that of the present session, or the first of the catalogue."""
    sheet: SheetOf | None = None
    """Content of a sheet of free deals; None for that of the event's sheets."""


@transaction.atomic
def open_session(
    *, tournament: Tournament, plan: SessionPlan, rng: random.Random, opened_by: User | None
) -> Session:
    """Prepare the next session after the present one: its sections and the places of its players.

    The present movement is kept if the number of players is the same and no other size is wanted. Else the
    first of the catalogue is used. Where rounds are drawn one by one, those of the new session are, too. All
    of it may be changed as for a first session. The seats are then fixed as usual.

    Raises:
        AppError: with one of these codes:
        - `session_not_played`: the present session is not played to its end;
        - `no_session_movement`: there is no movement for so many players;
        - `finalist_count`: there are no tables for this number of finalists;
        - `places_not_kept`: the places cannot be kept;
        - `too_many_qualified`: more are qualified than the ranking has places;
        - `final_not_possible`: the format has no finals.
    """
    locked = lock_tournament(tournament)
    _require_played(locked)
    if plan.is_final and not find_format(locked.format).plan.may_have_final:
        message = _("Cette formule n’a pas de finale : ouvrez une séance ordinaire.")
        raise AppError("final_not_possible", message, fields={"is_final": message})
    old_sections = sections_of(locked)
    players = _players(locked, plan)
    # read before the update below clears the places
    old_places = {entry: starting_place_of(entry) for entry in players}
    session = Session.objects.create(
        tournament=locked,
        number=current_session(locked).number + 1,
        coefficient=plan.coefficient,
        is_final=plan.is_final,
        carried_numerator=plan.carried.numerator,
        carried_denominator=plan.carried.denominator,
        sheet=plan.sheet.value if plan.sheet and find_format(locked.format).may_enter_totals else "",
    )
    Standings.objects.create(session=session)
    sections = make_sections(session=session, plans=_section_plans(locked, old_sections, len(players), plan))
    if any(section.is_drawn for section in old_sections) and may_be_drawn(locked, sections):
        set_drawn(sections, is_drawn=True)
    locked.entries.update(section=None, start_table=None, start_seat=None)
    move_entries(locked, _places(plan, sections, players, old_places, rng))
    locked.state = TournamentState.DRAFT
    locked.save(update_fields=["state"])
    record_event(
        club=locked.club,
        tournament=locked,
        actor=opened_by,
        action="session.opened",
        subject=str(session.number),
        after={
            "coefficient": str(plan.coefficient),
            "final": plan.is_final,
            "carried": str(plan.carried),
            "sheet": session.sheet,
            "sections": [section_facts(section) for section in sections],
            "places": {str(entry): starting_place_of(entry) for entry in players},
        },
    )
    return session


@transaction.atomic
def drop_session(*, tournament: Tournament, dropped_by: User | None) -> Session:
    """Delete a session in preparation. The previous session becomes the current one again, unchanged.

    Returns:
        The previous session.

    Raises:
        AppError: the seats are fixed, or it is the first session (`session_not_prepared`).
    """
    locked = lock_tournament(tournament)
    session = current_session(locked)
    if locked.state != TournamentState.DRAFT or session.number == 1:
        raise AppError("session_not_prepared", _("Aucune séance en préparation à supprimer."))
    locked.entries.update(section=None, start_table=None, start_seat=None)
    # the session refers to its deal set: delete it after the session
    deal_set = session.deal_set
    # seats are undone without a ruling in force: the trace keeps those that were taken back
    session.rulings.all().delete()
    session.sections.all().delete()
    session.delete()
    if deal_set is not None:
        deal_set.delete()
    locked.state = TournamentState.PLAYING
    locked.save(update_fields=["state"])
    record_event(
        club=locked.club,
        tournament=locked,
        actor=dropped_by,
        action="session.dropped",
        subject=str(session.number),
    )
    return current_session(locked)


@transaction.atomic
def set_coefficient(*, session: Session, coefficient: Decimal, set_by: User | None) -> Session:
    """Change the weight of a session in the ranking of the event. Its own ranking stays as it is."""
    tournament = lock_tournament(session.tournament)
    old_coefficient, session.coefficient = session.coefficient, coefficient
    session.save(update_fields=["coefficient"])
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=set_by,
        action="session.coefficient",
        subject=str(session.number),
        before={"coefficient": str(old_coefficient)},
        after={"coefficient": str(coefficient)},
    )
    request_competition_rankings(tournament=tournament)
    return session


@transaction.atomic
def plan_sessions(
    *, tournament: Tournament, planned: Sequence[PlannedSession], planned_by: User | None
) -> Tournament:
    """Store times, players and weights of the sessions after the first. No session is opened."""
    locked = lock_tournament(tournament)
    old_rows = locked.options.get("later_sessions", [])
    rows = [row.to_json() for row in planned]
    if rows == old_rows:
        return locked
    other_options = {name: value for name, value in locked.options.items() if name != "later_sessions"}
    locked.options = other_options | ({"later_sessions": rows} if rows else {})
    locked.save(update_fields=["options"])
    renew_pages(Tournament.objects.filter(pk=locked.pk))
    record_event(
        club=locked.club,
        tournament=locked,
        actor=planned_by,
        action="session.planned",
        subject=str(len(rows) + 1),
        before={"sessions": old_rows},
        after={"sessions": rows},
    )
    return locked


def _require_played(tournament: Tournament) -> None:
    if tournament.state != TournamentState.PLAYING or not is_played_out(tournament):
        raise AppError(
            "session_not_played",
            _(
                "Vous pourrez ouvrir la séance suivante quand tous les résultats de celle-ci seront"
                " saisis, avant de terminer le tournoi."
            ),
        )


def _players(tournament: Tournament, plan: SessionPlan) -> list[Entry]:
    """Return the players of the session, the best of the event so far first."""
    rows = load_event_standings(tournament).rows
    ranked_entries = [row.entry for row in rows if row.place is not None]
    if plan.qualified is not None:
        if plan.qualified > len(ranked_entries):
            raise _too_many_qualified(len(ranked_entries))
        return ranked_entries[: plan.qualified]
    ranked_ids = {entry.pk for entry in ranked_entries}
    absences = (EntryPresence.WITHDRAWN, EntryPresence.SUBSTITUTE)
    unranked_entries = (
        tournament.entries.exclude(presence__in=absences).select_related("person").order_by("pk")
    )
    return ranked_entries + [entry for entry in unranked_entries if entry.pk not in ranked_ids]


def _too_many_qualified(count: int) -> AppError:
    message = _("Le classement n’a que %(count)d places.") % {"count": count}
    return AppError("too_many_qualified", message, fields={"qualified": message})


def _section_plans(
    tournament: Tournament, sections: Sequence[Section], player_count: int, plan: SessionPlan
) -> list[SectionPlan]:
    """Return the movements of the present session if the number of players fits, else a new one."""
    is_sized = any(choice is not None for choice in (plan.rounds, plan.boards, plan.movement))
    if not is_sized and sum(section.player_count for section in sections) == player_count:
        return [
            SectionPlan(
                table_count=section.movement.table_count,
                round_count=section.round_count,
                boards_per_set=section.boards_per_set,
                stored=section.movement,
            )
            for section in sections
        ]
    event_format = format_of(tournament.format, tournament.game)
    size = SessionSize(player_count, plan.rounds, plan.boards, plan.movement)
    section_plan = find_size(event_format, size)
    if section_plan is not None:
        return [section_plan]
    if is_sized:
        raise no_such_size(event_format, size)
    message = _("Aucun mouvement ne convient pour %(count)d : choisissez-en un autre nombre.") % {
        "count": player_count
    }
    raise AppError("no_session_movement", message, fields={"qualified": message})


@dataclass(frozen=True, slots=True)
class SessionSize:
    """The size of a session: number of players, length, kind of movement."""

    unit_count: int
    """Number of players or teams."""
    rounds: int | None = None
    """Number of rounds; None for as many as `USUAL_DEALS` allows."""
    boards: int | None = None
    """Deals of a round at a table, without a lower limit; None for the recommended number."""
    movement: MovementKind | None = None
    """Kind of movement; None for any."""


def find_size(event_format: TournamentFormat, size: SessionSize) -> SectionPlan | None:
    """Return the catalogue's first movement of this size, or None."""
    for shape in list_shapes(event_format.movement_format, size.unit_count):
        deals_per_round = size.boards or shape.boards_per_set[0]
        counts = [count for count in shape.round_counts if size.rounds in (None, count)]
        counts = [count for count in counts if size.rounds or count * deals_per_round <= USUAL_DEALS]
        is_wanted = size.movement is None or size.movement is _kind_of(event_format, shape)
        if counts and is_wanted:
            return SectionPlan(
                table_count=shape.table_count,
                # the most rounds that fit
                round_count=counts[-1],
                boards_per_set=deals_per_round,
                player_count=size.unit_count,
                copies=shape.copies(deals_per_round),
                source=shape.source,
            )
    return None


def _kind_of(event_format: TournamentFormat, shape: MovementShape) -> MovementKind:
    """Return the kind of the movements of a shape."""
    request = MovementRequest(
        format=event_format.movement_format,
        table_count=shape.table_count,
        # all movements of a shape turn alike: build the longest one
        round_count=shape.round_counts[-1],
        player_count=shape.player_count,
        boards_per_set=shape.boards_per_set[0],
        copies=shape.copies(shape.boards_per_set[0]),
        source=shape.source,
    )
    return MovementKind.LINES if keeps_lines(find_movement(request).movement) else MovementKind.TURNING


def no_such_size(event_format: TournamentFormat, size: SessionSize) -> AppError:
    """Return the error for a size without a movement; its message lists the sizes that exist."""
    count, shapes = size.unit_count, list_shapes(event_format.movement_format, size.unit_count)
    if not shapes:
        text = _("Aucun mouvement ne convient pour %(count)d : choisissez-en un autre nombre.")
        message = text % {"count": count}
        return AppError("no_session_movement", message, fields={"qualified": message})
    if size.movement and find_size(event_format, SessionSize(count, size.rounds, size.boards)):
        text = _("À %(count)d, aucun mouvement de ce genre n’a cette durée : choisissez l’autre.")
        message = text % {"count": count}
        return AppError("no_session_movement", message, fields={"movement": message})
    rounds = sorted({number for shape in shapes for number in shape.round_counts})
    text = _("À %(count)d, choisissez de %(fewest)d à %(most)d positions, ou laissez vide.")
    message = text % {"count": count, "fewest": rounds[0], "most": rounds[-1]}
    return AppError("no_session_movement", message, fields={"rounds": message})


def _places(
    plan: SessionPlan,
    sections: Sequence[Section],
    players: Sequence[Entry],
    old_places: Mapping[Entry, Place | None],
    rng: random.Random,
) -> dict[Entry, Place | None]:
    """Return the starting place of each entry.

    Args:
        players: entries, the best first.
        old_places: places of the present session.
    """
    if plan.seats == SessionStart.KEPT:
        if set(old_places.values()) != set(sections_by_place(sections)):
            message = _("Ce ne sont plus les mêmes joueurs aux mêmes tables : placez-les autrement.")
            raise AppError("places_not_kept", message, fields={"seats": message})
        return dict(old_places)
    if plan.seats == SessionStart.FINAL:
        return dict(zip(players, _final_places(len(players)), strict=True))
    places = [place for section in sections for place in _by_rank(section)]
    if plan.seats == SessionStart.LOT:
        rng.shuffle(places)
    elif len(sections) > 1:
        places = _in_turn([_by_rank(section) for section in sections])
    # not strict: a movement may have more places than there are players
    return dict(zip(players, places, strict=False))


def _final_places(count: int) -> list[Place]:
    """Return the places of a final by rank.

    Source:
        FFT, Manuel de l'organisateur (2011) M3.
    """
    try:
        tables = seat_finalists(count)
    except TournamentError as error:
        message = sentence(error.code, error.values)
        raise AppError(error.code, message, fields={"qualified": message}) from error
    by_rank = {
        rank: (table, seat) for table, row in enumerate(tables, start=1) for seat, rank in enumerate(row)
    }
    return [by_rank[rank] for rank in sorted(by_rank)]


def _by_rank(section: Section) -> list[Place]:
    """Return the starting place of each rank, from the federation's table or by the last round's seats."""
    movement = movement_of(section.movement)
    tables = section.table_count
    is_printed = tables in SEEDED_TABLES and section.keeps_lines
    if is_printed and movement.player_count == SEAT_COUNT * tables:
        ranks = seeded_places(tables)
        by_rank = {
            int(ranks[table, seat]): (section.first_table + table, seat)
            for table in range(tables)
            for seat in range(SEAT_COUNT)
        }
        return [by_rank[rank] for rank in sorted(by_rank)]
    place_of_number = {number: place for place, number in section_places(section).items()}
    return [place_of_number[number] for number in seeded_units(movement)]


def _in_turn(lists: Sequence[Sequence[Place]]) -> list[Place]:
    """Return the places of all colours in turn."""
    places: list[Place] = []
    for step in range(max(map(len, lists))):
        # to and fro: every second step starts with the last colour, so that ranks are shared evenly
        ordered_lists = lists if step % 2 == 0 else list(reversed(lists))
        places += [section_places[step] for section_places in ordered_lists if step < len(section_places)]
    return places
