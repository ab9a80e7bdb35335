"""Pairs of laptop and site, the shared events, and the identifiers of their rows on the way.

Every installation has all tables. A laptop uses `ClubSite`, a site `PairingCode` and `Laptop`, and both use
the tables of shared events.
"""

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club, Person, Tournament

ORIGIN_LENGTH = 8
"""Number of characters of an origin."""


MARK_LENGTH = 16
"""Number of characters of the mark of a state."""


def new_origin() -> str:
    """Return a random origin: the first part of the identifiers of rows that one copy of an event makes."""
    return secrets.token_hex(ORIGIN_LENGTH // 2)


class PairingCode(models.Model):
    """A code of the site, with which one laptop pairs itself. Only its digest is stored."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="pairing_codes")
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("code d’association")
        verbose_name_plural = _("codes d’association")

    def __str__(self) -> str:
        return f"{self.club} {self.expires_at:%Y-%m-%d %H:%M}"


class Laptop(models.Model):
    """A laptop that is paired with the club on this site. It signs its requests."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="laptops")
    name = models.CharField(_("nom"), max_length=60)
    public_key = models.CharField(max_length=64, unique=True)
    """Public key (Ed25519) in hexadecimal digits."""
    paired_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    """User who made the code. Decisions of the hall, such as rulings, are theirs in the copy."""
    paired_at = models.DateTimeField(default=timezone.now, editable=False)
    seen_at = models.DateTimeField(_("vu"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("retiré"), null=True, blank=True)

    class Meta:
        verbose_name = _("ordinateur de la salle")
        verbose_name_plural = _("ordinateurs de la salle")
        ordering = ["-paired_at", "-pk"]

    def __str__(self) -> str:
        return self.name


class ClubSite(models.Model):
    """The site of the club on a server, with which this laptop is paired."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="site")
    address = models.URLField(_("adresse du site"))
    """Address of the site with a slash at its end."""
    club_name = models.CharField(max_length=120)
    """Name of the club on the site."""
    laptop = models.PositiveIntegerField()
    """Number of this laptop on the site."""
    private_key = models.CharField(max_length=64)
    """Key (Ed25519) in hexadecimal digits, with which this laptop signs."""
    phrase = models.CharField(max_length=60)
    """Phrase from which the key of the sealed parts is made. The site never receives it."""
    paired_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    paired_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("site du club")
        verbose_name_plural = _("sites des clubs")

    def __str__(self) -> str:
        return self.address


class SharedEvent(models.Model):
    """An event with a copy on another installation.

    It is written here, or elsewhere: `Tournament.writer` then names the installation that writes it. `turn`
    counts the changes of the writer, so that a laptop that lost the event can publish nothing more.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="shared")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="shared_events")
    uid = models.UUIDField(default=uuid.uuid4, editable=False)
    """Identifier of the event on all installations of the club."""
    origin = models.CharField(max_length=ORIGIN_LENGTH, default=new_origin, editable=False)
    """First part of the identifiers of rows made here."""
    turn = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    """Number of the last state that the site stored, in this turn."""
    digests = models.JSONField(default=dict)
    """Digest of each part of that state, by name."""
    mark = models.CharField(max_length=MARK_LENGTH, blank=True, default="")
    """On the site: mark of that state. A laptop names it in the next one (`publishing.services.marks`)."""
    marks = models.JSONField(default=list)
    """On a laptop: turn, version and mark of each state that it sent, the latest last."""
    sealed = models.BinaryField(default=b"")
    """On the site: the part that only a laptop with the phrase can read."""
    laptop = models.ForeignKey(
        Laptop, on_delete=models.SET_NULL, null=True, blank=True, related_name="events"
    )
    """On the site: the laptop that writes the event; None if the site does."""
    site = models.ForeignKey(
        ClubSite, on_delete=models.SET_NULL, null=True, blank=True, related_name="events"
    )
    """On a laptop that publishes the event: the site. None if nothing is published."""
    stored_at = models.DateTimeField(null=True, blank=True)
    """Time of the last acknowledged state. On the site, time of its receipt."""
    tried_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    """Number of failed tries since the last success."""
    problem = models.CharField(max_length=40, blank=True)
    """Code of the reason of the last failure: see `publishing.words.states`; blank after a success."""

    class Meta:
        verbose_name = _("tournoi partagé")
        verbose_name_plural = _("tournois partagés")
        constraints = [
            models.UniqueConstraint(fields=["club", "uid"], name="shared_event_uid_once_in_club"),
            models.CheckConstraint(condition=Q(laptop=None) | Q(site=None), name="shared_event_one_side"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.turn}.{self.version}"


class SharedRow(models.Model):
    """The identifier on the way of one row of a shared event that another installation made or received."""

    event = models.ForeignKey(SharedEvent, on_delete=models.CASCADE, related_name="rows")
    part = models.CharField(max_length=60)
    kind = models.CharField(max_length=40)
    """Name of the model."""
    wire = models.CharField(max_length=30)
    """Identifier on the way: the origin and the number of the row there."""
    row = models.BigIntegerField()
    """Number of the row here."""
    digest = models.CharField(max_length=32, blank=True)
    """Digest of the values that were received; blank for a row made here."""

    class Meta:
        verbose_name = _("ligne partagée")
        verbose_name_plural = _("lignes partagées")
        constraints = [
            models.UniqueConstraint(fields=["event", "kind", "wire"], name="shared_row_wire_once"),
            models.UniqueConstraint(fields=["event", "kind", "row"], name="shared_row_once"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.wire}"


class SharedPerson(models.Model):
    """An identifier on the way of a person in a club's register.

    Two laptops may have one each for the same person.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="shared")
    wire = models.UUIDField(default=uuid.uuid4)
    came_from_elsewhere = models.BooleanField(default=False)
    """True if the person was added here by a shared event."""

    class Meta:
        verbose_name = _("joueur partagé")
        verbose_name_plural = _("joueurs partagés")
        constraints = [
            models.UniqueConstraint(fields=["club", "wire"], name="shared_person_wire_once"),
        ]

    def __str__(self) -> str:
        return str(self.wire)
