"""Registry of all formats by code."""

from games.core.variants.registry import find_variant
from tournaments.core.errors import TournamentError
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.formats.tournament_formats import ROWS

FORMATS = {row.code: row for row in ROWS}
USUAL_FORMAT = ROWS[0]
"""Format that is offered by default."""


def find_format(code: str) -> TournamentFormat:
    """Return the format of a code.

    Raises:
        TournamentError: `no_such_format`. The message lists the codes.
    """
    if code not in FORMATS:
        codes = tuple(FORMATS)
        raise TournamentError(
            "no_such_format",
            f"no format {code!r}; there are {', '.join(codes)}",
            field="format",
            format=code,
            known=codes,
        )
    return FORMATS[code]


def format_of(code: str, game: str) -> TournamentFormat:
    """Return the format as it is played at a game, with one seat at a table for each player of the game.

    Raises:
        TournamentError: `no_such_format`.
        InvalidRules: `unknown_game`.
    """
    return find_format(code).for_seats(find_variant(game).player_count)
