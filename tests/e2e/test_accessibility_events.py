"""Pages that no demonstration leads to: several sessions, partners, sheets of scores, prizes."""

import datetime
import uuid
from collections.abc import Callable

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page

from publishing.models import ClubSite, Laptop
from publishing.services.publishing import share_event
from tests.e2e.judging import faults_of_kinds
from tests.e2e.signed_in import sign_in
from tests.factories.draws import draw, enter_totals, make_drawn_tournament
from tests.factories.register_changes import take_list
from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.sheets import bid_line, enter_line, make_sheet_tournament, seat
from tests.factories.tournaments import (
    SCORES,
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_team_tournament,
    make_tournament,
    make_user,
    written,
)
from tournaments.core.exchange.player_row import PlayerRow
from tournaments.enums import PrizeShowing, Visibility
from tournaments.events.services.events import set_visibility
from tournaments.installation.archive import dated_path
from tournaments.installation.backups import expect_backups
from tournaments.installation.certificates import renew_certificate
from tournaments.installation.staged_restore import RestoreStep, StagedRestore, write_staged
from tournaments.models import HouseRules, Play, PrizePlan, Tournament
from tournaments.people.services.person_links import ensure_links, person_secret
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.services.second_entries import enter_second, set_entry_rules
from tournaments.seating.services.seating import apply_movement

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def look_at(page: Page, live_server) -> Callable[..., list[str]]:
    """Return a function that opens a named page and returns its faults."""

    def look(name: str, *args: object) -> list[str]:
        path = reverse(name, args=args)
        answer = page.goto(live_server.url + path)
        assert answer is not None
        return faults_of_kinds(page, path, name, {}) if answer.status == 200 else [f"{path}: {answer.status}"]

    return look


def test_ranking_of_several_sessions_has_no_fault(look_at) -> None:
    tournament = play_session(make_short_evening())
    open_next(tournament)
    apply_movement(tournament=tournament, seated_by=None)
    tournament = play_session(tournament, first_score=5)
    set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)

    assert look_at("public-standings", tournament.slug) == []


def test_no_page_of_partners_score_sheets_and_attackers_has_a_fault(page: Page, live_server, look_at) -> None:
    club = make_club()
    pairs = make_sheet_tournament(club, format_code="free_deals_pairs")
    seated = seat(make_sheet_tournament(club))
    sign_in(page.context, live_server.url, make_user(club=club))

    page_faults = look_at("organiser-partners", pairs.slug)
    page_faults += look_at("organiser-score-sheet", seated.slug, 1, 1)
    page_faults += look_at("organiser-check-score-sheet", seated.slug, 1, 1)
    page_faults += look_at("organiser-handicap", seated.slug)
    drawn_evening = make_drawn_tournament(club)
    enter_totals(drawn_evening, 1, but=(2,))
    draw(drawn_evening, most_missing=1)
    page_faults += look_at("organiser-next-round", drawn_evening.slug)
    page_faults += look_at("organiser-attackers", make_team_tournament(club, "teams", is_seated=True).slug)

    assert page_faults == []


def test_no_page_of_points_and_claims_has_a_fault(look_at) -> None:
    evening = seat(make_sheet_tournament(make_club()))
    for play in Play.objects.all():
        enter_line(play, bid_line(0, 56))
    until = timezone.now() + datetime.timedelta(hours=1)
    Tournament.objects.filter(pk=evening.pk).update(visibility=Visibility.PUBLIC, claims_until=until)
    refresh_standings(session=evening.sessions.get())
    person = evening.entries.order_by("pk")[0].person
    ensure_links([person])

    page_faults = look_at("public-points", evening.slug)
    page_faults += look_at("public-claims", evening.slug)
    page_faults += look_at("public-own-claims", person_secret(person), evening.slug)

    assert page_faults == []


def test_no_page_of_lists_series_and_house_rules_has_a_fault(page: Page, live_server, look_at) -> None:
    club = make_club()
    change = take_list(club, PlayerRow(last_name="Liste", first_name="Anne"))
    rules = HouseRules.objects.create(club=club, name="Entre nous", game="tarot-4", rules="fft")
    series = uuid.uuid4()
    Tournament.objects.filter(pk=make_tournament(club).pk).update(series=series)
    sign_in(page.context, live_server.url, make_user(club=club))

    page_faults = look_at("organiser-people-change", club.slug, change.pk)
    page_faults += look_at("organiser-lost-codes", club.slug)
    page_faults += look_at("organiser-series", club.slug, series)
    page_faults += look_at("organiser-house-rules-add", club.slug)
    page_faults += look_at("organiser-house-rules-change", club.slug, rules.pk)

    assert page_faults == []


def test_no_page_of_prizes_has_a_fault(page: Page, live_server, look_at) -> None:
    evening = make_seated_tournament(make_club())
    sign_in(page.context, live_server.url, make_user(club=evening.club))
    enter_results(zip(list_plays(evening)[:5], SCORES, strict=False))
    refresh_standings(session=evening.sessions.get())
    Tournament.objects.filter(pk=evening.pk).update(visibility=Visibility.PUBLIC)
    plan = PrizePlan.objects.create(tournament=evening, extra_cents=80_00, showing=PrizeShowing.WINNERS)
    rule = plan.rules.create(position=1, name="Général", ranking="overall", amounts=[50_00, 30_00])

    page_faults = look_at("organiser-prize-rule", evening.slug, rule.pk)
    page_faults += look_at("public-prizes", evening.slug)

    assert page_faults == []


def test_no_page_of_a_second_entry_has_a_fault(page: Page, live_server, look_at) -> None:
    evening = make_seated_tournament(make_club())
    owner, claire = (make_user(name, club=evening.club) for name in ("Odile", "Claire"))
    set_entry_rules(tournament=evening, needs_second_entry=True, set_by=owner)
    sign_in(page.context, live_server.url, owner)
    play = next(play for play in list_plays(evening) if play.board == 1)

    page_faults = look_at("organiser-second-traveller", evening.slug, 1)
    enter_result(play, 84, user=claire)
    enter_second(play=play, line=written(-84), entered_by=owner)
    page_faults += look_at("organiser-second-settle", evening.slug, play.pk)

    assert page_faults == []


def test_no_page_of_the_hall_and_its_site_has_a_fault(page: Page, live_server, look_at) -> None:
    owner = make_user(club=make_club())
    club = owner.memberships.get().club
    sign_in(page.context, live_server.url, owner)
    Laptop.objects.create(club=club, name="Portable", public_key="00" * 32, paired_by=owner)
    page_faults = look_at("organiser-publishing", club.slug)
    # a laptop whose site does not answer
    paired = {"club_name": "Club", "laptop": 1, "private_key": "00" * 32, "phrase": "abcd-efgh"}
    site = ClubSite.objects.create(club=club, address="http://127.0.0.1:9/", paired_by=owner, **paired)
    share_event(tournament=make_tournament(club), site=site, shared_by=owner)
    page_faults += look_at("organiser-publishing", club.slug)
    page_faults += look_at("organiser-publishing-site", club.slug)

    assert page_faults == []


def test_page_that_leads_to_https_has_no_fault(look_at, settings, tmp_path) -> None:
    settings.VAR_DIR, settings.ETUI_IS_IN_HALL = tmp_path, True
    renew_certificate(["192.168.1.20"], now=timezone.now())

    for settings.ETUI_HTTPS_ADDRESS in ("", ":8443"):
        assert look_at("public-https") == []


def test_no_page_of_backups_with_an_archive_has_a_fault(
    page: Page, live_server, look_at, settings, tmp_path
) -> None:
    settings.VAR_DIR, settings.ETUI_IS_IN_HALL = tmp_path, True
    current_time = timezone.now()
    expect_backups()
    archive = dated_path("nightly", now=current_time)
    archive.touch()
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "site.log").write_text("2026-11-28 20:05:00,000 ERROR tests: failed\nValueError\n")
    user = make_user(club=make_club())
    user.is_superuser = True
    user.save()
    sign_in(page.context, live_server.url, user)

    page_faults = look_at("organiser-backups")
    page_faults += look_at("organiser-backup-encrypted", archive.name)
    page_faults += look_at("organiser-restore")
    write_staged(StagedRestore(RestoreStep.READY, current_time, archive.name, "mark", ("clubs : 1",)))
    page_faults += look_at("organiser-restore")
    page_faults += look_at("organiser-site-log")

    assert page_faults == []
