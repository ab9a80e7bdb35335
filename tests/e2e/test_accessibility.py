"""Every page with a screen reader, zoomed, and without mouse, JavaScript or a steady network."""

import re
from collections.abc import Callable

import pytest
from django.urls import get_resolver
from playwright.sync_api import Browser, Page, expect

from tests.e2e.judging import (
    BY_DAY,
    LOOKS,
    LOOKS_OF_TODAY,
    SIZES_OF_TODAY,
    STRUCTURE_OF_TODAY,
    Look,
    broken_rules,
    expect_judging,
    faults,
    faults_of_kinds,
    resize,
    too_heavy,
)
from tests.e2e.shared_site import DeskOf
from tests.e2e.walking import IS_WHOLE, name_of, page_names, walk
from tests.processes import Server

ONLY_FORMS = frozenset(
    {
        "public-own-language",
        "organiser-claim-answer",
        "organiser-api-token-revoke",
        "organiser-webhook-pause",
        "organiser-webhook-try",
        "organiser-webhook-delete",
        "organiser-laptop-revoke",
        "organiser-publishing-act",
        "organiser-publishing-add",
        "organiser-publishing-write",
        "organiser-publishing-code",
        "organiser-publishing-part",
        "organiser-restore-request",
        "organiser-site-mail",
        "organiser-prize-raise",
        "organiser-referees",
        "organiser-share-back",
        "organiser-share-next",
        "organiser-share-range",
        "organiser-share-sheet",
        "organiser-sheet-answer",
        "organiser-sheet-ask",
        "public-own-arrival",
        "public-own-tie",
        "public-registration-forget",
        "organiser-sheet-kind",
        "organiser-table-codes",
        "own-tie-answer",
        "own-untie",
        "organiser-phone-end",
        "organiser-paper-template-preview",
        "organiser-paper-template-remove",
        "organiser-template-delete",
        "organiser-template-rename",
        "organiser-template-restore",
        "organiser-template-save",
        "organiser-archive",
        "organiser-document-cancel",
        "organiser-result-undo",
        "organiser-scan-add",
        "organiser-scan-assign",
        "organiser-scan-remove",
        "organiser-second-choose",
        "organiser-sheet-find",
        "organiser-letter-resume",
        "organiser-letter-stop",
        "organiser-result-mails-cancel",
        "organiser-result-mails-send",
        "organiser-unarchive",
        "organiser-deals-close",
        "organiser-deals-open",
        "organiser-deals-reveal",
        "organiser-arrivals-step",
        "organiser-arrivals-day-step",
        "organiser-receipts-issue",
        "organiser-receipt-cancel",
        "organiser-arrivals-announced",
        "public-arrival",
        "public-registration-arrival",
        "organiser-entries-open",
        "organiser-entries-shut",
        "organiser-entry-restore",
        "organiser-merge-undo",
        "organiser-registration-accept",
        "organiser-registration-join",
        "organiser-registration-refuse",
        "organiser-registrations-accept",
        "public-registration-cancel",
        "public-registration-partner",
        "organiser-registration-words",
        "public-own",
        "public-club-follow",
        "public-person-follow",
        "organiser-entry-licensee",
        "organiser-entry-visitor",
        "organiser-walk-in",
        "organiser-entry-withdraw",
        "organiser-finish",
        "organiser-first-badge",
        "organiser-people-import-cancel",
        "organiser-people-import-check",
        "organiser-licences-delete",
        "organiser-licences-keep",
        "organiser-movement-search",
        "organiser-flag",  # no link before a player disputes a result: see test_table_phone
        "organiser-phone-renew",
        "organiser-phone-revoke",
        "organiser-phone-rules",
        "organiser-phones-open",
        "organiser-places-all",
        "organiser-fee-pay",
        "organiser-fee-return",
        "organiser-practice-step",
        "organiser-first-evening-move",
        "organiser-presence-change",
        "organiser-prize-drop",
        "organiser-prize-preset",
        "organiser-substitution-cancel",
        "organiser-reader-name",
        "organiser-reader-unname",
        "organiser-reopen",
        "organiser-result-confirm",
        "organiser-results-confirm",
        "organiser-result-revert",
        "organiser-result-withdraw",
        "organiser-round-lock",
        "organiser-round-unlock",
        "organiser-ruling-withdraw",
        "organiser-search-cancel",
        "organiser-unforeseen-undo",
        "organiser-movement-rounds",
        "organiser-next-round-publish",
        "organiser-next-round-swap",
        "organiser-next-round-undo",
        "organiser-score-sheet-rest",
        "organiser-seats-fix",
        "organiser-seats-undo",
        "organiser-call-close",
        "organiser-call-take",
        "organiser-clock-extend",
        "organiser-clock-set",
        "organiser-clock-turn",
        "organiser-message-take-back",
        "organiser-competition-add",
        "organiser-competition-file",
        "organiser-competition-file-remove",
        "organiser-competition-remove",
        "organiser-competition-visibility",
        "organiser-season-weights",
        "organiser-session-coefficient",
        "organiser-session-drop",
        "organiser-event-cancel",
        "organiser-event-delete",
        "organiser-house-rules-delete",
        "organiser-club-charter",
        "organiser-people-change-undo",
        "organiser-series-undo",
        "organiser-visibility",
        "organiser-showing-switch",
        "organiser-invitation-make",
        "organiser-invitation-revoke",
        "organiser-keeper-account",
        "organiser-keeper-withdraw",
        "organiser-log-publish",
        "organiser-lost-codes-send",
        "organiser-role-give",
        "organiser-role-withdraw",
        "rooms-at-once",
        "counting-keep",
        "counting-evening-undo",
        "counting-evening-write",
        "rooms-claim",
        "rooms-daily-begin",
        "rooms-direct-director",
        "rooms-direct-entry",
        "rooms-direct-words",
        "rooms-enter",
        "rooms-round-keep",
        "rooms-round-leave",
        "rooms-round-play",
        "rooms-round-write",
        "rooms-free-act",
        "rooms-free-answer",
        "rooms-free-begin",
        "rooms-free-block",
        "rooms-free-claim",
        "rooms-free-go-on",
        "rooms-free-leave",
        "rooms-free-moment",  # pages ask it
        "rooms-free-say",
        "rooms-free-sit",
        "rooms-free-write",
        "rooms-table-act",
        "rooms-table-analyse",
        "rooms-table-go-on",
        "rooms-table-hint",
        "rooms-table-undo",
    }
)
"""Addresses to which forms are sent; no link opens them."""
OF_OTHER_EVENINGS = frozenset(
    {
        "organiser-backup-encrypted",
        "public-https",
        "public-claims",
        "public-follows",
        "public-own-claims",
        "public-points",
        "public-compare",  # a form leads there: see test_replay
        "public-own-compare",
        "public-own-head-to-head",
        "public-person-head-to-head",  # one evening of the demonstration is finished: see test_replay
        "public-own-evening",
        "public-own-results",
        "public-replay",
        "organiser-second-score-sheet",
        "organiser-second-settle",
        "organiser-second-traveller",
        "organiser-arrivals-day",  # no other event of a day: see the pages that refuse or question
        "organiser-attackers",
        "organiser-bonuses",
        "organiser-next-round",
        "organiser-handicap",
        "organiser-check-score-sheet",
        "organiser-entries-tick",
        "organiser-house-rules-add",
        "organiser-house-rules-change",
        "organiser-lost-codes",
        "organiser-my-tables",
        "own-data-person",
        "organiser-partners",
        "organiser-people-change",
        "organiser-person-merge",
        "organiser-practice-delete",
        "organiser-prize-rule",
        "organiser-publishing-site",
        "organiser-score-sheet",
        "organiser-series",
        "organiser-team-add",
        "organiser-team-change",
        "organiser-team-list",
        "organiser-template-start",
        "public-invitation",
        "public-log",
        "public-prizes",
        "public-registration",
        "public-registrations",
        "public-screen",
        "rooms-club-boards",
        "rooms-club-open",
        "rooms-direct",
        "counting-club",
        "counting-evening",
        "rooms-exercise",
        "rooms-open",
        "rooms-player",
        "rooms-round",
        "rooms-round-deal",
        "rooms-round-set",
        "rooms-free-report",
        "rooms-free-table",
        "rooms-reports",
        "rooms-round-report",
        "rooms-words",
        "rooms-words-report",
        "rooms-table",
        "rooms-table-replay",
    }
)
"""Looked at by other tests (formats_teams, accessibility_events, new_event, hall, registrations,
playing, rooms, counting, staff): no demonstration leads there.
"""


def faults_on_the_way(
    page: Page,
    start: str,
    prefixes: tuple[str, ...],
    expected: set[str],
    looks: tuple[Look, ...] = LOOKS_OF_TODAY,
) -> tuple[list[str], set[str]]:
    """Return the faults of every page reached from the address `start`, and the `expected` not reached.

    By day a page is judged where it is found first; in a second tournament or club its links are followed.
    """
    all_faults: list[str] = []
    judged: dict[str, set[str]] = {}
    resize(page, SIZES_OF_TODAY[0])  # no page is laid out twice
    expect_judging(page)
    for path, status in walk(page, start, prefixes, judged, expected):
        name = name_of(path)
        if status != 200:
            all_faults.append(f"{path}: status {status}")
        elif IS_WHOLE or name not in judged:
            all_faults += too_heavy(page, path) + faults_of_kinds(page, path, name, judged, looks)
    return all_faults, expected - set(judged)


def test_faults_that_only_a_screen_or_the_dark_shows_are_found(page: Page) -> None:
    page.set_content("""<html lang="fr"><title>Deux fautes</title><main><h1>Deux fautes</h1>
        <p class="wide"><img src="data:," width="99" height="99"></p><p class="dark">illisible</p></main>
        <style>
        @media (width < 900px) { .wide { display: none } }
        @media (prefers-color-scheme: dark) { .dark { color: #ccc } }</style>""")

    rule_faults = broken_rules(page, "page", LOOKS)

    assert [line.partition(" [")[0] for line in rule_faults] == [
        "page at 1280 px, light: image-alt",
        "page at 1280 px, dark: color-contrast",
    ]


def test_fields_of_one_name_are_found_although_axe_only_doubts(page: Page) -> None:
    page.set_content("""<html lang="fr"><title>Deux formulaires</title><main><h1>Deux formulaires</h1>
        <label for="site">Lieu</label><input id="site"><label for="site">Lieu</label><input id="site">""")

    assert [fault for fault in faults(page, "page") if "site" in fault] == ["page: more than one site"]


@pytest.mark.parametrize(
    ("looks", "of_three"), [(BY_DAY, ["360 px, light"]), (LOOKS, ["360 px, light", "1280 px, dark"])]
)
def test_on_a_walk_things_of_another_kind_are_judged_again(
    page: Page, looks: tuple[Look, ...], of_three: list[str]
) -> None:
    judged: dict[str, set[str]] = {}
    shell = '<html lang="fr"><title>Titre</title><main><h1>Titre</h1>%s</main>'
    pages = {
        "one": "<p>lisible</p>",
        "two": '<p>lisible</p><p><img src="data:,"></p>',
        "three": '<p>lisible</p><p style="color: #ccc">illisible</p>',
    }

    all_faults = []
    for path, content in pages.items():
        page.set_content(shell % content)
        name = "another" if path == "three" else "name"
        all_faults += faults_of_kinds(page, path, name, judged, looks)

    assert [line.partition(" [")[0] for line in all_faults] == [
        "two at 360 px, light: image-alt",
        *(f"three at {look}: color-contrast" for look in of_three),
    ]


def test_no_public_page_has_a_fault(page: Page, site: str) -> None:
    expected_pages = (
        page_names(get_resolver(), ("public-", "rooms-", "counting-")) - ONLY_FORMS - OF_OTHER_EVENINGS
    )

    page_faults, not_reached = faults_on_the_way(
        page, f"{site}/", ("public-", "accounts-", "rooms-", "counting-"), expected_pages
    )

    assert page_faults == []
    assert not_reached == set()


def test_no_organiser_page_has_a_fault(organiser: Page, site: str) -> None:
    expected_pages = page_names(get_resolver(), ("organiser-", "own-")) - ONLY_FORMS - OF_OTHER_EVENINGS

    page_faults, not_reached = faults_on_the_way(
        organiser,
        f"{site}/organiser/",
        ("organiser-", "own-", "accounts-"),
        expected_pages,
        STRUCTURE_OF_TODAY,
    )

    assert page_faults == []
    assert not_reached == set()


def test_pages_that_refuse_or_question_have_no_fault(organiser: Page, site: str, desk_of: DeskOf) -> None:
    page_faults = []
    organiser.goto(f"{site}/t/nulle-part/")
    page_faults += faults(organiser, "a page that does not exist")
    desk = desk_of("Soirée du club")
    organiser.goto(f"{desk}penalites/nouvelle/")
    organiser.get_by_label("Faute").select_option(label="Renonce consommée")
    organiser.get_by_role("button", name="Continuer").click()
    page_faults += faults(organiser, "a ruling without its deal")
    organiser.get_by_label("Étui").fill("1")
    organiser.get_by_label("Table").fill("1")
    organiser.get_by_role("button", name="Continuer").click()
    organiser.get_by_role("button", name="Prendre la décision").click()
    page_faults += faults(organiser, "a ruling without a player")
    organiser.goto(f"{desk}resultats/etuis/1/")
    organiser.get_by_role("textbox", name=re.compile("^Gagne, étui 1, position 5")).fill("57")
    organiser.get_by_role("textbox", name=re.compile("^Gagne, étui 1, position 6")).fill("156")
    organiser.get_by_role("button", name="Enregistrer", exact=True).click()
    expect(organiser.get_by_text("+57 est impossible")).to_be_visible()
    expect(organiser.get_by_role("checkbox", name="La marque est exacte")).to_be_visible()
    page_faults += faults(organiser, "a traveller with an impossible and an unlikely line")
    organiser.goto(f"{site}/organiser/clubs/club-de-demonstration/joueurs/importer/")
    content = "Nom;Prénom;Série\nDupré;Ana;2\nDurand;Bob;onzième".encode()
    file = {"name": "joueurs.csv", "mimeType": "text/csv", "buffer": content}
    organiser.get_by_label("Fichier de la liste").set_input_files(file)  # type: ignore[arg-type]
    organiser.get_by_role("button", name="Vérifier la liste").click()
    expect(organiser.get_by_role("heading", name="Lignes à corriger")).to_be_visible()
    page_faults += faults(organiser, "an import with a bad line")
    organiser.get_by_role("button", name="Laisser cette seule ligne de côté").click()
    expect(organiser.get_by_role("heading", name="Ceux qui ne sont pas sur la liste")).to_be_visible()
    page_faults += faults(organiser, "an import of a list without some players")
    organiser.goto(f"{desk}accueil/jour/")
    page_faults += faults(organiser, "the reception of a day")

    assert page_faults == []


def test_keyboard_reaches_everything_and_shows_where_it_is(page: Page, site: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_public_standings(page, site)
    expect(page.get_by_role("button", name="Chercher")).to_be_hidden()  # the script of the page is at work
    page.evaluate(MARK_REACHABLE)

    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Aller au contenu")).to_be_focused()
    invisible = []
    while page.evaluate(IS_FOCUSED):
        if not page.evaluate(FOCUS_IS_VISIBLE):
            invisible.append(page.evaluate("document.activeElement.outerHTML"))
        page.keyboard.press("Tab")

    assert invisible == []
    assert page.locator("table.standings tbody a").count() == 28
    assert page.locator("[data-not-reached]").evaluate_all("all => all.map(one => one.outerHTML)") == []
    page.reload()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#main"


MARK_REACHABLE = """() => {
    for (const element of document.querySelectorAll("a[href], button, input:not([type=hidden])"))
        if (element.checkVisibility()) element.dataset.notReached = "";
}"""
IS_FOCUSED = """() => {
    delete document.activeElement.dataset.notReached;
    return document.activeElement !== document.body;
}"""
FOCUS_IS_VISIBLE = """() => {
    const style = getComputedStyle(document.activeElement);
    const hasOutline = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
    return document.activeElement.matches(":focus-visible") && (hasOutline || style.boxShadow !== "none");
}"""


def test_standings_are_read_without_javascript(
    browser: Browser, browser_context_args: dict[str, object], site: str
) -> None:
    page = browser.new_context(**{**browser_context_args, "java_script_enabled": False}).new_page()  # type: ignore[arg-type]
    open_public_standings(page, site)
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(28)

    page.get_by_role("link", name="Alterné").click()
    expect(rows).to_have_count(28)
    name = rows.first.get_by_role("link").inner_text()
    page.get_by_role("searchbox", name="Trouver un nom").fill(name.lower())
    page.get_by_role("button", name="Chercher").click()
    expect(rows).to_have_count(1)
    rows.first.get_by_role("link").click()

    expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(page.locator("table tbody tr").first).to_be_visible()


@pytest.mark.nights  # by day the network is lost (test_scripts), and the web server killed (test_live)
def test_live_standings_say_when_the_server_is_away_and_when_it_is_back(
    page: Page, server: Server, ready: Callable[[], Server], site: str
) -> None:
    open_public_standings(page, site)
    expect(page.locator("table.standings")).to_be_visible()

    server.process.kill()
    server.process.wait()

    expect(page.get_by_text(re.compile(r"Hors ligne depuis \d\d:\d\d:\d\d"))).to_be_visible()
    expect(page.locator("table.standings tbody tr")).to_have_count(28)
    ready()
    expect(page.get_by_text("Hors ligne depuis")).to_be_hidden(timeout=60_000)


def open_public_standings(page: Page, site: str) -> None:
    page.goto(site)
    page.get_by_role("link", name="Soirée du club").click()
    expect(page.get_by_role("heading", name="Classement", exact=True)).to_be_visible()
