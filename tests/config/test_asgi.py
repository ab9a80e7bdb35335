"""What the tables of the web server say of the site's own addresses."""

import pytest
from django.conf import settings

from config.asgi import AROUND_FILE, LANES, SIZES
from tournaments.core.exchange.movement_file import MOST_BYTES as LARGEST_MOVEMENT
from tournaments.core.exchange.players_csv import MOST_BYTES as LARGEST_LIST
from tournaments.deals.forms.deals import ProofForm
from tournaments.deals.organiser.deal_sources import DealFileForm
from tournaments.paper.services.paper_looks import LARGEST_LOGO
from tournaments.paper.services.scan_sorting import LARGEST_PILE
from tournaments.results.services.flags import LARGEST_PHOTO
from tournaments.results.services.scans import LARGEST_PDF


@pytest.mark.parametrize(
    ("path", "accepted"),
    [
        ("/table/1-abc/donnes/12/contester/", LARGEST_PHOTO),
        ("/organiser/t/evening/resultats/images/", LARGEST_PDF),
        ("/organiser/t/evening/resultats/images/ranger/", LARGEST_PILE),
        ("/organiser/clubs/club/papiers/", LARGEST_LOGO),
        ("/organiser/clubs/club/joueurs/importer/", LARGEST_LIST),
        ("/organiser/clubs/club/mouvements/", LARGEST_MOVEMENT),
        ("/organiser/t/evening/etuis/importer/", DealFileForm.MOST_BYTES),
        ("/verifier/", ProofForm.MOST_BYTES),
        ("/organiser/t/evening/inscrits/", settings.DATA_UPLOAD_MAX_MEMORY_SIZE - AROUND_FILE),
    ],
)
def test_body_may_be_as_large_as_what_its_form_accepts(path: str, accepted: int) -> None:
    assert SIZES.largest(path) >= accepted + AROUND_FILE


@pytest.mark.parametrize("path", ["/connexion/", "/table/1-abc/donnes/12/", "/api/v1/table/results/"])
def test_body_of_what_sends_no_file_is_small(path: str) -> None:
    assert SIZES.largest(path) <= 1024 * 1024


@pytest.mark.parametrize(
    ("method", "path", "lane"),
    [
        ("POST", "/connexion/", "passwords"),
        ("POST", "/connexion/oubli/", "passwords"),
        ("POST", "/admin/login/", "passwords"),
        ("GET", "/connexion/", None),
        ("POST", "/table/1-abc/donnes/12/contester/", "uploads"),
        ("POST", "/table/1-abc/donnes/12/", None),
        ("POST", "/organiser/t/evening/resultats/images/ranger/", "uploads"),
        ("GET", "/organiser/t/evening/resultats/images/ranger/", None),
        ("POST", "/organiser/clubs/club/papiers/hand_diagrams/apercu/", "drawing"),
        ("GET", "/organiser/mes-donnees/3/donnees.zip", "drawing"),
        ("GET", "/t/evening/apercu.png", "pictures"),
        ("GET", "/t/evening/joueurs/12/carte.png", "pictures"),
        ("GET", "/regles/tarot-4/imprimer/", "pictures"),
        ("GET", "/t/evening/", None),
        ("GET", "/organiser/t/evening/telephones/3.svg", None),
        ("GET", "/organiser/t/evening/documents/3.pdf", None),
        ("POST", "/api/v1/table/results/", None),
        ("POST", "/jouer/table/abc/coup/", "robots"),
        ("POST", "/salles/manche/3/jouer/", "beginnings"),
        ("GET", "/jouer/table/abc/", None),
        ("POST", "/salles/manche/3/quitter/", None),
    ],
)
def test_costly_requests_keep_to_a_lane(method: str, path: str, lane: str | None) -> None:
    fitting = [one.name for one in LANES if method in one.methods and one.paths.fullmatch(path)]

    assert fitting[:1] == ([lane] if lane else [])
