"""The step that gives up rounds which are still to be drawn, and its undoing."""

from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.queries.rounds import undrawn_rounds
from tournaments.incidents.services.plans import Step
from tournaments.models import Round, Session


def give_up_rounds(session: Session, after_round: int) -> Step:
    """Delete the undrawn rounds after a round, with their proposals."""
    rounds = undrawn_rounds(session).filter(number__gt=after_round)
    rows = [[row.section_id, row.number] for row in rounds]
    Round.objects.filter(pk__in=[row.pk for row in rounds]).delete()
    return {"step": "rounds", "rounds": rows}


def put_rounds_back(session: Session, step: Step, _user: User) -> None:
    """Undo `give_up_rounds`. The rounds are to be drawn again.

    Raises:
        AppError: `rounds_changed`: the section was changed since.
    """
    sections = set(session.sections.values_list("pk", flat=True))
    rows = [(section, number) for section, number in step["rounds"]]
    existing = set(Round.objects.filter(section__session=session).values_list("section", "number"))
    if not {section for section, _number in rows} <= sections or existing & set(rows):
        raise AppError("rounds_changed", _("Les positions de la séance ont changé depuis."))
    Round.objects.bulk_create(Round(section_id=section, number=number) for section, number in rows)
