"""The ranking of a tournament over all its sessions."""

from typing import Any

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.v1.fields import ErrorSerializer, MeasuredField, measured_text
from tournaments.api.v1.finding import find_session
from tournaments.api.v1.throttles import ReadThrottle
from tournaments.base.access import Right
from tournaments.base.queries.showing import waiting_for
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.formats.registry import find_format
from tournaments.core.showing import Moment, Part
from tournaments.rankings.queries.event_standings import EventRow, event_mark, load_event_standings


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
        """The ranking over all sessions; send its ETag again to learn cheaply that nothing changed."""
        session, access = find_session(request, slug, Right.VIEW)
        tournament = session.tournament
        waits = waiting_for(session, Part.RANKING, access.viewer())
        seen = f"{tournament.showing_version}{waits or ''}"
        etag = f'"{tournament.pk}-{event_mark(tournament) if waits is None else tournament.state}-{seen}"'
        if unchanged := get_conditional_response(request._request, etag=etag):
            return unchanged
        event = load_event_standings(tournament) if waits is None else None
        measure = find_format(tournament.format).plan.measure
        shown = {
            "state": tournament.state,
            "measure": measure.value,
            "waits_for": waits,
            "sessions": event.sessions if event else (),
            "rows": event.rows if event else (),
        }
        written = EventStandingsSerializer(shown, context={"measure": measure}).data
        return Response(written, headers={"ETag": etag, "Cache-Control": "no-cache"})
