"""Claims against a ranking: the announced hour, a player's claim, the organiser's answer."""

import datetime
import uuid

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.services.public_pages import renew_pages
from tournaments.enums import ClaimSource, ClaimState
from tournaments.events.services.events import lock_tournament
from tournaments.models import Entry, Play, RankingClaim, ResultSlip, Tournament
from tournaments.rankings.queries.claims import list_entry_plays
from tournaments.results.services.slip_versions import token_reused
from tournaments.trace.services.trace import record_event

LONGEST_TEXT = 500
MOST_CLAIMS = 20
"""Largest number of claims of one entry without an answer."""


@transaction.atomic
def announce_claims(
    *, tournament: Tournament, until: datetime.datetime | None, announced_by: User | None
) -> Tournament:
    """Announce the time until which players may make claims; None takes the announcement back."""
    locked = lock_tournament(tournament)
    old_time = locked.claims_until
    if old_time == until:
        return locked
    locked.claims_until = until
    locked.save(update_fields=["claims_until"])
    renew_pages(Tournament.objects.filter(pk=locked.pk))
    _record(
        locked,
        announced_by,
        "claims.announced",
        locked.name,
        {"until": _written(old_time)},
        {"until": _written(until)},
    )
    return locked


@transaction.atomic
def make_claim(
    *, entry: Entry, play: Play | None, text: str, source: ClaimSource, token: uuid.UUID
) -> RankingClaim:
    """Store a player's claim. A claim sent twice with one token is stored once.

    Args:
        play: the line concerned; None for the ranking or several lines.
        text: the fault, in the player's words.

    Raises:
        AppError: the hour has passed or none is announced (`claims_closed`), the text is empty
            (`claim_empty`), the line is not one of the player (`claim_play`), too many claims wait for an
            answer (`claims_many`), or the token was used for another entry (`token_reused`).
    """
    locked = lock_tournament(entry.tournament)
    # under the lock: of two requests with one token the second one finds the claim of the first
    if (stored_claim := RankingClaim.objects.filter(token=token).first()) is not None:
        if stored_claim.entry_id != entry.pk:
            raise token_reused()
        return stored_claim
    if locked.claims_until is None or timezone.now() > locked.claims_until:
        raise AppError(
            "claims_closed", _("Les réclamations sont closes : parlez-en à l’organisateur, à son bureau.")
        )
    if not text.strip():
        message = _("Dites en quelques mots ce qui est faux.")
        raise AppError("claim_empty", message, fields={"text": message})
    if play is not None and play not in list_entry_plays(entry):
        message = _("Choisissez l’une de vos donnes.")
        raise AppError("claim_play", message, fields={"play": message})
    if entry.claims.filter(state=ClaimState.OPEN).count() >= MOST_CLAIMS:
        raise AppError("claims_many", _("Vos réclamations précédentes attendent encore une réponse."))
    claim = RankingClaim.objects.create(
        tournament=locked,
        entry=entry,
        play=play,
        text=text.strip()[:LONGEST_TEXT],
        source=source,
        token=token,
    )
    renew_pages(Tournament.objects.filter(pk=locked.pk))
    _record(locked, None, "claims.made", str(entry), None, {"text": claim.text})
    return claim


@transaction.atomic
def answer_ranking_claim(
    *, claim: RankingClaim, is_accepted: bool, answer: str, answered_by: User
) -> RankingClaim:
    """Accept or refuse a claim with a reason. An accepted claim about a line is linked to its correction.

    Raises:
        AppError: the answer is empty (`answer_missing`), the claim has one already (`claim_answered`), or the
            line was not corrected since the claim (`claim_not_corrected`).
    """
    tournament = lock_tournament(claim.tournament)
    locked_claim = RankingClaim.objects.select_for_update(of=("self",)).get(pk=claim.pk)
    if locked_claim.state != ClaimState.OPEN:
        raise AppError(
            "claim_answered", _("Quelqu’un a déjà répondu à cette réclamation : rechargez la page.")
        )
    if not answer.strip():
        message = _("Écrivez ce que vous avez décidé : le joueur le lira.")
        raise AppError("answer_missing", message, fields={"answer": message})
    if is_accepted and locked_claim.play_id is not None:
        locked_claim.correction = _correction_since(locked_claim)
        if locked_claim.correction is None:
            message = _("Corrigez d’abord la ligne : la réponse sera liée à la correction.")
            raise AppError("claim_not_corrected", message, fields={"answer": message})
    locked_claim.state = ClaimState.ACCEPTED if is_accepted else ClaimState.REFUSED
    locked_claim.answer, locked_claim.answered_by = answer.strip()[:LONGEST_TEXT], answered_by
    locked_claim.answered_at = timezone.now()
    locked_claim.save()
    renew_pages(Tournament.objects.filter(pk=tournament.pk))
    _record(
        tournament,
        answered_by,
        "claims.answered",
        str(locked_claim.entry),
        {"text": locked_claim.text},
        {"state": str(locked_claim.state), "answer": locked_claim.answer},
    )
    return locked_claim


def _correction_since(claim: RankingClaim) -> ResultSlip | None:
    """Return the latest version of the line's result that was stored after the claim. One query."""
    slips = ResultSlip.objects.filter(play=claim.play_id, created_at__gt=claim.made_at)
    return slips.order_by("-version").first()


def _written(moment: datetime.datetime | None) -> str:
    return "" if moment is None else timezone.localtime(moment).strftime("%Y-%m-%d %H:%M")


def _record(
    tournament: Tournament,
    actor: User | None,
    action: str,
    subject: str,
    before: dict[str, str] | None,
    after: dict[str, str],
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
