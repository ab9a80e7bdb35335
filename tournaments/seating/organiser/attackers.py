"""The page of the attackers that captains name, for a session, a quarter or a period."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.acting import posted_data, run_service
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.core.formats.registry import find_format
from tournaments.entries.queries.presence import list_substitutions
from tournaments.models import Attacker, Entry, EntryMember, Substitution, Tournament
from tournaments.seating.services.named_attackers import name_attackers


class AttackersForm(forms.Form):
    """A member of each team for each period.

    Args:
        teams: members of each team, with their people.
        periods: round numbers of each period, from 1.
        named: ids of the current attackers, by entry id and round.
        substitutions: those of the session, by round. A substitute attacks in the place of the member.
    """

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        teams: Mapping[Entry, Sequence[EntryMember]],
        periods: tuple[tuple[int, ...], ...],
        named: Mapping[tuple[int, int], int],
        substitutions: Sequence[Substitution],
    ) -> None:
        super().__init__(data)
        self.teams, self.periods = teams, periods
        for team, members in teams.items():
            by_id = {str(member.pk): member for member in members}
            choices = [
                ("", _("pas encore dit")),
                *((key, _label(member, substitutions)) for key, member in by_id.items()),
            ]
            for number, rounds in enumerate(periods, start=1):
                self.fields[_field(team, number)] = forms.TypedChoiceField(
                    choices=choices,
                    coerce=by_id.__getitem__,
                    empty_value=None,
                    required=False,
                    initial=named.get((team.pk, rounds[0])),
                    label=_("%(team)s, attaquant %(number)d") % {"team": team, "number": number},
                )

    @property
    def rows(self) -> list[tuple[Entry, list[forms.BoundField]]]:
        """Each team with its fields by period."""
        return [
            (team, [self[_field(team, number)] for number in range(1, len(self.periods) + 1)])
            for team in self.teams
        ]

    @property
    def wanted(self) -> dict[tuple[int, tuple[int, ...]], EntryMember | None]:
        """The attackers as `name_attackers` takes them. The form must be valid."""
        return {
            (team.pk, rounds): self.cleaned_data[_field(team, number)]
            for team in self.teams
            for number, rounds in enumerate(self.periods, start=1)
        }


@require_http_methods(["GET", "POST"])
def attackers(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and store the attackers of the current session. The form is empty until the seats are fixed."""
    right = Right.PREPARE if request.method == "POST" else Right.READ_DESK
    tournament = find_tournament(request, slug, right)
    form = _form(request, tournament)
    if request.method == "POST" and form.is_valid():
        message = _("Les attaquants sont enregistrés.")
        user = signed_in_user(request)
        run_service(
            request, name_attackers, message, tournament=tournament, wanted=form.wanted, named_by=user
        )
        return redirect("organiser-attackers", slug)
    context = {
        "tournament": tournament,
        "tab": "places",
        "form": form,
        "names_attackers": find_format(tournament.format).names_attackers,
    }
    return render(request, "tournaments/seating/organiser/attackers.html", context)


def _form(request: HttpRequest, tournament: Tournament) -> AttackersForm:
    session = current_session(tournament)
    tournament_format = find_format(tournament.format)
    counts = session.sections.filter(rounds__isnull=False).values_list("round_count", flat=True)
    periods = tournament_format.attack_periods(max(counts, default=0))
    rows = Attacker.objects.filter(round__section__session=session)
    placed_entries = tournament.entries.exclude(section=None).select_related("person")
    members = Prefetch("members", EntryMember.objects.select_related("person"))
    teams = placed_entries.prefetch_related(members) if periods else []
    attackers = rows.values_list("entry", "round__number", "member")
    return AttackersForm(
        posted_data(request),
        teams={team: list(team.members.all()) for team in teams},
        periods=periods,
        named={(entry, number): member for entry, number, member in attackers},
        substitutions=list(list_substitutions(session)) if periods else [],
    )


def _label(member: EntryMember, substitutions: Sequence[Substitution]) -> str:
    """Return the name of a member, with the substitutes who play in their place."""
    names, current_id = [str(member)], member.person_id
    for substitution in substitutions:
        if substitution.leaves_id == current_id:
            current_id = substitution.person_id
            names.append(
                _("%(person)s dès la position %(first)d")
                % {"person": substitution.person, "first": substitution.first_round}
            )
    return ", ".join(names)


def _field(team: Entry, number: int) -> str:
    return f"attacker-{team.pk}-{number}"
