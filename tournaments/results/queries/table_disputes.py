"""Disputes that the players at a table read on their phones, with the answers of the organisers."""

import uuid

from django.db.models import OuterRef, Q, Subquery

from tournaments.models import ResultFlag, Round, Table


def load_table_disputes(table: Table, this_round: Round, device: uuid.UUID) -> list[ResultFlag]:
    """Return the disputes for one phone, oldest first. One query.

    They are those about the results of the table in this round, and the answered ones that the phone raised
    in this session: the answer may come after its owner has gone on to another table.

    Args:
        table: with its section.
    """
    session = table.section.session_id
    is_of_table = Q(play__table=table, play__round=this_round)
    is_own = Q(phone__device=device, play__round__section__session=session, resolved_at__isnull=False)
    flags = ResultFlag.objects.filter(is_of_table | is_own)
    return list(flags.select_related("play__round__section__session__tournament", "play__table"))


def latest_answer(**conditions: OuterRef) -> Subquery:
    """Return the key of the latest answer to a dispute that meets the conditions; None without one."""
    answers = ResultFlag.objects.filter(**conditions, resolved_at__isnull=False)
    return Subquery(answers.order_by("-resolved_at", "-pk").values("pk")[:1])
