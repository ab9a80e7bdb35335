"""The addresses, by audience."""

from django.contrib import admin
from django.urls import include, path

from accounts.languages import choose_language
from config.health import healthz, readyz

urlpatterns = [
    path("healthz", healthz),
    path("readyz", readyz),
    path("", include("tournaments.web.public.urls")),
    path("f/", include("tournaments.web.organiser.printed_sheet_urls")),
    path("organiser/", include("tournaments.web.organiser.urls")),
    path("table/<slug:secret>/", include("tournaments.web.table.urls")),
    path("api/v1/", include("tournaments.api.v1.urls")),
    path("", include("games.web.urls")),
    path("connexion/", include("accounts.urls")),
    path("langue/setlang/", choose_language, name="set_language"),
    path("admin/", admin.site.urls),
]

handler403 = "tournaments.web.refusals.forbidden"
