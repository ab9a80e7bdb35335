"""Knowledge of one seat about a deal of Papayou: terms, gifts, draws and tricks."""

from collections.abc import Iterator
from random import Random

from games.core.actions import Action, Choose, Draw, GiveCard, Hidden, PlayCard
from games.core.bots.knowledge.clues import START, Lot, missing_cards
from games.core.bots.knowledge.sight import Key, Sight
from games.core.cards import Card
from games.core.layouts import Layout, cut_layout
from games.core.tricks import cards_in
from games.core.variants.papayou import Papayou
from games.core.variants.papayou_play import gifts_each, receiver_of
from games.core.variants.papayou_terms import NOTHING_SAID, Terms, settle_next_term, term_choices

STOCK = ("stock",)


class PapayouSight(Sight):
    """Knowledge from a view of Papayou."""

    variant: Papayou

    def read(self) -> None:
        self.terms = self._read_terms()
        self.gifts: list[tuple[int, int, Card | None]] = []
        """Giver, receiver and card of each gift, in order; None for an unseen card."""
        self.draws: list[tuple[int, int]] = []
        """Seat and step of each card drawn."""
        self.exchanged_at: int | None = None
        """Step of the last gift."""
        must_trump = self.variant.must_trump(self.view.rules)
        trick: tuple[Card, ...] = ()
        for step, (seat, action) in enumerate(self.view.steps):
            if isinstance(action, GiveCard | Hidden):
                self._read_gift(step, seat, action)
            elif isinstance(action, Draw):
                self.draws.append((seat, step))
            elif isinstance(action, PlayCard):
                lacks = missing_cards(action.card, trick, must_go_over=False, must_trump=must_trump)
                self.clues.lacks_cards(seat, step, lacks)
                self.clues.plays(seat, action.card, step)
                trick = (*trick, action.card) if len(trick) + 1 < self.variant.player_count else ()

    def _read_terms(self) -> Terms:
        fixed_terms, terms = self.variant.fixed_terms(self.view.rules), NOTHING_SAID
        numbers = [action.number for _, action in self.view.steps if isinstance(action, Choose)]
        while None in terms:
            choices = term_choices(
                terms, fixed_terms, player_count=self.variant.player_count, pack_size=len(self.variant.deck)
            )
            # the dealer has not chosen yet: the later terms stay unknown
            if len(choices) > 1 and not numbers:
                break
            terms = settle_next_term(terms, numbers.pop(0) if len(choices) > 1 else choices[0])
        return terms

    def _read_gift(self, step: int, seat: int, action: GiveCard | Hidden) -> None:
        gifts_per_seat, count = gifts_each(self.terms), self.variant.player_count
        receiver = receiver_of(self.terms, seat, len(self.gifts) % gifts_per_seat, count)
        card = action.card if isinstance(action, GiveCard) else None
        self.gifts.append((seat, receiver, card))
        if card is not None:
            self.fix(("gift", seat, receiver), [card])
        if len(self.gifts) == gifts_per_seat * count:
            self.exchanged_at = step

    @property
    def _cards_each(self) -> int:
        """Number of cards dealt to each seat so far. It is 0 until all terms are chosen, if the dealer
        chooses the number.
        """
        if None not in self.terms:
            return self.terms.cards_each or 0
        return self.variant.hand_sizes(self.view.rules)[0]

    def find_lots(self) -> list[Lot]:
        lots = [Lot(("stock", number), 1, seat, step) for number, (seat, step) in enumerate(self.draws)]
        count = self.variant.player_count
        for seat in range(count):
            gift_count = sum(giver == seat for giver, _, _ in self.gifts)
            lots.append(Lot(("hand", seat), self._cards_each - gift_count, seat, START))
            lots += self._gift_lots(seat)
        in_stock = len(self.variant.deck) - count * self._cards_each - len(self.draws)
        return [*lots, Lot(STOCK, in_stock)]

    def _gift_lots(self, giver: int) -> Iterator[Lot]:
        """Yield the gifts that were not seen. Their receivers hold them after the last gift."""
        receivers = [receiver for seat, receiver, card in self.gifts if seat == giver and card is None]
        for receiver in sorted(set(receivers)):
            owner = None if self.exchanged_at is None else receiver
            since = START if self.exchanged_at is None else self.exchanged_at
            yield Lot(("gift", giver, receiver), receivers.count(receiver), owner, since)

    def lay_out(self, contents: dict[Key, int], rng: Random) -> Layout | None:
        stock = cards_in(contents[STOCK])
        rng.shuffle(stock)
        drawn_cards = [cards_in(contents["stock", number])[0] for number in range(len(self.draws))]
        count = self.variant.player_count
        hands = [self._dealt_hand(seat, contents) for seat in range(count)]
        sizes = self.variant.hand_sizes(self.view.rules)
        if not any(sizes):
            first_seat = self.view.dealer + 1
            # if the dealer chooses the number, hands come from the stock, first to the dealer's right
            hands = [hands[(first_seat + place) % count] for place in range(count)]
        cards = [card for hand in hands for card in hand]
        return cut_layout([*cards, *drawn_cards, *stock], sizes, self.variant.pile_sizes(self.view.rules))

    def _dealt_hand(self, seat: int, contents: dict[Key, int]) -> list[Card]:
        gifts = sum(cards for key, cards in contents.items() if key[:2] == ("gift", seat))
        return cards_in(contents["hand", seat] | gifts)

    def uncover(self, contents: dict[Key, int], rng: Random) -> Iterator[Action]:
        unseen_gifts = {
            key: iter(cards_in(cards & ~self.fixed.get(key, 0)))
            for key, cards in contents.items()
            if key[0] == "gift"
        }
        for giver, receiver, card in self.gifts:
            if card is None:
                yield GiveCard(next(unseen_gifts["gift", giver, receiver]))
