"""The organiser's addresses, under /organiser/."""

from django.urls import include, path

urlpatterns = [
    path("t/<slug:slug>/resultats/", include("tournaments.web.organiser.results_urls")),
]
