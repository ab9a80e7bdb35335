"""Language of a reader: that of the signed-in account, else that of the device."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import activate
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.i18n import set_language

from accounts.language_codes import reader_language
from accounts.models import User
from accounts.services import keep_language
from common.web_server.policy import FORM_BYTES, max_body

Site = Callable[[HttpRequest], HttpResponse]


def activate_account_language(site: Site) -> Site:
    """Return a middleware that activates the language of the account. It needs `request.user`."""

    def answer(request: HttpRequest) -> HttpResponse:
        # without a session do not touch request.user: responses to strangers may be shared
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            user = request.user
            if isinstance(user, User) and user.language:
                _activate(request, user.language)
        return site(request)

    return answer


@max_body(FORM_BYTES)
@csrf_exempt
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """Store the language chosen on a page: with the account, or in a cookie without one."""
    # shared pages have no token, so only a signed-in request can be checked
    return csrf_protect(_store_choice)(request) if isinstance(request.user, User) else set_language(request)


def answer_in(request: HttpRequest, language: str, page: Callable[[], HttpResponse]) -> HttpResponse:
    """Return the response to a private link in `language`, unless the client is signed in or has chosen one.

    A choice is stored in a cookie. A response in another language than the one of the device stores it there.

    Args:
        language: language of the person who got the link, "" if unknown.
        page: makes the response in the active language.
    """
    has_chosen = settings.LANGUAGE_COOKIE_NAME in request.COOKIES or isinstance(request.user, User)
    if has_chosen or language in ("", reader_language()):
        return page()
    _activate(request, language)
    response = page()
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


def _store_choice(request: HttpRequest) -> HttpResponseBase:
    response = set_language(request)
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES):
        assert isinstance(request.user, User)
        keep_language(user=request.user, language=language)
        # the account stores the choice; the device keeps its own language
        response.cookies.pop(settings.LANGUAGE_COOKIE_NAME, None)
    return response


def _activate(request: HttpRequest, language: str) -> None:
    """Activate a language. The language middleware resets it at the next request."""
    activate(language)
    request.LANGUAGE_CODE = language
