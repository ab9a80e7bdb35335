"""Two of one evening, étui by étui."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.core.dealing.boards import board_taker
from tests.factories.drawn_events import drawn
from tests.factories.stored_events import store_event, store_result
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
)
from tournaments.core.showing import Moment, Showing
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.events.services.showing import set_showing
from tournaments.models import Entry, Person, Play, StandingsRequest, Tournament
from tournaments.people.services.person_links import ensure_links, person_secret
from tournaments.rankings.queries.side_by_side import Bond
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db

FIELD = (60, 80, -52, 64, 120)
"""Scores of the attacks of étui 1: 25, 50, 0 … 100 %."""


@pytest.fixture
def evening():
    """Public; étui 1 is played everywhere."""
    tournament = make_seated_tournament(make_club(), is_dealt=False)
    enter_results(zip(list_plays(tournament), FIELD, strict=False))
    refresh_standings(session=tournament.sessions.get())
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)


def at(evening, table, seat):
    """Return the entry that begins there."""
    return Entry.objects.get(tournament=evening, start_table=table, start_seat=seat)


def compare(evening, first, second, **query):
    address = reverse("public-compare", args=[evening.slug, first.pk])
    return Client().get(address, {"avec": second.pk} | query)


def shown_of(evening, first, second):
    return compare(evening, first, second).context["shown"]


def first_etui(comparison):
    return next(deal for deal in comparison.deals if deal.board == 1)


def test_who_held_the_same_cards_is_compared_directly(evening):
    taker = board_taker(1)
    ours, theirs = at(evening, 1, taker), at(evening, 2, taker)

    deal = first_etui(shown_of(evening, ours, theirs))
    turned = first_etui(shown_of(evening, theirs, ours))

    marks = [half.mark for half in deal.halves]
    assert deal.bond is Bond.SAME_CARDS
    assert marks[0] == 25
    assert (deal.lead, turned.lead) == (marks[0] - marks[1], marks[1] - marks[0])
    assert [half.swing for half in deal.halves] == [mark - 50 for mark in marks]


def test_opponents_at_one_table_and_partners_in_defence_are_told_apart(evening):
    taker = board_taker(1)
    attack, left, right = (at(evening, 1, (taker + turn) % 4) for turn in (0, 1, 2))

    against = shown_of(evening, attack, left)
    together = shown_of(evening, left, right)
    elsewhere = shown_of(evening, attack, at(evening, 2, (taker + 1) % 4))

    assert (first_etui(against).bond, first_etui(together).bond) == (Bond.OPPONENTS, Bond.DEFENDERS)
    assert first_etui(elsewhere).bond is not Bond.SAME_CARDS
    assert {deal.lead for deal in against.met} == {None}
    assert "60" in compare(evening, attack, left).text


def test_gap_has_a_column_only_where_one_can_be_told(evening):
    taker = board_taker(1)
    Play.objects.exclude(board=1).delete()
    attacker, defender = at(evening, 1, taker), at(evening, 2, (taker + 1) % 4)

    apart, together = compare(evening, attacker, defender), compare(evening, attacker, at(evening, 2, taker))

    assert not apart.context["shown"].has_bonds
    assert ["Écart" in page.text for page in (apart, together)] == [False, True]


def test_etuis_that_circulate_show_nothing(evening):
    play = list_plays(evening)[5]
    enter_result(play, 120)
    ours, theirs = at(evening, 1, 0), at(evening, 2, 0)

    comparison = shown_of(evening, ours, theirs)

    assert {half.mark for deal in comparison.deals if deal.board != 1 for half in deal.halves} == {None}
    assert {half.deal.kind for deal in comparison.deals if deal.board != 1 for half in deal.halves} == {None}


def test_the_page_asks_what_shows_and_keeps_to_the_private_link(evening):
    ours, theirs = at(evening, 1, board_taker(1)), at(evening, 2, board_taker(1))
    ensure_links([ours.person])
    own_address = reverse("public-own-compare", args=[person_secret(ours.person), evening.slug])
    set_showing(tournament=evening, showing=Showing(is_own_alone=True), set_by=None)

    public, private = compare(evening, ours, theirs), Client().get(own_address, {"avec": theirs.pk})

    assert [first_etui(page.context["shown"]).halves[0].mark for page in (public, private)] == [None, 25]
    assert first_etui(private.context["shown"]).halves[1].mark is None
    assert "ne sont pas encore visibles" in public.text
    set_showing(tournament=evening, showing=Showing(own_marks=Moment.HIDDEN), set_by=None)
    hidden = first_etui(shown_of(evening, ours, theirs))
    assert [(half.deal.score, half.mark, half.swing) for half in hidden.halves] == [
        (FIELD[0], None, None),
        (hidden.halves[1].deal.score, None, None),
    ]


def test_the_private_link_answers_in_the_language_of_its_reader(evening):
    ours, theirs = at(evening, 1, 0), at(evening, 2, 0)
    Person.objects.filter(pk=ours.person_id).update(language="en")
    ensure_links([ours.person])
    own_address = reverse("public-own-compare", args=[person_secret(ours.person), evening.slug])

    assert "Board by board" in Client().get(own_address, {"avec": theirs.pk}).text


def test_names_show_as_everywhere(evening):
    ours, theirs = at(evening, 1, 0), at(evening, 2, 0)
    assert theirs.person.full_name in compare(evening, ours, theirs).text

    Person.objects.filter(pk=theirs.person_id).update(shows_full_name=False)

    assert theirs.person.full_name not in compare(evening, ours, theirs).text


@pytest.mark.parametrize("other", ["", "x", "0", "²", "9" * 30, "-1"])
def test_somebody_who_is_not_there_is_compared_with_nobody(evening, other):
    ours = at(evening, 1, 0)
    address = reverse("public-compare", args=[evening.slug, ours.pk])

    assert Client().get(address, {"avec": other}).status_code == 404
    assert Client().get(address, {"avec": ours.pk}).status_code == 404


def test_the_players_page_offers_everybody_else_and_the_address_without_a_choice_leads_there(evening):
    ours = at(evening, 1, 0)
    address = reverse("public-compare", args=[evening.slug, ours.pk])

    page = Client().get(address, follow=True)

    assert page.redirect_chain == [(reverse("public-player", args=[evening.slug, ours.pk]), 302)]
    assert len(page.context["comparable"]) == 19
    assert f'action="{address}"' in page.text


def test_the_cost_is_the_same_with_one_etui_and_with_four(evening, django_assert_max_num_queries):
    ours, theirs = at(evening, 1, 0), at(evening, 2, 0)
    with django_assert_max_num_queries(14) as few:
        compare(evening, ours, theirs)
    enter_results((play, 60) for play in list_plays(evening)[5:20])
    cache.clear()

    with django_assert_max_num_queries(len(few)):
        compare(evening, ours, theirs)


@pytest.mark.parametrize(
    ("code", "options", "bonds"),
    [
        ("triplets", {}, {Bond.SAME_CARDS, Bond.OPPONENTS, Bond.APART}),
        ("quartets", {}, {Bond.OPPONENTS, Bond.APART}),
        ("free_deals", {}, {Bond.OPPONENTS}),
        ("friendly", {"method": "difference"}, {Bond.SAME_CARDS, Bond.OPPONENTS, Bond.APART}),
    ],
)
def test_every_format_has_its_comparison(code, options, bonds):
    document = drawn(code, 1) | {"options": options}
    document["sessions"][0]["rulings"] = []
    event = store_event(make_club(), document)
    for number in range(len(event.plays)):
        store_result(event, number)
    StandingsRequest.objects.create(session=event.session)
    refresh_standings(session=event.session)
    tournament = event.session.tournament
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.PUBLIC, state="playing")
    entries = list(Entry.objects.filter(tournament=tournament).order_by("pk"))

    pages = [compare(tournament, entries[0], rival) for rival in entries[1::2]]

    deals_shown = [deal for page in pages for deal in page.context["shown"].deals]
    assert {page.status_code for page in pages} == {200}
    assert {deal.bond for deal in deals_shown} == bonds
