"""Free tables that play the étuis of an evening: the étuis to come, and the marks beside the field."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from games.core.dealing.dealt_set import DealtBoard
from play.alone.queries.evenings_again import list_ends, list_playable_boards
from play.alone.queries.fields import FieldComparison, compare_with_report
from play.free.models import EveningTable, FreeTable
from play.tables.models import PlayedTable
from tournaments.base.access import Right, access_to
from tournaments.base.queries.showing import shown_of
from tournaments.core.showing import Part, Viewer
from tournaments.rankings.queries.play_figures import load_figures


@dataclass(frozen=True, slots=True)
class EveningMarks:
    """Comparisons of the seats of a free table with the field, for each finished étui that has scores."""

    fields: Mapping[tuple[int, int], FieldComparison]
    """Comparison by number of the étui and seat."""

    def mean(self, seat: int) -> Fraction | None:
        """Return the mean of the marks of a seat: 0 to 100. None before the first."""
        marks = [field.percentage for (_board, marked), field in self.fields.items() if marked == seat]
        return sum(marks, Fraction(0)) / len(marks) if marks else None


def find_evening_table(table: FreeTable) -> EveningTable | None:
    """Return the evening whose étuis a table plays, with its session; None for other tables. One query."""
    rows = EveningTable.objects.select_related("session__tournament__club", "session__deal_set")
    return rows.filter(table=table).first()


def find_next_deal(evening: EveningTable) -> DealtBoard | None:
    """Return the next étui of a table; None after the last one, and if those left are open to all no more.

    All who know the address of the table see its cards. So an étui is dealt only while everybody may see it,
    and while the player who is at the table for longest may look at the event.
    """
    host = evening.table.seats.select_related("owner").first()
    reader = (host and host.owner) or AnonymousUser()
    rights = access_to(reader, evening.session.tournament).rights
    if Right.VIEW not in rights or Part.HANDS not in shown_of(evening.session, Viewer.EVERYBODY):
        return None
    begun = _tables_of(evening).values_list("board_again__board", flat=True)
    deals = list_playable_boards(evening.session)
    numbers = [number for number in deals if number >= evening.first_board and number not in begun]
    return deals[min(numbers)] if numbers else None


def load_evening_marks(evening: EveningTable) -> EveningMarks:
    """Return the comparisons of each seat. Of étuis that are closed again there are none.

    The reader may see the results of étuis (`Part.BOARDS`). About ten queries, however many étuis.
    """
    tables = _tables_of(evening).filter(
        ended_at__isnull=False, board_again__board__in=list_playable_boards(evening.session)
    )
    finished = {table.board_again.board: table for table in tables.select_related("board_again")}
    if not finished:
        return EveningMarks({})
    fields: dict[tuple[int, int], FieldComparison] = {}
    for state, report in list_ends(load_figures(evening.session), finished):
        for seat in range(state.variant.player_count):
            if (field := compare_with_report(state, seat, report)) is not None:
                fields[report.board, seat] = field
    return EveningMarks(fields)


def _tables_of(evening: EveningTable) -> QuerySet[PlayedTable]:
    return PlayedTable.objects.filter(
        free_deal__free_table=evening.table_id, board_again__session=evening.session_id
    )
