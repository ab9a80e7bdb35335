"""Addresses of what goes with a typed sheet: pictures, taking a line back."""

from django.urls import path

from tournaments.web.organiser import scans, undo

urlpatterns = [
    path("lignes/<int:pk>/annuler/", undo.undo, name="organiser-result-undo"),
    path("images/", scans.add, name="organiser-scan-add"),
    path("images/<int:pk>/", scans.scan, name="organiser-scan"),
    path("images/<int:pk>/retirer/", scans.remove, name="organiser-scan-remove"),
]
