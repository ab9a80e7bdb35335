"""Addresses of the entry of results, under /organiser/t/<slug>/resultats/."""

from django.urls import path

from tournaments.web.organiser import results, traveller

urlpatterns = [
    path("", results.results, name="organiser-results"),
    path("etuis/<int:number>/", traveller.traveller, name="organiser-traveller"),
    path("etuis/<int:number>/essai/", traveller.trial, name="organiser-result-trial"),
    path("lignes/<int:pk>/", results.history, name="organiser-result-history"),
    path("lignes/<int:pk>/revenir/<int:version>/", results.revert, name="organiser-result-revert"),
]
