"""Addresses of a table's phones, under /table/<secret>/."""

from django.urls import path

from tournaments.web.table import pages, words

urlpatterns = [
    path("", pages.page, name="table-page"),
    path("tours/<int:number>/place/<int:seat>/", words.sit, name="table-sit"),
    path("tours/<int:number>/noter/", words.pen, name="table-pen"),
    path("donnes/<int:pk>/", pages.record, name="table-record"),
    path("donnes/<int:pk>/essai/", pages.trial, name="table-trial"),
    path("donnes/<int:pk>/confirmer/", words.confirm, name="table-confirm"),
    path("donnes/<int:pk>/contester/", words.dispute, name="table-dispute"),
    path("donnes/<int:pk>/comparaison/", words.comparison, name="table-comparison"),
]
