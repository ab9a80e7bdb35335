"""`manage.py score_deals`: scores of slips, for people and for other programs."""

from games.core.exchange import score_slip
from games.management.json_lines import JsonLinesCommand


class Command(JsonLinesCommand):
    help = "Calcule la marque de chaque donne lue sur l’entrée standard (lignes JSON : docs/notation.md)."

    def answer(self, request: object) -> dict[str, object]:
        return score_slip(request)
