"""Public pages of a club: events, records, and the events as a calendar and as a feed."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.functional import Promise
from django.utils.http import quote_etag
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts.language_codes import reader_language
from common.web_server.policy import shared_between_anonymous_clients
from tournaments.base.web.addresses import phone_url
from tournaments.base.web.device import followed_clubs
from tournaments.base.web.own_registrations import own_registrations
from tournaments.enums import TournamentState
from tournaments.events.queries.public_events import list_calendar, list_running, public_events
from tournaments.models import Club, ClubPage, PaperLook, Tournament
from tournaments.seasons.queries.club_records import RecordKind, load_club_records
from tournaments.seasons.queries.podiums import list_played
from tournaments.seasons.web.finding import find_shown_club
from tournaments.site.queries.dated_events import DatedEvent, date_events

if TYPE_CHECKING:
    from icalendar import Event

IN_FEED = 20


@dataclass(frozen=True, slots=True)
class RecordWords:
    name: Promise
    explained: Promise
    unit: Promise
    places: int
    """Number of decimals shown."""


RECORDS: dict[RecordKind, RecordWords] = {
    RecordKind.BEST_EVENING: RecordWords(
        gettext_lazy("Les plus belles soirées"),
        gettext_lazy("La moyenne des notes d’une soirée d’au moins douze donnes en duplicate."),
        gettext_lazy("Pour cent"),
        2,
    ),
    RecordKind.BEST_RATING: RecordWords(
        gettext_lazy("Les plus hautes cotes"),
        gettext_lazy("La cote la plus haute que chacun ait atteinte."),
        gettext_lazy("Cote"),
        0,
    ),
    RecordKind.MOST_WINS: RecordWords(
        gettext_lazy("Le plus de victoires"),
        gettext_lazy("Les premières places, partagées ou non."),
        gettext_lazy("Victoires"),
        0,
    ),
    RecordKind.MOST_EVENINGS: RecordWords(
        gettext_lazy("Les plus fidèles"),
        gettext_lazy("Les tournois joués."),
        gettext_lazy("Tournois"),
        0,
    ),
}
CALENDAR_TYPE = "text/calendar; charset=utf-8"
CALENDAR_REFRESH = timedelta(hours=6)
"""Interval after which calendar programs fetch the file again (RFC 7986, 5.7)."""


@shared_between_anonymous_clients
@require_safe
def club_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the events of a club: to come, under way, and the finished ones of the year `?annee=`."""
    club = find_shown_club(slug, "page", "paper_look")
    events = public_events(club)
    upcoming = list(events.upcoming)
    under_way = list_running(events.running, timezone.now())
    years = [day.year for day in events.finished.dates("starts_on", "year", order="DESC")]
    year = _asked_year(request, years)
    context = {
        "club": club,
        "tab": "club",
        "is_followed": club.pk in followed_clubs(request),
        "look": getattr(club, "paper_look", None),
        "page": getattr(club, "page", None),
        "subscription": _subscription(request, club),
        "seasons": club.seasons.all(),
        "running": [event for event in under_way if not event.is_complete],
        "provisional": [event for event in under_way if event.is_complete],
        "next": upcoming[0] if upcoming else None,
        "later": upcoming[1:],
        "own_registrations": own_registrations(request, *upcoming),
        "played": list_played(events.finished.filter(starts_on__year=year)) if year else (),
        "years": years,
        "year": year,
    }
    return render(request, "tournaments/site/public/club.html", context)


@require_safe
def club_logo(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the logo of a club's papers; 404 for a club without one."""
    look = get_object_or_404(PaperLook.objects.exclude(logo=b""), club=find_shown_club(slug))
    return _picture(request, bytes(look.logo), "image/png")


@require_safe
def club_picture(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the picture of a club's page; 404 for a club without one."""
    page = get_object_or_404(ClubPage.objects.exclude(picture=b""), club=find_shown_club(slug))
    return _picture(request, bytes(page.picture), "image/jpeg")


def _picture(request: HttpRequest, content: bytes, content_type: str) -> HttpResponseBase:
    etag = quote_etag(hashlib.sha256(content).hexdigest()[:16])
    if not_modified := get_conditional_response(request, etag=etag):
        return not_modified
    return HttpResponse(content, content_type=content_type, headers={"ETag": etag})


@require_safe
def club_records(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the best evenings and ratings, the most wins and the most evenings."""
    club = find_shown_club(slug)
    context = {
        "club": club,
        "tab": "records",
        "is_followed": club.pk in followed_clubs(request),
        "seasons": club.seasons.all(),
        "records": [(RECORDS[kind], lines) for kind, lines in load_club_records(club).items()],
    }
    return render(request, "tournaments/site/public/records.html", context)


@require_safe
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the events to come as a calendar to subscribe to (RFC 5545)."""
    # 35 ms, for calendars alone
    from icalendar import Calendar, Event  # noqa: PLC0415

    from tournaments.site.web.time_zones import describe_zone  # noqa: PLC0415

    club = find_shown_club(slug)
    calendar = Calendar()
    calendar.add("prodid", "-//Étui//tournois//FR")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", club.name)
    calendar.add("refresh-interval", CALENDAR_REFRESH, {"VALUE": "DURATION"})
    calendar.add("x-published-ttl", CALENDAR_REFRESH, {"VALUE": "DURATION"})
    dated_events = date_events(list_calendar(club, timezone.localdate()))
    years = [
        dated_event.event.starts_on.year
        for dated_event in dated_events
        if dated_event.event.starts_at is not None
    ]
    if years:
        zone = timezone.get_current_timezone()
        calendar.add_component(describe_zone(zone, str(zone), min(years), max(years)))
    for dated_event in dated_events:
        entry = Event()
        _describe_event(entry, request, dated_event)
        calendar.add_component(entry)
    response = HttpResponse(calendar.to_ical(), content_type=CALENDAR_TYPE)
    response["Content-Disposition"] = f'inline; filename="{club.slug}.ics"'
    return response


@require_safe
def club_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Return announced events and events with a result as an Atom feed, the latest first."""
    club = find_shown_club(slug)
    events = public_events(club)
    finished = events.finished.annotate(ranked_at=Max("sessions__standings__updated_at"))
    feed_events = [*events.open_to_players, *finished.order_by("-starts_on", "-pk")[:IN_FEED]]
    feed = Atom1Feed(
        title=club.name,
        link=phone_url(request, reverse("public-club", args=[club.slug])),
        description=_("Tournois et résultats"),
        author_name=club.name,
        language=reader_language(),
        feed_url=phone_url(request, request.path),
    )
    for event in sorted(feed_events, key=lambda event: (event.starts_on, event.pk), reverse=True)[:IN_FEED]:
        feed.add_item(
            title=f"{event.name} – {_state_words(event)}",
            link=phone_url(request, page_of(event)),
            description=_state_words(event),
            unique_id=f"urn:uuid:{_lasting_name(event)}",
            updateddate=_updated_at(event),
        )
    return HttpResponse(feed.writeString("utf-8"), content_type=feed.content_type)


def _subscription(request: HttpRequest, club: Club) -> str:
    """Return the address of the calendar with the scheme `webcal`, by which devices offer to subscribe."""
    address = phone_url(request, reverse("public-club-calendar", args=[club.slug]))
    return f"webcal:{address.partition(':')[2]}"


def page_of(event: Tournament) -> str:
    """Return the address of an event: its registrations while it is prepared, its standings afterwards."""
    is_prepared = event.state == TournamentState.DRAFT and event.opened_at is not None
    return reverse("public-registrations" if is_prepared else "public-standings", args=[event.slug])


def _describe_event(entry: "Event", request: HttpRequest, dated: DatedEvent) -> None:
    event = dated.event
    address = phone_url(request, page_of(event))
    entry.add("uid", str(_lasting_name(event)))
    entry.add("dtstamp", dated.changed_at)
    entry.add("created", event.created_at)
    entry.add("last-modified", dated.changed_at)
    # programs keep the version with the highest number
    entry.add("sequence", dated.changes)
    entry.add("summary", event.name)
    entry.add("description", _state_words(event))
    entry.add("url", address)
    if place := _place(event):
        entry.add("location", place)
    entry.add("status", "CONFIRMED" if event.cancelled_at is None else "CANCELLED")
    if event.starts_at is None:
        entry.add("dtstart", event.starts_on)
        entry.add("dtend", event.starts_on + timedelta(days=1))
    else:
        starts = timezone.make_aware(datetime.combine(event.starts_on, event.starts_at))
        entry.add("dtstart", starts)
        entry.add("dtend", (starts.astimezone(UTC) + dated.length).astimezone(starts.tzinfo))


def _lasting_name(event: Tournament) -> UUID:
    """Return the identifier of an event. It does not depend on the address of the site."""
    # an identifier that changes would make calendars and feed readers show the event twice
    return uuid5(NAMESPACE_URL, f"etui:{event.slug}:{event.created_at.isoformat()}")


def _updated_at(event: Tournament) -> datetime:
    """Return the time since which the state of an event in the feed holds; never a future time."""
    if event.state == TournamentState.FINISHED:
        ranked_at: datetime | None = getattr(event, "ranked_at", None)
        return ranked_at or event.created_at
    return event.cancelled_at or event.opened_at or event.created_at


def _state_words(event: Tournament) -> str:
    if event.state == TournamentState.FINISHED:
        return _("les résultats")
    if event.cancelled_at is not None:
        return _("annulé")
    if event.state == TournamentState.DRAFT:
        return _("préinscriptions ouvertes")
    return _("à suivre en direct")


def _place(event: Tournament) -> str:
    """Return the place of an event; without one its club and town, as far as they are known."""
    return event.place or ", ".join(filter(None, (event.club.name, event.club.city)))


def _asked_year(request: HttpRequest, years: list[int]) -> int | None:
    """Return the year of `?annee=`, by default the latest with a finished event.

    Raises:
        Http404: the year has no finished event.
    """
    text = request.GET.get("annee", "")
    if not text:
        return years[0] if years else None
    if text not in map(str, years):
        raise Http404
    return int(text)
