"""The kinds of evening in plain words, for somebody who knows no format by its name."""

from dataclasses import dataclass

from django.utils.functional import Promise

from tournaments.base.words.format_words import FORMAT_WORDS
from tournaments.core.formats.registry import FORMATS
from tournaments.core.formats.tournament_format import TournamentFormat


@dataclass(frozen=True, slots=True)
class EveningKind:
    """One kind of evening: a format in the words of whoever plays it."""

    format: TournamentFormat

    @property
    def code(self) -> str:
        """That of the format."""
        return self.format.code

    @property
    def name(self) -> Promise:
        return FORMAT_WORDS[self.code].evening

    @property
    def explained(self) -> Promise:
        return FORMAT_WORDS[self.code].explained

    @property
    def is_for_any_game(self) -> bool:
        """The organiser chooses the game, too."""
        return self.format.plan.is_for_any_game


KINDS = {code: EveningKind(row) for code, row in FORMATS.items()}
USUAL_KINDS = tuple(kind for kind in KINDS.values() if kind.format.is_usual)
"""What most clubs play."""
OTHER_KINDS = tuple(kind for kind in KINDS.values() if not kind.format.is_usual)
