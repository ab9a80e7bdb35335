"""One table for programs with its secret: the round, the phone's seat, and the entry of results."""

import uuid
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from common.errors import AppError
from common.requests.limits import seconds_to_wait
from tournaments.api.errors import error_body
from tournaments.api.v1.fields import SEAT_CODES, ErrorSerializer, SeatField
from tournaments.api.v1.plays import LineSerializer, ResultSerializer, line_of_values
from tournaments.api.v1.queries import LARGEST_SMALL
from tournaments.api.v1.table_requests import (
    KEY,
    PHONE,
    REFUSALS,
    TableAPIView,
    device_of,
    find_requested_play,
    find_requested_round,
    key_of,
    requested_table,
)
from tournaments.models import ResultSlip, Round, TableAccess
from tournaments.results.queries.table_page import DealState, TableDeal, TableRound, load_table_round
from tournaments.results.queries.table_rounds import default_round, table_rounds
from tournaments.results.services.table_phones import TABLE_PHONE, Device, claim_seat, phone_limit
from tournaments.results.services.table_results import record_at_table

MOST_AT_ONCE = 60


class TableDealSerializer(serializers.Serializer[TableDeal]):
    """A deal of the round. `result` is only for a phone at the table, null while it is missing."""

    id = serializers.IntegerField(source="play.pk")
    board = serializers.IntegerField(source="play.board")
    dealer = SeatField()
    taker = SeatField(allow_null=True)
    state = serializers.ChoiceField(choices=[state.value for state in DealState])
    result = serializers.SerializerMethodField()

    @extend_schema_field(ResultSerializer(allow_null=True))
    def get_result(self, deal: TableDeal) -> dict[str, Any] | None:
        # the table's link alone does not show results: the phone must have claimed a seat
        shows = self.context["sits"] and deal.slip is not None
        return ResultSerializer(deal.slip).data if shows else None


class TableSerializer(serializers.Serializer[TableRound]):
    """One round at the table."""

    table = serializers.IntegerField(source="table.number")
    round = serializers.IntegerField(source="round.number")
    rounds = serializers.ListField(child=serializers.IntegerField(), source="round_numbers")
    seats = serializers.SerializerMethodField()
    own_seat = serializers.SerializerMethodField(help_text="Where this phone sits; null until it says so.")
    writes_here = serializers.BooleanField(source="holds_pen", help_text="This phone writes the results.")
    deals = TableDealSerializer(many=True)

    def get_seats(self, table_round: TableRound) -> dict[str, str]:
        """Public names by the code of the seat."""
        seat_entries = zip(SEAT_CODES, table_round.entries, strict=False)
        return {code: entry.public_name for code, entry in seat_entries if entry}

    @extend_schema_field({"type": "string", "nullable": True})
    def get_own_seat(self, table_round: TableRound) -> str | None:
        return SEAT_CODES[table_round.phone.seat] if table_round.phone else None


class SeatInputSerializer(serializers.Serializer[Any]):
    """Seat of the phone's owner."""

    round = serializers.IntegerField(min_value=1, max_value=LARGEST_SMALL)
    seat = serializers.ChoiceField(choices=list(SEAT_CODES))


class TableResultSerializer(LineSerializer):
    """A line written by a phone."""

    takes_pen = serializers.BooleanField(
        default=False, help_text="Write though another phone of the table does; it is told who."
    )


class BatchedResultSerializer(TableResultSerializer):
    """One of many results, with its play and its key."""

    play = serializers.IntegerField(min_value=1, max_value=2**63 - 1)
    key = serializers.UUIDField(help_text="Made by the sender for this result: sent twice, stored once.")


class BatchInputSerializer(serializers.Serializer[Any]):
    """Results in the order in which they were written."""

    results = BatchedResultSerializer(  # type: ignore[call-arg]  # taken by its list
        many=True, allow_empty=False, max_length=MOST_AT_ONCE
    )


class BatchAnswerSerializer(serializers.Serializer[Any]):
    """Outcome of one result: `result` if it is stored, `error` if it is refused."""

    status = serializers.IntegerField()
    result = ResultSerializer(required=False)
    error = ErrorSerializer(required=False)


class BatchOutputSerializer(serializers.Serializer[Any]):
    """One outcome for each result, in the same order."""

    answers = BatchAnswerSerializer(many=True)


class TableView(TableAPIView):
    query_names = frozenset({"round"})

    @extend_schema(
        operation_id="table_read",
        parameters=[
            PHONE,
            OpenApiParameter("round", int, description="The round that is played by default."),
        ],
        responses={200: TableSerializer, 401: ErrorSerializer, 404: ErrorSerializer},
    )
    def get(self, request: Request) -> Response:
        """Return the table in one round."""
        access, device = requested_table(request), device_of(request)
        number = request.query_params.get("round")
        if number is None:
            this_round = default_round(access.table, table_rounds(access.table), device.key)
        else:
            this_round = find_requested_round(access, number)
        return Response(_table_data(access, this_round, device))


class TableSeatView(TableAPIView):
    @extend_schema(
        operation_id="table_sit",
        parameters=[PHONE],
        request=SeatInputSerializer,
        responses={200: TableSerializer, **REFUSALS},
    )
    def put(self, request: Request) -> Response:
        """Claim a seat for the phone's owner. The first phone of a table and round writes its results."""
        access, device = requested_table(request), device_of(request)
        serializer = SeatInputSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        this_round = find_requested_round(access, str(serializer.validated_data["round"]))
        seat = SEAT_CODES.index(serializer.validated_data["seat"])
        if wait := seconds_to_wait(request, TABLE_PHONE, thing=phone_limit(access, this_round)):
            raise Throttled(wait)
        claim_seat(access=access, this_round=this_round, seat=seat, device=device)
        return Response(_table_data(access, this_round, device))


class TableResultView(TableAPIView):
    @extend_schema(
        operation_id="table_result_record",
        parameters=[PHONE, KEY],
        request=TableResultSerializer,
        responses={200: ResultSerializer, **REFUSALS},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Store a result. 409 if another was stored before (`slip_changed`) or if another phone writes."""
        serializer = TableResultSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        slip = _record(
            requested_table(request), device_of(request), pk, key_of(request), serializer.validated_data
        )
        return Response(ResultSerializer(slip).data)


class TableResultsView(TableAPIView):
    @extend_schema(
        operation_id="table_results_record",
        parameters=[PHONE],
        request=BatchInputSerializer,
        responses={200: BatchOutputSerializer, **REFUSALS},
    )
    def post(self, request: Request) -> Response:
        """Store many results in order, each as if it were sent alone."""
        serializer = BatchInputSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        access, device = requested_table(request), device_of(request)
        # a refused result does not keep the others from being stored
        answers = [_answer(access, device, values) for values in serializer.validated_data["results"]]
        return Response({"answers": answers})


def _answer(access: TableAccess, device: Device, values: dict[str, Any]) -> dict[str, Any]:
    try:
        slip = _record(access, device, values["play"], values["key"], values)
    except AppError as error:
        return {"status": error.status, "error": error_body(error)}
    return {"status": 200, "result": ResultSerializer(slip).data}


def _record(
    access: TableAccess, device: Device, pk: int, key: uuid.UUID, values: dict[str, Any]
) -> ResultSlip:
    names = ("seen_version", "reason", "confirmed", "takes_pen")
    play = find_requested_play(access, pk)
    return record_at_table(
        access=access,
        play=play,
        device=device,
        line=line_of_values(values, play),
        token=key,
        **{name: values[name] for name in names},
    )


def _table_data(access: TableAccess, this_round: Round, device: Device) -> dict[str, Any]:
    table_round = load_table_round(access.table, this_round, device.key)
    return TableSerializer(table_round, context={"sits": table_round.phone is not None}).data
