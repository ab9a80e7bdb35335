"""Pages for duplicate people of the register: likely pairs, a merge, its undo."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from common.errors import AppError
from tournaments.base.services.public_pages import tournaments_of
from tournaments.base.web.acting import add_success_message, run_service
from tournaments.base.web.finding import find_club, signed_in_user
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
"""Fields that the merge page compares, in the order of the page."""


@dataclass(frozen=True, slots=True)
class LikelyPair:
    """Two rows of the register that may be one person."""

    first: Person
    """The older row of the register."""
    second: Person
    likeness: Likeness


def list_duplicates(club: Club) -> tuple[list[LikelyPair], int]:
    """Return the likeliest `MOST_SHOWN` pairs, and the number of all pairs.

    Two queries, or one if there is no pair. All names of the register are compared: ten thousand names take
    about half a second.
    """
    columns = ("pk", "last_name", "first_name", "federation_number")
    rows = Person.objects.filter(club=club).order_by().values_list(*columns)
    pairs = find_duplicates(KnownPerson(*row) for row in rows)
    batch = pairs[:MOST_SHOWN]
    people = Person.objects.in_bulk({key for pair in batch for key in (pair.first, pair.second)})
    return [LikelyPair(people[pair.first], people[pair.second], pair.likeness) for pair in batch], len(pairs)


@require_safe
def duplicates(request: HttpRequest, slug: str) -> HttpResponse:
    """List the pairs that may be one person, and the latest merges with their undo."""
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
    """Show both people and the effect of a merge. A POST request merges them."""
    club = find_club(request, slug)
    kept_person, removed_person = (get_object_or_404(club.people, pk=key) for key in (pk, other_pk))
    if kept_person == removed_person:
        raise Http404
    if request.method == "POST":
        try:
            merge_people(kept=kept_person, removed=removed_person, merged_by=signed_in_user(request))
        except AppError as error:
            messages.error(request, str(error.message))
            return redirect("organiser-person-merge", club.slug, kept_person.pk, removed_person.pk)
        add_success_message(request, _("Une seule fiche à présent : %(person)s.") % {"person": kept_person})
        return redirect("organiser-duplicates", club.slug)
    return render(
        request, "tournaments/people/organiser/person_merge.html", _sides(club, kept_person, removed_person)
    )


@require_POST
def undo_merge_view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Separate two people who were merged."""
    club = find_club(request, slug)
    person_merge = get_object_or_404(PersonMerge.objects.select_related("kept", "club"), pk=pk, club=club)
    run_service(
        request,
        undo_merge,
        _("Les deux fiches sont de nouveau là."),
        merge=person_merge,
        undone_by=signed_in_user(request),
    )
    return redirect("organiser-duplicates", club.slug)


def _sides(club: Club, kept_person: Person, removed_person: Person) -> dict[str, object]:
    """Return the template context of the merge page."""
    filled_names = set(filled_fields(kept_person, removed_person))
    removed_tournaments = list(tournaments_of([removed_person]).order_by("-starts_on"))
    kept_tournaments = list(tournaments_of([kept_person]).order_by("-starts_on"))
    rows = [
        (
            Person._meta.get_field(name).verbose_name,  # type: ignore[union-attr]
            _display_value(kept_person, name),
            _display_value(removed_person, name),
            name in filled_names or f"{name}_id" in filled_names,
        )
        for name in FIELDS
    ]
    return {
        "club": club,
        "tab": "people",
        "kept": kept_person,
        "removed": removed_person,
        "rows": [row for row in rows if row[1] or row[2]],
        "own": kept_tournaments,
        "theirs": removed_tournaments,
        "both": [tournament for tournament in removed_tournaments if tournament in kept_tournaments],
    }


def _display_value(person: Person, name: str) -> object:
    display = getattr(person, f"get_{name}_display", None)
    return display() if display else getattr(person, name) or ""
