"""Pages for the links of tables: creation, QR codes, renewal, revocation, and the rules of phones."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from common.errors import AppError
from tournaments.base.access import Right, clubs_managed_by
from tournaments.base.queries.sessions import current_session
from tournaments.base.web.acting import add_success_message, run_service
from tournaments.base.web.addresses import phone_url, qr_response
from tournaments.base.web.finding import find_tournament, signed_in_user
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.models import Table, TableAccess, TablePhone, Tournament
from tournaments.results.forms.table_results import PhoneRulesForm
from tournaments.results.queries.table_rounds import phones_at_tables
from tournaments.results.services.table_access import (
    earlier_nonces,
    open_phones,
    phone_rules,
    renew_table_link,
    revoke_table_link,
    set_phone_rules,
    table_secret,
)
from tournaments.results.services.table_phones import end_phone


@require_safe
@never_cache
def phones(request: HttpRequest, slug: str) -> HttpResponse:
    """List every table of the current session with its code."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    session = current_session(tournament)
    accesses = TableAccess.objects.filter(table__section__session=session).select_related("table")
    phones_by_table = phones_at_tables(session)
    rows = [
        (access, table_url(request, access), phones_by_table.get(access.table_id, []))
        for access in accesses.order_by("table__number")
    ]
    context = {
        "tournament": tournament,
        "may_make_cards": tournament.club in clubs_managed_by(signed_in_user(request)),
        "rows": rows,
        "keeps_codes": not set(earlier_nonces(session).values()).isdisjoint(
            access.nonce for access in accesses
        ),
        "is_code_missing": Table.objects.filter(section__session=session, access=None).exists(),
        "form": _rules_form(tournament),
    }
    return render(request, "tournaments/results/organiser/phones.html", context)


@require_POST
def open_phones_view(request: HttpRequest, slug: str) -> HttpResponse:
    """Create the missing links."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    session = current_session(tournament)
    session.tournament = tournament
    try:
        accesses = open_phones(session=session, opened_by=signed_in_user(request))
    except AppError as error:
        messages.error(request, str(error.message))
    else:
        template = ngettext("%(count)d table a son code.", "%(count)d tables ont leur code.", len(accesses))
        add_success_message(
            request,
            template % {"count": len(accesses)} if accesses else _("Toutes les tables ont déjà leur code."),
        )
    return redirect("organiser-phones", slug)


@require_POST
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """Change the rules of phones."""
    tournament = find_tournament(request, slug, Right.PREPARE)
    form = _rules_form(tournament, request.POST)
    if form.is_valid():
        done = _("Les règles des téléphones sont enregistrées.")
        run_service(
            request,
            set_phone_rules,
            done,
            tournament=tournament,
            set_by=signed_in_user(request),
            needs_confirmation=form.cleaned_data["needs_confirmation"],
            shows_comparison=form.cleaned_data.get("shows_comparison", False),
        )
    return redirect("organiser-phones", slug)


def _rules_form(tournament: Tournament, data: QueryDict | None = None) -> PhoneRulesForm:
    stored_rules = phone_rules(tournament)
    initial = {name: getattr(stored_rules, name) for name in PhoneRulesForm.base_fields}
    return PhoneRulesForm(data, initial=initial, has_comparison=_has_travellers(tournament))


def _has_travellers(tournament: Tournament) -> bool:
    return find_format(tournament.format).sheet is SheetKind.TRAVELLER


@require_POST
def renew(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    access = _find_access(find_tournament(request, slug, Right.ENTER_RESULTS), pk)
    done = _("La table %(number)d a un nouveau code : l’ancien ne marche plus.")
    run_service(
        request,
        renew_table_link,
        done % {"number": access.table.number},
        access=access,
        renewed_by=signed_in_user(request),
    )
    return redirect("organiser-phones", slug)


@require_POST
def revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    access = _find_access(find_tournament(request, slug, Right.ENTER_RESULTS), pk)
    done = _("Le code de la table %(number)d ne marche plus.") % {"number": access.table.number}
    run_service(request, revoke_table_link, done, access=access, revoked_by=signed_in_user(request))
    return redirect("organiser-phones", slug)


@require_POST
def end(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Remove a phone from its table."""
    tournament = find_tournament(request, slug, Right.ENTER_RESULTS)
    phones = TablePhone.objects.select_related("table")
    phone = get_object_or_404(phones, pk=pk, table__section__session__tournament=tournament)
    done = _("Ce téléphone (%(name)s) ne note plus à la table %(number)d.")
    message = done % {"name": phone.name, "number": phone.table.number}
    run_service(request, end_phone, message, phone=phone, ended_by=signed_in_user(request))
    return redirect("organiser-phones", slug)


@require_safe
@never_cache
def table_qr_code(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Return a table's link as a QR code, black on white in both themes."""
    access = _find_access(find_tournament(request, slug, Right.ENTER_RESULTS), pk)
    return qr_response(table_url(request, access), scale=4)


def table_url(request: HttpRequest, access: TableAccess) -> str:
    """Return the table's address for phones."""
    return phone_url(request, reverse("table-page", args=[table_secret(access)]))


def _find_access(tournament: Tournament, pk: int) -> TableAccess:
    accesses = TableAccess.objects.select_related("table")
    return get_object_or_404(accesses, pk=pk, table__section__session__tournament=tournament)
