"""`manage.py legal_plays`: the legal cards of a hand, for people and for other programs."""

from games.core.exchange import list_legal_plays
from games.management.json_lines import JsonLinesCommand


class Command(JsonLinesCommand):
    help = (
        "Donne les cartes jouables de chaque main lue sur l’entrée standard (lignes JSON : docs/notation.md)."
    )

    def answer(self, request: object) -> dict[str, object]:
        return list_legal_plays(request)
