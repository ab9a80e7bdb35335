"""Knowledge of each seat at a table, derived from the actions by the rules, without a view."""

from games.core.actions import (
    Announce,
    CallCard,
    Choose,
    DiscardCard,
    GiveCard,
    Hidden,
    MakeBid,
    PlayCard,
    Ready,
)
from games.core.cards import KING, rank_of, suit_of
from games.core.outcome import Bid
from games.core.play import SeatAction


def cards_of(action):
    """The cards that an action moves or shows; a call names a card that lies elsewhere."""
    if isinstance(action, CallCard):
        return set()
    if hasattr(action, "cards"):
        return set(action.cards)
    return {action.card} if hasattr(action, "card") else set()


class Onlooker:
    """Cards and actions that each seat saw, updated from one state to the next."""

    def __init__(self, start):
        self.variant, self.layout = start.variant, start.layout
        self.game, self.rules = start.variant.name, start.rules
        self.steps = [()] * self.variant.player_count
        """The steps of each seat, as it should see them."""
        self.face_down = []
        """Places among the steps of what will be turned up, for all or for one seat."""
        self.secret = []
        """Places among the steps of what only partners understood."""
        self.open = set()
        """Cards that lie, or lay, face up for all."""
        self.named = dict(zip(self.variant.pile_names, self.layout.piles, strict=True))
        self.bid = self.taker = None
        self.chosen = 0
        self._look_round(start)

    def watch(self, earlier_state, state):
        """Take in one action."""
        seat, action = earlier_state.to_act, state.history[-1]
        hides = self._hides(action, len(state.steps) - 1)
        for viewer in range(self.variant.player_count):
            is_secret = (hides and viewer != seat) or self._is_code_of_others(action, seat, viewer)
            visible_action = Hidden(action.word) if is_secret else action
            self.steps[viewer] += (SeatAction(seat, visible_action),)
        if not hides:
            self.open |= cards_of(action)
        elif not isinstance(action, DiscardCard):
            self.face_down.append(len(state.steps) - 1)
        if _is_code(action):
            self.secret.append(len(state.steps) - 1)
        if state.is_over:
            for place in self.secret:
                for viewer in range(self.variant.player_count):
                    self._show(viewer, place, state)
        if isinstance(action, MakeBid) and action.name in set(Bid):
            self.bid, self.taker = Bid(action.name), seat
        if isinstance(action, Choose):
            self.chosen = action.number
        self._turn_up(state)
        self._look_round(state)

    def _hides(self, action, place):
        if isinstance(action, DiscardCard):
            return suit_of(action.card) is not None and rank_of(action.card) != KING
        if self.game == "battle":
            return place < 3
        return isinstance(action, GiveCard) or self.game.startswith("cold-poker")

    def _is_code_of_others(self, action, seat, other_seat):
        """Return whether a code is announced only to the team of another seat."""
        if not _is_code(action) or self.variant.option_values(self.rules)["codes"] != "partners":
            return False
        teams = self.variant.row.team_count
        return seat % teams != other_seat % teams

    def _turn_up(self, state):
        """Cards chosen together are turned up for all; a gift is seen by its receiver when all have given."""
        count = self.variant.player_count
        if self.game.startswith("cold-poker") and len(self.face_down) == count:
            for place in self.face_down:
                self.open.add(state.steps[place].action.card)
                for seat in range(count):
                    self._show(seat, place, state)
            self.face_down = []
        elif self.game.startswith("papayou") and not any(map(_is_gift, state.legal_actions())):
            for place in self.face_down:
                card = state.steps[place].action.card
                receiver = next(seat for seat in range(count) if card in state.piles()[seat])
                self._show(receiver, place, state)
            self.face_down = []

    def _show(self, seat, place, state):
        self.steps[seat] = (*self.steps[seat][:place], state.steps[place], *self.steps[seat][place + 1 :])

    def _look_round(self, state):
        """Record the cards that the moment turns up: the dog, the dummy, cards of the table, next stake."""
        legal = state.legal_actions()
        if self.game.startswith("cold-poker"):
            self.open |= {card for hand in self.layout.hands for card in hand}
            self.open |= set(self.named["stock"][: len(state.tricks()) + 1])
        elif self.game == "tarot-2-decouverte":
            self._look_at_table(state)
        elif self.game == "tarot-2-mort" and {Ready, PlayCard} & set(map(type, legal)):
            self.open |= set(self.named["dummy"])
        if self.bid is not None and self.bid.takes_dog:
            self._look_at_dogs(state, legal)

    def _look_at_table(self, state):
        played_cards = {card for trick in state.tricks() for card in trick.cards}
        for seat in "01":
            self.open |= set(self.named[f"up {seat}"])
            pairs = zip(self.named[f"up {seat}"], self.named[f"down {seat}"], strict=True)
            self.open |= {down for up, down in pairs if up in played_cards}

    def _look_at_dogs(self, state, legal):
        """A dog is shown to be taken: before its discard, and before a call where calls come after it."""
        calls_after = self.variant.option_values(state.rules).get("call") == "after_dog"
        kinds = (DiscardCard, CallCard) if calls_after else (DiscardCard,)
        if "dog" in self.named and any(isinstance(action, kinds) for action in legal):
            first = ("dog", "dog 2")[self.chosen]
            second = {"dog": "dog 2", "dog 2": "dog"}[first]
            self.open |= set(self.named[first if state.to_act == self.taker else second])


def _is_code(action):
    return isinstance(action, Announce) and action.name.startswith("code_")


def _is_gift(action):
    return isinstance(action, GiveCard)
