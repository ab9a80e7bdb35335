"""Addresses of names in public and of what is held about somebody: of a club, and of one's own account."""

from django.urls import path

from tournaments.people.organiser import club_privacy
from tournaments.site.organiser import personal

club_urls = [
    path("vie-privee/", club_privacy.page, name="organiser-club-privacy"),
    path("joueurs/<int:pk>/donnees/", personal.page, name="organiser-person-data"),
    path("joueurs/<int:pk>/donnees.zip", personal.file, name="organiser-person-data-file"),
]
own_urls = [
    path("", personal.own_list, name="organiser-own-data"),
    path("demandes/<int:pk>/", personal.answer, name="organiser-own-tie-answer"),
    path("<int:pk>/delier/", personal.untie, name="organiser-own-untie"),
    path("<int:pk>/", personal.own, name="organiser-own-data-person"),
    path("<int:pk>/donnees.zip", personal.own_file, name="organiser-own-data-file"),
]
