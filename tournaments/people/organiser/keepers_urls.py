"""Addresses of those who keep a club."""

from django.urls import path

from tournaments.people.organiser import keepers

urlpatterns = [
    path("", keepers.keepers, name="organiser-keepers"),
    path("compte/", keepers.account, name="organiser-keeper-account"),
    path("<int:pk>/retirer/", keepers.withdraw, name="organiser-keeper-withdraw"),
]
