"""Confirmations and disputes of results by the players of a table, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.v1.fields import SEAT_CODES, SeatField
from tournaments.api.v1.queries import LARGEST_SMALL
from tournaments.api.v1.table_requests import (
    KEY,
    PHONE,
    REFUSALS,
    TableAPIView,
    device_of,
    find_requested_play,
    key_of,
    requested_table,
)
from tournaments.models import ResultFlag, SlipConfirmation
from tournaments.results.services.confirmations import confirm_at_table
from tournaments.results.services.flags import LONGEST_TEXT, raise_flag


class SeenSerializer(serializers.Serializer[Any]):
    """Version of a result to which a request refers."""

    seen_version = serializers.IntegerField(
        min_value=0, max_value=LARGEST_SMALL, help_text="The version the person was looking at."
    )


class ConfirmInputSerializer(SeenSerializer):
    """Confirmation of a result by a player."""

    seat = serializers.ChoiceField(
        choices=list(SEAT_CODES),
        help_text="Of the side that did not write: that of this phone, or any on the phone that wrote.",
    )


class ConfirmationSerializer(serializers.Serializer[SlipConfirmation]):
    """The confirmation of a version. The seat is null if an organiser confirmed it."""

    version = serializers.IntegerField(source="slip.version")
    seat = SeatField(allow_null=True)
    confirmed_at = serializers.DateTimeField()


class DisputeInputSerializer(SeenSerializer):
    """The fault of a result, in the player's words."""

    text = serializers.CharField(max_length=LONGEST_TEXT)


class DisputeSerializer(serializers.Serializer[ResultFlag]):
    """A dispute, to be resolved by an organiser."""

    version = serializers.IntegerField(source="slip.version")
    seat = SeatField()
    text = serializers.CharField()
    raised_at = serializers.DateTimeField()


class TableConfirmView(TableAPIView):
    @extend_schema(
        operation_id="table_result_confirm",
        parameters=[PHONE],
        request=ConfirmInputSerializer,
        responses={200: ConfirmationSerializer, **REFUSALS},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Confirm a result for the other side. A second confirmation returns the first one."""
        access = requested_table(request)
        serializer = ConfirmInputSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        confirmation = confirm_at_table(
            access=access,
            play=find_requested_play(access, pk),
            device=device_of(request),
            seat=SEAT_CODES.index(serializer.validated_data["seat"]),
            seen_version=serializer.validated_data["seen_version"],
        )
        return Response(ConfirmationSerializer(confirmation).data)


class TableDisputeView(TableAPIView):
    @extend_schema(
        operation_id="table_result_dispute",
        parameters=[PHONE, KEY],
        request=DisputeInputSerializer,
        responses={200: DisputeSerializer, **REFUSALS},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Dispute a result. A phone disputes a version once until an organiser has resolved it."""
        access = requested_table(request)
        serializer = DisputeInputSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        flag = raise_flag(
            access=access,
            play=find_requested_play(access, pk),
            device=device_of(request),
            token=key_of(request),
            **serializer.validated_data,
        )
        return Response(DisputeSerializer(flag).data)
