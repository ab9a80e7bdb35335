"""Addresses of a tournament about who is ranked, how, and for which prizes."""

from django.urls import path

from tournaments.entries.organiser import fees, presence
from tournaments.rankings.organiser import bonuses, groups, prizes, ranking_options

urlpatterns = [
    path("classement/bonus/", bonuses.bonuses, name="organiser-bonuses"),
    path("classement/options/", ranking_options.options, name="organiser-ranking-options"),
    path("classement/groupes/", groups.groups, name="organiser-groups"),
    path("droits/", fees.fees, name="organiser-fees"),
    path("droits/<int:pk>/", fees.pay, name="organiser-fee-pay"),
    path("dotation/", prizes.prizes, name="organiser-prizes"),
    path("dotation/modele/", prizes.preset, name="organiser-prize-preset"),
    path("dotation/liste/", prizes.add, name="organiser-prize-add"),
    path("dotation/liste/<int:pk>/", prizes.rule, name="organiser-prize-rule"),
    path("dotation/liste/<int:pk>/retirer/", prizes.drop, name="organiser-prize-drop"),
    path("presence/", presence.presence, name="organiser-presence"),
    path("presence/<int:pk>/", presence.change, name="organiser-presence-change"),
    path("presence/remplacements/<int:pk>/annuler/", presence.cancel, name="organiser-substitution-cancel"),
]
