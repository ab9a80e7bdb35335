"""Addresses of the history of results, the check of sheets and the locks, under …/resultats/."""

from django.urls import path

from tournaments.results.organiser import checking, result_history

urlpatterns = [
    path("lignes/<int:pk>/", result_history.history, name="organiser-result-history"),
    path("lignes/<int:pk>/revenir/<int:version>/", result_history.revert, name="organiser-result-revert"),
    path("lignes/<int:pk>/retirer/", result_history.withdraw, name="organiser-result-withdraw"),
    path("positions/<int:number>/verrouiller/", checking.lock, name="organiser-round-lock"),
    path("positions/<int:number>/rouvrir/", checking.unlock, name="organiser-round-unlock"),
    path("controle/", checking.checking, name="organiser-checking"),
    path("controle/etuis/<int:number>/", checking.check_traveller, name="organiser-check-traveller"),
    path(
        "controle/feuilles/<int:round_number>/<int:table_number>/",
        checking.check_score_sheet,
        name="organiser-check-score-sheet",
    ),
]
