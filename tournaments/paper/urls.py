"""URLs of documents, their looks and the rules of games to print."""

from django.urls import path

from tournaments.paper.organiser import document, documents, papers, preparing
from tournaments.paper.public import rule_leaflets

public = [path("regles/<slug:game>/imprimer/", rule_leaflets.rules_leaflet, name="rules-leaflet")]
of_club = [
    path("papiers/", papers.papers, name="organiser-papers"),
    path("papiers/specimen.svg", papers.specimen, name="organiser-papers-specimen"),
    path("papiers/cartons/codes/", papers.table_codes, name="organiser-table-codes"),
    path("papiers/<slug:kind>/", papers.template, name="organiser-paper-template"),
    path("papiers/<slug:kind>/apercu/", papers.template_preview, name="organiser-paper-template-preview"),
    path("papiers/<slug:kind>/original/", papers.template_remove, name="organiser-paper-template-remove"),
]
"""URLs under /organiser/clubs/<slug>/."""
of_event = [
    path("etuis/<int:number>/preparer/", preparing.preparing, name="organiser-preparing"),
    path("documents/", documents.documents_page, name="organiser-documents"),
    path("documents/<slug:kind>/", document.document, name="organiser-document-page"),
    path("documents/<slug:kind>/apercu/", document.preview, name="organiser-document-preview"),
    path("documents/<int:pk>.pdf", documents.download_document, name="organiser-document"),
    path("documents/<int:pk>/arreter/", documents.cancel_document_view, name="organiser-document-cancel"),
]
"""URLs under /organiser/t/<slug>/."""
