"""Addresses of a practice event beside those of every other."""

from django.urls import path

from tournaments.demo.organiser import practice

urlpatterns = [
    path("etape/", practice.step, name="organiser-practice-step"),
    path("supprimer/", practice.delete, name="organiser-practice-delete"),
]
