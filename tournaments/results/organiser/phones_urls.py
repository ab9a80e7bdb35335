"""Addresses of the tables' links, under /organiser/t/<slug>/telephones/."""

from django.urls import path

from tournaments.results.organiser import phones

urlpatterns = [
    path("", phones.phones, name="organiser-phones"),
    path("ouvrir/", phones.open_, name="organiser-phones-open"),
    path("regles/", phones.rules, name="organiser-phone-rules"),
    path("<int:pk>/nouveau/", phones.renew, name="organiser-phone-renew"),
    path("<int:pk>/retirer/", phones.revoke, name="organiser-phone-revoke"),
    path("appareils/<int:pk>/retirer/", phones.end, name="organiser-phone-end"),
    path("<int:pk>.svg", phones.qr_code, name="organiser-phone-qr"),
]
