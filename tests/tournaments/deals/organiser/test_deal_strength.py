"""Strength of a set of deals: numbers and bars for readers, with a trace entry."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.core.dealing.hand_value import evaluate_hand
from games.models import Deal
from tests.factories.opened import open_deal_layout
from tests.factories.tournaments import SEED, make_reader, make_seated_tournament, make_tournament
from tournaments.deals.services.deals import deal_boards
from tournaments.models import AuditEvent, Club, Tournament


def strength_path(tournament: Tournament) -> str:
    return reverse("organiser-deals-strength", args=[tournament.slug])


def test_every_hand_has_its_points_and_its_bar(signed_in: Client, owner: User, club: Club) -> None:
    tournament = make_seated_tournament(club)
    make_reader(owner, tournament)

    page = signed_in.get(strength_path(tournament))

    deal = Deal.objects.get(number=1)
    points = [evaluate_hand(hand).with_dog for hand in open_deal_layout(deal).hands]
    assert list(page.context["boards"][0][0].strengths) == points
    assert f'<rect width="{points[0]}" height="8" />' in page.text
    assert page.text.count("<svg") == 80
    assert sum(count for _name, count in page.context["levels"]) == 20
    assert AuditEvent.objects.filter(action="deals.strength_seen", actor=owner).count() == 1
    deals = signed_in.get(reverse("organiser-deals", args=[tournament.slug]))
    assert [words for _event, words in deals.context["readings"]] == ["Force des mains, à l’écran"]


@pytest.mark.parametrize(("takers_only", "bars"), [(True, 20), (False, 80)])
def test_hand_that_is_not_dealt_has_no_bar(
    signed_in: Client, owner: User, club: Club, takers_only: bool, bars: int
) -> None:
    tournament = make_tournament(club)
    make_reader(owner, tournament)
    deal_boards(session=tournament.sessions.get(), dealt_by=None, seed=SEED, takers_only=takers_only)

    assert signed_in.get(strength_path(tournament)).text.count("<svg") == bars


def test_before_the_dealing_there_is_nothing_and_no_trace(signed_in: Client, owner: User, club: Club) -> None:
    tournament = make_tournament(club)
    make_reader(owner, tournament)

    assert "pas encore distribuées" in signed_in.get(strength_path(tournament)).text
    assert not AuditEvent.objects.filter(action="deals.strength_seen").exists()
