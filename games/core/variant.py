"""The forms of Tarot as rows of figures: players, hands, dog, handfuls and shares."""

from dataclasses import dataclass

from games.core.outcome import Handful

ONE_PACK_NEEDS = (56, 51, 41, 36)
"""Points that the attack needs with 0, 1, 2 and 3 bouts (rules R, page 4)."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One form of Tarot played with one pack."""

    name: str
    """Stable name, stored with deals and results."""
    player_count: int
    hand_size: int
    dog_size: int
    handful_sizes: tuple[int, int, int]
    """Trumps to show (the Excuse may stand in for one) for a simple, a double and a triple handful."""
    attack_shares: tuple[tuple[int, ...], ...]
    """By number of partners, from 0: how many times a defender's score the taker, then each partner, gets."""

    needs: tuple[int, ...] = ONE_PACK_NEEDS
    """Points that the attack needs, by its number of bouts at the end."""

    def handful_size(self, handful: Handful) -> int:
        """How many trumps a handful of this level shows."""
        return self.handful_sizes[tuple(Handful).index(handful)]

    @property
    def most_partners(self) -> int:
        """How many partners the taker can have at most."""
        return len(self.attack_shares) - 1


TAROT_3 = Variant("tarot-3", 3, 24, 6, (13, 15, 18), ((2,),))
TAROT_4 = Variant("tarot-4", 4, 18, 6, (10, 13, 15), ((3,),))
TAROT_5 = Variant("tarot-5", 5, 15, 3, (8, 10, 13), ((4,), (2, 1)))
"""Rows of the federation's game (rules R, pages 3 to 12)."""

VARIANTS = {row.name: row for row in (TAROT_3, TAROT_4, TAROT_5)}
"""Every row by its stored name."""
