"""Addresses of a table's phones, under /table/<secret>/."""

from django.urls import path

from tournaments.hall.table import hall
from tournaments.results.table import pages, words

urlpatterns = [
    path("", pages.page, name="table-page"),
    path("tours/<int:number>/place/<int:seat>/", words.sit, name="table-sit"),
    path("tours/<int:number>/noter/", words.pen, name="table-pen"),
    path("tours/<int:number>/salle/", hall.hall, name="table-hall"),
    path("tours/<int:number>/appel/", hall.call, name="table-call"),
    path("tours/<int:number>/appel/retirer/", hall.take_back, name="table-call-back"),
    path("tours/<int:number>/messages/<int:pk>/", hall.put_message_away, name="table-message-away"),
    path("donnes/<int:pk>/", pages.record, name="table-record"),
    path("donnes/<int:pk>/essai/", pages.trial, name="table-trial"),
    path("donnes/<int:pk>/confirmer/", words.confirm, name="table-confirm"),
    path("donnes/<int:pk>/contester/", words.dispute, name="table-dispute"),
    path("donnes/<int:pk>/comparaison/", words.comparison, name="table-comparison"),
]
