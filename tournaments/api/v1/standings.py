"""The ranking of a tournament, by version."""

from typing import Any

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access import Right
from tournaments.api.v1.fields import ErrorSerializer, PercentField, SeatField
from tournaments.api.v1.finding import find_session
from tournaments.api.v1.throttles import ReadThrottle
from tournaments.queries.standings import latest_standings, snapshot_rows


class StandingSerializer(serializers.Serializer[Any]):
    """One player; places are null before the first deal."""

    entry = serializers.IntegerField(source="entry.pk")
    name = serializers.CharField(source="entry.person.public_name")
    line = SeatField()
    overall_place = serializers.IntegerField(allow_null=True)
    alternated_place = serializers.IntegerField(allow_null=True)
    line_place = serializers.IntegerField(allow_null=True)
    overall = PercentField(source="value", allow_null=True)
    attack = PercentField(allow_null=True)
    defence = PercentField(allow_null=True)
    penalty = PercentField()
    attack_count = serializers.IntegerField()
    defence_count = serializers.IntegerField()
    is_one_sided = serializers.BooleanField()


class StandingsSerializer(serializers.Serializer[Any]):
    """A numbered state of the ranking, in the order of the overall one; version 0 is before any result."""

    version = serializers.IntegerField()
    state = serializers.CharField()
    updated_at = serializers.DateTimeField(allow_null=True)
    results_counted = serializers.IntegerField()
    results_expected = serializers.IntegerField()
    rows = StandingSerializer(many=True)


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
        """The last ranking; send its ETag again to learn cheaply that nothing changed."""
        session = find_session(request, slug, Right.VIEW)
        snapshot = latest_standings(session)
        etag = f'"{session.pk}-{snapshot.version if snapshot else 0}-{session.tournament.state}"'
        if unchanged := get_conditional_response(request._request, etag=etag):
            return unchanged
        shown = {
            "version": snapshot.version if snapshot else 0,
            "state": session.tournament.state,
            "updated_at": snapshot.created_at if snapshot else None,
            "results_counted": snapshot.results_counted if snapshot else 0,
            "results_expected": snapshot.results_expected if snapshot else 0,
            "rows": snapshot_rows(snapshot),
        }
        return Response(StandingsSerializer(shown).data, headers={"ETag": etag, "Cache-Control": "no-cache"})
