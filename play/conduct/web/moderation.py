"""Pages for blocking and reporting a player, and the directors' page of reports."""

from collections.abc import Callable, Mapping

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.refusals import TooManyTries, as_too_many_requests, limit_form
from common.errors import AppError
from common.requests.limits import HOUR, By, Limit, limit_kind, seconds_to_wait
from play.alone.queries.daily import player_key
from play.alone.web.beginners import player_of
from play.alone.web.table import row_key, whole_number
from play.conduct.enums import ReportReason
from play.conduct.models import ConductReport, WrittenLine
from play.conduct.models.moderation import LONGEST_WORDS
from play.conduct.services.moderation import (
    Met,
    bars_by,
    block_player,
    close_report,
    directed_rooms,
    keys_of,
    lift_bar,
    met_at_table,
    met_in_round,
    own_blocks,
    report_player,
    reports_for,
)
from play.conduct.services.words import room_of_table
from play.free.queries.free_tables import find_seat
from play.free.web.shown_table import find_free_table
from play.rooms.models import RoomRound
from play.rooms.queries.rooms import find_room_entry
from play.rooms.words.rooms import entry_name
from tournaments.base.web.acting import show_error

PLAY_BLOCK = limit_kind("play-block", Limit(By.ADDRESS, 300, HOUR), Limit(By.DEVICE, 60, HOUR))
PLAY_REPORT = limit_kind(
    "play-report",
    Limit(By.SITE, 300, HOUR),
    Limit(By.ADDRESS, 60, HOUR),
    Limit(By.DEVICE, 10, HOUR),
    Limit(By.PERSON, 10, HOUR),
)
"""Limits of reports, which directors have to read."""

SHOWN_REPORTS = 100
DAYS = (1, 7, 30, 365)
"""Lengths of a bar, in days."""


def _spans() -> list[tuple[object, str]]:
    """Return the choices for the length of a bar, with their labels."""
    spans = [(days, ngettext("%(days)d jour", "%(days)d jours", days) % {"days": days}) for days in DAYS]
    return [("", _("non")), *spans]


class ReportForm(forms.Form):
    """Form for a report: player, reason, words."""

    player = forms.TypedChoiceField(label=gettext_lazy("Qui"), coerce=int)
    reason = forms.ChoiceField(label=gettext_lazy("Motif"), choices=ReportReason)
    words = forms.CharField(
        label=gettext_lazy("Ce qui s’est passé"),
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=LONGEST_WORDS,
        required=False,
    )

    def __init__(self, *args: object, players: Mapping[int, str], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["player"].choices = list(players.items())  # type: ignore[attr-defined]


class ReportAnswerForm(forms.Form):
    """Form for a director's answer to a report."""

    answer = forms.CharField(
        label=gettext_lazy("Réponse à la personne qui signale"),
        widget=forms.Textarea(attrs={"rows": 2}),
        max_length=LONGEST_WORDS,
        required=False,
    )
    days = forms.TypedChoiceField(
        label=gettext_lazy("Exclure le joueur"),
        choices=_spans,
        coerce=int,
        empty_value=None,
        required=False,
    )


@require_POST
def block(request: HttpRequest, secret: str) -> HttpResponse:
    """Block the player at a seat of a free table."""
    table, player = find_free_table(request, secret), player_of(request)
    if wait := seconds_to_wait(request, PLAY_BLOCK):
        raise TooManyTries(wait)
    seat = (
        table.seats.select_related("owner").filter(seat=whole_number(request.POST.get("place", ""))).first()
    )
    try:
        block_player(player=player, whom=met_at_table(seat) if seat else Met("", None, ""))
        messages.success(request, _("Vous ne vous retrouverez plus à une même table."))
    except AppError as error:
        messages.error(request, str(error.message))
    return redirect("rooms-free-table", secret)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def own_reports_page(request: HttpRequest) -> HttpResponse:
    """List the reader's blocks and reports; lift a block."""
    player = player_of(request)
    if request.method == "POST":
        block = own_blocks(player).filter(pk=row_key(request.POST.get("lift", ""))).first()
        if block is not None:
            block.delete()
            messages.success(request, _("%(name)s n’est plus bloqué.") % {"name": block.name})
        return redirect("rooms-own-reports")
    reports = ConductReport.objects.filter(by__in=keys_of(player))
    context = {"blocks": own_blocks(player), "reports": reports}
    return render(request, "play/conduct/own_reports.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def report_table(request: HttpRequest, secret: str) -> HttpResponse:
    """Report a player at a free table at which the reader sits."""
    table, player = find_free_table(request, secret), player_of(request)
    me = find_seat(table, player.device, player.owner)
    other_seats = [seat for seat in table.seats.select_related("owner") if seat != me] if me else []
    players = {seat.pk: met_at_table(seat) for seat in other_seats}
    return _report(
        request,
        players,
        {seat.pk: seat.name for seat in other_seats},
        reverse("rooms-free-table", args=[secret]),
        lambda whom, reason, words: report_player(
            player=player, whom=whom, reason=reason, words=words, table=table, room=room_of_table(table)
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def report_entry(request: HttpRequest, pk: int) -> HttpResponse:
    """Report a player in a round that the reader has entered."""
    of, player = get_object_or_404(RoomRound.objects.select_related("room"), pk=pk), player_of(request)
    me = find_room_entry(of, player.device, player.owner)
    people = of.entries.filter(is_robot=False).exclude(player="")
    other_entries = list(people.exclude(pk=me.pk)) if me else []
    players = {entry.pk: met_in_round(entry) for entry in other_entries}
    names = {entry.pk: entry_name(entry) for entry in other_entries}
    return _report(
        request,
        players,
        names,
        reverse("rooms-round", args=[pk]),
        lambda whom, reason, words: report_player(
            player=player, whom=whom, reason=reason, words=words, of=of
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def report_line(request: HttpRequest, pk: int) -> HttpResponse:
    """Report a message at the reader's table, or below a round that they played."""
    player = player_of(request)
    visible_lines = WrittenLine.objects.select_related("room", "table", "round", "author")
    line = get_object_or_404(visible_lines, pk=pk, taken_at=None)
    if line.table is not None:
        is_there = find_seat(line.table, player.device, player.owner) is not None
        back = reverse("rooms-free-table", args=[line.table.secret])
    else:
        assert line.round is not None
        is_there = find_room_entry(line.round, player.device, player.owner) is not None
        back = reverse("rooms-round", args=[line.round_id])
    if not is_there:
        raise Http404
    whom = Met(player_key("", line.author), line.author_id, line.name)
    return _report(
        request,
        {line.pk: whom},
        {line.pk: line.name},
        back,
        lambda whom, reason, words: report_player(
            player=player,
            whom=whom,
            reason=reason,
            words=words,
            table=line.table,
            of=line.round,
            room=line.room,
            line=line.text,
        ),
        line=line,
    )


def _report(
    request: HttpRequest,
    players: Mapping[int, Met],
    names: Mapping[int, str],
    back: str,
    report: Callable[[Met, ReportReason, str], object],
    line: WrittenLine | None = None,
) -> HttpResponse:
    """Show the form of a report, and file the report that it sends.

    Args:
        line: the reported message, for a report of a message.
    """
    initial = {"player": line.pk if line else row_key(request.GET.get("joueur", ""))}
    form = ReportForm(request.POST or None, players=names, initial=initial)
    wait = limit_form(request, form, PLAY_REPORT) if form.is_valid() else 0
    if form.is_valid() and not wait:
        values = form.cleaned_data
        try:
            report(players[values["player"]], ReportReason(values["reason"]), values["words"])
        except AppError as error:
            show_error(form, error)
        else:
            messages.success(request, _("Merci. Les directeurs liront votre signalement."))
            return redirect(back)
    context = {"form": form, "back": back, "has_others": bool(players), "line": line}
    page = render(request, "play/conduct/report.html", context)
    return as_too_many_requests(page, wait) if wait else page


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def reports_page(request: HttpRequest) -> HttpResponse:
    """List the reports and bars of the rooms that the reader directs; answer a report, lift a bar."""
    user, current_time = request.user, timezone.now()
    if not isinstance(user, User):
        raise PermissionDenied
    if not user.is_superuser and not directed_rooms(user).exists():
        raise Http404
    sent_forms: dict[int, ReportAnswerForm] = {}
    if request.method == "POST":
        if bar := bars_by(user, current_time).filter(pk=row_key(request.POST.get("lift", ""))).first():
            lift_bar(bar=bar, lifted_by=user)
            messages.success(request, _("%(name)s peut de nouveau jouer.") % {"name": bar.name})
            return redirect("rooms-reports")
        open_report = reports_for(user).filter(pk=row_key(request.POST.get("report", "")), closed_at=None)
        report = open_report.first()
        if report is None:
            messages.info(request, _("Ce signalement est déjà clos."))
            return redirect("rooms-reports")
        form = sent_forms[report.pk] = ReportAnswerForm(request.POST, auto_id=f"id_{report.pk}_%s")
        if form.is_valid():
            close_report(
                report=report,
                answer=form.cleaned_data["answer"],
                closed_by=user,
                now=current_time,
                bar_days=form.cleaned_data["days"],
            )
            messages.success(request, _("Le signalement est clos."))
            return redirect("rooms-reports")
    reports = reports_for(user).order_by("closed_at", "-made_at")
    context = {
        "open": [
            (report, sent_forms.get(report.pk) or ReportAnswerForm(auto_id=f"id_{report.pk}_%s"))
            for report in reports.filter(closed_at=None)[:SHOWN_REPORTS]
        ],
        "closed": reports.filter(closed_at__isnull=False).order_by("-closed_at")[:SHOWN_REPORTS],
        "bars": bars_by(user, current_time),
    }
    return render(request, "play/conduct/reports.html", context)
