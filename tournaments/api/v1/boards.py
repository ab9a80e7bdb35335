"""The results of all tables on one board."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.core.dealing.dealt_set import DealtBoard
from games.core.deals import format_pile
from games.core.notation.deal_writer import format_ordered
from games.core.seats import SEAT_LETTERS
from games.core.variants.registry import find_variant
from tournaments.api.v1.fields import ErrorSerializer, MeasuredField, PercentField, SeatField
from tournaments.api.v1.finding import find_session_for_program
from tournaments.api.v1.queries import SESSION, QueryView
from tournaments.api.v1.throttles import ReadThrottle
from tournaments.base.access import Right
from tournaments.base.queries.showing import shown_of
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.showing import Part, Viewer
from tournaments.core.slips.traveller import LineKind
from tournaments.deals.door import shown_board
from tournaments.rankings.queries.board_reports import load_board
from tournaments.results.queries.boards import BoardLine


class FigureSerializer(serializers.Serializer[Any]):
    """One player or team at a table. Seats count from 0 in playing order; with teams, 0 attacks."""

    entry = serializers.IntegerField(source="entry.pk")
    name = serializers.CharField(source="entry.public_name")
    seat = serializers.IntegerField()
    score = serializers.IntegerField(allow_null=True)
    mark = MeasuredField(allow_null=True)


class DuelSideSerializer(serializers.Serializer[Any]):
    """One of two teams: its score in attack and its match points."""

    entry = serializers.IntegerField(source="entry.pk")
    name = serializers.CharField(source="entry.public_name")
    score = serializers.IntegerField(source="line.score", allow_null=True, default=None)
    points = MeasuredField(allow_null=True)


class DuelSerializer(serializers.Serializer[Any]):
    """Both attacks with the same cards. The points are null until both results are entered."""

    sides = DuelSideSerializer(many=True)
    difference = serializers.IntegerField(allow_null=True)


class MarkedLineSerializer(serializers.Serializer[Any]):
    """One table. The score is signed from the attack's side. Both marks are null where seats are compared."""

    round = serializers.IntegerField(source="line.play.round.number")
    table = serializers.IntegerField(source="line.play.table.number")
    seats = serializers.SerializerMethodField()
    kind = serializers.ChoiceField(
        source="line.kind", choices=[kind.value for kind in LineKind], allow_null=True
    )
    score = serializers.IntegerField(source="line.score", allow_null=True)
    attack_mark = MeasuredField(allow_null=True)
    defence_mark = MeasuredField(allow_null=True)
    figures = FigureSerializer(many=True)

    def get_seats(self, row: Any) -> dict[str, str]:
        """Public names by the letter of the seat, at tables of four."""
        line: BoardLine = row.line
        seat_entries = zip(SEAT_LETTERS, line.entries, strict=False)
        return {letter: entry.public_name for letter, entry in seat_entries if entry}


class FrequencySerializer(serializers.Serializer[Any]):
    score = serializers.IntegerField()
    count = serializers.IntegerField()
    attack_mark = PercentField()
    defence_mark = PercentField()


class HandsSerializer(serializers.Serializer[DealtBoard]):
    """Cards by the letter of the seat, and the dog, in the notation of a deal; "-" if unknown.

    At tables of another size the key is the number of the seat, from 1. Piles of other games have their
    names.
    """

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return one text field for each pile, by the name of its seat or "dog"."""
        piles = (*SEAT_LETTERS, "dog")
        return {pile: serializers.CharField(help_text="T21.1/E/SR10/HD1, or -") for pile in piles}

    def to_representation(self, deal: DealtBoard) -> dict[str, str]:
        layout = deal.layout
        count = len(layout.hands)
        seats = SEAT_LETTERS if count == len(SEAT_LETTERS) else map(str, range(1, count + 1))
        names = (*seats, *find_variant(self.context["game"]).pile_names)
        texts = (*map(format_pile, layout.hands), *map(format_ordered, layout.piles))
        return dict(zip(names, texts, strict=True))


class BoardSerializer(serializers.Serializer[Any]):
    """A board. Results are empty while it circulates or is hidden; `hands` is null until it is opened too."""

    board = serializers.IntegerField()
    dealer = SeatField()
    taker = SeatField(allow_null=True)
    measure = serializers.ChoiceField(choices=[measure.value for measure in Measure])
    results_counted = serializers.IntegerField()
    results_expected = serializers.IntegerField()
    lines = MarkedLineSerializer(many=True)
    frequencies = FrequencySerializer(many=True)
    duels = DuelSerializer(many=True)
    hands = HandsSerializer(allow_null=True)


class BoardView(QueryView):
    throttle_classes = (ReadThrottle,)
    query_names = frozenset({"session"})

    @extend_schema(
        operation_id="board_read",
        parameters=[SESSION],
        responses={200: BoardSerializer, 400: ErrorSerializer, 404: ErrorSerializer},
    )
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Return a board that every table has played. Users with access to the desk see it earlier."""
        session, access = find_session_for_program(request, slug, Right.VIEW)
        report = load_board(session, number)
        if report is None:
            raise Http404
        viewer = access.viewer()
        parts = shown_of(session, viewer)
        # a player who sees a circulating board would know results before playing it
        sees_all = Part.BOARDS in parts and (report.is_complete or viewer is Viewer.DESK)
        values = {
            "board": report.board,
            "dealer": report.dealer,
            "taker": report.taker,
            "measure": report.measure.value,
            "results_counted": report.entered,
            "results_expected": len(report.lines),
            "lines": report.lines if sees_all else (),
            "frequencies": report.frequencies if sees_all else (),
            "duels": report.duels if sees_all else (),
            "hands": shown_board(session, number, is_complete=report.is_complete and Part.HANDS in parts),
        }
        return Response(
            BoardSerializer(values, context={"measure": report.measure, "game": session.tournament.game}).data
        )
