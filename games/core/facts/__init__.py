"""What a person writes of a deal of any game, and what it comes to: the same for a desk, a telephone, a page.

A form is made once for a game and its rules, and says what there is to write:

    form = facts_form("tarot-5", rules)          # `rules` of the game, None for its plain ones
    form.fields                                  # FactField: name, kind, choices, least and most, blank

Texts by the name of their field are read at once, whatever is wrong:

    reading = form.read({"bid": "garde", "taker": "2", "bouts": "2", "points": "45,5"})
    reading.outcome                              # what the engine scores; None where something is wrong
    reading.scores                               # each seat's points, in seat order
    reading.lines                                # SumLine: how they come about, for words.facts
    reading.problems                             # ImpossibleOutcome: its `field` is the name of a field
    reading.nearest                              # NearFact: a field and the text that would make it possible

Seats are "0", "1"… in playing order. A handful is a number for each level, so that several players may have
shown one. `margin` (Tarot) stands for bouts and points where only "made by 5" is known; `is_counted` tells.
Where teams attack whole, one partner's seat is enough. In a game of several deals, what goes from one to the
next is in `over_deals`.

Nothing here draws, reads the clock or stores; texts, not outcomes, are what to store, since the queens of a
Papayou are not in its outcome. A form is small and may be kept (`facts_form` remembers the last ones).
"""

from functools import lru_cache

from games.core.facts.fields import (
    NOBODY,
    PASSED,
    FactField,
    FactsReading,
    Kind,
    NearFact,
    SumLine,
)
from games.core.facts.form import FactsForm
from games.core.facts.side_games import (
    ColdPokerFacts,
    ContratFacts,
    GrelinFacts,
    NulloFacts,
    PapayouFacts,
)
from games.core.facts.tarot import TarotFacts
from games.core.rules import RuleSet
from games.core.variants.cold_poker import ColdPoker
from games.core.variants.contrat import Contrat
from games.core.variants.grelin import Grelin
from games.core.variants.nullo import Nullo
from games.core.variants.papayou import Papayou
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot

__all__ = [
    "NOBODY",
    "PASSED",
    "FactField",
    "FactsForm",
    "FactsReading",
    "Kind",
    "NearFact",
    "SumLine",
    "facts_form",
]


@lru_cache(maxsize=256)
def facts_form(game: str, rules: RuleSet | None = None) -> FactsForm:
    """The form of the facts of a deal.

    Args:
        game: a stored name of the registry.
        rules: as `make_rules` of the game gives them; None for its plain rules.

    Raises:
        InvalidRules: `unknown_game`.
    """
    variant, agreed = find_variant(game), rules or RuleSet()
    if isinstance(variant, Tarot):
        return TarotFacts(variant.row, agreed)
    if isinstance(variant, Nullo):
        return NulloFacts(variant, agreed)
    if isinstance(variant, Papayou):
        return PapayouFacts(variant, agreed)
    if isinstance(variant, Grelin):
        return GrelinFacts(variant, agreed)
    if isinstance(variant, Contrat):
        return ContratFacts(variant, agreed)
    assert isinstance(variant, ColdPoker)
    return ColdPokerFacts(variant, agreed)
