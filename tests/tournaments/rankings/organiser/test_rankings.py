"""Changes between two states of the ranking, and the events in between."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import (
    enter_result,
    enter_results,
    give_penalty,
    list_plays,
    make_seated_tournament,
    make_user,
)
from tournaments.core.ranking.changes import RankingChangeKind
from tournaments.enums import EventRole
from tournaments.models import Club, Tournament
from tournaments.rankings.services.rulings import withdraw_ruling
from tournaments.rankings.services.standings import refresh_standings


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Three states: two results, a third one, a ruling given."""
    tournament = make_seated_tournament(club, is_dealt=False)
    session = tournament.sessions.get()
    plays = list_plays(tournament)
    enter_results(zip(plays[:2], (62, -52), strict=True))
    refresh_standings(session=session)
    enter_result(plays[2], 56)
    refresh_standings(session=session)
    give_penalty(session, tournament.entries.order_by("pk")[0], "1")
    refresh_standings(session=session)
    return tournament


def compare(client: Client, tournament: Tournament, **query: object):
    return client.get(reverse("organiser-changes", args=[tournament.slug]), query)


def test_last_two_states_are_compared_at_first(signed_in: Client, tournament: Tournament) -> None:
    page = compare(signed_in, tournament)

    compared = page.context["compared"]
    assert (compared.earlier.version, compared.later.version) == (2, 3)
    assert [
        change.key for change in compared.ranking if change.kind is RankingChangeKind.MOVED or change.before
    ]
    assert (compared.result_count, len(compared.given), compared.withdrawn) == (0, 1, ())
    assert "pénalité de 1\u00a0% au fautif" in page.content.decode()


def test_results_between_are_listed_with_those_who_appeared(
    signed_in: Client, tournament: Tournament
) -> None:
    page = compare(signed_in, tournament, de=2, a=1)

    compared = page.context["compared"]
    assert (compared.earlier.version, compared.later.version) == (1, 2)
    assert [slip.score for slip in compared.results] == [56]
    kinds = [change.kind for change in compared.ranking if change.before and change.before.value is None]
    assert len(kinds) == 4
    assert "étui 1, table " in page.content.decode()


def test_ruling_taken_back_is_told(signed_in: Client, tournament: Tournament) -> None:
    session = tournament.sessions.get()
    withdraw_ruling(ruling=session.rulings.get(), reason="erreur", withdrawn_by=make_user())
    refresh_standings(session=session)

    compared = compare(signed_in, tournament).context["compared"]

    assert (len(compared.given), len(compared.withdrawn)) == (0, 1)
    assert compared.ranking


@pytest.mark.parametrize("asked", [{"de": "9", "a": "1"}, {"de": "x", "a": "1"}, {"de": "0", "a": "1"}])
def test_state_that_does_not_exist_is_said_at_its_field(
    signed_in: Client, tournament: Tournament, asked: dict[str, str]
) -> None:
    page = compare(signed_in, tournament, **asked)

    assert list(page.context["form"].errors) == ["de"]
    assert page.context["compared"] is None


def test_same_state_twice_has_not_moved_and_a_single_one_has_nothing_to_compare(
    signed_in: Client, tournament: Tournament, club: Club
) -> None:
    alone = make_seated_tournament(club, is_dealt=False)

    assert compare(signed_in, tournament, de=1, a=1).context["compared"].ranking == ()
    assert "Il faut deux états" in compare(signed_in, alone).content.decode()


def test_checker_reads_it_without_links_to_results(client: Client, tournament: Tournament) -> None:
    client.force_login(make_user(tournament=tournament, role=EventRole.CHECKER))

    page = compare(client, tournament, de=1, a=2).content.decode()

    assert "étui 1, table " in page
    assert "historique" not in page
