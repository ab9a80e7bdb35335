"""Naming who reads the sealed cards of a tournament."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.base.access import Right
from tournaments.base.web.acting import act
from tournaments.base.web.finding import find_tournament, signed_in
from tournaments.deals.forms.deals import ReaderForm
from tournaments.deals.services.deal_readers import name_reader, unname_reader


@require_POST
def name(request: HttpRequest, slug: str) -> HttpResponse:
    """Let somebody read the sealed cards; the page of documents, which can ask for it too, is shown again."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    form = ReaderForm(request.POST, tournament=tournament)
    if form.is_valid():
        reader = form.cleaned_data["reader"]
        done = _("%(reader)s peut lire les mains.") % {"reader": reader}
        act(request, name_reader, done, tournament=tournament, reader=reader, named_by=signed_in(request))
    else:
        messages.error(request, str(form.errors["reader"][0]))
    from_documents = request.POST.get("from") == "documents"
    return redirect("organiser-documents" if from_documents else "organiser-deals", tournament.slug)


@require_POST
def unname(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take the sealed cards away from a reader."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    named = get_object_or_404(tournament.deal_readers.select_related("user"), pk=pk)
    done = _("%(reader)s ne lit plus les mains.") % {"reader": named.user}
    who = {"reader": named.user, "unnamed_by": signed_in(request)}
    act(request, unname_reader, done, tournament=tournament, **who)
    return redirect("organiser-deals", tournament.slug)
