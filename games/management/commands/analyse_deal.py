"""`manage.py analyse_deal`: the best cards, or the cost of each card played, with all hands known."""

from games.core.exchange.robots import report_analysis
from games.management.json_lines import JsonLinesCommand


class Command(JsonLinesCommand):
    help = (
        "Analyse cartes ouvertes chaque donne lue sur l’entrée standard : les meilleures cartes, ou le coût "
        "de chaque carte jouée (lignes JSON : docs/notation.md)."
    )

    def answer(self, request: object) -> dict[str, object]:
        return report_analysis(request)
