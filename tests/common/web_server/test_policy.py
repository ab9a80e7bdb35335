"""Policies set on views, independent of other decorators."""

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin
from django.contrib.auth.models import Group
from django.http import HttpResponse
from django.urls import include, path
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from rest_framework.decorators import api_view
from rest_framework.views import APIView

from common.web_server.policy import (
    FORM_BYTES,
    UPLOADS,
    Audience,
    Policy,
    hides_nothing,
    lane,
    max_body,
    policy_of_view,
    set_defaults,
    shared_between_anonymous_clients,
    shared_poll,
    takes_file,
)

SLOW = Policy("slow", 1000)


def small(view: Any) -> Any:
    return lane("slow")(max_body(1000)(view))


@small
class Page(View):
    pass


class OtherPage(Page):
    pass


@small
class Api(APIView):
    pass


class Administration(GroupAdmin):
    @method_decorator(small)
    def add_view(self, *args: Any, **named: Any) -> HttpResponse:
        return super().add_view(*args, **named)


@method_decorator(small, name="dispatch")
class Dispatched(View):
    pass


VIEWS = {
    "function": small(lambda request: HttpResponse()),
    "inside": require_POST(never_cache(csrf_exempt(small(lambda request: HttpResponse())))),
    "outside": small(require_POST(never_cache(lambda request: HttpResponse()))),
    "class": Page.as_view(),
    "subclass": never_cache(OtherPage.as_view()),
    "dispatch": Dispatched.as_view(),
    "as_view": small(View.as_view()),
    "API": Api.as_view(),
    "API function": small(api_view(["POST"])(lambda request: HttpResponse())),
}


@pytest.mark.parametrize("kind", VIEWS)
def test_policy_survives_what_is_around_the_view(kind: str) -> None:
    assert policy_of_view(VIEWS[kind]) == SLOW


def test_method_of_the_administration_has_a_policy() -> None:
    urls = {url.name: url.callback for url in Administration(Group, admin.site).get_urls()}

    assert policy_of_view(urls["auth_group_add"]) == SLOW
    assert policy_of_view(urls["auth_group_changelist"]) == Policy()


def test_what_is_set_outside_changes_nothing_inside() -> None:
    inside = lane("slow")(view_of())
    outside = max_body(1000)(never_cache(inside))

    assert policy_of_view(inside) == Policy("slow")
    assert policy_of_view(outside) == SLOW


def view_of() -> Any:
    return lambda request: HttpResponse()


def test_default_of_a_group_gives_way_to_the_view() -> None:
    plain, slow, deep = view_of(), lane("slow")(view_of()), view_of()
    patterns = [
        path("", plain),
        path("a/", slow),
        path("b/", include([path("c/", deep)])),
        path("d/", Page.as_view()),
    ]

    set_defaults(patterns, lane="quick", max_body=500)

    assert [policy_of_view(view) for view in (plain, slow, deep, patterns[3].callback)] == [
        Policy("quick", 500),
        Policy("slow", 500),
        Policy("quick", 500),
        SLOW,
    ]


@pytest.mark.parametrize(
    ("decorated", "policy"),
    [
        (takes_file(10), Policy(UPLOADS)),
        (takes_file(10_000_000), Policy(UPLOADS, 10_000_000 + FORM_BYTES)),
        (shared_between_anonymous_clients, Policy(audience=Audience.STRANGERS)),
        (shared_poll, Policy(audience=Audience.WITHOUT_SESSION)),
        (hides_nothing, Policy(hides_nothing=True)),
    ],
)
def test_each_decorator_sets_its_field(decorated: Any, policy: Policy) -> None:
    assert policy_of_view(decorated(view_of())) == policy
