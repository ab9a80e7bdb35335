"""What still waits for somebody's word before a tournament ends: disputed and unconfirmed results."""

from django.db.models import QuerySet

from tournaments.models import PhoneRules, ResultFlag, Session, SlipConfirmation, Tournament


def open_flags(session: Session) -> QuerySet[ResultFlag]:
    """Disputed results without an answer, the oldest first, with their play and phone. One query."""
    flags = ResultFlag.objects.filter(play__round__section__session=session, resolved_at=None)
    return flags.select_related("play__round", "play__table", "phone", "slip")


def unconfirmed_results(session: Session) -> QuerySet[SlipConfirmation]:
    """Current results of phones that nobody confirmed, by board, round and table. One query."""
    waiting = SlipConfirmation.objects.filter(
        slip__play__round__section__session=session, slip__is_current=True, confirmed_at=None
    )
    return waiting.select_related("slip__play__round", "slip__play__table", "written_on").order_by(
        "slip__play__board", "slip__play__round__number", "slip__play__table__number"
    )


def awaited_confirmations(session: Session) -> QuerySet[SlipConfirmation]:
    """The same where the organiser asks for confirmations, else none. Two queries."""
    rules = PhoneRules.objects.filter(tournament=session.tournament_id, needs_confirmation=True)
    waiting = unconfirmed_results(session)
    return waiting if rules.exists() else waiting.none()


def unsettled_counts(tournament: Tournament) -> tuple[int, int]:
    """How many results are disputed, how many wait for a confirmation asked for. Three queries."""
    flags = ResultFlag.objects.filter(
        play__round__section__session__tournament=tournament, resolved_at=None
    ).count()
    if not PhoneRules.objects.filter(tournament=tournament, needs_confirmation=True).exists():
        return flags, 0
    waiting = SlipConfirmation.objects.filter(
        slip__play__round__section__session__tournament=tournament,
        slip__is_current=True,
        confirmed_at=None,
    )
    return flags, waiting.count()
