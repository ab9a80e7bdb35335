"""The reference mark of an étui."""

from tournaments.enums import JobState
from tournaments.models import BoardReference, Session


def find_reference(session: Session, board: int) -> BoardReference | None:
    """Return the reference mark of an étui, finished or in progress. One query.

    None if it was not requested or has failed. Show it only if `tournaments.deals.door` makes the étui
    public.
    """
    references = BoardReference.objects.filter(session=session, board=board)
    return references.exclude(state=JobState.FAILED).first()
