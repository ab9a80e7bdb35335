"""Page with the steps for a device to trust the https of a laptop, and the certificate to download."""

from socket import gethostname
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.serialization import Encoding
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from etui.places import command_text
from tournaments.base.web.addresses import phone_url, qr_image
from tournaments.installation.certificates import (
    certificate_names,
    fingerprint_text,
    read_authority,
    read_server,
)


@require_safe
@never_cache
def secure_page(request: HttpRequest) -> HttpResponse:
    """Show how to open the site in https from an iPhone, an Android phone and a computer."""
    own_host, _colon, port = str(settings.ETUI_HTTPS_ADDRESS).rpartition(":")
    authority = read_authority() if port and not own_host else None
    address = phone_url(request, reverse("public-https"))
    context = {
        "is_secure": request.is_secure(),
        "secure_url": f"https://{own_host or _certified_host(request)}:{port}/" if port else "",
        "fingerprint": fingerprint_text(authority) if authority else "",
        "is_in_hall": settings.ETUI_IS_IN_HALL,
        "command": command_text("serve --https"),
        "address": address,
        "qr_image": qr_image(address),
    }
    return render(request, "tournaments/site/public/secure.html", context)


@require_safe
@never_cache
def download_authority(request: HttpRequest) -> HttpResponse:
    """Send the certificate of the authority, if any. Phones offer to install it because of its type."""
    authority = read_authority() if str(settings.ETUI_HTTPS_ADDRESS).startswith(":") else None
    if authority is None:
        return redirect("public-https")
    return HttpResponse(authority.public_bytes(Encoding.DER), content_type="application/x-x509-ca-cert")


def _certified_host(request: HttpRequest) -> str:
    """Return a name of this machine in its certificate, preferably that by which the reader reached it."""
    server = read_server()
    names = certificate_names(server) if server else frozenset()
    requested = urlsplit(f"//{request.get_host()}").hostname
    main = urlsplit(phone_url(request, "/")).hostname
    hosts = (requested, main, f"{gethostname()}.local".lower())
    return next((host for host in hosts if host in names), "localhost")
