"""One session over several sites: the same deals, with units, plays and rulings numbered on."""

from collections.abc import Sequence
from dataclasses import replace
from math import lcm

import numpy as np

from tournaments.core.errors import TournamentError
from tournaments.core.formats.session_results import SessionPlays
from tournaments.core.ranking.rulings import Ruling
from tournaments.core.ranking.score_grid import NOBODY, ScoreGrid, join_grids
from tournaments.core.ranking.seat_scores import SeatGrid


def join_sites(sites: Sequence[SessionPlays]) -> SessionPlays:
    """Return the plays of all sites as one field. The units of each site follow those of the previous one.

    Args:
        sites: at least one, all with plays of one format that may have several sites.

    Raises:
        TournamentError: `sites_format`, for plays that cannot be joined.
    """
    rulings: list[Ruling] = []
    first_unit = first_play = 0
    for site in sites:
        rulings += [_renumber(ruling, first_unit, first_play) for ruling in site.rulings]
        first_unit += site.unit_count
        first_play += site.grid.board.size
    return SessionPlays(grid=_join(sites), unit_count=first_unit, rulings=tuple(rulings))


def _renumber(ruling: Ruling, first_unit: int, first_play: int) -> Ruling:
    """Return a ruling of a site with the numbers of its units and plays among all sites."""
    return replace(
        ruling,
        play=None if ruling.play is None else ruling.play + first_play,
        guilty=tuple(unit + first_unit for unit in ruling.guilty),
    )


def _join(sites: Sequence[SessionPlays]) -> ScoreGrid | SeatGrid:
    shares = [site.grid for site in sites if isinstance(site.grid, ScoreGrid)]
    seats = [site.grid for site in sites if isinstance(site.grid, SeatGrid)]
    if len(shares) == len(sites):
        return join_grids(shares)
    if len(seats) == len(sites):
        return _join_seats(seats)
    raise TournamentError("sites_format", "plays of these formats cannot be put together", field="sites")


def _join_seats(grids: Sequence[SeatGrid]) -> SeatGrid:
    """Return the score sheets of all sites. Smaller tables have empty seats."""
    width = max(grid.players.shape[1] for grid in grids)
    # scores with fractions are integers over a common denominator
    parts = lcm(*(grid.parts for grid in grids))
    players, scores = [], []
    first_player = 0
    for grid in grids:
        padding = ((0, 0), (0, width - grid.players.shape[1]))
        renumbered_players = np.where(grid.players == NOBODY, NOBODY, grid.players + first_player)
        players.append(np.pad(renumbered_players, padding, constant_values=NOBODY))
        scores.append(np.pad(grid.score * (parts // grid.parts), padding))
        first_player += grid.player_count
    return SeatGrid(
        board=np.concatenate([grid.board for grid in grids]),
        players=np.concatenate(players),
        score=np.concatenate(scores),
        status=np.concatenate([grid.status for grid in grids]),
        player_count=first_player,
        parts=parts,
    )
