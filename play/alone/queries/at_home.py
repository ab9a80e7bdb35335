"""Scores of open étuis that people played with real cards, beside the field. Nothing of them is stored."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from games.core.variants.registry import find_variant
from tournaments.core.formats.ranking_plan import Scoring
from tournaments.core.formats.registry import find_format
from tournaments.core.ranking.comparison import share_below
from tournaments.models import Session, Tournament
from tournaments.rankings.queries.board_reports import BoardReport, list_boards
from tournaments.rankings.queries.play_figures import load_figures

MOST_ALONE = 4
"""Most players of a game whose taker attacks alone."""


@dataclass(frozen=True, slots=True)
class BoardAtHome:
    """An étui with the score that a table at home made."""

    report: BoardReport
    attack_mark: Fraction | None
    """Share of the field with a worse score plus half of the equal ones: 0 to 100. None without a score."""

    @property
    def defence_mark(self) -> Fraction | None:
        """Return the mark of the defence: what the attack's lacks of 100."""
        return None if self.attack_mark is None else 100 - self.attack_mark


def can_compare_at_home(tournament: Tournament) -> bool:
    """Return whether each table of an event has one score, that of a garde imposed there. No query."""
    return find_format(tournament.format).plan.scoring is Scoring.SHARES


def list_comparable_boards(session: Session, numbers: Iterable[int]) -> list[BoardReport]:
    """Return the étuis at which scores of the field stand beside which another can be put, by number.

    About ten queries; none where the event compares otherwise.

    Args:
        numbers: numbers of étuis whose results the reader may see.
    """
    if not can_compare_at_home(session.tournament):
        return []
    reports = list_boards(load_figures(session), sorted(numbers))
    return [report for report in reports if report.scores_beside()]


def compare_at_home(reports: Iterable[BoardReport], scores: Mapping[int, int]) -> list[BoardAtHome]:
    """Return each étui with the mark of the attack's score there. No query.

    Args:
        scores: scores of the attack by number of the étui.
    """
    return [
        BoardAtHome(
            report,
            share_below(scores[report.board], report.scores_beside(), is_attack=True)
            if report.board in scores
            else None,
        )
        for report in reports
    ]


def means_by_seat(boards: Iterable[BoardAtHome], game: str) -> list[Fraction]:
    """Return the mean of the marks of each seat, in attack and in defence: 0 to 100. No query.

    Empty before the first score, and where the taker has a partner, whose seat no score tells.
    """
    marked = [board for board in boards if board.attack_mark is not None]
    count = find_variant(game).player_count
    if not marked or count > MOST_ALONE:
        return []
    totals = [Fraction(0)] * count
    for board in marked:
        for seat in range(count):
            mark = board.attack_mark if seat == board.report.taker else board.defence_mark
            totals[seat] += mark or 0
    return [total / len(marked) for total in totals]
