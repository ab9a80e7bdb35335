"""The two sides of a result: players who score together confirm the results of the other side."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any

from games.core.play import GameVariant
from games.core.variants.tarot.game import Tarot


def facing_seats(
    units: Sequence[Hashable | None], *, writer: int, attack: Collection[int], has_teams: bool
) -> tuple[int, ...]:
    """Return the seats that may confirm a result of `writer`, in playing order.

    Teams confirm each other's results. Single players form attack and defence, which confirm each other's
    results. If the attack is not known, every player of another unit may confirm. The same holds if all
    players across are partners of the writer over the event.

    Args:
        units: the unit at each seat, None for an empty one. Equal values are one team, or partners.
        writer: seat of the person who wrote the result, from 0.
        attack: seats of the taker and the called partners, from 0; empty if not known.
    """
    other_seats = tuple(
        seat
        for seat, unit in enumerate(units)
        if unit is not None and seat != writer and unit != units[writer]
    )
    if has_teams or not attack:
        return other_seats
    return tuple(seat for seat in other_seats if (seat in attack) != (writer in attack)) or other_seats


def attack_of_facts(game: GameVariant, facts: Mapping[str, str]) -> tuple[int, ...]:
    """Return the seats of the attack from the written facts of a deal; () if they name no taker.

    Args:
        facts: texts by field name of the game's form, as they are stored.
    """
    if not isinstance(game, Tarot) or not facts.get("taker"):
        return ()
    names = ("taker", *(name for name in facts if name.startswith("partner")))
    seats = [int(facts[name]) for name in names if facts[name]]
    return tuple(sorted({member for seat in seats for member in game.row.team_members(seat)}))


def attack_of_result(game: GameVariant, facts: Mapping[str, Any] | None) -> tuple[int, ...]:
    """Return the seats of the attack of a stored result, from `ResultSlip.facts`; () if no taker is known."""
    if not facts:
        return ()
    if "taker" in facts:
        return (facts["taker"], *facts.get("partners", ()))
    return attack_of_facts(game, facts.get("written", {}))
