"""The next session of a tournament: who plays it, on which movement, from which places."""

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
from tournaments.seating.services.starting_places import move_entries, place_of
from tournaments.trace.services.trace import record_event
from tournaments.work.kinds import request_competition_rankings

USUAL_DEALS = 40
"""Deals of a player in a session that nobody chose a movement for, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPlan:
    """What is wanted of the next session."""

    coefficient: Decimal = Decimal(1)
    seats: SessionStart = SessionStart.RANKING
    qualified: int | None = None
    """Only so many play it, the best ones; everybody who has not left for None."""
    is_final: bool = False
    """They are ranked before all others whatever happens."""
    carried: Fraction = Fraction(1)
    """Part of what was earned before that counts in a final."""
    rounds: int | None = None
    boards: int | None = None
    """Rounds, and deals of a round at a table; None for those of the present session, or the catalogue's."""
    movement: MovementKind | None = None
    """None for that of the present session, or the first of the catalogue."""
    sheet: SheetOf | None = None
    """What a sheet of free deals holds; None for what the event's sheets hold."""


@transaction.atomic
def open_session(
    *, tournament: Tournament, plan: SessionPlan, rng: random.Random, opened_by: User | None
) -> Session:
    """Prepare the next session once the present one is played: its sections, and everybody's place.

    The movement is the present one when as many play and no other size is wanted, else the first of the
    catalogue; it may be changed like that of a first session. The seats are then fixed as always.

    Raises:
        AppError: the present session is not played to its end (`session_not_played`), there is no movement
            for so many (`no_session_movement`), a final has another number of players than there are tables
            for (`finalist_count`), the places cannot be kept (`places_not_kept`), more are qualified
            than there are (`too_many_qualified`), or the format has no finals (`final_not_possible`).
    """
    locked = lock_tournament(tournament)
    _require_played(locked)
    if plan.is_final and not find_format(locked.format).plan.may_have_final:
        message = _("Cette formule n’a pas de finale : ouvrez une séance ordinaire.")
        raise AppError("final_not_possible", message, fields={"is_final": message})
    before = sections_of(locked)
    players = _players(locked, plan)
    kept = {entry: place_of(entry) for entry in players}
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
    sections = make_sections(session=session, plans=_section_plans(locked, before, len(players), plan))
    locked.entries.update(section=None, start_table=None, start_seat=None)
    move_entries(locked, _places(plan, sections, players, kept, rng))
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
            "places": {str(entry): place_of(entry) for entry in players},
        },
    )
    return session


@transaction.atomic
def drop_session(*, tournament: Tournament, dropped_by: User | None) -> Session:
    """Give up a session while it is prepared: the one before is the current one again, as it was.

    Returns:
        The session before.

    Raises:
        AppError: the seats are fixed, or it is the first session (`session_not_prepared`).
    """
    locked = lock_tournament(tournament)
    session = current_session(locked)
    if locked.state != TournamentState.DRAFT or session.number == 1:
        raise AppError("session_not_prepared", _("Aucune séance en préparation à supprimer."))
    locked.entries.update(section=None, start_table=None, start_seat=None)
    deal_set = session.deal_set
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
    """Weigh a session otherwise in the ranking of the event; its own ranking stays as it is."""
    tournament = lock_tournament(session.tournament)
    before, session.coefficient = session.coefficient, coefficient
    session.save(update_fields=["coefficient"])
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=set_by,
        action="session.coefficient",
        subject=str(session.number),
        before={"coefficient": str(before)},
        after={"coefficient": str(coefficient)},
    )
    request_competition_rankings(tournament=tournament)
    return session


@transaction.atomic
def plan_sessions(
    *, tournament: Tournament, planned: Sequence[PlannedSession], planned_by: User | None
) -> Tournament:
    """Keep when the sessions after the first are, who plays them and what they count; none is opened."""
    locked = lock_tournament(tournament)
    before = locked.options.get("later_sessions", [])
    rows = [row.to_json() for row in planned]
    if rows == before:
        return locked
    kept = {name: value for name, value in locked.options.items() if name != "later_sessions"}
    locked.options = kept | ({"later_sessions": rows} if rows else {})
    locked.save(update_fields=["options"])
    renew_pages(Tournament.objects.filter(pk=locked.pk))
    record_event(
        club=locked.club,
        tournament=locked,
        actor=planned_by,
        action="session.planned",
        subject=str(len(rows) + 1),
        before={"sessions": before},
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
    """Who plays the session, the best of the event so far first."""
    rows = load_event_standings(tournament).rows
    ranked = [row.entry for row in rows if row.place is not None]
    if plan.qualified is not None:
        if plan.qualified > len(ranked):
            raise _too_many_qualified(len(ranked))
        return ranked[: plan.qualified]
    known = {entry.pk for entry in ranked}
    gone = (EntryPresence.WITHDRAWN, EntryPresence.SUBSTITUTE)
    others = tournament.entries.exclude(presence__in=gone).select_related("person").order_by("pk")
    return ranked + [entry for entry in others if entry.pk not in known]


def _too_many_qualified(count: int) -> AppError:
    message = _("Le classement n’a que %(count)d places.") % {"count": count}
    return AppError("too_many_qualified", message, fields={"qualified": message})


def _section_plans(
    tournament: Tournament, before: Sequence[Section], player_count: int, wanted: SessionPlan
) -> list[SectionPlan]:
    """The movements of the present session when as many play, else the first that the catalogue has."""
    is_sized = any(each is not None for each in (wanted.rounds, wanted.boards, wanted.movement))
    if not is_sized and sum(section.player_count for section in before) == player_count:
        return [
            SectionPlan(
                table_count=section.movement.table_count,
                round_count=section.round_count,
                boards_per_set=section.boards_per_set,
                stored=section.movement,
            )
            for section in before
        ]
    event_format = format_of(tournament.format, tournament.game)
    size = SessionSize(player_count, wanted.rounds, wanted.boards, wanted.movement)
    found = find_size(event_format, size)
    if found is not None:
        return [found]
    if is_sized:
        raise no_such_size(event_format, size)
    message = _("Aucun mouvement ne convient pour %(count)d : choisissez-en un autre nombre.") % {
        "count": player_count
    }
    raise AppError("no_session_movement", message, fields={"qualified": message})


@dataclass(frozen=True, slots=True)
class SessionSize:
    """How many play a session, for how long, on which kind of movement."""

    unit_count: int
    """Players, or teams."""
    rounds: int | None = None
    """None for as many as `USUAL_DEALS` allows."""
    boards: int | None = None
    """Deals of a round at a table, as few as the organiser likes; None for the recommended number."""
    movement: MovementKind | None = None
    """None for any."""


def find_size(event_format: TournamentFormat, size: SessionSize) -> SectionPlan | None:
    """The catalogue's first movement of this size; None where it has none."""
    for shape in list_shapes(event_format.movement_format, size.unit_count):
        each = size.boards or shape.boards_per_set[0]
        counts = [count for count in shape.round_counts if size.rounds in (None, count)]
        counts = [count for count in counts if size.rounds or count * each <= USUAL_DEALS]
        is_wanted = size.movement is None or size.movement is _kind_of(event_format, shape)
        if counts and is_wanted:
            return SectionPlan(
                table_count=shape.table_count,
                round_count=counts[-1],
                boards_per_set=each,
                player_count=size.unit_count,
                copies=shape.copies(each),
                source=shape.source,
            )
    return None


def _kind_of(event_format: TournamentFormat, shape: MovementShape) -> MovementKind:
    """Of the movements of a shape, which all go round alike: the longest one tells."""
    request = MovementRequest(
        format=event_format.movement_format,
        table_count=shape.table_count,
        round_count=shape.round_counts[-1],
        player_count=shape.player_count,
        boards_per_set=shape.boards_per_set[0],
        copies=shape.copies(shape.boards_per_set[0]),
        source=shape.source,
    )
    return MovementKind.LINES if keeps_lines(find_movement(request).movement) else MovementKind.TURNING


def no_such_size(event_format: TournamentFormat, size: SessionSize) -> AppError:
    """Why there is no session of a size for so many players, or teams, and which sizes there are."""
    count, shapes = size.unit_count, list_shapes(event_format.movement_format, size.unit_count)
    if not shapes:
        told = _("Aucun mouvement ne convient pour %(count)d : choisissez-en un autre nombre.")
        message = told % {"count": count}
        return AppError("no_session_movement", message, fields={"qualified": message})
    if size.movement and find_size(event_format, SessionSize(count, size.rounds, size.boards)):
        told = _("À %(count)d, aucun mouvement de ce genre n’a cette durée : choisissez l’autre.")
        message = told % {"count": count}
        return AppError("no_session_movement", message, fields={"movement": message})
    rounds = sorted({number for shape in shapes for number in shape.round_counts})
    told = _("À %(count)d, choisissez de %(fewest)d à %(most)d positions, ou laissez vide.")
    message = told % {"count": count, "fewest": rounds[0], "most": rounds[-1]}
    return AppError("no_session_movement", message, fields={"rounds": message})


def _places(
    plan: SessionPlan,
    sections: Sequence[Section],
    players: Sequence[Entry],
    kept: Mapping[Entry, Place | None],
    rng: random.Random,
) -> dict[Entry, Place | None]:
    """Everybody's starting place.

    Args:
        players: the best first.
        kept: the places of the present session.
    """
    if plan.seats == SessionStart.KEPT:
        if set(kept.values()) != set(sections_by_place(sections)):
            message = _("Ce ne sont plus les mêmes joueurs aux mêmes tables : placez-les autrement.")
            raise AppError("places_not_kept", message, fields={"seats": message})
        return dict(kept)
    if plan.seats == SessionStart.FINAL:
        return dict(zip(players, _final_places(len(players)), strict=True))
    places = [place for section in sections for place in _by_rank(section)]
    if plan.seats == SessionStart.LOT:
        rng.shuffle(places)
    elif len(sections) > 1:
        places = _in_turn([_by_rank(section) for section in sections])
    return dict(zip(players, places, strict=False))


def _final_places(count: int) -> list[Place]:
    """The tabled start of a final by rank. Source: FFT, Manuel de l'organisateur (2011) M3."""
    try:
        tables = seat_finalists(count)
    except TournamentError as error:
        told = sentence(error.code, error.values)
        raise AppError(error.code, told, fields={"qualified": told}) from error
    by_rank = {
        rank: (table, seat) for table, row in enumerate(tables, start=1) for seat, rank in enumerate(row)
    }
    return [by_rank[rank] for rank in sorted(by_rank)]


def _by_rank(section: Section) -> list[Place]:
    """The starting place of each rank: as the federation prints it, else for a last round by rank."""
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
    """The places of all colours to and fro, so that they share the ranks evenly."""
    places: list[Place] = []
    for step in range(max(map(len, lists))):
        turn = lists if step % 2 == 0 else list(reversed(lists))
        places += [own[step] for own in turn if step < len(own)]
    return places
