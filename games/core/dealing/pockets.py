"""Reader for the pockets of one étui as people record them: checks them and completes a short one."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from games.core.cards import Card, format_card, sort_hand
from games.core.dealing.dealt_game import DealtGame
from games.core.errors import InvalidDeal
from games.core.layouts import Layout


@dataclass(frozen=True, slots=True)
class PocketProblem:
    """A fault in one pocket."""

    pocket: int
    """Seat of a hand, or the number of seats plus the index of a pile."""
    code: str
    """`card_twice` or `card_unknown`, with `cards`; `pocket_size`, with `count` and `wanted`."""
    cards: tuple[Card, ...] = ()
    """Cards at fault, in the order of a hand."""
    count: int = 0
    wanted: int = 0


class InvalidPockets(InvalidDeal):
    """Error for pockets that are not one deal, with every problem (`pockets_impossible`)."""

    def __init__(self, problems: Sequence[PocketProblem]) -> None:
        text = "; ".join(_describe(problem) for problem in problems)
        super().__init__("pockets_impossible", text, field="pockets")
        self.problems = tuple(problems)


def complete_pockets(pockets: Sequence[Collection[Card]], game: DealtGame) -> Layout:
    """Return the deal of some pockets. Missing cards go to the one pocket that lacks exactly that many.

    Args:
        pockets: the hands of the seats in playing order, then the piles; a list may contain a card twice.

    Raises:
        InvalidPockets: with all problems: cards that occur twice, in each pocket that contains them, and
            cards of no deck; if there are none, the pockets of a wrong size.
    """
    all_pockets = [*pockets, *[()] * (len(game.hand_sizes) + len(game.pile_sizes) - len(pockets))]
    problems = list(_card_problems(all_pockets, game))
    if not problems:
        all_pockets = _completed(all_pockets, game)
        problems = list(_size_problems(all_pockets, game))
    if problems:
        raise InvalidPockets(problems)
    seats = game.player_count
    return Layout(tuple(map(frozenset, all_pockets[:seats])), tuple(map(sort_hand, all_pockets[seats:])))


def _card_problems(pockets: Sequence[Collection[Card]], game: DealtGame) -> Iterator[PocketProblem]:
    counts = Counter(card for pocket in pockets for card in pocket)
    deck = frozenset(game.deck)
    for place, pocket in enumerate(pockets):
        unknown = sorted({card for card in pocket if card not in deck})
        twice = sort_hand({card for card in pocket if counts[card] > 1 and card in deck})
        if unknown:
            yield PocketProblem(place, "card_unknown", tuple(unknown))
        if twice:
            yield PocketProblem(place, "card_twice", twice)


def _completed(pockets: Sequence[Collection[Card]], game: DealtGame) -> list[Collection[Card]]:
    """Return the pockets, with the missing cards in the only short one if they fill it exactly."""
    missing_cards = frozenset(game.deck) - {card for pocket in pockets for card in pocket}
    gaps = [size - len(pocket) for size, pocket in zip(_sizes(game), pockets, strict=True)]
    # exactly one short pocket, short by exactly the missing cards
    if [gap for gap in gaps if gap] != [len(missing_cards)]:
        return list(pockets)
    return [[*pocket, *missing_cards] if gap else pocket for pocket, gap in zip(pockets, gaps, strict=True)]


def _size_problems(pockets: Sequence[Collection[Card]], game: DealtGame) -> Iterator[PocketProblem]:
    for place, (size, pocket) in enumerate(zip(_sizes(game), pockets, strict=True)):
        if len(pocket) != size:
            yield PocketProblem(place, "pocket_size", count=len(pocket), wanted=size)


def _sizes(game: DealtGame) -> tuple[int, ...]:
    return (*game.hand_sizes, *game.pile_sizes)


def _describe(problem: PocketProblem) -> str:
    if problem.code == "pocket_size":
        return f"pocket {problem.pocket} of {problem.count} cards, not {problem.wanted}"
    names = [format_card(card) if problem.code == "card_twice" else str(card) for card in problem.cards]
    return f"pocket {problem.pocket}: {problem.code.replace('_', ' ')} {' '.join(names)}"
