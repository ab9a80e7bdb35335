"""The phones at the tables: the link of each table, the phones at its seats, confirmations and disputes."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.events import Play, Round, Table, Tournament
from tournaments.models.results import ResultSlip
from tournaments.models.roles import Role


class PhoneRules(models.Model):
    """An organiser's settings for phones. In a tournament without a row both are off."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="phone_rules")
    needs_confirmation = models.BooleanField(_("l’autre camp confirme chaque résultat"), default=False)
    """True if a tournament cannot finish while a result from a phone waits for confirmation."""
    shows_comparison = models.BooleanField(_("comparaison dès le résultat donné"), default=False)
    """True if a phone that gave a result sees other tables' results before all have played the board."""

    class Meta:
        verbose_name = _("règle des téléphones")
        verbose_name_plural = _("règles des téléphones")

    def __str__(self) -> str:
        return str(self.tournament)


class TableAccess(models.Model):
    """The link that opens one table's page. A new `nonce` invalidates the earlier link.

    The secret is computed from the nonce and a key of the installation (`LinkKey`). This row alone opens
    nothing.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="access")
    nonce = models.CharField(max_length=32)
    issued_at = models.DateTimeField(default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    captain: Role | None = None
    """Captain's role whose own link opened the page; None for the table's link. It is not stored."""

    class Meta:
        verbose_name = _("lien d’une table")
        verbose_name_plural = _("liens des tables")
        constraints = [models.CheckConstraint(condition=~Q(nonce=""), name="table_access_has_a_nonce")]

    def __str__(self) -> str:
        return str(self.table)


class TablePhone(models.Model):
    """A phone whose owner claims a seat of a table in a round.

    One phone of a table and round holds the pen: it writes the results, and the others confirm them.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="phones")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="phones")
    device = models.UUIDField(_("appareil"))
    name = models.CharField(_("nom de l’appareil"), max_length=80, blank=True)
    seat = models.PositiveSmallIntegerField(_("orientation"))
    claimed_at = models.DateTimeField(default=timezone.now, editable=False)
    seen_at = models.DateTimeField(default=timezone.now)
    holds_pen = models.BooleanField(default=False)
    pen_since = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    """Time at which the organiser disconnected the phone. The results that it wrote stay."""

    class Meta:
        verbose_name = _("téléphone à une table")
        verbose_name_plural = _("téléphones aux tables")
        ordering = ["claimed_at", "pk"]
        constraints = [
            # a phone at two tables would show results of boards that its owner has not played
            models.UniqueConstraint(fields=["round", "device"], name="phone_at_one_table_a_round"),
            models.UniqueConstraint(
                fields=["round", "table"], condition=Q(holds_pen=True), name="phone_one_pen_a_table"
            ),
            models.CheckConstraint(
                condition=Q(holds_pen=False) | Q(pen_since__isnull=False), name="phone_pen_since_when"
            ),
            models.CheckConstraint(
                condition=Q(holds_pen=False) | Q(ended_at=None), name="phone_with_pen_not_ended"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.table})"


class SlipConfirmation(models.Model):
    """A result written on a phone, and its confirmation by the other side.

    It is confirmed by the player at `seat`, on `phone`, or by an organiser, `confirmed_by`.
    """

    slip = models.OneToOneField(ResultSlip, on_delete=models.PROTECT, related_name="confirmation")
    written_on = models.ForeignKey(TablePhone, on_delete=models.PROTECT, related_name="written")
    phone = models.ForeignKey(
        TablePhone, on_delete=models.PROTECT, null=True, blank=True, related_name="confirmed"
    )
    seat = models.PositiveSmallIntegerField(_("orientation"), null=True, blank=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    confirmed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("confirmation d’un résultat")
        verbose_name_plural = _("confirmations des résultats")
        constraints = [
            # not yet confirmed, confirmed on a phone, or by an organiser
            models.CheckConstraint(
                condition=Q(confirmed_at=None, phone=None, seat=None, confirmed_by=None)
                | Q(confirmed_at__isnull=False, phone__isnull=False, seat__isnull=False, confirmed_by=None)
                | Q(confirmed_at__isnull=False, phone=None, seat=None, confirmed_by__isnull=False),
                name="confirmation_by_a_side_or_an_organiser",
            ),
        ]

    def __str__(self) -> str:
        return str(self.slip)


class ResultFlag(models.Model):
    """A player's dispute of a result. The organiser resolves it with a note."""

    play = models.ForeignKey(Play, on_delete=models.PROTECT, related_name="flags")
    slip = models.ForeignKey(ResultSlip, on_delete=models.PROTECT, related_name="flags")
    """Disputed version of the result."""
    phone = models.ForeignKey(TablePhone, on_delete=models.PROTECT, related_name="flags")
    seat = models.PositiveSmallIntegerField(_("orientation"))
    text = models.CharField(_("ce qui est faux"), max_length=500)
    photo = models.FileField(_("photo"), upload_to="flags/", blank=True)
    token = models.UUIDField(_("jeton d’envoi"), null=True, blank=True, unique=True)
    """Token made by the sender, who may send it twice; None for a dispute from a page."""
    raised_at = models.DateTimeField(default=timezone.now, editable=False)
    resolved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    resolved_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(_("réponse"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("résultat contesté")
        verbose_name_plural = _("résultats contestés")
        ordering = ["raised_at", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="flag_says_what"),
            models.CheckConstraint(
                condition=Q(resolved_at=None, resolved_by=None, note="")
                | (Q(resolved_at__isnull=False, resolved_by__isnull=False) & ~Q(note="")),
                name="flag_resolved_with_a_note",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.play} ?"
