"""Poster of the evening: a large QR code that opens its ranking."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.base.access import Right
from tournaments.enums import DocumentKind, Visibility
from tournaments.models import Tournament
from tournaments.paper.documents.making.document import DocumentType
from tournaments.paper.documents.making.options import DocumentOptions, OptionName
from tournaments.paper.documents.typesetting.imposition import fit_of
from tournaments.paper.documents.typesetting.qr_codes import draw_qr_code

LETTERS_BY_FIT = (("large", 20), ("usual", 45))
"""Number of letters of a name in each setting; a longer one is set tight."""


@dataclass(frozen=True, slots=True)
class Poster:
    address: str
    """Full address of the ranking, as phones reach it."""
    note: str
    """Line of the organiser: the hour, the place, the network of the hall; "" for none."""
    fit: str
    """Setting of the name."""

    @property
    def shown_address(self) -> str:
        """The address without its scheme, to be typed."""
        return self.address.partition("://")[2]

    @property
    def code_drawing(self) -> str:
        """The address as a QR code in SVG, to put into a page without escaping."""
        return draw_qr_code(self.address, _("Code à scanner pour suivre le classement"), error="q")


def require_public(tournament: Tournament) -> None:
    """Refuse while visitors may not see the ranking (`visibility_missing`). No query."""
    if tournament.visibility != Visibility.PUBLIC:
        raise AppError(
            "visibility_missing",
            _("Rendez d’abord les résultats publics : l’affiche mène les joueurs à leur classement."),
        )


def build_poster(tournament: Tournament, options: DocumentOptions) -> tuple[Poster, ...]:
    """Return the only page. No query.

    Raises:
        AppError: the address under which phones reach the site is unknown (`site_missing`).
    """
    if not options.site:
        raise AppError(
            "site_missing",
            _(
                "L’adresse du site pour les téléphones n’est pas réglée : demandez à la personne qui a"
                " installé Étui de l’indiquer (ETUI_PUBLIC_URL)."
            ),
        )
    path = reverse("public-standings", args=[tournament.slug])
    return (Poster(options.site + path, options.note, fit_of(len(tournament.name), LETTERS_BY_FIT)),)


POSTER = DocumentType(
    kind=DocumentKind.POSTER,
    right=Right.PRINT,
    require=require_public,
    build=build_poster,
    options=frozenset({OptionName.NOTE}),
)
