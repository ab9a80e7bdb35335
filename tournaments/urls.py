"""All URLs of tournaments. Each area lists its own by audience, in its `urls.py`."""

from django.urls import URLPattern, URLResolver, include, path

from common.web_server.policy import FORM_BYTES, set_defaults
from tournaments.deals import urls as deals
from tournaments.draws import urls as draws
from tournaments.entries import urls as entries
from tournaments.evening import urls as evening
from tournaments.events import urls as events
from tournaments.hall import urls as hall
from tournaments.incidents import urls as incidents
from tournaments.movements import urls as movements
from tournaments.paper import urls as paper
from tournaments.people import urls as people
from tournaments.rankings import urls as rankings
from tournaments.results import urls as results
from tournaments.seasons import urls as seasons
from tournaments.seating import urls as seating
from tournaments.site import urls as site

ROOMS = (
    people,
    entries,
    movements,
    seating,
    deals,
    results,
    rankings,
    seasons,
    hall,
    paper,
    incidents,
    draws,
    evening,
    events,
    site,
)


def _urls_for(audience: str) -> list[URLPattern]:
    """Return the URLs of all areas for an audience."""
    return [pattern for area in ROOMS for pattern in getattr(area, audience, ())]


public = _urls_for("public")
table = _urls_for("table")
set_defaults(table, max_body=FORM_BYTES, hides_nothing=True)
organiser: list[URLPattern | URLResolver] = [
    *_urls_for("organiser"),
    path("clubs/<slug:slug>/", include(_urls_for("of_club"))),
    path("t/<slug:slug>/", include(_urls_for("of_event"))),
]

urlpatterns = [
    *public,
    path("f/", include(_urls_for("sheet"))),
    path("organiser/", include(organiser)),
    path("moi/", include(_urls_for("own"))),
    path("carton/", include(_urls_for("card"))),
    path("table/<slug:secret>/", include(table)),
]
