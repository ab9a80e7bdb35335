"""What the tables made of the board that one of them has just played."""

from collections import Counter
from dataclasses import dataclass

from tournaments.models import Play, ResultSlip


@dataclass(frozen=True, slots=True)
class BoardComparison:
    """What the tables made of a board so far."""

    due: int
    """Tables that play it."""
    entered: int
    scores: tuple[tuple[int, int], ...]
    """Each score with how many tables made it, the best for the attack first."""
    own: int | None
    """The score of the table that asks; None when it has none."""

    @property
    def is_complete(self) -> bool:
        """Every table has a result: the board has stopped circulating."""
        return self.entered == self.due


def load_comparison(play: Play) -> BoardComparison:
    """The results of every table at the board of a play of the session. Two queries."""
    session = play.round.section.session
    due = Play.objects.filter(round__section__session=session, board=play.board).count()
    slips = ResultSlip.objects.current().of_session(session).filter(play__board=play.board)
    rows = list(slips.values_list("score", "play_id"))
    counts = Counter(score for score, _play_id in rows if score is not None)
    return BoardComparison(
        due=due,
        entered=len(rows),
        scores=tuple(sorted(counts.items(), reverse=True)),
        own=next((score for score, play_id in rows if play_id == play.pk), None),
    )
