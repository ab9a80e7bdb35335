"""Addresses under /jouer/, and under /salles/."""

from django.urls import path

from rooms.web import (
    again,
    boards,
    daily,
    directing,
    exercises,
    home,
    lobby,
    replay,
    rounds,
    table,
)

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

room_patterns = [
    path("", lobby.lobby_page, name="rooms-lobby"),
    path("ouvrir/", directing.open_site, name="rooms-open"),
    path("ouvrir/<slug:slug>/", directing.open_club, name="rooms-club-open"),
    path("tableaux/", boards.site_boards, name="rooms-boards"),
    path("tableaux/<slug:slug>/", boards.club_boards, name="rooms-club-boards"),
    path("manche/<int:pk>/", rounds.round_page, name="rooms-round"),
    path("manche/<int:pk>/jouer/", rounds.play, name="rooms-round-play"),
    path("manche/<int:pk>/quitter/", rounds.leave, name="rooms-round-leave"),
    path("manche/<int:pk>/donnes.json", rounds.set_file, name="rooms-round-set"),
    path("manche/<int:pk>/donne/<int:number>/", rounds.deal_page, name="rooms-round-deal"),
    path("<slug:slug>/", lobby.room_page, name="rooms-room"),
    path("<slug:slug>/entrer/", lobby.enter, name="rooms-enter"),
    path("<slug:slug>/tout-de-suite/", lobby.at_once, name="rooms-at-once"),
    path("<slug:slug>/tableaux/", boards.room_boards, name="rooms-room-boards"),
    path("<slug:slug>/direction/", directing.direct, name="rooms-direct"),
    path("<slug:slug>/direction/directeurs/", directing.direct_director, name="rooms-direct-director"),
    path("<slug:slug>/direction/joueur/<int:pk>/", directing.direct_entry, name="rooms-direct-entry"),
]
