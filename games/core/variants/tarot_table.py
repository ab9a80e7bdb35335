"""Every form of Tarot, from two to sixteen players, as the rows of one table.

Source:
    Document 000 for all of them, corrected by the table of docs/rules; the federation's rules for 3, 4 and 5.
"""

from games.core.variant import TAROT_3, TAROT_4, TAROT_5, TWO_PACK_NEEDS, Form, Share, Variant

_PAIR_HANDFULS = (13, 15, 18)
"""Sizes of handfuls at two players, an option: those of three players, whose hands are as long."""

TWO_PLAYERS = (
    Variant("tarot-2-tirette", 2, 24, 6, _PAIR_HANDFULS, form=Form.STOCK),
    Variant("tarot-2-mort", 2, 24, 6, _PAIR_HANDFULS, form=Form.DUMMY),
    Variant("tarot-2-decouverte", 2, 12, 6, _PAIR_HANDFULS, form=Form.TABLE),
)

ONE_PACK = (
    TAROT_3,
    TAROT_4,
    TAROT_5,
    Variant("tarot-5-flambeuse", 5, 14, 8, (8, 10, 12)),
    Variant("tarot-6", 6, 13, 0, (6, 8, 10), Share.TEAMS, team_count=3),
    Variant("tarot-6-dog", 6, 12, 6, (6, 8, 10), Share.TEAMS, team_count=3),
    Variant("tarot-7", 7, 11, 1, (6, 8, 10), Share.EQUAL, call_count=2),
    Variant("tarot-8", 8, 9, 6, (4, 6, 8), Share.TEAMS, team_count=4),
)


def _two_packs(
    players: int,
    hand: int,
    dog: int,
    handfuls: tuple[int, int, int],
    *,
    calls: int = 0,
    teams: int = 0,
    dogs: int = 1,
    joins_when_played: bool = False,
) -> Variant:
    return Variant(
        f"tarot-{players}",
        players,
        hand,
        dog,
        handfuls,
        Share.TEAMS if teams else Share.EQUAL,
        needs=TWO_PACK_NEEDS,
        pack_count=2,
        dog_count=dogs,
        call_count=calls,
        team_count=teams,
        joins_when_played=joins_when_played,
    )


TWO_PACKS = (
    _two_packs(9, 17, 3, (10, 12, 15), calls=2),
    _two_packs(10, 15, 3, (8, 10, 12), calls=1, teams=5, dogs=2),
    _two_packs(11, 14, 2, (8, 10, 12), calls=2),
    _two_packs(12, 13, 0, (6, 8, 10), teams=4),
    _two_packs(13, 12, 0, (6, 8, 10), calls=1, teams=5, joins_when_played=True),
    _two_packs(14, 11, 2, (6, 8, 10), calls=2, teams=7),
    _two_packs(15, 10, 6, (4, 6, 8), calls=2, teams=5),
    _two_packs(16, 9, 6, (4, 6, 8), calls=2, teams=8, dogs=2),
)

TAROT_TABLE = (*TWO_PLAYERS, *ONE_PACK, *TWO_PACKS)
"""All rows, by number of players."""
