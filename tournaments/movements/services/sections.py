"""Create the sections of a session. Each has one movement.

Tables are numbered through the session. All sections play boards of the same numbers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.base.words.wording import app_error
from tournaments.core.errors import NoSuchMovement
from tournaments.core.formats.game_rules import fixed_team_seats
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
    """The movement wanted for one section: a shape of the catalogue, or a movement that the club keeps."""

    table_count: int
    round_count: int
    boards_per_set: int
    player_count: int | None = None
    """Number of players; None for as many as the tables seat."""
    copies: int = 1
    """Largest number of étuis that can be made of each board."""
    source: str = ""
    """Construction of the catalogue; "" for the recommended one."""
    stored: StoredMovement | None = None
    """Movement of the club; None for the catalogue. Its sizes replace those above."""


def make_sections(*, session: Session, plans: Sequence[SectionPlan]) -> list[Section]:
    """Create the sections of a session. The caller holds the lock of the tournament.

    Raises:
        AppError: with one of these codes:

        - a code of the catalogue: it has no such shape (the message lists the shapes that exist);
        - `stored_rounds`: the club's movement has another number of rounds;
        - `movement_invalid`: the movement breaks a rule, or has tables that the format does not play;
        - `teams_rest`: see `renew_partners`;
        - `too_many_sections`.
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
    """Replace the movement of each section after a change of the teams. Sizes and étuis stay.

    The caller holds the lock of the tournament, whose seats are not fixed.

    Raises:
        AppError: with one of these codes:

        - `teams_rest`: players would sit out and leave their partners alone;
        - `movement_gone`: the club has deleted the movement that the section was made from;
        - a code of `make_sections`.
    """
    for section in session.sections.select_related("movement"):
        previous_movement = section.movement
        section.movement = _stored_for(session.tournament, _plan_of(section))
        section.save(update_fields=["movement"])
        drop_unused([previous_movement])


def _plan_of(section: Section) -> SectionPlan:
    """Return the plan of a section, as it was before its partners were put together."""
    movement = section.movement
    club_movement = movement if movement.origin != MovementOrigin.CATALOGUE else None
    # the reseated copy of a club's movement has no source: find the original by name and size
    if club_movement is None and not movement.source:
        club_movement = (
            kept_movements(section.session.tournament.club)
            .filter(
                name=movement.name,
                table_count=movement.table_count,
                round_count=movement.round_count,
                player_count=movement.player_count,
            )
            .first()
        )
        if club_movement is None:
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
        stored=club_movement,
    )


def section_facts(section: Section) -> dict[str, object]:
    """Return the data of a section for the trace."""
    return {
        "movement": section.movement.name,
        "source": section.movement.source or section.movement.origin,
        "players": section.player_count,
        "boards_per_set": section.boards_per_set,
    }


def _make_section(session: Session, number: int, first_table: int, plan: SectionPlan) -> Section:
    stored_movement = _stored_for(session.tournament, plan)
    if stored_movement.round_count != plan.round_count:
        raise AppError(
            "stored_rounds",
            _("Ce mouvement a %(count)d positions : laissez la case vide.")
            % {"count": stored_movement.round_count},
        )
    movement = movement_of(stored_movement)
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
        movement=stored_movement,
    )


def _stored_for(tournament: Tournament, plan: SectionPlan) -> StoredMovement:
    """Return the row of the movement for a plan.

    It is the club's row or a new one of the catalogue. Where teams are fixed, partners are seated together.
    """
    if plan.stored is None:
        catalogue_movement = _from_catalogue(tournament, plan)
        movement = _with_partners(tournament, catalogue_movement.movement)
        return _store(
            tournament,
            movement,
            catalogue_movement.code,
            catalogue_movement.source,
            catalogue_movement.boards_per_set,
        )
    movement = movement_of(plan.stored)
    team_movement = _with_partners(tournament, movement)
    if (team_movement.players == movement.players).all():
        return plan.stored
    return _store(tournament, team_movement, plan.stored.name, plan.stored.source, plan.stored.boards_per_set)


def _with_partners(tournament: Tournament, movement: Movement) -> Movement:
    """Return the movement. If the event has fixed teams, the partners of the first round stay together.

    Raises:
        AppError: `teams_rest`: players would sit out and leave their partners alone.
    """
    teams = fixed_team_seats(find_format(tournament.format), tournament.game, tournament.options)
    if not teams:
        return movement
    if not can_keep_partners(movement):
        message = _("Des équipes fixes demandent des tables complètes : choisissez une forme sans relais.")
        raise AppError("teams_rest", message, fields={"teams": message})
    return keep_partners(movement, len(teams))


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
        # also for a reseated movement of the club: `drop_unused` deletes rows of this origin alone
        origin=MovementOrigin.CATALOGUE,
        source=source,
        table_count=movement.table_count,
        round_count=movement.round_count,
        player_count=movement.player_count,
        boards_per_set=boards_per_set,
        document=movement_document(movement),
    )


def drop_unused(movements: Iterable[StoredMovement]) -> None:
    """Delete those of the movements that come from the catalogue and belong to no section."""
    unused = StoredMovement.objects.filter(origin=MovementOrigin.CATALOGUE, sections=None)
    unused.filter(pk__in=[movement.pk for movement in movements]).delete()


def _tables_needed(movement: Movement) -> int:
    """Return the number of tables up to the last one that is ever used."""
    is_taken = (movement.players != NOBODY).any(axis=(0, 2))
    return int(is_taken.nonzero()[0][-1]) + 1


def keeps_lines(movement: Movement) -> bool:
    """Return whether all players keep their seat."""
    return next(check_i2(movement), None) is None
