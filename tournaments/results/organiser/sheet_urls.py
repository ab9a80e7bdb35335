"""Addresses of what goes with a sheet: pictures, taking a line back, a second entry, what was played."""

from django.urls import path

from tournaments.results.organiser import play_record, scan_sorting, scans, second_entries, undo

urlpatterns = [
    path("lignes/<int:pk>/annuler/", undo.undo, name="organiser-result-undo"),
    path("images/", scans.add, name="organiser-scan-add"),
    path("images/ranger/", scan_sorting.piles, name="organiser-scan-piles"),
    path("images/<int:pk>/ranger/", scan_sorting.assign, name="organiser-scan-assign"),
    path("images/<int:pk>/", scans.scan, name="organiser-scan"),
    path("images/<int:pk>/retirer/", scans.remove, name="organiser-scan-remove"),
    path("lignes/<int:pk>/deroulement/", play_record.play_record, name="organiser-play-record"),
    path("double/", second_entries.overview, name="organiser-second-entries"),
    path("double/choix/", second_entries.choose, name="organiser-second-choose"),
    path("double/etuis/<int:number>/", second_entries.second_traveller, name="organiser-second-traveller"),
    path(
        "double/feuilles/<int:round_number>/<int:table_number>/",
        second_entries.second_score_sheet,
        name="organiser-second-score-sheet",
    ),
    path("double/lignes/<int:pk>/", second_entries.settle, name="organiser-second-settle"),
    path("double/essai/", second_entries.trial, name="organiser-second-trial"),
]
