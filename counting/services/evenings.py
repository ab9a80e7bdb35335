"""Evenings at home: begin, write, undo, keep in a club, delete after a year."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError, Conflict
from counting.models import HomeEvening, HomeStep
from counting.queries.sheets import UNDO, HomeSheet, home_evening_terms, load_home_sheet
from games.core.facts import FactsReading, facts_form
from games.core.facts.over_deals import DealerDraw
from games.core.rules import RuleSet, format_rules
from tournaments.models import Club
from tournaments.trace.services.trace import record_event

KEPT = timedelta(days=365)
"""Time without a change after which an evening is deleted."""
MOST_DEALS = 200
"""Largest number of deals of an evening."""
MOST_STEPS = 800
"""Largest number of steps of an evening, with corrections and undos."""


def begin_evening(
    *, game: str, rules: RuleSet, names: Sequence[str], first_dealer: int, draw: DealerDraw | None = None
) -> HomeEvening:
    """Create an evening, with an unguessable secret for each of its two addresses.

    Args:
        names: names of the players in playing order, as many as the game has.
    """
    drawn_cards = [[[seat, int(card)] for seat, card in cards] for cards in draw.rounds] if draw else []
    return HomeEvening.objects.create(
        reading=secrets.token_urlsafe(16),
        writing=secrets.token_urlsafe(16),
        game=game,
        rules=format_rules(rules),
        names=list(names),
        first_dealer=first_dealer,
        drawn=drawn_cards,
    )


class ImpossibleFacts(AppError):
    """Error for facts that no deal can have. Its reading names the fields."""

    def __init__(self, reading: FactsReading) -> None:
        super().__init__("facts_impossible", _("Cette donne est impossible : corrigez les cases signalées."))
        self.reading = reading


@transaction.atomic
def write_deal(
    *, evening: HomeEvening, facts: Mapping[str, str], deal: int, seen: int, token: UUID
) -> HomeSheet:
    """Write the next deal, or correct an earlier one. All later deals are added up again.

    Args:
        deal: number of the deal, from 1; the number of deals plus one for a new one.
        seen: number of steps when the page was rendered.
        token: identifier of the form. A form that is sent again is written once.

    Raises:
        ImpossibleFacts: the typed facts are impossible.
        Conflict: `evening_changed`, another person wrote in between.
        AppError: `no_such_deal`, or `evening_full`.
    """
    locked_evening = HomeEvening.objects.select_for_update().get(pk=evening.pk)
    sheet = load_home_sheet(locked_evening)
    # A repeated form comes before the check of `seen`: its own step would make it fail.
    if locked_evening.steps.filter(token=token).exists():
        return sheet
    if seen != sheet.step_count:
        raise Conflict(
            "evening_changed",
            _("Quelqu’un a écrit entre-temps : vérifiez la feuille, puis enregistrez de nouveau."),
        )
    if not 1 <= deal <= sheet.next_number:
        raise AppError("no_such_deal", _("Cette donne n’est pas encore jouée."))
    if deal > MOST_DEALS or sheet.step_count >= MOST_STEPS:
        raise AppError("evening_full", _("Cette soirée est pleine : commencez-en une autre."))
    form = facts_form(locked_evening.game, home_evening_terms(locked_evening).rules_of(deal))
    texts = {field.name: text for field in form.fields if (text := facts.get(field.name, "").strip())}
    reading = form.read(texts)
    if reading.problems:
        raise ImpossibleFacts(reading)
    return _add(locked_evening, sheet, deal=deal, facts=texts, token=token)


@transaction.atomic
def undo_step(*, evening: HomeEvening, seen: int, token: UUID) -> HomeSheet:
    """Take back the last step that stands. Do nothing where there is none.

    Raises:
        Conflict: `evening_changed`, another person wrote in between.
    """
    locked_evening = HomeEvening.objects.select_for_update().get(pk=evening.pk)
    sheet = load_home_sheet(locked_evening)
    if locked_evening.steps.filter(token=token).exists() or not sheet.can_undo:
        return sheet
    if seen != sheet.step_count:
        raise Conflict("evening_changed", _("Quelqu’un a écrit entre-temps : vérifiez la feuille."))
    return _add(locked_evening, sheet, deal=UNDO, facts={}, token=token)


@transaction.atomic
def keep_in_club(*, evening: HomeEvening, club: Club, kept_by: User) -> HomeEvening:
    """Let a club keep an evening: it is listed on a page of the club and is not deleted after a year."""
    locked_evening = HomeEvening.objects.select_for_update().get(pk=evening.pk)
    if locked_evening.club_id == club.pk:
        return locked_evening
    if locked_evening.club_id is not None:
        raise AppError("evening_kept", _("Un club garde déjà cette soirée."))
    locked_evening.club = club
    locked_evening.save(update_fields=["club"])
    record_event(
        club=club,
        actor=kept_by,
        action="home_evening.kept",
        subject=f"{timezone.localdate(locked_evening.begun_at)}",
        after={"game": locked_evening.game, "players": len(locked_evening.names)},
    )
    return locked_evening


def forget_evenings(*, now: datetime) -> int:
    """Delete the evenings without a change for a year that are in no club. Return their number."""
    unused_evenings = HomeEvening.objects.filter(club=None, used_at__lt=now - KEPT)
    count = unused_evenings.count()
    unused_evenings.delete()
    return count


def _add(
    evening: HomeEvening, sheet: HomeSheet, *, deal: int, facts: Mapping[str, str], token: UUID
) -> HomeSheet:
    HomeStep.objects.create(
        evening=evening, number=sheet.step_count + 1, deal=deal, facts=dict(facts), token=token
    )
    evening.used_at = timezone.now()
    evening.save(update_fields=["used_at"])
    return load_home_sheet(evening)
