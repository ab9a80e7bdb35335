"""Public addresses."""

from django.urls import path

from tournaments.base.web.search_engines import robots
from tournaments.deals.public import proofs
from tournaments.entries.public import registrations
from tournaments.hall.public import screen
from tournaments.people.public import invitations
from tournaments.rankings.public import boards, events, groups, players, prizes, replays, sharing, standings
from tournaments.seasons.public import competitions, head_to_head, ladders, people, side_by_side
from tournaments.seating.public import seats
from tournaments.site.public import clubs, follows, home, logs, own, own_language

urlpatterns = [
    path("", home.home_page, name="public-home"),
    path("invitation/<str:token>/", invitations.invitation, name="public-invitation"),
    path("robots.txt", robots, name="public-robots"),
    path("suivis/", follows.follows, name="public-follows"),
    path("joueurs/<int:pk>/", people.person_page, name="public-person"),
    path(
        "joueurs/<int:pk>/contre/<int:other_pk>/",
        head_to_head.head_to_head,
        name="public-person-head-to-head",
    ),
    path("joueurs/<int:pk>/suivre/", follows.follow_person, name="public-person-follow"),
    path("clubs/<slug:slug>/suivre/", follows.follow_club, name="public-club-follow"),
    path("mes-resultats/<str:secret>/", people.own_results, name="public-own-results"),
    path(
        "mes-resultats/<str:secret>/courriers/langue/",
        own_language.own_language,
        name="public-own-language",
    ),
    path("mes-resultats/<str:secret>/mon-compte/lier/", people.own_tie, name="public-own-tie"),
    path("mes-resultats/<str:secret>/<slug:slug>/", people.own_evening, name="public-own-evening"),
    path(
        "mes-resultats/<str:secret>/contre/<int:other_pk>/",
        head_to_head.own_head_to_head,
        name="public-own-head-to-head",
    ),
    path(
        "mes-resultats/<str:secret>/<slug:slug>/contre/",
        side_by_side.own_compare,
        name="public-own-compare",
    ),
    path("verifier/", proofs.verify_page, name="public-verify"),
    path("clubs/<slug:slug>/", clubs.club_page, name="public-club"),
    path("clubs/<slug:slug>/logo.png", clubs.club_logo, name="public-club-logo"),
    path("clubs/<slug:slug>/calendrier.ics", clubs.club_calendar, name="public-club-calendar"),
    path("clubs/<slug:slug>/records/", clubs.club_records, name="public-records"),
    path("clubs/<slug:slug>/fil.atom", clubs.club_feed, name="public-club-feed"),
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
    path("t/<slug:slug>/joueurs/<int:entry_id>/moi/", own.choose, name="public-own"),
    path("t/<slug:slug>/joueurs/<int:entry_id>/contre/", side_by_side.compare, name="public-compare"),
    path("t/<slug:slug>/etuis/", boards.boards_page, name="public-boards"),
    path("t/<slug:slug>/etuis/<int:number>/", boards.board_page, name="public-board"),
    path("t/<slug:slug>/etuis/<int:number>/coups/<int:play_id>/", replays.replay_page, name="public-replay"),
    path("t/<slug:slug>/journal/", logs.log, name="public-log"),
    path("t/<slug:slug>/donnes.json", proofs.deal_document, name="public-deal-document"),
    path("t/<slug:slug>/ecran/", screen.screen, name="public-screen"),
    path("t/<slug:slug>/ecran/direct/", screen.screen_live, name="public-screen-live"),
    path("t/<slug:slug>/horloge/", screen.round_now, name="public-round"),
    path("t/<slug:slug>/partager/", sharing.share_page, name="public-share"),
    path("t/<slug:slug>/integrer/", sharing.embed_page, name="public-embed"),
    path("t/<slug:slug>/apercu.png", sharing.link_picture, name="public-link-picture"),
    path("t/<slug:slug>/qr.svg", screen.qr_code, name="public-qr"),
    path("t/<slug:slug>/places/", seats.seats_page, name="public-seats"),
]
