"""The mark of reference of an étui, as far as it is made."""

from tournaments.enums import JobState
from tournaments.models import BoardReference, Session


def find_reference(session: Session, board: int) -> BoardReference | None:
    """The mark of an étui, finished or on its way; None where it was not asked for or failed. One query.

    What it says is shown only where `tournaments.deals.door` gives the étui to everybody.
    """
    found = BoardReference.objects.filter(session=session, board=board)
    return found.exclude(state=JobState.FAILED).first()
