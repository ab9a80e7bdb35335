"""The forms of Tarot as rows of numbers: players, packs, hands, dogs, teams, calls, handfuls and shares."""

from dataclasses import dataclass
from enum import StrEnum

from games.core.cards import TOTAL_HALF_POINTS, TRUMP_COUNT
from games.core.outcome import Handful

ONE_PACK_NEEDS = (56, 51, 41, 36)
"""Points that the attack needs with 0, 1, 2 and 3 bouts (rules R, page 4)."""
TWO_PACK_NEEDS = (106, 101, 96, 91, 86, 81, 75)
"""Points that the attack needs with two packs and 0 to 6 bouts (our choice: docs/rules/en/tarot-10.md)."""
BOUTS_IN_PACK = 3


class Share(StrEnum):
    """The way in which the attackers share the defenders' payments."""

    TAKER = "taker"
    """All to the taker, without a partner."""
    TWO_THIRDS = "two_thirds"
    """Two thirds to the taker and one third to the partner (rules R, page 12)."""
    EQUAL = "equal"
    """Equal parts for all attackers."""
    TEAMS = "teams"
    """Equal parts for the attacking teams, then equal parts inside each team."""


class Form(StrEnum):
    """The place of the cards and their supply during the play."""

    PLAIN = "plain"
    STOCK = "stock"
    """Form in which both players draw a card of the stock after each trick (tirette)."""
    DUMMY = "dummy"
    """Form with a third, open hand that the defender plays (le mort)."""
    TABLE = "table"
    """Form with a part of each hand on the table, half of it face down under the other half (découverte)."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One form of Tarot."""

    name: str
    """Stable name, stored with deals and results."""
    player_count: int
    hand_size: int
    """Cards that each player holds in hand after the deal."""
    dog_size: int
    """Cards of the dog, of each one where there are two; 0 without a dog."""
    handful_sizes: tuple[int, int, int]
    """Trumps to show (the Excuse may stand in for one) for a simple, a double and a triple handful."""
    share: Share = Share.TAKER
    needs: tuple[int, ...] = ONE_PACK_NEEDS
    """Points that the attack needs, by its number of bouts at the end."""
    pack_count: int = 1
    dog_count: int = 1
    call_count: int = 0
    """Number of kings that the taker calls."""
    team_count: int = 0
    """Number of fixed teams; 0 where each player has an own score."""
    joins_when_played: bool = False
    """True if a called card adds only the team that plays it first, instead of all teams that hold it."""
    form: Form = Form.PLAIN
    traditional_handful_sizes: tuple[int, int, int] | None = None
    """Handful sizes that the sources print, where they differ from the federation's."""

    @property
    def hand_count(self) -> int:
        """Hands that play to a trick: one for each player, and the dummy."""
        return self.player_count + (self.form is Form.DUMMY)

    @property
    def total_half_points(self) -> int:
        """Half points of all the cards."""
        return self.pack_count * TOTAL_HALF_POINTS

    @property
    def bout_count(self) -> int:
        """Bouts among all the cards."""
        return self.pack_count * BOUTS_IN_PACK

    @property
    def showable_trumps(self) -> int:
        """Cards that handfuls can show in one deal: the trumps and the Excuses."""
        return self.pack_count * (TRUMP_COUNT + 1)

    def handful_size(self, handful: Handful) -> int:
        """The number of trumps to show for a handful of this level."""
        return self.handful_sizes[tuple(Handful).index(handful)]

    def team_of(self, seat: int) -> int:
        """The team of a seat; without teams, the seat. Members sit as far apart as the order allows."""
        # team mates sit `team_count` seats apart
        return seat % self.team_count if self.team_count else seat

    def team_members(self, seat: int) -> tuple[int, ...]:
        """The seats of the team of a seat, itself included, in order."""
        team = self.team_of(seat)
        return tuple(member for member in range(self.player_count) if self.team_of(member) == team)

    @property
    def most_called_holders(self) -> int:
        """The highest number of players, or teams, that the calls can add to the attack."""
        return self.call_count * (1 if self.joins_when_played else self.pack_count)


TAROT_3 = Variant("tarot-3", 3, 24, 6, (13, 15, 18), traditional_handful_sizes=(13, 15, 22))
TAROT_4 = Variant("tarot-4", 4, 18, 6, (10, 13, 15))
TAROT_5 = Variant(
    "tarot-5",
    5,
    15,
    3,
    (8, 10, 13),
    Share.TWO_THIRDS,
    call_count=1,
    traditional_handful_sizes=(8, 10, 12),
)
"""Rows of the federation's game (rules R, pages 3 to 12)."""

VARIANTS = {row.name: row for row in (TAROT_3, TAROT_4, TAROT_5)}
"""Rows of the federation by stored name; `games.core.variants.tarot_table` lists all rows."""
