"""Change the movements of a tournament before its seats are fixed."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.queries.sessions import current_session
from tournaments.core.formats.game_rules import fixed_team_seats
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.enums import EntryPresence
from tournaments.events.services.events import lock_tournament, refuse_overflow, require_draft
from tournaments.models import Section, Session, Tournament
from tournaments.movements.queries.movements import movement_of, sections_of
from tournaments.movements.services.sections import SectionPlan, keeps_lines, make_sections, section_facts
from tournaments.trace.services.trace import record_event


@transaction.atomic
def change_sections(
    *, tournament: Tournament, plans: Sequence[SectionPlan], changed_by: User | None
) -> list[Section]:
    """Replace the sections of the current session. Every entry loses its place.

    Raises:
        AppError: a code of `make_sections`, or one of these:

        - `not_in_preparation`: the seats are fixed;
        - `boards_dealt`: the étuis are dealt for another number of boards;
        - `too_many_entries`: in a first session, there are more entries than places, without those that
          have withdrawn. In a later session they may sit out.
    """
    locked = lock_tournament(tournament)
    require_draft(locked)
    session = current_session(locked)
    old_sections = sections_of(locked)
    old_facts = [section_facts(section) for section in old_sections]
    locked.entries.update(section=None, start_table=None, start_seat=None)
    session.sections.all().delete()
    sections = make_sections(session=session, plans=plans)
    _refuse_misfit(locked, session, sections)
    if any(section.is_drawn for section in old_sections) and may_be_drawn(locked, sections):
        set_drawn(sections, is_drawn=True)
    record_event(
        club=locked.club,
        tournament=locked,
        actor=changed_by,
        action="tournament.sections",
        subject=locked.name,
        before={"sections": old_facts},
        after={"sections": [section_facts(section) for section in sections]},
    )
    return sections


def deals_at_tables(tournament_format: TournamentFormat) -> bool:
    """Return whether each table of a format deals for itself and has individual players."""
    return not tournament_format.needs_dealt_boards and not tournament_format.has_teams


def may_be_drawn(tournament: Tournament, sections: Sequence[Section]) -> bool:
    """Return whether the rounds of a session can be drawn one by one. No query.

    Each table must deal for itself, and all colours must play as many rounds and deals. Partners who stay
    together all evening are drawn as teams, which need the same number of players.
    """
    tournament_format = find_format(tournament.format)
    teams = fixed_team_seats(tournament_format, tournament.game, tournament.options)
    sizes = {(section.round_count, section.boards_per_set) for section in sections}
    return (
        deals_at_tables(tournament_format) and len({len(seats) for seats in teams}) <= 1 and len(sizes) == 1
    )


@transaction.atomic
def choose_draws(*, tournament: Tournament, is_drawn: bool, chosen_by: User | None) -> list[Section]:
    """Choose that each round is drawn when it is due, or that all follow the movement. Places stay.

    Raises:
        AppError: `not_in_preparation`: the seats are fixed; `not_drawable`: as `may_be_drawn`.

    Source:
        FFT, Manuel de l'organisateur (2011) M4-M5: the movement, a new draw, or best against best.
    """
    locked = lock_tournament(tournament)
    require_draft(locked)
    sections = sections_of(locked)
    if not may_be_drawn(locked, sections):
        message = _(
            "Ici, les positions suivent le mouvement : les joueurs doivent donner à leur table, et toutes les"
            " couleurs jouer autant de positions et de donnes."
        )
        raise AppError("not_drawable", message, fields={"rounds": message})
    was_drawn = sections[0].is_drawn
    set_drawn(sections, is_drawn=is_drawn)
    record_event(
        club=locked.club,
        tournament=locked,
        actor=chosen_by,
        action="tournament.draws",
        subject=locked.name,
        before={"drawn": was_drawn},
        after={"drawn": is_drawn},
    )
    return sections


def set_drawn(sections: Iterable[Section], *, is_drawn: bool) -> None:
    """Store the choice of `choose_draws` in sections that `may_be_drawn`, without a trace."""
    for section in sections:
        section.is_drawn = is_drawn
        # a drawn round gives every player a new seat
        section.keeps_lines = not is_drawn and keeps_lines(movement_of(section.movement))
        section.save(update_fields=["is_drawn", "keeps_lines"])


def _refuse_misfit(tournament: Tournament, session: Session, sections: Sequence[Section]) -> None:
    board_count = max(section.board_count for section in sections)
    if session.deal_set is not None and session.deal_set.deals.count() != board_count:
        raise AppError(
            "boards_dealt",
            _("Les étuis sont déjà distribués pour un autre nombre d’étuis : choisissez-en autant."),
        )
    if session.number == 1:
        capacity = sum(section.player_count for section in sections)
        entry_count = tournament.entries.exclude(presence=EntryPresence.WITHDRAWN).count()
        refuse_overflow(tournament, entered=entry_count, capacity=capacity)
