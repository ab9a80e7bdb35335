"""What changes whenever the page of a table does: every phone in the hall asks for it every few seconds."""

from django.db.models import Exists, FilteredRelation, OuterRef, Q

from tournaments.models import Play, ResultFlag, Round, Table, TablePhone


def table_mark(
    table: Table, this_round: Round, *, is_over: bool, phone: TablePhone | None, pen: TablePhone | None
) -> str:
    """The facts that the page of a table shows of a round, in a line to be compared. One query.

    Args:
        is_over: a later round has begun at the table.
        phone: the one that looks, once its owner said where he sits.
        pen: the one that writes.
    """
    disputed = Exists(ResultFlag.objects.filter(play=OuterRef("pk"), resolved_at=None))
    deals = (
        Play.objects.filter(table=table, round=this_round)
        .annotate(
            current=FilteredRelation("slips", condition=Q(slips__is_current=True)), is_disputed=disputed
        )
        .order_by("board")
        .values_list("current__pk", "current__confirmation__confirmed_at", "is_disputed")
    )
    told = [
        f"{slip or 0}{'c' if confirmed_at else ''}{'d' if disputed else ''}"
        for slip, confirmed_at, disputed in deals
    ]
    place = [phone.seat if phone else "", f"{pen.pk}-{pen.seat}" if pen else "", int(is_over)]
    return ".".join(map(str, [this_round.number, *place, *told]))
