"""Addresses under /jouer/."""

from django.urls import path

from rooms.web import again, daily, exercises, home, replay, table

urlpatterns = [
    path("", home.home_page, name="rooms-home"),
    path("garder/", home.claim, name="rooms-claim"),
    path("donne-du-jour/", daily.daily_page, name="rooms-daily"),
    path("exercices/<slug:lesson>/<int:number>/", exercises.exercise_page, name="rooms-exercise"),
    path("etui/<slug:slug>/<int:number>/", again.again_page, name="rooms-again"),
    path("table/<slug:secret>/", table.table_page, name="rooms-table"),
    path("table/<slug:secret>/coup/", table.act_here, name="rooms-table-act"),
    path("table/<slug:secret>/suite/", table.go_on, name="rooms-table-go-on"),
    path("table/<slug:secret>/reprendre/", table.take_back, name="rooms-table-undo"),
    path("table/<slug:secret>/indice/", table.give_hint, name="rooms-table-hint"),
    path("table/<slug:secret>/carte-par-carte/", replay.replay_page, name="rooms-table-replay"),
    path("table/<slug:secret>/analyse/", replay.analyse, name="rooms-table-analyse"),
]
