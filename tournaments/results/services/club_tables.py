"""The codes on a club's table cards. Each opens the page of its table, evening after evening."""

import secrets
from collections.abc import Sequence

from django.db import transaction
from django.db.models import F, OuterRef
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User
from tournaments.base.queries.sessions import current_session_key
from tournaments.base.row_numbers import is_row_number
from tournaments.base.services.link_keys import SECRET_BYTES, signed_name
from tournaments.enums import PLAYED_STATES, LinkPurpose, TournamentState
from tournaments.models import Club, TableAccess
from tournaments.results.services.table_access import closed_table
from tournaments.trace.services.trace import record_event


def club_table_secret(club: Club, number: int) -> str:
    """Return the secret part of the address on the card of a table. The club must have codes."""
    return signed_name(LinkPurpose.CLUB_TABLE, f"{club.pk}t{number}", club.table_codes)


def find_club_table(secret: str) -> tuple[Club, int]:
    """Return the club and the table number of a card. One query.

    Raises:
        ClosedTable: `table_closed`, the same for a wrong secret as for a card of earlier codes.
    """
    # a secret is "<club>t<table>-<signature>"
    pk, _letter, number = secret.partition("-")[0].partition("t")
    is_name = is_row_number(pk) and is_row_number(number)
    club = Club.objects.exclude(table_codes="").filter(pk=int(pk)).first() if is_name else None
    if club is None or not constant_time_compare(club_table_secret(club, int(number)), secret):
        raise closed_table()
    return club, int(number)


def list_club_table_links(club: Club, number: int) -> Sequence[TableAccess]:
    """Return the links of the tables with this number in the club's current events, ordered by event.

    If an event has begun or takes place today, only such events count. Otherwise all seated events count.
    One query.
    """
    session, event = "table__section__session", "table__section__session__tournament"
    links = (
        TableAccess.objects.select_related(event)
        .annotate(played=current_session_key(OuterRef(event)))
        .filter(**{f"{event}__club": club, f"{event}__state__in": PLAYED_STATES, session: F("played")})
        .filter(table__number=number, revoked_at=None)
        .order_by(f"{event}__starts_on", "pk")
    )
    current_links = [link for link in links if _is_of_today(link)]
    return current_links or list(links)


def _is_of_today(link: TableAccess) -> bool:
    event = link.table.section.session.tournament
    return event.state == TournamentState.PLAYING or event.starts_on == timezone.localdate()


@transaction.atomic
def make_table_codes(*, club: Club, made_by: User) -> None:
    """Create new codes for the cards of all tables. Cards with earlier codes no longer open anything."""
    _set_codes(club, secrets.token_hex(SECRET_BYTES), made_by, "club.table_codes")


@transaction.atomic
def drop_table_codes(*, club: Club, dropped_by: User) -> None:
    """Delete the codes: existing cards no longer open anything, and new cards have no code."""
    _set_codes(club, "", dropped_by, "club.table_codes_dropped")


def _set_codes(club: Club, codes: str, actor: User, action: str) -> None:
    Club.objects.filter(pk=club.pk).update(table_codes=codes)
    club.table_codes = codes
    record_event(club=club, actor=actor, action=action, subject=club.name)
