"""Every format, by its code."""

from games.core.variants.registry import find_variant
from tournaments.core.errors import TournamentError
from tournaments.core.formats.tournament_format import TournamentFormat
from tournaments.core.formats.tournament_formats import ROWS

FORMATS = {row.code: row for row in ROWS}
USUAL_FORMAT = ROWS[0]
"""Offered until somebody chooses another."""


def find_format(code: str) -> TournamentFormat:
    """The format of this code.

    Raises:
        TournamentError: `no_such_format`; the message lists the codes.
    """
    if code not in FORMATS:
        known = tuple(FORMATS)
        raise TournamentError(
            "no_such_format",
            f"no format {code!r}; there are {', '.join(known)}",
            field="format",
            format=code,
            known=known,
        )
    return FORMATS[code]


def format_of(code: str, game: str) -> TournamentFormat:
    """The format as it is played at a game: tables of as many seats as the game has players.

    Raises:
        TournamentError: `no_such_format`.
        InvalidRules: `unknown_game`.
    """
    return find_format(code).for_seats(find_variant(game).player_count)
