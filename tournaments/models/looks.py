"""How a club's papers look: its logo and colours, and the documents whose template it adjusted."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.people import Club

BLACK = "#000000"
PALE_GREY = "#eeeeee"


class PaperLook(models.Model):
    """What every paper of a club has in common; a club without a row prints black on white.

    `logo` is a PNG that `services.paper_looks` made itself, never the file that was sent.
    """

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="paper_look")
    logo = models.BinaryField(_("logo"), default=bytes, blank=True)
    ink = models.CharField(_("couleur des titres"), max_length=7, default=BLACK)
    tint = models.CharField(_("fond des en-têtes"), max_length=7, default=PALE_GREY)
    footer = models.CharField(_("pied de page"), max_length=90, blank=True)
    is_large = models.BooleanField(_("grands caractères"), default=False)
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
        """The club chose a colour for its titles."""
        return self.ink != BLACK

    @property
    def logo_width(self) -> int:
        """Pixels, as the head of a PNG says (PNG specification, 11.2.2)."""
        return int.from_bytes(self.logo[16:20], "big")

    @property
    def logo_height(self) -> int:
        """Pixels."""
        return int.from_bytes(self.logo[20:24], "big")


class AdjustedTemplate(models.Model):
    """A club's own template of a kind of document, in the tags that `documents.sandbox` allows."""

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
