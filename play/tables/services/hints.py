"""Hints at tables of one person: a strong robot's choice, and the reason that a club would give for it."""

from dataclasses import dataclass
from functools import cached_property

from games.core.actions import Action, CallCard, DiscardCard, PlayCard, PlayWorth
from games.core.bots.choosing import has_levels
from games.core.bots.habits.alike import cards_alike
from games.core.bots.habits.call_reasons import CallReason, find_call_reason
from games.core.bots.habits.card_reasons import CardReason, find_card_reason
from games.core.bots.habits.choices import ChoiceMethod, RobotChoice
from games.core.bots.habits.side_reasons import SideReason, find_side_reason
from games.core.bots.knowledge.sights import read_view
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.cards import Card
from games.core.play import View
from play.tables.services.played_tables import UNDOING, Sitting, choose_for_person


@dataclass(frozen=True)
class Hint:
    """A robot's choice for the person to act."""

    view: View
    choice: RobotChoice

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions to mark: the choice, with all other cards of the discard."""
        return (self.choice.action, *(DiscardCard(card) for card in self.choice.discard[1:]))

    @cached_property
    def _card_in_sight(self) -> tuple[TarotSight, Card] | None:
        """The knowledge of the seat and the chosen card, at a Tarot; else None."""
        action = self.choice.action
        sight = read_view(self.view) if isinstance(action, PlayCard) else None
        return (
            (sight, action.card) if isinstance(sight, TarotSight) and isinstance(action, PlayCard) else None
        )

    @property
    def reason(self) -> CardReason | CallReason | SideReason | None:
        """Reason for a card in a club's words; None if no rule fits, for an only choice or no card."""
        if self.choice.method is ChoiceMethod.FORCED:
            return None
        if self._card_in_sight:
            return find_card_reason(*self._card_in_sight)
        action = self.choice.action
        if isinstance(action, CallCard):
            return find_call_reason(self.view, action.card)
        return find_side_reason(self.view, action) if isinstance(action, PlayCard | PlayWorth) else None

    @property
    def alike(self) -> tuple[Card, ...]:
        """The cards worth the same as the chosen one, this one included; () but at a Tarot with levels."""
        if self._card_in_sight is None or not has_levels(self.view.game):
            return ()
        return tuple(cards_alike(*self._card_in_sight))


def hint(sitting: Sitting) -> Hint | None:
    """Return the strongest robot's choice for the person; None where no hint may be given."""
    if not sitting.is_turn or sitting.table.origin not in UNDOING:
        return None
    return Hint(sitting.view, choose_for_person(sitting))
