"""URL patterns of standings, rulings, prizes and players."""

from django.urls import path

from tournaments.rankings.organiser import (
    claims,
    handicap,
    prizes,
    ranking_options,
    rankings,
    result_mails,
    rulings,
    tariffs,
)
from tournaments.rankings.public import boards, evening_cards, events, sharing, standings
from tournaments.rankings.public import claims as public_claims

of_event = [
    path("cloture/courriers/", result_mails.mails, name="organiser-result-mails"),
    path(
        "cloture/courriers/envoyer/", result_mails.send_result_mails_view, name="organiser-result-mails-send"
    ),
    path(
        "cloture/courriers/arreter/",
        result_mails.cancel_result_mails_view,
        name="organiser-result-mails-cancel",
    ),
    path("penalites/", rulings.rulings, name="organiser-rulings"),
    path("penalites/nouvelle/", rulings.give, name="organiser-ruling-give"),
    path("penalites/<int:pk>/retirer/", rulings.withdraw_ruling_view, name="organiser-ruling-withdraw"),
    path("penalites/tarifs/", tariffs.tariffs, name="organiser-tariffs"),
    path("penalites/tarifs/<slug:fault>/", tariffs.fault_tariff_page, name="organiser-tariff"),
    path("classements/changements/", rankings.changes, name="organiser-changes"),
    path("classement/bonus/", ranking_options.bonuses, name="organiser-bonuses"),
    path("classement/options/", ranking_options.options, name="organiser-ranking-options"),
    path("classement/handicap/", handicap.handicap_page, name="organiser-handicap"),
    path("classement/reclamations/", claims.manage_claims_page, name="organiser-claims"),
    path(
        "classement/reclamations/<int:pk>/", claims.answer_ranking_claim_view, name="organiser-claim-answer"
    ),
    path("classement/groupes/", rankings.organiser_groups_page, name="organiser-groups"),
    path("dotation/", prizes.manage_prizes_page, name="organiser-prizes"),
    path("dotation/modele/", prizes.preset, name="organiser-prize-preset"),
    path("dotation/liste/", prizes.add_prize_list_page, name="organiser-prize-add"),
    path("dotation/liste/<int:pk>/", prizes.rule, name="organiser-prize-rule"),
    path("dotation/liste/<int:pk>/avancer/", prizes.raise_prize_list_view, name="organiser-prize-raise"),
    path("dotation/liste/<int:pk>/retirer/", prizes.delete_prize_list_view, name="organiser-prize-drop"),
]
"""URL patterns under /organiser/t/<slug>/."""
public = [
    path("t/<slug:slug>/", standings.standings_page, name="public-standings"),
    path("t/<slug:slug>/groupes/", events.public_groups_page, name="public-groups"),
    path("t/<slug:slug>/points/", events.points_page, name="public-points"),
    path("t/<slug:slug>/reclamations/", public_claims.own_claims_page, name="public-claims"),
    path("t/<slug:slug>/prix/", events.prizes_page, name="public-prizes"),
    path("t/<slug:slug>/direct/", standings.standings_live, name="public-standings-live"),
    path("t/<slug:slug>/joueurs/<int:entry_id>/", boards.entry_page, name="public-player"),
    path("t/<slug:slug>/joueurs/<int:entry_id>/direct/", boards.player_live, name="public-player-live"),
    path(
        "t/<slug:slug>/joueurs/<int:entry_id>/carte.png",
        evening_cards.evening_card,
        name="public-evening-card",
    ),
    path("t/<slug:slug>/etuis/", boards.boards_page, name="public-boards"),
    path("t/<slug:slug>/etuis/<int:number>/", boards.board_page, name="public-board"),
    path("t/<slug:slug>/etuis/<int:number>/reference/", boards.reference_page, name="public-reference"),
    path(
        "t/<slug:slug>/etuis/<int:number>/coups/<int:play_id>/", boards.play_replay_page, name="public-replay"
    ),
    path("t/<slug:slug>/partager/", sharing.share_page, name="public-share"),
    path("t/<slug:slug>/integrer/", sharing.embed_page, name="public-embed"),
    path("t/<slug:slug>/apercu.png", sharing.link_picture, name="public-link-picture"),
]
"""URL patterns under /."""
