"""Knowledge of one seat about a deal of Nullo, Contrat, Grelin and Cold-Poker."""

from collections.abc import Iterator
from random import Random

from games.core.actions import Action, Hidden, Pass, PlayCard, PlayWorth
from games.core.bots.knowledge.clues import START, Lot, missing_cards
from games.core.bots.knowledge.sight import Key, Sight
from games.core.cards import Card
from games.core.layouts import Layout
from games.core.tricks import card_set, cards_in
from games.core.variants.cold_poker import STAKES, highest_place
from games.core.variants.grelin import NO_ROWS, is_playable, rows_with

PILE = ("pile",)


class HandsSight(Sight):
    """Knowledge in a game dealt in hands and at most one hidden pile."""

    def find_lots(self) -> list[Lot]:
        sizes = self.variant.hand_sizes(self.view.rules)
        hands = [Lot(("hand", seat), size, seat, START) for seat, size in enumerate(sizes)]
        return [*hands, *(Lot(PILE, size) for size in self.variant.pile_sizes(self.view.rules))]

    def lay_out(self, contents: dict[Key, int], rng: Random) -> Layout | None:
        hands = tuple(
            frozenset(cards_in(contents["hand", seat])) for seat in range(self.variant.player_count)
        )
        return Layout(hands, (tuple(cards_in(contents[PILE])),) if PILE in contents else ())


class ContratSight(HandsSight):
    """Knowledge at Contrat, where any card may be played: a play reveals nothing about the other cards."""

    def read(self) -> None:
        for step, (seat, action) in enumerate(self.view.steps):
            if isinstance(action, PlayCard | PlayWorth):
                self.clues.plays(seat, action.card, step)


class NulloSight(HandsSight):
    """Knowledge at Nullo, which has the duties of Tarot."""

    def read(self) -> None:
        trick: tuple[Card, ...] = ()
        for step, (seat, action) in enumerate(self.view.steps):
            assert isinstance(action, PlayCard)
            self.clues.lacks_cards(seat, step, missing_cards(action.card, trick))
            self.clues.plays(seat, action.card, step)
            trick = (*trick, action.card) if len(trick) + 1 < self.variant.player_count else ()


class GrelinSight(HandsSight):
    """Knowledge at Grelin: a player who passes has no card that could be laid."""

    def read(self) -> None:
        rows = NO_ROWS
        for step, (seat, action) in enumerate(self.view.steps):
            if isinstance(action, PlayCard):
                self.clues.plays(seat, action.card, step)
                rows = rows_with(rows, action.card)
            elif isinstance(action, Pass):
                # a pass is allowed only to a hand without any of these cards
                playable_cards = card_set(card for card in self.variant.deck if is_playable(rows, card))
                self.clues.lacks_cards(seat, step, playable_cards)


class ColdPokerSight(Sight):
    """Knowledge at Cold-Poker: all hands, but neither the order of the stock nor the cards just chosen."""

    def read(self) -> None:
        self.piles = dict(self.view.exposed)
        count = self.variant.player_count
        self.order: list[Key] = []
        """Key of the lot that each turned trump joined, in the order of the stock."""
        plays = [action.card for _, action in self.view.steps if isinstance(action, PlayCard)]
        for trick in range(len(self.view.steps) // count):
            place = highest_place(plays[trick * count : (trick + 1) * count])
            winner = None if place is None else (self.view.dealer + 1 + place) % count
            self.order.append(("taken", winner))
        self.fix(("taken", None), self.piles["cancelled"])
        for seat in range(count):
            self.fix(("taken", seat), self.piles[f"taken_{seat}"])
            self.fix(("hand", seat), self._hand(seat))
        self.fix(("turned",), self.piles["turned"])

    def _hand(self, seat: int) -> frozenset[Card]:
        """Return the dealt hand of a seat, a whole suit."""
        return frozenset(card for card in self.variant.deck[: -len(STAKES)] if card // 14 == seat)

    def find_lots(self) -> list[Lot]:
        turned_count = len(self.order) + len(self.piles["turned"])
        return [Lot(("stock",), len(STAKES) - turned_count)]

    def lay_out(self, contents: dict[Key, int], rng: Random) -> Layout | None:
        piles = {key: cards_in(cards) for key, cards in contents.items()}
        for cards in piles.values():
            rng.shuffle(cards)
        stock = [piles[key].pop() for key in self.order] + piles["turned",] + piles["stock",]
        hands = tuple(self._hand(seat) for seat in range(self.variant.player_count))
        return Layout(hands, (tuple(stock),))

    def uncover(self, contents: dict[Key, int], rng: Random) -> Iterator[Action]:
        for seat, action in self.view.steps:
            if isinstance(action, Hidden):
                yield PlayCard(rng.choice(sorted(self.piles[f"hand_{seat}"])))
