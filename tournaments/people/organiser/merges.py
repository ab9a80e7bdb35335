"""People who stand twice in the register: found, merged, parted again."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from tournaments.base.services.public_pages import tournaments_of
from tournaments.base.web.acting import act, tell
from tournaments.base.web.finding import find_club, signed_in
from tournaments.core.exchange.duplicates import KnownPerson, Likeness, find_duplicates
from tournaments.models import Club, Person, PersonMerge
from tournaments.models.people import CONSENTS
from tournaments.people.services.merges import filled_fields, merge_people, undo_merge

MOST_SHOWN = 100
MERGES_SHOWN = 20
FIELDS = (
    *(name for name in Person.register_fields() if name not in CONSENTS | {"last_name", "first_name"}),
    "user",
)
"""What the page compares, in this order."""


@dataclass(frozen=True, slots=True)
class LikelyPair:
    """Two people who may be one."""

    first: Person
    """The earlier row of the register."""
    second: Person
    likeness: Likeness


def list_duplicates(club: Club) -> tuple[list[LikelyPair], int]:
    """The likeliest `MOST_SHOWN` pairs, and how many there are in all. Two queries, one where there is none.

    All names of the register are compared: ten thousand take about half a second.
    """
    columns = ("pk", "last_name", "first_name", "federation_number")
    rows = Person.objects.filter(club=club).order_by().values_list(*columns)
    found = find_duplicates(KnownPerson(*row) for row in rows)
    shown = found[:MOST_SHOWN]
    people = Person.objects.in_bulk({key for pair in shown for key in (pair.first, pair.second)})
    return [LikelyPair(people[pair.first], people[pair.second], pair.likeness) for pair in shown], len(found)


@require_safe
def duplicates(request: HttpRequest, slug: str) -> HttpResponse:
    """Pairs who may be one person, and the latest merges with their undo."""
    club = find_club(request, slug)
    pairs, count = list_duplicates(club)
    context = {
        "club": club,
        "tab": "people",
        "pairs": pairs,
        "pair_count": count,
        "merges": PersonMerge.objects.filter(club=club).select_related("kept")[:MERGES_SHOWN],
    }
    return render(request, "tournaments/people/organiser/duplicates.html", context)


@require_http_methods(["GET", "POST"])
def merge(request: HttpRequest, slug: str, pk: int, other_pk: int) -> HttpResponse:
    """Both sides, what stays and what moves; posting does it."""
    club = find_club(request, slug)
    kept, removed = (get_object_or_404(club.people, pk=key) for key in (pk, other_pk))
    if kept == removed:
        raise Http404
    if request.method == "POST":
        try:
            merge_people(kept=kept, removed=removed, merged_by=signed_in(request))
        except AppError as error:
            messages.error(request, str(error.message))
            return redirect("organiser-person-merge", club.slug, kept.pk, removed.pk)
        tell(request, _("Une seule fiche à présent : %(person)s.") % {"person": kept})
        return redirect("organiser-duplicates", club.slug)
    return render(request, "tournaments/people/organiser/person_merge.html", _sides(club, kept, removed))


@require_POST
def undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Part two people who were merged."""
    club = find_club(request, slug)
    made = get_object_or_404(PersonMerge.objects.select_related("kept", "club"), pk=pk, club=club)
    act(
        request,
        undo_merge,
        _("Les deux fiches sont de nouveau là."),
        merge=made,
        undone_by=signed_in(request),
    )
    return redirect("organiser-duplicates", club.slug)


def _sides(club: Club, kept: Person, removed: Person) -> dict[str, object]:
    """What the page of a merge shows."""
    filled = set(filled_fields(kept, removed))
    theirs = list(tournaments_of([removed]).order_by("-starts_on"))
    own = list(tournaments_of([kept]).order_by("-starts_on"))
    rows = [
        (
            Person._meta.get_field(name).verbose_name,  # type: ignore[union-attr]
            _shown(kept, name),
            _shown(removed, name),
            name in filled or f"{name}_id" in filled,
        )
        for name in FIELDS
    ]
    return {
        "club": club,
        "tab": "people",
        "kept": kept,
        "removed": removed,
        "rows": [row for row in rows if row[1] or row[2]],
        "own": own,
        "theirs": theirs,
        "both": [tournament for tournament in theirs if tournament in own],
    }


def _shown(person: Person, name: str) -> object:
    display = getattr(person, f"get_{name}_display", None)
    return display() if display else getattr(person, name) or ""
