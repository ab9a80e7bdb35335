"""Papers that are there: whole ones, alone or in a pack made since the seats are fixed."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.factories.tournaments import make_club, make_seated_tournament, make_tournament
from tournaments.enums import DocumentKind, JobState
from tournaments.models import PrintedDocument
from tournaments.paper.queries.papers import BY_PLACE, EVENING_KINDS, papers_made

pytestmark = pytest.mark.django_db


def make_paper(tournament, kind, **values) -> PrintedDocument:
    row = {"state": JobState.DONE, "file": "printed/x.pdf", **values}
    return PrintedDocument.objects.create(tournament=tournament, kind=kind, **row)


def test_part_of_a_document_is_not_the_document(django_assert_num_queries):
    tournament = make_tournament(make_club())
    make_paper(tournament, DocumentKind.SEAT_LISTS, options={"part": "hall"})
    make_paper(tournament, DocumentKind.TRAVELLERS, state=JobState.RUNNING)
    make_paper(tournament, DocumentKind.EVENING_PACK)
    full_paper = make_paper(
        tournament, DocumentKind.PERSONAL_CARDS, options={"per_sheet": 2, "site": "http://x"}
    )

    with django_assert_num_queries(1):
        papers = papers_made(tournament)

    assert papers == {"personal_cards": full_paper.created_at}
    assert set(papers_made(tournament, with_parts=True)) == {"personal_cards", "seat_lists"}


def test_pack_holds_its_papers_once_the_seats_are_fixed():
    tournament = make_seated_tournament(make_club())
    make_paper(tournament, DocumentKind.EVENING_PACK, created_at=timezone.now() - timedelta(days=1))
    assert papers_made(tournament) == {}

    pack = make_paper(tournament, DocumentKind.EVENING_PACK)
    assert papers_made(tournament) == dict.fromkeys(EVENING_KINDS, pack.created_at)

    evening_pack = make_paper(
        tournament, DocumentKind.EVENING_PACK, options={"kinds": ["guide_cards", "seat_lists"]}
    )
    assert papers_made(tournament)["guide_cards"] == evening_pack.created_at


def test_furniture_has_no_guide_cards_of_the_evening():
    tournament = make_seated_tournament(make_club())
    make_paper(tournament, DocumentKind.EVENING_PACK, options={"kinds": ["guide_cards", "table_cards"]})
    make_paper(tournament, DocumentKind.GUIDE_CARDS, options={"part": BY_PLACE})

    assert set(papers_made(tournament)) == {"table_cards"}
    assert set(papers_made(tournament, with_parts=True)) == {"table_cards"}
