"""Comparison of two people over their shared evenings: a public page, and one by private link."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.languages import answer_in
from tournaments.core.naming import NameStyle
from tournaments.models import Person
from tournaments.seasons.queries.head_to_head import load_head_to_head
from tournaments.seasons.web.finding import find_named_person, find_own_person


@require_safe
@never_cache
def head_to_head(request: HttpRequest, pk: int, other_pk: int) -> HttpResponse:
    """Compare two people who both agree to be named."""
    context = _context(find_named_person(pk), other_pk)
    return render(request, "tournaments/seasons/public/head_to_head.html", context)


@require_safe
@never_cache
def own_head_to_head(request: HttpRequest, secret: str, other_pk: int) -> HttpResponse:
    """Compare the person of a private link with a person who agrees to be named."""
    person = find_own_person(request, secret)
    context = _context(person, other_pk) | {"secret": secret}
    return answer_in(
        request,
        person.reads_in,
        lambda: render(request, "tournaments/seasons/public/head_to_head.html", context),
    )


def _context(person: Person, other_pk: int) -> dict[str, Any]:
    opponent = get_object_or_404(person.club.people.exclude(pk=person.pk), pk=other_pk)
    if opponent.public_style is not NameStyle.FULL:
        raise Http404
    return {
        "person": person,
        "other": opponent,
        "club": person.club,
        "tab": "person",
        "seasons": person.club.seasons.all(),
        "shown": load_head_to_head(person, opponent),
    }
