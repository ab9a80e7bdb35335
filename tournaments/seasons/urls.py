"""URL patterns of seasons, competitions, records and ladders."""

from django.urls import path

from tournaments.seasons.organiser import competitions as organiser_competitions
from tournaments.seasons.organiser import homologation, seasons
from tournaments.seasons.public import claims, head_to_head, ladders, people, side_by_side
from tournaments.seasons.public import competitions as public_competitions

of_club = [
    path("saisons/", seasons.seasons, name="organiser-seasons"),
    path("saisons/<int:pk>/", seasons.manage_season_page, name="organiser-season"),
    path("saisons/<int:pk>/classement.xlsx", seasons.download_season, name="organiser-season-workbook"),
    path("saisons/<int:pk>/coefficients/", seasons.weights, name="organiser-season-weights"),
    path("saisons/baremes/nouveau/", seasons.tariff_add, name="organiser-season-tariff-add"),
    path("saisons/baremes/<int:pk>/", seasons.season_tariff_page, name="organiser-season-tariff"),
    path("competitions/", organiser_competitions.competitions, name="organiser-competitions"),
    path("competitions/<int:pk>/", organiser_competitions.competition, name="organiser-competition"),
    path(
        "competitions/<int:pk>/ajouter/",
        organiser_competitions.add_tournament_view,
        name="organiser-competition-add",
    ),
    path(
        "competitions/<int:pk>/retirer/<int:member_pk>/",
        organiser_competitions.remove_tournament_view,
        name="organiser-competition-remove",
    ),
    path(
        "competitions/<int:pk>/fichiers/",
        organiser_competitions.receive,
        name="organiser-competition-file",
    ),
    path(
        "competitions/<int:pk>/fichiers/<int:file_pk>/retirer/",
        organiser_competitions.remove_file,
        name="organiser-competition-file-remove",
    ),
    path(
        "competitions/<int:pk>/visibilite/",
        organiser_competitions.change_competition_visibility,
        name="organiser-competition-visibility",
    ),
]
"""URL patterns under /organiser/clubs/<slug>/."""
of_event = [
    path("competitions/", organiser_competitions.join_competition_page, name="organiser-competition-join"),
    path("competitions/resultats.json", organiser_competitions.site_file, name="organiser-site-file"),
    path("homologation/", homologation.homologation, name="organiser-homologation"),
    path(
        "homologation/homologation.csv",
        homologation.download_homologation,
        name="organiser-homologation-table",
    ),
    path(
        "homologation/homologation.xlsx",
        homologation.download_homologation_workbook,
        name="organiser-homologation-workbook",
    ),
]
"""URL patterns under /organiser/t/<slug>/."""
public = [
    path("joueurs/<int:pk>/", people.person_page, name="public-person"),
    path(
        "joueurs/<int:pk>/contre/<int:other_pk>/",
        head_to_head.head_to_head,
        name="public-person-head-to-head",
    ),
    path("mes-resultats/<str:secret>/", people.own_results, name="public-own-results"),
    path("mes-resultats/<str:secret>/mon-compte/lier/", people.own_tie, name="public-own-tie"),
    path(
        "mes-resultats/<str:secret>/<slug:slug>/reclamations/",
        claims.linked_claims_page,
        name="public-own-claims",
    ),
    path("mes-resultats/<str:secret>/<slug:slug>/", people.own_evening, name="public-own-evening"),
    path(
        "mes-resultats/<str:secret>/<slug:slug>/arrivee/",
        people.announce_own_arrival,
        name="public-own-arrival",
    ),
    path(
        "mes-resultats/<str:secret>/<slug:slug>/direct/",
        people.own_evening_live,
        name="public-own-evening-live",
    ),
    path(
        "mes-resultats/<str:secret>/contre/<int:other_pk>/",
        head_to_head.own_head_to_head,
        name="public-own-head-to-head",
    ),
    path(
        "mes-resultats/<str:secret>/<slug:slug>/contre/", side_by_side.own_compare, name="public-own-compare"
    ),
    path("clubs/<slug:slug>/classements/", ladders.ladders, name="public-ladders"),
    path("clubs/<slug:slug>/saisons/<int:pk>/", ladders.season_page, name="public-season"),
    path("competitions/<slug:slug>/", public_competitions.competition_page, name="public-competition"),
    path(
        "competitions/<slug:slug>/direct/",
        public_competitions.competition_live,
        name="public-competition-live",
    ),
    path(
        "t/<slug:slug>/joueurs/<int:entry_id>/contre/",
        side_by_side.compare_entries_page,
        name="public-compare",
    ),
]
"""URL patterns under /."""
