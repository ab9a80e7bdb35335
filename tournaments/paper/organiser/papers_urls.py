"""Addresses of a club's papers: their look and the templates that the club adjusts."""

from django.urls import URLPattern, path

from tournaments.paper.organiser import papers

urlpatterns: list[URLPattern] = [
    path("", papers.papers, name="organiser-papers"),
    path("specimen.svg", papers.specimen, name="organiser-papers-specimen"),
    path("<slug:kind>/", papers.template, name="organiser-paper-template"),
    path("<slug:kind>/apercu/", papers.template_preview, name="organiser-paper-template-preview"),
    path("<slug:kind>/original/", papers.template_remove, name="organiser-paper-template-remove"),
]
