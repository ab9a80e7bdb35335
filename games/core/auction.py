"""The auction: who speaks, what may be bid, who takes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.core.actions import Action, MakeBid, Pass, format_action
from games.core.errors import IllegalAction, shown
from games.core.outcome import Bid

PAROLE = "parole"
"""Name of the bid that waits for a second round."""


@dataclass(frozen=True, slots=True)
class Auction:
    """The auction so far. Each speaks once, and must go higher or pass.

    Source:
        Federation rules of 2012, page 5. Document 001 for the two options: who said "parole" speaks again
        after the others; on the ladder with a pousse, who is gone over may go higher again or give way.
    """

    ladder: tuple[Bid, ...]
    queue: tuple[int, ...]
    """Seats that have still to speak, in order."""
    has_parole: bool = False
    has_raises: bool = False
    bids: tuple[tuple[int, Bid], ...] = ()
    """Each bid made with its seat, lowest first."""
    waited: frozenset[int] = frozenset()
    """Seats that said "parole"."""

    @property
    def to_act(self) -> int | None:
        """The seat that speaks; None when the auction is over."""
        return self.queue[0] if self.queue else None

    @property
    def taker(self) -> int | None:
        """The highest bidder so far; None when nobody bid."""
        return self.bids[-1][0] if self.bids else None

    @property
    def bid(self) -> Bid | None:
        """The highest bid so far."""
        return self.bids[-1][1] if self.bids else None

    @property
    def runner_up(self) -> int | None:
        """The highest bidder but the taker; None when nobody else bid."""
        others = [seat for seat, _ in self.bids if seat != self.taker]
        return others[-1] if others else None

    def legal_actions(self) -> tuple[Action, ...]:
        """To pass, to wait where that may be, and each higher bid."""
        waits = (MakeBid(PAROLE),) if self._may_wait else ()
        return (Pass(), *waits, *(MakeBid(bid.value) for bid in self._higher_bids()))

    def apply(self, action: Action) -> "Auction":
        """The auction after the next seat spoke.

        Raises:
            IllegalAction: `action_not_now`, `bid_not_on_ladder`, `bid_too_low` or `parole_not_allowed`.
        """
        seat, rest = self.queue[0], self.queue[1:]
        if isinstance(action, Pass):
            return replace(self, queue=rest)
        if not isinstance(action, MakeBid):
            raise IllegalAction("action_not_now", f"{format_action(action)} during the auction")
        if action.name == PAROLE:
            return self._wait(seat, rest)
        bid = self._check_bid(action.name)
        overbid = self.taker
        again = (overbid,) if self.has_raises and overbid is not None else ()
        return replace(self, queue=(*rest, *again), bids=(*self.bids, (seat, bid)))

    @property
    def _may_wait(self) -> bool:
        has_bid = any(seat == self.to_act for seat, _ in self.bids)
        return self.has_parole and self.to_act not in self.waited and not has_bid

    def _wait(self, seat: int, rest: tuple[int, ...]) -> "Auction":
        if not self._may_wait:
            message = f"seat {seat} cannot wait for a second round"
            raise IllegalAction("parole_not_allowed", message, field="name", seat=seat)
        return replace(self, queue=(*rest, seat), waited=self.waited | {seat})

    def _higher_bids(self) -> Sequence[Bid]:
        return self.ladder if self.bid is None else self.ladder[self.ladder.index(self.bid) + 1 :]

    def _check_bid(self, name: str) -> Bid:
        names = ", ".join(self.ladder)
        if name not in tuple(self.ladder):
            message = f"bid {shown(name)} not in {names}"
            raise IllegalAction("bid_not_on_ladder", message, field="name", name=name, ladder=names)
        bid = Bid(name)
        if bid not in self._higher_bids():
            message = f"bid {name} is not above {self.bid}"
            raise IllegalAction("bid_too_low", message, field="name", name=name, over=str(self.bid))
        return bid
