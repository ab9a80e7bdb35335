"""What somebody who registered is written: where the registration stands, and the private link."""

from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import override

from tournaments.models import Registration


def registration_message(registration: Registration) -> EmailMessage:
    """The message about the state of a registration, in the language it was written in."""
    with override(registration.language):
        subject = _("%(event)s : votre préinscription") % {"event": registration.tournament.name}
        context = {"registration": registration, "tournament": registration.tournament}
        body = render_to_string("tournaments/entries/mails/registration.txt", context)
    return EmailMessage(subject=" ".join(subject.splitlines()), body=body, to=[registration.email])


def send_registration_mail(*, registration: Registration) -> int:
    """Write to who registered, where an address and a link are known; how many messages left."""
    if not registration.email or not registration.link:
        return 0
    return registration_message(registration).send()
