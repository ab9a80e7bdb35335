"""The lines of the travellers: their list with results, and the entry of a result."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.device_names import device_name
from accounts.models import User
from common.web_server.policy import hides_nothing
from games.core.outcome import Bid, Handful, PetitAtEnd, Slam
from tournaments.api.v1.fields import MOST_SEATS, SEAT_CODES, ErrorSerializer
from tournaments.api.v1.finding import find_event_for_program, find_session_for_program
from tournaments.api.v1.queries import LARGEST_SMALL, SESSION, QueryView
from tournaments.api.v1.throttles import ReadThrottle, WriteThrottle
from tournaments.base.access import Right
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.ranking.seat_scores import HIGHEST_SEAT_SCORE
from tournaments.core.slips.score_sheet import LineOf, SheetLine
from tournaments.core.slips.traveller import LineInput, LineKind
from tournaments.models import Play, ResultSlip, Session
from tournaments.movements.queries.movements import session_line_kind
from tournaments.results.services.results import Author, record_result
from tournaments.results.words.sheet_sentences import BID_NAMES

LARGEST_FIGURE = 9999


class ResultSerializer(serializers.Serializer[ResultSlip]):
    """The current version. The score is signed from the attack's side, null unless the deal was played.

    On a score sheet the score is null, except in free deals with bids, and `scores` has that of every seat.
    """

    version = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=[kind.value for kind in LineKind])
    score = serializers.IntegerField(allow_null=True)
    scores = serializers.SerializerMethodField(
        help_text="Of every seat in playing order, null for an empty one; null on a traveller."
    )
    entered_by = serializers.CharField(allow_null=True)
    device = serializers.CharField()
    entered_at = serializers.DateTimeField(source="created_at")
    reason = serializers.CharField()

    @extend_schema_field(
        {
            "type": "array",
            "nullable": True,
            "items": {"oneOf": [{"type": "integer"}, {"type": "string"}], "nullable": True},
        }
    )
    def get_scores(self, slip: ResultSlip) -> list[int | str | None] | None:
        """Return the scores by seat; a share that is not whole is a text ("7/3")."""
        if slip.seat_scores is None:
            return None
        return [str(score) if isinstance(score, Fraction) else score for score in slip.seat_scores]


class PlaySerializer(serializers.Serializer[Play]):
    """A line of a traveller. `result` is null while it is missing."""

    id = serializers.IntegerField()
    board = serializers.IntegerField()
    round = serializers.IntegerField(source="round.number")
    table = serializers.IntegerField(source="table.number")
    result = serializers.SerializerMethodField()

    @extend_schema_field(ResultSerializer(allow_null=True))
    def get_result(self, play: Play) -> dict[str, Any] | None:
        slips: list[ResultSlip] = play.current_slips  # type: ignore[attr-defined]  # prefetched
        return ResultSerializer(slips[0]).data if slips else None


class PlaysFilterSerializer(serializers.Serializer[Any]):
    """Filter of the list; all lines by default."""

    board = serializers.IntegerField(min_value=1, max_value=LARGEST_SMALL, required=False)
    missing = serializers.BooleanField(required=False, allow_null=True, default=None)


class LineSerializer(serializers.Serializer[Any]):
    """A line as it is written: the score in one of two columns, or bouts and points, or both.

    In formats with a score for each seat, `facts` or `scores` replace them, or both if they agree. In free
    deals with bids, `taker`, `bid` and `partner` stand beside them, or `passed` alone; a sheet of totals has
    `scores`.
    """

    kind = serializers.ChoiceField(choices=[kind.value for kind in LineKind], default=LineKind.PLAYED.value)
    bid = serializers.ChoiceField(
        choices=[bid.value for bid in BID_NAMES],
        allow_null=True,
        default=None,
        help_text="In matches of teams and in free deals, whose taker chooses it.",
    )
    taker = serializers.ChoiceField(
        choices=list(SEAT_CODES), allow_null=True, default=None, help_text="In free deals with bids."
    )
    partner = serializers.ChoiceField(
        choices=list(SEAT_CODES),
        allow_null=True,
        default=None,
        help_text="The called partner at a table of five; null for a taker alone.",
    )
    passed = serializers.BooleanField(default=False, help_text="In free deals with bids: all passed.")
    gain = serializers.IntegerField(min_value=0, max_value=LARGEST_FIGURE, allow_null=True, default=None)
    loss = serializers.IntegerField(min_value=0, max_value=LARGEST_FIGURE, allow_null=True, default=None)
    bouts = serializers.IntegerField(min_value=0, max_value=LARGEST_FIGURE, allow_null=True, default=None)
    points = serializers.CharField(max_length=8, allow_blank=True, default="")
    handfuls = serializers.ListField(
        child=serializers.ChoiceField(choices=[level.value for level in Handful]), max_length=4, default=list
    )
    petit = serializers.ChoiceField(
        choices=[side.value for side in PetitAtEnd], default=PetitAtEnd.NONE.value
    )
    slam = serializers.ChoiceField(
        choices=[slam.value for slam in Slam if not slam.is_petit], default=Slam.NONE.value
    )
    facts = serializers.DictField(
        child=serializers.CharField(max_length=20, allow_blank=True),
        default=dict,
        help_text="What happened, by the fields of the game's form; seats are numbers from 0.",
    )
    scores = serializers.ListField(
        child=serializers.IntegerField(
            min_value=-HIGHEST_SEAT_SCORE, max_value=HIGHEST_SEAT_SCORE, allow_null=True
        ),
        max_length=MOST_SEATS,
        default=list,
        help_text="Of every seat in playing order.",
    )
    seen_version = serializers.IntegerField(
        min_value=0, max_value=LARGEST_SMALL, help_text="The version the person was looking at; 0 for none."
    )
    reason = serializers.CharField(max_length=200, allow_blank=True, default="")
    confirmed = serializers.BooleanField(default=False, help_text="The person stands by an unlikely result.")


class ResultInputSerializer(LineSerializer):
    """A line with a token, so that it can be sent twice."""

    token = serializers.UUIDField(help_text="Made by the sender for this result: sent twice, stored once.")


class PlaysPage(PageNumberPagination):
    page_size = 200
    page_query_description = "Number of the page, from 1."


@hides_nothing
class PlaysView(QueryView, GenericAPIView[Play]):
    query_names = frozenset({"board", "missing", "page", "session"})
    throttle_classes = (ReadThrottle,)
    serializer_class = PlaySerializer
    pagination_class = PlaysPage
    queryset = Play.objects.none()

    @extend_schema(
        operation_id="plays_list",
        parameters=[PlaysFilterSerializer, SESSION],
        responses={
            200: PlaySerializer(many=True),
            400: ErrorSerializer,
            403: ErrorSerializer,
            404: ErrorSerializer,
        },
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return every line with its result, by board, round and table. Only for users who read results."""
        session, _access = find_session_for_program(request, slug, Right.READ_RESULTS)
        filters = PlaysFilterSerializer(data=request.query_params)
        filters.is_valid(raise_exception=True)
        page = self.paginate_queryset(_list_plays(session, **filters.validated_data)) or []
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


@hides_nothing
class PlayResultsView(QueryView):
    throttle_classes = (WriteThrottle,)

    @extend_schema(
        operation_id="result_record",
        request=ResultInputSerializer,
        responses={
            200: ResultSerializer,
            400: ErrorSerializer,
            403: ErrorSerializer,
            404: ErrorSerializer,
            409: ErrorSerializer,
        },
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Store a result. 409 if another version was stored in the meantime (`slip_changed`)."""
        tournament, _access = find_event_for_program(request, slug, Right.ENTER_RESULTS)
        play = get_object_or_404(Play, pk=pk, round__section__session__tournament=tournament)
        serializer = ResultInputSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        names = ("seen_version", "token", "reason", "confirmed")
        slip = record_result(
            play=play,
            line=line_of_values(serializer.validated_data, play),
            author=_author(request),
            **{name: serializer.validated_data[name] for name in names},
        )
        return Response(ResultSerializer(slip).data)


def line_of_values(values: dict[str, Any], play: Play) -> LineInput | SheetLine:
    """Return the line of a play from the validated data of a `LineSerializer`."""
    line = LineInput(
        kind=LineKind(values["kind"]),
        bid=Bid(values["bid"]) if values["bid"] else None,
        gain=values["gain"],
        loss=values["loss"],
        bouts=values["bouts"],
        points=values["points"],
        handfuls=tuple(Handful(level) for level in sorted(values["handfuls"])),
        petit=PetitAtEnd(values["petit"]),
        slam=Slam(values["slam"]),
    )
    if find_format(play.round.section.session.tournament.format).sheet is not SheetKind.SCORES:
        return line
    if session_line_kind(play.round.section.session) is LineOf.BIDS:
        taker, partner = (
            None if values[name] is None else SEAT_CODES.index(values[name]) for name in ("taker", "partner")
        )
        bid, written = line.bid, replace(line, bid=None)
        return SheetLine(taker=taker, bid=bid, partner=partner, is_passed=values["passed"], written=written)
    facts = tuple(sorted((name, text) for name, text in values["facts"].items() if text))
    # programs may leave out the last empty seats
    scores = (*values["scores"], *[None] * (MOST_SEATS - len(values["scores"])))
    return SheetLine(scores=scores, facts=facts, written=line)


def _author(request: Request) -> Author:
    """Return the author of a result. The right to enter results needs an account."""
    assert isinstance(request.user, User)
    return Author(user=request.user, device=device_name(request.headers.get("User-Agent", "")))


def _list_plays(session: Session, *, missing: bool | None, board: int | None = None) -> QuerySet[Play]:
    """Return plays with `current_slips`: a list of the current version, or an empty list.

    Two queries a page.
    """
    current_slips = ResultSlip.objects.current()
    plays = Play.objects.filter(round__section__session=session)
    if board is not None:
        plays = plays.filter(board=board)
    if missing is not None:
        has_result = Exists(current_slips.filter(play=OuterRef("pk")))
        plays = plays.exclude(has_result) if missing else plays.filter(has_result)
    return (
        plays.select_related("round", "table")
        .prefetch_related(
            Prefetch("slips", current_slips.select_related("entered_by"), to_attr="current_slips")
        )
        .order_by("board", "round__number", "table__section__number", "table__number")
    )
