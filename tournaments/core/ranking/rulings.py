"""Decisions of a referee as data: effects on a deal or on a total, and the people concerned."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.core.errors import TournamentError


class EffectKind(StrEnum):
    """Kind of effect. Amounts are in the unit of the format (see `Effect.amount`)."""

    WARNING = "warning"
    """No immediate effect; the next fault of the same kind may cost more."""
    STANDS = "stands"
    """The score stays as it is."""
    NEUTRALISE = "neutralise"
    """The deal is void for all players at the table, except for marks that another effect sets."""
    COLLECTIVE_ZERO = "collective_zero"
    """0 % to both camps, or 0 match points."""
    CANCEL = "cancel"
    """The deal does not count as played (free deals, teams)."""
    CANCEL_IF_WON = "cancel_if_won"
    """The deal does not count as played if the guilty camp has won it; else it counts (free deals)."""
    REPLAY = "replay"
    """The deal is played again on the return."""
    MARK = "mark"
    """The mark is the amount, and it counts even on a neutralised deal."""
    CAP = "cap"
    """The guilty camp has at most the amount, the other one at least its complement (40 and 60)."""
    POINTS = "points"
    """Match points of the deal are the amount."""
    POINTS_CAP = "points_cap"
    """The guilty unit has at most minus the amount, the other one at least the amount (−4 and +4)."""
    POINTS_FLOOR = "points_floor"
    """The guilty unit has 0, the other one at least the amount."""
    PENALTY = "penalty"
    """Amount subtracted from the total."""
    EXPEL = "expel"
    """The unit is struck off the ranking."""


class Who(StrEnum):
    """Target of an effect."""

    GUILTY = "guilty"
    """The guilty of the ruling. For marks and match points of a deal: those of them who sit at it."""
    OTHERS = "others"
    """The camp of the deal without a guilty player."""
    TAKER = "taker"
    DEFENCE = "defence"
    """The defenders of the deal."""
    ALL = "all"
    """All players at the table of the deal."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One part of a ruling."""

    kind: EffectKind
    amount: int = 0
    """Amount in the unit of the format.

    Hundredths of a percent (individuals, triplets), match points (quartets, teams), or points of free deals.
    """
    who: Who = Who.GUILTY


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A decision of the referee on one play, or on the total of a unit if it names no play."""

    effects: tuple[Effect, ...]
    play: int | None = None
    """Row of the grid."""
    guilty: tuple[int, ...] = ()
    """Players or units, numbered from 0 as in the grid. They need not sit at the play."""
    fault: str = ""
    """Code of the fault in its table, "" for a decision without one."""
    reason: str = ""
    author: str = ""

    def has(self, kind: EffectKind) -> bool:
        return any(effect.kind is kind for effect in self.effects)


ONCE_A_DEAL = {
    "card_exposed_playable": "card_exposed",
    "card_exposed_unplayable": "card_exposed",
    "rebuilt_wrong_played": "rebuilt_wrong",
    "rebuilt_wrong_not_played": "rebuilt_wrong",
}
"""Kind of each fault whose penalties on one deal do not add up (FFT, Code d'arbitrage 2012, C12)."""


def once_a_deal(rulings: Sequence[Ruling]) -> tuple[Ruling, ...]:
    """Return the rulings without second penalties for one kind of fault on a deal. The highest penalty stays.

    A ruling of which some guilty have already paid becomes two: its effects on the deal, and the penalties of
    the others.
    """
    # the highest penalty is paid first, so it is the one that stays
    dearest_first = sorted(range(len(rulings)), key=lambda place: -_own_penalty(rulings[place]))
    paid: set[tuple[int, str, int]] = set()
    parts = {place: tuple(_unpaid(rulings[place], paid)) for place in dearest_first}
    return tuple(part for place in range(len(rulings)) for part in parts[place])


def _own_penalty(ruling: Ruling) -> int:
    """Return the amount that the ruling subtracts from the totals of the guilty."""
    return sum(effect.amount for effect in ruling.effects if _is_own_penalty(effect))


def _is_own_penalty(effect: Effect) -> bool:
    return effect.kind is EffectKind.PENALTY and effect.who is Who.GUILTY


def _unpaid(ruling: Ruling, paid: set[tuple[int, str, int]]) -> Iterator[Ruling]:
    """Yield the ruling without penalties that are already paid. The function adds its penalties to `paid`."""
    kind = ONCE_A_DEAL.get(ruling.fault)
    if kind is None or ruling.play is None or not _own_penalty(ruling):
        yield ruling
        return
    debtors = tuple(unit for unit in ruling.guilty if (ruling.play, kind, unit) not in paid)
    # later rulings of the same kind on this deal find their guilty here
    paid.update((ruling.play, kind, unit) for unit in debtors)
    if debtors == ruling.guilty:
        yield ruling
        return
    other_effects = tuple(effect for effect in ruling.effects if not _is_own_penalty(effect))
    yield replace(ruling, effects=other_effects or (Effect(EffectKind.STANDS),))
    if debtors:
        yield replace(ruling, effects=tuple(filter(_is_own_penalty, ruling.effects)), guilty=debtors)


@dataclass(frozen=True, slots=True)
class Camps:
    """The units at a play."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]

    def concerned(self, who: Who, guilty: Iterable[int]) -> set[int]:
        """Return the players or units of the play that an effect concerns."""
        guilty_units = set(guilty)
        all_units = {*self.attack, *self.defence}
        if who is Who.GUILTY:
            return all_units & guilty_units
        if who is Who.TAKER:
            return set(self.attack)
        if who is Who.DEFENCE:
            return set(self.defence)
        if who is Who.ALL:
            return all_units
        return {unit for camp in (self.attack, self.defence) if not guilty_units & set(camp) for unit in camp}


def sum_penalties(rulings: Iterable[Ruling], camps: Mapping[int, Camps], unit_count: int) -> tuple[int, ...]:
    """Return penalties[unit], the amount subtracted from each total, in the unit of the format.

    Args:
        camps: camps[play] of the plays that the rulings name.

    Raises:
        TournamentError: `ruling_unit`, for a number without a unit.
    """
    penalties = [0] * unit_count
    for ruling in rulings:
        for unit in ruling.guilty:
            if not 0 <= unit < unit_count:
                raise TournamentError(
                    "ruling_unit", f"unit {unit} not in 0..{unit_count - 1}", field="guilty", number=unit
                )
        for effect in ruling.effects:
            if effect.kind is EffectKind.PENALTY:
                for unit in payers(effect, ruling, camps):
                    penalties[unit] += effect.amount
    return tuple(penalties)


def expelled(rulings: Iterable[Ruling]) -> frozenset[int]:
    """Return the players or units that are struck off."""
    return frozenset(unit for ruling in rulings if ruling.has(EffectKind.EXPEL) for unit in ruling.guilty)


def payers(effect: Effect, ruling: Ruling, camps: Mapping[int, Camps]) -> set[int]:
    """Return the units that pay a penalty: the guilty wherever they sit, others at the table of the play.

    Raises:
        TournamentError: `ruling_without_play`, for a penalty to units other than the guilty.
    """
    if effect.who is Who.GUILTY:
        return set(ruling.guilty)
    if ruling.play is None or ruling.play not in camps:
        who = effect.who.value
        raise TournamentError(
            "ruling_without_play", f"a penalty for {who} needs a play", field="play", who=who
        )
    return camps[ruling.play].concerned(effect.who, ruling.guilty)
