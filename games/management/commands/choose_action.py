"""`manage.py choose_action`: the action that a robot chooses at its turn, and its reasons."""

from games.core.exchange.robots import report_choice
from games.management.json_lines import JsonLinesCommand


class Command(JsonLinesCommand):
    help = (
        "Dit ce qu’un robot joue, et pourquoi, dans chaque donne lue sur l’entrée standard "
        "(lignes JSON : docs/notation.md)."
    )

    def answer(self, request: object) -> dict[str, object]:
        return report_choice(request)
