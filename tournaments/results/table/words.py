"""Actions at a table: choose a seat, take the pen, confirm, dispute, compare, look back."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.refusals import refuse_for_now
from common.errors import AppError
from common.requests.limits import seconds_to_wait
from common.web_server.policy import takes_file
from tournaments.base.web.acting import posted_data, run_service, show_error
from tournaments.core.formats.registry import find_format
from tournaments.models import Play, TableAccess
from tournaments.results.forms.table_results import ConfirmationForm, FlagForm
from tournaments.results.queries.boards import has_comparison, load_comparison
from tournaments.results.queries.own_marks import load_own_rounds
from tournaments.results.queries.table_page import load_table_round
from tournaments.results.services.confirmations import confirm_at_table
from tournaments.results.services.flags import LARGEST_PHOTO, raise_flag
from tournaments.results.services.slip_versions import describe_facts
from tournaments.results.services.table_access import rules_at, table_secret
from tournaments.results.services.table_phones import (
    TABLE_PHONE,
    Device,
    claim_seat,
    find_phone,
    phone_limit,
    take_pen,
)
from tournaments.results.table.rows import facts_at_table
from tournaments.results.web.table_opening import (
    at_table,
    find_table_play,
    find_table_round,
    redirect_to_round,
)
from tournaments.results.words.deal_names import confirmed_words, dispute_title


@require_POST
@at_table
def sit_at_seat_view(
    request: HttpRequest, access: TableAccess, device: Device, number: int, seat: int
) -> HttpResponse:
    """Seat the owner of the phone in this round."""
    this_round = find_table_round(access, number)
    if wait := seconds_to_wait(request, TABLE_PHONE, thing=phone_limit(access, this_round)):
        return refuse_for_now(request, wait)
    try:
        claim_seat(access=access, this_round=this_round, seat=seat, device=device)
    except AppError as error:
        messages.error(request, str(error.message))
    return redirect_to_round(access, this_round)


@require_POST
@at_table
def pen(request: HttpRequest, access: TableAccess, device: Device, number: int) -> HttpResponse:
    """Give the pen to this phone. Another phone loses it."""
    this_round = find_table_round(access, number)
    try:
        phone = find_phone(access=access, this_round=this_round, device=device.key)
        take_pen(access=access, phone=phone)
    except AppError as error:
        messages.error(request, str(error.message))
    return redirect_to_round(access, this_round)


@require_POST
@at_table
def confirm_result_view(request: HttpRequest, access: TableAccess, device: Device, pk: int) -> HttpResponse:
    play = find_table_play(access, pk)
    form = ConfirmationForm(request.POST)
    if form.is_valid():
        done = confirmed_words(play)
        run_service(
            request, confirm_at_table, done, access=access, play=play, device=device, **form.cleaned_data
        )
    return redirect_to_round(access, play.round)


@takes_file(LARGEST_PHOTO)
@require_http_methods(["GET", "POST"])
@at_table
def dispute(request: HttpRequest, access: TableAccess, device: Device, pk: int) -> HttpResponse:
    """Dispute a result, with an optional photo."""
    play = find_table_play(access, pk)
    table_round = load_table_round(access.table, play.round, device.key)
    deal = next(deal for deal in table_round.deals if deal.play.pk == pk)
    if deal.slip is None or table_round.phone is None:
        return redirect_to_round(access, play.round)
    form = FlagForm(posted_data(request), request.FILES or None, initial={"seen_version": deal.slip.version})
    if request.method == "POST" and form.is_valid():
        try:
            raise_flag(access=access, play=play, device=device, **form.cleaned_data)
        except AppError as error:
            show_error(form, error)
        else:
            messages.success(request, _("L’organisateur est prévenu."))
            return redirect_to_round(access, play.round)
    context = {
        "tournament": access.table.section.session.tournament,
        "secret": table_secret(access),
        "shown": table_round,
        "deal": deal,
        "facts": facts_at_table(deal),
        "title": dispute_title(play),
        "form": form,
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/results/table/dispute.html", context, status=status)


@require_safe
@at_table
def comparison(request: HttpRequest, access: TableAccess, device: Device, pk: int) -> HttpResponse:
    """Show the scores of the other tables.

    They must be public, and the board complete or the comparison allowed by the organiser.
    """
    play = find_table_play(access, pk)
    # the organiser may hide results of boards during play
    if not has_comparison(access.table.section.session):
        raise Http404
    board_comparison = load_comparison(play)
    if not (board_comparison.is_complete or _may_compare(access, play, device)):
        raise Http404
    tournament = access.table.section.session.tournament
    context = {
        "tournament": tournament,
        "secret": table_secret(access),
        "play": play,
        "found": board_comparison,
    }
    return render(request, "tournaments/results/table/comparison.html", context)


@require_safe
@at_table
def own_marks(request: HttpRequest, access: TableAccess, device: Device) -> HttpResponse:
    """Show the results of the phone's owner, from all rounds in which the phone held a seat."""
    session = access.table.section.session
    rounds = load_own_rounds(session, device.key)
    points = [deal.points for own_round in rounds for deal in own_round.deals if deal.points is not None]
    # marks of the same deals at several tables are compared, and never added up
    has_sums = not find_format(session.tournament.format).plan.needs_same_deals
    context = {
        "tournament": session.tournament,
        "secret": table_secret(access),
        "rounds": [
            (
                own_round,
                [(deal, describe_facts(deal.slip) if deal.slip else []) for deal in own_round.deals],
            )
            for own_round in rounds
        ],
        "total": sum(points) if points and has_sums else None,
    }
    return render(request, "tournaments/results/table/marks.html", context)


def _may_compare(access: TableAccess, play: Play, device: Device) -> bool:
    """Return whether the organiser shows results at once and this phone wrote or confirmed the result."""
    if not rules_at(access).shows_comparison:
        return False
    current = play.slips.current().select_related("confirmation__written_on", "confirmation__phone").first()
    confirmation = getattr(current, "confirmation", None)
    phones = (confirmation.written_on, confirmation.phone) if confirmation else ()
    return any(phone is not None and phone.device == device.key for phone in phones)
