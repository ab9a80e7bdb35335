"""The organiser's page of the next round: draw it, change it by hand, publish it, undo it."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.draws.forms.draws import DrawForm, PlaceSwapForm
from tournaments.draws.queries.next_rounds import DrawFacts, follows_movement, load_draw_facts
from tournaments.draws.queries.shown_draws import DrawnPlace, ShownDraw, show_draw
from tournaments.draws.services.draws import (
    draw_round,
    proposal_mark,
    publish_draw,
    refuse_undoing,
    swap_places,
    undo_draw,
)
from tournaments.enums import PLAYED_STATES, DocumentKind, DrawMethod, DrawState
from tournaments.models import RoundDraw, Session, Tournament
from tournaments.paper.documents.hall.seat_lists import BY_ROUND
from tournaments.seating.words.seat_names import seat_name

PAPERS = (
    (DocumentKind.SEAT_LISTS.value, gettext_lazy("Imprimer le placement"), BY_ROUND),
    (DocumentKind.SCORE_SHEETS.value, gettext_lazy("Imprimer les feuilles de marque"), ""),
)
"""Papers of a round that one button orders: kind, label, part."""


@require_http_methods(["GET", "POST"])
def next_round_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the next round with its proposal, and draw it."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    session = current_session(tournament)
    facts = _facts(tournament, session)
    if facts is None:
        return _render(request, tournament, {})
    form = _draw_form(facts, posted_data(request))
    if request.method == "POST" and form.is_valid():
        try:
            draw_round(
                tournament=tournament,
                wish=form.wish,
                drawn_by=signed_in_user(request),
                seen=request.POST.get("seen"),
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(
                request, _("Le tirage est fait. Les joueurs ne le voient pas avant sa publication.")
            )
            return redirect("organiser-next-round", tournament.slug)
    return _render(request, tournament, _context(session, facts, form))


@require_POST
def swap_places_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Swap two places of a proposal."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    draw, session = _find_draw(tournament, pk), current_session(tournament)
    facts = _facts(tournament, session)
    if facts is None or facts.upcoming != draw.round or draw.state != DrawState.DRAFT:
        return redirect("organiser-next-round", tournament.slug)
    shown = show_draw(session, facts, draw)
    form = PlaceSwapForm(request.POST, places=_place_choices(shown))
    if form.is_valid():
        try:
            swap_places(draw=draw, changed_by=signed_in_user(request), **form.cleaned_data)
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Les deux places sont échangées."))
            return redirect("organiser-next-round", tournament.slug)
    context = _context(session, facts, _draw_form(facts, None))
    return _render(request, tournament, {**context, "swap_form": form})


@require_POST
def publish_draw_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Publish a proposal: screens, phones and papers show its tables at once."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    seen_swaps = request.POST.get("swaps", "")
    run_service(
        request,
        publish_draw,
        _("La position est publiée : l’écran, les téléphones et les papiers montrent ses tables."),
        draw=_find_draw(tournament, pk),
        # a longer number is none that the page wrote
        seen_swaps=int(seen_swaps) if seen_swaps.isdecimal() and len(seen_swaps) < 6 else -1,
        published_by=signed_in_user(request),
    )
    return redirect("organiser-next-round", tournament.slug)


@require_POST
def undo_draw_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take back the tables of a published round."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    run_service(
        request,
        undo_draw,
        _("Le tirage est annulé. Vous pouvez tirer de nouveau."),
        draw=_find_draw(tournament, pk),
        undone_by=signed_in_user(request),
    )
    return redirect("organiser-next-round", tournament.slug)


def _find_draw(tournament: Tournament, pk: int) -> RoundDraw:
    draws = RoundDraw.objects.select_related("round__section__session__tournament__club")
    return get_object_or_404(draws, pk=pk, round__section__session__tournament=tournament)


def _facts(tournament: Tournament, session: Session) -> DrawFacts | None:
    """Return the data of the next round; None where nothing is drawn, or not yet."""
    if tournament.state not in PLAYED_STATES:
        return None
    return load_draw_facts(session) if session.sections.filter(is_drawn=True).exists() else None


def _draw_form(facts: DrawFacts, data: Mapping[str, Any] | None) -> DrawForm:
    latest = (
        RoundDraw.objects.filter(round__section__session=facts.sections[0].session_id)
        .exclude(state=DrawState.UNDONE)
        .first()
    )
    methods = [
        method for method in DrawMethod if method is not DrawMethod.MOVEMENT or follows_movement(facts)
    ]
    # the choice of the last round is proposed again, as long as it is possible
    initial: dict[str, Any] = {"most_missing": 0}
    if latest is not None:
        initial |= {
            name: getattr(latest, name) for name in ("method", "odd_players", "is_apart", "changes_colour")
        }
    return DrawForm(
        data,
        methods=methods,
        odd_rules=facts.odd_rules,
        has_odd_players=facts.has_odd_players,
        has_colours=len(facts.sections) > 1,
        initial=initial,
    )


def _context(session: Session, facts: DrawFacts, form: DrawForm) -> dict[str, Any]:
    draws = RoundDraw.objects.filter(round__section__session=facts.sections[0].session_id).select_related(
        "round", "made_by"
    )
    draft = draws.filter(round=facts.upcoming, state=DrawState.DRAFT).first() if facts.upcoming else None
    published = draws.filter(state=DrawState.PUBLISHED).order_by("-round__number").first()
    shown = show_draw(session, facts, draft) if draft else None
    return {
        "facts": facts,
        "form": form,
        "shown": shown,
        "mark": proposal_mark(facts.upcoming, draft) if facts.upcoming else "",
        "swap_form": PlaceSwapForm(places=_place_choices(shown)) if shown else None,
        "published": published,
        "undo_refusal": _undo_refusal(published) if published else "",
        "papers": PAPERS,
    }


def _undo_refusal(draw: RoundDraw) -> str:
    """Return why a published draw cannot be undone; "" if it can."""
    try:
        refuse_undoing(draw)
    except AppError as error:
        return str(error.message)
    return ""


def _place_choices(shown: ShownDraw) -> list[tuple[str, str]]:
    return [(place.code, _place_text(place)) for place in shown.places]


def _place_text(place: DrawnPlace) -> str:
    """Return a place with its player: "Table 3, Sud : Nom Ana"."""
    name = str(place.entry) if place.entry else _("place vide")
    if place.seat is None:
        return _("Repos : %(name)s") % {"name": name}
    table = place.code.partition("-")[0]
    return _("Table %(table)s, %(seat)s : %(name)s") % {
        "table": table,
        "seat": seat_name(place.seat),
        "name": name,
    }


def _render(request: HttpRequest, tournament: Tournament, context: Mapping[str, Any]) -> HttpResponse:
    return render(
        request,
        "tournaments/draws/organiser/next_round.html",
        {"tournament": tournament, "tab": "movement", **context},
    )
