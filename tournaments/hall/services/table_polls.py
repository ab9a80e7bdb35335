"""The polls of a hall of phones: whether a page still shows all there is, at the price of three queries."""

import uuid
from datetime import datetime

from tournaments.hall.queries.hall import load_table_hall
from tournaments.models import Section, Table
from tournaments.results.queries.table_mark import OpenLink, find_link, table_mark
from tournaments.results.services.table_access import own_link, still_opens
from tournaments.results.services.table_phones import note_seen


def is_page_fresh(*, secret: str, round_number: int, device: uuid.UUID, shown: str) -> bool:
    """Whether a phone that shows a table in a round with the mark `shown` shows what is stored.

    A phone that sits there is noted as seen. False for whatever else is to be found out: a link that
    opens nothing, a captain's, a round that is not played.
    """
    link = _link(secret, round_number)
    if link is None:
        return False
    mark = table_mark(link, device)
    if mark.phone is not None:
        note_seen(mark.phone)
    return mark.text == shown


def is_hall_fresh(*, secret: str, round_number: int, device: uuid.UUID, shown: str, now: datetime) -> bool:
    """Whether a phone with the mark `shown` shows clock, messages and call as they are."""
    link = _link(secret, round_number)
    if link is None:
        return False
    section = Section(pk=link.section_id, session_id=link.session_id)
    return load_table_hall(Table(pk=link.table_id, section=section), device, now).mark == shown


def _link(secret: str, round_number: int) -> OpenLink | None:
    pk = own_link(secret)
    link = find_link(pk, round_number) if pk is not None else None
    return link if link is not None and still_opens(link, secret) else None
