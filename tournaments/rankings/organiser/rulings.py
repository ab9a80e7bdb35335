"""Pages of rulings: give one after a preview, list them, withdraw one."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.base.web.acting import add_success_message, posted_data, run_service, show_error
from tournaments.base.web.finding import find_requested_session, find_tournament, signed_in_user
from tournaments.core.ranking.faults_fft_2012 import SLOW_PLAY
from tournaments.models import Ruling, Session, Tournament
from tournaments.rankings.forms.rulings import EffectRows, FaultForm, RulingForm, WithdrawalForm
from tournaments.rankings.queries.rulings import list_seated_at_play, load_rules, read_effects
from tournaments.rankings.services.rulings import (
    RulingDraft,
    give_ruling,
    preview_ruling,
    refuse_unseen,
    withdraw_ruling,
)
from tournaments.rankings.words.ruling_wording import effects_text, fault_name


@require_safe
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all rulings of the session, also those withdrawn."""
    tournament = find_tournament(request, slug, Right.READ_DESK)
    session = find_requested_session(request, tournament)
    measure = load_rules(tournament).measure
    rows = session.rulings.select_related(
        "ruled_by", "withdrawn_by", "play__round", "play__table"
    ).prefetch_related("guilty__person")
    context = {
        "tournament": tournament,
        "tab": "rulings",
        "rulings": [
            (row, fault_name(row.fault), effects_text(read_effects(row.effects), measure)) for row in rows
        ],
    }
    return render(request, "tournaments/rankings/organiser/rulings.html", context)


@require_http_methods(["GET", "POST"])
def give(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a ruling in two steps: the fault and its deal, then guilty players, effects and preview."""
    tournament = find_tournament(request, slug, Right.RULE)
    session = find_requested_session(request, tournament)
    rules = load_rules(tournament)
    case = FaultForm(request.GET if "faute" in request.GET else None, session=session, rules=rules)
    if not case.is_valid() or "changer" in request.GET:
        context = {"tournament": tournament, "tab": "rulings", "form": case}
        return render(request, "tournaments/rankings/organiser/ruling_case.html", context)
    return _ruling_page(request, session, case)


def _ruling_page(request: HttpRequest, session: Session, case: FaultForm) -> HttpResponse:
    """Show the second step: give the ruling, or preview its consequences."""
    tournament, preview = session.tournament, None
    last_ruling = session.rulings.last()
    form = RulingForm(posted_data(request), session=session)
    rows = EffectRows(posted_data(request), name="effet", measure=case.rules.measure, effects=case.tariff)
    # & and not and: both forms show their errors at once
    if request.method == "POST" and rows.is_valid() & form.is_valid():
        draft = _draft(case, rows, form)
        try:
            if "give" in request.POST:
                give_ruling(session=session, draft=draft, ruled_by=signed_in_user(request))
                add_success_message(request, _("La décision est prise ; le classement suit."))
                return redirect(_rulings_address(tournament, session))
            refuse_unseen(session, draft)
            preview = preview_ruling(session=session, draft=draft)
        except AppError as error:
            show_error(form, error)
    context = _give_context(tournament, case, rows, form) | {
        "preview": preview,
        "last_seen": last_ruling.pk if last_ruling else 0,
    }
    return render(request, "tournaments/rankings/organiser/ruling_give.html", context)


@require_POST
def withdraw_ruling_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Withdraw a ruling."""
    tournament = find_tournament(request, slug, Right.RULE)
    ruling = get_object_or_404(
        Ruling.objects.select_related("session__tournament__club"), pk=pk, session__tournament=tournament
    )
    form = WithdrawalForm(request.POST)
    run_service(
        request,
        withdraw_ruling,
        _("La décision est retirée."),
        ruling=ruling,
        reason=form.cleaned_data["reason"] if form.is_valid() else "",
        withdrawn_by=signed_in_user(request),
    )
    return redirect(_rulings_address(tournament, ruling.session))


def _draft(case: FaultForm, rows: EffectRows, form: RulingForm) -> RulingDraft:
    return RulingDraft(
        effects=rows.effects,
        reason=form.cleaned_data["reason"],
        guilty=tuple(form.cleaned_data["guilty"]),
        play=case.cleaned_data["play"],
        fault=case.cleaned_data["faute"],
        occurrence=case.occurrence,
        last_seen=form.cleaned_data["last_seen"],
    )


def _give_context(
    tournament: Tournament, case: FaultForm, rows: EffectRows, form: RulingForm
) -> dict[str, Any]:
    """Return the context of the second step: the deal, the tariff as text, the possible guilty players."""
    values = case.cleaned_data
    ticked_ids = set(map(str, form["guilty"].value() or ()))
    at_table = list_seated_at_play(values["play"], tournament) if values["play"] else []
    ids_at_table = {player.entry.pk for player in at_table}
    other_entries = [entry for entry in form.seated if entry.pk not in ids_at_table]
    return {
        "tournament": tournament,
        "tab": "rulings",
        "form": form,
        "rows": rows,
        "play": values["play"],
        "fault": values["faute"],
        "fault_name": fault_name(values["faute"]),
        "is_slow_play": values["faute"] in SLOW_PLAY,
        "times": _times(case) if values["faute"] else [],
        "at_table": [(player, str(player.entry.pk) in ticked_ids) for player in at_table],
        "others": [(entry, str(entry.pk) in ticked_ids) for entry in other_entries],
        "has_other_ticked": any(str(entry.pk) in ticked_ids for entry in other_entries),
        "measure": case.rules.shown,
        "change_query": urlencode(dict(case.data.items())),
    }


def _times(case: FaultForm) -> list[dict[str, Any]]:
    """Return the tariff of each occurrence as text, with its address and whether it is selected."""
    tariffs = case.rules.tariffs(case.cleaned_data["faute"])
    query = {name: value for name, value in case.data.items() if name != "fois"}
    return [
        {
            "number": number,
            "is_last": number == len(tariffs),
            "text": effects_text(tariff, case.rules.measure),
            "query": urlencode(query | {"fois": number}),
            "is_chosen": number == min(case.occurrence, len(tariffs)),
        }
        for number, tariff in enumerate(tariffs, start=1)
    ]


def _rulings_address(tournament: Tournament, session: Session) -> str:
    return f"{reverse('organiser-rulings', args=[tournament.slug])}?seance={session.number}"
