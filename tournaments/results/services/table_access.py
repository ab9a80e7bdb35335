"""The link of a table: creation, renewal, revocation, and the table that it opens."""

import secrets

from django.db import transaction
from django.db.models import OuterRef, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from common.live.notifying import notify_pages
from tournaments.base.prepared import PreparedModels
from tournaments.base.queries.sessions import current_session, current_session_key
from tournaments.base.row_numbers import is_row_number
from tournaments.base.services.link_keys import SECRET_BYTES, signed_name
from tournaments.base.words.copies import copy_sentence
from tournaments.core.formats.registry import find_format
from tournaments.enums import PLAYED_STATES, LinkPurpose, TournamentState, Visibility
from tournaments.models import PhoneRules, Role, Session, Table, TableAccess, Tournament
from tournaments.results.queries.table_mark import OpenLink
from tournaments.trace.services.trace import record_event
from tournaments.work.topics import table_topic

CAPTAIN = "c"
"""Separator of the table link's number and the number of the captain's role."""


class ClosedTable(AppError):
    """A link that does not open: never made, renewed, revoked, or not of the current session."""

    status = 404


def table_secret(access: TableAccess) -> str:
    """Return the secret part of the table's link.

    With a captain, it is the secret of the captain's own link.
    """
    # a captain's secret differs from the table's and ends with the role
    name = f"{access.pk}{CAPTAIN}{access.captain.pk}" if access.captain else f"{access.pk}"
    return signed_name(LinkPurpose.TABLE, name, access.nonce)


def find_table_access(secret: str) -> TableAccess:
    """Return the table that a secret opens, with its section, session, tournament and club.

    One query, two for a captain's secret.

    Raises:
        ClosedTable: `written_elsewhere` for a copy; `table_closed`, the same for a wrong secret as for a
            revoked one. For a correct secret of a finished session, `extra` has the public event, and the
            secret of the same table in the session that is played now.
    """
    # a secret is "<link>-<signature>" or "<link>c<role>-<signature>"
    number, is_captains, role = secret.partition("-")[0].partition(CAPTAIN)
    access = None
    if is_row_number(number):
        access = _ACCESS.first(int(number))
    if access is not None and is_captains:
        access.captain = _captain(access, role)
    # in constant time, so that response times give no hint of a secret
    if access is None or not constant_time_compare(table_secret(access), secret):
        raise closed_table()
    session = access.table.section.session
    if session.tournament.writer:
        raise ClosedTable("written_elsewhere", copy_sentence(session.tournament))
    if session.tournament.state not in PLAYED_STATES or access.played != session.pk:  # type: ignore[attr-defined]  # annotated
        raise _finished_error(access)
    return access


def _access(pk: int) -> QuerySet[TableAccess, TableAccess]:
    accesses = TableAccess.objects.filter(pk=pk, revoked_at=None)
    return accesses.annotate(played=current_session_key(OuterRef("table__section__session__tournament")))


_ACCESS = PreparedModels(
    _access,
    int,
    related=(
        "table__section__session__tournament__club",
        "table__section__session__tournament__phone_rules",
        "table__section__session__clock",
        "table__section__movement",
    ),
    without=("table__section__movement__document",),
)


def own_link(secret: str) -> int | None:
    """Return the key of the table's own link from a secret; None for a captain's or a malformed one."""
    number, is_captains, _role = secret.partition("-")[0].partition(CAPTAIN)
    return int(number) if is_row_number(number) and not is_captains else None


def still_opens(link: OpenLink, secret: str) -> bool:
    """Return whether the secret is that of the table's own link and its session is being played."""
    current_secret = table_secret(TableAccess(pk=link.pk, nonce=link.nonce))
    return constant_time_compare(current_secret, secret) and link.is_current and link.state in PLAYED_STATES


def _captain(access: TableAccess, pk: str) -> Role | None:
    """Return the role of a captain of this table, while it is in force."""
    tournament = access.table.section.session.tournament
    roles = Role.objects.in_force().select_related("user").filter(tournament=tournament, user__is_active=True)
    return roles.filter(pk=int(pk), table_number=access.table.number).first() if is_row_number(pk) else None


@transaction.atomic
def open_own_table(*, role: Role) -> TableAccess:
    """Return the link of a captain's table in the current session. Create it if there is none.

    Args:
        role: a captain's role, in force, with its user and tournament.

    Raises:
        AppError: as `open_phones`; the session has no such table (`no_such_table`).
        ClosedTable: the organiser revoked the table's link (`table_closed`).
    """
    assert role.table_number is not None
    session = current_session(role.tournament)
    session.tournament = role.tournament
    tables = TableAccess.objects.filter(table__section__session=session, table__number=role.table_number)
    access = tables.select_related("table").first()
    if access is None:
        open_phones(session=session, opened_by=role.user)
        access = tables.select_related("table").first()
    if access is None:
        raise AppError("no_such_table", _("Cette séance n’a pas de table de ce numéro."))
    if access.revoked_at is not None:
        raise closed_table()
    access.captain = role
    return access


@transaction.atomic
def open_phones(*, session: Session, opened_by: User | None) -> list[TableAccess]:
    """Create the missing links of the tables of a session. Existing links stay.

    A table keeps the nonce that it had in the session before, so that a code printed then leads to it.

    Raises:
        AppError: the seats are not fixed or the tournament is over (`not_playing`).
    """
    # two captains may open their tables at the same time
    Session.objects.select_for_update(no_key=True).get(pk=session.pk)
    tournament = session.tournament
    tables = Table.objects.filter(section__session=session, access=None).order_by("number")
    if tournament.state not in PLAYED_STATES or not (tables or _accesses(session)):
        raise AppError("not_playing", _("Fixez d’abord les places : chaque table aura alors son code."))
    nonces = earlier_nonces(session)
    accesses = TableAccess.objects.bulk_create(
        TableAccess(table=table, nonce=nonces.get(table.number) or _nonce()) for table in tables
    )
    if accesses:
        _record(tournament, opened_by, "phones.opened", f"{len(accesses)}")
    return accesses


@transaction.atomic
def renew_table_link(*, access: TableAccess, renewed_by: User | None) -> TableAccess:
    """Replace the link of a table. The previous link no longer opens anything."""
    access = TableAccess.objects.select_for_update(of=("self",)).select_related("table").get(pk=access.pk)
    access.nonce, access.issued_at, access.revoked_at = _nonce(), timezone.now(), None
    access.save(update_fields=["nonce", "issued_at", "revoked_at"])
    _record(_tournament_of(access), renewed_by, "phones.renewed", str(access.table.number))
    notify_pages(table_topic(access.table_id))
    return access


@transaction.atomic
def revoke_table_link(*, access: TableAccess, revoked_by: User | None) -> TableAccess:
    """Revoke a table's link, until it is renewed."""
    access = TableAccess.objects.select_for_update(of=("self",)).select_related("table").get(pk=access.pk)
    if access.revoked_at is None:
        access.revoked_at = timezone.now()
        access.save(update_fields=["revoked_at"])
        _record(_tournament_of(access), revoked_by, "phones.revoked", str(access.table.number))
        notify_pages(table_topic(access.table_id))
    return access


@transaction.atomic
def set_phone_rules(
    *, tournament: Tournament, needs_confirmation: bool, shows_comparison: bool, set_by: User | None
) -> PhoneRules:
    """Choose whether the other side confirms, and when a table sees the results of others."""
    rules, _created = PhoneRules.objects.select_for_update().get_or_create(tournament=tournament)
    previous_values = {
        "needs_confirmation": rules.needs_confirmation,
        "shows_comparison": rules.shows_comparison,
    }
    rules.needs_confirmation, rules.shows_comparison = needs_confirmation, shows_comparison
    rules.save()
    values = {"needs_confirmation": needs_confirmation, "shows_comparison": shows_comparison}
    if previous_values != values:
        _record(
            tournament,
            set_by,
            "phones.rules",
            tournament.name,
            previous_values=previous_values,
            values=values,
        )
    return rules


def phone_rules(tournament: Tournament) -> PhoneRules:
    """Return the phone rules of a tournament; an unsaved default if none are stored. One query."""
    return PhoneRules.objects.filter(tournament=tournament).first() or PhoneRules(tournament=tournament)


def rules_at(access: TableAccess) -> PhoneRules:
    """Return the phone rules for a link from `find_table_access`. No query."""
    tournament = access.table.section.session.tournament
    return getattr(tournament, "phone_rules", None) or PhoneRules(tournament=tournament)


def _accesses(session: Session) -> bool:
    return TableAccess.objects.filter(table__section__session=session).exists()


def earlier_nonces(session: Session) -> dict[int, str]:
    """Return the nonces of the links of the session before, by table number. One query."""
    accesses = TableAccess.objects.filter(
        table__section__session__tournament=session.tournament_id,
        table__section__session__number=session.number - 1,
        revoked_at=None,
    )
    return dict(accesses.values_list("table__number", "nonce"))


def _nonce() -> str:
    return secrets.token_hex(SECRET_BYTES)


def _tournament_of(access: TableAccess) -> Tournament:
    return Tournament.objects.select_related("club").get(sessions__sections__tables__access=access)


def _record(
    tournament: Tournament,
    actor: User | None,
    action: str,
    subject: str,
    *,
    previous_values: dict[str, bool] | None = None,
    values: dict[str, bool] | None = None,
) -> None:
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=subject,
        before=previous_values,
        after=values,
    )


def _finished_error(access: TableAccess) -> ClosedTable:
    """Return the error for a link of a finished session. One query at most."""
    session = access.table.section.session
    tournament = session.tournament
    is_earlier = access.played != session.pk  # type: ignore[attr-defined]  # annotated
    # players scan the code of their table again to see the final ranking: a public event gets a link to it
    is_shown = tournament.visibility == Visibility.PUBLIC and (
        is_earlier or tournament.state != TournamentState.DRAFT
    )
    table_now = _table_now(access) if is_earlier and tournament.state in PLAYED_STATES else None
    if not (is_shown or table_now):
        return closed_table()
    is_over = tournament.state == TournamentState.FINISHED
    message = _("Le tournoi est terminé.") if is_over else _("Cette séance est terminée.")
    extra = {
        "event": tournament.slug if is_shown else None,
        "has_boards": find_format(tournament.format).needs_dealt_boards,
        "table": table_secret(table_now) if table_now else None,
        "number": access.table.number,
    }
    return ClosedTable("table_closed", message, extra=extra)


def _table_now(access: TableAccess) -> TableAccess | None:
    """Return the link of the same table in the current session, if neither was renewed or revoked since."""
    if access.captain is not None:
        return None
    return TableAccess.objects.filter(
        table__section__session=access.played,  # type: ignore[attr-defined]  # annotated
        table__number=access.table.number,
        nonce=access.nonce,
        revoked_at=None,
    ).first()


def closed_table() -> ClosedTable:
    """Return the error for a link that does not open."""
    return ClosedTable(
        "table_closed",
        _("Ce lien n’ouvre pas de table. Demandez un nouveau code à l’organisateur, ou notez sur papier."),
    )
