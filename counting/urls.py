"""Addresses under /compter/."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
