"""The colours that tell parallel sections apart."""

from django.utils.translation import pgettext


def colour_name(section_number: int) -> str:
    """The colour of a section, in the federation's order: Rouge, Vert, Bleu, Jaune, Blanc in French."""
    colours = (
        pgettext("section", "Rouge"),
        pgettext("section", "Vert"),
        pgettext("section", "Bleu"),
        pgettext("section", "Jaune"),
        pgettext("section", "Blanc"),
    )
    return colours[section_number - 1]
