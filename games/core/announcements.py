"""Announcements: slams before the play; handfuls, misères and codes before one's first card."""

from games.core.actions import Announce, ShowHandful
from games.core.cards import JACK, Card, rank_of
from games.core.decks import TWO_PACKS
from games.core.errors import IllegalAction, quote_value
from games.core.outcome import Handful
from games.core.tricks import EXCUSES, STRENGTH, TRUMPS, card_set, cards_in

SLAM = "slam"
PETIT_SLAM = "petit_slam"
MISERE_OF_TRUMPS = "misere_trumps"
MISERE_OF_FIGURES = "misere_figures"

FIGURES = card_set(card for card in TWO_PACKS if (rank_of(card) or 0) >= JACK)
CODES = (
    "code_petit",
    "code_21",
    "code_excuse",
    "code_trumps",
    "code_few_trumps",
    "code_void",
    "code_long",
)
"""Coded announcements between partners, by their stored names. No hand proves or refutes them."""
MOST_CODES = 2
"""Largest number of coded announcements of one player in a deal."""
_MISERES = {MISERE_OF_TRUMPS: TRUMPS, MISERE_OF_FIGURES: FIGURES}


def offered_handfuls(showable: int, sizes: tuple[int, int, int]) -> tuple[ShowHandful, ...]:
    """Return one handful for each level that the cards allow.

    Each shows the highest trumps. The Excuse is added only where the trumps alone are too few.

    Args:
        showable: the cards in hand, and the trumps that the player discarded in sight of all, as a set.
        sizes: number of trumps to show for each level.
    """
    trumps = sorted(cards_in(showable & TRUMPS), key=STRENGTH.__getitem__, reverse=True)
    excuses = cards_in(showable & EXCUSES)
    card_count = len(trumps) + len(excuses)
    handfuls = [(trumps + excuses)[:size] for size in sizes if size <= card_count]
    return tuple(ShowHandful(frozenset(cards)) for cards in handfuls)


def check_handful(cards: frozenset[Card], showable: int, sizes: tuple[int, int, int]) -> Handful:
    """Return the level of a handful. Refuse a handful that may not be shown.

    Raises:
        IllegalAction: `handful_not_held`, `handful_of_trumps`, `handful_size`, or `handful_excuse` where the
            Excuse is shown although the player keeps a trump back.

    Source:
        Federation rules of 2012, page 7: exactly the number of a level; an Excuse in a handful means that the
        player has no other trump. A trump discarded in sight of all may be shown: document 001.
    """
    bits = card_set(cards)
    if bits & ~(TRUMPS | EXCUSES):
        raise IllegalAction("handful_of_trumps", "a handful shows trumps and the Excuse only", field="cards")
    if bits & ~showable:
        raise IllegalAction("handful_not_held", "a card of the handful is not held", field="cards")
    if len(cards) not in sizes:
        numbers = ", ".join(map(str, sizes))
        message = f"handful of {len(cards)} cards not in {numbers}"
        raise IllegalAction("handful_size", message, field="cards", count=len(cards), sizes=numbers)
    # an Excuse in a handful promises that no other trump is in the hand
    if bits & EXCUSES and showable & TRUMPS & ~bits:
        message = "the Excuse is in the handful although another trump is held"
        raise IllegalAction("handful_excuse", message, field="cards")
    return tuple(Handful)[sizes.index(len(cards))]


def offered_miseres(hand: int, announced: tuple[str, ...]) -> tuple[Announce, ...]:
    """Return the misères that a hand allows and that are not announced yet.

    The Excuse is neither trump nor figure.

    Source:
        Document 001: no trump in hand, or no figure in hand, before one's first card.
    """
    return tuple(
        Announce(name) for name, cards in _MISERES.items() if not hand & cards and name not in announced
    )


def check_misere(name: str, hand: int, announced: tuple[str, ...]) -> None:
    """Refuse a misère that a hand does not allow.

    Raises:
        IllegalAction: `unknown_announcement` or `misere_not_held`.
    """
    if name not in _MISERES:
        names = ", ".join(_MISERES)
        message = f"announcement {quote_value(name)} not in {names}"
        raise IllegalAction("unknown_announcement", message, field="name", name=name)
    if Announce(name) not in offered_miseres(hand, announced):
        message = f"announcement {name}: the hand holds such a card, or it is announced already"
        raise IllegalAction("misere_not_held", message, field="name", name=name)


def offered_codes(announced: tuple[str, ...]) -> tuple[Announce, ...]:
    """Return the coded announcements still open to a player, whatever they hold.

    Args:
        announced: codes that the player has announced.

    Source:
        Document 000: "les partenaires peuvent communiquer par des annonces codifiées". The list and the
        number are ours.
    """
    if len(announced) >= MOST_CODES:
        return ()
    return tuple(Announce(name) for name in CODES if name not in announced)


def check_code(name: str, announced: tuple[str, ...]) -> None:
    """Refuse a coded announcement that was made before, or that comes after `MOST_CODES` others.

    Raises:
        IllegalAction: `code_announced`.
    """
    if Announce(name) not in offered_codes(announced):
        message = f"announcement {name}: announced before, or {MOST_CODES} announced already"
        raise IllegalAction("code_announced", message, field="name", name=name)
