"""The organiser's page of the action log: filter, download, publication."""

from datetime import MAXYEAR, MINYEAR, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from common.web_server.policy import lane
from tournaments.base.access import Right
from tournaments.base.web.acting import run_service
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.core.formats.registry import find_format
from tournaments.models import Tournament
from tournaments.site.queries.logs import LogFilter, actors_of, list_log
from tournaments.site.services.logs import lines_in_words, log_csv, publish_log
from tournaments.site.words.log_wording import KIND_WORDS
from tournaments.trace.words.log_actions import ACTION_WORDS, LogKind

NOBODY = "nobody"
HIGHEST = 9999
WHEN = {"type": "datetime-local"}
WHEN_FORMATS = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]
PAGE_SIZE = 100


def _within_reach(moment: datetime) -> None:
    """Refuse the first and the last year, which leave the calendar in some time zones."""
    if not MINYEAR < moment.year < MAXYEAR:
        raise ValidationError(gettext_lazy("Cette date n’existe pas dans le journal."))


class LogFilterForm(forms.Form):
    """Filter of the log by actor, kind, place and time. Every field is optional."""

    actor = forms.ChoiceField(label=gettext_lazy("Qui"), required=False)
    kind = forms.ChoiceField(
        label=gettext_lazy("Quoi"),
        required=False,
        choices=[("", gettext_lazy("tout")), *((k.value, w) for k, w in KIND_WORDS.items())],
    )
    board = forms.IntegerField(label=gettext_lazy("Étui"), required=False, min_value=1, max_value=HIGHEST)
    table = forms.IntegerField(label=gettext_lazy("Table"), required=False, min_value=1, max_value=HIGHEST)
    since = forms.DateTimeField(
        label=gettext_lazy("À partir de"),
        required=False,
        input_formats=WHEN_FORMATS,
        validators=[_within_reach],
        widget=forms.DateTimeInput(attrs=WHEN, format=WHEN_FORMATS[0]),
    )
    until = forms.DateTimeField(
        label=gettext_lazy("Jusqu’à"),
        required=False,
        input_formats=WHEN_FORMATS,
        validators=[_within_reach],
        widget=forms.DateTimeInput(attrs=WHEN, format=WHEN_FORMATS[0]),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not find_format(tournament.format).needs_dealt_boards:
            self.fields["board"].label = gettext_lazy("Donne")
        self.actors = {str(user.pk): user for user in actors_of(tournament)}
        names = ((key, str(user)) for key, user in self.actors.items())
        actor = self.fields["actor"]
        assert isinstance(actor, forms.ChoiceField)
        actor.choices = [
            ("", gettext_lazy("tout le monde")),
            (NOBODY, gettext_lazy("sans compte : téléphones, joueurs")),
            *names,
        ]

    def asked(self) -> LogFilter:
        """Return the filter. An invalid field filters nothing."""
        self.is_valid()
        values = self.cleaned_data
        actor, kind = values.get("actor", ""), values.get("kind", "")
        kind_actions = [code for code, words in ACTION_WORDS.items() if words.kind == kind]
        return LogFilter(
            actor=self.actors.get(actor),
            is_without_actor=actor == NOBODY,
            actions=kind_actions if kind and kind != LogKind.OTHER else None,
            other_than=ACTION_WORDS if kind == LogKind.OTHER else None,
            board=values.get("board"),
            table=values.get("table"),
            since=values.get("since"),
            until=values.get("until"),
        )


@require_safe
def organiser_log_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all actions in the tournament in words, the latest first."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    form = LogFilterForm(request.GET, tournament=tournament)
    page = Paginator(list_log(tournament, form.asked()), PAGE_SIZE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "tournament": tournament,
        "tab": "staff",
        "form": form,
        "page": page,
        "lines": lines_in_words(page.object_list, tournament),
        "asked": query.urlencode(),
    }
    return render(request, "tournaments/site/organiser/log.html", context)


@lane("drawing")
@require_safe
def download_log(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the filtered actions as a CSV file."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    form = LogFilterForm(request.GET, tournament=tournament)
    headers = {"Content-Disposition": f'attachment; filename="journal-{tournament.slug}.csv"'}
    content = log_csv(list_log(tournament, form.asked()), tournament)
    return HttpResponse(content, content_type="text/csv; charset=utf-8", headers=headers)


@require_POST
def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the log to the public, or hide it again."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    is_published = request.POST.get("published") == "1"
    message = _("Le journal est publié, sans nom.") if is_published else _("Le journal n’est plus publié.")
    options = {"is_published": is_published, "set_by": signed_in_user(request)}
    run_service(request, publish_log, message, tournament=tournament, **options)
    return redirect("organiser-log", slug)
