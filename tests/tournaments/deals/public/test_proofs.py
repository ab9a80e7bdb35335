"""Revealed set of deals, and the page that computes it again."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models import DealSet
from tests.factories.opened import seed_of
from tests.factories.tournaments import make_club, make_seated_tournament, reveal
from tournaments.deals.forms.deals import ProofForm
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

VERIFY = "/verifier/"


@pytest.fixture
def sealed() -> Tournament:
    tournament = make_seated_tournament(make_club())
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)


@pytest.fixture
def revealed(sealed: Tournament) -> Tournament:
    reveal(sealed)
    return sealed


def fetch_document(tournament: Tournament) -> str:
    return Client().get(reverse("public-deal-document", args=[tournament.slug])).text


def test_document_does_not_exist_while_the_set_is_sealed(sealed: Tournament) -> None:
    address = reverse("public-deal-document", args=[sealed.slug])
    assert Client().get(address).status_code == 404

    reveal(sealed)

    answer = Client().get(address)
    assert answer.json()["seed"] == seed_of(DealSet.objects.get()).hex()
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{sealed.slug}-donnes.json"'


def test_tournament_page_shows_the_revealed_seed_and_where_to_check_it(revealed: Tournament) -> None:
    deal_set = DealSet.objects.get()

    page = Client().get(reverse("public-boards", args=[revealed.slug])).text

    assert seed_of(deal_set).hex() in page
    assert f"{VERIFY}?empreinte={deal_set.commitment}" in page
    assert f'value="{deal_set.commitment}"' in Client().get(f"{VERIFY}?empreinte={deal_set.commitment}").text


@pytest.mark.parametrize("is_file", [False, True])
def test_sound_document_is_made_again_etui_by_etui(revealed: Tournament, is_file: bool) -> None:
    text = fetch_document(revealed)
    form = {"file": SimpleUploadedFile("donnes.json", text.encode())} if is_file else {"document": text}

    page = Client().post(VERIFY, {**form, "commitment": DealSet.objects.get().commitment.upper()})

    assert "La graine refait les 20 donnes" in page.text
    assert [page.text.count(words) for words in ("Conforme.", 'class="suits"')] == [20, 100]


def test_tampered_deal_is_named_and_its_true_cards_shown(revealed: Tournament) -> None:
    document = json.loads(fetch_document(revealed))
    deals = document["deals"]
    deals[2]["hands"], deals[3]["hands"] = deals[3]["hands"], deals[2]["hands"]

    page = Client().post(VERIFY, {"document": json.dumps(document)})

    assert "Ces donnes ne sont pas celles qui ont été scellées." in page.text
    wrong = [board.sentence.partition("\u00a0:")[0] for board in page.context["boards"] if not board.is_right]
    assert wrong == ["Étui 3", "Étui 4"]


def test_document_of_another_tournament_is_not_the_published_one(revealed: Tournament) -> None:
    page = Client().post(VERIFY, {"document": fetch_document(revealed), "commitment": "0" * 64})

    assert "L’empreinte n’est pas celle qui a été publiée." in page.text


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({}, "Choisissez un fichier"),
        ({"document": "{"}, "Ce document est illisible"),
        ({"document": "[]"}, "Ce document est illisible"),
        ({"document": "{}", "commitment": "abc"}, "64 chiffres hexadécimaux"),
    ],
)
def test_what_cannot_be_read_is_refused(sent: dict[str, str], told: str) -> None:
    page = Client().post(VERIFY, sent)

    assert (page.status_code, told in page.text) == (200, True)


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"x" * (ProofForm.MOST_BYTES + 1)])
def test_file_that_is_no_document_is_refused(content: bytes) -> None:
    page = Client().post(VERIFY, {"file": SimpleUploadedFile("donnes.json", content)})

    assert page.status_code == 200
    assert page.context["form"].errors


@pytest.mark.usefixtures("one_moment")
def test_bots_that_verify_again_and_again_are_told_to_wait(client: Client) -> None:
    answers = [client.post(VERIFY, {"document": "{}"}).status_code for _ in range(7)]

    assert answers == [200] * 6 + [429]
    assert client.get(VERIFY).status_code == 200
