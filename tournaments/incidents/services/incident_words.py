"""What was done about an incident, in one sentence."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.enums import IncidentKind
from tournaments.incidents.services.seat_words import boards_text, rounds_text
from tournaments.models import Incident

_SENTENCES: Mapping[tuple[IncidentKind, str], Promise] = {
    (IncidentKind.MISSING, "replaced"): gettext_lazy("%(entry)s ne vient pas : %(person)s a sa place."),
    (IncidentKind.MISSING, "relay"): gettext_lazy("%(entry)s ne vient pas : sa place reste vide."),
    (IncidentKind.MISSING, "movement"): gettext_lazy(
        "%(entry)s ne vient pas : les autres jouent « %(movement)s »."
    ),
    (IncidentKind.LATE, "later"): gettext_lazy(
        "%(entry)s est en retard, table %(table)s, %(rounds)s. À jouer plus tard : %(boards)s."
    ),
    (IncidentKind.LATE, "lost"): gettext_lazy(
        "%(entry)s est en retard, table %(table)s, %(rounds)s. Pas joué : %(boards)s."
    ),
    (IncidentKind.SLOW, "later"): gettext_lazy(
        "Table %(table)s trop lente, %(rounds)s. À jouer plus tard : %(boards)s."
    ),
    (IncidentKind.SLOW, "lost"): gettext_lazy(
        "Table %(table)s trop lente, %(rounds)s. Pas joué : %(boards)s."
    ),
    (IncidentKind.LEAVING, "relay"): gettext_lazy("%(entry)s s’en va : sa place est vide, %(rounds)s."),
    (IncidentKind.SUBSTITUTE, ""): gettext_lazy("%(person)s joue à la place de %(leaves)s, %(rounds)s."),
    (IncidentKind.SWAP, ""): gettext_lazy(
        "%(entry)s et %(other)s ont joué l’un à la place de l’autre, %(rounds)s."
    ),
    (IncidentKind.SPOILED, ""): gettext_lazy("Étui %(board)s neutralisé, %(rounds)s."),
    (IncidentKind.SHORTENED, ""): gettext_lazy("La soirée s’arrête après la position %(last)s."),
}
"""By kind and by the way chosen, `facts["way"]`."""


def incident_text(incident: Incident) -> str:
    """The sentence of an incident in the language of the moment, with its names and numbers."""
    facts = dict(incident.facts)
    told = _SENTENCES[IncidentKind(incident.kind), facts.get("way", "")]
    if "rounds" in facts:
        facts["rounds"] = rounds_text(*facts["rounds"])
    if "boards" in facts:
        facts["boards"] = boards_text(facts["boards"], has_boards=facts["has_boards"])
    return str(told % facts)
