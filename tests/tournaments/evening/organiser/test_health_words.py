"""Warnings for organisers when something stands still, and their absence otherwise."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_club, make_tournament, make_user
from tournaments.evening.organiser.health_words import in_words
from tournaments.evening.queries import standstill
from tournaments.evening.queries.standstill import Standstill
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament(make_club())


@pytest.fixture(params=["organiser-desk", "organiser-home"])
def page(request: Any, client: Client, tournament: Tournament) -> Callable[[], str]:
    """The page of an organiser, read when asked for."""
    client.force_login(make_user(club=tournament.club))
    path = reverse(request.param, args=[tournament.slug] if request.param == "organiser-desk" else [])

    def read() -> str:
        return client.get(path).content.decode()

    return read


def test_nothing_is_told_when_all_is_well(page: Any) -> None:
    assert "notice warning" not in page()


@pytest.mark.parametrize("each", Standstill)
def test_page_tells_what_stands_still(page: Any, each: Standstill, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(standstill.CHECKS, each, lambda: False)

    assert page().count("notice warning") == 1


def test_every_standstill_is_told_in_its_own_words() -> None:
    sentences_of_each = [list(in_words([reason])) for reason in Standstill]

    assert all(len(sentences) == 1 for sentences in sentences_of_each)
    assert len({sentences[0] for sentences in sentences_of_each}) == len(Standstill)


def test_words_say_what_becomes_of_results_and_what_to_do() -> None:
    (sentence,) = in_words([Standstill.WORKER])

    assert "Les résultats que vous saisissez sont bien enregistrés." in sentence
    assert "arrêtez Étui puis relancez-le" in sentence


def test_only_the_cause_is_told() -> None:
    everything = list(in_words(Standstill))

    assert len(everything) == 4
    assert everything[0] == next(in_words([Standstill.WORKER]))
    assert list(in_words([Standstill.SWEEP, Standstill.RANKINGS])) == list(in_words([Standstill.SWEEP]))
