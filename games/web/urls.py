"""URLs of the rules and of the cards."""

from django.urls import path

from games.web import look, pack, rules

urlpatterns = [
    path("regles/", rules.rules_index, name="rules-index"),
    path("regles/<slug:game>/", rules.rules_page, name="rules-page"),
    path("reglages/", look.look_page, name="games-look"),
    path("apprendre/les-cartes/", pack.pack_page, name="games-pack"),
]
