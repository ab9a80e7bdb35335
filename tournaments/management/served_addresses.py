"""Output of `manage.py serve`: the site's addresses and the way to sign in."""

import ipaddress
import socket
from io import StringIO

import segno
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services import first_organiser, make_sign_in_link
from etui.places import command_text
from tournaments.management.lan import lan_addresses


class ServedAddresses:
    """The addresses of one start of the server.

    Args:
        host: the address of the listening socket; 0.0.0.0 stands for all addresses of the machine.
        port: the port of the listening socket.
    """

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
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
        blocks += [*invitations, self._how_to_sign_in(), _("Ctrl-C arrête tout ; les données sont gardées.")]
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
        return _(
            "Pour vous connecter la première fois (le lien sert une fois, pendant 12 heures) :\n%(url)s"
        ) % {"url": link}
