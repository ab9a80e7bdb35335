"""Proof that the deals were fixed in advance: the revealed set, and a page that computes it again."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.refusals import as_too_many_requests, limit_form
from common.requests.devices import keep_device
from common.requests.limits import MINUTE, By, Limit, limit_kind
from common.web_server.policy import takes_file
from games.core.dealing.dealt_set import SetDocument
from games.core.dealing.set_document import parse_set_document
from games.core.dealing.verification import Verification, verify_set
from games.core.errors import NotationError
from games.core.layouts import Layout
from games.core.variants.registry import GAMES
from games.services.dealing_sentences import FAULTS, board_sentence, unreadable_sentence
from tournaments.base.access import Right
from tournaments.base.web.acting import posted_data
from tournaments.base.web.finding import find_requested_session, find_tournament
from tournaments.deals.door import revealed_document
from tournaments.deals.forms.deals import ProofForm

VERIFY = limit_kind(
    "verify",
    Limit(By.SITE, 20, MINUTE),
    Limit(By.ADDRESS, 12, MINUTE),
    Limit(By.DEVICE, 6, MINUTE),
    Limit(By.PERSON, 6, MINUTE),
)

ATTEMPTS_IN_ALL = 60_000
"""Largest number of attempts for all étuis of a document, a few seconds at most for any input.

Thirty étuis whose taker has a garde sans, the rarest constraint, need about 15,000 attempts.
"""


@dataclass(frozen=True, slots=True)
class RemadeBoard:
    """One étui as computed from the seed."""

    sentence: str
    """Confirmation, or the fault."""
    is_right: bool
    taker: int | None
    """Seat of the imposed taker; None if the players bid."""
    layout: Layout | None
    """Hands and piles; None if the seed gives no deal or the page cannot draw the game."""


@require_safe
def deal_document(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the revealed set as a file. Status 404 before it is revealed."""
    tournament = find_tournament(request, slug, Right.VIEW)
    document = revealed_document(find_requested_session(request, tournament))
    if document is None:
        raise Http404
    name = f"{tournament.slug}-donnes.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(document, content_type="application/json", headers=headers)


@takes_file(ProofForm.MOST_BYTES)
@require_http_methods(["GET", "POST"])
def verify_page(request: HttpRequest) -> HttpResponse:
    """Compute the deals of a document again, étui by étui. Nothing is stored."""
    initial = {"commitment": request.GET.get("empreinte", "")[:64]}
    form = ProofForm(posted_data(request), request.FILES or None, initial=initial)
    context: dict[str, object] = {"form": form}
    wait = limit_form(request, form, VERIFY)
    if form.is_bound and form.is_valid():
        try:
            document = parse_set_document(form.source)
        except NotationError as error:
            form.add_error(None, unreadable_sentence(error))
        else:
            verification = verify_set(document, form.published, attempts=ATTEMPTS_IN_ALL)
            context |= _verification_context(verification, document)
    response = render(request, "tournaments/deals/public/verify.html", context)
    if request.method == "GET":
        keep_device(request, response)
    return as_too_many_requests(response, wait) if wait else response


def _verification_context(verification: Verification, document: SetDocument) -> dict[str, object]:
    takers = {board.number: board.taker for board in document.boards}
    return {
        "found": verification,
        "game": document.game,
        "faults": [FAULTS[fault] for fault in verification.faults],
        "boards": [
            RemadeBoard(
                sentence=board_sentence(board),
                is_right=not board.faults,
                taker=takers.get(board.number),
                # a document may name a game that this site does not know
                layout=board.again if document.game in GAMES else None,
            )
            for board in verification.boards
        ],
    }
