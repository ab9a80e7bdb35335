"""Pages about the installation: its state, a test mail, its log. For the people who look after it."""

from smtplib import SMTPException

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.mail_notes import LONGEST_REASON, deliver
from accounts.mails import can_send
from accounts.models import User
from accounts.refusals import refuse_for_now
from common.requests.limits import HOUR, By, Limit, limit_kind, seconds_to_wait
from tournaments.base.access import may_look_after
from tournaments.base.web.acting import add_success_message
from tournaments.base.web.finding import signed_in_user
from tournaments.installation.site_log import has_log_files, log_text, recent_entries
from tournaments.site.words.state_words import StateLevel, site_state_lines

TEST_MAIL = limit_kind("test-mail", Limit(By.PERSON, 6, HOUR))


@require_safe
@never_cache
def site_state_page(request: HttpRequest) -> HttpResponse:
    """Show the state of the installation, one line for each subject."""
    _keeper_of_site(request)
    lines = site_state_lines(timezone.now())
    context = {
        "lines": lines,
        "is_well": all(line.level != StateLevel.BAD for line in lines),
        "can_send": can_send(),
        "now_ms": int(timezone.now().timestamp() * 1000),
    }
    return render(request, "tournaments/site/organiser/site_state.html", context)


@require_POST
@never_cache
def send_test_mail(request: HttpRequest) -> HttpResponse:
    """Send a message to the user's own address at once, and show the result."""
    user = _keeper_of_site(request)
    if not can_send():
        return redirect("organiser-site-state")
    if wait := seconds_to_wait(request, TEST_MAIL):
        return refuse_for_now(request, wait)
    message = EmailMessage(
        subject=_("Essai d’Étui"),
        body=_("Ce message montre que ce site envoie des courriels."),
        to=[user.email],
    )
    try:
        deliver(message)
    except (SMTPException, OSError) as error:
        why = f"{type(error).__name__}: {error}"[:LONGEST_REASON]
        messages.error(request, _("Le courriel n’est pas parti : %(why)s") % {"why": why})
    else:
        done = _("Courriel parti vers %(address)s. S’il n’arrive pas, regardez dans les indésirables.")
        add_success_message(request, done % {"address": user.email})
    return redirect("organiser-site-state")


@require_safe
@never_cache
def site_log_page(request: HttpRequest) -> HttpResponse:
    """Show the last entries of the log."""
    _keeper_of_site(request)
    context = {"entries": recent_entries(), "has_files": has_log_files()}
    return render(request, "tournaments/site/organiser/site_log.html", context)


@require_safe
@never_cache
def download_site_log(request: HttpRequest) -> HttpResponse:
    """Send the log as a text."""
    _keeper_of_site(request)
    name = f"etui-journal-{timezone.localtime():%Y%m%d-%H%M}.txt"
    return HttpResponse(
        log_text(),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def _keeper_of_site(request: HttpRequest) -> User:
    """Return the user; PermissionDenied unless they look after the installation."""
    if not may_look_after(request.user):
        raise PermissionDenied
    return signed_in_user(request)
