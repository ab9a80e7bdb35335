"""The rules of the house on their own page: made, changed, deleted."""

import pytest
from django.test import Client
from django.urls import reverse

from games.core.rules import FFT, make_rules
from games.core.variants.registry import GAMES, find_variant
from tests.factories.tournaments import make_club
from tournaments.events.services.game_rules import save_house_rules
from tournaments.models import AuditEvent, Club, HouseRules

GAME = "tarot-5"
OPTION = find_variant(GAME).options[0]
FIELD, VALUE = f"rule_{OPTION.name}", str(OPTION.choices[-1])


def add_path(club: Club, game: str = GAME) -> str:
    return f"{reverse('organiser-house-rules-add', args=[club.slug])}?jeu={game}"


@pytest.fixture
def kept(club: Club) -> HouseRules:
    rules = make_rules(find_variant(GAME).options, FFT, {OPTION.name: OPTION.choices[-1]})
    return save_house_rules(club=club, name="Maison", game=GAME, rules=rules, saved_by=None)


def test_the_page_makes_a_rule(signed_in: Client, club: Club) -> None:
    listed = signed_in.get(reverse("organiser-house-rules", args=[club.slug]))

    signed_in.post(add_path(club), {"saved_as": "Maison", "rules": FFT, FIELD: VALUE})

    kept = club.house_rules.get()
    assert GAME in [name for name, _words in listed.context["games"]]
    assert (kept.name, kept.game, kept.rules) == ("Maison", GAME, f"{FFT} {OPTION.name}={VALUE}")


def test_a_rule_is_changed_and_the_change_is_on_record(
    signed_in: Client, club: Club, kept: HouseRules
) -> None:
    path = reverse("organiser-house-rules-change", args=[club.slug, kept.pk])
    rule_page = signed_in.get(path)

    signed_in.post(path, {"saved_as": "Mardi", "rules": FFT})

    kept.refresh_from_db()
    assert rule_page.context["form"][FIELD].value() == VALUE
    assert (kept.name, kept.rules) == ("Mardi", FFT)
    assert AuditEvent.objects.get(action="house_rules.changed").before["name"] == "Maison"


@pytest.mark.postgres
def test_a_name_that_is_taken_is_told_and_nothing_typed_is_lost(
    signed_in: Client, club: Club, kept: HouseRules
) -> None:
    second_rule = save_house_rules(
        club=club,
        name="Mardi",
        game=GAME,
        rules=make_rules(find_variant(GAME).options, FFT, {}),
        saved_by=None,
    )
    typed = {"saved_as": "Maison", "rules": FFT}

    changed = signed_in.post(reverse("organiser-house-rules-change", args=[club.slug, second_rule.pk]), typed)
    added = signed_in.post(add_path(club), typed)

    for page in (changed, added):
        assert page.status_code == 422
        assert "Le club a déjà une règle de ce nom" in page.text
        assert 'value="Maison"' in page.text
    assert {row.name for row in club.house_rules.all()} == {"Maison", "Mardi"}


def test_the_same_name_may_be_kept_with_other_rules(signed_in: Client, club: Club, kept: HouseRules) -> None:
    path = reverse("organiser-house-rules-change", args=[club.slug, kept.pk])

    signed_in.post(path, {"saved_as": "Maison", "rules": FFT})

    kept.refresh_from_db()
    assert (kept.name, kept.rules) == ("Maison", FFT)


def test_a_rule_needs_a_name(signed_in: Client, club: Club) -> None:
    page = signed_in.post(add_path(club), {"saved_as": " ", "rules": FFT})

    assert set(page.context["name"].errors) == {"saved_as"}


@pytest.mark.parametrize("game", ["", "belote"])
def test_a_game_without_rules_to_choose_gives_the_first_that_has_some(
    signed_in: Client, club: Club, game: str
) -> None:
    page = signed_in.get(add_path(club, game))

    assert page.status_code == 200
    assert page.context["form"].game == next(name for name in GAMES if find_variant(name).options)


def test_rules_of_another_club_are_not_found(signed_in: Client, club: Club, kept: HouseRules) -> None:
    HouseRules.objects.update(club=make_club("Ailleurs"))

    page = signed_in.get(reverse("organiser-house-rules-change", args=[club.slug, kept.pk]))

    assert page.status_code == 404
