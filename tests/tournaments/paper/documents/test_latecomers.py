"""A player who comes after the first position: papers and pages name that position for a starting place."""

import re
from contextlib import suppress

import pytest
from django.urls import reverse

from common.errors import AppError
from tests.factories.incidents import deal_with
from tests.factories.sheet_faults import PYTHON_WORDS
from tests.factories.sheets import make_seated_sheets
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_stored_evening,
    make_user,
)
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.catalogue import find_by_code
from tournaments.enums import DocumentKind as Kind
from tournaments.incidents.services.arriving import Arriving
from tournaments.incidents.services.substituting import Newcomer
from tournaments.models import Tournament
from tournaments.paper.documents.hall.table_cards import build_table_cards
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seating.services.seating import apply_movement

pytestmark = pytest.mark.django_db

PAGES = (
    "organiser-entries",
    "organiser-arrivals",
    "organiser-results",
    "organiser-checking",
    "organiser-second-entries",
    "organiser-seats",
    "organiser-hall",
    "organiser-desk",
)


@pytest.fixture
def tournament() -> Tournament:
    """Nineteen players and one who comes for position 2, one result, a ranking."""
    movement = find_by_code("resting_table-5-3-19-4").movement
    evening = apply_movement(tournament=make_stored_evening(make_club(), movement), seated_by=None)
    newcomer = Newcomer(last_name="Retard", first_name="Zoé")
    deal_with(evening, Arriving(comes=newcomer, place=None, first_round=2))
    late = next(play for play in list_plays(evening) if play.round.number == 2)
    enter_result(late, 56)
    refresh_standings(session=evening.sessions.get())
    return Tournament.objects.get(pk=evening.pk)


def test_papers_say_where_a_latecomer_arrives_and_no_word_of_python(tournament, told):
    texts = {}
    for kind, document in DOCUMENTS.items():
        if document.is_for(find_format(tournament.format)):
            with suppress(AppError):  # papers of cards: there are none
                texts[kind] = told(kind, tournament)

    assert len(texts) > 20
    assert {kind: found for kind, text in texts.items() if (found := PYTHON_WORDS.findall(text))} == {}
    (table,) = set(re.findall(r"arrivé en position 2, table (\d+)", " ".join(texts.values())))
    arrives = f"rrivé en position 2, table {table}"
    assert texts[Kind.GUIDE_CARDS].count(arrives) == texts[Kind.PERSONAL_CARDS].count(arrives) == 1
    assert texts[Kind.SEAT_LISTS].count(arrives) == 1
    assert "pos. 2 RETARD Zoé" in texts[Kind.SEAT_LISTS]


def test_pages_where_results_are_typed_have_no_word_of_python(tournament, client):
    client.force_login(make_user("Claire", club=tournament.club))
    boards = {play.board for play in list_plays(tournament)}
    addresses = [reverse(name, args=[tournament.slug]) for name in PAGES]
    addresses += [reverse("organiser-traveller", args=[tournament.slug, board]) for board in boards]
    found = {}

    for address in addresses:
        page = client.get(address)
        assert page.status_code == 200, address
        if words := PYTHON_WORDS.findall(page.content.decode()):
            found[address] = words

    assert found == {}


def test_papers_and_the_page_of_the_movement_have_the_table_that_was_added_for_a_latecomer(told, client):
    evening = make_seated_sheets(make_club(), table_count=5, player_count=20, round_count=4)
    newcomer = Newcomer(last_name="Retard", first_name="Zoé")
    deal_with(evening, Arriving(comes=newcomer, place=None, first_round=2, makes_threes=True))
    evening = Tournament.objects.get(pk=evening.pk)
    section = evening.sessions.get().sections.get()

    cards = build_table_cards(evening)

    assert [card.table for card in cards] == list(section.table_numbers) == [1, 2, 3, 4, 5, 6]
    assert "Table 6" in told(Kind.TABLE_CARDS, evening)
    assert "5 N reste" in told(Kind.MOVEMENT_MAP, evening)
    assert "6 pos. 2 RETARD Zoé" in told(Kind.SEAT_LISTS, evening)
    client.force_login(make_user("Claire", club=evening.club))
    page = client.get(reverse("organiser-movement", args=[evening.slug])).text
    assert "<strong>6</strong> tables" in " ".join(page.split())
    assert "La table 6 s’est ajoutée depuis" in page
