"""URLs of the API, under /api/v1/."""

from django.urls import path
from drf_spectacular.views import SpectacularAPIView

from common.web_server.policy import set_defaults
from tournaments.api.v1.boards import BoardView
from tournaments.api.v1.events import EntriesView, EventStateView, EventsView, EventView
from tournaments.api.v1.parsing import LARGEST_BODY
from tournaments.api.v1.plays import PlayResultsView, PlaysView
from tournaments.api.v1.standings import EventStandingsView, StandingsView
from tournaments.api.v1.table import TableResultsView, TableResultView, TableSeatView, TableView
from tournaments.api.v1.table_words import TableConfirmView, TableDisputeView

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="api-v1-schema"),
    path("tournaments/", EventsView.as_view(), name="api-v1-events"),
    path("tournaments/<slug:slug>/", EventView.as_view(), name="api-v1-event"),
    path("tournaments/<slug:slug>/entries/", EntriesView.as_view(), name="api-v1-entries"),
    path("tournaments/<slug:slug>/state/", EventStateView.as_view(), name="api-v1-event-state"),
    path("tournaments/<slug:slug>/standings/", StandingsView.as_view(), name="api-v1-standings"),
    path("tournaments/<slug:slug>/event/", EventStandingsView.as_view(), name="api-v1-event-standings"),
    path("tournaments/<slug:slug>/boards/<int:number>/", BoardView.as_view(), name="api-v1-board"),
    path("tournaments/<slug:slug>/plays/", PlaysView.as_view(), name="api-v1-plays"),
    path(
        "tournaments/<slug:slug>/plays/<int:pk>/results/",
        PlayResultsView.as_view(),
        name="api-v1-result-record",
    ),
    path("table/", TableView.as_view(), name="api-v1-table"),
    path("table/seat/", TableSeatView.as_view(), name="api-v1-table-seat"),
    path("table/results/", TableResultsView.as_view(), name="api-v1-table-results-record"),
    path(
        "table/plays/<int:pk>/results/",
        TableResultView.as_view(),
        name="api-v1-table-result-record",
    ),
    path("table/plays/<int:pk>/confirm/", TableConfirmView.as_view(), name="api-v1-table-result-confirm"),
    path("table/plays/<int:pk>/dispute/", TableDisputeView.as_view(), name="api-v1-table-result-dispute"),
]
# more than the parser accepts, so that the parser refuses a large body and responds in JSON
set_defaults(urlpatterns, max_body=4 * LARGEST_BODY)
