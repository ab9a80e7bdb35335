"""Results: versions are added and never edited."""

import json
import uuid
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import SlipKind
from tournaments.models.events import Play, Session


class ScoresEncoder(json.JSONEncoder):
    """Encoder of scores as JSON: whole numbers as numbers, a fraction as text, "7/3"."""

    def default(self, o: object) -> Any:
        # called only for types that JSON does not have
        return str(o) if isinstance(o, Fraction) else super().default(o)


class ScoresDecoder(json.JSONDecoder):
    """Decoder of the output of `ScoresEncoder`: integers, and exact fractions for texts."""

    def decode(self, s: str, *arguments: Any) -> Any:
        scores = super().decode(s, *arguments)
        return _read_fractions(scores) if isinstance(scores, list) else scores


def read_all_scores(texts: Iterable[str]) -> list[list[Any]]:
    """Return the scores of many texts of `ScoresEncoder`, each a list."""
    text = f"[{','.join(texts)}]"
    rows: list[list[Any]] = json.loads(text)
    # only fractions are texts
    return [_read_fractions(scores) for scores in rows] if '"' in text else rows


def _read_fractions(scores: list[Any]) -> list[Any]:
    return [Fraction(score) if isinstance(score, str) else score for score in scores]


class ResultSlipQuerySet(models.QuerySet["ResultSlip"]):
    """Named filters of result slips."""

    def current(self) -> "ResultSlipQuerySet":
        """Return the current version of each play; none of a play whose result is missing or withdrawn."""
        return self.filter(is_current=True)

    def of_session(self, session: Session) -> "ResultSlipQuerySet":
        """Return the results of all sections of a session."""
        return self.filter(play__round__section__session=session)


class ResultSlip(models.Model):
    """One version of the result of one play. The database allows one current version.

    A withdrawn result leaves a version that is not current. The play then has no result until a new entry.

    `score` is the attack's signed score per defender, as written on the traveller. `facts` holds the entered
    details: `bouts` and `half_points` (null for a score alone), `handfuls`, `petit` and `slam`. It has
    `taker` and `bid` if the players chose them; else those of the board apply. `seat_scores` has the signed
    score of every seat in playing order for sheets by player (free deals, friendly events), null for an empty
    seat. These are integers, or a `Fraction` for a share that is not whole.
    """

    play = models.ForeignKey(Play, on_delete=models.PROTECT, related_name="slips")
    version = models.PositiveSmallIntegerField(_("version"))
    is_current = models.BooleanField(default=True)
    kind = models.CharField(_("nature"), max_length=12, choices=SlipKind)
    score = models.SmallIntegerField(_("marque"), null=True, blank=True)
    # plain JSON has no exact fractions
    seat_scores = models.JSONField(
        _("marques par place"), null=True, blank=True, encoder=ScoresEncoder, decoder=ScoresDecoder
    )
    facts = models.JSONField(_("détail"), null=True, blank=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="result_slips"
    )
    device = models.CharField(_("appareil"), max_length=80, blank=True)
    token = models.UUIDField(_("jeton d’envoi"), default=uuid.uuid4, unique=True)
    reason = models.CharField(_("motif"), max_length=200, blank=True)
    after_withdrawal = models.BooleanField(_("saisie après un retrait"), default=False)
    """True if the slip follows a withdrawal.

    It corrects nothing and needs no reason, though it is not the first.
    """
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = ResultSlipQuerySet.as_manager()

    class Meta:
        verbose_name = _("résultat")
        verbose_name_plural = _("résultats")
        ordering = ["play", "version"]
        constraints = [
            models.UniqueConstraint(fields=["play", "version"], name="slip_version_unique"),
            models.UniqueConstraint(fields=["play"], condition=Q(is_current=True), name="slip_one_current"),
            models.CheckConstraint(condition=Q(kind__in=SlipKind.values), name="slip_kind_known"),
            # a played deal has the attack's score or scores by seat, any other kind has neither
            models.CheckConstraint(
                condition=Q(kind=SlipKind.PLAYED, score__isnull=False)
                | Q(kind=SlipKind.PLAYED, seat_scores__isnull=False)
                | (~Q(kind=SlipKind.PLAYED) & Q(score__isnull=True, seat_scores__isnull=True)),
                name="slip_score_when_played",
            ),
            # a correction needs a reason; the first entry, also after a withdrawal, does not
            models.CheckConstraint(
                condition=Q(version=1) | Q(after_withdrawal=True) | ~Q(reason=""),
                name="slip_correction_has_a_reason",
            ),
            # a withdrawal is a version of its own that never counts
            models.CheckConstraint(
                condition=~Q(kind=SlipKind.WITHDRAWN) | (Q(is_current=False) & ~Q(reason="")),
                name="slip_withdrawn_is_not_current",
            ),
            models.CheckConstraint(condition=Q(version__gte=1), name="slip_version_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.play} v{self.version}"

    @property
    def has_scores_alone(self) -> bool:
        """True if the score of every seat is stored without details."""
        return bool(self.seat_scores) and not self.facts
