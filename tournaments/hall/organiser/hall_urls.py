"""Addresses of the hall, under /organiser/t/<slug>/salle/."""

from django.urls import path

from tournaments.hall.organiser import hall, hall_actions

urlpatterns = [
    path("", hall.hall, name="organiser-hall"),
    path("direct/", hall.live, name="organiser-hall-live"),
    path("appels/", hall.calls, name="organiser-hall-calls"),
    path("tables/<int:number>/", hall.table, name="organiser-hall-table"),
    path("horloge/", hall_actions.set_clock, name="organiser-clock-set"),
    path("horloge/duree/", hall_actions.extend, name="organiser-clock-extend"),
    path("horloge/<slug:action>/", hall_actions.turn, name="organiser-clock-turn"),
    path("appels/<int:pk>/prendre/", hall_actions.take, name="organiser-call-take"),
    path("appels/<int:pk>/clore/", hall_actions.close, name="organiser-call-close"),
    path("messages/<int:pk>/retirer/", hall_actions.take_back, name="organiser-message-take-back"),
]
