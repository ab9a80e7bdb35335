"""How a club's papers look, and the templates that it adjusts."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.colours import is_colour
from tournaments.paper.documents.looks import Look
from tournaments.paper.services.paper_looks import LookChoices


class ColourField(forms.CharField):
    """A colour as a browser's picker sends it, "#1a2b3c"."""

    widget = forms.TextInput(attrs={"type": "color"})

    def clean(self, value: Any) -> str:
        written: str = super().clean(value).lower()
        if not is_colour(written):
            raise forms.ValidationError(_("Une couleur s’écrit #1a2b3c."), code="invalid")
        return written


class LookForm(forms.Form):
    """Logo, two colours, foot of the page, and what lists say."""

    logo = forms.FileField(
        label=_("Logo"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
        help_text=_("PNG ou JPEG, 4 Mo au plus. Imprimé en haut à droite, 40 × 10 mm au plus."),
    )
    without_logo = forms.BooleanField(label=_("Retirer le logo"), required=False)
    ink = ColourField(
        label=_("Couleur des titres"),
        help_text=_("Assez foncée pour se lire aussi sur une imprimante en noir et blanc."),
    )
    tint = ColourField(
        label=_("Fond des en-têtes de tableau"), help_text=_("Une teinte claire : le texte dessus est noir.")
    )
    footer = forms.CharField(
        label=_("Pied de page"),
        max_length=90,
        required=False,
        help_text=_("Adresse du site, téléphone… Une ligne, au bas des listes et des classements."),
    )
    is_large = forms.BooleanField(label=_("Classements en grands caractères"), required=False)
    shows_home_clubs = forms.BooleanField(label=_("Club d’origine dans les classements"), required=False)

    @classmethod
    def of_look(cls, look: Look) -> "LookForm":
        """The form with the choices made; taking the logo away is only asked where there is one."""
        form = cls(initial={name: getattr(look, name) for name in LookChoices.__slots__})
        if not look.logo:
            del form.fields["without_logo"]
        return form

    @property
    def choices(self) -> LookChoices:
        """What was chosen, once the form is valid."""
        return LookChoices(**{name: self.cleaned_data[name] for name in LookChoices.__slots__})

    @property
    def logo_choices(self) -> dict[str, Any]:
        """What is to become of the logo, as `keep_look` takes it."""
        return {
            "logo": self.cleaned_data["logo"],
            "without_logo": self.cleaned_data.get("without_logo", False),
        }


class TemplateForm(forms.Form):
    """The text of one document."""

    text = forms.CharField(
        label=_("Gabarit"),
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 28, "lang": "zxx", "spellcheck": "false", "class": "template-text"}
        ),
    )
