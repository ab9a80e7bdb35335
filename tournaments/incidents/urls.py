"""Addresses: what goes otherwise than planned."""

from django.urls import path

from tournaments.enums import IncidentKind
from tournaments.incidents.organiser import unforeseen

_PATHS = {
    IncidentKind.MISSING: "absent/",
    IncidentKind.LATE: "retard/",
    IncidentKind.LEAVING: "depart/",
    IncidentKind.SUBSTITUTE: "remplacant/",
    IncidentKind.SWAP: "mauvaise-place/",
    IncidentKind.SLOW: "table-lente/",
    IncidentKind.SPOILED: "etui-abime/",
    IncidentKind.SHORTENED: "ecourter/",
}

of_event = [
    path("imprevus/", unforeseen.unforeseen, name="organiser-unforeseen"),
    path("imprevus/<int:pk>/annuler/", unforeseen.undo, name="organiser-unforeseen-undo"),
    *(
        path(f"imprevus/{route}", unforeseen.case, {"kind": kind}, name=f"organiser-unforeseen-{kind}")
        for kind, route in _PATHS.items()
    ),
]
"""Under /organiser/t/<slug>/."""
