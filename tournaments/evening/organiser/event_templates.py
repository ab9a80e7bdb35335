"""Pages of a club's templates of evenings, and of a past evening that is played again."""

import datetime
from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_club, signed_in_user
from tournaments.base.words.event_language import event_language
from tournaments.base.words.money import euros
from tournaments.base.words.section_colours import colour_name
from tournaments.core.formats.registry import find_format
from tournaments.enums import Visibility
from tournaments.evening.forms.events import RepeatForm, StartForm, TemplateNameForm
from tournaments.evening.organiser.event_series import series_page
from tournaments.evening.queries.past_events import past_events
from tournaments.evening.services.evening_proposals import KINDS
from tournaments.evening.services.event_choices import EventChoices, load_event_choices, make_event
from tournaments.evening.services.event_templates import (
    delete_template,
    rename_template,
    repeat_event,
    restore_template,
    save_template,
)
from tournaments.events.words.game_names import game_name
from tournaments.models import Club, EventTemplate, Tournament
from tournaments.movements.services.movement_choices import COLOURS, STORED

A_WEEK = datetime.timedelta(days=7)
"""Default interval between an evening and its repetition."""


def describe_choices(choices: EventChoices) -> list[str]:
    """Return the kind of an evening, its tables, fees, visibility and prizes in its own words. No query."""
    event = Tournament(format=choices.format_code, options=choices.options)
    with override(event_language(event, get_language())):
        return _describe(choices)


def _describe(choices: EventChoices) -> list[str]:
    kind = str(KINDS[choices.format_code].name)
    if find_format(choices.format_code).plan.is_for_any_game and choices.game:
        kind = f"{kind} ({game_name(choices.game)})"
    return [kind, *_shape_texts(choices.shape), *_other_texts(choices)]


def _shape_texts(shape: str) -> Iterator[str]:
    """Yield the size of each section. A movement of the club has no size in its name."""
    codes = shape.split(COLOURS)
    for number, code in enumerate(codes, start=1):
        if code.startswith(f"{STORED}-"):
            text = _("un mouvement du club")
        else:
            # from the right: the name of a source may hold hyphens
            _source, tables, rounds, players, _boards = code.rsplit("-", 4)
            text = _("%(tables)s tables, %(rounds)s positions, %(places)s places") % {
                "tables": tables,
                "rounds": rounds,
                "places": players,
            }
        yield (
            _("%(colour)s : %(shape)s") % {"colour": colour_name(number), "shape": text}
            if len(codes) > 1
            else text
        )


def _other_texts(choices: EventChoices) -> Iterator[str]:
    """Yield fees, public results and the number of prize lists."""
    for name, cents in choices.rates.items():
        yield f"{capfirst(name)} {euros(cents)}"
    if choices.visibility == Visibility.PUBLIC:
        yield _("résultats publics")
    lists = len(choices.prize_rules)
    if lists:
        yield ngettext("%(count)d liste de prix", "%(count)d listes de prix", lists) % {"count": lists}


@require_safe
def templates(request: HttpRequest, slug: str) -> HttpResponse:
    """List the templates of a club, deleted ones, and the past evenings that can become one."""
    club = find_club(request, slug)
    rows = list(club.event_templates.all())
    context = {
        "club": club,
        "tab": "club",
        "kept": [
            (row, describe_choices(EventChoices.from_json(row.choices))) for row in rows if not row.deleted_at
        ],
        "deleted": [row for row in rows if row.deleted_at],
        "past": past_events(club),
    }
    return render(request, "tournaments/evening/organiser/event_templates.html", context)


@require_http_methods(["GET", "POST"])
def start_evening_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Make an evening, or a series, from a template."""
    club = find_club(request, slug)
    template = _find(club, pk)
    choices = EventChoices.from_json(template.choices)
    form = StartForm(posted_data(request), initial={"date": timezone.localdate(), "hour": choices.hour})
    is_valid = request.method == "POST" and form.is_valid()
    if is_valid and form.is_series:
        if page := series_page(request, club, form, choices):
            return page
    elif is_valid:
        try:
            event = make_event(
                club=club,
                name=form.event_name,
                starts_on=form.cleaned_data["date"],
                starts_at=form.cleaned_data["hour"],
                choices=choices,
                created_by=signed_in_user(request),
            )
        except AppError as error:
            show_error(form, error)
        else:
            return _redirect_to_desk(request, event)
    context = {
        "club": club,
        "tab": "club",
        "template": template,
        "told": describe_choices(choices),
        "form": form,
    }
    return render(request, "tournaments/evening/organiser/event_template_start.html", context)


@require_http_methods(["GET", "POST"])
def repeat(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Repeat a past evening, by default a week later."""
    club = find_club(request, slug)
    source = get_object_or_404(club.tournaments, pk=pk)
    form = RepeatForm(posted_data(request), initial=_repetition_values(source))
    is_valid = request.method == "POST" and form.is_valid()
    if is_valid and form.is_series:
        if page := series_page(request, club, form, load_event_choices(source)):
            return page
    elif is_valid:
        try:
            event = repeat_event(
                tournament=source,
                name=form.event_name,
                starts_on=form.cleaned_data["date"],
                starts_at=form.cleaned_data["hour"],
                with_entries=form.cleaned_data["with_entries"],
                repeated_by=signed_in_user(request),
            )
        except AppError as error:
            show_error(form, error)
        else:
            return _redirect_to_desk(request, event)
    return _repeat_page(request, club, source, form=form)


@require_POST
def save(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Save the choices of a past evening as a template."""
    club = find_club(request, slug)
    source = get_object_or_404(club.tournaments, pk=pk)
    form = TemplateNameForm(request.POST)
    if form.is_valid():
        try:
            save_template(
                club=club,
                name=form.cleaned_data["name"],
                choices=load_event_choices(source),
                saved_by=signed_in_user(request),
            )
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Le modèle est enregistré."))
            return redirect("organiser-templates", club.slug)
    return _repeat_page(request, club, source, name_form=form)


@require_POST
def rename(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club = find_club(request, slug)
    form = TemplateNameForm(request.POST)
    name = form.cleaned_data["name"] if form.is_valid() else ""
    template = _find(club, pk)
    if name:
        notice = _("Le modèle s’appelle maintenant « %(name)s ».") % {"name": name}
        run_service(
            request, rename_template, notice, template=template, name=name, renamed_by=signed_in_user(request)
        )
    return redirect("organiser-templates", club.slug)


@require_POST
def delete_template_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Mark a template as deleted."""
    club = find_club(request, slug)
    notice = _("Le modèle est supprimé ; il reste en bas de la page, d’où vous pouvez le remettre.")
    run_service(
        request, delete_template, notice, template=_find(club, pk), deleted_by=signed_in_user(request)
    )
    return redirect("organiser-templates", club.slug)


@require_POST
def restore_template_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Restore a deleted template."""
    club = find_club(request, slug)
    template = get_object_or_404(club.event_templates.exclude(deleted_at=None), pk=pk)
    notice = _("Le modèle est de nouveau dans la liste.")
    run_service(request, restore_template, notice, template=template, restored_by=signed_in_user(request))
    return redirect("organiser-templates", club.slug)


def _find(club: Club, pk: int) -> EventTemplate:
    """Return a template that is not deleted, or 404."""
    return get_object_or_404(club.event_templates.filter(deleted_at=None), pk=pk)


def _a_week_later(source: Tournament) -> datetime.date:
    """Return the proposed day: a week later, but not in the past, and today at the end of the calendar."""
    today = timezone.localdate()
    return max(source.starts_on + A_WEEK, today) if source.starts_on <= datetime.date.max - A_WEEK else today


def _repetition_values(source: Tournament) -> dict[str, Any]:
    """Return the initial values of the form for a repetition."""
    return {"date": _a_week_later(source), "hour": source.starts_at}


def _redirect_to_desk(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Redirect to the desk of a new event, with a message."""
    add_success_message(request, _("Le tournoi est créé. Voici ce qu’il reste à faire, dans l’ordre."))
    return redirect("organiser-desk", event.slug)


def _repeat_page(
    request: HttpRequest,
    club: Club,
    source: Tournament,
    *,
    form: RepeatForm | None = None,
    name_form: TemplateNameForm | None = None,
) -> HttpResponse:
    """Render the page of a repetition. A refused form keeps the user's input."""
    context = {
        "club": club,
        "tab": "club",
        "source": source,
        "told": describe_choices(load_event_choices(source)),
        "form": form or RepeatForm(initial=_repetition_values(source)),
        "name_form": name_form or TemplateNameForm(initial={"name": source.name[:80]}),
    }
    return render(request, "tournaments/evening/organiser/event_repeat.html", context)
