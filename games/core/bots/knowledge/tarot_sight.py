"""Knowledge of one seat about a deal of Tarot, in any of its forms."""

from collections.abc import Iterator
from math import prod
from random import Random

from games.core.actions import (
    Action,
    Announce,
    CallCard,
    Choose,
    DiscardCard,
    Draw,
    Hidden,
    MakeBid,
    PlayCard,
    ShowHandful,
)
from games.core.announcements import CODES, FIGURES, MISERE_OF_FIGURES, MISERE_OF_TRUMPS, PETIT_SLAM, SLAM
from games.core.auction import PAROLE, SLAM_BID, contract_name
from games.core.bots.knowledge.clues import NEVER, START, Lot, missing_cards
from games.core.bots.knowledge.code_truths import code_likelihood
from games.core.bots.knowledge.sight import Key, Sight
from games.core.calls import copies
from games.core.cards import KING, SUITS, Card, rank_of, suit_card
from games.core.deals import has_bare_petit
from games.core.decks import TWO_PACKS
from games.core.discards import ALL_BOUTS, KINGS, must_be_shown
from games.core.layouts import Layout
from games.core.outcome import Bid
from games.core.play import State
from games.core.tarot_rules import TarotRules, tarot_rules
from games.core.tricks import (
    EXCUSES,
    NOTHING_LED,
    SUIT_CARDS,
    SUIT_OF,
    TRUMPS,
    card_set,
    cards_in,
    read_trick,
)
from games.core.variant import Form
from games.core.variants.tarot.game import Tarot
from games.core.variants.tarot.playing import CALL_BARS_LEAD_AT
from games.core.variants.tarot.setting import DUMMY, Imposed

HIDDEN_DISCARDS = card_set(card for card in TWO_PACKS if not must_be_shown(card))
FACE_DOWN = Hidden(DiscardCard.word)
"""Discard of another seat that the view does not show."""
_ALL = card_set(TWO_PACKS)
_PLAIN_TRUMPS = TRUMPS & ~ALL_BOUTS


class TarotSight(Sight):
    """Knowledge from a view of Tarot: the contract, the tricks, and the possible places of every card."""

    variant: Tarot

    def read(self) -> None:
        self.row = self.variant.row
        self.rules: TarotRules = tarot_rules(self.row, self.view.rules)
        self.taker: int | None = None
        self.bid: Bid | None = None
        if self.view.contract is not None:
            self.taker, self.bid = self.view.contract
        self.runner_up: int | None = None
        self.called: tuple[Card, ...] = ()
        self.dog_number = 0
        self.discards: dict[int, list[Card | None]] = {}
        """Discards of each seat, in order; None for a card that was not shown."""
        self.handfuls: dict[int, frozenset[Card]] = {}
        self.tricks: list[tuple[int, tuple[Card, ...], int]] = []
        """Leader, cards and winner of each finished trick."""
        self.trick: tuple[Card, ...] = ()
        self.leader = (self.view.dealer + 1) % self.row.player_count
        self.announced = ""
        """Slam that the taker announced, or ""."""
        self.partner_codes: dict[int, list[str]] = {}
        """Coded announcements of each partner."""
        self.draws: list[tuple[int, int]] = []
        """Seat and step of each card drawn."""
        self.trick_ends: dict[Card, int] = {}
        """Step that finished the trick of a card."""
        self.piles = dict(self.view.exposed)
        for step, (seat, action) in enumerate(self.view.steps):
            self._read_step(step, seat, action)
        self._read_piles()

    def _read_step(self, step: int, seat: int, action: Action) -> None:
        if isinstance(action, PlayCard):
            self._read_play(step, action.card)
        elif isinstance(action, MakeBid) and action.name != PAROLE:
            if self.taker != seat:
                self.runner_up = self.taker
            self.taker, self.bid = seat, Bid(contract_name(action))
            if action.name == SLAM_BID:
                self.announced, self.leader = SLAM, seat
        elif isinstance(action, CallCard):
            self.called = (*self.called, action.card)
            self._read_call(seat, action.card)
        elif isinstance(action, Choose):
            self.dog_number = action.number
        elif isinstance(action, DiscardCard) or action == FACE_DOWN:
            self._read_discard(step, seat, action)
        elif isinstance(action, ShowHandful):
            self._read_handful(step, seat, action.cards)
        elif isinstance(action, Announce):
            self._read_announcement(step, seat, action.name)
        elif isinstance(action, Draw):
            self.draws.append((seat, step))

    def _read_play(self, step: int, card: Card) -> None:
        hand = (self.leader + len(self.trick)) % self.row.hand_count
        self.clues.lacks_cards(hand, step, missing_cards(card, self.trick))
        if not self.tricks and read_trick(self.trick)[0] < 0:
            self._read_first_lead(step, hand, card)
        self.clues.plays(hand, card, step)
        self.trick = (*self.trick, card)
        if len(self.trick) == self.row.hand_count:
            winner = (self.leader + read_trick(self.trick)[1]) % self.row.hand_count
            self.tricks.append((self.leader, self.trick, winner))
            self.trick_ends.update(dict.fromkeys(self.trick, step))
            self.leader, self.trick = winner, ()

    def _read_first_lead(self, step: int, hand: int, card: Card) -> None:
        """Note that a player who leads the called suit to the first trick at five has no other card."""
        if self.row.player_count != CALL_BARS_LEAD_AT:
            return
        barred_cards = 0
        for called_card in self.called:
            barred_cards |= SUIT_CARDS[SUIT_OF[called_card]] & ~(1 << called_card)
        if barred_cards >> card & 1:
            self.clues.lacks_cards(hand, step, _ALL & ~barred_cards)

    def _read_call(self, seat: int, card: Card) -> None:
        """Note that a player who calls below a king holds every card of the ranks above."""
        for rank in range((rank_of(card) or KING) + 1, KING + 1):
            for suit in range(len(SUITS)):
                higher_cards = copies(suit_card(suit, rank)) & card_set(self.variant.deck)
                self.clues.holds(seat, cards_in(higher_cards))

    def _read_discard(self, step: int, seat: int, action: Action) -> None:
        card = action.card if isinstance(action, DiscardCard) else None
        self.discards.setdefault(seat, []).append(card)
        if card is None:
            return
        self.fix(("discard", seat), [card])
        if must_be_shown(card) and not (KINGS >> card & 1 and self.rules.kings_in_discard):
            plain_cards = HIDDEN_DISCARDS | (KINGS if self.rules.kings_in_discard else 0)
            order = (plain_cards, _PLAIN_TRUMPS, KINGS & ~plain_cards, ALL_BOUTS)
            place = next(number for number, cards in enumerate(order) if cards >> card & 1)
            # a shown discard is legal only when no card of an earlier group is left
            self.clues.lacks_cards(seat, step, sum(order[:place]))

    def _read_handful(self, step: int, seat: int, cards: frozenset[Card]) -> None:
        self.handfuls[seat] = cards
        self.clues.holds(seat, cards)
        if card_set(cards) & EXCUSES:
            # an Excuse in a handful means that there is no other trump (rules of 2012, page 7)
            self.clues.lacks_cards(seat, step, TRUMPS & ~card_set(cards))

    def _read_announcement(self, step: int, seat: int, name: str) -> None:
        if name in CODES and seat != self.view.seat and seat in self.row.team_members(self.view.seat):
            self.partner_codes.setdefault(seat, []).append(name)
        if name in (SLAM, PETIT_SLAM):
            self.announced = name
        if name == SLAM:
            self.leader = seat
        lacks = {MISERE_OF_TRUMPS: TRUMPS, MISERE_OF_FIGURES: FIGURES}.get(name, 0)
        self.clues.lacks_cards(seat, step, lacks)

    def _read_piles(self) -> None:
        """Read the dogs taken, the dummy and the cards on the table."""
        self.dogs: dict[int, tuple[int, int]] = {}
        """Dog that a seat took: its number and its cards, as a set."""
        if self.taker is not None and "dog" in self.piles:
            self.dogs[self.taker] = (self.dog_number, card_set(self.piles["dog"]))
            if "second dog" in self.piles:
                left_neighbour = (self.taker - 1) % self.row.player_count
                # without a second bidder, the taker's left neighbour has the second dog
                second = left_neighbour if self.runner_up is None else self.runner_up
                self.dogs[second] = (1 - self.dog_number, card_set(self.piles["second dog"]))
        for seat, (_, dog) in self.dogs.items():
            self.clues.holds(seat, cards_in(dog))
        self.clues.holds(DUMMY, self.piles.get("dummy", ()))
        if self.row.form is Form.TABLE:
            for seat in range(self.row.player_count):
                self.clues.holds(seat, self.piles[f"up {seat}"])
                self.fix(("up", seat), self.piles[f"dealt up {seat}"])

    def find_lots(self) -> list[Lot]:
        lots = list(self._dog_lots())
        for hand in range(self.row.hand_count):
            lots += self._hand_lots(hand)
        if self.row.form is Form.STOCK:
            lots += self._stock_lots()
        if self.row.form is Form.TABLE:
            for seat in range(self.row.player_count):
                lots += self._table_lots(seat)
        return lots

    def _dog_lots(self) -> Iterator[Lot]:
        taken_dogs = {number for number, _ in self.dogs.values()}
        for number in range(self.row.dog_count if self.row.dog_size else 0):
            if number not in taken_dogs:
                yield Lot(("dog", number), self.row.dog_size)

    def _hand_lots(self, hand: int) -> Iterator[Lot]:
        """Yield the cards that a hand keeps for the play, and those that it discarded unseen."""
        discards = self.discards.get(hand, [])
        size = self.row.hand_size + (self.row.dog_size if hand in self.dogs else 0) - len(discards)
        on_table = card_set(self.piles.get("up 0", ())) | card_set(self.piles.get("up 1", ()))
        yield Lot(("hand", hand), size, hand, START, ~on_table)
        if None in discards:
            yield Lot(("discard", hand), discards.count(None), hand, NEVER, HIDDEN_DISCARDS & ~on_table)

    def _stock_lots(self) -> Iterator[Lot]:
        for number, (seat, step) in enumerate(self.draws):
            yield Lot(("stock", number), 1, seat, step, ~self._held_first)
        yield Lot(("stock",), self.row.hand_size - len(self.draws))

    @property
    def _held_first(self) -> int:
        """Cards that were in some hand before the first trick, as a set: taken with a dog, or shown."""
        handful_cards = card_set(card for cards in self.handfuls.values() for card in cards)
        return handful_cards | sum(dog for _, dog in self.dogs.values())

    def _table_lots(self, seat: int) -> Iterator[Lot]:
        """Yield the cards under those face up. A turned one lies open, or was played."""
        visible_cards = card_set(card for card, hand in self.clues.had.items() if hand == seat)
        visible_cards &= ~card_set(self.view.hand) & ~self._held_first
        up_cards = sorted(self.piles[f"dealt up {seat}"])
        turned_up_cards = [card for card in up_cards if card in self.trick_ends]
        for card in turned_up_cards:
            yield Lot(("under", seat, card), 1, seat, self.trick_ends[card], visible_cards)
        yield Lot(("under", seat), len(up_cards) - len(turned_up_cards))

    def lay_out(self, contents: dict[Key, int], rng: Random) -> Layout | None:
        hands = [self._dealt_hand(hand, contents) for hand in range(self.row.hand_count)]
        if self.rules.redeals_bare_petit and any(map(has_bare_petit, hands[: self.row.player_count])):
            return None
        dogs = dict(self.dogs.values())
        piles = [
            tuple(cards_in(dogs.get(number, contents.get(("dog", number), 0))))
            for number in range(self.row.dog_count if self.row.dog_size else 0)
        ]
        if self.row.form is Form.DUMMY:
            piles.append(tuple(sorted(hands[DUMMY])))
        if self.row.form is Form.STOCK:
            piles.append(self._stock(contents, rng))
        if self.row.form is Form.TABLE:
            for seat in range(self.row.player_count):
                piles += self._table(seat, contents, rng)
        return Layout(tuple(hands[: self.row.player_count]), tuple(piles))

    def _dealt_hand(self, hand: int, contents: dict[Key, int]) -> frozenset[Card]:
        dog = self.dogs[hand][1] if hand in self.dogs else 0
        return frozenset(cards_in((contents[("hand", hand)] | contents.get(("discard", hand), 0)) & ~dog))

    def _stock(self, contents: dict[Key, int], rng: Random) -> tuple[Card, ...]:
        stock_cards = cards_in(contents[("stock",)])
        rng.shuffle(stock_cards)
        drawn_cards = [cards_in(contents[("stock", number)])[0] for number in range(len(self.draws))]
        return (*drawn_cards, *stock_cards)

    def _table(self, seat: int, contents: dict[Key, int], rng: Random) -> list[tuple[Card, ...]]:
        up_cards = tuple(sorted(self.piles[f"dealt up {seat}"]))
        hidden_cards = cards_in(contents[("under", seat)])
        rng.shuffle(hidden_cards)
        turned_cards = {
            card: cards_in(contents[("under", seat, card)])[0] for card in up_cards if card in self.trick_ends
        }
        down_cards = tuple(
            turned_cards[card] if card in turned_cards else hidden_cards.pop() for card in up_cards
        )
        return [up_cards, down_cards]

    def uncover(self, contents: dict[Key, int], rng: Random) -> Iterator[Action]:
        hidden_discards = {
            seat: iter(cards_in(contents.get(("discard", seat), 0) & ~_shown_cards(cards)))
            for seat, cards in self.discards.items()
        }
        # any words will do for a hidden code, since no hand proves or refutes it
        hidden_codes = {seat: iter(CODES) for seat in range(self.row.player_count)}
        for seat, action in self.view.steps:
            if action == FACE_DOWN:
                yield DiscardCard(next(hidden_discards[seat]))
            elif isinstance(action, Hidden):
                yield Announce(next(hidden_codes[seat]))

    def likelihood(self, contents: dict[Key, int]) -> float:
        return prod(
            code_likelihood(names, contents["hand", seat], self.row.hand_size)
            for seat, names in self.partner_codes.items()
        )

    def start(self, layout: Layout) -> State:
        contract = self.view.contract
        imposed_contract = None if contract is None else Imposed(*contract)
        return self.variant.start(
            layout, dealer=self.view.dealer, rules=self.view.rules, imposed=imposed_contract
        )


def barred_suit(sight: TarotSight) -> int:
    """Return the suit that may not be led to the first trick, at five players; else `NOTHING_LED`."""
    is_barring = sight.called and sight.row.player_count == CALL_BARS_LEAD_AT
    return SUIT_OF[sight.called[0]] if is_barring else NOTHING_LED


def _shown_cards(cards: list[Card | None]) -> int:
    return card_set(card for card in cards if card is not None)
