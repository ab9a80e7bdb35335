"""Addresses of incidents."""

from django.urls import path

from tournaments.enums import IncidentKind
from tournaments.incidents.organiser import incidents

_PATHS = {
    IncidentKind.MISSING: "absent/",
    IncidentKind.LATE: "retard/",
    IncidentKind.LEAVING: "depart/",
    IncidentKind.ARRIVING: "arrivee/",
    IncidentKind.SUBSTITUTE: "remplacant/",
    IncidentKind.SWAP: "mauvaise-place/",
    IncidentKind.TABLES: "tables-echangees/",
    IncidentKind.BOARDS: "autres-etuis/",
    IncidentKind.SLOW: "table-lente/",
    IncidentKind.SPOILED: "etui-abime/",
    IncidentKind.SHORTENED: "ecourter/",
}
"""Last part of the address of each case."""

# the URL names have the former word for an incident, "unforeseen"
of_event = [
    path("imprevus/", incidents.incidents, name="organiser-unforeseen"),
    path("imprevus/<int:pk>/annuler/", incidents.undo_incident_view, name="organiser-unforeseen-undo"),
    *(
        path(f"imprevus/{route}", incidents.case, {"kind": kind}, name=f"organiser-unforeseen-{kind}")
        for kind, route in _PATHS.items()
    ),
]
"""Addresses under /organiser/t/<slug>/."""
