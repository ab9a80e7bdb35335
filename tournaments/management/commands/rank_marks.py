"""`manage.py rank_marks`: marks of the scores of a board, for people and for other programs."""

from games.management.json_lines import JsonLinesCommand
from tournaments.core.exchange.marks_json import mark_scores


class Command(JsonLinesCommand):
    help = "Note chaque liste de marques lue sur l’entrée standard (lignes JSON : docs/ranking.md)."

    def answer(self, request: object) -> dict[str, object]:
        return mark_scores(request)
