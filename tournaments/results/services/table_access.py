"""The link of a table: made, renewed, taken back, and what it opens."""

import secrets
from base64 import urlsafe_b64encode

from django.db import transaction
from django.db.models import OuterRef, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from common.live.telling import tell
from tournaments.base.prepared import PreparedModels
from tournaments.base.queries.sessions import current_session, current_session_key
from tournaments.base.services.link_keys import link_digest
from tournaments.core.formats.event_options import read_event_options, sheet_lines
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.core.slips.score_sheet import LineOf
from tournaments.enums import LinkPurpose, TournamentState, Visibility
from tournaments.models import PhoneRules, Role, Session, Table, TableAccess, Tournament
from tournaments.results.queries.table_mark import OpenLink
from tournaments.trace.services.trace import record_event
from tournaments.work.topics import table_topic

SECRET_BYTES = 16
CAPTAIN = "c"
"""Between the numbers of a table's link and of its captain's role."""
LONGEST_NUMBER = 18
"""Digits of a row's number that any database reads."""
PLAYED = (TournamentState.SEATED, TournamentState.PLAYING)
"""States of a tournament in which the links of its tables open."""


class ClosedTable(AppError):
    """A link that opens nothing: never made, renewed since, taken back, or not of what is played now."""

    status = 404


def takes_phones(tournament: Tournament) -> bool:
    """Whether results can be written on phones: of a traveller, or deal by deal in a friendly event."""
    played = find_format(tournament.format)
    sheet = read_event_options(tournament.options, played.plan).sheet
    return played.sheet is SheetKind.TRAVELLER or sheet_lines(played, sheet) is LineOf.SCORES


def table_secret(access: TableAccess) -> str:
    """The secret part of the table's link, for those who may hand it out; a captain's own through his.

    A captain's tells nothing of the table's: it ends with his role.
    """
    name = f"{access.pk}{CAPTAIN}{access.captain.pk}" if access.captain else f"{access.pk}"
    return signed_name(LinkPurpose.TABLE, name, access.nonce)


def signed_name(purpose: LinkPurpose, name: str, nonce: str) -> str:
    """A name with what only this installation can make of it and the nonce; other nonces make others."""
    code = link_digest(purpose, f"{name}:{nonce}")[:SECRET_BYTES]
    return f"{name}-{urlsafe_b64encode(code).decode().rstrip('=')}"


def find_table_access(secret: str) -> TableAccess:
    """The table that a secret opens, with its section, session, tournament and club.

    One query, two for a captain's.

    Raises:
        ClosedTable: `table_closed`, the same for a wrong secret as for one that was taken back; what was
            played with a right one has its public event in `extra`.
    """
    number, is_captains, role = secret.partition("-")[0].partition(CAPTAIN)
    access = None
    if is_number(number):
        access = _ACCESS.first(int(number))
    if access is not None and is_captains:
        access.captain = _captain(access, role)
    if access is None or not constant_time_compare(table_secret(access), secret):
        raise closed_table()
    session = access.table.section.session
    if session.tournament.state not in PLAYED or access.played != session.pk:  # type: ignore[attr-defined]  # annotated
        raise _over(session.tournament)
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
    ),
)


def own_link(secret: str) -> int | None:
    """The key of the table's own link that a secret names; None for a captain's, or what is no secret."""
    number, is_captains, _role = secret.partition("-")[0].partition(CAPTAIN)
    return int(number) if is_number(number) and not is_captains else None


def still_opens(link: OpenLink, secret: str) -> bool:
    """Whether the secret is that of a table's own link, and its session is being played."""
    expected = table_secret(TableAccess(pk=link.pk, nonce=link.nonce))
    return constant_time_compare(expected, secret) and link.is_current and link.state in PLAYED


def is_number(text: str) -> bool:
    """Whether it can be the number of a row."""
    return text.isdecimal() and len(text) <= LONGEST_NUMBER


def _captain(access: TableAccess, pk: str) -> Role | None:
    """The role of a captain of this table while it is in force."""
    tournament = access.table.section.session.tournament
    roles = Role.objects.in_force().select_related("user").filter(tournament=tournament, user__is_active=True)
    return roles.filter(pk=int(pk), table_number=access.table.number).first() if is_number(pk) else None


@transaction.atomic
def open_own_table(*, role: Role) -> TableAccess:
    """The page of a captain's table in the session that is played, its link made where there is none.

    Args:
        role: a captain's, in force, with its user and tournament.

    Raises:
        AppError: what `open_phones` refuses; nobody sits at such a table (`no_such_table`).
        ClosedTable: the organiser took the table's link back (`table_closed`).
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
    """Make the links of the tables of a session that have none; those that exist stay.

    Raises:
        AppError: the seats are not fixed or the tournament is over (`not_playing`), or its results are
            not of the kind that phones write (`no_phones`).
    """
    tournament = session.tournament
    if not takes_phones(tournament):
        raise AppError(
            "no_phones", _("Dans cette formule, les résultats ne sont pas notés sur les téléphones.")
        )
    tables = Table.objects.filter(section__session=session, access=None).order_by("number")
    if tournament.state not in PLAYED or not (tables or _accesses(session)):
        raise AppError("not_playing", _("Fixez d’abord les places : chaque table aura alors son code."))
    made = TableAccess.objects.bulk_create(TableAccess(table=table, nonce=_nonce()) for table in tables)
    if made:
        _record(tournament, opened_by, "phones.opened", f"{len(made)}")
    return made


@transaction.atomic
def renew_table_link(*, access: TableAccess, renewed_by: User | None) -> TableAccess:
    """A new link for a table; the earlier one opens nothing any more."""
    access = TableAccess.objects.select_for_update(of=("self",)).select_related("table").get(pk=access.pk)
    access.nonce, access.issued_at, access.revoked_at = _nonce(), timezone.now(), None
    access.save(update_fields=["nonce", "issued_at", "revoked_at"])
    _record(_tournament_of(access), renewed_by, "phones.renewed", str(access.table.number))
    tell(table_topic(access.table_id))
    return access


@transaction.atomic
def revoke_table_link(*, access: TableAccess, revoked_by: User | None) -> TableAccess:
    """Take a table's link back; nothing replaces it until it is renewed."""
    access = TableAccess.objects.select_for_update(of=("self",)).select_related("table").get(pk=access.pk)
    if access.revoked_at is None:
        access.revoked_at = timezone.now()
        access.save(update_fields=["revoked_at"])
        _record(_tournament_of(access), revoked_by, "phones.revoked", str(access.table.number))
        tell(table_topic(access.table_id))
    return access


@transaction.atomic
def set_phone_rules(
    *, tournament: Tournament, needs_confirmation: bool, shows_comparison: bool, set_by: User | None
) -> PhoneRules:
    """Choose whether the other side confirms, and when a table sees the others' results."""
    rules, _created = PhoneRules.objects.select_for_update().get_or_create(tournament=tournament)
    before = {"needs_confirmation": rules.needs_confirmation, "shows_comparison": rules.shows_comparison}
    rules.needs_confirmation, rules.shows_comparison = needs_confirmation, shows_comparison
    rules.save()
    after = {"needs_confirmation": needs_confirmation, "shows_comparison": shows_comparison}
    if before != after:
        _record(tournament, set_by, "phones.rules", tournament.name, before=before, after=after)
    return rules


def phone_rules(tournament: Tournament) -> PhoneRules:
    """What was chosen for the phones of a tournament; unsaved, with neither, when nothing was. One query."""
    return PhoneRules.objects.filter(tournament=tournament).first() or PhoneRules(tournament=tournament)


def rules_at(access: TableAccess) -> PhoneRules:
    """The same for a link that `find_access` loaded. No query."""
    tournament = access.table.section.session.tournament
    return getattr(tournament, "phone_rules", None) or PhoneRules(tournament=tournament)


def _accesses(session: Session) -> bool:
    return TableAccess.objects.filter(table__section__session=session).exists()


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
    before: dict[str, bool] | None = None,
    after: dict[str, bool] | None = None,
) -> None:
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=subject,
        before=before,
        after=after,
    )


def _over(tournament: Tournament) -> ClosedTable:
    """Players scan their table's code again to see how it ended."""
    if tournament.visibility != Visibility.PUBLIC or tournament.state == TournamentState.DRAFT:
        return closed_table()
    told = _("Le tournoi est terminé.") if tournament.state not in PLAYED else _("Cette séance est terminée.")
    return ClosedTable("table_closed", told, extra={"event": tournament.slug})


def closed_table() -> ClosedTable:
    """What is said of a link that opens nothing."""
    return ClosedTable(
        "table_closed",
        _("Ce lien n’ouvre pas de table. Demandez un nouveau code à l’organisateur, ou notez sur papier."),
    )
