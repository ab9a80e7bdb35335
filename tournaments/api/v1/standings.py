"""The ranking of a tournament: of a session by version, and over all its sessions."""

from typing import Any

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.v1.fields import ErrorSerializer, MeasuredField, PercentField, SeatField, measured_text
from tournaments.api.v1.finding import find_session
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
    """A player or a team; places are null before the first deal and for those who are not ranked."""

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
        """Public names of those who play for a team; none of a player alone."""
        return [member.person.public_name for member in row.entry.members.all()] if row.entry.name else []

    def get_criteria(self, row: RankedEntry) -> dict[str, str | None]:
        """Every criterion that the format knows, by its name, whether it parts equals or not."""
        written = ((name.value, value) for name, value in row.criteria.items())
        return {
            name: None if value is None else measured_text(value, self.context["measure"])
            for name, value in written
        }


class TeamSerializer(serializers.Serializer[Any]):
    """Players of free deals added up."""

    place = serializers.IntegerField()
    name = serializers.CharField()
    value = MeasuredField()
    entries = serializers.SerializerMethodField()

    def get_entries(self, team: RankedTeam) -> list[int]:
        """Those who are added up, best first."""
        return [row.entry.pk for row in team.members]


class StandingsSerializer(serializers.Serializer[Any]):
    """A numbered state of the ranking, in the order of the overall one.

    Version 0 is before any result, and while the ranking is hidden: `waits_for` then says until when.
    """

    version = serializers.IntegerField()
    state = serializers.CharField()
    waits_for = serializers.ChoiceField(
        choices=[moment.value for moment in Moment], allow_null=True, help_text="Null when it shows."
    )
    updated_at = serializers.DateTimeField(allow_null=True)
    results_counted = serializers.IntegerField()
    results_expected = serializers.IntegerField()
    measure = serializers.ChoiceField(choices=[measure.value for measure in Measure])
    chain = serializers.ListField(child=serializers.CharField(), help_text="Criteria that part equals.")
    rows = StandingSerializer(many=True)
    teams = TeamSerializer(many=True)


class StandingsView(APIView):
    throttle_classes = (ReadThrottle,)

    @extend_schema(
        operation_id="standings_read",
        parameters=[OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER)],
        responses={
            200: StandingsSerializer,
            304: OpenApiResponse(description="The version given is still the last."),
            404: ErrorSerializer,
        },
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The last ranking; send its ETag again to learn cheaply that nothing changed.

        Pages of any site may read it, as a visitor who is not signed in.
        """
        session, access = find_session(request, slug, Right.VIEW)
        tournament = session.tournament
        waits = waiting_for(session, Part.RANKING, access.viewer())
        snapshot = latest_standings(session) if waits is None else None
        version = snapshot.version if snapshot else 0
        seen = f"{tournament.showing_version}{waits or ''}"
        etag = f'"{session.pk}-{version}-{tournament.state}-{seen}"'
        if unchanged := get_conditional_response(request, etag=etag):
            return unchanged
        table = ranking_table(session, snapshot)
        shown = {
            "version": version,
            "state": tournament.state,
            "waits_for": waits,
            "updated_at": snapshot.created_at if snapshot else None,
            "results_counted": snapshot.results_counted if snapshot else 0,
            "results_expected": snapshot.results_expected if snapshot else 0,
            "measure": table.measure.value,
            "chain": [] if snapshot is None else [criterion.value for criterion in snapshot_chain(snapshot)],
            "rows": table.rows,
            "teams": table.teams,
        }
        written = StandingsSerializer(shown, context={"measure": table.measure})
        headers = {"ETag": etag, "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*"}
        return Response(written.data, headers=headers)


class EventSessionSerializer(serializers.Serializer[Any]):
    """A session that has a ranking."""

    number = serializers.IntegerField()
    coefficient = serializers.DecimalField(max_digits=6, decimal_places=3)
    is_final = serializers.BooleanField()


class EventRowSerializer(serializers.Serializer[Any]):
    """A player or a team; the place is null for those who are not ranked."""

    entry = serializers.IntegerField(source="entry.pk")
    name = serializers.CharField(source="entry.public_name")
    place = serializers.IntegerField(allow_null=True)
    value = MeasuredField(allow_null=True)
    by_session = serializers.SerializerMethodField()
    is_finalist = serializers.BooleanField()

    def get_by_session(self, row: EventRow) -> list[str | None]:
        """What the row has in each session, before its coefficient; null where it did not play."""
        measure = self.context["measure"]
        return [None if value is None else measured_text(value, measure) for value in row.by_session]


class EventStandingsSerializer(serializers.Serializer[Any]):
    """The ranking over all sessions, finalists first; without rows while it is hidden."""

    state = serializers.CharField()
    waits_for = serializers.ChoiceField(
        choices=[moment.value for moment in Moment], allow_null=True, help_text="Null when it shows."
    )
    measure = serializers.ChoiceField(choices=[measure.value for measure in Measure])
    sessions = EventSessionSerializer(many=True)
    rows = EventRowSerializer(many=True)


class EventStandingsView(APIView):
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
        """The ranking over all sessions; send its ETag again to learn cheaply that nothing changed.

        Pages of any site may read it, as a visitor who is not signed in.
        """
        session, access = find_session(request, slug, Right.VIEW)
        tournament = session.tournament
        waits = waiting_for(session, Part.RANKING, access.viewer())
        seen = f"{tournament.showing_version}{waits or ''}"
        etag = f'"{tournament.pk}-{event_mark(tournament) if waits is None else tournament.state}-{seen}"'
        if unchanged := get_conditional_response(request, etag=etag):
            return unchanged
        event = load_event_standings(tournament) if waits is None else None
        measure = event_measure(tournament)
        shown = {
            "state": tournament.state,
            "measure": measure.value,
            "waits_for": waits,
            "sessions": event.sessions if event else (),
            "rows": event.rows if event else (),
        }
        written = EventStandingsSerializer(shown, context={"measure": measure}).data
        headers = {"ETag": etag, "Cache-Control": "no-cache", "Access-Control-Allow-Origin": "*"}
        return Response(written, headers=headers)
