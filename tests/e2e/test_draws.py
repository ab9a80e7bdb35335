"""The draw of a second round in a browser: places swapped by key and by drag, published, undone."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.e2e.signed_in import sign_in
from tests.factories.draws import enter_totals, make_drawn_tournament, tables_in
from tests.factories.tournaments import make_club, make_user
from tournaments.enums import Visibility
from tournaments.models import RoundDraw, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament() -> Tournament:
    """Sixteen players seated at four tables, three rounds of totals."""
    new_tournament = make_drawn_tournament(make_club(), table_count=4, player_count=16, round_count=3)
    Tournament.objects.filter(pk=new_tournament.pk).update(visibility=Visibility.PUBLIC)
    return new_tournament


def test_round_is_drawn_swapped_published_and_undone(page: Page, live_server, tournament: Tournament) -> None:
    site, slug = live_server.url, tournament.slug
    sign_in(page.context, site, make_user(club=tournament.club))
    page.set_viewport_size({"width": 360, "height": 640})

    enter_totals(tournament, 1)

    # one swap with the keyboard, one by drag and drop
    page.goto(site + reverse("organiser-desk", args=[slug]))
    page.get_by_role("link", name="Tour suivant").click()
    page.get_by_role("button", name="Tirer", exact=True).click()
    expect(page.get_by_role("heading", name="Tirage à publier, tour 2")).to_be_visible()
    round_draw = RoundDraw.objects.get()
    first = page.locator('[data-place="1-0"]')
    # the page shows before its script has made the places movable
    expect(first).to_have_attribute("role", "button")
    first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="choisissez l’autre place")).to_be_visible()
    page.locator('[data-place="4-0"]').focus()
    page.keyboard.press("Space")
    expect(page.get_by_text("Les deux places sont échangées.")).to_be_visible()
    changed = RoundDraw.objects.get()
    assert (changed.tables[0][1][0], changed.tables[3][1][0]) == (
        round_draw.tables[3][1][0],
        round_draw.tables[0][1][0],
    )
    page.set_viewport_size({"width": 1280, "height": 1400})
    expect(page.locator('[data-place="4-0"]')).to_have_attribute("draggable", "true")
    page.locator('[data-place="4-0"]').drag_to(page.locator('[data-place="1-0"]'))
    expect(page.get_by_text("Les deux places sont échangées.")).to_be_visible()
    assert RoundDraw.objects.get().tables == round_draw.tables

    public = page.context.browser.new_page()
    public.goto(site + reverse("public-seats", args=[slug]))
    expect(public.get_by_text("Tour 2")).to_have_count(0)
    page.get_by_role("button", name="Publier ces tables").click()
    expect(page.get_by_role("heading", name="Tirage publié, tour 2")).to_be_visible()
    public.reload()
    expect(public.get_by_text("Tour 2").first).to_be_attached()
    public.close()

    page.get_by_text("Annuler ce tirage").first.click()
    page.get_by_role("button", name="Annuler ce tirage").click()
    expect(page.get_by_text("Le tirage est annulé")).to_be_visible()
    assert tables_in(tournament, 2) == []
