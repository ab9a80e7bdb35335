"""The rankings of a tournament: of a session by version, and over all sessions."""

from typing import Any

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.v1.fields import ErrorSerializer, MeasuredField, PercentField, SeatField, measured_text
from tournaments.api.v1.finding import find_session_for_program
from tournaments.api.v1.queries import SESSION, QueryView
from tournaments.api.v1.throttles import ReadThrottle
from tournaments.base.access import Right
from tournaments.base.queries.showing import waiting_for
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.showing import Moment, Part
from tournaments.rankings.queries.event_standings import (
    EventRow,
    event_mark,
    event_measure,
    load_event_standings,
)
from tournaments.rankings.queries.ranking_tables import ranking_table
from tournaments.rankings.queries.standings import RankedEntry, RankedTeam, latest_standings, snapshot_chain


class StandingSerializer(serializers.Serializer[Any]):
    """A player or a team. Places are null before the first deal and for units without a rank."""

    entry = serializers.IntegerField(source="entry.pk")
    name = serializers.CharField(source="entry.public_name")
    members = serializers.SerializerMethodField()
    line = SeatField(allow_null=True)
    overall_place = serializers.IntegerField(allow_null=True)
    alternated_place = serializers.IntegerField(allow_null=True)
    line_place = serializers.IntegerField(allow_null=True)
    value = MeasuredField(allow_null=True)
    attack = PercentField(allow_null=True)
    defence = PercentField(allow_null=True)
    penalty = MeasuredField()
    deal_count = serializers.IntegerField(allow_null=True)
    attack_count = serializers.IntegerField(allow_null=True)
    defence_count = serializers.IntegerField(allow_null=True)
    is_one_sided = serializers.BooleanField()
    criteria = serializers.SerializerMethodField()

    def get_members(self, row: RankedEntry) -> list[str]:
        """Public names of the members of a team; an empty list for a single player."""
        return [member.person.public_name for member in row.entry.members.all()] if row.entry.name else []

    def get_criteria(self, row: RankedEntry) -> dict[str, str | None]:
        """Every criterion of the format by its name, even if it breaks no tie."""
        values = ((name.value, value) for name, value in row.criteria.items())
        return {
            name: None if value is None else measured_text(value, self.context["measure"])
            for name, value in values
        }


class TeamSerializer(serializers.Serializer[Any]):
    """Players of free deals whose points are added up."""

    place = serializers.IntegerField()
    name = serializers.CharField()
    value = MeasuredField()
    entries = serializers.SerializerMethodField()

    def get_entries(self, team: RankedTeam) -> list[int]:
        """Ids of the entries that are added up, best first."""
        return [row.entry.pk for row in team.members]


class StandingsSerializer(serializers.Serializer[Any]):
    """A numbered version of the ranking, in the order of the overall one.

    Version 0 precedes all results. It also stands for a hidden ranking, and `waits_for` then names the moment
    at which it is shown.
    """

    version = serializers.IntegerField()
    state = serializers.CharField()
    waits_for = serializers.ChoiceField(
        choices=[moment.value for moment in Moment], allow_null=True, help_text="Null when it shows."
    )
    updated_at = serializers.DateTimeField(allow_null=True)
    corrected_at = serializers.DateTimeField(
        allow_null=True, help_text="Last change after the event had been finished; null without one."
    )
    results_counted = serializers.IntegerField()
    results_expected = serializers.IntegerField()
    measure = serializers.ChoiceField(choices=[measure.value for measure in Measure])
    chain = serializers.ListField(child=serializers.CharField(), help_text="Criteria that part equals.")
    rows = StandingSerializer(many=True)
    teams = TeamSerializer(many=True)


class StandingsView(QueryView):
    throttle_classes = (ReadThrottle,)
    query_names = frozenset({"session"})

    @extend_schema(
        operation_id="standings_read",
        parameters=[SESSION, OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER)],
        responses={
            200: StandingsSerializer,
            304: OpenApiResponse(description="The version given is still the last."),
            404: ErrorSerializer,
        },
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Return the latest ranking.

        A repeated request with its ETag gets a short response if nothing has changed. Pages of any site may
        read it, as a visitor who is not signed in.
        """
        session, access = find_session_for_program(request, slug, Right.VIEW)
        tournament = session.tournament
        moment = waiting_for(session, Part.RANKING, access.viewer())
        snapshot = latest_standings(session) if moment is None else None
        version = snapshot.version if snapshot else 0
        # the version alone does not change when the organiser hides or shows the ranking
        showing = f"{tournament.showing_version}{moment or ''}"
        etag = f'"{session.pk}-{version}-{tournament.state}-{showing}"'
        if not_modified := get_conditional_response(request, etag=etag):
            return not_modified
        table = ranking_table(session, snapshot)
        values = {
            "version": version,
            "state": tournament.state,
            "waits_for": moment,
            "updated_at": snapshot.created_at if snapshot else None,
            "corrected_at": tournament.corrected_at if snapshot else None,
            "results_counted": snapshot.results_counted if snapshot else 0,
            "results_expected": snapshot.results_expected if snapshot else 0,
            "measure": table.measure.value,
            "chain": [] if snapshot is None else [criterion.value for criterion in snapshot_chain(snapshot)],
            "rows": table.rows,
            "teams": table.teams,
        }
        serializer = StandingsSerializer(values, context={"measure": table.measure})
        # with "*" a browser shows other sites only the response without cookies: that of a visitor
        headers = {"ETag": etag, "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*"}
        return Response(serializer.data, headers=headers)


class EventSessionSerializer(serializers.Serializer[Any]):
    """A session that has a ranking."""

    number = serializers.IntegerField()
    coefficient = serializers.DecimalField(max_digits=6, decimal_places=3)
    is_final = serializers.BooleanField()


class EventRowSerializer(serializers.Serializer[Any]):
    """A player or a team. The place is null for a unit without a rank."""

    entry = serializers.IntegerField(source="entry.pk")
    name = serializers.CharField(source="entry.public_name")
    place = serializers.IntegerField(allow_null=True)
    value = MeasuredField(allow_null=True)
    by_session = serializers.SerializerMethodField()
    is_finalist = serializers.BooleanField()

    def get_by_session(self, row: EventRow) -> list[str | None]:
        """Value of the unit in each session, before its coefficient; null for a session not played."""
        measure = self.context["measure"]
        return [None if value is None else measured_text(value, measure) for value in row.by_session]


class EventStandingsSerializer(serializers.Serializer[Any]):
    """The ranking over all sessions, finalists first. It has no rows while it is hidden."""

    state = serializers.CharField()
    waits_for = serializers.ChoiceField(
        choices=[moment.value for moment in Moment], allow_null=True, help_text="Null when it shows."
    )
    corrected_at = serializers.DateTimeField(
        allow_null=True, help_text="Last change after the event had been finished; null without one."
    )
    measure = serializers.ChoiceField(choices=[measure.value for measure in Measure])
    sessions = EventSessionSerializer(many=True)
    rows = EventRowSerializer(many=True)


class EventStandingsView(QueryView):
    throttle_classes = (ReadThrottle,)

    @extend_schema(
        operation_id="event_standings_read",
        parameters=[OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER)],
        responses={
            200: EventStandingsSerializer,
            304: OpenApiResponse(description="Nothing has changed since the answer with this ETag."),
            404: ErrorSerializer,
        },
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Return the ranking over all sessions.

        A repeated request with its ETag gets a short response if nothing has changed. Pages of any site may
        read it, as a visitor who is not signed in.
        """
        session, access = find_session_for_program(request, slug, Right.VIEW)
        tournament = session.tournament
        moment = waiting_for(session, Part.RANKING, access.viewer())
        showing = f"{tournament.showing_version}{moment or ''}"
        etag = f'"{tournament.pk}-{event_mark(tournament) if moment is None else tournament.state}-{showing}"'
        if not_modified := get_conditional_response(request, etag=etag):
            return not_modified
        event = load_event_standings(tournament) if moment is None else None
        measure = event_measure(tournament)
        values = {
            "state": tournament.state,
            "measure": measure.value,
            "waits_for": moment,
            "corrected_at": tournament.corrected_at if event else None,
            "sessions": event.sessions if event else (),
            "rows": event.rows if event else (),
        }
        data = EventStandingsSerializer(values, context={"measure": measure}).data
        # with "*" a browser shows other sites only the response without cookies: that of a visitor
        headers = {"ETag": etag, "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*"}
        return Response(data, headers=headers)
