"""Addresses: what goes otherwise than planned."""

from django.urls import path

from tournaments.incidents.organiser import unforeseen

of_event = [
    path("imprevus/", unforeseen.unforeseen, name="organiser-unforeseen"),
    path("imprevus/<int:pk>/annuler/", unforeseen.undo, name="organiser-unforeseen-undo"),
    path("imprevus/absent/", unforeseen.case, name="organiser-unforeseen-missing"),
    path("imprevus/retard/", unforeseen.case, name="organiser-unforeseen-late"),
    path("imprevus/depart/", unforeseen.case, name="organiser-unforeseen-leaving"),
    path("imprevus/remplacant/", unforeseen.case, name="organiser-unforeseen-substitute"),
    path("imprevus/mauvaise-place/", unforeseen.case, name="organiser-unforeseen-swap"),
    path("imprevus/table-lente/", unforeseen.case, name="organiser-unforeseen-slow"),
    path("imprevus/etui-abime/", unforeseen.case, name="organiser-unforeseen-spoiled"),
    path("imprevus/ecourter/", unforeseen.case, name="organiser-unforeseen-shortened"),
]
"""Under /organiser/t/<slug>/."""
