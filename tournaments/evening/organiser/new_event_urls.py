"""Addresses below a club where an evening begins: asked for, from a model, played again, practised."""

from django.urls import path

from tournaments.demo.organiser import practice
from tournaments.evening.organiser import event_templates, tournaments, wizard

urlpatterns = [
    path("tournois/nouveau/", wizard.wizard, name="organiser-tournament-wizard"),
    path("tournois/nouveau/complet/", tournaments.create, name="organiser-tournament-create"),
    path("tournois/<int:pk>/refaire/", event_templates.repeat, name="organiser-event-repeat"),
    path("tournois/<int:pk>/modele/", event_templates.save, name="organiser-template-save"),
    path("modeles/", event_templates.templates, name="organiser-templates"),
    path("modeles/<int:pk>/", event_templates.start, name="organiser-template-start"),
    path("modeles/<int:pk>/renommer/", event_templates.rename, name="organiser-template-rename"),
    path("modeles/<int:pk>/supprimer/", event_templates.delete, name="organiser-template-delete"),
    path("modeles/<int:pk>/remettre/", event_templates.restore, name="organiser-template-restore"),
    path("entrainement/", practice.create, name="organiser-practice"),
]
