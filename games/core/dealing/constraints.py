"""Constraints on a deal, as data that is stored and committed to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from games.core.dealing.hand_value import LEAST_VALUES, SCALE, evaluate_hand, find_bid_by_value
from games.core.dealing.themes import Theme
from games.core.deals import Deal, has_bare_petit
from games.core.errors import DealingFailed, quote_value
from games.core.layouts import Layout
from games.core.outcome import Bid

NO_BARE_PETIT = "no_bare_petit"
TAKER_BIDS = "taker_bids"
TAKER_POINTS = "taker_points"
THEMES = "themes"
MOST_POINTS = 150
"""Number of points that no hand exceeds on the scale."""
_REQUIRED = frozenset({NO_BARE_PETIT, TAKER_BIDS, "scale"})
_OPTIONAL = frozenset({TAKER_POINTS, THEMES})


@dataclass(frozen=True, slots=True)
class DealConstraints:
    """Conditions on a deal; the default is a deal for an imposed garde.

    Raises:
        DealingFailed: `constraints_malformed`: a range of points that is empty or not in 0..150.
    """

    no_bare_petit: bool = True
    """True to refuse a deal in which a player has a bare Petit."""
    taker_bids: tuple[Bid, ...] = (Bid.GARDE,)
    """Allowed values of `find_bid_by_value` for the imposed taker's hand; empty: any hand."""
    taker_points: tuple[int, int] | None = None
    """Least and most points of the imposed taker's hand towards a prise or a garde; None: any number."""
    themes: tuple[Theme, ...] = ()
    """Themes that the deal must all show."""

    def __post_init__(self) -> None:
        if self.taker_points is None:
            return
        least, most = self.taker_points
        if not 0 <= least <= most <= MOST_POINTS:
            message = f"points {least} to {most} not a range in 0..{MOST_POINTS}"
            raise DealingFailed(
                "constraints_malformed", message, field=TAKER_POINTS, constraints=f"{least}-{most}"
            )

    @property
    def concerns_taker(self) -> bool:
        """True if a constraint depends on the imposed taker."""
        return bool(self.taker_bids or self.taker_points or self.themes)

    def broken_by(self, deal: Deal | Layout, taker: int) -> str | None:
        """Return the name of the first constraint that a deal breaks, None when it meets them all.

        Args:
            taker: seat of the imposed taker; ignored unless a constraint depends on the taker.

        Returns:
            The name of a field; for a theme, the value of the theme.
        """
        return next(self._broken(deal, taker), None)

    def _broken(self, deal: Deal | Layout, taker: int) -> Iterator[str]:
        """Yield the names of the broken constraints, those that are quick to check first."""
        for theme in self.themes:
            if not theme.is_in(deal, taker):
                yield theme.value
        if self.no_bare_petit and any(has_bare_petit(hand) for hand in deal.hands):
            yield NO_BARE_PETIT
        if self.taker_bids and find_bid_by_value(deal.hands[taker]) not in self.taker_bids:
            yield TAKER_BIDS
        if self.taker_points is not None:
            least, most = self.taker_points
            if not least <= evaluate_hand(deal.hands[taker]).with_dog <= most:
                yield TAKER_POINTS

    def to_json(self) -> dict[str, object]:
        """The constraints as plain JSON values, with the name of the scale of hands.

        A range of points and themes occur only where they are set.
        """
        values: dict[str, object] = {
            NO_BARE_PETIT: self.no_bare_petit,
            TAKER_BIDS: [bid.value for bid in self.taker_bids],
            "scale": SCALE,
        }
        if self.taker_points is not None:
            # absent unless set, so that the commitments of earlier sets stay valid
            values[TAKER_POINTS] = list(self.taker_points)
        if self.themes:
            values[THEMES] = [theme.value for theme in self.themes]
        return values

    @classmethod
    def from_json(cls, values: Mapping[str, object]) -> Self:
        """The constraints that `to_json` wrote.

        Raises:
            DealingFailed: `constraints_malformed`, for another form or another scale.
        """
        bare = values.get(NO_BARE_PETIT)
        bids = _names(values.get(TAKER_BIDS), tuple(LEAST_VALUES))
        themes = _names(values.get(THEMES, []), tuple(Theme))
        points = _range(values[TAKER_POINTS]) if TAKER_POINTS in values else None
        is_known = _REQUIRED <= set(values) <= _REQUIRED | _OPTIONAL and values["scale"] == SCALE
        is_ranged = TAKER_POINTS not in values or points is not None
        if not (is_known and is_ranged and isinstance(bare, bool)) or bids is None or themes is None:
            message = f"constraints {quote_value(dict(values))}"
            raise DealingFailed("constraints_malformed", message, constraints=repr(dict(values)))
        return cls(bare, tuple(map(Bid, bids)), points, tuple(map(Theme, themes)))


def _names(value: object, allowed_names: tuple[str, ...]) -> list[str] | None:
    """Return a list of allowed names, each once; None for any other value."""
    if not isinstance(value, list) or any(name not in allowed_names for name in value):
        return None
    return value if len(set(value)) == len(value) else None


def _range(value: object) -> tuple[int, int] | None:
    """Return two integers; None for any other value."""
    if not isinstance(value, list) or [type(part) for part in value] != [int, int]:
        return None
    return value[0], value[1]
