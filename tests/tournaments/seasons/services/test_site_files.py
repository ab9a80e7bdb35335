"""A simultaneous over two installations: the deals go there as one file, the results come back as another."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from common.errors import AppError
from tests.factories.sessions import make_dealt_evening, make_short_evening, play_session
from tests.factories.simultaneous import event_document
from tests.factories.tournaments import make_club
from tournaments.core.exchange.event_json import rank_event
from tournaments.deals.door import read_set
from tournaments.deals.services.deal_import import import_deal_set
from tournaments.enums import CompetitionKind, Visibility
from tournaments.models import Competition, Entry, Session, SiteFile, Tournament
from tournaments.seasons.queries.competition_standings import (
    competition_rows,
    latest_ranking,
    load_received,
    members_of,
    of_site,
)
from tournaments.seasons.queries.site_files import site_document
from tournaments.seasons.services.competitions import (
    CompetitionPlan,
    add_tournament,
    create_competition,
    refresh_competition,
    show_competition,
)
from tournaments.seasons.services.site_files import receive_site_file, remove_site_file

pytestmark = pytest.mark.django_db

OTHER_SEED = b"other" * 7
Forge = Callable[[dict[str, Any]], object]


def session_of(tournament: Tournament) -> Session:
    return tournament.sessions.select_related("tournament", "deal_set").get()


@pytest.fixture
def here() -> Tournament:
    """The first site, played."""
    return play_session(make_dealt_evening(make_club()))


@pytest.fixture
def simultaneous(here: Tournament) -> Competition:
    plan = CompetitionPlan(name="Simultané", kind=CompetitionKind.SIMULTANEOUS)
    competition = create_competition(club=here.club, plan=plan, created_by=None)
    add_tournament(competition=competition, tournament=here, site="Ici", added_by=None)
    return show_competition(competition=competition, visibility=Visibility.PUBLIC, set_by=None)


def play_away(here: Tournament) -> Tournament:
    """At the other installation, reached by the file of the deals alone: a club that is no site here."""
    tournament = make_short_evening(make_club("Ailleurs"))
    document = read_set(session_of(here), reader=None, action="deals.file_read")
    import_deal_set(session=session_of(tournament), source=document, imported_by=None)
    return play_session(tournament, first_score=5)


@pytest.fixture
def away(here: Tournament) -> Tournament:
    return play_away(here)


def receive(competition: Competition, document: dict[str, Any], site: str = "Là-bas") -> SiteFile:
    return receive_site_file(
        competition=competition, site=site, source=json.dumps(document), received_by=None
    )


def ranking(competition: Competition) -> list[Any]:
    refresh_competition(competition=competition)
    return competition_rows(latest_ranking(competition))


@pytest.mark.postgres
def test_two_installations_are_ranked_as_one_field(here: Tournament, simultaneous: Competition) -> None:
    """The other installation's rows are deleted afterwards: only its file is here."""
    with transaction.atomic():
        away = play_away(here)
        expected = rank_event(event_document([here, away]))["overall"]
        names = {str(entry.pk): entry.public_name for entry in Entry.objects.select_related("person")}
        document = json.loads(json.dumps(site_document(away)))
        transaction.set_rollback(True)
    assert Tournament.objects.get() == here

    receive(simultaneous, document)

    rows = ranking(simultaneous)
    assert sorted((row.place, row.name, str(row.value)) for row in rows) == sorted(
        (line["place"], names[line["unit"]], line["exact"]) for line in expected
    )
    assert [row.site for row in rows].count("Là-bas") == 20
    site_rows = of_site(rows, f"f{simultaneous.site_files.get().pk}")
    assert (len(site_rows), site_rows[0].place) == (20, 1)


def test_later_file_of_a_site_replaces_the_earlier_and_it_can_be_taken_out(
    away: Tournament, simultaneous: Competition
) -> None:
    receive(simultaneous, site_document(away))
    file = receive(simultaneous, site_document(away))
    assert len(ranking(simultaneous)) == 40

    remove_site_file(file=file, removed_by=None)

    assert len(ranking(simultaneous)) == 20


def test_public_names_alone_leave(away: Tournament) -> None:
    person = away.entries.order_by("pk")[0].person
    person.shows_full_name = False
    person.federation_number = "001234"
    person.save()

    document = json.dumps(site_document(away), ensure_ascii=False)

    assert person.public_name in document
    assert str(person) not in document
    assert "001234" not in document


def change_score(document: dict[str, Any]) -> object:
    document["event"]["sessions"][0]["plays"][0]["score"] = 92
    return document


def leave_unsigned(document: dict[str, Any]) -> object:
    document["signatures"][0]["signature"] = ""
    return document


def claim_fewer_boards(document: dict[str, Any]) -> object:
    document["signatures"][0]["boards"] = 1
    return document


@pytest.mark.parametrize("forge", [change_score, leave_unsigned, claim_fewer_boards])
def test_file_that_was_changed_is_refused(away: Tournament, simultaneous: Competition, forge: Forge) -> None:
    document = site_document(away)
    forge(document)

    with pytest.raises(AppError) as caught:
        receive(simultaneous, document)

    assert (caught.value.code, list(caught.value.fields)) == ("competition_deals", ["file"])
    assert not simultaneous.site_files.exists()


@pytest.mark.parametrize("seed", [None, OTHER_SEED])
def test_site_with_other_cards_or_none_is_refused(simultaneous: Competition, seed: bytes | None) -> None:
    foreign_site = make_short_evening(make_club()) if seed is None else make_dealt_evening(seed=seed)

    with pytest.raises(AppError) as caught:
        receive(simultaneous, site_document(play_session(foreign_site)))

    assert caught.value.code == "competition_deals"


@pytest.mark.parametrize("source", ["", "{", "[]", '{"site": "etui-site-1"}', b"\xff\xfe", '{"site": 1}'])
def test_what_is_no_file_of_a_site_is_refused(simultaneous: Competition, source: str | bytes) -> None:
    with pytest.raises(AppError) as caught:
        receive_site_file(competition=simultaneous, site="Là-bas", source=source, received_by=None)

    assert caught.value.code == "site_file_unreadable"


def test_site_is_ranked_no_longer_once_nobody_here_holds_its_cards(
    away: Tournament, simultaneous: Competition
) -> None:
    receive(simultaneous, site_document(away))
    simultaneous.members.all().delete()
    unequal_site = play_session(make_dealt_evening(simultaneous.club, seed=OTHER_SEED))
    add_tournament(competition=simultaneous, tournament=unequal_site, site="Autre", added_by=None)

    assert {row.site for row in ranking(simultaneous)} == {"Autre"}
    assert list(load_received(simultaneous, members_of(simultaneous)).values()) == [None]
