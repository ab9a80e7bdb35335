"""URLs of shared events: pages of organisers, and addresses for the programs of laptops."""

from django.urls import path

from publishing.web import programs

program_patterns = [
    path("pair/", programs.pair, name="hall-pair"),
    path("events/", programs.events, name="hall-events"),
    path("events/<uuid:uid>/", programs.event, name="hall-event"),
    path("events/<uuid:uid>/hand-back/", programs.hand_back, name="hall-hand-back"),
    path("events/<slug:slug>/take/", programs.take, name="hall-take"),
]
