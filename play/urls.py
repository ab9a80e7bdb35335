"""Addresses below /jouer/, /salles/, /apprendre/ and /moi/."""

from django.urls import path

from common.web_server.policy import FORM_BYTES, set_defaults
from play.alone.web import again, at_home, daily, home, replay, table
from play.conduct.web import moderation, words
from play.free.web import evening_table, free_table, free_tables
from play.front.web import front_page, own_home
from play.learn.web import bid_quiz, commented, exercises, lessons
from play.rooms.web import boards, directing, lobby, players, rounds

urlpatterns = [
    path("", home.play_home_page, name="rooms-home"),
    path("garder/", home.claim_browser_tables, name="rooms-claim"),
    path("donne-du-jour/", daily.daily_page, name="rooms-daily"),
    path("donne-du-jour/image/", daily.daily_card, name="rooms-daily-card"),
    path("donne-du-jour/jouer/", daily.begin_daily_view, name="rooms-daily-begin"),
    path("sept-mains/", bid_quiz.bid_quiz, name="rooms-bids"),
    path("donne-commentee/", commented.commented_page, name="rooms-commented"),
    path("exercices/<slug:lesson>/<int:number>/", exercises.exercise_page, name="rooms-exercise"),
    path("etui/<slug:slug>/<int:number>/", again.again_page, name="rooms-again"),
    path("soiree/<slug:slug>/", again.evening_again_page, name="rooms-evening-again"),
    path("soiree/<slug:slug>/scores/", at_home.evening_at_home_page, name="rooms-evening-at-home"),
    path("soiree/<slug:slug>/table/", evening_table.open_evening_table_page, name="rooms-evening-table"),
    path("tables/", free_tables.tables_page, name="rooms-free"),
    path("ouvrir-une-table/", free_tables.open_free_table_page, name="rooms-free-open"),
    path("tables/<slug:secret>/", free_table.free_table_page, name="rooms-free-table"),
    path("tables/<slug:secret>/moment/", free_table.moment, name="rooms-free-moment"),
    path("tables/<slug:secret>/asseoir/", free_table.sit_down_view, name="rooms-free-sit"),
    path("tables/<slug:secret>/quitter/", free_table.stand_up, name="rooms-free-leave"),
    path("tables/<slug:secret>/donner/", free_table.begin_deal_view, name="rooms-free-begin"),
    path("tables/<slug:secret>/coup/", free_table.act_at_free_table, name="rooms-free-act"),
    path("tables/<slug:secret>/suite/", free_table.be_here, name="rooms-free-go-on"),
    path("tables/<slug:secret>/reste/", free_table.claim_tricks_view, name="rooms-free-claim"),
    path("tables/<slug:secret>/reponse/", free_table.answer_claim_view, name="rooms-free-answer"),
    path("tables/<slug:secret>/dire/", free_table.speak, name="rooms-free-say"),
    path("tables/<slug:secret>/ecrire/", free_table.write_at_table_view, name="rooms-free-write"),
    path("tables/<slug:secret>/bloquer/", moderation.block, name="rooms-free-block"),
    path("tables/<slug:secret>/signaler/", moderation.report_table, name="rooms-free-report"),
    path("signalements/", moderation.own_reports_page, name="rooms-own-reports"),
    path("table/<slug:secret>/", table.table_page, name="rooms-table"),
    path("table/<slug:secret>/coup/", table.act_at_own_table, name="rooms-table-act"),
    path("table/<slug:secret>/suite/", table.continue_robots, name="rooms-table-go-on"),
    path("table/<slug:secret>/reprendre/", table.take_back_action, name="rooms-table-undo"),
    path("table/<slug:secret>/indice/", table.give_hint, name="rooms-table-hint"),
    path("table/<slug:secret>/carte-par-carte/", replay.table_replay_page, name="rooms-table-replay"),
    path("table/<slug:secret>/analyse/", replay.analyse, name="rooms-table-analyse"),
]
# robots may think in these requests, so they have a lane of their own
set_defaults(urlpatterns, lane="robots", max_body=FORM_BYTES, hides_nothing=True)

room_patterns = [
    path("", lobby.lobby_page, name="rooms-lobby"),
    path("ouvrir/", directing.open_site, name="rooms-open"),
    path("ouvrir/<slug:slug>/", directing.open_club, name="rooms-club-open"),
    path("tableaux/", boards.site_boards, name="rooms-boards"),
    path("tableaux/<slug:slug>/", boards.club_boards, name="rooms-club-boards"),
    path("tableaux/joueur/<str:pseudonym>/", players.account_player_page, name="rooms-player"),
    path("manche/<int:pk>/", rounds.round_page, name="rooms-round"),
    path("signalements/", moderation.reports_page, name="rooms-reports"),
    path("mots/<int:pk>/signaler/", moderation.report_line, name="rooms-words-report"),
    path("manche/<int:pk>/ecrire/", rounds.write_in_round_view, name="rooms-round-write"),
    path("manche/<int:pk>/signaler/", moderation.report_entry, name="rooms-round-report"),
    path("manche/<int:pk>/jouer/", rounds.play_round_view, name="rooms-round-play"),
    path("manche/<int:pk>/garder/", rounds.claim_round_place, name="rooms-round-keep"),
    path("manche/<int:pk>/quitter/", rounds.leave_round_view, name="rooms-round-leave"),
    path("manche/<int:pk>/donnes.json", rounds.set_file, name="rooms-round-set"),
    path("manche/<int:pk>/donne/<int:number>/", rounds.deal_page, name="rooms-round-deal"),
    path("<slug:slug>/", lobby.room_page, name="rooms-room"),
    path("<slug:slug>/entrer/", lobby.enter_round_view, name="rooms-enter"),
    path("<slug:slug>/tout-de-suite/", lobby.at_once, name="rooms-at-once"),
    path("<slug:slug>/tableaux/", boards.room_boards, name="rooms-room-boards"),
    path("<slug:slug>/direction/", directing.direct, name="rooms-direct"),
    path("<slug:slug>/direction/directeurs/", directing.direct_director, name="rooms-direct-director"),
    path("<slug:slug>/direction/mots-libres/", directing.direct_words, name="rooms-direct-words"),
    path("<slug:slug>/mots/", words.words_page, name="rooms-words"),
    path("<slug:slug>/direction/joueur/<int:pk>/", directing.direct_entry, name="rooms-direct-entry"),
]

front_patterns = [path("", front_page.front_page, name="public-home")]
"""Address of the front page."""
own_patterns = [path("", own_home.own_home_page, name="own-home")]
"""Addresses below /moi/, beside those of the tournaments."""
lesson_patterns = [
    path("apprendre/", lessons.lessons_index, name="lessons-index"),
    path("apprendre/<slug:name>/", lessons.lesson_page, name="lesson-page"),
]
