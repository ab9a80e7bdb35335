"""Public addresses."""

from django.urls import path

from tournaments.web.public import (
    boards,
    competitions,
    events,
    groups,
    home,
    invitations,
    ladders,
    logs,
    players,
    prizes,
    proofs,
    registrations,
    screen,
    seats,
    standings,
)

urlpatterns = [
    path("", home.home_page, name="public-home"),
    path("invitation/<str:token>/", invitations.invitation, name="public-invitation"),
    path("verifier/", proofs.verify_page, name="public-verify"),
    path("clubs/<slug:slug>/classements/", ladders.ladders, name="public-ladders"),
    path("clubs/<slug:slug>/saisons/<int:pk>/", ladders.season, name="public-season"),
    path("competitions/<slug:slug>/", competitions.competition_page, name="public-competition"),
    path("competitions/<slug:slug>/direct/", competitions.competition_live, name="public-competition-live"),
    path("t/<slug:slug>/", standings.standings_page, name="public-standings"),
    path("t/<slug:slug>/inscription/", registrations.registration_page, name="public-registrations"),
    path("t/<slug:slug>/inscription/<slug:secret>/", registrations.private_page, name="public-registration"),
    path(
        "t/<slug:slug>/inscription/<slug:secret>/annuler/",
        registrations.cancel,
        name="public-registration-cancel",
    ),
    path("t/<slug:slug>/groupes/", groups.groups, name="public-groups"),
    path("t/<slug:slug>/prix/", prizes.prizes, name="public-prizes"),
    path("t/<slug:slug>/direct/", standings.standings_live, name="public-standings-live"),
    path("t/<slug:slug>/general/", events.event_page, name="public-event"),
    path("t/<slug:slug>/general/direct/", events.event_live, name="public-event-live"),
    path("t/<slug:slug>/joueurs/<int:entry_id>/", players.player_page, name="public-player"),
    path("t/<slug:slug>/etuis/", boards.boards_page, name="public-boards"),
    path("t/<slug:slug>/etuis/<int:number>/", boards.board_page, name="public-board"),
    path("t/<slug:slug>/journal/", logs.log, name="public-log"),
    path("t/<slug:slug>/donnes.json", proofs.deal_document, name="public-deal-document"),
    path("t/<slug:slug>/ecran/", screen.screen, name="public-screen"),
    path("t/<slug:slug>/ecran/direct/", screen.screen_live, name="public-screen-live"),
    path("t/<slug:slug>/horloge/", screen.round_now, name="public-round"),
    path("t/<slug:slug>/qr.svg", screen.qr_code, name="public-qr"),
    path("t/<slug:slug>/places/", seats.seats_page, name="public-seats"),
]
