"""The outcome of a played deal: the facts from which a score is computed."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self, TypeVar

from games.core.errors import ImpossibleOutcome, quote_value

Level = TypeVar("Level", bound=StrEnum)


class Bid(StrEnum):
    """The bids, from the lowest to the highest."""

    PRISE = "prise"
    POUSSE = "pousse"
    """Bid between prise and garde in some regions; never in tournaments (document 001)."""
    GARDE = "garde"
    GARDE_SANS = "garde_sans"
    GARDE_CONTRE = "garde_contre"

    @property
    def multiplier(self) -> int:
        """The multiplier of the contract (rules R, page 8); 1 for a pousse, whose ladder is flat."""
        return _MULTIPLIERS[self]

    @property
    def takes_dog(self) -> bool:
        """True if the taker picks up the dog and discards."""
        return self in (Bid.PRISE, Bid.POUSSE, Bid.GARDE)

    @property
    def gives_dog_away(self) -> bool:
        """True if the dog counts for the defence."""
        return self is Bid.GARDE_CONTRE


_MULTIPLIERS = {Bid.PRISE: 1, Bid.POUSSE: 1, Bid.GARDE: 2, Bid.GARDE_SANS: 4, Bid.GARDE_CONTRE: 6}


class Handful(StrEnum):
    """The level of a handful shown by one player."""

    SIMPLE = "simple"
    DOUBLE = "double"
    TRIPLE = "triple"

    @property
    def points(self) -> int:
        """The bonus of the camp that wins the deal, never multiplied (rules R, page 6)."""
        return _HANDFUL_POINTS[self]


_HANDFUL_POINTS = {Handful.SIMPLE: 20, Handful.DOUBLE: 30, Handful.TRIPLE: 40}


class PetitAtEnd(StrEnum):
    """The camp that won the last trick, if the Petit was in it."""

    NONE = "none"
    ATTACK = "attack"
    DEFENCE = "defence"


class Slam(StrEnum):
    """The camp that made all the tricks, with the announcement; one value for both: docs/decisions/0022."""

    NONE = "none"
    MADE = "made"
    ANNOUNCED_MADE = "announced_made"
    ANNOUNCED_FAILED = "announced_failed"
    DEFENCE = "defence"
    PETIT_MADE = "petit_made"
    """The attack announced all the tricks but one at most, and made them (document 000; no federation rule).
    """
    PETIT_FAILED = "petit_failed"

    @property
    def is_made_by_attack(self) -> bool:
        """True if the value states that the attack won every trick. A petit slam may hide it."""
        # a petit slam that is made with all tricks is PETIT_MADE
        return self in (Slam.MADE, Slam.ANNOUNCED_MADE)

    @property
    def is_petit(self) -> bool:
        """True if a petit slam was announced."""
        return self in (Slam.PETIT_MADE, Slam.PETIT_FAILED)

    @property
    def points(self) -> int:
        """The bonus from the attack's side, never multiplied (rules R, page 7)."""
        return _SLAM_POINTS[self]


_SLAM_POINTS = {
    Slam.NONE: 0,
    Slam.MADE: 200,
    Slam.ANNOUNCED_MADE: 400,
    Slam.ANNOUNCED_FAILED: -200,
    Slam.DEFENCE: -200,
    Slam.PETIT_MADE: 300,
    Slam.PETIT_FAILED: -150,
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The facts of one played deal, from a slip or from the cards played.

    They are not checked here: `games.core.scoring.check_outcome` does that.
    """

    taker: int
    """Seat of the taker, from 0, in playing order."""
    bid: Bid
    bouts: int
    """Bouts among the attack's cards at the end, 0 to 3 (6 with two packs)."""
    half_points: int
    """Card points of the attack, tricks and discard (or dog) together, in half points, 0 to 182 (364)."""
    handfuls: tuple[Handful, ...] = ()
    """Level of each handful shown, at most one per player, of both camps."""
    petit: PetitAtEnd = PetitAtEnd.NONE
    slam: Slam = Slam.NONE
    partners: tuple[int, ...] = ()
    """Seats of the other attackers, in seat order: the called players and the members of attacking teams."""
    petits: int = 1
    """Number of Petits in the last trick if it held any; it can be 2 with two packs."""
    miseres: tuple[int, ...] = ()
    """Seat of each misère announced, in seat order; a seat may announce both kinds."""

    @property
    def attackers(self) -> tuple[int, ...]:
        """The taker, then the partners."""
        return (self.taker, *self.partners)

    def to_json(self) -> dict[str, object]:
        """The outcome as plain JSON values, which `from_json` reads back."""
        return {
            "taker": self.taker,
            "bid": self.bid.value,
            "bouts": self.bouts,
            "half_points": self.half_points,
            "handfuls": [handful.value for handful in self.handfuls],
            "petit": self.petit.value,
            "slam": self.slam.value,
            "partners": list(self.partners),
            "petits": self.petits,
            "miseres": list(self.miseres),
        }

    @classmethod
    def from_json(cls, values: Mapping[str, object]) -> Self:
        """Return the outcome that `to_json` wrote.

        Raises:
            ImpossibleOutcome: `outcome_malformed`, for a missing or unknown key or a value of another type.
        """
        # strict: a stored outcome of another version must not be read by halves
        if set(values) != set(cls.__dataclass_fields__):
            keys = ", ".join(sorted(values))
            raise ImpossibleOutcome("outcome_malformed", f"outcome with the keys {keys}", keys=keys)
        handfuls = values["handfuls"]
        if not isinstance(handfuls, list):
            raise _malformed("handfuls", handfuls)
        return cls(
            taker=_read_int(values, "taker"),
            bid=_read_level(Bid, "bid", values["bid"]),
            bouts=_read_int(values, "bouts"),
            half_points=_read_int(values, "half_points"),
            handfuls=tuple(_read_level(Handful, "handfuls", level) for level in handfuls),
            petit=_read_level(PetitAtEnd, "petit", values["petit"]),
            slam=_read_level(Slam, "slam", values["slam"]),
            partners=_read_seats(values, "partners"),
            petits=_read_int(values, "petits"),
            miseres=_read_seats(values, "miseres"),
        )


def _malformed(field: str, value: object) -> ImpossibleOutcome:
    return ImpossibleOutcome(
        "outcome_malformed", f"{field} {quote_value(value)}", field=field, value=quote_value(value)
    )


def _read_int(values: Mapping[str, object], field: str) -> int:
    return _as_int(field, values[field])


def _read_seats(values: Mapping[str, object], field: str) -> tuple[int, ...]:
    seats = values[field]
    if not isinstance(seats, list):
        raise _malformed(field, seats)
    return tuple(_as_int(field, seat) for seat in seats)


def _as_int(field: str, value: object) -> int:
    # True and False are integers in Python
    if not isinstance(value, int) or isinstance(value, bool):
        raise _malformed(field, value)
    return value


def _read_level(kind: type[Level], field: str, value: object) -> Level:
    if isinstance(value, str) and value in set(kind):
        return kind(value)
    raise _malformed(field, value)
