"""What of the log is asked for."""

from datetime import MAXYEAR, MINYEAR, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.core.formats.registry import find_format
from tournaments.models import Tournament
from tournaments.site.queries.logs import LogFilter, actors_of
from tournaments.site.words.log_wording import KIND_WORDS
from tournaments.trace.words.log_actions import ACTION_WORDS, LogKind

NOBODY = "nobody"
HIGHEST = 9999
WHEN = {"type": "datetime-local"}
WHEN_FORMATS = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]


def _within_reach(moment: datetime) -> None:
    """A year that stays one in any time zone."""
    if not MINYEAR < moment.year < MAXYEAR:
        raise ValidationError(_("Cette date n’existe pas dans le journal."))


class LogFilterForm(forms.Form):
    """Who, what, where, when; all of it may be left open."""

    actor = forms.ChoiceField(label=_("Qui"), required=False)
    kind = forms.ChoiceField(
        label=_("Quoi"),
        required=False,
        choices=[("", _("tout")), *((k.value, w) for k, w in KIND_WORDS.items())],
    )
    board = forms.IntegerField(label=_("Étui"), required=False, min_value=1, max_value=HIGHEST)
    table = forms.IntegerField(label=_("Table"), required=False, min_value=1, max_value=HIGHEST)
    since = forms.DateTimeField(
        label=_("À partir de"),
        required=False,
        input_formats=WHEN_FORMATS,
        validators=[_within_reach],
        widget=forms.DateTimeInput(attrs=WHEN, format=WHEN_FORMATS[0]),
    )
    until = forms.DateTimeField(
        label=_("Jusqu’à"),
        required=False,
        input_formats=WHEN_FORMATS,
        validators=[_within_reach],
        widget=forms.DateTimeInput(attrs=WHEN, format=WHEN_FORMATS[0]),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not find_format(tournament.format).needs_dealt_boards:
            self.fields["board"].label = _("Donne")
        self.actors = {str(user.pk): user for user in actors_of(tournament)}
        names = ((key, str(user)) for key, user in self.actors.items())
        actor = self.fields["actor"]
        assert isinstance(actor, forms.ChoiceField)
        actor.choices = [("", _("tout le monde")), (NOBODY, _("sans compte : téléphones, joueurs")), *names]

    def asked(self) -> LogFilter:
        """The filter; what is no answer asks for nothing."""
        self.is_valid()
        said = self.cleaned_data
        actor, kind = said.get("actor", ""), said.get("kind", "")
        known = [code for code, words in ACTION_WORDS.items() if words.kind == kind]
        return LogFilter(
            actor=self.actors.get(actor),
            is_without_actor=actor == NOBODY,
            actions=known if kind and kind != LogKind.OTHER else None,
            other_than=ACTION_WORDS if kind == LogKind.OTHER else None,
            board=said.get("board"),
            table=said.get("table"),
            since=said.get("since"),
            until=said.get("until"),
        )
