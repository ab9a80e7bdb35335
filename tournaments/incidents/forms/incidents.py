"""The forms of incidents, one for each case; a valid form gives the case that its service carries out."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.base.queries.rounds import current_round
from tournaments.entries.queries.presence import list_present
from tournaments.enums import EntryPresence
from tournaments.incidents.services.arriving import Arriving, places_left
from tournaments.incidents.services.leaving import Leaving, gone_entries
from tournaments.incidents.services.missing import LeftEmpty, OtherMovement, Replaced, other_movements
from tournaments.incidents.services.plans import Case
from tournaments.incidents.services.second_plays import Twice
from tournaments.incidents.services.session_rounds import round_count
from tournaments.incidents.services.shortening import Shortening
from tournaments.incidents.services.spoiling import Spoiling
from tournaments.incidents.services.substituting import Newcomer, Substituting
from tournaments.incidents.services.swapping import Swap
from tournaments.incidents.services.trading_tables import OtherBoards, TablesSwapped
from tournaments.models import Entry, Person, Session
from tournaments.people.forms.person_search import PersonSearchField
from tournaments.rankings.queries.rulings import seated_entries

CHOOSE = _("Choisir…")
TO_THE_END = _("Laissez vide pour toute la fin de la séance.")


class CaseForm(forms.Form):
    """One case of the current session; rounds are the present one until told otherwise."""

    def __init__(self, data: Mapping[str, Any] | None, *, session: Session) -> None:
        super().__init__(data)
        self.session = session
        self.prepare()

    def prepare(self) -> None:
        """Offer what there is in the session."""

    @property
    def chosen(self) -> Case:
        """What the form says; once it is valid."""
        raise NotImplementedError

    @property
    def last(self) -> int:
        """The last round concerned; an empty field says the last one of the session."""
        given: int | None = self.cleaned_data.get("last_round")
        return given or round_count(self.session)

    def offer(self, name: str, rows: Any) -> None:
        """What a choice of rows has to offer."""
        cast("forms.ModelChoiceField[Any] | PersonSearchField", self.fields[name]).queryset = rows

    def begin(self, name: str, offset: int = 0) -> None:
        """Propose the round that is played."""
        self.fields[name].initial = max(current_round(self.session) + offset, 1)


def entry_field(label: Any) -> "forms.ModelChoiceField[Entry]":
    """Somebody of the session."""
    return forms.ModelChoiceField(Entry.objects.none(), label=label, empty_label=CHOOSE)


def round_field(label: Any, **options: Any) -> forms.IntegerField:
    """The number of a round; whether there is one, the service says."""
    return forms.IntegerField(label=label, min_value=1, max_value=999, **options)


class NewcomerForm(CaseForm):
    """Who comes: of the register, or a visitor."""

    person = PersonSearchField(label=_("Quelqu’un du registre"), required=False)
    last_name = forms.CharField(label=_("ou un visiteur : nom"), max_length=60, required=False)
    first_name = forms.CharField(label=_("prénom"), max_length=60, required=False)

    def prepare(self) -> None:
        playing = [person.pk for row in list_present(self.session) for person in row.people]
        people = self.session.tournament.known_people()
        self.offer("person", people.exclude(pk__in=playing))

    @property
    def comes(self) -> Newcomer:
        """Who comes; once the form is valid."""
        return Newcomer(
            person=self.cleaned_data["person"],
            last_name=self.cleaned_data["last_name"],
            first_name=self.cleaned_data["first_name"],
        )


class MissingForm(NewcomerForm):
    """Who does not come, and what is done."""

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
        staying = self.session.tournament.entries.exclude(presence=EntryPresence.WITHDRAWN)
        self.offer("entry", staying.select_related("person"))
        movements = other_movements(self.session, staying.count() - 1)
        cast("forms.ChoiceField", self.fields["movement"]).choices = [("", CHOOSE), *movements]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("way") == self.MOVEMENT and not cleaned.get("movement"):
            self.add_error("movement", _("Choisissez un mouvement de la liste."))
        return cleaned

    @property
    def chosen(self) -> Case:
        entry, way = self.cleaned_data["entry"], self.cleaned_data["way"]
        if way == self.REPLACED:
            return Replaced(entry=entry, comes=self.comes, is_ranked=not self.cleaned_data["is_joker"])
        if way == self.EMPTY:
            return LeftEmpty(entry=entry)
        return OtherMovement(entry=entry, choice=self.cleaned_data["movement"])


class LeavingForm(CaseForm):
    """Who leaves, and after which round."""

    entry = entry_field(_("Qui s’en va"))
    after_round = forms.IntegerField(
        label=_("Après la position"), min_value=0, max_value=999, help_text=_("La dernière qu’il joue.")
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
        self.offer("entry", seated_entries(self.session))
        self.begin("after_round")

    @property
    def chosen(self) -> Case:
        return Leaving(
            entry=self.cleaned_data["entry"],
            after_round=self.cleaned_data["after_round"],
            presence=EntryPresence(self.cleaned_data["presence"]),
        )


class ArrivingForm(NewcomerForm):
    """Who comes or comes back, to which place, from when on."""

    ONE_MORE = "more"

    back = forms.ModelChoiceField(
        Entry.objects.none(),
        label=_("Quelqu’un qui était parti"),
        empty_label=_("Personne"),
        required=False,
    )
    place = forms.ChoiceField(
        label=_("Sa place"), help_text=_("Un joueur qui revient reprend d’ordinaire sa propre place.")
    )
    first_round = round_field(_("De la position"))

    field_order = ("back", "person", "last_name", "first_name", "place", "first_round")

    def prepare(self) -> None:
        super().prepare()
        left = places_left(self.session)
        gone = self.session.tournament.entries.filter(pk__in=gone_entries(self.session))
        self.offer("back", gone.select_related("person"))
        cast("forms.ChoiceField", self.fields["place"]).choices = [
            *((str(row.pk), _("la place de %(entry)s") % {"entry": row.facts["entry"]}) for row in left),
            (self.ONE_MORE, _("une place de plus")),
        ]
        self.fields["person"].label = _("ou quelqu’un du registre")
        self.begin("first_round", 1)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("back") and (cleaned.get("person") or cleaned.get("last_name")):
            self.add_error("back", _("Une seule personne à la fois : quelqu’un qui revient, ou un autre."))
        return cleaned

    @property
    def chosen(self) -> Case:
        places = {str(row.pk): row for row in places_left(self.session)}
        return Arriving(
            comes=self.cleaned_data["back"] or self.comes,
            place=places.get(self.cleaned_data["place"]),
            first_round=self.cleaned_data["first_round"],
        )


class TwiceForm(CaseForm):
    """A case by which somebody may play a board twice."""

    twice = forms.ChoiceField(
        label=_("Un étui joué deux fois par la même personne"),
        choices=[
            (Twice.KEEP.value, _("les deux résultats comptent")),
            (Twice.NEUTRALISE.value, _("la seconde fois est neutralisée, pour toute la table")),
        ],
        required=False,
    )

    @property
    def way(self) -> Twice:
        """The choice made; both results count where none was made."""
        return Twice(self.cleaned_data["twice"] or Twice.KEEP)


class TablesForm(TwiceForm):
    """Which two tables, and when."""

    field_order = ("table", "other", "first_round", "twice")

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=9999)
    other = forms.IntegerField(label=_("et table"), min_value=1, max_value=9999)
    first_round = round_field(_("Position"))

    def prepare(self) -> None:
        self.begin("first_round")

    @property
    def chosen(self) -> Case:
        return TablesSwapped(
            table=self.cleaned_data["table"],
            other=self.cleaned_data["other"],
            this_round=self.cleaned_data["first_round"],
            twice=self.way,
        )


class OtherBoardsForm(TwiceForm):
    """Which table, when, and what it really played."""

    field_order = ("table", "first_round", "boards", "twice")

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=9999)
    first_round = round_field(_("Position"))
    boards = forms.CharField(
        label=_("Étuis vraiment joués"),
        max_length=100,
        help_text=_("Tous ceux que la table a joués à cette position, par exemple 13 14 15 16."),
    )

    def prepare(self) -> None:
        self.begin("first_round")

    def clean_boards(self) -> tuple[int, ...]:
        """The numbers, in order."""
        words = self.cleaned_data["boards"].replace(",", " ").split()
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
    """Who leaves, who comes, from when to when."""

    leaves = forms.ModelChoiceField(Person.objects.none(), label=_("Qui laisse sa place"), empty_label=CHOOSE)
    first_round = round_field(_("De la position"))
    last_round = round_field(_("À la position"), required=False, help_text=TO_THE_END)

    field_order = ("leaves", "person", "last_name", "first_name", "first_round", "last_round")

    def prepare(self) -> None:
        super().prepare()
        rows = list_present(self.session)
        playing = [person.pk for row in rows if row.round_count for person in row.people]
        self.offer("leaves", Person.everybody.filter(pk__in=playing))
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
    """Who sat at each other's place, and when."""

    field_order = ("entry", "other", "first_round", "last_round", "twice")

    entry = entry_field(_("Qui"))
    other = entry_field(_("et qui"))
    first_round = round_field(_("De la position"))
    last_round = round_field(
        _("À la position"), required=False, help_text=_("Laissez vide pour cette seule position.")
    )

    def prepare(self) -> None:
        for name in ("entry", "other"):
            self.offer(name, seated_entries(self.session))
        self.begin("first_round")

    @property
    def chosen(self) -> Case:
        first = self.cleaned_data["first_round"]
        return Swap(
            entry=self.cleaned_data["entry"],
            other=self.cleaned_data["other"],
            first_round=first,
            last_round=self.cleaned_data["last_round"] or first,
            twice=self.way,
        )


class SpoiledForm(CaseForm):
    """Which board is spoiled, from when to when, and where."""

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
    """After which round the evening ends."""

    last_round = forms.IntegerField(label=_("Dernière position jouée"), min_value=0, max_value=999)

    def prepare(self) -> None:
        self.begin("last_round")

    @property
    def chosen(self) -> Case:
        return Shortening(last_round=self.cleaned_data["last_round"])
