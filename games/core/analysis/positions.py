"""Positions in the play of Tarot with all hands seen, from which an open search starts."""

from dataclasses import dataclass

from games.core.announcements import PETIT_SLAM, SLAM
from games.core.cards import PETIT, Card
from games.core.errors import GameError
from games.core.outcome import Bid, Slam
from games.core.play import GameVariant, State
from games.core.tarot_rules import TarotRules
from games.core.variant import Form, Variant
from games.core.variants.tarot.camps import attack_of
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot.playing import Playing
from games.core.variants.tarot.results import counts_so_far
from games.core.variants.tarot.state import TarotState

MOST_SEATS = 8


class NotSearchable(GameError):
    """Error for a moment that the open search cannot handle."""


@dataclass(frozen=True, slots=True)
class OpenPosition:
    """All data that decide the rest of a deal and its score."""

    hands: tuple[int, ...]
    """Cards of each seat, as sets."""
    leader: int
    """Seat that leads, or led, the trick on the table."""
    trick: tuple[Card, ...]
    """The cards on the table, in the order played."""
    attack: tuple[bool, ...]
    """Side of each seat: True if it attacks."""
    half_points: int
    """Half points of the attack so far, with its discard or dog."""
    bouts: int
    won: int
    """Tricks of the attack so far."""
    lost: int
    """Tricks of the defence so far."""
    had_petit: bool
    """True if the Petit was in the last finished trick."""
    contract: "Contract"

    @property
    def to_act(self) -> int:
        """The seat to play."""
        return (self.leader + len(self.trick)) % len(self.hands)

    @property
    def tricks_left(self) -> int:
        """Number of tricks to come, with the one on the table."""
        return self.hands[self.to_act].bit_count()


@dataclass(frozen=True, slots=True)
class Contract:
    """Facts, besides the play, from which the score of a deal is computed."""

    row: Variant
    rules: TarotRules
    bid: Bid
    handfuls: int
    """Bonuses of the handfuls shown."""
    announced: str = ""
    """Announced slam: `slam`, `petit_slam`, or ""."""

    def slam_points(self, won: int, lost: int) -> int:
        """Return the bonus of a slam.

        Args:
            won, lost: tricks of the attack and of the defence.
        """
        if self.announced == PETIT_SLAM:
            return (Slam.PETIT_MADE if lost <= 1 else Slam.PETIT_FAILED).points
        if self.announced == SLAM:
            return (Slam.ANNOUNCED_FAILED if lost else Slam.ANNOUNCED_MADE).points
        # without an announcement: a slam of either side, else nothing
        return 0 if won and lost else (Slam.DEFENCE if lost else Slam.MADE).points


def is_searched(variant: GameVariant) -> bool:
    """Return whether the open search handles a game: a Tarot of one pack for up to `MOST_SEATS`."""
    if not isinstance(variant, Tarot):
        return False
    row = variant.row
    return row.pack_count == 1 and row.form is Form.PLAIN and row.player_count <= MOST_SEATS


def open_position(state: State) -> OpenPosition:
    """Return the position of a state in the play of a Tarot.

    Raises:
        NotSearchable: `not_in_play`; `game_not_searched` with two packs, a stock, a dummy or a table.
    """
    if not isinstance(state, TarotState):
        raise NotSearchable("game_not_searched", f"{state.variant.name} is not searched with open cards")
    playing = state.phase
    if not isinstance(playing, Playing) or playing.to_act is None:
        raise NotSearchable("not_in_play", "the deal is not in play", field="steps")
    preparation = playing.preparation
    setting, tricks = preparation.setting, playing.tricks
    row = setting.row
    if not is_searched(state.variant):
        raise NotSearchable("game_not_searched", f"{state.variant.name} is not searched with open cards")
    attack = attack_of(preparation, tricks)
    half_points, bouts = counts_so_far(preparation, tricks, attack)
    won = sum(trick.winner in attack for trick in tricks)
    return OpenPosition(
        hands=playing.hands,
        leader=playing.leader,
        trick=playing.cards,
        attack=tuple(seat in attack for seat in range(row.player_count)),
        half_points=half_points,
        bouts=bouts,
        won=won,
        lost=len(tricks) - won,
        had_petit=bool(tricks) and PETIT in tricks[-1].cards,
        contract=Contract(
            row,
            setting.rules,
            preparation.bid,
            sum(level.points for _, level in playing.announced.handfuls),
            preparation.announced,
        ),
    )
