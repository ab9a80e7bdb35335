"""Addresses of the hall, its clock and its screen."""

from django.urls import path

from tournaments.hall.organiser import event_halls, hall, pace
from tournaments.hall.public import screen
from tournaments.hall.table import hall as table_hall

of_event = [
    path("salle/", hall.organiser_hall_page, name="organiser-hall"),
    path("salle/salles/", event_halls.event_halls, name="organiser-halls"),
    path("salle/arbitres/", event_halls.referee_tables, name="organiser-referees"),
    path("salle/rythme/", pace.pace_page, name="organiser-pace"),
    path("salle/rythme.csv", pace.download_pace, name="organiser-pace-file"),
    path("salle/direct/", hall.poll_hall, name="organiser-hall-live"),
    path("salle/appels/", hall.calls, name="organiser-hall-calls"),
    path("salle/tables/<int:number>/", hall.hall_table_page, name="organiser-hall-table"),
    path("salle/horloge/", hall.set_clock_view, name="organiser-clock-set"),
    path("salle/horloge/duree/", hall.extend_round_view, name="organiser-clock-extend"),
    path("salle/horloge/<slug:action>/", hall.turn, name="organiser-clock-turn"),
    path("salle/appels/<int:pk>/prendre/", hall.take, name="organiser-call-take"),
    path("salle/appels/<int:pk>/clore/", hall.close_call_view, name="organiser-call-close"),
    path("salle/messages/<int:pk>/retirer/", hall.take_back_message_view, name="organiser-message-take-back"),
]
"""Addresses under /organiser/t/<slug>/."""
table = [
    path("tours/<int:number>/salle/", table_hall.poll_table_hall, name="table-hall"),
    path("tours/<int:number>/appel/", table_hall.call, name="table-call"),
    path("tours/<int:number>/appel/retirer/", table_hall.take_back_call_view, name="table-call-back"),
    path("tours/<int:number>/messages/<int:pk>/", table_hall.put_message_away, name="table-message-away"),
]
"""Addresses under /table/<secret>/."""
public = [
    path("t/<slug:slug>/ecran/", screen.screen, name="public-screen"),
    path("t/<slug:slug>/ecran/direct/", screen.screen_live, name="public-screen-live"),
    path("t/<slug:slug>/horloge/", screen.round_now, name="public-round"),
    path("t/<slug:slug>/qr.svg", screen.screen_qr_code, name="public-qr"),
]
"""Addresses under /."""
