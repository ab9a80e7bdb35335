"""Registrations of players before the event, with their state."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.naming import LICENCE_LENGTH, PERSON_NAME_LENGTH
from tournaments.enums import AnswerKind, RegistrationState
from tournaments.models.events import Entry, Tournament


class EntryOpening(models.Model):
    """Settings for registrations to an event.

    The event accepts them while `Tournament.opened_at` is set and the event is in preparation.
    """

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="opening")
    place_limit = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    """Number of places for players or teams; None for the places of the movement."""
    note = models.TextField(_("à lire avant de s’inscrire"), max_length=1000, blank=True)
    takes_arrivals = models.BooleanField(_("les inscrits annoncent leur arrivée"), default=False)
    """True if players may mark their own arrival, from an hour before the start."""

    class Meta:
        verbose_name = _("ouverture des inscriptions")
        verbose_name_plural = _("ouvertures des inscriptions")
        constraints = [
            models.CheckConstraint(
                condition=Q(place_limit=None) | Q(place_limit__gte=1), name="opening_limit_from_one"
            ),
        ]

    def __str__(self) -> str:
        return str(self.tournament)


SEEKER_WORDS_LENGTH = 100


class Registration(models.Model):
    """One submission of the public form: a player, partners or a team. The organiser decides on it.

    The secret of its private page is computed from a key of the installation (`LinkKey`).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="registrations")
    token = models.UUIDField(_("jeton d’envoi"), unique=True, editable=False)
    """Token made with the form. A form sent twice is stored once."""
    email = models.EmailField(_("adresse électronique"), blank=True)
    shows_names = models.BooleanField(_("accepte d’être nommé publiquement"), default=False)
    seeks_partner = models.BooleanField(_("cherche des partenaires"), default=False)
    is_findable = models.BooleanField(_("montré à ceux qui cherchent"), default=False)
    """Consent of the sender to be shown, by a short name, to other players who look for partners."""
    seeker_words = models.CharField(_("quelques mots"), max_length=SEEKER_WORDS_LENGTH, blank=True)
    are_words_shown = models.BooleanField(_("les mots sont montrés"), default=False)
    """True once an organiser has read the words. Until then only organisers and the sender see them."""
    state = models.CharField(
        _("état"), max_length=10, choices=RegistrationState, default=RegistrationState.RECEIVED
    )
    link = models.URLField(max_length=500, blank=True, editable=False)
    """URL of the private page in messages; blank if no message can be sent."""
    language = models.CharField(max_length=5, default="fr")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    promoted_at = models.DateTimeField(_("sorti de la liste d’attente"), null=True, blank=True)

    class Meta:
        verbose_name = _("préinscription")
        verbose_name_plural = _("préinscriptions")
        ordering = ["created_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=RegistrationState.values), name="registration_state_known"
            ),
        ]

    def __str__(self) -> str:
        # the players of a joined registration have moved to another one
        return " / ".join(map(str, self.players.all() or self.sent_players.all()))


class RegisteredPlayer(models.Model):
    """One person of a registration, as entered. They have an entry once the organiser has accepted it."""

    registration = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="players")
    position = models.PositiveSmallIntegerField(_("rang"))
    """Order from 0: the sender, then partners."""
    sent_with = models.ForeignKey(
        Registration, on_delete=models.SET_NULL, null=True, blank=True, related_name="sent_players"
    )
    """Registration that named the player, if it was joined to `registration` later; else None."""
    last_name = models.CharField(_("nom"), max_length=PERSON_NAME_LENGTH)
    first_name = models.CharField(_("prénom"), max_length=PERSON_NAME_LENGTH, blank=True)
    federation_number = models.CharField(_("numéro de licence"), max_length=LICENCE_LENGTH, blank=True)
    entry = models.ForeignKey(
        Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="registered_players"
    )

    class Meta:
        verbose_name = _("joueur préinscrit")
        verbose_name_plural = _("joueurs préinscrits")
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["registration", "position"], name="registered_player_position_once"
            ),
            models.CheckConstraint(condition=~Q(last_name=""), name="registered_player_has_a_last_name"),
        ]

    def __str__(self) -> str:
        return f"{self.last_name.upper()} {self.first_name}".strip()

    @property
    def home(self) -> Registration:
        """Registration that named the player, with the address and the consent of its sender."""
        return self.sent_with or self.registration


class PartnerProposal(models.Model):
    """Proposal of a registration that looks for partners to another one. An accepted one is deleted."""

    sender = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="sent_proposals")
    recipient = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="received_proposals")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    declined_at = models.DateTimeField(_("déclinée"), null=True, blank=True)
    """Time at which the recipient declined. The sender cannot propose to them again."""

    class Meta:
        verbose_name = _("proposition de jouer ensemble")
        verbose_name_plural = _("propositions de jouer ensemble")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["sender", "recipient"], name="partner_proposal_once"),
            models.CheckConstraint(condition=~Q(sender=F("recipient")), name="partner_proposal_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.sender} → {self.recipient}"


class EntryQuestion(models.Model):
    """One of the organiser's own questions on the public form, answered for each player."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entry_questions")
    position = models.PositiveSmallIntegerField(_("rang"))
    text = models.CharField(_("question"), max_length=120)
    kind = models.CharField(_("réponse"), max_length=10, choices=AnswerKind)
    choices = models.JSONField(_("choix"), default=list, blank=True)
    """Texts to choose from, [] for another kind."""
    is_required = models.BooleanField(_("obligatoire"), default=False)

    class Meta:
        verbose_name = _("question aux joueurs")
        verbose_name_plural = _("questions aux joueurs")
        ordering = ["position", "pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="entry_question_has_a_text"),
            models.CheckConstraint(condition=Q(kind__in=AnswerKind.values), name="entry_question_kind_known"),
        ]

    def __str__(self) -> str:
        return self.text


ANSWER_LENGTH = 200


class EntryAnswer(models.Model):
    """Answer of one registered player to a question."""

    question = models.ForeignKey(EntryQuestion, on_delete=models.CASCADE, related_name="answers")
    player = models.ForeignKey(RegisteredPlayer, on_delete=models.CASCADE, related_name="answers")
    text = models.CharField(_("réponse"), max_length=ANSWER_LENGTH)
    """Words or choice of the player; "yes" or "no" for a question of that kind."""

    class Meta:
        verbose_name = _("réponse d’un joueur")
        verbose_name_plural = _("réponses des joueurs")
        ordering = ["question__position", "question"]
        constraints = [
            models.UniqueConstraint(fields=["question", "player"], name="entry_answer_once"),
            models.CheckConstraint(condition=~Q(text=""), name="entry_answer_has_a_text"),
        ]

    def __str__(self) -> str:
        return self.text
