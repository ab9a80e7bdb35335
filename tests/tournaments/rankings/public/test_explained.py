"""A player's page explains every number by its parts."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tournaments.core.ranking.faults_fft_2012 import FORTY_SIXTY, HALF
from tournaments.enums import EventRole, Visibility
from tournaments.models import Entry, Play, Seating, Tournament
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.rulings import RulingDraft, give_ruling
from tournaments.rankings.services.standings import refresh_standings
from tournaments.rankings.words.explained import ShownNode

pytestmark = pytest.mark.django_db

BOARD_1 = (62, 56, 50, -52, -56)


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_seated_tournament(make_club(), is_dealt=False)
    tournament.visibility = Visibility.PUBLIC
    tournament.save()
    plays = list_plays(tournament)
    enter_results(zip(plays[:5], BOARD_1, strict=True))
    enter_result(plays[5], 84)
    return tournament


def sitting(play: Play, seat: int) -> Entry:
    return Seating.objects.get(round=play.round, table=play.table, seat=seat).entry


def page_of(client: Client, entry: Entry):
    return client.get(reverse("public-player", args=[entry.tournament.slug, entry.pk]))


def leaves(node: ShownNode) -> list[ShownNode]:
    return [leaf for part in node.parts for leaf in leaves(part)] if node.parts else [node]


def text_of(page) -> str:
    return re.sub(r"\s+", " ", page.content.decode().replace("\u00a0", " "))


def test_total_opens_to_sides_deals_and_formulas(client: Client, tournament: Tournament) -> None:
    first = list_plays(tournament)[0]
    taker, defender = sitting(first, 0), sitting(first, 2)

    page = page_of(client, taker)

    refresh_standings(session=tournament.sessions.get())
    row = next(
        row for row in snapshot_rows(latest_standings(tournament.sessions.get())) if row.entry == taker
    )
    tree = page.context["explained"]
    assert (tree.label, tree.value) == ("Total", row.value)
    assert [part.label for part in tree.parts] == ["Attaque", "Défense"]
    text = text_of(page)
    assert "Détail du calcul" in text
    assert "+62 : mieux que 4 des 4 autres, à égalité avec 0" in text
    assert (
        "attaque +62 : mieux que 4 des 4 autres, à égalité avec 0 ; la défense a le reste de 100 %"
        in text_of(page_of(client, defender))
    )


def test_etui_that_circulates_shows_players_neither_deal_nor_ruling(
    client: Client, tournament: Tournament
) -> None:
    play = list_plays(tournament)[5]
    guilty = sitting(play, 0)
    draft = RulingDraft(
        effects=(HALF, FORTY_SIXTY), play=play, guilty=(guilty,), fault="revoke", reason="dame"
    )
    give_ruling(session=tournament.sessions.get(), draft=draft, ruled_by=make_user("Arbitre"))

    player_page = page_of(client, guilty)
    client.force_login(make_user(tournament=tournament, role=EventRole.REFEREE))
    ruling_page = page_of(client, guilty)

    assert any(leaf.is_hidden and leaf.value is None for leaf in leaves(player_page.context["explained"]))
    for word in ("Renonce", "dame", "+84"):
        assert word not in text_of(player_page)
        assert word in text_of(ruling_page)


def test_ruling_gives_its_reason_to_those_at_fault_alone(client: Client, tournament: Tournament) -> None:
    play = list_plays(tournament)[0]
    guilty, innocent = sitting(play, 2), sitting(play, 1)
    referee = make_user("Arbitre", tournament=tournament, role=EventRole.REFEREE)
    draft = RulingDraft(
        effects=(HALF, FORTY_SIXTY), play=play, guilty=(guilty,), fault="revoke", reason="dame"
    )
    give_ruling(session=tournament.sessions.get(), draft=draft, ruled_by=referee)

    guilty_text, innocent_text = text_of(page_of(client, guilty)), text_of(page_of(client, innocent))

    assert "Décisions d’arbitrage" in guilty_text
    assert "Renonce consommée : pénalité de 0,5 % au fautif ; note de 40 % au plus" in guilty_text
    assert "Motif : dame (arbitre)" in guilty_text
    assert "Renonce consommée" in innocent_text
    assert "dame" not in innocent_text


def test_page_without_rulings_has_no_list_of_them(client: Client, tournament: Tournament) -> None:
    assert "Décisions d’arbitrage" not in text_of(page_of(client, sitting(list_plays(tournament)[0], 0)))


def test_queries_do_not_grow_with_results(
    client: Client, tournament: Tournament, django_assert_max_num_queries
) -> None:
    entry = sitting(list_plays(tournament)[0], 0)
    enter_results((play, 56) for play in list_plays(tournament)[6:30])

    with django_assert_max_num_queries(45):
        page_of(client, entry)
