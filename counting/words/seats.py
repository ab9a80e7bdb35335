"""Names for players who entered none."""

from django.utils.translation import gettext as _

from tournaments.seating.words.seat_names import seat_name

COMPASS = 4
"""Number of players who are named by the points of the compass."""


def plain_names(player_count: int) -> tuple[str, ...]:
    """Return Nord, Ouest, Sud, Est at four; else "Joueur 1", "Joueur 2"…, in playing order."""
    if player_count == COMPASS:
        return tuple(map(seat_name, range(COMPASS)))
    return tuple(_("Joueur %(number)d") % {"number": number} for number in range(1, player_count + 1))
