"""Announcement of an arrival from a player's page: by a registration, an account or a private link."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.refusals import refuse_for_now
from common.requests.limits import MINUTE, By, Limit, limit_kind, seconds_to_wait
from tournaments.base.web.acting import run_service
from tournaments.entries.services.announcing import announce_arrival
from tournaments.models import Entry

ARRIVING = limit_kind(
    "arriving",
    Limit(By.SITE, 1_500, MINUTE),
    # the phones of a hall share one address
    Limit(By.ADDRESS, 600, MINUTE),
    Limit(By.DEVICE, 10, MINUTE),
    Limit(By.PERSON, 10, MINUTE),
)


def refuse_hurry(request: HttpRequest) -> HttpResponse | None:
    """Return the refusal of a request above the limit; None if the arrival may be announced."""
    wait = seconds_to_wait(request, ARRIVING)
    return refuse_for_now(request, wait) if wait else None


def announce_entry(request: HttpRequest, entry: Entry) -> None:
    """Announce the arrival of the reader's entry. The next page shows the result."""
    run_service(request, announce_arrival, _("Votre arrivée est notée."), entry=entry)
