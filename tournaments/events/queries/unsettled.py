"""Queries for results that wait for a decision before a tournament ends: disputed or unconfirmed ones."""

from django.db.models import QuerySet

from tournaments.models import PhoneRules, ResultFlag, Session, SlipConfirmation, Tournament


def open_flags(session: Session) -> QuerySet[ResultFlag]:
    """Return the open disputes with their play and phone, the oldest first. One query."""
    flags = ResultFlag.objects.filter(play__round__section__session=session, resolved_at=None)
    return flags.select_related("play__round__section__session__tournament", "play__table", "phone", "slip")


def unconfirmed_results(session: Session) -> QuerySet[SlipConfirmation]:
    """Return the current results of phones without a confirmation, by board, round and table. One query."""
    confirmations = SlipConfirmation.objects.filter(
        slip__play__round__section__session=session, slip__is_current=True, confirmed_at=None
    )
    plays = "slip__play__round__section__session__tournament", "slip__play__table"
    return confirmations.select_related(*plays, "written_on").order_by(
        "slip__play__board", "slip__play__round__number", "slip__play__table__number"
    )


def awaited_confirmations(session: Session) -> QuerySet[SlipConfirmation]:
    """Return the unconfirmed results if the phone rules demand a confirmation, else none. Two queries."""
    rules = PhoneRules.objects.filter(tournament=session.tournament_id, needs_confirmation=True)
    confirmations = unconfirmed_results(session)
    return confirmations if rules.exists() else confirmations.none()


def flags_of_event(tournament: Tournament) -> QuerySet[ResultFlag]:
    """Return the open disputes of all sessions. One query."""
    return ResultFlag.objects.filter(play__round__section__session__tournament=tournament, resolved_at=None)


def unsettled_counts(tournament: Tournament) -> tuple[int, int]:
    """Return the numbers of open disputes and of missing confirmations. Three queries.

    A confirmation is missing only where the phone rules demand it.
    """
    flags = flags_of_event(tournament).count()
    if not PhoneRules.objects.filter(tournament=tournament, needs_confirmation=True).exists():
        return flags, 0
    confirmations = SlipConfirmation.objects.filter(
        slip__play__round__section__session__tournament=tournament,
        slip__is_current=True,
        confirmed_at=None,
    )
    return flags, confirmations.count()
