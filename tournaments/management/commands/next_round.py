"""`manage.py next_round`: the tables of the next round of free deals, by the ranking or by lot."""

import random

from games.management.json_lines import JsonLinesCommand
from tournaments.core.exchange.next_round_json import next_round


class Command(JsonLinesCommand):
    help = (
        "Donne les tables de la position suivante, meilleurs contre meilleurs ou au sort, pour chaque ligne"
        " JSON lue sur l’entrée standard (docs/movement-files.md)."
    )

    def answer(self, request: object) -> dict[str, object]:
        return next_round(request, random.SystemRandom())
