"""Whose sheet a page shows, its questions, and the next sheet that no other person took."""

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import User
from tournaments.enums import SheetTask
from tournaments.models import Session, SheetQuestion, SheetShare
from tournaments.results.queries.checking import SheetName
from tournaments.results.queries.sharing import SheetShares, questions_on


@dataclass(frozen=True, slots=True)
class SharingMarks:
    """A sheet's share for one task and its questions, as its page shows them."""

    share: SheetShare | None
    task: SheetTask
    user: User
    questions: list[SheetQuestion]
    """All questions, answered or not, the oldest first."""
    shares: SheetShares

    @property
    def is_mine(self) -> bool:
        return self.share is not None and self.share.holder_id == self.user.pk

    @property
    def is_in_use(self) -> bool:
        """True if sheets of the session are shared out, or there is a question about this one."""
        return self.shares.are_any or bool(self.questions)

    def first_for_user(self, names: Iterable[SheetName]) -> SheetName | None:
        """Return the first sheet that the user took, else the first that no other person took. No query.

        Args:
            names: sheets that wait, the most wanted first.
        """
        free = None
        for name in names:
            share = self.shares.find(name, self.task)
            if share is not None and share.holder_id == self.user.pk:
                return name
            if share is None and free is None:
                free = name
        return free


def sharing_marks(session: Session, name: SheetName, task: SheetTask, user: User) -> SharingMarks:
    """Return the shares and questions for the page of a sheet. Two queries.

    Args:
        task: task of the page.
    """
    shares = SheetShares(session)
    return SharingMarks(shares.find(name, task), task, user, questions_on(session, name), shares)
