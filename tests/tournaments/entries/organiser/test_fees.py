"""Entry fees on their page."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_people, make_team_tournament, make_tournament
from tournaments.events.services.events import enter_people
from tournaments.models import Club, EntryFee, FeeRate, PrizePlan, Tournament


@pytest.fixture
def tournament(club: Club) -> Tournament:
    tournament = make_tournament(club)
    enter_people(tournament=tournament, people=make_people(club, 2), entered_by=None)
    FeeRate.objects.create(tournament=tournament, name="Plein", cents=1250)
    return tournament


def page(tournament: Tournament) -> str:
    return reverse("organiser-fees", args=[tournament.slug])


def pay(client: Client, tournament: Tournament, **data: object) -> str:
    entry = tournament.entries.order_by("pk")[0]
    rate = FeeRate.objects.get(tournament=tournament, name="Plein")
    path = reverse("organiser-fee-pay", args=[tournament.slug, entry.pk])
    return client.post(path, {"rate": rate.pk, **data}, follow=True).content.decode()


def test_rates_are_written_and_the_account_follows(signed_in: Client, tournament: Tournament) -> None:
    data = {"name_1": "Plein", "cents_1": "12,50", "name_2": "Jeunes", "cents_2": "5"}

    page_text = signed_in.post(page(tournament), data, follow=True).content.decode()

    assert list(FeeRate.objects.values_list("name", "cents")) == [("Plein", 1250), ("Jeunes", 500)]
    assert "<strong>25,00\u00a0€</strong>" in page_text
    assert "Jeunes (5,00\u00a0€)" in page_text


def test_teams_alone_are_asked_whether_they_pay_for_each_member(
    signed_in: Client, tournament: Tournament, club: Club
) -> None:
    teams, question = make_team_tournament(club, "triplets"), "Les équipes paient pour chaque équipier"

    page_texts = [signed_in.get(page(event)).text for event in (teams, tournament)]
    for event in (teams, tournament):
        signed_in.post(page(event), {"per_member": "on", "name_1": "Plein", "cents_1": "5"})

    assert [question in text for text in page_texts] == [True, False]
    assert [PrizePlan.objects.get(tournament=event).fee_per_member for event in (teams, tournament)] == [
        True,
        False,
    ]


def test_sum_that_is_none_keeps_what_was_typed(signed_in: Client, tournament: Tournament) -> None:
    page_text = signed_in.post(page(tournament), {"name_1": "Plein", "cents_1": "douze"}).content.decode()

    assert "«\u00a0douze\u00a0» n’est pas une somme." in page_text
    assert 'value="douze"' in page_text


def test_payments_are_noted_one_by_one(signed_in: Client, tournament: Tournament) -> None:
    part = pay(signed_in, tournament, paid="10")
    after_part = EntryFee.objects.get().paid_cents
    page_text = pay(signed_in, tournament, all="1")
    after_all = EntryFee.objects.get().paid_cents
    refused = pay(signed_in, tournament, paid="x")

    assert (after_part, after_all) == (1000, 1250)
    assert "2,50\u00a0€" in part
    assert "NOM01 Ana\u00a0: paiement noté." in page_text
    assert "n’est pas une somme" in refused


def test_payment_that_another_desk_noted_meanwhile_is_not_overwritten(
    signed_in: Client, tournament: Tournament
) -> None:
    assert 'name="initial-paid" value=""' in signed_in.get(page(tournament)).text
    pay(signed_in, tournament, paid="5", **{"initial-paid": ""})
    assert 'name="initial-paid" value="5"' in signed_in.get(page(tournament)).text

    refused = pay(signed_in, tournament, paid="3", **{"initial-paid": ""})
    assert "Changé entre-temps\xa0: 5." in refused
    assert EntryFee.objects.get().paid_cents == 500

    pay(signed_in, tournament, paid="8", **{"initial-paid": "5"})
    pay(signed_in, tournament, paid="5", **{"initial-paid": "5"})
    assert EntryFee.objects.get().paid_cents == 800
    pay(signed_in, tournament, paid="5", all="1", **{"initial-paid": "5"})
    assert EntryFee.objects.get().paid_cents == 1250
