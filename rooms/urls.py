"""Addresses under /jouer/."""

from django.urls import path

from rooms.web import again, daily, exercises, free_table, free_tables, home, replay, table

urlpatterns = [
    path("", home.home_page, name="rooms-home"),
    path("garder/", home.claim, name="rooms-claim"),
    path("donne-du-jour/", daily.daily_page, name="rooms-daily"),
    path("exercices/<slug:lesson>/<int:number>/", exercises.exercise_page, name="rooms-exercise"),
    path("etui/<slug:slug>/<int:number>/", again.again_page, name="rooms-again"),
    path("tables/", free_tables.tables_page, name="rooms-free"),
    path("tables/ouvrir/", free_tables.open_page, name="rooms-free-open"),
    path("tables/<slug:secret>/", free_table.free_table_page, name="rooms-free-table"),
    path("tables/<slug:secret>/moment/", free_table.moment, name="rooms-free-moment"),
    path("tables/<slug:secret>/asseoir/", free_table.sit, name="rooms-free-sit"),
    path("tables/<slug:secret>/quitter/", free_table.stand_up, name="rooms-free-leave"),
    path("tables/<slug:secret>/donner/", free_table.begin, name="rooms-free-begin"),
    path("tables/<slug:secret>/coup/", free_table.act_here, name="rooms-free-act"),
    path("tables/<slug:secret>/suite/", free_table.be_here, name="rooms-free-go-on"),
    path("tables/<slug:secret>/reste/", free_table.claim, name="rooms-free-claim"),
    path("tables/<slug:secret>/reponse/", free_table.answer, name="rooms-free-answer"),
    path("tables/<slug:secret>/dire/", free_table.speak, name="rooms-free-say"),
    path("table/<slug:secret>/", table.table_page, name="rooms-table"),
    path("table/<slug:secret>/coup/", table.act_here, name="rooms-table-act"),
    path("table/<slug:secret>/suite/", table.go_on, name="rooms-table-go-on"),
    path("table/<slug:secret>/reprendre/", table.take_back, name="rooms-table-undo"),
    path("table/<slug:secret>/indice/", table.give_hint, name="rooms-table-hint"),
    path("table/<slug:secret>/carte-par-carte/", replay.replay_page, name="rooms-table-replay"),
    path("table/<slug:secret>/analyse/", replay.analyse, name="rooms-table-analyse"),
]
