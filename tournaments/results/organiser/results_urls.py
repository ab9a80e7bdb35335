"""Addresses of the entry of results, under /organiser/t/<slug>/resultats/."""

from django.urls import include, path

from tournaments.results.organiser import flags, results, score_sheet, sheet_codes, traveller

urlpatterns = [
    path("", include("tournaments.results.organiser.sheet_urls")),
    path("", include("tournaments.results.organiser.checking_urls")),
    path("", results.results, name="organiser-results"),
    path("etuis/<int:number>/", traveller.traveller, name="organiser-traveller"),
    path("etuis/<int:number>/essai/", traveller.trial, name="organiser-result-trial"),
    path("etuis/<int:number>/code/", sheet_codes.check_traveller, name="organiser-traveller-code"),
    path(
        "feuilles/<int:round_number>/<int:table_number>/",
        score_sheet.score_sheet,
        name="organiser-score-sheet",
    ),
    path(
        "feuilles/<int:round_number>/<int:table_number>/essai/",
        score_sheet.trial,
        name="organiser-score-sheet-trial",
    ),
    path(
        "feuilles/<int:round_number>/<int:table_number>/code/",
        sheet_codes.check_score_sheet,
        name="organiser-score-sheet-code",
    ),
    path(
        "feuilles/<int:round_number>/<int:table_number>/reste/",
        score_sheet.rest_unplayed,
        name="organiser-score-sheet-rest",
    ),
    path("lignes/<int:pk>/confirmer/", flags.confirm, name="organiser-result-confirm"),
    path("contestations/<int:pk>/", flags.flag, name="organiser-flag"),
    path("contestations/<int:pk>/photo/", flags.photo, name="organiser-flag-photo"),
]
