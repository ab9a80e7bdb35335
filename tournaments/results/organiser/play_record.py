"""The page of a play record, for readers with the right to see all cards."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from common.errors import AppError
from games.core.auction import SLAM_BID
from games.core.outcome import Bid
from tournaments.base.access import Right
from tournaments.base.forms.limits import most_signs
from tournaments.base.web.acting import add_success_message, posted_data, show_error
from tournaments.base.web.finding import find_dealt_tournament, signed_in_user
from tournaments.deals.door import read_record
from tournaments.models import Play, PlayRecord
from tournaments.results.organiser.traveller import UNREADABLE
from tournaments.results.queries.boards import play_line
from tournaments.results.queries.play_records import show_play
from tournaments.results.services.play_records import LONGEST_TEXT, record_play
from tournaments.results.words.sheet_sentences import BID_NAMES, SLAM_BID_NAME


class PlayRecordForm(forms.Form):
    """Actions of a play in the documented notation."""

    text = forms.CharField(
        label=gettext_lazy("Déroulement"),
        max_length=LONGEST_TEXT,
        help_text=most_signs(LONGEST_TEXT),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false", "autocapitalize": "off"}),
    )
    seen_version = forms.IntegerField(min_value=0, max_value=32767, widget=forms.HiddenInput)


@require_http_methods(["GET", "POST"])
@never_cache
def play_record(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    tournament = find_dealt_tournament(request, slug, Right.SEE_DEALS)
    plays = Play.objects.filter(round__section__session__tournament=tournament)
    play = get_object_or_404(plays.select_related("table", "round__section__session"), pk=pk)
    versions = list(PlayRecord.objects.filter(play=play).select_related("written_by").order_by("-version"))
    latest = versions[0] if versions else None
    # the reading of cards is written to the trace
    text = read_record(latest, play=play, reader=signed_in_user(request)) if latest else ""
    initial = {"text": text, "seen_version": latest.version if latest else 0}
    form = PlayRecordForm(posted_data(request), initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            record_play(play=play, written_by=signed_in_user(request), **form.cleaned_data)
        except AppError as error:
            show_error(form, error)
        else:
            add_success_message(request, _("Le déroulement est enregistré."))
            return redirect("organiser-play-record", slug, pk)
    displayed_play = show_play(text) if text else None
    context = {
        "tournament": tournament,
        "play": play,
        "line": play_line(play),
        "shown": displayed_play,
        "bids": [(seat, _bid_name(bid)) for seat, bid in displayed_play.bids] if displayed_play else [],
        "contract": (displayed_play.contract[0], _bid_name(displayed_play.contract[1]))
        if displayed_play and displayed_play.contract
        else None,
        "versions": versions,
        "form": form,
    }
    status = UNREADABLE if form.errors else 200
    return render(request, "tournaments/results/organiser/play_record.html", context, status=status)


def _bid_name(bid: str) -> str:
    """Return the French name of a bid; other words of an auction as they are stored."""
    if bid == "pass":
        return _("passe")
    if bid == SLAM_BID:
        return str(SLAM_BID_NAME)
    return str(BID_NAMES[Bid(bid)]) if bid in {named_bid.value for named_bid in BID_NAMES} else bid
