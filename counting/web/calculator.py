"""Pages at /compter/: the score of a deal of any game from its facts.

The address holds all input and can be shared.
"""

from itertools import groupby
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from counting.web.facts_fields import TAKEN, show_facts, typed_of
from counting.web.rule_fields import BASE, PREFIX, read_rule_fields, rule_fields
from counting.words.seats import plain_names
from counting.words.sums import ToldLine, describe_scores, describe_sum_lines
from games.core.errors import ImpossibleOutcome
from games.core.facts import FactsReading, facts_form
from games.core.facts.fields import WrongFact
from games.core.facts.over_deals import GameTerms, check_pot, settle_pot
from games.core.rules import RuleSet
from games.core.variants.registry import GAMES, find_variant
from tournaments.events.words.game_names import FAMILY_NAMES, game_name
from tournaments.results.words.facts import FIELD_NAMES, points_words, problem_words

USUAL = ("tarot-4", "tarot-5", "tarot-3")
"""Games played most, in the order of the pages."""
POT, DEALER = "pot", "dealer"
MOST_POT = 99_999


@require_safe
def calculator_index(request: HttpRequest) -> HttpResponse:
    """Render the list of games, family by family."""
    return render(request, "counting/index.html", {"families": families(), "usual": usual_games()})


def usual_games() -> list[tuple[str, str]]:
    """Return the stored name and the name of the games that stand first in a list of games."""
    return [(game, game_name(game)) for game in USUAL]


def families() -> list[tuple[str, list[tuple[str, str]]]]:
    """Return for each family its name, and the stored name and the name of each of its games."""
    games_by_family = groupby(
        GAMES, key=lambda game: next(name for name in FAMILY_NAMES if game.startswith(name))
    )
    return [
        (str(FAMILY_NAMES[name]), [(game, game_name(game)) for game in games])
        for name, games in games_by_family
    ]


@require_safe
def calculator_page(request: HttpRequest, game: str) -> HttpResponse:
    """Render the form of one game and, once facts are typed, their score."""
    _check_game(game)
    # The pressed button is a parameter, too: redirect, so that the address to share holds the facts alone.
    if TAKEN in request.GET:
        return redirect(f"{reverse('counting-game', args=[game])}?{_clean_query(request.GET, game)}")
    context = _count_query(request.GET, game)
    context |= {
        "game": game,
        "title": game_name(game),
        "rule_fields": rule_fields(game, context["rules"], with_cards=True),
        "base": BASE,
        "has_other_rules": any(option.traditional is not None for option in find_variant(game).options),
    }
    return render(request, "counting/calculator.html", context)


@require_safe
def calculator_trial(request: HttpRequest, game: str) -> HttpResponse:
    """Return the errors of the fields and the sum as JSON, for the script of the page."""
    _check_game(game)
    context = _count_query(request.GET, game)
    problems = {error.field: problem_words(error) for error in context["problems"]}
    return JsonResponse(
        {"problems": problems, "result": render_to_string("counting/_result.html", context, request)}
    )


def _check_game(game: str) -> None:
    if game not in GAMES:
        raise Http404


def _count_query(query: QueryDict, game: str) -> dict[str, Any]:
    rules = read_rule_fields(query, game)
    form, names = facts_form(game, rules), plain_names(find_variant(game).player_count)
    typed = typed_of(query, form)
    reading = None if form.is_empty(typed) else form.read(typed)
    terms = GameTerms(game, rules)
    pot = _read_pot(query, terms)
    problems = [
        *(reading.problems if reading else ()),
        *([pot] if isinstance(pot, ImpossibleOutcome) else []),
    ]
    is_counted = reading is not None and not problems
    lines: list[ToldLine] = describe_sum_lines(reading, names) if is_counted and reading else []
    scores = describe_scores(reading, names) if is_counted and reading else []
    if is_counted and reading and terms.plays_for_pot and isinstance(pot, int):
        lines += _pot_lines(query, terms, reading, pot, names)
    return {
        "rules": rules,
        "facts": show_facts(form, game, typed, names, reading),
        "is_empty": reading is None,
        "problems": problems,
        "lines": lines,
        "scores": scores,
        "pot": _pot_fields(query, terms, pot, names),
    }


def _read_pot(query: QueryDict, terms: GameTerms) -> int | ImpossibleOutcome:
    """Return the pot before the deal, or the error of an impossible one."""
    text = query.get(POT, "").strip()
    if not terms.plays_for_pot or not text:
        return 0
    # Cut before `int`, which raises an error for thousands of digits.
    if not (text.isascii() and text.isdigit() and int(text[:8]) <= MOST_POT and len(text) < 8):
        return WrongFact("not_a_number", f"pot {text[:20]}", field=POT, written=text[:20])
    try:
        check_pot(int(text))
    except ImpossibleOutcome as error:
        return error
    return int(text)


def _read_dealer(query: QueryDict, terms: GameTerms) -> int:
    text = query.get(DEALER, "0")
    seats = {str(seat): seat for seat in range(terms.player_count)}
    return seats.get(text, 0)


def _pot_lines(
    query: QueryDict, terms: GameTerms, reading: FactsReading, pot: int, names: tuple[str, ...]
) -> list[ToldLine]:
    assert reading.outcome is not None  # true of a reading without problems
    turn = settle_pot(terms, reading.outcome, pot, _read_dealer(query, terms))
    lines = [
        ToldLine(_("Mouche"), points_words(payment), name)
        for name, payment in zip(names, turn.payments, strict=True)
    ]
    return [*lines, ToldLine(_("Dans la mouche après la donne"), str(turn.pot), is_total=True)]


def _pot_fields(
    query: QueryDict, terms: GameTerms, pot: int | ImpossibleOutcome, names: tuple[str, ...]
) -> dict[str, Any] | None:
    if not terms.plays_for_pot:
        return None
    dealer = _read_dealer(query, terms)
    return {
        "label": FIELD_NAMES[POT],
        "value": query.get(POT, "")[:8],
        "problem": problem_words(pot) if isinstance(pot, ImpossibleOutcome) else "",
        "dealer_label": FIELD_NAMES[DEALER],
        "dealers": [(seat, name, seat == dealer) for seat, name in enumerate(names)],
    }


def _clean_query(query: QueryDict, game: str) -> str:
    """Return the query string with a near value put into its field and without the button's parameter."""
    rules: RuleSet = read_rule_fields(query, game)
    parameters = QueryDict(mutable=True)
    for name, text in query.items():
        if name in (BASE, POT, DEALER) or name.startswith(PREFIX):
            parameters[name] = str(text)
    for name, text in typed_of(query, facts_form(game, rules)).items():
        if text:
            parameters[name] = text
    return parameters.urlencode()
