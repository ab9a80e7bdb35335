"""Data around the entry of a sheet: its code, scans, a second entry, the check, locks, cards as played."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.sealed import SealedTextField
from tournaments.enums import CheckVerdict, ScanKind, SlipKind
from tournaments.models.events import Play, Session, Tournament
from tournaments.models.results import ResultSlip, ScoresDecoder, ScoresEncoder


class SheetScan(models.Model):
    """A photo or a scan of a sheet: of a traveller (`board`) or of a score sheet (its round and table).

    A page whose code could not be read has neither, and waits to be sorted by hand.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="sheet_scans")
    board = models.PositiveSmallIntegerField(_("étui"), null=True, blank=True)
    round_number = models.PositiveSmallIntegerField(_("position"), null=True, blank=True)
    table_number = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    kind = models.CharField(_("nature"), max_length=5, choices=ScanKind)
    file = models.FileField(_("fichier"), upload_to="scans/")
    name = models.CharField(_("nom"), max_length=120)
    """Name of the file on the sender's computer."""
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("image d’une feuille")
        verbose_name_plural = _("images des feuilles")
        ordering = ["pk"]
        constraints = [
            # one of the two kinds of sheet, or a page not yet sorted
            models.CheckConstraint(
                condition=Q(board__isnull=False, round_number=None, table_number=None)
                | Q(board=None, round_number__isnull=False, table_number__isnull=False)
                | Q(board=None, round_number=None, table_number=None),
                name="scan_of_one_sheet",
            ),
            models.CheckConstraint(condition=Q(kind__in=ScanKind.values), name="scan_kind_known"),
        ]

    def __str__(self) -> str:
        place = f"{self.round_number}/{self.table_number}" if self.round_number else "?"
        return f"{self.board or place} : {self.name}"


class PrintedSheet(models.Model):
    """A traveller or a score sheet as it was printed, with its code. A row never changes.

    `lines` holds the planned seats, in the format of `tournaments.core.slips.printed_sheet`. After a change
    of the evening, new sheets with new codes are printed.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="printed_sheets")
    code = models.CharField(_("code"), max_length=6, unique=True)
    section_number = models.PositiveSmallIntegerField(_("section"))
    board = models.PositiveSmallIntegerField(_("étui"), null=True, blank=True)
    round_number = models.PositiveSmallIntegerField(_("position"), null=True, blank=True)
    table_number = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    leaf = models.PositiveSmallIntegerField(_("feuillet"), default=0)
    """Number of the leaf from 1 if a traveller has several; 0 for a whole sheet."""
    deals = models.CharField(_("empreinte des donnes"), max_length=64, blank=True)
    lines = models.JSONField(_("lignes"))
    fingerprint = models.CharField(max_length=64, unique=True)
    """Hash of all fields above except the code. The same sheet printed again has the same code."""
    printed_at = models.DateTimeField(_("imprimée depuis"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("feuille imprimée")
        verbose_name_plural = _("feuilles imprimées")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(code=""), name="printed_sheet_has_a_code"),
            models.CheckConstraint(
                condition=Q(board__isnull=False, round_number=None, table_number=None)
                | Q(board=None, round_number__isnull=False, table_number__isnull=False),
                name="printed_sheet_of_one_kind",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class EntryRules(models.Model):
    """Settings for the entry of paper. A tournament without a row has no second entry."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="entry_rules")
    needs_second_entry = models.BooleanField(_("double saisie en aveugle"), default=False)

    class Meta:
        verbose_name = _("règle de la saisie")
        verbose_name_plural = _("règles de la saisie")

    def __str__(self) -> str:
        return str(self.tournament)


class SecondEntry(models.Model):
    """A line typed a second time by a user who does not see the first entry.

    `kind`, `score`, `seat_scores` and `facts` are as in `ResultSlip`. If the two entries differ, an organiser
    decides between them, and `settled_slip` is the version that was current then.
    """

    play = models.OneToOneField(Play, on_delete=models.PROTECT, related_name="second_entry")
    kind = models.CharField(_("nature"), max_length=12, choices=SlipKind)
    score = models.SmallIntegerField(_("marque"), null=True, blank=True)
    seat_scores = models.JSONField(
        _("marques par place"), null=True, blank=True, encoder=ScoresEncoder, decoder=ScoresDecoder
    )
    facts = models.JSONField(_("détail"), null=True, blank=True)
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    entered_at = models.DateTimeField(default=timezone.now)
    settled_slip = models.ForeignKey(
        ResultSlip, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        verbose_name = _("seconde saisie")
        verbose_name_plural = _("secondes saisies")
        ordering = ["play"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=SlipKind.values), name="second_entry_kind_known"),
            models.CheckConstraint(
                condition=Q(settled_slip=None, settled_by=None)
                | Q(settled_slip__isnull=False, settled_by__isnull=False),
                name="second_entry_settled_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.play} 2"


class PlayRecord(models.Model):
    """One version of the play at a table: auction, discard and tricks, in our notation.

    `text` contains the cards, and is sealed like them.
    """

    play = models.ForeignKey(Play, on_delete=models.PROTECT, related_name="records")
    version = models.PositiveSmallIntegerField(_("version"))
    text = SealedTextField(_("déroulement"))
    written_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    written_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("déroulement d’une donne")
        verbose_name_plural = _("déroulements des donnes")
        ordering = ["play", "version"]
        constraints = [
            models.UniqueConstraint(fields=["play", "version"], name="play_record_version_unique"),
            models.CheckConstraint(condition=Q(version__gte=1), name="play_record_version_from_one"),
            models.CheckConstraint(condition=~Q(text=""), name="play_record_says_something"),
        ]

    def __str__(self) -> str:
        return f"{self.play} v{self.version}"


class SheetCheck(models.Model):
    """A comparison of a sheet with the entered results. The latest check of a sheet counts.

    A sheet is the traveller of a board (`board`) or the score sheet of a table in a round (`round_number`,
    `table_number`). `version_count` is the number of versions of its lines at that time. A larger number now
    means that the sheet was changed after the check.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="sheet_checks")
    board = models.PositiveSmallIntegerField(_("étui"), null=True, blank=True)
    round_number = models.PositiveSmallIntegerField(_("position"), null=True, blank=True)
    table_number = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    verdict = models.CharField(_("contrôle"), max_length=10, choices=CheckVerdict)
    note = models.CharField(_("remarque"), max_length=300, blank=True)
    version_count = models.PositiveIntegerField(_("versions"))
    own_entry = models.BooleanField(_("a contrôlé sa propre saisie"), default=False)
    """True if the checker had typed the sheet, because no other person was available.

    The trace records it.
    """
    checked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    checked_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("contrôle d’une feuille")
        verbose_name_plural = _("contrôles des feuilles")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(board__isnull=False, round_number=None, table_number=None)
                | Q(board=None, round_number__isnull=False, table_number__isnull=False),
                name="check_of_one_sheet",
            ),
            models.CheckConstraint(condition=Q(verdict__in=CheckVerdict.values), name="check_verdict_known"),
            models.CheckConstraint(
                condition=Q(verdict=CheckVerdict.CONFORM) | ~Q(note=""), name="check_review_says_why"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.board or f'{self.round_number}/{self.table_number}'} : {self.verdict}"


class RoundLock(models.Model):
    """A lock of a round. While `unlocked_at` is null, no result of the round may change."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="round_locks")
    round_number = models.PositiveSmallIntegerField(_("position"))
    locked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    locked_at = models.DateTimeField(default=timezone.now, editable=False)
    unlocked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    unlocked_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(_("motif"), max_length=200, blank=True)
    """Reason for unlocking."""

    class Meta:
        verbose_name = _("position verrouillée")
        verbose_name_plural = _("positions verrouillées")
        ordering = ["session", "round_number", "pk"]
        constraints = [
            models.UniqueConstraint(
                # rows of opened locks stay as history
                fields=["session", "round_number"],
                condition=Q(unlocked_at=None),
                name="round_locked_once",
            ),
            models.CheckConstraint(
                condition=Q(unlocked_at=None, unlocked_by=None, reason="")
                | (Q(unlocked_at__isnull=False, unlocked_by__isnull=False) & ~Q(reason="")),
                name="round_unlocked_with_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session} – {self.round_number}"
