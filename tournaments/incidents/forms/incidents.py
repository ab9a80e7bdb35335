"""Forms of incidents, one for each case. A valid form returns the case for its service."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.base.forms.names import VisibleNameField
from tournaments.base.queries.rounds import current_round
from tournaments.core.formats.registry import find_format
from tournaments.entries.queries.presence import gone_entries, list_present
from tournaments.enums import EntryPresence
from tournaments.incidents.services.arriving import Arriving, list_departures_to_fill
from tournaments.incidents.services.awaiting_seat import AwaitingSeat
from tournaments.incidents.services.leaving import Leaving
from tournaments.incidents.services.missing import LeftEmpty, OtherMovement, Replaced, other_movements
from tournaments.incidents.services.plans import Case
from tournaments.incidents.services.second_plays import Twice
from tournaments.incidents.services.session_rounds import round_count
from tournaments.incidents.services.shortening import Shortening
from tournaments.incidents.services.spoiling import Spoiling
from tournaments.incidents.services.substituting import Newcomer, Substituting
from tournaments.incidents.services.swapping import Swap
from tournaments.incidents.services.table_regrouping import session_table_sizes
from tournaments.incidents.services.trading_tables import OtherBoards, TablesSwapped
from tournaments.incidents.services.waiting_entries import list_waiting
from tournaments.models import Entry, Person, Play, Session
from tournaments.people.forms.person_search import PersonSearchField
from tournaments.rankings.queries.rulings import list_seated_entries

CHOOSE = _("Choisir…")
TO_THE_END = _("Laissez vide pour toute la fin de la séance.")


class CaseForm(forms.Form):
    """A case of the current session. The present round is the default of round fields."""

    def __init__(self, data: Mapping[str, Any] | None, *, session: Session) -> None:
        super().__init__(data)
        self.session = session
        self.prepare()

    def prepare(self) -> None:
        """Fill the choices and defaults of the fields from the session."""

    @property
    def chosen(self) -> Case:
        """The case that the form describes. Needs a valid form."""
        raise NotImplementedError

    @property
    def last(self) -> int:
        """Last round concerned; an empty field means the last round of the session."""
        round_number: int | None = self.cleaned_data.get("last_round")
        return round_number or round_count(self.session)

    def offer(self, name: str, rows: Any) -> None:
        """Set the rows that a choice field offers."""
        cast("forms.ModelChoiceField[Any] | PersonSearchField", self.fields[name]).queryset = rows

    def begin(self, name: str, offset: int = 0) -> None:
        """Propose the present round, plus `offset`, in a field."""
        # 0 before the first round
        self.fields[name].initial = max(current_round(self.session) + offset, 1)


def entry_field(label: Any) -> "forms.ModelChoiceField[Entry]":
    """Return a field for an entry of the session."""
    return forms.ModelChoiceField(Entry.objects.none(), label=label, empty_label=CHOOSE)


def round_field(label: Any, **options: Any) -> forms.IntegerField:
    """Return a field for the number of a round. The service refuses a round that does not exist."""
    return forms.IntegerField(label=label, min_value=1, max_value=999, **options)


class NewcomerForm(CaseForm):
    """A person who joins: a member of the register, or a visitor by name."""

    person = PersonSearchField(label=_("Quelqu’un du registre"), required=False)
    last_name = VisibleNameField(label=_("ou un visiteur : nom"), max_length=60, required=False)
    first_name = VisibleNameField(label=_("prénom"), max_length=60, required=False)

    def prepare(self) -> None:
        player_keys = [person.pk for row in list_present(self.session) for person in row.people]
        people = self.session.tournament.known_people()
        self.offer("person", people.exclude(pk__in=player_keys))

    @property
    def comes(self) -> Newcomer:
        """The person who joins. Needs a valid form."""
        return Newcomer(
            person=self.cleaned_data["person"],
            last_name=self.cleaned_data["last_name"],
            first_name=self.cleaned_data["first_name"],
        )


class MissingForm(NewcomerForm):
    """An entry that does not come, and the organiser's solution."""

    REPLACED, EMPTY, MOVEMENT = "replaced", "empty", "movement"

    entry = entry_field(_("Qui ne vient pas"))
    way = forms.ChoiceField(
        label=_("Que faire"),
        widget=forms.RadioSelect,
        choices=[
            (REPLACED, _("Quelqu’un d’autre a sa place")),
            (EMPTY, _("Sa place reste vide : la table se repose, ou joue à trois en donnes libres")),
            (MOVEMENT, _("Un autre mouvement, pour ceux qui sont là")),
        ],
    )
    is_joker = forms.BooleanField(label=_("Il complète la table, hors classement"), required=False)
    movement = forms.ChoiceField(
        label=_("Mouvement"), required=False, help_text=_("Si les autres jouent un autre mouvement.")
    )

    field_order = ("entry", "way", "person", "last_name", "first_name", "is_joker", "movement")

    def prepare(self) -> None:
        super().prepare()
        self.fields["person"].help_text = _("Si quelqu’un d’autre a sa place.")
        remaining_entries = self.session.tournament.entries.exclude(presence=EntryPresence.WITHDRAWN)
        self.offer("entry", remaining_entries.select_related("person"))
        # one player fewer than now: the missing entry is still entered
        movements = other_movements(self.session, remaining_entries.count() - 1)
        cast("forms.ChoiceField", self.fields["movement"]).choices = [("", CHOOSE), *movements]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("way") == self.MOVEMENT and not values.get("movement"):
            self.add_error("movement", _("Choisissez un mouvement de la liste."))
        return values

    @property
    def chosen(self) -> Case:
        entry, way = self.cleaned_data["entry"], self.cleaned_data["way"]
        if way == self.REPLACED:
            return Replaced(entry=entry, comes=self.comes, is_ranked=not self.cleaned_data["is_joker"])
        if way == self.EMPTY:
            return LeftEmpty(entry=entry)
        return OtherMovement(entry=entry, choice=self.cleaned_data["movement"])


class LeavingForm(CaseForm):
    """An entry that leaves, and its last round."""

    entry = entry_field(_("Qui s’en va"))
    after_round = forms.IntegerField(
        label=_("Après la position"),
        min_value=0,
        max_value=999,
        help_text=_("Le numéro de la dernière position qu’il joue."),
    )
    loses_rest = forms.BooleanField(
        label=_("Il part avant la fin de cette position : sa table ne joue pas ses autres donnes"),
        required=False,
    )
    presence = forms.ChoiceField(
        label=_("Au classement"),
        widget=forms.RadioSelect,
        initial=EntryPresence.WITHDRAWN,
        choices=[
            (EntryPresence.WITHDRAWN, _("à la fin, sans place")),
            (EntryPresence.RANKED, _("à sa place, sur ce qu’il a joué")),
        ],
    )

    def prepare(self) -> None:
        self.offer("entry", list_seated_entries(self.session))
        self.begin("after_round")
        if find_format(self.session.tournament.format).has_teams:
            self.fields["entry"].help_text = _(
                "L’équipe entière. Si un seul de ses joueurs part et qu’elle n’est plus assez nombreuse,"
                " notez « Un remplaçant »."
            )

    @property
    def chosen(self) -> Case:
        return Leaving(
            entry=self.cleaned_data["entry"],
            after_round=self.cleaned_data["after_round"],
            loses_rest=self.cleaned_data["loses_rest"],
            presence=EntryPresence(self.cleaned_data["presence"]),
        )


class ArrivingForm(NewcomerForm):
    """A person who joins or comes back, their place and first round."""

    ONE_MORE, SMALL_TABLE, WAIT = "more", "threes", "wait"

    back = forms.ModelChoiceField(
        Entry.objects.none(),
        label=_("Quelqu’un qui était parti ou qui attend"),
        empty_label=_("Personne"),
        required=False,
    )
    place = forms.ChoiceField(
        label=_("Sa place"),
        help_text=_(
            "Un joueur qui revient reprend d’ordinaire sa propre place. Une place de plus est à une table"
            " incomplète, avec ceux qui se reposent, ou une chaise de plus à une table complète."
        ),
    )
    first_round = round_field(
        _("De la position"), help_text=_("Les tables qui ont déjà un résultat ne changent pas.")
    )

    field_order = ("back", "person", "last_name", "first_name", "place", "first_round")

    def prepare(self) -> None:
        super().prepare()
        departures = list_departures_to_fill(self.session)
        waiting_keys = {entry.pk for entry in list_waiting(self.session)}
        known_entries = self.session.tournament.entries.filter(
            pk__in=waiting_keys | gone_entries(self.session)
        )
        self.offer("back", known_entries.select_related("person"))
        cast("forms.ChoiceField", self.fields["place"]).choices = [
            *(
                (str(row.pk), _("la place qu’avait %(entry)s") % {"entry": row.facts["entry"]})
                for row in departures
            ),
            (self.ONE_MORE, _("une place de plus")),
            *self._small_table(),
            (self.WAIT, _("aucune encore : attendre qu’une place se libère ou qu’une table se fasse")),
        ]
        self.fields["person"].label = _("ou quelqu’un du registre")
        # a person who arrives during a round plays from the next one, but a first round has often just begun
        self.begin("first_round", 0 if self._may_join_first_round() else 1)

    def _small_table(self) -> list[tuple[str, Any]]:
        """Return the choice of a small table, where the sizes of tables may change."""
        sizes = session_table_sizes(self.session)
        if sizes is None or sizes.usual - 1 not in sizes.possible:
            return []
        choice_text = _("une petite table de plus, plutôt qu’une table de %(count)d")
        return [(self.SMALL_TABLE, choice_text % {"count": sizes.usual + 1})]

    def _may_join_first_round(self) -> bool:
        """Return whether the first round is played and some table has no result yet."""
        plays = Play.objects.filter(round__section__session=self.session, round__number=1)
        is_first = current_round(self.session) == 1
        return is_first and plays.exclude(slips__is_current=True).exists()

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        # `chosen` would take the first of two people and drop the other
        if values.get("back") and (values.get("person") or values.get("last_name")):
            self.add_error("back", _("Une seule personne à la fois : quelqu’un qui revient, ou un autre."))
        return values

    @property
    def chosen(self) -> Case:
        comes = self.cleaned_data["back"] or self.comes
        if self.cleaned_data["place"] == self.WAIT:
            return AwaitingSeat(comes=comes, first_round=self.cleaned_data["first_round"])
        places = {str(row.pk): row for row in list_departures_to_fill(self.session)}
        return Arriving(
            comes=comes,
            place=places.get(self.cleaned_data["place"]),
            first_round=self.cleaned_data["first_round"],
            makes_threes=self.cleaned_data["place"] == self.SMALL_TABLE,
        )


class TwiceForm(CaseForm):
    """A case in which a player may meet a board twice."""

    twice = forms.ChoiceField(
        label=_("Un étui joué deux fois par la même personne"),
        choices=[
            (Twice.KEEP.value, _("les deux résultats comptent")),
            (Twice.NEUTRALISE.value, _("la seconde fois est neutralisée, pour toute la table")),
        ],
        required=False,
    )

    def prepare(self) -> None:
        # teams that meet home and away have each board twice: there is no choice
        if find_format(self.session.tournament.format).plan.has_duels:
            del self.fields["twice"]
        self.begin("first_round")

    @property
    def way(self) -> Twice:
        """Treatment of a board that a player meets twice; by default both results count."""
        return Twice(self.cleaned_data.get("twice") or Twice.KEEP)


class TablesForm(TwiceForm):
    """Two tables whose players sat at each other's place in one round."""

    field_order = ("table", "other", "first_round", "twice")

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=9999)
    other = forms.IntegerField(label=_("et table"), min_value=1, max_value=9999)
    first_round = round_field(_("Position"))

    @property
    def chosen(self) -> Case:
        return TablesSwapped(
            table=self.cleaned_data["table"],
            other=self.cleaned_data["other"],
            this_round=self.cleaned_data["first_round"],
            twice=self.way,
        )


class OtherBoardsForm(TwiceForm):
    """A table that played other boards than planned in one round."""

    field_order = ("table", "first_round", "boards", "twice")

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=9999)
    first_round = round_field(_("Position"))
    boards = forms.CharField(
        label=_("Étuis vraiment joués"),
        max_length=100,
        help_text=_("Tous ceux que la table a joués à cette position, par exemple 13 14 15 16."),
    )

    def clean_boards(self) -> tuple[int, ...]:
        """Return the board numbers, sorted, each once."""
        words = self.cleaned_data["boards"].replace(",", " ").split()
        # `isdecimal` alone accepts digits of all scripts
        if not words or not all(word.isascii() and word.isdecimal() and len(word) <= 4 for word in words):
            raise forms.ValidationError(_("Écrivez les numéros des étuis, séparés par des espaces."))
        return tuple(sorted(set(map(int, words))))

    @property
    def chosen(self) -> Case:
        return OtherBoards(
            table=self.cleaned_data["table"],
            this_round=self.cleaned_data["first_round"],
            boards=self.cleaned_data["boards"],
            twice=self.way,
        )


class SubstituteForm(NewcomerForm):
    """A player who is replaced, their substitute, and the rounds concerned."""

    leaves = forms.ModelChoiceField(Person.objects.none(), label=_("Qui laisse sa place"), empty_label=CHOOSE)
    first_round = round_field(_("De la position"))
    last_round = round_field(_("À la position"), required=False, help_text=TO_THE_END)

    field_order = ("leaves", "person", "last_name", "first_name", "first_round", "last_round")

    def prepare(self) -> None:
        super().prepare()
        rows = list_present(self.session)
        player_keys = [person.pk for row in rows if row.round_count for person in row.people]
        self.offer("leaves", Person.everybody.filter(pk__in=player_keys))
        self.begin("first_round")

    @property
    def chosen(self) -> Case:
        return Substituting(
            leaves=self.cleaned_data["leaves"],
            comes=self.comes,
            first_round=self.cleaned_data["first_round"],
            last_round=self.last,
        )


class SwapForm(TwiceForm):
    """Two entries that sat at each other's place, and the rounds concerned."""

    field_order = ("entry", "other", "first_round", "last_round", "twice")

    entry = entry_field(_("Qui"))
    other = entry_field(_("et qui"))
    first_round = round_field(_("De la position"))
    last_round = round_field(
        _("À la position"), required=False, help_text=_("Laissez vide pour cette seule position.")
    )

    def prepare(self) -> None:
        for name in ("entry", "other"):
            self.offer(name, list_seated_entries(self.session))
        super().prepare()

    @property
    def chosen(self) -> Case:
        first_round = self.cleaned_data["first_round"]
        return Swap(
            entry=self.cleaned_data["entry"],
            other=self.cleaned_data["other"],
            first_round=first_round,
            last_round=self.cleaned_data["last_round"] or first_round,
            twice=self.way,
        )


class SpoiledForm(CaseForm):
    """A spoiled board, and the rounds and the table concerned."""

    board = forms.IntegerField(label=_("Étui"), min_value=1, max_value=9999)
    first_round = round_field(_("De la position"), help_text=_("La première où ses cartes ne vont plus."))
    last_round = round_field(_("À la position"), required=False, help_text=TO_THE_END)
    table = forms.IntegerField(
        label=_("Table"),
        min_value=1,
        max_value=9999,
        required=False,
        help_text=_("Laissez vide pour toutes celles qui le jouent alors."),
    )

    def prepare(self) -> None:
        self.begin("first_round")

    @property
    def chosen(self) -> Case:
        return Spoiling(
            board=self.cleaned_data["board"],
            first_round=self.cleaned_data["first_round"],
            last_round=self.last,
            table=self.cleaned_data["table"],
        )


class ShortenedForm(CaseForm):
    """Last round of an evening that ends early."""

    last_round = forms.IntegerField(label=_("Dernière position jouée"), min_value=0, max_value=999)

    def prepare(self) -> None:
        self.begin("last_round")

    @property
    def chosen(self) -> Case:
        return Shortening(last_round=self.cleaned_data["last_round"])
