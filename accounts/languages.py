"""In which language somebody reads: the account's wherever it is signed in, else what the device says."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import activate, get_language
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.i18n import set_language

from accounts.models import User
from accounts.services import keep_language
from common.web_server.policy import FORM_BYTES, max_body

Site = Callable[[HttpRequest], HttpResponse]


def speak_own(site: Site) -> Site:
    """Middleware, after the one that knows the user: the language that the account keeps goes before all.

    Strangers are asked nothing: their answers may be shared.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES:
            user = request.user
            if isinstance(user, User) and user.language:
                _speak(request, user.language)
        return site(request)

    return answer


@max_body(FORM_BYTES)
@csrf_exempt
def choose_language(request: HttpRequest) -> HttpResponseBase:
    """The switch of every page: kept with the account, without one on the device.

    Pages for strangers hold no token, so that they are the same for all.
    """
    return csrf_protect(_keep_choice)(request) if isinstance(request.user, User) else set_language(request)


def answer_in(request: HttpRequest, language: str, page: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer to a private link: in its reader's language, until the device or an account has one.

    Args:
        language: the reader's; "" for what the device says.
        page: makes the answer, in the language of the moment.
    """
    has_chosen = settings.LANGUAGE_COOKIE_NAME in request.COOKIES or isinstance(request.user, User)
    if has_chosen or language in ("", get_language()):
        return page()
    _speak(request, language)
    response = page()
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


def _keep_choice(request: HttpRequest) -> HttpResponseBase:
    response = set_language(request)
    language = request.POST.get("language", "")
    if language in dict(settings.LANGUAGES):
        assert isinstance(request.user, User)
        keep_language(user=request.user, language=language)
        response.cookies.pop(settings.LANGUAGE_COOKIE_NAME, None)
    return response


def _speak(request: HttpRequest, language: str) -> None:
    """Go on in a language; the middleware of languages begins the next request in its own."""
    activate(language)
    request.LANGUAGE_CODE = language
