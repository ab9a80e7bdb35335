"""What a dealt deal must satisfy, as data that is stored and committed to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from games.core.dealing.hand_value import LEAST_VALUES, SCALE, worth_bid
from games.core.deals import Deal, has_bare_petit
from games.core.errors import DealingFailed
from games.core.outcome import Bid

NO_BARE_PETIT = "no_bare_petit"
TAKER_BIDS = "taker_bids"


@dataclass(frozen=True, slots=True)
class DealConstraints:
    """Conditions on a deal; the default is a deal for an imposed garde."""

    no_bare_petit: bool = True
    """Refuse a deal in which a player would have to announce a bare Petit."""
    taker_bids: tuple[Bid, ...] = (Bid.GARDE,)
    """What the imposed taker's hand may be worth by `worth_bid`; empty: any hand."""

    @property
    def concerns_taker(self) -> bool:
        """Whether they say anything of the imposed taker's hand."""
        return bool(self.taker_bids)

    def broken_by(self, deal: Deal, taker: int) -> str | None:
        """The name of the first constraint that a deal breaks, None when it meets them all.

        Args:
            taker: seat of the imposed taker.
        """
        if self.no_bare_petit and any(has_bare_petit(hand) for hand in deal.hands):
            return NO_BARE_PETIT
        if self.taker_bids and worth_bid(deal.hands[taker]) not in self.taker_bids:
            return TAKER_BIDS
        return None

    def to_json(self) -> dict[str, object]:
        """The constraints as plain JSON values, the name of the scale of hands included."""
        return {
            NO_BARE_PETIT: self.no_bare_petit,
            TAKER_BIDS: [bid.value for bid in self.taker_bids],
            "scale": SCALE,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, object]) -> Self:
        """The constraints written by `to_json`.

        Raises:
            DealingFailed: `constraints_malformed`: they are not of that form, or name another scale.
        """
        bare, bids = values.get(NO_BARE_PETIT), values.get(TAKER_BIDS)
        known = set(values) == {NO_BARE_PETIT, TAKER_BIDS, "scale"} and values["scale"] == SCALE
        if (
            not known
            or not isinstance(bare, bool)
            or not isinstance(bids, list)
            or any(bid not in tuple(LEAST_VALUES) for bid in bids)
        ):
            message = f"constraints {dict(values)!r}"
            raise DealingFailed("constraints_malformed", message, constraints=repr(dict(values)))
        return cls(bare, tuple(Bid(bid) for bid in bids))
