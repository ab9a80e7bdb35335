"""What a page says of an analysed deal: the whole of it, and the card played last."""

from collections.abc import Callable

from tournaments.enums import JobState
from tournaments.models import PlayAnalysis
from tournaments.rankings.services.play_analyses import card_readings
from tournaments.rankings.words.readings import DealRead, analysis_words, reading_words


def analysis_found(
    analysis: PlayAnalysis | None, deal: Callable[[], DealRead], *, played: int, me: int | None = None
) -> dict[str, object]:
    """`summary`, and `reading` after a card; nothing before the analysis is done.

    Args:
        deal: gives the deal that was analysed, once it is needed.
        played: cards played at the moment that is shown.
        me: the reader's seat.
    """
    if analysis is None or analysis.state != JobState.DONE:
        return {}
    read = deal()
    readings = card_readings(analysis, read.state)
    found: dict[str, object] = {"summary": analysis_words(readings, read, me)}
    if played:
        found["reading"] = reading_words(readings[played - 1], read)
    return found
