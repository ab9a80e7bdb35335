"""A friendly evening drawn round by round in a browser, to its end: best against best after each round."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.e2e.signed_in import sign_in
from tests.factories.draws import enter_totals, tables_in
from tests.factories.sheets import make_sheet_tournament
from tests.factories.tournaments import make_club, make_user
from tournaments.enums import DrawState, Visibility
from tournaments.models import ResultSlip, RoundDraw, Tournament
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tournament() -> Tournament:
    """Sixteen players at four tables, three rounds of totals."""
    new_tournament = make_sheet_tournament(
        make_club(), table_count=4, player_count=16, round_count=3, deals=4, options={"sheet": "totals"}
    )
    Tournament.objects.filter(pk=new_tournament.pk).update(visibility=Visibility.PUBLIC)
    return new_tournament


def naive_totals(tournament: Tournament) -> dict[int, int]:
    """Return the points of each entry, added up sheet by sheet from the stored rows."""
    totals: dict[int, int] = {}
    slips = ResultSlip.objects.current().filter(play__round__section__session__tournament=tournament)
    for slip in slips.select_related("play"):
        for seating in slip.play.round.seatings.filter(table=slip.play.table):
            score = int(slip.seat_scores[seating.seat])
            totals[seating.entry_id] = totals.get(seating.entry_id, 0) + score
    return totals


def test_evening_drawn_round_by_round(page: Page, live_server, tournament: Tournament) -> None:
    site, slug = live_server.url, tournament.slug
    sign_in(page.context, site, make_user(club=tournament.club))
    page.set_viewport_size({"width": 360, "height": 640})

    page.goto(site + reverse("organiser-movement", args=[slug]))
    page.get_by_role("radio", name="Par un tirage avant chaque tour").check()
    page.get_by_role("button", name="Enregistrer").click()
    page.goto(site + reverse("organiser-places", args=[slug]))
    page.get_by_role("button", name="Fixer les places de toute la soirée").click()
    enter_totals(tournament, 1)

    # the second round: one swap with the keyboard, one by drag and drop
    page.goto(site + reverse("organiser-desk", args=[slug]))
    page.get_by_role("button", name="Tour suivant").click()
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

    # undone, drawn again, played
    page.get_by_text("Annuler ce tirage").first.click()
    page.get_by_role("button", name="Annuler ce tirage").click()
    expect(page.get_by_text("Le tirage est annulé")).to_be_visible()
    assert tables_in(tournament, 2) == []
    for number in (2, 3):
        page.get_by_role("button", name="Tirer", exact=True).click()
        page.get_by_role("button", name="Publier ces tables").click()
        expect(page.get_by_text("Le tour est publié")).to_be_visible()
        enter_totals(tournament, number)
        page.reload()
    expect(page.get_by_text("Tous les tours sont tirés.")).to_be_visible()

    assert RoundDraw.objects.filter(state=DrawState.PUBLISHED).count() == 2
    meetings = [
        pair
        for number in (1, 2, 3)
        for table in tables_in(tournament, number)
        for pair in [(player, second) for player in table for second in table if player < second]
    ]
    assert len(meetings) == len(set(meetings)) == 3 * 4 * 6
    session = tournament.sessions.get()
    refresh_standings(session=session)
    totals = {row.entry.pk: row.value for row in snapshot_rows(latest_standings(session))}
    assert totals == naive_totals(tournament)
