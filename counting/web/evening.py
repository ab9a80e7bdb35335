"""Page of an evening: its sheet, the deal to write, curves, the two links to share."""

import json
from fractions import Fraction
from math import lcm
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.refusals import TooManyTries, count_wrong_link
from common.errors import AppError
from common.requests.limits import MINUTE, By, Limit, limit_kind, seconds_to_wait
from counting.models import HomeEvening
from counting.queries.sheets import HomeSheet, load_home_sheet
from counting.services.evenings import ImpossibleFacts, undo_step, write_deal
from counting.web.facts_fields import show_facts, typed_of
from counting.words.sheets import (
    HEIGHT,
    WIDTH,
    cards_words,
    curves,
    last_totals,
    leaders,
    list_home_lines,
    team_lines,
    totals_words,
)
from games.core.facts import FactsReading, facts_form
from games.core.facts.additive import additive_scores
from games.core.facts.over_deals import excuse_counts
from games.core.facts.pot_parts import pot_parts
from games.core.facts.seat_parts import seat_parts
from games.core.variants.contrat import COSTLY_EXCUSE
from games.core.variants.registry import find_variant
from games.services.rule_words import describe_rule_changes
from tournaments.base.web.addresses import phone_url, qr_response
from tournaments.events.words.game_names import game_name
from tournaments.models import Club
from tournaments.results.words.facts import points_words
from tournaments.results.words.placing import drawn_words

EVENING_WRITE = limit_kind(
    "evening-write",
    Limit(By.SITE, 3_000, MINUTE),
    Limit(By.ADDRESS, 600, MINUTE),
    Limit(By.THING, 60, MINUTE),
)
"""Limits of writing, ample for one line a deal."""

JSON = "application/json"
LONGEST_NUMBER = 4
MOST_PARTS = 8
"""Largest denominator of the fractions whose signs the page's script gets."""


def find_home_evening(request: HttpRequest, secret: str) -> HomeEvening:
    """Return the evening of either address. Count an address that opens none as a wrong link."""
    evening = HomeEvening.objects.select_related("club").filter(Q(reading=secret) | Q(writing=secret)).first()
    if evening is None:
        count_wrong_link(request)
        raise Http404
    return evening


def find_written(request: HttpRequest, secret: str) -> HomeEvening:
    """Return the evening of an address to write on, and count the request."""
    evening = find_home_evening(request, secret)
    # The address to look at gives no right to write.
    if evening.writing != secret:
        raise Http404
    if wait := seconds_to_wait(request, EVENING_WRITE, thing=str(evening.pk)):
        raise TooManyTries(wait)
    return evening


@require_safe
def evening_page(request: HttpRequest, secret: str) -> HttpResponse:
    """Render the sheet.

    The address to write on also shows the form of the next deal, or of the deal in `?donne=`.
    """
    evening = find_home_evening(request, secret)
    sheet = load_home_sheet(evening)
    deal = _whole(request.GET.get("donne", "")) or sheet.next_number
    if not 1 <= deal <= sheet.next_number:
        raise Http404
    facts = sheet.facts[deal - 1] if deal < sheet.next_number else {}
    return _show(request, sheet, secret=secret, deal=deal, typed=dict(facts))


@require_http_methods(["GET", "HEAD", "POST"])
def write_here(request: HttpRequest, secret: str) -> HttpResponse:
    """Write a deal.

    A refusal renders the page again with all that was typed. A script gets JSON instead. Who loads the
    address of such a page again gets the sheet.
    """
    if request.method != "POST":
        find_home_evening(request, secret)
        return redirect("counting-evening", secret)
    evening = find_written(request, secret)
    sheet = load_home_sheet(evening)
    deal = _whole(request.POST.get("donne", ""))
    form = facts_form(evening.game, sheet.terms.rules_of(max(deal, 1)))
    typed = typed_of(request.POST, form)
    try:
        sheet = write_deal(
            evening=evening,
            facts=typed,
            deal=deal,
            seen=_whole(request.POST.get("vu", "")),
            token=_token(request),
        )
    except ImpossibleFacts as error:
        if _wants_json(request):
            return JsonResponse({"message": str(error.message)}, status=422)
        return _show(request, sheet, secret=secret, deal=deal, typed=typed, reading=error.reading, status=422)
    except AppError as error:
        if _wants_json(request):
            return JsonResponse({"message": str(error.message)}, status=error.status)
        messages.error(request, str(error.message))
        # A new deal stays one after another phone wrote its number. The number to correct may be refused.
        is_correction = 1 <= deal < sheet.next_number and "correction" in request.POST
        deal_on_page = deal if is_correction else sheet.next_number
        return _show(request, sheet, secret=secret, deal=deal_on_page, typed=typed, status=error.status)
    if _wants_json(request):
        return JsonResponse({"steps": sheet.step_count})
    return redirect("counting-evening", secret)


@require_POST
def undo_here(request: HttpRequest, secret: str) -> HttpResponse:
    """Take back the last step."""
    evening = find_written(request, secret)
    try:
        undo_step(evening=evening, seen=_whole(request.POST.get("vu", "")), token=_token(request))
    except AppError as error:
        messages.error(request, str(error.message))
    return redirect("counting-evening", secret)


@require_safe
def evening_qr(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the address as a QR code."""
    find_home_evening(request, secret)
    return qr_response(phone_url(request, reverse("counting-evening", args=[secret])))


def _show(
    request: HttpRequest,
    sheet: HomeSheet,
    *,
    secret: str,
    deal: int,
    typed: dict[str, str],
    reading: FactsReading | None = None,
    status: int = 200,
) -> HttpResponse:
    evening, is_writer = sheet.evening, secret == sheet.evening.writing
    names = evening.names
    rules = sheet.terms.rules_of(deal)
    form = facts_form(evening.game, rules)
    drawn_curves, zero = curves(sheet)
    context: dict[str, Any] = {
        "evening": evening,
        "title": game_name(evening.game),
        "is_writer": is_writer,
        "secret": secret,
        "lines": list_home_lines(sheet),
        "totals": totals_words(sheet),
        "named_totals": list(zip(names, totals_words(sheet), strict=True)),
        "leaders": leaders(sheet),
        "teams": team_lines(sheet),
        "pot": sheet.deals[-1].pot if sheet.deals and sheet.terms.plays_for_pot else None,
        "plays_for_pot": sheet.terms.plays_for_pot,
        "curves": drawn_curves,
        "zero": zero,
        "box": f"0 0 {WIDTH} {HEIGHT}",
        "width": WIDTH,
        "draw": drawn_words(evening.drawn, names),
        "first_dealer": names[evening.first_dealer],
        "told": describe_rule_changes(evening.game, sheet.terms.rules),
        "is_over": sheet.is_over,
    }
    if is_writer:
        context |= {
            "deal": deal,
            "is_correction": deal < sheet.next_number,
            "dealer": names[sheet.terms.dealer_of(deal)],
            "cards": cards_words(sheet, deal),
            "facts": show_facts(form, evening.game, typed, names, reading),
            "step_count": sheet.step_count,
            "can_undo": sheet.can_undo,
            "token": str(uuid4()),
            "offline": json.dumps(_offline_counting(sheet), separators=(",", ":")),
            "read_url": phone_url(request, reverse("counting-evening", args=[evening.reading])),
            "write_url": phone_url(request, reverse("counting-evening", args=[evening.writing])),
            "clubs": _own_clubs(request) if evening.club is None else [],
        }
    return render(request, "counting/evening.html", context, status=status)


def _offline_counting(sheet: HomeSheet) -> dict[str, object]:
    """Return what the page's script needs to count deals that wait for the network.

    Points are whole numbers of 1/`scale`.
    """
    terms, number = sheet.terms, sheet.next_number
    rounds = range(1, (terms.deal_count or 1) + 1)
    # of Contrat's ladder the middle deal has the most cards
    most_rules = terms.rules_of(len(rounds) // 2 + 1)
    parts = additive_scores(terms.game, terms.rules) or seat_parts(terms.game, most_rules)
    assert parts is not None  # a game is Tarot or not
    totals = [Fraction(total) for total in last_totals(sheet)]
    scale = lcm(parts.scale, *(total.denominator for total in totals))
    sizes = [size for size in range(2, MOST_PARTS + 1) if scale % size == 0]
    fractions = {Fraction(part, size) for size in sizes for part in range(1, size)}
    return {
        "names": sheet.evening.names,
        "totals": [int(total * scale) for total in totals],
        "scale": scale,
        "parted": {str(fraction): points_words(fraction)[1:] for fraction in fractions},
        "lowestWins": find_variant(terms.game).lowest_wins,
        "dealer": terms.dealer_of(number),
        "parts": parts.as_json(),
        "pot": sheet.deals[-1].pot if sheet.deals else 0,
        "potParts": pot_parts(terms),
        "rounds": [
            {"cards": cards_words(sheet, deal), "sums": facts_form(terms.game, terms.rules_of(deal)).sums}
            for deal in rounds
        ],
        "excuses": excuse_counts(terms, sheet.deals),
        "costlyExcuse": COSTLY_EXCUSE if terms.deal_count else None,
    }


def _own_clubs(request: HttpRequest) -> list[Club]:
    """Return the clubs that could keep the evening. One query, none for a visitor."""
    if not isinstance(request.user, User):
        return []
    return list(Club.objects.filter(memberships__user=request.user).distinct())


def _token(request: HttpRequest) -> UUID:
    try:
        # A form without a valid token is written like a new one.
        return UUID(request.POST.get("jeton", ""))
    except ValueError:
        return uuid4()


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else 0


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "") == JSON
