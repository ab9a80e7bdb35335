"""Page of the receipts of an event."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_people, make_tournament, make_user
from tournaments.entries.services.fees import settle_fee
from tournaments.enums import DocumentKind, EventRole
from tournaments.events.services.events import enter_people
from tournaments.models import Club, ClubPage, FeeRate, PaymentReceipt, Tournament


@pytest.fixture
def tournament(club: Club) -> Tournament:
    tournament = make_tournament(club)
    enter_people(tournament=tournament, people=make_people(club, 3), entered_by=None)
    FeeRate.objects.create(tournament=tournament, name="Plein", cents=1250)
    for entry in tournament.entries.all()[:2]:
        settle_fee(entry=entry, is_paid=True, recorded_by=None)
    return tournament


def send(client: Client, tournament: Tournament, name: str, *places: int, **data: object) -> str:
    path = reverse(name, args=[tournament.slug, *places])
    return client.post(path, data, follow=True).content.decode()


def test_receipts_are_issued_for_one_and_for_all(signed_in: Client, tournament: Tournament) -> None:
    second = tournament.entries.all()[1]
    before = signed_in.get(reverse("organiser-receipts", args=[tournament.slug])).text
    one = send(signed_in, tournament, "organiser-receipts-issue", entry=second.pk)
    nobody = send(signed_in, tournament, "organiser-receipts-issue", entry="x")
    rest = send(signed_in, tournament, "organiser-receipts-issue", all="1")

    assert "Payés sans reçu <strong>25,00\u00a0€</strong>" in before
    assert "1 reçu établi." in one
    assert "Toutes les sommes notées ont déjà leur reçu." in nobody
    assert "1 reçu établi." in rest
    assert list(PaymentReceipt.objects.values_list("number", "payer")) == [(1, "NOM02 Ana"), (2, "NOM01 Ana")]


def test_other_sum_gets_a_receipt_and_errors_stand_at_their_fields(
    signed_in: Client, tournament: Tournament
) -> None:
    wrong = send(signed_in, tournament, "organiser-receipts", payer="Mme Untel", cents="0", means="cash")
    right = send(
        signed_in,
        tournament,
        "organiser-receipts",
        payer="Mme Untel",
        subject="cotisation 2026-2027",
        cents="25",
        means="cheque",
    )

    assert "Écrivez une somme au-dessus de zéro." in wrong
    assert 'value="Mme Untel"' in wrong
    assert "Le reçu n°\u00a01 est établi." in right
    receipt = PaymentReceipt.objects.get()
    assert (receipt.is_fee, receipt.cents, receipt.means, receipt.entry) == (False, 2500, "cheque", None)


def test_cancellation_needs_a_reason(signed_in: Client, tournament: Tournament) -> None:
    send(signed_in, tournament, "organiser-receipts-issue", all="1")
    receipt = PaymentReceipt.objects.get(number=1)

    without = send(signed_in, tournament, "organiser-receipt-cancel", receipt.pk, reason=" ")
    is_valid = PaymentReceipt.objects.get(number=1).cancelled_at is None
    done = send(signed_in, tournament, "organiser-receipt-cancel", receipt.pk, reason="mauvais nom")

    assert "écrivez pourquoi vous l’annulez" in without
    assert is_valid
    assert "il garde son numéro" in done
    assert "mauvais nom" in done


def test_head_of_receipts_is_written_on_the_page_of_the_club(
    signed_in: Client, tournament: Tournament
) -> None:
    path = reverse("organiser-club-page", args=[tournament.club.slug])
    name = {"name": tournament.club.name}
    refused = signed_in.post(path, name | {"receipt_head": "\n".join("1234567")})
    signed_in.post(path, name | {"receipt_head": "12 rue du Chien\nSIREN 123 456 789"})

    page_text = signed_in.get(reverse("organiser-receipts", args=[tournament.slug])).text

    assert refused.context["form"].errors == {"receipt_head": ["6 lignes au plus."]}
    assert ClubPage.objects.get().receipt_head.endswith("SIREN 123 456 789")
    assert "SIREN 123 456 789" in page_text
    assert path in page_text


def test_treasurer_has_the_papers_of_the_till_alone(client: Client, tournament: Tournament) -> None:
    client.force_login(make_user(tournament=tournament, role=EventRole.TREASURER))
    send(client, tournament, "organiser-receipts-issue", all="1")

    page_text = client.get(reverse("organiser-documents", args=[tournament.slug])).text

    offered = [kind for kind in DocumentKind if f"/documents/{kind}/" in page_text]
    assert offered == [DocumentKind.RECEIPTS, DocumentKind.TAKINGS]
