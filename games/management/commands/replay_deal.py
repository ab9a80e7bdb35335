"""`manage.py replay_deal`: a played deal checked and scored, for people and for other programs."""

from games.core.exchange import report_replay
from games.management.json_lines import JsonLinesCommand


class Command(JsonLinesCommand):
    help = "Rejoue et compte chaque donne lue sur l’entrée standard (lignes JSON : docs/notation.md)."

    def answer(self, request: object) -> dict[str, object]:
        return report_replay(request)
