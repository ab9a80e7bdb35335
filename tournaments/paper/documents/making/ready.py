"""Checks before a document is made, with the message for the missing step."""

from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.base.queries.sessions import current_session, current_session_key
from tournaments.enums import EntryPresence
from tournaments.models import (
    FeeRate,
    PaymentReceipt,
    PrizeRule,
    Seating,
    Section,
    StandingsSnapshot,
    Tournament,
)


def require_entries(tournament: Tournament) -> None:
    """Refuse until a player is entered (`entries_missing`). One query."""
    if not tournament.entries.exclude(presence=EntryPresence.WITHDRAWN).exists():
        raise AppError("entries_missing", _("Inscrivez d’abord les joueurs : ce document porte leurs noms."))


def require_seats(tournament: Tournament) -> None:
    """Refuse until the seats of every round are fixed (`seats_missing`). One query."""
    if not Seating.objects.filter(round__section__session=current_session_key(tournament)).exists():
        raise AppError(
            "seats_missing",
            _("Fixez d’abord les places : ce document dit qui joue où à chaque position."),
        )


def require_movement(tournament: Tournament) -> None:
    """Refuse where rounds are drawn one by one (`rounds_drawn`). One query."""
    sections = Section.objects.filter(session=current_session_key(tournament), is_drawn=True)
    if sections.exists():
        raise AppError(
            "rounds_drawn",
            _("Les tables sont tirées avant chaque position : imprimez le placement après chaque tirage."),
        )


def require_deals(tournament: Tournament) -> None:
    """Refuse until the boards are dealt (`deals_missing`). One query."""
    if current_session(tournament).deal_set is None:
        raise AppError("deals_missing", _("Distribuez d’abord les donnes : ce document montre les cartes."))


def require_commitment(tournament: Tournament) -> None:
    """Refuse until deals are sealed (`deals_missing`), for paper without cards. One query."""
    deal_set = current_session(tournament).deal_set
    if deal_set is None or not deal_set.commitment:
        raise AppError(
            "deals_missing", _("Distribuez d’abord les donnes : ce document porte leur empreinte.")
        )


def require_nothing(tournament: Tournament) -> None:
    """Accept every event, for documents without a condition."""


def require_standings(tournament: Tournament) -> None:
    """Refuse until a ranking exists (`standings_missing`). One query."""
    if not StandingsSnapshot.objects.filter(session__tournament=tournament).exists():
        raise AppError(
            "standings_missing",
            _("Saisissez d’abord un résultat : le classement est calculé aussitôt après."),
        )


def require_receipts(tournament: Tournament) -> None:
    """Refuse until a valid receipt exists (`receipts_missing`). One query."""
    if not PaymentReceipt.objects.filter(tournament=tournament, cancelled_at=None).exists():
        raise AppError("receipts_missing", _("Établissez d’abord un reçu, à la page « Reçus et caisse »."))


def require_payments(tournament: Tournament) -> None:
    """Refuse until a rate or a receipt exists (`payments_missing`). At most two queries."""
    has_rates = FeeRate.objects.filter(tournament=tournament).exists()
    if not has_rates and not PaymentReceipt.objects.filter(tournament=tournament).exists():
        raise AppError("payments_missing", _("Écrivez d’abord un tarif, à la page « Droits d’inscription »."))


def require_prizes(tournament: Tournament) -> None:
    """Refuse until lists of prizes (`prizes_missing`) and a ranking exist. Two queries."""
    require_standings(tournament)
    if not PrizeRule.objects.filter(plan__tournament=tournament).exists():
        raise AppError(
            "prizes_missing", _("Composez d’abord la dotation : ses listes disent qui a quel prix.")
        )
