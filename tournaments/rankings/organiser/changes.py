"""What moved between two states of the ranking."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.base.access import Right
from tournaments.base.web.finding import asked_session, find_tournament
from tournaments.rankings.forms.changes import ChangesForm
from tournaments.rankings.queries.changes import compare_snapshots
from tournaments.rankings.queries.rulings import load_rules, read_effects
from tournaments.rankings.words.ruling_wording import effects_text, fault_name


@require_safe
def changes(request: HttpRequest, slug: str) -> HttpResponse:
    """Two states compared, by default the last two."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    session = asked_session(request, tournament)
    form = ChangesForm(request.GET, session=session)
    chosen = form.chosen()
    rules = load_rules(tournament)
    compared = compare_snapshots(session, *chosen) if chosen else None
    context = {
        "tournament": tournament,
        "tab": "standings",
        "form": form,
        "compared": compared,
        "measure": rules.shown,
        "rulings": [
            (row, fault_name(row.fault), effects_text(read_effects(row.effects), rules.measure), is_given)
            for rows, is_given in (((compared.given, True), (compared.withdrawn, False)) if compared else ())
            for row in rows
        ],
    }
    return render(request, "tournaments/rankings/organiser/changes.html", context)
