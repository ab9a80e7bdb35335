"""Addresses of the rules, under regles/."""

from django.urls import path

from games.web import rules

urlpatterns = [
    path("", rules.rules_index, name="rules-index"),
    path("<slug:game>/", rules.rules_page, name="rules-page"),
]
