"""The sections of a session: one movement each, tables numbered through, boards of the same numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from common.errors import AppError
from games.core.facts.over_deals import teams_of
from tournaments.base.words.wording import app_error
from tournaments.core.errors import NoSuchMovement
from tournaments.core.formats.event_options import TeamsOf, read_event_options
from tournaments.core.formats.game_rules import plays_in_teams
from tournaments.core.formats.registry import find_format, format_of
from tournaments.core.movements.catalogue import FoundMovement, find_movement
from tournaments.core.movements.check import check_i2, check_movement
from tournaments.core.movements.movement import NOBODY, Movement
from tournaments.core.movements.partners import can_keep_partners, keep_partners
from tournaments.core.movements.request import MovementRequest
from tournaments.enums import MovementOrigin
from tournaments.models import Section, Session, StoredMovement, Tournament
from tournaments.models.events import MOST_SECTIONS
from tournaments.movements.queries.movements import kept_movements, movement_document, movement_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionPlan:
    """What is wanted of one section: a shape of the catalogue, or a movement that the club keeps."""

    table_count: int
    round_count: int
    boards_per_set: int
    player_count: int | None = None
    """None for as many as the tables seat."""
    copies: int = 1
    """Étuis that can be made of each board, at most."""
    source: str = ""
    """Construction of the catalogue; blank for the one that it recommends."""
    stored: StoredMovement | None = None
    """Instead of the catalogue's; its sizes hold, not those above."""


def make_sections(*, session: Session, plans: Sequence[SectionPlan]) -> list[Section]:
    """Give a session its sections; the caller holds the tournament.

    Raises:
        AppError: the catalogue has no such shape (the message says which exist), the movement breaks a
            rule or has not the tables of the format (`movement_invalid`), or there are too many sections.
    """
    if not 1 <= len(plans) <= MOST_SECTIONS:
        raise AppError("too_many_sections", _("Il faut de 1 à %(most)d couleurs.") % {"most": MOST_SECTIONS})
    sections: list[Section] = []
    first_table = 1
    for number, plan in enumerate(plans, start=1):
        section = _make_section(session, number, first_table, plan)
        first_table += section.table_count
        sections.append(section)
    return sections


def renew_partners(session: Session) -> None:
    """Give each section the movement that the teams chosen now ask for; sizes and étuis stay.

    The caller holds the tournament, whose seats are not fixed.

    Raises:
        AppError: `teams_rest`, as `make_sections`, or `movement_gone`: the club has deleted the movement in
            which partners were put together.
    """
    for section in session.sections.select_related("movement"):
        before = section.movement
        section.movement = _stored_for(session.tournament, _plan_of(section))
        section.save(update_fields=["movement"])
        drop_unused([before])


def _plan_of(section: Section) -> SectionPlan:
    """What was wanted of a section, before its partners were put together."""
    movement = section.movement
    stored = movement if movement.origin != MovementOrigin.CATALOGUE else None
    if stored is None and not movement.source:
        stored = (
            kept_movements(section.session.tournament.club)
            .filter(
                name=movement.name,
                table_count=movement.table_count,
                round_count=movement.round_count,
                player_count=movement.player_count,
            )
            .first()
        )
        if stored is None:
            raise AppError(
                "movement_gone", _("Le club n’a plus ce mouvement : choisissez-en d’abord un autre.")
            )
    return SectionPlan(
        table_count=movement.table_count,
        round_count=section.round_count,
        boards_per_set=section.boards_per_set,
        player_count=section.player_count,
        copies=movement_of(movement).copies,
        source=movement.source,
        stored=stored,
    )


def section_facts(section: Section) -> dict[str, object]:
    """What the trace keeps of a section."""
    return {
        "movement": section.movement.name,
        "source": section.movement.source or section.movement.origin,
        "players": section.player_count,
        "boards_per_set": section.boards_per_set,
    }


def _make_section(session: Session, number: int, first_table: int, plan: SectionPlan) -> Section:
    stored = _stored_for(session.tournament, plan)
    if stored.round_count != plan.round_count:
        raise AppError(
            "stored_rounds",
            _("Ce mouvement a %(count)d positions : laissez la case vide.") % {"count": stored.round_count},
        )
    movement = movement_of(stored)
    shapes = format_of(session.tournament.format, session.tournament.game).shapes
    if not check_movement(movement).is_sound or movement.shape.code not in shapes:
        raise AppError("movement_invalid", _("Ce mouvement est incorrect ; choisissez-en un autre."))
    return Section.objects.create(
        session=session,
        number=number,
        first_table=first_table,
        table_count=_tables_needed(movement),
        player_count=movement.player_count,
        round_count=movement.round_count,
        boards_per_set=plan.boards_per_set,
        set_count=movement.set_count,
        keeps_lines=keeps_lines(movement),
        movement=stored,
    )


def _stored_for(tournament: Tournament, plan: SectionPlan) -> StoredMovement:
    """The club's movement, or the catalogue's as a new row; with the teams together where they are fixed."""
    if plan.stored is None:
        found = _from_catalogue(tournament, plan)
        movement = _with_partners(tournament, found.movement)
        return _store(tournament, movement, found.code, found.source, found.boards_per_set)
    movement = movement_of(plan.stored)
    together = _with_partners(tournament, movement)
    if (together.players == movement.players).all():
        return plan.stored
    return _store(tournament, together, plan.stored.name, plan.stored.source, plan.stored.boards_per_set)


def _with_partners(tournament: Tournament, movement: Movement) -> Movement:
    """The movement, or one in which the partners of the first round stay together.

    Raises:
        AppError: somebody would rest and leave his partners alone (`teams_rest`).
    """
    plan = find_format(tournament.format).plan
    is_in_teams = plays_in_teams(find_format(tournament.format), tournament.game)
    if not is_in_teams or read_event_options(tournament.options, plan).teams is not TeamsOf.EVENING:
        return movement
    if not can_keep_partners(movement):
        told = _("Des équipes fixes demandent des tables complètes : choisissez une forme sans relais.")
        raise AppError("teams_rest", told, fields={"teams": told})
    return keep_partners(movement, len(teams_of(tournament.game)))


def _from_catalogue(tournament: Tournament, plan: SectionPlan) -> FoundMovement:
    request = MovementRequest(
        format=format_of(tournament.format, tournament.game).movement_format,
        table_count=plan.table_count,
        round_count=plan.round_count,
        player_count=plan.player_count,
        boards_per_set=plan.boards_per_set,
        copies=plan.copies,
        source=plan.source or None,
    )
    try:
        return find_movement(request)
    except NoSuchMovement as error:
        raise app_error(error) from error


def _store(
    tournament: Tournament, movement: Movement, name: str, source: str, boards_per_set: int
) -> StoredMovement:
    return StoredMovement.objects.create(
        club=tournament.club,
        name=name,
        origin=MovementOrigin.CATALOGUE,
        source=source,
        table_count=movement.table_count,
        round_count=movement.round_count,
        player_count=movement.player_count,
        boards_per_set=boards_per_set,
        document=movement_document(movement),
    )


def drop_unused(movements: Iterable[StoredMovement]) -> None:
    """Delete those of the catalogue that no section plays any more."""
    unused = StoredMovement.objects.filter(origin=MovementOrigin.CATALOGUE, sections=None)
    unused.filter(pk__in=[movement.pk for movement in movements]).delete()


def _tables_needed(movement: Movement) -> int:
    """Tables up to the last one at which somebody sits some time."""
    is_taken = (movement.players != NOBODY).any(axis=(0, 2))
    return int(is_taken.nonzero()[0][-1]) + 1


def keeps_lines(movement: Movement) -> bool:
    """Whether nobody changes seat."""
    return next(check_i2(movement), None) is None
