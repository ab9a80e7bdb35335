"""Root URL patterns of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from accounts.languages import choose_language
from play.urls import front_patterns, lesson_patterns, own_patterns, room_patterns
from publishing.urls import club_patterns, program_patterns
from tournaments.site.web.health import healthz, readyz
from tournaments.site.web.metrics import metrics

urlpatterns = [
    path("healthz", healthz),
    path("readyz", readyz),
    path("metrics", metrics),
    path("", include(front_patterns)),
    path("", include("tournaments.urls")),
    path("organiser/clubs/<slug:slug>/", include(club_patterns)),
    path("jouer/", include("play.urls")),
    path("salles/", include(room_patterns)),
    path("moi/", include(own_patterns)),
    path("compter/", include("counting.urls")),
    path("api/", RedirectView.as_view(pattern_name="api-v1-schema")),
    path("api/v1/", include("tournaments.api.v1.urls")),
    path("api/hall/", include(program_patterns)),
    path("", include("games.web.urls")),
    path("", include(lesson_patterns)),
    path("connexion/", include("accounts.urls")),
    path("langue/setlang/", choose_language, name="set_language"),
    # one page for passwords: rate limits do not count the forms of the administration
    path("admin/login/", RedirectView.as_view(pattern_name="accounts-sign-in", query_string=True)),
    path("admin/password_change/", RedirectView.as_view(pattern_name="accounts-password-change")),
    path("admin/", admin.site.urls),
]

handler400 = "tournaments.base.web.error_pages.bad_request"
handler404 = "tournaments.base.web.error_pages.not_found"
handler500 = "tournaments.base.web.error_pages.server_error"
handler403 = "tournaments.site.web.refusals.forbidden"
