"""A club's papers: their look, and the printed documents, each rendered by a task and stored."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.enums import DocumentKind, JobState
from tournaments.models.events import Tournament
from tournaments.models.people import Club

BLACK = "#000000"
PALE_GREY = "#eeeeee"


class PaperLook(models.Model):
    """Properties shared by all papers of a club. A club without a row prints black on white.

    `logo` is a PNG encoded by `services.paper_looks`, never the uploaded file.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="paper_look")
    logo = models.BinaryField(_("logo"), default=bytes, blank=True)
    ink = models.CharField(_("couleur des titres"), max_length=7, default=BLACK)
    tint = models.CharField(_("fond des en-têtes"), max_length=7, default=PALE_GREY)
    footer = models.CharField(_("pied de page"), max_length=90, blank=True)
    is_large = models.BooleanField(_("grands caractères"), default=False)
    is_letter = models.BooleanField(_("papier Lettre"), default=False)
    """True for sheets of 216 × 279 mm (US letter), False for A4."""
    shows_home_clubs = models.BooleanField(_("club d’origine"), default=False)

    class Meta:
        verbose_name = _("présentation des papiers")
        verbose_name_plural = _("présentations des papiers")
        constraints = [
            models.CheckConstraint(condition=~Q(ink="") & ~Q(tint=""), name="paper_look_colours_written"),
        ]

    def __str__(self) -> str:
        return str(self.club)

    @property
    def has_colour(self) -> bool:
        """True if the club chose a colour for its titles."""
        return self.ink != BLACK

    @property
    def logo_width(self) -> int:
        """Width of the logo in pixels, from the header of the PNG (PNG specification, 11.2.2)."""
        # after the signature, the length and the name of the first chunk: 8 + 4 + 4 bytes
        return int.from_bytes(self.logo[16:20], "big")

    @property
    def logo_height(self) -> int:
        """Height of the logo in pixels, from the header of the PNG."""
        return int.from_bytes(self.logo[20:24], "big")


class AdjustedTemplate(models.Model):
    """A club's own template of a kind of document, with the tags that `documents.sandbox` allows."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="adjusted_templates")
    kind = models.CharField(_("document"), max_length=30)
    text = models.TextField(_("gabarit"))
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("gabarit ajusté")
        verbose_name_plural = _("gabarits ajustés")
        ordering = ["club", "kind"]
        constraints = [
            models.UniqueConstraint(fields=["club", "kind"], name="adjusted_template_once"),
        ]

    def __str__(self) -> str:
        return self.kind


class PrintedDocument(models.Model):
    """A requested PDF: a job while it is rendered, then a file.

    A running job updates `heartbeat_at`. The sweep restarts a job without a recent update.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="documents")
    kind = models.CharField(_("document"), max_length=30)
    """Kind of document: a value of `DocumentKind`.

    A kind unknown to this version stays, but cannot be rendered.
    """
    language = models.CharField(_("langue"), max_length=5, default="fr")
    options = models.JSONField(default=dict, blank=True)
    """Options in the format of `documents.options.options_json`."""
    content_hash = models.CharField(max_length=64, blank=True)
    """Hash of the content; "" if unknown. Documents with the same hash are the same file."""
    state = models.CharField(_("état"), max_length=10, choices=JobState, default=JobState.QUEUED)
    pages_done = models.PositiveIntegerField(default=0)
    pages_total = models.PositiveIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    file = models.FileField(upload_to="printed/", blank=True)
    error = models.CharField(_("erreur"), max_length=300, blank=True)
    notes = models.JSONField(default=list, blank=True)
    """Sentences about deviations of the printed document from the request."""
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("document imprimé")
        verbose_name_plural = _("documents imprimés")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=JobState.values), name="document_state_known"),
            models.CheckConstraint(
                condition=~Q(state=JobState.DONE) | ~Q(file=""), name="document_done_has_a_file"
            ),
        ]

    def __str__(self) -> str:
        return self.kind_label

    @property
    def kind_label(self) -> str:
        """Name of the document's kind; the stored code for a kind that no longer exists."""
        return str(DocumentKind(self.kind).label) if self.kind in DocumentKind.values else self.kind
