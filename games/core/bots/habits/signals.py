"""Signals of the defence at Tarot: a defender who holds the Petit tells it by a jump on a lead of trumps.

A jump is a trump above the one that the rules of thumb would play. A robot jumps only between cards that are
worth the same, so a signal costs nothing. Others may jump without the Petit, so robots that read a jump
(`play_weights`, `likely_worlds`) take the Petit there as likely and not as sure.

Source:
    Document 002, "Techniques de base en défense": "signalez votre Petit sur un tour d'atout".
"""

from dataclasses import replace

from games.core.actions import Action, PlayCard
from games.core.bots.habits.alike import cards_alike
from games.core.bots.habits.choices import RobotChoice
from games.core.bots.knowledge.tarot_sight import TarotSight
from games.core.bots.knowledge.tarot_table import TarotTable
from games.core.cards import PETIT
from games.core.tricks import SUIT_OF, TRUMP_LED


def tell_petit(sight: TarotSight, choice: RobotChoice) -> RobotChoice:
    """Return the choice with the card that tells the Petit, where a signal fits; its numbers stay."""
    action, table = choice.action, TarotTable(sight)
    if not isinstance(action, PlayCard) or not sight.trick or table.led != TRUMP_LED:
        return choice
    is_silent = PETIT not in sight.view.hand or action.card == PETIT or table.turn in table.attackers
    if is_silent or SUIT_OF[action.card] != TRUMP_LED:
        return choice
    told = PlayCard(max(cards_alike(sight, action.card)))

    def rename(numbers: dict[Action, float]) -> dict[Action, float]:
        return {told if card == action else card: number for card, number in numbers.items()}

    return replace(choice, action=told, means=rename(dict(choice.means)), wins=rename(dict(choice.wins)))
