"""Order in which the members of a triplet attack: blue, white, red, through the whole event."""

from collections.abc import Sequence
from enum import StrEnum

from tournaments.core.alphabet import sort_key


class Badge(StrEnum):
    """Badges of the members, in the order of their surnames and of their attacks."""

    BLUE = "blue"
    WHITE = "white"
    RED = "red"


_TURNS = tuple(Badge)


def sort_badges(surnames: Sequence[str]) -> tuple[Badge, ...]:
    """Return badges[member] of three members by surname, sorted as in lists (É with E); equal ones as given.

    Source:
        FFT, Règlement officiel (2012) R20.
    """
    order = sorted(range(len(surnames)), key=lambda member: sort_key(surnames[member]))
    return tuple(_TURNS[order.index(member)] for member in range(len(surnames)))


def rotate_attack(first: Badge, attacks: Sequence[int]) -> tuple[tuple[Badge, ...], ...]:
    """Return the attackers of each round, attack by attack.

    Args:
        first: the badge that the referee drew, the same for all triplets.
        attacks: attacks[round] of the triplet. A sit-out counts the attacks that it would have had, and the
            attackers concerned skip their turn. The order runs on from session to session.

    Source:
        FFT, Règlement officiel (2012) R20; Manuel de l'organisateur (2011) M30.
    """
    rounds, turn = [], _TURNS.index(first)
    for count in attacks:
        rounds.append(tuple(_TURNS[(turn + attack) % len(_TURNS)] for attack in range(count)))
        # the next round continues the order, also after a sit-out
        turn += count
    return tuple(rounds)
