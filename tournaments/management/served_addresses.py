"""Output of `manage.py serve`: the site's addresses and the way to sign in."""

import ipaddress
import socket
import time
from io import StringIO

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import first_organiser, make_sign_in_link
from etui.places import command_text
from tournaments.installation.certificates import fingerprint_text, read_authority, signable_names
from tournaments.management.lan import lan_addresses
from tournaments.management.secure_port import SecurePort

LOOK_SECONDS = 30.0
"""Seconds between two checks of the addresses of this machine."""


def follow_addresses(host: str, listener: socket.socket, secure: SecurePort | None) -> None:
    """Keep ALLOWED_HOSTS and the certificate up to date, as when the Wi-Fi is joined late. Never returns."""
    addresses = ServedAddresses(host, listener.getsockname()[1])
    while True:
        names = addresses.host_names()
        settings.ALLOWED_HOSTS.extend(set(names) - set(settings.ALLOWED_HOSTS))
        if secure is not None:
            secure.refresh(names)
        time.sleep(LOOK_SECONDS)


class ServedAddresses:
    """The addresses of one start of the server.

    Args:
        host: the address of the listening socket; 0.0.0.0 stands for all addresses of the machine.
        port: the port of the listening socket.
        secure: the port for https, if there is one.
    """

    def __init__(self, host: str, port: int, secure: SecurePort | None = None) -> None:
        self._host = host
        self._port = port
        self._secure = secure
        self._is_everywhere = ipaddress.ip_address(host).is_unspecified
        self._announced_addresses: list[str] = []

    def text(self) -> str:
        """Return the text to print when the server is ready."""
        blocks = [_("Étui est prêt."), _("Sur cet ordinateur : %(url)s") % {"url": self._url(self._local())}]
        invitations = [self.invitation(address) for address in self.appeared()]
        if self._is_everywhere and not invitations:
            blocks.append(
                _("Aucun réseau pour l’instant : l’adresse de la salle s’affichera ici s’il en vient un.")
            )
        blocks += [
            *invitations,
            *self._secure_text(),
            self._how_to_sign_in(),
            _("Ctrl-C arrête tout ; les données sont gardées."),
        ]
        return "\n" + "\n\n".join(blocks) + "\n"

    def appeared(self) -> list[str]:
        """Return the addresses for the hall's phones that were not returned before."""
        new_addresses = [address for address in self._reachable() if address not in self._announced_addresses]
        self._announced_addresses += new_addresses
        return new_addresses

    def invitation(self, address: str) -> str:
        """Return the text with the address for phones and its QR code."""
        url = self._url(address)
        drawing = StringIO()
        segno.make(url, error="l").terminal(out=drawing, border=2, compact=True)
        return (
            _("Dans la salle, sur le même Wi-Fi : %(url)s") % {"url": url}
            + "\n"
            + drawing.getvalue().rstrip("\n")
        )

    def host_names(self) -> list[str]:
        """Return the names and addresses of this machine that a request may have as its host."""
        name = socket.gethostname()
        return [name, f"{name}.local", self._local(), *self._reachable()]

    def main_url(self) -> str:
        """Return the address for papers: the hall's if there is one."""
        return self._url(next(iter(self._reachable()), self._local()))

    def _secure_text(self) -> list[str]:
        """Return the block about https, if it is served."""
        if self._secure is None:
            return []
        reachable = self._reachable()
        certified = signable_names(reachable)
        host = next((address for address in reachable if address in certified), self._local())
        authority = None if self._secure.certificate else read_authority()
        if authority is None:
            own_host = str(settings.ETUI_HTTPS_ADDRESS).partition(":")[0]
            url = f"https://{own_host or host}:{self._secure.port}/"
            return [_("En https, avec votre certificat : %(url)s") % {"url": url}]
        return [
            _(
                "En https : %(url)s\nAvant, chaque appareil doit faire confiance à cet ordinateur, en trois "
                "étapes : %(page)s\nEmpreinte à comparer : %(fingerprint)s"
            )
            % {
                "url": f"https://{host}:{self._secure.port}/",
                "page": self._url(host, reverse("public-https")),
                "fingerprint": fingerprint_text(authority),
            }
        ]

    def _reachable(self) -> list[str]:
        return lan_addresses() if self._is_everywhere else []

    def _local(self) -> str:
        return "localhost" if self._is_everywhere else self._host

    def _url(self, address: str, path: str = "/") -> str:
        return f"http://{address}:{self._port}{path}"

    def _how_to_sign_in(self) -> str:
        if not User.objects.filter(is_staff=True).exists():
            return _("Créez le premier compte : %(command)s") % {"command": command_text("createsuperuser")}
        organiser = first_organiser()
        if organiser is None:
            sign_in = self._url(self._local(), reverse("accounts-sign-in"))
            return _("Pour vous connecter : %(url)s\nMot de passe oublié ? Un lien : %(command)s") % {
                "url": sign_in,
                "command": command_text("sign_in_link " + _("ADRESSE")),
            }
        link = self._url(self._local(), make_sign_in_link(user=organiser))
        if organiser.last_login is None:
            pattern = _(
                "Pour vous connecter la première fois (le lien sert une fois, pendant 12 heures) :\n%(url)s"
            )
        else:
            pattern = _(
                "Vous n’avez pas encore de mot de passe. Ce lien vous connecte (une fois, pendant 12 heures)"
                " et vous en fait choisir un :\n%(url)s"
            )
        return pattern % {"url": link}
