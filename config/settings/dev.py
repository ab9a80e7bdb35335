"""The hall's settings with Django's debug pages, for people who change the code."""

from config.settings.hall import *  # noqa: F403

DEBUG = True
