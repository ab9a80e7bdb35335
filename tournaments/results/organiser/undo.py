"""Taking back the line that one typed last on a sheet."""

from collections.abc import Iterable
from typing import TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.models import User
from tournaments.base.access import Right
from tournaments.base.web.acting import act
from tournaments.base.web.finding import find_tournament
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.models import Play, Tournament
from tournaments.results.forms.table_results import SeenForm
from tournaments.results.organiser.sent_lines import StoredLine, author_of
from tournaments.results.services.corrections import undo_last

Line = TypeVar("Line", bound=StoredLine)


@require_POST
def undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    plays = Play.objects.filter(round__section__session__tournament=tournament)
    play = get_object_or_404(plays.select_related("round__section__session", "table"), pk=pk)
    form = SeenForm(request.POST)
    if form.is_valid():
        done = _("La ligne « position %(round)d, table %(table)d » est annulée.") % {
            "round": play.round.number,
            "table": play.table.number,
        }
        act(request, undo_last, done, play=play, author=author_of(request), **form.cleaned_data)
    return redirect(sheet_address(tournament, play))


def sheet_address(tournament: Tournament, play: Play) -> str:
    """The page where the line of a play is typed, at that line."""
    if find_format(tournament.format).sheet is SheetKind.SCORES:
        page = reverse("organiser-score-sheet", args=[tournament.slug, play.round.number, play.table.number])
    else:
        page = reverse("organiser-traveller", args=[tournament.slug, play.board])
    return f"{page}?seance={play.round.section.session.number}#p{play.pk}"


def last_own_line(lines: Iterable[Line], user: User) -> Line | None:
    """The line of a page that this person typed last, among those whose result is still his. No query."""
    own = [
        (line.slip.created_at, line.slip.pk, line)
        for line in lines
        if line.slip is not None and line.slip.entered_by_id == user.pk
    ]
    return max(own, key=lambda each: each[:2])[2] if own else None
