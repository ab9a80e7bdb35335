"""Addresses of a tournament about who is ranked, how, and for which prizes."""

from django.urls import path

from tournaments.web.organiser import groups, presence, ranking_options

urlpatterns = [
    path("classement/options/", ranking_options.options, name="organiser-ranking-options"),
    path("classement/groupes/", groups.groups, name="organiser-groups"),
    path("presence/", presence.presence, name="organiser-presence"),
    path("presence/<int:pk>/", presence.change, name="organiser-presence-change"),
    path("presence/remplacements/<int:pk>/annuler/", presence.cancel, name="organiser-substitution-cancel"),
]
