"""Walking a site from link to link: each kind of page once for each tournament or club it belongs to."""

import os
import re
from collections import Counter
from collections.abc import Collection, Container, Iterator
from functools import cache
from html import unescape
from urllib.parse import urljoin, urlsplit

from django.urls import Resolver404, resolve
from playwright.sync_api import Page

NOT_PAGES = frozenset(
    {
        "counting-evening-qr",
        "counting-trial",
        "organiser-arrivals-live",
        "organiser-arrivals-day-live",
        "organiser-deals-file",
        "organiser-document",
        "organiser-site-file",
        "organiser-event-file",
        "organiser-ranking-file",
        "organiser-results-file",
        "organiser-workbook-file",
        "organiser-door",
        "organiser-document-preview",
        "organiser-homologation-table",
        "organiser-homologation-workbook",
        "organiser-people-workbook",
        "organiser-season-workbook",
        "organiser-kept-movement-file",
        "organiser-log-table",
        "organiser-movement-check",
        "organiser-movement-file",
        "organiser-flag-photo",
        "organiser-hall-calls",
        "organiser-hall-live",
        "organiser-pace-file",
        "organiser-papers-specimen",
        "organiser-people-export",
        "organiser-person-data-file",
        "organiser-backup-download",
        "organiser-site-log-file",
        "own-account-file",
        "own-data-file",
        "organiser-phone-qr",
        "organiser-qr",
        "organiser-result-trial",
        "organiser-table-lines-trial",
        "organiser-scan",
        "organiser-score-sheet-trial",
        "organiser-score-sheet-code",
        "organiser-sheet-open",
        "organiser-traveller-code",
        "organiser-second-trial",
        "public-club-calendar",
        "public-club-feed",
        "public-club-logo",
        "public-club-picture",
        "public-evening-card",
        "rooms-daily-card",
        "public-link-picture",
        "public-https-authority",
        "public-competition-live",
        "public-deal-document",
        "public-qr",
        "public-robots",
        "public-round",
        "public-screen-live",
        "public-standings-live",
        "public-player-live",
        "public-own-evening-live",
        "set_language",
    }
)
"""Addresses of files, papers or parts of a page."""


IS_WHOLE = bool(os.environ.get("ETUI_WHOLE_WALKS"))
"""True in the nights (script/test --long)."""
EACH = None if IS_WHOLE else 2
"""Tournaments or clubs for which a page is opened: for all of them in the nights."""


LINKS = re.compile(r'<a\s[^>]*?\bhref="([^"]*)"')


def walk(
    page: Page, start: str, prefixes: tuple[str, ...], judged: Container[str], expected_names: Collection[str]
) -> Iterator[tuple[str, int]]:
    """Open every page whose name begins with a prefix and to which links lead from the address `start`.

    Yields the path and the status of each, and lets the open page be changed. Of those with one name and
    one tournament or club (a board, a player) the first is taken, of those with one name the first `EACH`.
    By day the walk ends once all `expected_names` are `judged` and no page of another name waits. A page
    whose name is judged comes last, and is not opened: the links of its text are followed.
    """
    parts = urlsplit(start)
    site = f"{parts.scheme}://{parts.netloc}"
    waiting, known_keys = [parts.path], {key_of(parts.path)}
    opened: Counter[tuple[str, str]] = Counter()
    while waiting:
        fresh = (path for path in waiting if IS_WHOLE or name_of(path) not in judged)
        path = next(fresh, waiting[0])
        waiting.remove(path)
        if IS_WHOLE or name_of(path) not in judged:
            answer = page.goto(site + path)
            assert answer is not None
            links = page.evaluate("[...document.querySelectorAll('a[href]')].map(link => link.href)")
            yield path, answer.status
        elif all(name in judged for name in expected_names):
            return
        else:
            text = page.request.get(site + path)
            links = [urljoin(text.url, unescape(link)) for link in LINKS.findall(text.text())]
            yield path, text.status
        for link in links:
            key = key_of(link.removeprefix(site)) if link.startswith(site) else None
            if key and key not in known_keys and key[0].startswith(prefixes):
                known_keys.add(key)
                name, _slug, query = key
                opened[name, query] += 1
                if EACH is None or opened[name, query] <= EACH:
                    waiting.append(link.removeprefix(site))


@cache  # asked for every link of every page: most of what a walk took
def name_of(path: str) -> str:
    """Name of the page at a path that leads to one."""
    return resolve(urlsplit(path).path).url_name or ""


@cache
def key_of(path: str) -> tuple[str, str, str] | None:
    """Return the key of a page: name, tournament or club, query without session. None if it is no page."""
    parts = urlsplit(path)
    try:
        match = resolve(parts.path)
    except Resolver404:
        return None
    if not match.url_name or match.url_name in NOT_PAGES:
        return None
    query = "&".join(part for part in parts.query.split("&") if not part.startswith("seance="))
    return match.url_name, str(match.kwargs.get("slug", "")), query


def page_names(resolver: object, prefixes: tuple[str, ...]) -> set[str]:
    """Names of every address below `resolver` that begin with one of the prefixes."""
    names: set[str] = set()
    for pattern in getattr(resolver, "url_patterns", ()):
        if hasattr(pattern, "url_patterns"):
            names |= page_names(pattern, prefixes)
        elif (pattern.name or "").startswith(prefixes):
            names.add(pattern.name)
    return names - NOT_PAGES
