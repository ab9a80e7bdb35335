"""URLs of the étuis and their proofs."""

from django.urls import path

from tournaments.deals.organiser import deal_sources, deal_strength, deals, recording
from tournaments.deals.public import proofs

of_event = [
    path("etuis/", deals.deals, name="organiser-deals"),
    path("etuis/mains/", deals.hands, name="organiser-hands"),
    path("etuis/importer/", deal_sources.import_, name="organiser-deals-import"),
    path("etuis/reprendre/", deal_sources.reuse, name="organiser-deals-reuse"),
    path("etuis/donnes.json", deal_sources.download_deal_set, name="organiser-deals-file"),
    path("etuis/force/", deal_strength.strength, name="organiser-deals-strength"),
    path("etuis/lecteurs/nommer/", deals.name, name="organiser-reader-name"),
    path("etuis/lecteurs/<int:pk>/retirer/", deals.unname, name="organiser-reader-unname"),
    path("etuis/ouvrir/", deals.open_boards_view, name="organiser-deals-open"),
    path("etuis/refermer/", deals.close_boards_view, name="organiser-deals-close"),
    path("etuis/reveler/", deals.reveal, name="organiser-deals-reveal"),
    path("etuis/<int:number>/relever/", recording.record_hands_page, name="organiser-hands-record"),
]
"""URLs below /organiser/t/<slug>/."""
public = [
    path("verifier/", proofs.verify_page, name="public-verify"),
    path("t/<slug:slug>/donnes.json", proofs.deal_document, name="public-deal-document"),
]
"""URLs below /."""
