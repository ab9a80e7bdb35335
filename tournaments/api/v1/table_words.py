"""The other side's word on a result of its table, and a player's that it is wrong, for programs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.v1.fields import SEAT_CODES, SeatField
from tournaments.api.v1.plays import LARGEST_SMALL
from tournaments.api.v1.table_requests import (
    KEY,
    PHONE,
    REFUSALS,
    TableAPIView,
    device_of,
    find_play,
    key_of,
    table_of,
)
from tournaments.models import ResultFlag, SlipConfirmation
from tournaments.results.services.confirmations import confirm_at_table
from tournaments.results.services.flags import LONGEST_TEXT, raise_flag


class SeenSerializer(serializers.Serializer[Any]):
    """Which version of a result is spoken of."""

    seen_version = serializers.IntegerField(
        min_value=0, max_value=LARGEST_SMALL, help_text="The version the person was looking at."
    )


class ConfirmInputSerializer(SeenSerializer):
    """Who says that the result is right."""

    seat = serializers.ChoiceField(
        choices=list(SEAT_CODES),
        help_text="Of the side that did not write: that of this phone, or any on the phone that wrote.",
    )


class ConfirmationSerializer(serializers.Serializer[SlipConfirmation]):
    """The word given on a version; the seat is null when an organiser gave it."""

    version = serializers.IntegerField(source="slip.version")
    seat = SeatField(allow_null=True)
    confirmed_at = serializers.DateTimeField()


class DisputeInputSerializer(SeenSerializer):
    """What is wrong, in the player's words."""

    text = serializers.CharField(max_length=LONGEST_TEXT)


class DisputeSerializer(serializers.Serializer[ResultFlag]):
    """What an organiser has to answer."""

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
        """Say for the other side that a result is right; said twice, it is answered with the first word."""
        access = table_of(request)
        sent = ConfirmInputSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        confirmation = confirm_at_table(
            access=access,
            play=find_play(access, pk),
            device=device_of(request),
            seat=SEAT_CODES.index(sent.validated_data["seat"]),
            seen_version=sent.validated_data["seen_version"],
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
        """Say that a result is wrong; a phone disputes a version once while no organiser has answered."""
        access = table_of(request)
        sent = DisputeInputSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        flag = raise_flag(
            access=access,
            play=find_play(access, pk),
            device=device_of(request),
            token=key_of(request),
            **sent.validated_data,
        )
        return Response(DisputeSerializer(flag).data)
