"""Change the movements of a tournament before its seats are fixed."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.queries.sessions import current_session
from tournaments.enums import EntryPresence
from tournaments.events.services.events import lock_tournament, refuse_overflow, require_draft
from tournaments.models import Section, Session, Tournament
from tournaments.movements.queries.movements import sections_of
from tournaments.movements.services.sections import SectionPlan, make_sections, section_facts
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
    old_facts = [section_facts(section) for section in sections_of(locked)]
    locked.entries.update(section=None, start_table=None, start_seat=None)
    session.sections.all().delete()
    sections = make_sections(session=session, plans=plans)
    _refuse_misfit(locked, session, sections)
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
