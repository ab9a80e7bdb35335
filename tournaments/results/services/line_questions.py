"""Asking again before something unlikely is stored: the figures of a line, and the line itself."""

from common.errors import AppError
from tournaments.base.words.wording import sentence
from tournaments.core.slips.likely import questions
from tournaments.core.slips.misplaced import misplaced
from tournaments.core.slips.traveller import SlipReading
from tournaments.models import Play
from tournaments.results.queries.whereabouts import load_whereabouts


def ask_if_unlikely(play: Play, reading: SlipReading, above: SlipReading | None) -> None:
    """Ask about what surprises; the person confirms, or corrects.

    Args:
        play: with its round, section, session and tournament.
        above: what stands on the line above, on the same paper; None for nothing.

    Raises:
        AppError: `slip_unlikely`, with the `questions` as sentences.
    """
    where = load_whereabouts(play, above)
    asked = (*misplaced(reading, where), *questions(reading, where.other_scores))
    if asked:
        sentences = [sentence(code, values) for code, values in asked]
        raise AppError("slip_unlikely", " ".join(sentences), extra={"questions": sentences})
