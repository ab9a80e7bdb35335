"""What a table writes of a deal and cannot be."""

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
"""Facts of each family, and one that makes them impossible."""
