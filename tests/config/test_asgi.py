"""Policy of the site's own views: lanes, sizes of bodies, sharing, and the forms that take a file."""

import dis
import inspect
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from types import CodeType, FunctionType
from typing import Any

import pytest
from django.urls import URLResolver, get_resolver
from rest_framework.parsers import JSONParser

from common.web_server.policy import FORM_BYTES, UPLOADS, Audience, Policy, all_policies, policy_of
from config.asgi import LANES
from publishing.web.programs import LARGEST_BODY, LARGEST_PAIRING
from tournaments.evening.forms.restores import LARGEST_ARCHIVE
from tournaments.paper.services.scan_sorting import LARGEST_PILE
from tournaments.results.services.flags import LARGEST_PHOTO

PASSWORDS = Policy("passwords", FORM_BYTES)
ROBOTS = Policy("robots", FORM_BYTES, hides_nothing=True)
FILE, DRAWING, PICTURE = Policy(UPLOADS), Policy("drawing"), Policy("pictures")
PAGE, POLL = Policy(audience=Audience.STRANGERS), Policy(audience=Audience.WITHOUT_SESSION)
API, API_RESULT = Policy(max_body=1024 * 1024), Policy(max_body=1024 * 1024, hides_nothing=True)
PILE = Policy(UPLOADS, LARGEST_PILE + FORM_BYTES)
CLUB, EVENT = "organiser/clubs/<slug:slug>", "organiser/t/<slug:slug>"
POLICIES = {
    "connexion/": Policy("passwords", FORM_BYTES, limit="sign-in"),
    "connexion/?*": PASSWORDS,
    "organiser/sauvegardes/remettre/": Policy(UPLOADS, LARGEST_ARCHIVE + FORM_BYTES),
    "organiser/sauvegardes/<str:name>/chiffree/": PASSWORDS,
    "admin/accounts/user/add/": Policy("passwords"),
    "admin/accounts/user/<id>/password/": Policy("passwords"),
    "langue/setlang/": Policy(max_body=FORM_BYTES),
    "": PAGE,
    "t/<slug:slug>/": PAGE,
    "t/<slug:slug>/groupes/": PAGE,
    "t/<slug:slug>/prix/": PAGE,
    "t/<slug:slug>/points/": PAGE,
    "t/<slug:slug>/places/": PAGE,
    "t/<slug:slug>/etuis/": PAGE,
    "t/<slug:slug>/etuis/<int:number>/": PAGE,
    "clubs/<slug:slug>/": PAGE,
    "competitions/<slug:slug>/": PAGE,
    "t/<slug:slug>/direct/": Policy(audience=Audience.BY_MARK),
    "t/<slug:slug>/*/direct/": POLL,
    "competitions/<slug:slug>/direct/": POLL,
    "t/<slug:slug>/apercu.png": PICTURE,
    "t/<slug:slug>/joueurs/<int:entry_id>/carte.png": PICTURE,
    "regles/<slug:game>/imprimer/": PICTURE,
    "aide/livret.pdf": PICTURE,
    "organiser/*.csv": DRAWING,
    "organiser/*.json": DRAWING,
    "organiser/*.zip": DRAWING,
    "organiser/*/apercu/": DRAWING,
    "moi/*.zip": DRAWING,
    "organiser/*.xlsx": DRAWING,
    f"{CLUB}/papiers/specimen.svg": DRAWING,
    f"{CLUB}/mouvements/<int:pk>.<slug:form>": DRAWING,
    f"{CLUB}/mouvements/comparer/": DRAWING,
    f"{CLUB}/mouvements/<int:pk>/controle/": DRAWING,
    "verifier/": FILE,
    f"{CLUB}/site/fichier/": FILE,
    f"{CLUB}/site/evenements/<slug:event>/fichier/": DRAWING,
    f"{CLUB}/page/": FILE,
    f"{CLUB}/papiers/": FILE,
    f"{CLUB}/mouvements/": FILE,
    f"{CLUB}/joueurs/importer/": FILE,
    f"{CLUB}/competitions/<int:pk>/fichiers/": FILE,
    f"{EVENT}/etuis/importer/": FILE,
    f"{EVENT}/resultats/images/": PILE,
    f"{EVENT}/resultats/images/ranger/": PILE,
    "table/*/contester/": Policy(UPLOADS, LARGEST_PHOTO + FORM_BYTES, hides_nothing=True),
    "table/*": Policy(max_body=FORM_BYTES, hides_nothing=True),
    "jouer/*": ROBOTS,
    "salles/manche/<int:pk>/jouer/": Policy("beginnings", hides_nothing=True),
    "api/hall/events/*": Policy(max_body=LARGEST_BODY),
    "api/hall/pair/": Policy(max_body=LARGEST_PAIRING),
    "api/v1/table/*": API_RESULT,
    "api/v1/tournaments/<slug:slug>/plays/*": API_RESULT,
    "api/v1/*": API,
}
"""Policies by shape of route; the first one that fits counts, all other routes have the default policy."""


def shape_of(route: str) -> str:
    return next((shape for shape in POLICIES if fnmatchcase(route, shape)), "")


def test_every_address_has_the_policy_of_its_kind() -> None:
    policies = all_policies()
    expected = {
        route: POLICIES[shape] if (shape := shape_of(route)) or not route else Policy() for route in policies
    }

    assert policies == expected
    assert {shape_of(route) for route in policies} == POLICIES.keys()
    assert {policy.lane for policy in policies.values()} == {"", *(lane.name for lane in LANES)}


def views(resolver: URLResolver) -> Iterator[Callable[..., Any]]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from views(pattern)
        else:
            yield pattern.callback


def codes_of(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from codes_of(part)


def reads_files(function: Any, seen: dict[Any, bool]) -> bool:
    """Return whether a function, or one of the site's functions that it names, reads `request.FILES`."""
    function = inspect.unwrap(function)
    if not isinstance(function, FunctionType) or function.__module__.startswith(
        ("django.", "rest_framework.")
    ):
        return False
    if function not in seen:
        seen[function] = False
        codes = list(codes_of(function.__code__))
        names = {name for code in codes for name in code.co_names}
        file_readers = {name for name in names if reads_files(function.__globals__.get(name), seen)}
        seen[function] = "FILES" in names or any(
            step.opname == "LOAD_GLOBAL" and step.argval in file_readers
            for code in (codes if file_readers else [])
            for step in dis.get_instructions(code)
        )
    return seen[function]


def takes_file(view: Callable[..., Any], seen: dict[Any, bool]) -> bool:
    """Return whether a view takes a file: by itself, by its form, its parsers or the columns of its model."""
    if model_admin := getattr(view, "model_admin", None):
        return any(column.get_internal_type() == "FileField" for column in model_admin.model._meta.fields)
    view_class = getattr(view, "view_class", None) or getattr(view, "cls", None)
    if view_class is None:
        return reads_files(view, seen)
    fields = getattr(getattr(view_class, "form_class", None), "base_fields", {})
    parsers = getattr(view_class, "parser_classes", ())
    return (
        any(hasattr(field, "allow_empty_file") for field in fields.values())
        or any(not issubclass(parser, JSONParser) for parser in parsers)
        or any(reads_files(method, seen) for method in vars(view_class).values())
    )


def test_every_view_that_takes_a_file_says_how_large_it_may_be() -> None:
    cached_views: dict[Any, bool] = {}
    upload_views = [view for view in views(get_resolver()) if takes_file(view, cached_views)]
    other_views = [view for view in upload_views if getattr(view, "web_policy", {}).get("lane") != UPLOADS]

    assert len(upload_views) == sum(policy.lane == UPLOADS for policy in all_policies().values())
    assert other_views == []


@pytest.mark.parametrize(
    ("path", "policy"),
    [
        ("/table/1-abc/donnes/12/", Policy(max_body=FORM_BYTES, hides_nothing=True)),
        ("/t/evening/apercu.png", PICTURE),
        ("/nothing/here/", Policy()),
        ("/t/evening", Policy()),
        ("*", Policy()),
        ("/connexion/oubli/", PASSWORDS),
    ],
)
def test_request_has_the_policy_of_the_view_of_its_path(path: str, policy: Policy) -> None:
    assert policy_of({"path": path}) == policy
    assert policy_of({"path": f"/club{path}", "root_path": "/club"}) == policy
