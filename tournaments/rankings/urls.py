"""Addresses: standings, rulings, prizes and players."""

from django.urls import path

from tournaments.rankings.organiser import (
    changes,
    ranking_options,
    result_mails,
    rulings,
    tariffs,
    team_bonuses,
)
from tournaments.rankings.organiser import groups as organiser_groups
from tournaments.rankings.organiser import prizes as organiser_prizes
from tournaments.rankings.public import boards, events, players, replays, sharing, standings
from tournaments.rankings.public import groups as public_groups
from tournaments.rankings.public import prizes as public_prizes

of_event = [
    path("cloture/courriers/", result_mails.mails, name="organiser-result-mails"),
    path("cloture/courriers/envoyer/", result_mails.send, name="organiser-result-mails-send"),
    path("cloture/courriers/arreter/", result_mails.cancel, name="organiser-result-mails-cancel"),
    path("penalites/", rulings.rulings, name="organiser-rulings"),
    path("penalites/nouvelle/", rulings.give, name="organiser-ruling-give"),
    path("penalites/<int:pk>/retirer/", rulings.withdraw, name="organiser-ruling-withdraw"),
    path("penalites/tarifs/", tariffs.tariffs, name="organiser-tariffs"),
    path("penalites/tarifs/<slug:fault>/", tariffs.tariff, name="organiser-tariff"),
    path("classements/changements/", changes.changes, name="organiser-changes"),
    path("classement/bonus/", team_bonuses.bonuses, name="organiser-bonuses"),
    path("classement/options/", ranking_options.options, name="organiser-ranking-options"),
    path("classement/groupes/", organiser_groups.groups, name="organiser-groups"),
    path("dotation/", organiser_prizes.prizes, name="organiser-prizes"),
    path("dotation/modele/", organiser_prizes.preset, name="organiser-prize-preset"),
    path("dotation/liste/", organiser_prizes.add, name="organiser-prize-add"),
    path("dotation/liste/<int:pk>/", organiser_prizes.rule, name="organiser-prize-rule"),
    path("dotation/liste/<int:pk>/retirer/", organiser_prizes.drop, name="organiser-prize-drop"),
]
"""Under /organiser/t/<slug>/."""
public = [
    path("t/<slug:slug>/", standings.standings_page, name="public-standings"),
    path("t/<slug:slug>/groupes/", public_groups.groups, name="public-groups"),
    path("t/<slug:slug>/prix/", public_prizes.prizes, name="public-prizes"),
    path("t/<slug:slug>/direct/", standings.standings_live, name="public-standings-live"),
    path("t/<slug:slug>/general/", events.event_page, name="public-event"),
    path("t/<slug:slug>/general/direct/", events.event_live, name="public-event-live"),
    path("t/<slug:slug>/joueurs/<int:entry_id>/", players.player_page, name="public-player"),
    path("t/<slug:slug>/etuis/", boards.boards_page, name="public-boards"),
    path("t/<slug:slug>/etuis/<int:number>/", boards.board_page, name="public-board"),
    path("t/<slug:slug>/etuis/<int:number>/coups/<int:play_id>/", replays.replay_page, name="public-replay"),
    path("t/<slug:slug>/partager/", sharing.share_page, name="public-share"),
    path("t/<slug:slug>/integrer/", sharing.embed_page, name="public-embed"),
    path("t/<slug:slug>/apercu.png", sharing.link_picture, name="public-link-picture"),
]
"""Under /."""
