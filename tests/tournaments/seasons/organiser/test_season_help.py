"""A season without a table of points explains why, and a table begins from an example."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.sessions import make_season, make_season_tariff
from tournaments.models import Club, SeasonTariff

SENTENCE = "aucun barème du club n’est en vigueur"


@pytest.mark.parametrize(("valid_from", "is_told"), [("2026-01-01", False), ("2028-01-01", True)])
def test_a_season_says_when_no_tariff_is_in_force(
    signed_in: Client, club: Club, valid_from: str, is_told: bool
) -> None:
    season = make_season(club)
    make_season_tariff(club)
    SeasonTariff.objects.update(valid_from=valid_from)

    page = signed_in.get(reverse("organiser-season", args=[club.slug, season.pk])).text

    assert (SENTENCE in page) is is_told


def test_a_season_without_any_tariff_leads_to_writing_one(signed_in: Client, club: Club) -> None:
    season = make_season(club)

    page = signed_in.get(reverse("organiser-season", args=[club.slug, season.pk])).text

    assert SENTENCE in page
    assert reverse("organiser-season-tariff-add", args=[club.slug]) in page


@pytest.mark.parametrize("example", ["presence", "places"])
def test_an_example_is_saved_as_it_stands(signed_in: Client, club: Club, example: str) -> None:
    make_season(club)
    path = reverse("organiser-season-tariff-add", args=[club.slug])

    form = signed_in.get(path, {"exemple": example}).context["form"]
    signed_in.post(path, {name: form[name].value() or "" for name in form.fields})

    assert form["valid_from"].value() == datetime.date(2026, 9, 1)
    assert SeasonTariff.objects.get().bands


def test_an_unknown_example_is_an_empty_table(signed_in: Client, club: Club) -> None:
    page = signed_in.get(reverse("organiser-season-tariff-add", args=[club.slug]), {"exemple": "or"})

    assert page.context["form"]["valid_from"].value() is None
