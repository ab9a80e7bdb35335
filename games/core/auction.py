"""The auction: turns, allowed bids and the taker."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.core.actions import Action, MakeBid, Pass, format_action
from games.core.errors import IllegalAction, quote_value
from games.core.outcome import Bid

PAROLE = "parole"
"""Name of the bid that keeps the right to bid in a second round."""
SLAM_BID = "garde_contre_slam"
"""Name of the bid that asks for a slam: a garde contre with an announced slam."""


def contract_name(action: MakeBid) -> str:
    """Return the name of the contract that a bid makes: a garde contre where a slam is asked."""
    return Bid.GARDE_CONTRE.value if action.name == SLAM_BID else action.name


@dataclass(frozen=True, slots=True)
class Auction:
    """The state of an auction. Each seat bids once, and must go higher or pass.

    Three options change that:

    - With "parole", a seat may wait and bid after all the others: any contract, or the lowest one only.
    - On the ladder with a pousse, an overbid seat may go higher again or give way.
    - A slam may be asked, which is a garde contre with an announced slam.

    Source:
        Federation rules of 2012, page 5. Document 001 for the first two options ("choisir librement une
        enchère parmi celles retenues, ou uniquement une Prise"). Document 002 for the slam ("lorsque vous
        demandez un chelem lors du tour d'enchères, le programme annonce en fait une GARDE CONTRE, assortie
        d'un chelem").
    """

    ladder: tuple[Bid, ...]
    queue: tuple[int, ...]
    """Seats that have not bid yet, in order."""
    has_parole: bool = False
    has_raises: bool = False
    is_parole_low: bool = False
    """True if a seat that chose "parole" may then bid the lowest contract only."""
    bids: tuple[tuple[int, Bid], ...] = ()
    """Each bid made with its seat, lowest first."""
    waited: frozenset[int] = frozenset()
    """Seats that chose "parole"."""
    has_slam_bid: bool = False
    """True if a slam may be asked where a garde contre may be bid."""
    is_slam_asked: bool = False
    """True if the highest bid asks for a slam."""

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None when the auction is over."""
        return self.queue[0] if self.queue else None

    @property
    def taker(self) -> int | None:
        """The highest bidder so far; None without a bid."""
        return self.bids[-1][0] if self.bids else None

    @property
    def bid(self) -> Bid | None:
        """The highest bid so far."""
        return self.bids[-1][1] if self.bids else None

    @property
    def runner_up(self) -> int | None:
        """The highest bidder other than the taker; None without one."""
        bidders = [seat for seat, _ in self.bids if seat != self.taker]
        return bidders[-1] if bidders else None

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the pass, each higher bid, and "parole" and the slam where they are allowed."""
        waits = (MakeBid(PAROLE),) if self._may_wait else ()
        bids = self._higher_bids()
        slams = (MakeBid(SLAM_BID),) if self.has_slam_bid and Bid.GARDE_CONTRE in bids else ()
        return (Pass(), *waits, *(MakeBid(bid.value) for bid in bids), *slams)

    def apply(self, action: Action) -> "Auction":
        """Return the auction after the action of the next seat.

        Raises:
            IllegalAction: `action_not_now`, `bid_not_on_ladder`, `bid_too_low`, `parole_not_allowed` or
                `slam_bid_not_allowed`.
        """
        seat, queue = self.queue[0], self.queue[1:]
        if isinstance(action, Pass):
            return replace(self, queue=queue)
        if not isinstance(action, MakeBid):
            raise IllegalAction("action_not_now", f"{format_action(action)} during the auction")
        if action.name == PAROLE:
            return self._wait(seat, queue)
        if action.name == SLAM_BID and not self.has_slam_bid:
            message = "no slam may be asked in the auction under these rules"
            raise IllegalAction("slam_bid_not_allowed", message, field="name")
        bid = self._check_bid(contract_name(action))
        overbid_seat = self.taker
        # with a pousse, an overbid seat is put at the end of the queue: it may go higher again
        returning_seats = (overbid_seat,) if self.has_raises and overbid_seat is not None else ()
        return replace(
            self,
            queue=(*queue, *returning_seats),
            bids=(*self.bids, (seat, bid)),
            is_slam_asked=action.name == SLAM_BID,
        )

    @property
    def _may_wait(self) -> bool:
        # parole is an answer to the first turn: a seat that has bid may not wait any more
        has_bid = any(seat == self.to_act for seat, _ in self.bids)
        return self.has_parole and self.to_act not in self.waited and not has_bid

    def _wait(self, seat: int, queue: tuple[int, ...]) -> "Auction":
        if not self._may_wait:
            message = f"seat {seat} cannot wait for a second round"
            raise IllegalAction("parole_not_allowed", message, field="name", seat=seat)
        return replace(self, queue=(*queue, seat), waited=self.waited | {seat})

    def _open_ladder(self) -> tuple[Bid, ...]:
        """Return the contracts of the next seat, whatever was bid before."""
        return self.ladder[:1] if self.is_parole_low and self.to_act in self.waited else self.ladder

    def _higher_bids(self) -> Sequence[Bid]:
        lowest = 0 if self.bid is None else self.ladder.index(self.bid) + 1
        return [bid for bid in self._open_ladder() if self.ladder.index(bid) >= lowest]

    def _check_bid(self, name: str) -> Bid:
        ladder = self._open_ladder()
        names = ", ".join(ladder)
        if name not in ladder:
            message = f"bid {quote_value(name)} not in {names}"
            raise IllegalAction("bid_not_on_ladder", message, field="name", name=name, ladder=names)
        bid = Bid(name)
        if bid not in self._higher_bids():
            message = f"bid {name} is not above {self.bid}"
            raise IllegalAction("bid_too_low", message, field="name", name=name, over=str(self.bid))
        return bid
