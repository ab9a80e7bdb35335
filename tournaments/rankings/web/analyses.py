"""Context of a page that shows an analysed deal: the summary and the card played last."""

from collections.abc import Callable

from tournaments.enums import JobState
from tournaments.models import PlayAnalysis
from tournaments.rankings.services.play_analyses import card_readings
from tournaments.rankings.words.readings import DealRead, analysis_words, reading_words


def analysis_found(
    analysis: PlayAnalysis | None, deal: Callable[[], DealRead], *, played: int, me: int | None = None
) -> dict[str, object]:
    """Return `summary`, and `reading` after a card; {} until the analysis is done.

    Args:
        deal: returns the deal that was analysed; called only if it is needed.
        played: number of cards played at the moment on the page.
        me: seat of the reader.
    """
    if analysis is None or analysis.state != JobState.DONE:
        return {}
    finished_deal = deal()
    readings = card_readings(analysis, finished_deal.state)
    context: dict[str, object] = {"summary": analysis_words(readings, finished_deal, me)}
    if played:
        context["reading"] = reading_words(readings[played - 1], finished_deal)
    return context
