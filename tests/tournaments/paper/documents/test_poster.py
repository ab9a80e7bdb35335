"""The poster: the address that phones reach, as a code and in letters; only once visitors are let in."""

import pytest

from common.errors import AppError
from tests.factories.tournaments import make_club, make_tournament
from tournaments.enums import DocumentKind, Visibility
from tournaments.models import Tournament
from tournaments.paper.documents.hall.poster import POSTER, Poster, build_poster
from tournaments.paper.documents.making.document import build_sheets
from tournaments.paper.documents.making.options import DocumentOptions

pytestmark = pytest.mark.django_db


@pytest.fixture
def announced() -> Tournament:
    tournament = make_tournament(make_club(), name="Grand prix")
    tournament.visibility = Visibility.PUBLIC
    tournament.save()
    return tournament


def test_address_is_that_of_the_ranking_on_this_site(announced):
    options = DocumentOptions(site="http://192.168.1.20:8000", note="Wi-Fi : Tarot")

    (poster,) = build_poster(announced, options)

    assert poster == Poster(f"http://192.168.1.20:8000/t/{announced.slug}/", "Wi-Fi : Tarot", "large")
    assert poster.shown_address == f"192.168.1.20:8000/t/{announced.slug}/"


def test_unknown_address_is_refused(announced):
    with pytest.raises(AppError) as refusal:
        build_poster(announced, DocumentOptions())

    assert refusal.value.code == "site_missing"


def test_ranking_that_visitors_may_not_see_is_not_announced(announced):
    announced.visibility = Visibility.PRIVATE

    with pytest.raises(AppError) as refusal:
        build_sheets(POSTER, announced, DocumentOptions(site="https://etui.example"))

    assert refusal.value.code == "visibility_missing"


def test_name_of_any_length_leaves_the_code_its_page(announced, printed):
    announced.name = "Championnat de printemps du comité des Deux-Rives, " * 2
    announced.save()
    note = "À vingt heures trente, salle polyvalente du stade, étage 2 ; Wi-Fi : Tarot, code : petitaubout"

    pages = printed(
        DocumentKind.POSTER, announced, options=DocumentOptions(site="https://etui.example", note=note)
    ).pages

    text = " ".join(pages[0].extract_text().split())
    assert len(pages) == 1
    assert "petitaubout" in text
    assert f"etui.example/t/{announced.slug}/" in text
