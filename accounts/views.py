"""Pages of accounts: sign-in by password or one-time link, passwords, language, profile, devices.

Beyond a limit no password is checked, no hash is computed, and no message is sent.
"""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth import views as auth
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
)
from django.contrib.sites.shortcuts import get_current_site
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import get_language, get_language_from_request, ngettext, override
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.forms import (
    AddressForm,
    LanguageForm,
    NewPasswordForm,
    NextPasswordForm,
    NoticesForm,
    OwnLanguageResetForm,
    ProfileForm,
    SignInForm,
)
from accounts.languages import answer_in
from accounts.limits import ACCOUNT_MAIL, PASSWORD, PROFILE, SIGN_IN, SIGN_IN_KNOWN
from accounts.mails import can_send, mail_site_address
from accounts.models import User
from accounts.profiles import change_profile
from accounts.refusals import (
    account_required,
    as_too_many_requests,
    count_wrong_link,
    describe_wait,
    limit_form,
)
from accounts.second_factor_views import sign_in_or_ask_code
from accounts.services import keep_language, use_sign_in_link, user_of_link
from accounts.sign_up import may_sign_up
from accounts.signed_in_devices import choose_notices, devices_of, end_devices, end_others
from common.errors import AppError
from common.requests.devices import keep_device, known_device
from common.requests.limits import return_attempt, seconds_to_wait
from common.web_server.policy import limited_by
from common.workers.queueing import after_commit

LONGEST_NUMBER = 18
"""Largest number of digits that every database accepts in a primary key."""


@limited_by(SIGN_IN)
class SignInView(auth.LoginView):
    """Only page to sign in with a password, also for the administration."""

    form_class = SignInForm
    template_name = "accounts/sign_in.html"
    extra_context = {"can_send": can_send, "may_sign_up": may_sign_up}
    """Functions that the template calls."""

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = super().get(request, *args, **kwargs)
        # with a cookie before the first try, the browser counts as a device of its own
        keep_device(request, response)
        return response

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        email = request.POST.get("username", "").strip().lower()
        device = known_device(request)
        kind = SIGN_IN_KNOWN if device is not None and device.has_signed_in(email) else SIGN_IN
        if wait := seconds_to_wait(request, kind, person=email):
            return self._refuse(wait)
        response = super().post(request, *args, **kwargs)
        if response.status_code == HTTPStatus.FOUND:  # the password was correct
            return_attempt(request, kind, person=email)
        return response

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        user = form.get_user()
        assert isinstance(user, User)
        return sign_in_or_ask_code(self.request, user, go_on=self.get_success_url())

    def _refuse(self, wait: int) -> HttpResponse:
        """Return the form with the typed address and the time to wait."""
        form = self.form_class(self.request, initial={"username": self.request.POST.get("username", "")})
        context = self.get_context_data(form=form, refusal=describe_wait(wait))
        return as_too_many_requests(render(self.request, self.template_name, context), wait)


class PasswordReset(auth.PasswordResetView):
    """Request for a new password. The worker sends the message, so the response takes the same time for any
    address.
    """

    form_class = OwnLanguageResetForm
    template_name = "accounts/password_reset.html"
    success_url = reverse_lazy("accounts-password-reset-sent")

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = super().get(request, *args, **kwargs)
        keep_device(request, response)
        return response

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        email = request.POST.get("email", "").strip().lower()
        if wait := seconds_to_wait(request, ACCOUNT_MAIL, person=email):
            form = self.form_class(initial={"email": request.POST.get("email", "")})
            context = self.get_context_data(form=form, refusal=describe_wait(wait))
            return as_too_many_requests(render(self.request, self.template_name, context), wait)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        after_commit(
            "accounts.send_password_reset",
            email=form.cleaned_data["email"],
            domain=get_current_site(self.request).domain,
            use_https=self.request.is_secure(),
            language=get_language() or "",
        )
        return redirect(str(self.success_url))


class PasswordResetConfirm(auth.PasswordResetConfirmView):
    """Choice of a new password. The browser is then known, so that an attacker cannot lock its owner out."""

    form_class = NewPasswordForm
    template_name = "accounts/password_reset_confirm.html"
    success_url = reverse_lazy("accounts-sign-in")

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: str) -> HttpResponseBase:
        response = super().dispatch(request, *args, **kwargs)
        if not self.validlink:
            count_wrong_link(request)
        return response

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        response = super().form_valid(form)
        assert isinstance(self.user, User)
        # a session opened with the old password must not survive it
        end_devices(user=self.user)
        keep_device(self.request, response, signed_in=self.user.email)
        return response


class PasswordChange(auth.PasswordChangeView):
    form_class = NextPasswordForm
    template_name = "accounts/password_change.html"
    success_url = reverse_lazy("own-home")

    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if wait := seconds_to_wait(request, PASSWORD):
            assert isinstance(request.user, User)
            context = self.get_context_data(form=self.form_class(request.user), refusal=describe_wait(wait))
            return as_too_many_requests(render(self.request, self.template_name, context), wait)
        form = self.get_form()
        if "old_password" not in form.errors:
            return_attempt(request, PASSWORD)
        return self.form_valid(form) if form.is_valid() else self.form_invalid(form)

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        previous_key = str(self.request.session.session_key)
        response = super().form_valid(form)
        end_others(self.request, previous_key=previous_key)
        return response


@require_http_methods(["GET", "POST"])
def sign_in_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show a button that signs in with a one-time link."""
    # a preview of the link by a mail program must not use it up
    if request.method == "GET":
        user = user_of_link(token)
        if user is None:
            count_wrong_link(request)
        return answer_in(
            request, user.language if user else "", lambda: render(request, "accounts/sign_in_link.html")
        )
    try:
        user = use_sign_in_link(token=token)
    except AppError as error:
        count_wrong_link(request)
        return render(request, "accounts/sign_in_link.html", {"error": error.message}, status=410)
    page = "organiser-home" if user.has_usable_password() else "accounts-password-first"
    return sign_in_or_ask_code(request, user, go_on=reverse(page))


@require_http_methods(["GET", "POST"])
def ask_sign_in_link(request: HttpRequest) -> HttpResponse:
    """Let the worker send a one-time link. The response is the same for an address without an account."""
    form = AddressForm(request.POST or None)
    wait = 0
    if request.method == "POST" and form.is_valid() and can_send():
        email = form.cleaned_data["email"].strip().lower()
        wait = seconds_to_wait(request, ACCOUNT_MAIL, person=email)
        if not wait:
            after_commit(
                "accounts.send_sign_in_link",
                email=email,
                site=mail_site_address(request),
                language=get_language() or "",
            )
            return redirect("accounts-sign-in-link-sent")
    context = {"form": form, "can_send": can_send(), "refusal": describe_wait(wait) if wait else ""}
    response = render(request, "accounts/sign_in_link_ask.html", context, status=422 if form.errors else 200)
    keep_device(request, response)
    return as_too_many_requests(response, wait) if wait else response


@account_required
@require_http_methods(["GET", "POST"])
def set_first_password(request: HttpRequest) -> HttpResponse:
    """Choose the first password of an account that signed in by a link. It may be skipped."""
    assert isinstance(request.user, User)
    if request.user.is_guest:
        return redirect("organiser-home")
    if request.user.has_usable_password():
        return redirect("accounts-password-change")
    form = NewPasswordForm(request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        previous_key = str(request.session.session_key)
        update_session_auth_hash(request, form.save())
        end_others(request, previous_key=previous_key)
        messages.success(request, _("Votre mot de passe est enregistré."))
        return redirect("organiser-home")
    return render(request, "accounts/password_first.html", {"form": form})


@account_required
@require_http_methods(["GET", "POST"])
def account_page(request: HttpRequest) -> HttpResponse:
    """Page of the account with the choice of its language."""
    assert isinstance(request.user, User)
    form = LanguageForm(request.POST or None, initial={"language": request.user.language})
    if request.method == "POST" and form.is_valid():
        language = form.cleaned_data["language"]
        keep_language(user=request.user, language=language)
        with override(language or get_language_from_request(request)):
            messages.success(request, _("C’est noté."))
        return redirect("accounts-account")
    return render(request, "accounts/account.html", {"form": form})


@account_required
@require_http_methods(["GET", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Page with the pseudonym and the country of the account. Guests have none."""
    assert isinstance(request.user, User)
    user = request.user
    if user.is_guest:
        return redirect("accounts-account")
    form = ProfileForm(request.POST or None, initial={"pseudonym": user.pseudonym, "country": user.country})
    wait = limit_form(request, form, PROFILE)
    if request.method == "POST" and form.is_valid():
        try:
            change_profile(user=user, **form.cleaned_data)
        except AppError as error:
            form.add_error("pseudonym", str(error.message))
        else:
            messages.success(request, _("C’est noté."))
            return redirect("accounts-account")
    response = render(request, "accounts/profile.html", {"form": form}, status=422 if form.errors else 200)
    return as_too_many_requests(response, wait) if wait else response


@account_required
@require_http_methods(["GET", "POST"])
def devices(request: HttpRequest) -> HttpResponse:
    """Page with the devices of the account. A POST with `end` signs out one device, with "others" all but
    this one.
    """
    assert isinstance(request.user, User)
    user, current_key = request.user, str(request.session.session_key)
    if user.is_guest:
        return redirect("accounts-account")
    form = NoticesForm(initial={"is_told": user.is_told_of_devices})
    if request.method == "POST":
        if "end" in request.POST:
            choice = request.POST["end"]
            pk = int(choice) if choice.isdecimal() and len(choice) <= LONGEST_NUMBER else 0
            ended_count = end_devices(user=user, but=current_key, pk=None if choice == "others" else pk)
            message = ngettext(
                "%(count)d appareil est déconnecté.", "%(count)d appareils sont déconnectés.", ended_count
            )
            messages.success(request, message % {"count": ended_count})
        else:
            choose_notices(user=user, is_told="is_told" in request.POST)
            messages.success(request, _("C’est noté."))
        return redirect("accounts-devices")
    context = {"devices": devices_of(user), "here": current_key, "form": form, "can_send": can_send()}
    return render(request, "accounts/devices.html", context)
