"""Every format, by its code."""

from games.core.variants.registry import find_variant
from tournaments.core.errors import TournamentError
from tournaments.core.formats import tournament_formats as formats
from tournaments.core.formats.tournament_format import TournamentFormat

FORMATS = {
    row.code: row
    for row in (
        formats.DUPLICATE_INDIVIDUAL,
        formats.TRIPLETS,
        formats.QUARTETS,
        formats.TEAMS,
        formats.TRIANGULAR,
        formats.FREE_DEALS,
        formats.FREE_DEALS_PAIRS,
        formats.FREE_DEALS_FOURS,
        formats.FRIENDLY,
        formats.FRIENDLY_TOTAL,
    )
}


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
