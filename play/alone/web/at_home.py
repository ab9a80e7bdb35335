"""Page that compares scores made at home with real cards with those of an evening."""

from collections.abc import Iterable

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from play.alone.queries.at_home import compare_at_home, list_comparable_boards, means_by_seat
from play.alone.queries.evenings_again import list_playable_boards
from play.scene.words.steps import place_names
from tournaments.base.web.visits import visit_session
from tournaments.core.showing import Part

MOST_POINTS = 4_000
"""Largest score of one étui."""


class AtHomeForm(forms.Form):
    """Form for the attack's scores of some étuis. An empty field is an étui that was not played."""

    def __init__(self, *args: object, boards: Iterable[int], **kwargs: object) -> None:
        """Build the form.

        Args:
            boards: numbers of the étuis, in order.
        """
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        for number in boards:
            self.fields[f"e{number}"] = forms.IntegerField(
                label=_("Étui %(number)d") % {"number": number},
                required=False,
                min_value=-MOST_POINTS,
                max_value=MOST_POINTS,
            )

    def scores(self) -> dict[int, int]:
        """Return the valid scores by number of the étui. Fields with an error are left out."""
        self.is_valid()
        return {int(name[1:]): value for name, value in self.cleaned_data.items() if value is not None}


@require_safe
@never_cache
def evening_at_home_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the scores of the query string beside the field. Nothing is stored, so the address can be kept."""
    visit = visit_session(request, slug)
    is_open = {Part.HANDS, Part.BOARDS} <= visit.parts()
    numbers = list_playable_boards(visit.session) if is_open else {}
    reports = list_comparable_boards(visit.session, numbers) if numbers else []
    if not reports:
        # the page of the evening says which étuis are open
        return redirect(f"{reverse('rooms-evening-again', args=[slug])}?seance={visit.session.number}")
    form = AtHomeForm(request.GET, boards=[report.board for report in reports])
    boards = compare_at_home(reports, form.scores())
    game = visit.tournament.game
    context = {
        "visit": visit,
        "tournament": visit.tournament,
        "tab": "boards",
        "lines": [(board, form[f"e{board.report.board}"]) for board in boards],
        "means": list(zip(place_names(len(means)), means, strict=True))
        if (means := means_by_seat(boards, game))
        else [],
    }
    return render(request, "play/alone/evening_at_home.html", context)
