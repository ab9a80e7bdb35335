"""Facts of a deal of any game, without an unusual event."""

from games.core.facts.side_games import ColdPokerFacts, ContratFacts, GrelinFacts, NulloFacts, PapayouFacts
from games.core.facts.tarot import TarotFacts
from games.core.scoring import need_for
from tournaments.core.slips.score_sheet import SheetTerms

BOUTS = 2
KINDS = 3


def plain_facts(sheet: SheetTerms, number: int) -> dict[str, str]:
    """Return texts by the names of the fields of the game's form. The first seat takes, or has most.

    Args:
        number: number of the deal; two consecutive deals differ.
    """
    kind = number % KINDS + 1
    form, other_seats = sheet.facts_form, range(1, sheet.game.player_count)
    match form:
        case TarotFacts():
            called = {
                f"partner_{place}": str(other_seats[-1 - place]) for place in range(form.row.call_count)[:1]
            }
            points = need_for(BOUTS, form.row) + kind
            return {"bid": "garde", "taker": "0", "bouts": str(BOUTS), "points": str(points)} | called
        case NulloFacts():
            half = ",5" if form.player_count == 5 else ""  # three cards are left: an odd half point
            return {"points_0": f"{60 - kind}{half}"} | {
                f"points_{seat}": str(20 // len(other_seats)) for seat in other_seats
            }
        case PapayouFacts():
            trumps = {"trumps_0": str(sum(form.heights) - kind), "trumps_1": str(kind)}
            return {"queens_0": str(form.queens)} | trumps
        case GrelinFacts():
            return {"cards_0": "0", "tokens_0": str(kind)} | {f"cards_{seat}": "1" for seat in other_seats}
        case ContratFacts():
            cards = str(form.game.cards_each(form.rules))
            mine = {"bet_0": cards, "tricks_0": cards, "bet_1": "1", "tricks_1": "0", "excuse": "0"}
            return mine | {f"{fact}_{seat}": "0" for fact in ("bet", "tricks") for seat in other_seats[1:]}
        case _:
            assert isinstance(form, ColdPokerFacts)
            points = dict.fromkeys(other_seats, "0") | {1: "30"}
            return {"points_0": str(50 + kind)} | {
                f"points_{seat}": number for seat, number in points.items()
            }


IMPOSSIBLE = {
    "tarot-4": ({"bid": "garde", "taker": "0", "bouts": "2", "points": "45"}, {"handful_triple": "2"}),
    "tarot-5": ({"bid": "garde", "taker": "0", "bouts": "2", "points": "45"}, {"partner_0": "0"}),
    "tarot-3": ({"bid": "garde", "taker": "0", "bouts": "2", "points": "45"}, {"handful_triple": "2"}),
    "tarot-10": ({"bid": "garde", "taker": "0", "bouts": "2", "points": "45"}, {"points": "180"}),
    "nullo-4": ({"points_0": "40", "points_1": "20", "points_2": "10"}, {"points_3": "25"}),
    "papayou-4": ({"queens_0": "4"}, {"trumps_1": "230"}),
    "grelin-4": ({"cards_1": "3", "cards_2": "2", "cards_3": "1"}, {"cards_0": "1"}),
    "contrat-4": (
        {f"bet_{seat}": "0" for seat in range(4)}
        | {f"tricks_{seat}": "0" for seat in range(1, 4)}
        | {"excuse": "0"},
        {"tricks_0": "9"},
    ),
    "cold-poker-4": ({"points_1": "70", "points_2": "20", "points_3": "0"}, {"points_0": "80"}),
}
"""Facts of each family, and one fact that makes them impossible."""
