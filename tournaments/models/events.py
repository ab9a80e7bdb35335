"""A tournament: its sessions, sections, rounds and tables, its entries and their seats.

Seats are numbered in playing order, anticlockwise: 0 N, 1 W, 2 S, 3 E. Tables, rounds and boards count from
1. The tables of all sections of a session are numbered consecutively.
"""

from fractions import Fraction

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import DealSet
from tournaments.core.alphabet import sort_key
from tournaments.core.formats.event_options import SheetOf
from tournaments.enums import EntryPresence, TournamentState, Visibility
from tournaments.models.movements import StoredMovement
from tournaments.models.people import Club, Person, SortKeyField


class Tournament(models.Model):
    """One event of a club, of one format, over one or more sessions.

    `options` holds the organiser's choices that differ from the format's defaults: see
    `tournaments.core.formats.event_options`.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(_("nom"), max_length=120)
    slug = models.SlugField(_("adresse courte"), max_length=80, unique=True)
    starts_on = models.DateField(_("date"))
    starts_at = models.TimeField(_("heure"), null=True, blank=True)
    place = models.CharField(_("lieu"), max_length=160, blank=True)
    """Place of the event for players; "" if unknown."""
    series = models.UUIDField(_("série"), null=True, blank=True, db_index=True, editable=False)
    """Identifier shared by events that were created together; None for a single one."""
    first_day = models.DateField(_("prévu d’abord le"), null=True, blank=True)
    """Day announced before the event was moved; None if it was not moved."""
    cancelled_at = models.DateTimeField(_("annulé depuis"), null=True, blank=True)
    """Time of the cancellation, which happens before play and can be undone.

    Registered players are notified.
    """
    format = models.CharField(_("formule"), max_length=40)
    game = models.CharField(_("jeu"), max_length=40)
    rule_set = models.CharField(_("règles"), max_length=40)
    options = models.JSONField(_("options"), default=dict, blank=True)
    halls = models.JSONField(_("salles"), default=list, blank=True)
    """Halls of the event as [name, first table, last table], read by `tournaments.core.hall.halls`."""
    visibility = models.CharField(
        _("résultats visibles"), max_length=10, choices=Visibility, default=Visibility.PRIVATE
    )
    showing = models.JSONField(_("ce qui est montré"), default=dict, blank=True)
    """Moments from which the parts are visible to viewers with access (`tournaments.core.showing`)."""
    showing_version = models.PositiveIntegerField(default=0, editable=False)
    """Number in the cache keys of public pages.

    It grows with each change of visible parts or public names, and with each incident.
    """
    state = models.CharField(_("état"), max_length=10, choices=TournamentState, default=TournamentState.DRAFT)
    opened_at = models.DateTimeField(_("inscriptions ouvertes depuis"), null=True, blank=True)
    """Time since which players may register themselves, as long as the event is in preparation."""
    first_finished_at = models.DateTimeField(_("terminé d’abord le"), null=True, blank=True)
    """Time at which the event was finished for the first time; None before."""
    corrected_at = models.DateTimeField(_("corrigé le"), null=True, blank=True)
    """Time of the last change of a complete ranking after the event had been finished; None without one."""
    archived_at = models.DateTimeField(_("archivé depuis"), null=True, blank=True)
    log_published_at = models.DateTimeField(_("journal publié depuis"), null=True, blank=True)
    """Time since which viewers of the tournament may read its log, without names."""
    claims_until = models.DateTimeField(_("réclamations jusqu’à"), null=True, blank=True)
    """Time until which players may make claims; None if no hour is announced."""
    is_practice = models.BooleanField(_("entraînement"), default=False)
    """True for an event with fictitious players, for training. It counts for no season and no rating."""
    writer = models.CharField(_("mené ailleurs"), max_length=80, blank=True, editable=False)
    """Name of the installation that writes the event; "" for this one. A copy can only be read."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("tournoi")
        verbose_name_plural = _("tournois")
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=TournamentState.values), name="tournament_state_known"
            ),
            models.CheckConstraint(
                condition=Q(visibility__in=Visibility.values), name="tournament_visibility_known"
            ),
            models.CheckConstraint(
                condition=Q(archived_at=None) | Q(state=TournamentState.FINISHED),
                name="tournament_archived_once_finished",
            ),
            models.CheckConstraint(
                condition=Q(cancelled_at=None) | Q(state=TournamentState.DRAFT),
                name="tournament_cancelled_while_prepared",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def known_people(self) -> models.QuerySet[Person]:
        """Return the people who may be entered: the register, or fictitious people at a practice event."""
        return Person.everybody.filter(club=self.club_id, is_fictitious=self.is_practice, erased_at=None)


class Session(models.Model):
    """A half-day of a tournament, with deals of its own.

    Each session has its ranking. The event's ranking adds them up, each multiplied by its coefficient. A
    final is played by some of the entries, which rank before all others. Their previous total counts in it,
    multiplied by `carried`.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="sessions")
    number = models.PositiveSmallIntegerField(_("séance"))
    coefficient = models.DecimalField(_("coefficient"), max_digits=6, decimal_places=3, default=1)
    is_final = models.BooleanField(_("finale"), default=False)
    # two integers: a share such as 1/3 has no exact decimal
    carried_numerator = models.PositiveSmallIntegerField(default=1)
    carried_denominator = models.PositiveSmallIntegerField(default=1)
    sheet = models.CharField(
        _("feuilles de marque"),
        max_length=10,
        choices=[(sheet.value, sheet.value) for sheet in SheetOf],
        blank=True,
        editable=False,
    )
    """Content of a sheet of free deals in this session; blank for the choice of the event."""
    deal_set = models.OneToOneField(
        DealSet, on_delete=models.PROTECT, null=True, blank=True, related_name="session"
    )

    class Meta:
        verbose_name = _("séance")
        verbose_name_plural = _("séances")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="session_number_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="session_number_from_one"),
            models.CheckConstraint(condition=Q(coefficient__gt=0), name="session_coefficient_above_zero"),
            models.CheckConstraint(
                # a final needs an earlier session to choose its players
                condition=Q(is_final=False) | Q(number__gte=2),
                name="session_final_comes_later",
            ),
            models.CheckConstraint(
                condition=Q(carried_denominator__gte=1, carried_numerator__lte=F("carried_denominator")),
                name="session_carried_up_to_whole",
            ),
            models.CheckConstraint(
                condition=Q(sheet__in=["", *(sheet.value for sheet in SheetOf)]), name="session_sheet_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} – {self.number}"

    @property
    def carried(self) -> Fraction:
        """Share of the previous total that counts in a final, 0 to 1."""
        return Fraction(self.carried_numerator, self.carried_denominator)


MOST_SECTIONS = 5
"""Number of colours with a name."""


class Section(models.Model):
    """One field of tables with its own movement, named by a colour if several play in parallel.

    Sections of one session play boards of the same numbers, which are compared together.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="sections")
    number = models.PositiveSmallIntegerField(_("numéro"))
    first_table = models.PositiveSmallIntegerField(_("première table"))
    table_count = models.PositiveSmallIntegerField(_("tables"))
    """Number of tables, without the last ones of the movement if they stay empty in every round."""
    player_count = models.PositiveSmallIntegerField(_("joueurs"))
    round_count = models.PositiveSmallIntegerField(_("positions"))
    boards_per_set = models.PositiveSmallIntegerField(_("étuis par position"))
    set_count = models.PositiveSmallIntegerField(_("séries d’étuis"))
    keeps_lines = models.BooleanField(_("lignes"))
    """True if no player changes seat. The lines can then be ranked apart."""
    is_drawn = models.BooleanField(_("tiré tour par tour"), default=False)
    """True if the movement seats the first round only, and each later round is drawn when it is due.

    A round that is not drawn yet has no seats and no plays.
    """
    movement = models.ForeignKey(StoredMovement, on_delete=models.PROTECT, related_name="sections")

    class Meta:
        verbose_name = _("section")
        verbose_name_plural = _("sections")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="section_number_unique"),
            models.CheckConstraint(
                condition=Q(
                    first_table__gte=1,
                    table_count__gte=1,
                    player_count__gte=1,
                    round_count__gte=1,
                    boards_per_set__gte=1,
                ),
                name="section_sizes_from_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session} – {self.number}"

    @property
    def board_count(self) -> int:
        """Number of boards to prepare: all sets of the movement."""
        return self.set_count * self.boards_per_set

    @property
    def table_numbers(self) -> range:
        """Numbers of the section's tables."""
        return range(self.first_table, self.first_table + self.table_count)


class Round(models.Model):
    """One *position*: each player stays at one table and plays one set of boards."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("position"))

    class Meta:
        verbose_name = _("position")
        verbose_name_plural = _("positions")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["section", "number"], name="round_number_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_one"),
        ]

    def __str__(self) -> str:
        return str(self.number)


class Table(models.Model):
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("table"))

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["section", "number"], name="table_number_unique"),
            models.CheckConstraint(condition=Q(number__gte=1), name="table_number_from_one"),
        ]

    def __str__(self) -> str:
        return str(self.number)


class Entry(models.Model):
    """A unit that is seated as one in a tournament: a player or a team, with its starting table and seat.

    A team has a `name`, its captain as `person`, and all its players as `members`; a single player has
    neither name nor members. A team starts at the first seat of its side. An entry that begins without a
    table has a *relais*: the number of the relais as table and `RELAY_SEAT` as seat.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="entries")
    name = models.CharField(_("nom de l’équipe"), max_length=60, blank=True)
    family_names = models.CharField(_("noms de famille de l’équipe"), max_length=130, blank=True)
    """Family names of a team without a name of its own, for organisers and papers. `name` is public."""
    partners = models.CharField(_("associés"), max_length=60, blank=True)
    """Name shared by the players of free deals whose points are added up (pairs, fours)."""
    presence = models.CharField(
        _("présence"), max_length=10, choices=EntryPresence, default=EntryPresence.RANKED
    )
    section = models.ForeignKey(
        Section, on_delete=models.PROTECT, null=True, blank=True, related_name="entries"
    )
    start_table = models.PositiveSmallIntegerField(_("table de départ"), null=True, blank=True)
    start_seat = models.PositiveSmallIntegerField(_("orientation"), null=True, blank=True)
    arrived_at = models.DateTimeField(_("arrivé à"), null=True, blank=True)
    is_announced = models.BooleanField(_("arrivée annoncée"), default=False)
    """True while the arrival was marked by the player only and not confirmed at the reception."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    sort_key = SortKeyField(sources=("team_name",), default="", editable=False)
    """Sort key of the team's name; blank for a single player."""

    arrival: tuple[int, int] | None = None
    """First round and table of a late player without a starting place; set by `load_rounds`."""
    number: int | None = None
    """Number of a team that holds two tables at once, which is its own table; set by `number_teams`."""

    class Meta:
        verbose_name = _("inscription")
        verbose_name_plural = _("inscriptions")
        ordering = ["sort_key", "person__sort_key", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "person"], name="entry_person_once"),
            # NULLs are different, so that many entries may be without a place
            models.UniqueConstraint(
                fields=["section", "start_table", "start_seat"], name="entry_start_seat_unique"
            ),
            models.CheckConstraint(
                condition=Q(section=None, start_table=None, start_seat=None)
                | Q(section__isnull=False, start_table__gte=1, start_seat__gte=0),
                name="entry_start_seat_whole_or_none",
            ),
            models.CheckConstraint(
                condition=Q(presence__in=EntryPresence.values), name="entry_presence_known"
            ),
            models.CheckConstraint(
                condition=Q(is_announced=False) | Q(arrived_at__isnull=False), name="entry_announced_is_here"
            ),
        ]

    def __str__(self) -> str:
        return self.team_name or str(self.person)

    @property
    def team_name(self) -> str:
        """Name of a team for organisers and papers; "" for a single player."""
        # `name` is public and may shorten or number members, `family_names` does not
        return self.family_names or self.name

    @property
    def public_name(self) -> str:
        """Public name: the team's, or the person's as far as they consent."""
        return self.name or self.person.public_name

    @property
    def by_name(self) -> tuple[str, str, int]:
        """Sort key in a list by name, equal to the order of the database."""
        return self.sort_key, self.person.sort_key, self.pk

    @property
    def by_public_name(self) -> tuple[str, int]:
        """Sort key in a list by public name. It reveals nothing of a withheld family name."""
        return sort_key(self.public_name), self.pk


class EntryMember(models.Model):
    """A person who plays for a team, the captain included. A person plays for one team of a tournament."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    """Tournament of the entry, stored here for the constraint."""
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="team_memberships")
    arrived_at = models.DateTimeField(_("arrivé à"), null=True, blank=True)
    """Time of the member's own arrival. The entry has arrived once all members have."""

    class Meta:
        verbose_name = _("équipier")
        verbose_name_plural = _("équipiers")
        ordering = ["person__sort_key", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "person"], name="member_of_one_team"),
        ]

    def __str__(self) -> str:
        return str(self.person)


class Attacker(models.Model):
    """The member who attacks for a team in a round, named by its captain: in quartets and in matches."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="attackers")
    member = models.ForeignKey(EntryMember, on_delete=models.CASCADE, related_name="attacks")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="attackers")
    """Entry of the member, stored here for the constraint."""

    class Meta:
        verbose_name = _("attaquant")
        verbose_name_plural = _("attaquants")
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="attacker_one_in_a_round"),
        ]

    def __str__(self) -> str:
        return str(self.member)


class Seating(models.Model):
    """An entry at a seat of a table in a round. The seats of a team's side all have its entry."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seatings")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seatings")
    seat = models.PositiveSmallIntegerField(_("orientation"))
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seatings")

    class Meta:
        verbose_name = _("place")
        verbose_name_plural = _("places")
        constraints = [
            models.UniqueConstraint(fields=["round", "table", "seat"], name="seating_seat_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round}/{self.table}/{self.seat}"


class Play(models.Model):
    """One board to be played at one table in one round: a line of its traveller.

    The row exists before any result, so that recording a result can lock it.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="plays")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="plays")
    board = models.PositiveSmallIntegerField(_("étui"))

    class Meta:
        verbose_name = _("ligne de feuille ambulante")
        verbose_name_plural = _("lignes de feuille ambulante")
        ordering = ["board", "round__number", "table__number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table", "board"], name="play_board_once_a_table"),
            models.CheckConstraint(condition=Q(board__gte=1), name="play_board_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.board} ({self.round}/{self.table})"
