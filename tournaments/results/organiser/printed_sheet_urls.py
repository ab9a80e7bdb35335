"""Addresses of printed sheets, under /f/: short, since QR codes on paper carry them."""

from django.urls import path

from tournaments.results.organiser import sheet_codes

urlpatterns = [
    path("", sheet_codes.open_, name="organiser-sheet-find"),
    path("<str:code>/", sheet_codes.open_, name="organiser-sheet-open"),
]
