"""Signing in by a link that works once, choosing a first password, one's own account."""

from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import SetPasswordForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language_from_request, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.forms import AccountForm
from accounts.languages import answer_in
from accounts.models import User
from accounts.services import keep_language, use_sign_in_link, user_of_link
from common.errors import AppError


@require_http_methods(["GET", "POST"])
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button, then sign in: a preview of the link by a mail program must not spend it."""
    if request.method == "GET":
        user = user_of_link(token)
        return answer_in(
            request, user.language if user else "", lambda: render(request, "accounts/sign_in_link.html")
        )
    try:
        user = use_sign_in_link(token=token)
    except AppError as error:
        return render(request, "accounts/sign_in_link.html", {"error": error.message}, status=410)
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    if not user.has_usable_password():
        return redirect("accounts-password-first")
    return redirect("organiser-home")


@login_required
@require_http_methods(["GET", "POST"])
def set_first_password(request: HttpRequest) -> HttpResponse:
    """Choose the first password of an account that came in by a link; it may be left for later."""
    assert isinstance(request.user, User)
    if request.user.is_guest:
        return redirect("organiser-home")
    if request.user.has_usable_password():
        return redirect("accounts-password-change")
    form = SetPasswordForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, _("Votre mot de passe est enregistré."))
        return redirect("organiser-home")
    return render(request, "accounts/password_first.html", {"form": form})


@login_required
@require_http_methods(["GET", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Who is signed in, and in which language he reads."""
    assert isinstance(request.user, User)
    form = AccountForm(request.POST or None, initial={"language": request.user.language})
    if request.method == "POST" and form.is_valid():
        language = form.cleaned_data["language"]
        keep_language(user=request.user, language=language)
        with override(language or get_language_from_request(request)):
            messages.success(request, _("C’est noté."))
        return redirect("accounts-account")
    return render(request, "accounts/account.html", {"form": form})
