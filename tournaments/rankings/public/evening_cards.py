"""Picture of a player's evening, to share."""

from typing import Any

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.web_server.policy import lane
from tournaments.base.web.visits import Visit, visit_session
from tournaments.base.words.dates import date_format
from tournaments.core.showing import Part
from tournaments.deals.door import shown_board
from tournaments.rankings.queries.play_figures import SessionFigures, load_figures
from tournaments.rankings.queries.swings import Swing, evening_swings
from tournaments.rankings.web.evening_card import CardIndex, EveningCard, draw_evening_card
from tournaments.rankings.web.evenings import evening_context

WORDS = "tournaments/rankings/public/evening_card.txt"
KEPT_SECONDS = 600


@lane("pictures")
@require_safe
@never_cache
def evening_card(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """Return the evening of an entry as a picture; redirect to its page until it has a place that shows."""
    visit = visit_session(request, slug)
    figures = load_figures(visit.session)
    entry = figures.entry_of.get(entry_id)
    if entry is None:
        raise Http404
    context = evening_context(visit, figures, entry, visit.access.viewer(entry))
    ranking_line = context["report"].ranked
    if ranking_line is None or ranking_line.overall_place is None:
        return redirect("public-player", slug, entry_id)
    card = _card_of(visit, figures, context)
    png = cache.get_or_set(f"evening-card:{card.mark}", lambda: draw_evening_card(card), KEPT_SECONDS)
    return HttpResponse(png, content_type="image/png")


def _card_of(visit: Visit, figures: SessionFigures, context: dict[str, Any]) -> EveningCard:
    report, tournament = context["report"], visit.tournament
    gains = [swing for swing in evening_swings(report, figures) if swing.is_gain and swing.deal]
    best_swing = max(gains, key=lambda swing: swing.value, default=None)
    words = render_to_string(WORDS, context | {"swing": best_swing, "hand": _hand(visit, best_swing)})
    # the template writes one text per line
    place, field, total, best_text, hand = words.split("\n")[:5]
    return EveningCard(
        event=tournament.name,
        day=f"{tournament.club.name}, {date_format(tournament.starts_on, 'j F Y')}",
        name=report.entry.public_name,
        place=place,
        field=field,
        total=total,
        best=best_text,
        hand=tuple(CardIndex(*card.split("=")) for card in hand.split()),
        shades=tuple((tile.deal.board, tile.shade) for tile in context["course"].tiles),
    )


def _hand(visit: Visit, swing: Swing | None) -> tuple[object, ...]:
    """Return the hand at the étui with the largest gain, if it is public."""
    if swing is None or swing.deal is None or len(swing.deal.seats) != 1:
        return ()
    is_shown = swing.deal.is_revealed and Part.HANDS in visit.parts()
    deal = shown_board(visit.session, swing.deal.board, is_complete=is_shown)
    return tuple(deal.layout.hands[swing.deal.seats[0]]) if deal else ()
