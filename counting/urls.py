"""URLs under /compter/."""

from django.urls import path

from counting.web import calculator, club, evening, evenings

urlpatterns = [
    path("", calculator.calculator_index, name="counting-index"),
    path("soiree/", evenings.choose_game, name="counting-evenings"),
    path("soiree/jeu/<slug:game>/", evenings.begin_page, name="counting-begin"),
    path("soiree/table/<slug:secret>/", evening.evening_page, name="counting-evening"),
    path("soiree/table/<slug:secret>/donne/", evening.write_here, name="counting-evening-write"),
    path("soiree/table/<slug:secret>/annuler/", evening.undo_here, name="counting-evening-undo"),
    path("soiree/table/<slug:secret>/qr/", evening.evening_qr, name="counting-evening-qr"),
    path("soiree/table/<slug:secret>/club/<slug:slug>/", club.keep_here, name="counting-keep"),
    path("club/<slug:slug>/", club.club_evenings, name="counting-club"),
    path("<slug:game>/", calculator.calculator_page, name="counting-game"),
    path("<slug:game>/calcul/", calculator.calculator_trial, name="counting-trial"),
]
