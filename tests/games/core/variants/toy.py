"""A toy game: it proves that the checks of the registry can be passed, and is small enough to be read."""

from dataclasses import dataclass, replace

from games.core.actions import Hidden, PlayCard, format_action
from games.core.decks import ONE_PACK
from games.core.errors import IllegalAction
from games.core.layouts import Layout
from games.core.play import GameVariant, NotPlayed, SeatAction, State, View, check_seat
from games.core.rules import RuleSet


@dataclass(frozen=True)
class Battle(GameVariant):
    """Three players of two cards play one each in turn, twice; the first card is face down to the others."""

    name = "battle"
    player_count = 3
    deck = ONE_PACK[:7]
    pile_names = ("aside",)
    options = ()

    def hand_sizes(self, rules):
        return (2, 2, 2)

    def pile_sizes(self, rules):
        return (1,)

    def start(self, layout, *, dealer=0, rules=None):
        self.check_start(layout, dealer, rules or RuleSet())
        return BattleState(self, layout, dealer, rules or RuleSet())


@dataclass(frozen=True)
class BattleState(State):
    variant: GameVariant = None
    layout: Layout = None
    dealer: int = 0
    rules: RuleSet = None
    steps: tuple = ()

    @property
    def to_act(self):
        return None if len(self.steps) == 6 else (self.dealer + 1 + len(self.steps)) % 3

    def hand(self, seat):
        return self.layout.hands[seat] - {action.card for action in self.history}

    def legal_actions(self):
        return () if self.is_over else tuple(map(PlayCard, sorted(self.hand(self.to_act))))

    def apply(self, action):
        if self.is_over:
            raise IllegalAction("deal_over", "the deal is over")
        if not isinstance(action, PlayCard):
            raise IllegalAction("action_not_now", f"{format_action(action)} is not a play")
        if action.card not in self.hand(self.to_act):
            raise IllegalAction("card_not_held", f"{format_action(action)} is not held")
        return replace(self, steps=(*self.steps, SeatAction(self.to_act, action)))

    def outcome(self):
        if not self.is_over:
            raise IllegalAction("deal_not_over", "the deal is not over")
        return NotPlayed("toy")

    def scores(self):
        self.outcome()
        return (1, 0, -1)

    def view(self, seat):
        check_seat(seat, 3)
        steps = tuple(
            SeatAction(actor, Hidden("play")) if place < 3 and actor != seat else SeatAction(actor, action)
            for place, (actor, action) in enumerate(self.steps)
        )
        counts = tuple(len(self.hand(holder)) for holder in range(3))
        legal = self.legal_actions() if seat == self.to_act else ()
        return View(
            "battle", self.rules, seat, self.dealer, self.to_act, self.hand(seat), counts, (), steps, legal
        )

    def piles(self):
        cards_played = tuple(action.card for action in self.history)
        return (*(tuple(self.hand(seat)) for seat in range(3)), cards_played, *self.layout.piles)
